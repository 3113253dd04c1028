package dex

import (
	"fmt"
	"io"
	"strings"
)

// WriteClass writes a class for people: its header, annotations, fields with
// their initial values, and the code of its methods.
func WriteClass(w io.Writer, c *Class) error {
	notes, err := c.Annotations()
	if err != nil {
		return err
	}
	values, err := c.StaticValues()
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "class %s", c.Descriptor)
	writeWords(&b, c.Access.ClassWords())
	if c.Super != "" {
		fmt.Fprintf(&b, " super %s", c.Super)
	}
	for _, i := range c.Interfaces {
		fmt.Fprintf(&b, " implements %s", i)
	}
	if c.Source != "" {
		fmt.Fprintf(&b, " source %q", c.Source)
	}
	b.WriteByte('\n')
	writeNotes(&b, notes.Class)
	for i, f := range c.Fields {
		ref := f.Ref()
		fmt.Fprintf(&b, "field %s:%s", ref.Name, ref.Type)
		writeWords(&b, f.Access.FieldWords())
		if i < c.NumStatic && i < len(values) {
			fmt.Fprintf(&b, " = %s", values[i])
		}
		b.WriteByte('\n')
		writeNotes(&b, notes.Fields[f.Index])
	}
	for _, m := range c.Methods {
		writeMethod(&b, m)
		writeNotes(&b, notes.Methods[m.Index])
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func writeWords(b *strings.Builder, words string) {
	if words != "" {
		b.WriteByte(' ')
		b.WriteString(words)
	}
}

func writeNotes(b *strings.Builder, notes []Annotation) {
	for _, n := range notes {
		fmt.Fprintf(b, "  %s\n", n.String())
	}
}

func writeMethod(b *strings.Builder, m *Method) {
	b.WriteString(m.String())
	writeWords(b, m.Access.MethodWords())
	b.WriteByte('\n')
	if c := m.Code(); c != nil {
		writeCode(b, c)
	}
}
