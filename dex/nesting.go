package dex

import "strings"

// The types of the system annotations.
const (
	annEnclosingClass  = "Ldalvik/annotation/EnclosingClass;"
	annEnclosingMethod = "Ldalvik/annotation/EnclosingMethod;"
	annInnerClass      = "Ldalvik/annotation/InnerClass;"
	annMemberClasses   = "Ldalvik/annotation/MemberClasses;"
)

// SignatureAnnotation is the type of the system annotation that holds a generic
// signature; [Signature] reads it.
const SignatureAnnotation = "Ldalvik/annotation/Signature;"

// Nesting is what the system annotations tell about where a class stands in
// the source. All of it is optional; shrinkers strip it.
type Nesting struct {
	EnclosingClass  string   // descriptor; of a member, local or anonymous class
	EnclosingMethod string   // identifier of the method around a local or anonymous class
	Inner           bool     // the class is nested in another
	Name            string   // simple name of a nested class, "" if anonymous
	Access          Access   // of a nested class, as in the source
	Members         []string // descriptors of the member classes
}

// Nesting reads the class's own system annotations.
func (a *Annotations) Nesting() Nesting {
	var n Nesting
	if s := Find(a.Class, annEnclosingClass); s != nil {
		v, _ := s.Element("value")
		n.EnclosingClass = v.Str
	}
	if s := Find(a.Class, annEnclosingMethod); s != nil {
		v, _ := s.Element("value")
		n.EnclosingMethod = v.Str
		if m, err := ParseMethodRef(v.Str); err == nil {
			n.EnclosingClass = m.Class
		}
	}
	if s := Find(a.Class, annInnerClass); s != nil {
		n.Inner = true
		name, _ := s.Element("name")
		flags, _ := s.Element("accessFlags")
		n.Name, n.Access = name.Str, Access(flags.Int)
	}
	if s := Find(a.Class, annMemberClasses); s != nil {
		n.Members = typeList(s)
	}
	return n
}

// Signature is the generic signature of a class, field or method, from its
// list of annotations; "" if there is none.
func Signature(list []Annotation) string {
	s := Find(list, SignatureAnnotation)
	if s == nil {
		return ""
	}
	v, _ := s.Element("value")
	var b strings.Builder
	for _, part := range v.Elems {
		b.WriteString(part.Str)
	}
	return b.String()
}

func typeList(a *Annotation) []string {
	v, _ := a.Element("value")
	types := make([]string, len(v.Elems))
	for i, e := range v.Elems {
		types[i] = e.Str
	}
	return types
}
