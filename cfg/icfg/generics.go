package icfg

import (
	"regexp"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
)

// Parsers make objects of the classes that generic types name: the answers of an
// annotated interface (a REST client), the argument of a type token, and what the
// fields of those hold.

// tokens end the names of the classes that libraries have for naming a generic type.
var tokens = []string{"TypeToken;", "TypeReference;", "TypeLiteral;", "GenericType;", "TypeAdapter;"}

// generic adds the edges of one class to the classes that its signatures name.
func (b *annotationBuilder) generic(t callgraph.TypeID, class *dex.Class, all *dex.Annotations) {
	if class.IsInterface() {
		for _, m := range class.Methods {
			if called(all.Methods[m.Index]) {
				b.parsed(t, m.Desc)
				b.parsed(t, dex.Signature(all.Methods[m.Index]))
			}
		}
		return
	}
	for _, token := range tokens {
		if strings.HasSuffix(class.Super, token) {
			b.parsed(t, dex.Signature(all.Class))
		}
	}
}

// called says that a library reads an annotation of the method at run time.
func called(list []dex.Annotation) bool {
	for i := range list {
		if list[i].Visibility == dex.VisibleRuntime && !descriptive(list[i].Type) {
			return true
		}
	}
	return false
}

// signatureClass finds the classes in a signature or a descriptor.
var signatureClass = regexp.MustCompile(`L[\p{L}\p{N}_/$-]+[;<]`)

// parsed adds the edges from a type to the plain classes of the app that a signature names, and to
// those that their fields hold. Each class is opened once, so that types that hold each other end.
func (b *annotationBuilder) parsed(t callgraph.TypeID, signature string) {
	for _, name := range signatureClass.FindAllString(signature, -1) {
		made := b.types.ID(name[:len(name)-1] + ";")
		if made == callgraph.NoType || made == t || !b.data(made) {
			continue
		}
		b.reflective(made)
		b.edge(Declare, b.Type(t), b.Type(made), 0)
		if b.parsedTypes[made] {
			continue
		}
		b.parsedTypes[made] = true
		class := b.types.Class(made)
		var fields map[uint32][]dex.Annotation
		if class.AnnotationsOff != 0 {
			if all, err := class.Annotations(); err == nil {
				fields = all.Fields
			}
		}
		for _, f := range class.Fields[class.NumStatic:] {
			b.parsed(made, f.Ref().Type+dex.Signature(fields[f.Index]))
		}
	}
}

// data says that a type is a class of the app that can be made without the framework:
// neither an interface nor something with a life cycle.
func (b *annotationBuilder) data(t callgraph.TypeID) bool {
	class := b.types.Class(t)
	if class == nil || class.IsInterface() {
		return false
	}
	for up := t; up != callgraph.NoType; up = b.types.Super(up) {
		if b.types.Class(up) == nil {
			return strings.HasPrefix(b.types.Name(up), "Ljava/")
		}
	}
	return false
}
