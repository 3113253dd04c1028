package dex

import (
	"fmt"
	"strings"
)

// MethodRef names a method: the class that the reference mentions, which need
// not be the one that declares it.
type MethodRef struct {
	Class string // descriptor, for example "Lcom/foo/A;" or "[I"
	Name  string // simple name, "<init>" and "<clinit>" included
	Desc  string // parameters and result, for example "(Landroid/view/View;I)V"
}

// String is the identifier "Lcom/foo/A;->name(Landroid/view/View;)V".
func (m MethodRef) String() string { return m.Class + "->" + m.Name + m.Desc }

// Params are the descriptors of the parameters, the receiver not included.
func (m MethodRef) Params() []string { return Params(m.Desc) }

// Return is the descriptor of the result.
func (m MethodRef) Return() string { return m.Desc[strings.IndexByte(m.Desc, ')')+1:] }

// ParseMethodRef reads an identifier as String writes it.
func ParseMethodRef(s string) (MethodRef, error) {
	class, rest, ok := strings.Cut(s, "->")
	open := strings.IndexByte(rest, '(')
	if !ok || open <= 0 || !validType(class) || !validProto(rest[open:]) {
		return MethodRef{}, fmt.Errorf("dex: %q is not a method (expected Lpkg/Class;->name(params)result)", s)
	}
	return MethodRef{Class: class, Name: rest[:open], Desc: rest[open:]}, nil
}

// FieldRef names a field.
type FieldRef struct {
	Class string // descriptor
	Name  string
	Type  string // descriptor
}

// String is the identifier "Lcom/foo/A;->name:I".
func (f FieldRef) String() string { return f.Class + "->" + f.Name + ":" + f.Type }

// ParseFieldRef reads an identifier as String writes it.
func ParseFieldRef(s string) (FieldRef, error) {
	class, rest, ok := strings.Cut(s, "->")
	name, typ, ok2 := strings.Cut(rest, ":")
	if !ok || !ok2 || name == "" || !validType(class) || !validType(typ) {
		return FieldRef{}, fmt.Errorf("dex: %q is not a field (expected Lpkg/Class;->name:type)", s)
	}
	return FieldRef{Class: class, Name: name, Type: typ}, nil
}

// Params splits a method descriptor "(ILjava/lang/String;)V" into the
// descriptors of its parameters. What is not a descriptor ends the list.
func Params(desc string) []string {
	desc = strings.TrimPrefix(desc, "(")
	count := 0
	for rest := desc; ; count++ {
		n := typeLen(rest)
		if n == 0 {
			break
		}
		rest = rest[n:]
	}
	if count == 0 {
		return nil
	}
	params := make([]string, count)
	for i := range params {
		n := typeLen(desc)
		params[i], desc = desc[:n], desc[n:]
	}
	return params
}

// IsWide reports whether a value of the type takes two registers.
func IsWide(desc string) bool { return desc == "J" || desc == "D" }

// typeLen is the length of the descriptor that s begins with, 0 if none.
func typeLen(s string) int {
	i := 0
	for i < len(s) && s[i] == '[' {
		i++
	}
	if i == len(s) {
		return 0
	}
	switch s[i] {
	case 'L':
		if end := strings.IndexByte(s[i:], ';'); end > 1 {
			return i + end + 1
		}
		return 0
	case 'Z', 'B', 'S', 'C', 'I', 'J', 'F', 'D', 'V':
		return i + 1
	}
	return 0
}

func validType(s string) bool { return s != "" && typeLen(s) == len(s) }

func validProto(s string) bool {
	if !strings.HasPrefix(s, "(") {
		return false
	}
	s = s[1:]
	for n := typeLen(s); n > 0; n = typeLen(s) {
		s = s[n:]
	}
	return strings.HasPrefix(s, ")") && validType(s[1:])
}

var primitives = map[byte]string{'Z': "boolean", 'B': "byte", 'S': "short", 'C': "char", 'I': "int", 'J': "long",
	'F': "float", 'D': "double", 'V': "void"}

// JavaName turns a descriptor into the name that stack traces and
// Class.getName use for classes, "com.foo.A$B", with [] behind array types.
func JavaName(desc string) string {
	elem := strings.TrimLeft(desc, "[")
	dims := strings.Repeat("[]", len(desc)-len(elem))
	switch {
	case len(elem) > 2 && elem[0] == 'L' && elem[len(elem)-1] == ';':
		return strings.ReplaceAll(elem[1:len(elem)-1], "/", ".") + dims
	case len(elem) == 1 && primitives[elem[0]] != "":
		return primitives[elem[0]] + dims
	}
	return desc
}

// Descriptor turns a class name "com.foo.A$B" into "Lcom/foo/A$B;".
func Descriptor(javaName string) string {
	return "L" + strings.ReplaceAll(javaName, ".", "/") + ";"
}

// JavaMethod writes a method as "com.foo.A.name(android.view.View)".
func (m MethodRef) JavaMethod() string {
	params := m.Params()
	for i, p := range params {
		params[i] = JavaName(p)
	}
	return JavaName(m.Class) + "." + m.Name + "(" + strings.Join(params, ", ") + ")"
}
