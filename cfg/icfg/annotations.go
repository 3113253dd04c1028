package icfg

import (
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/specs"
)

// annotationBuilder makes the edges of what the code tells the runtime only: annotations, generic
// signatures, the hooks of serialisation. Broken annotations are skipped without a note, as the
// runtime would find none.
type annotationBuilder struct {
	*edges
	parsedTypes map[callgraph.TypeID]bool // classes whose fields' types have edges from them
}

// annotationValues adds the edges for the classes and resources that annotations
// name: the class that has one, or a member with one, brings them in. Libraries
// that inject views and behaviours go by them.
func (b *annotationBuilder) annotationValues() {
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil || class.AnnotationsOff == 0 {
			continue
		}
		all, err := class.AnnotationsOf(effectiveOrGeneric)
		if err != nil {
			continue
		}
		b.annotations(t, all.Class)
		for _, f := range class.Fields {
			b.annotations(t, all.Fields[f.Index])
		}
		for _, m := range class.Methods {
			b.annotations(t, all.Methods[m.Index])
		}
		b.generic(t, class, all)
	}
}

func (b *annotationBuilder) annotations(t callgraph.TypeID, list []dex.Annotation) {
	for i := range list {
		b.annotation(t, &list[i])
	}
}

func (b *annotationBuilder) annotation(t callgraph.TypeID, a *dex.Annotation) {
	for _, e := range a.Elements {
		b.annotationValue(t, e.Value)
	}
}

func (b *annotationBuilder) annotationValue(t callgraph.TypeID, v dex.Value) {
	switch v.Kind {
	case dex.ValueInt:
		if n, known := b.resNode[apk.ID(uint32(v.Int))]; known {
			b.edge(Declare, b.Type(t), n, 0)
		}
	case dex.ValueType:
		if made := b.types.ID(v.Str); made != callgraph.NoType && b.types.Class(made) != nil {
			b.reflective(made)
			b.edge(Declare, b.Type(t), b.Type(made), 0)
		}
	case dex.ValueArray:
		first := len(b.list)
		for _, item := range v.Elems {
			b.annotationValue(t, item)
		}
		for i := first; i < len(b.list); i++ {
			if e := &b.list[i]; e.From == b.Type(t) && e.Kind == Declare {
				e.Among = among(len(v.Elems))
			}
		}
	case dex.ValueAnnotation:
		if v.Annotation != nil {
			b.annotation(t, v.Annotation)
		}
	}
}

// hooks are the methods that serialisation looks for by name and descriptor.
var hooks = map[string]string{
	"readObject": "(Ljava/io/ObjectInputStream;)V", "writeObject": "(Ljava/io/ObjectOutputStream;)V",
	"readResolve": "()Ljava/lang/Object;", "writeReplace": "()Ljava/lang/Object;",
}

// hidden adds the edges to methods of classes that only the runtime finds: the list of
// an enum's values, which serialisation and sets of enums ask for, and what
// serialisation calls.
func (b *annotationBuilder) hidden() {
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil {
			continue
		}
		for _, m := range class.Methods {
			values := m.Name == "values" && class.Access.Has(dex.AccEnum) && m.Desc == "()["+class.Descriptor
			hook := hooks[m.Name] == m.Desc && m.Desc != "" && b.types.IsSubtype(class.Descriptor, "Ljava/io/Serializable;")
			if id := b.calls.ID(m); (values || hook) && id != callgraph.NoMethod {
				b.edge(CallbackEdge, b.Type(t), Node(id), 0)
			}
		}
	}
}

// descriptivePackages hold annotations that change nothing at run time.
var descriptivePackages = []string{
	"Landroidx/annotation/", "Landroid/support/annotation/", "Lkotlin/", "Ljava/", "Ljavax/annotation/", "Lorg/jetbrains/",
	"Lorg/intellij/", "Lorg/checkerframework/", "Lcom/google/errorprone/", "Ledu/umd/cs/findbugs/",
}

// effective says that an annotation can change something at run time.
func effective(v dex.Visibility, typ string) bool {
	return v == dex.VisibleRuntime && !descriptive(typ)
}

// effectiveOrGeneric says that an annotation can change something at run time or is
// a generic signature, by which libraries know what to make.
func effectiveOrGeneric(v dex.Visibility, typ string) bool {
	return effective(v, typ) || v == dex.VisibleSystem && typ == dex.SignatureAnnotation
}

// descriptive says that an annotation is for compilers and people.
func descriptive(typ string) bool {
	if typ == "Landroid/webkit/JavascriptInterface;" {
		return false
	}
	for _, p := range descriptivePackages {
		if strings.HasPrefix(typ, p) {
			return true
		}
	}
	return specs.Framework().Has(typ)
}
