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
	return c.annotations(nil)
}

// AnnotationsOf is Annotations, without those of parameters, for the ones of which
// keep says so by visibility and type. The others are not decoded: many classes
// carry long ones for a library that reads them by reflection.
func (c *Class) AnnotationsOf(keep func(v Visibility, desc string) bool) (*Annotations, error) {
	return c.annotations(keep)
}

func (c *Class) annotations(keep func(Visibility, string) bool) (*Annotations, error) {
	a := &Annotations{}
	if c.AnnotationsOff == 0 {
		return a, nil
	}
	r := c.File.valuesAt(c.AnnotationsOff)
	r.keep = keep
	classOff := r.u32()
	nf, nm, np := r.u32(), r.u32(), r.u32()
	if uint64(nf)+uint64(nm)+uint64(np) > uint64(r.left()/8) {
		r.fail("expected annotations inside the file, found %d, %d and %d", nf, nm, np)
		nf, nm, np = 0, 0, 0
	}
	a.Class = r.set(classOff)
	a.Fields = r.members(nf)
	a.Methods = r.members(nm)
	if np > 0 && keep == nil {
		a.Params = make(map[uint32][][]Annotation, np)
		for ; np > 0 && r.err == nil; np-- {
			index, off := r.u32(), r.u32()
			a.Params[index] = r.setList(off)
		}
	}
	if r.err != nil {
		return &Annotations{}, fmt.Errorf("annotations of %s: %w", c.Descriptor, r.err)
	}
	return a, nil
}

// members reads the sets of n members; those without annotations are left out.
func (r *valueReader) members(n uint32) map[uint32][]Annotation {
	var m map[uint32][]Annotation
	for ; n > 0 && r.err == nil; n-- {
		index, off := r.u32(), r.u32()
		if list := r.set(off); len(list) > 0 {
			if m == nil {
				m = make(map[uint32][]Annotation)
			}
			m[index] = list
		}
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
				visibility, typ := Visibility(r.u8()), r.annotationType()
				if r.keep != nil && !r.keep(visibility, typ) {
					return
				}
				list = append(list, Annotation{Visibility: visibility, Type: typ, Elements: r.elements()})
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
	return &Annotation{Type: r.annotationType(), Elements: r.elements()}
}

// annotationType reads the start of an encoded_annotation.
func (r *valueReader) annotationType() string {
	if r.values--; r.values < 0 {
		r.fail("expected at most %d values", maxValues)
	}
	typ := r.uleb()
	if r.err == nil && int(typ) >= len(r.file.types) {
		r.fail("expected a type index below %d, found %d", len(r.file.types), typ)
	}
	return r.file.TypeAt(typ)
}

// elements reads the rest of an encoded_annotation.
func (r *valueReader) elements() (list []Element) {
	for n := r.count(2, "elements"); n > 0 && r.err == nil; n-- {
		name := r.uleb()
		if r.err == nil && int(name) >= len(r.file.strings) {
			r.fail("expected a string index below %d, found %d", len(r.file.strings), name)
		}
		list = append(list, Element{Name: r.file.StringAt(name), Value: r.value()})
	}
	return list
}
