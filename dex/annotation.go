package dex

import (
	"fmt"
	"strings"
)

// Visibility says who can see an annotation.
type Visibility uint8

// The visibilities. System annotations carry facts of the class file format:
// generics, inner classes, thrown exceptions.
const (
	VisibleBuild   Visibility = 0
	VisibleRuntime Visibility = 1
	VisibleSystem  Visibility = 2
)

// Annotation is one annotation with its elements in file order.
type Annotation struct {
	Visibility Visibility // not set for annotations inside other ones
	Type       string     // descriptor of the annotation's type
	Elements   []Element
}

// Element is a named value of an annotation.
type Element struct {
	Name  string
	Value Value
}

// Element finds a value by name.
func (a *Annotation) Element(name string) (Value, bool) {
	for _, e := range a.Elements {
		if e.Name == name {
			return e.Value, true
		}
	}
	return Value{}, false
}

// String writes the annotation like "@Lcom/foo/Click;(value={17})".
func (a *Annotation) String() string {
	parts := make([]string, len(a.Elements))
	for i, e := range a.Elements {
		parts[i] = e.Name + "=" + e.Value.String()
	}
	return "@" + a.Type + "(" + strings.Join(parts, ", ") + ")"
}

// Annotations are all annotations of a class and its members.
type Annotations struct {
	Class   []Annotation
	Fields  map[uint32][]Annotation   // by Field.Index
	Methods map[uint32][]Annotation   // by Method.Index
	Params  map[uint32][][]Annotation // by Method.Index, then by parameter
}

// Find is the first annotation of a type in the list, nil if there is none.
func Find(list []Annotation, desc string) *Annotation {
	for i := range list {
		if list[i].Type == desc {
			return &list[i]
		}
	}
	return nil
}

// Annotations decodes the annotations of the class; the result is never nil.
func (c *Class) Annotations() (*Annotations, error) {
	a := &Annotations{}
	if c.AnnotationsOff == 0 {
		return a, nil
	}
	r := c.File.valuesAt(c.AnnotationsOff)
	classOff := r.u32()
	nf, nm, np := r.u32(), r.u32(), r.u32()
	if uint64(nf)+uint64(nm)+uint64(np) > uint64(r.left()/8) {
		r.fail("expected annotations inside the file, found %d, %d and %d", nf, nm, np)
		nf, nm, np = 0, 0, 0
	}
	a.Class = r.set(classOff)
	a.Fields = r.members(nf)
	a.Methods = r.members(nm)
	if np > 0 {
		a.Params = make(map[uint32][][]Annotation, np)
	}
	for ; np > 0 && r.err == nil; np-- {
		index, off := r.u32(), r.u32()
		a.Params[index] = r.setList(off)
	}
	if r.err != nil {
		return &Annotations{}, fmt.Errorf("annotations of %s: %w", c.Descriptor, r.err)
	}
	return a, nil
}

func (r *valueReader) members(n uint32) map[uint32][]Annotation {
	if n == 0 {
		return nil
	}
	m := make(map[uint32][]Annotation, n)
	for ; n > 0 && r.err == nil; n-- {
		index, off := r.u32(), r.u32()
		m[index] = r.set(off)
	}
	return m
}

// at runs read with the cursor at off and comes back.
func (r *valueReader) at(off uint32, read func()) {
	if r.err != nil {
		return
	}
	back := r.off
	r.off = off
	read()
	if r.err == nil {
		r.off = back
	}
}

// set reads an annotation_set_item; offset 0 is the empty set.
func (r *valueReader) set(off uint32) (list []Annotation) {
	if off == 0 {
		return nil
	}
	r.at(off, func() {
		n := r.u32()
		if n > r.left()/4 {
			r.fail("expected an annotation set inside the file, found one of %d", n)
		}
		for ; n > 0 && r.err == nil; n-- {
			item := r.u32()
			r.at(item, func() {
				visibility := Visibility(r.u8())
				a := r.annotation()
				a.Visibility = visibility
				list = append(list, *a)
			})
		}
	})
	return list
}

// setList reads an annotation_set_ref_list, one set for each parameter.
func (r *valueReader) setList(off uint32) (lists [][]Annotation) {
	if off == 0 {
		return nil
	}
	r.at(off, func() {
		n := r.u32()
		if n > r.left()/4 {
			r.fail("expected annotation sets inside the file, found %d", n)
		}
		for ; n > 0 && r.err == nil; n-- {
			if r.values--; r.values < 0 {
				r.fail("expected at most %d values", maxValues)
			}
			lists = append(lists, r.set(r.u32()))
		}
	})
	return lists
}

func (r *valueReader) annotation() *Annotation {
	if r.values--; r.values < 0 {
		r.fail("expected at most %d values", maxValues)
	}
	typ := r.uleb()
	if r.err == nil && int(typ) >= len(r.file.types) {
		r.fail("expected a type index below %d, found %d", len(r.file.types), typ)
	}
	a := &Annotation{Type: r.file.TypeAt(typ)}
	for n := r.count(2, "elements"); n > 0 && r.err == nil; n-- {
		name := r.uleb()
		if r.err == nil && int(name) >= len(r.file.strings) {
			r.fail("expected a string index below %d, found %d", len(r.file.strings), name)
		}
		a.Elements = append(a.Elements, Element{Name: r.file.StringAt(name), Value: r.value()})
	}
	return a
}
