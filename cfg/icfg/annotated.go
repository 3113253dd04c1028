package icfg

import (
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/specs"
)

// annotatedCallbacks finds the methods that a library calls because they carry an
// annotation of its: subscribers of event buses, observers of life cycles, methods
// for scripts. Nothing in the code leads there but reflection, so that every
// annotation counts that is kept for the run time and is not known to be read by
// compilers and people only.
func (b *builder) annotatedCallbacks() {
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil || class.AnnotationsOff == 0 {
			continue
		}
		all, err := class.AnnotationsOf(effective)
		if err != nil || len(all.Methods) == 0 {
			continue // broken annotations are none to the runtime either
		}
		for _, m := range class.Methods {
			id := b.calls.ID(m)
			if id == callgraph.NoMethod || b.called[id] || m.IsStatic() || m.IsAbstract() || m.IsConstructor() {
				continue
			}
			if len(all.Methods[m.Index]) > 0 {
				b.called[id] = true
				b.addCallback(Callback{Method: id, Role: "other"})
			}
		}
	}
}

// annotationValues adds the edges for the classes and resources that annotations
// name: the class that has one, or a member with one, brings them in. Libraries
// that inject views and behaviours go by them.
func (b *builder) annotationValues() {
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

func (b *builder) annotations(t callgraph.TypeID, list []dex.Annotation) {
	for i := range list {
		b.annotation(t, &list[i])
	}
}

func (b *builder) annotation(t callgraph.TypeID, a *dex.Annotation) {
	for _, e := range a.Elements {
		b.annotationValue(t, e.Value)
	}
}

func (b *builder) annotationValue(t callgraph.TypeID, v dex.Value) {
	switch v.Kind {
	case dex.ValueInt:
		if n, known := b.p.resNode[apk.ID(uint32(v.Int))]; known {
			b.edge(Declare, b.p.Type(t), n, 0)
		}
	case dex.ValueType:
		if made := b.types.ID(v.Str); made != callgraph.NoType && b.types.Class(made) != nil {
			b.reflective(made)
			b.edge(Declare, b.p.Type(t), b.p.Type(made), 0)
		}
	case dex.ValueArray:
		for _, item := range v.Elems {
			b.annotationValue(t, item)
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
func (b *builder) hidden() {
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil {
			continue
		}
		for _, m := range class.Methods {
			values := m.Name == "values" && class.Access.Has(dex.AccEnum) && m.Desc == "()["+class.Descriptor
			hook := hooks[m.Name] == m.Desc && m.Desc != "" && b.types.IsSubtype(class.Descriptor, "Ljava/io/Serializable;")
			if id := b.calls.ID(m); (values || hook) && id != callgraph.NoMethod {
				b.edge(CallbackEdge, b.p.Type(t), Node(id), 0)
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
