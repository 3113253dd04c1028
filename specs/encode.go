package specs

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Class is what is known of one class of the framework.
type Class struct {
	Name       string // DEX type descriptor
	Super      string // "" for java.lang.Object
	Interfaces []string
	Kind       byte // I interface, A abstract, F final, C other class
	// Methods are name plus descriptor, in the order of CompareMethods; with "-" in
	// front those that can be called but not overridden.
	Methods []string
}

// EncodeFramework writes the table that the program carries. The classes are
// sorted by name; all their supertypes are among them. The origin says what they
// were read from.
func EncodeFramework(origin string, classes []Class) ([]byte, error) {
	e := encoder{numbers: map[string]int{}, names: newPool(), descs: newPool()}
	for i, c := range classes {
		e.numbers[c.Name] = i
	}
	for _, c := range classes {
		if err := e.class(c); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	slots := 1
	for slots < 2*len(classes) {
		slots *= 2
	}
	if len(classes) >= noClass || len(e.names.at) > 1<<16 || len(e.descs.at) > 1<<(32-descShift) ||
		len(e.links) >= 1<<16 {
		return nil, fmt.Errorf("too many to number: %d classes, %d method names, %d descriptors, %d interfaces",
			len(classes), len(e.names.at), len(e.descs.at), len(e.links))
	}
	var out []byte
	for _, n := range []int{
		tableMagic, len(classes), slots, len(e.links), len(e.methods), len(e.names.at), len(e.descs.at),
		len(e.classNames.text), len(e.names.text), len(e.descs.text),
	} {
		out = appendNumber(out, n, 4)
	}
	for _, n := range hashSlots(classes, slots) {
		out = appendNumber(out, n, 2)
	}
	out = append(out, e.kinds...)
	for _, section := range []struct {
		list  []int
		width int
	}{
		{e.supers, 2}, {e.linkEnds, 2}, {e.links, 2}, {e.ends, 4}, {e.methods, 4},
		{e.classNames.ends, 4}, {e.names.ends, 4}, {e.descs.ends, 4},
	} {
		for _, n := range section.list {
			out = appendNumber(out, n, section.width)
		}
	}
	return slices.Concat(out, e.classNames.text, e.names.text, e.descs.text, []byte(origin)), nil
}

// hashSlots places the classes, counted from 1, in slots that find looks at.
func hashSlots(classes []Class, slots int) []int {
	table := make([]int, slots)
	for i, c := range classes {
		slot := hash(c.Name) & uint32(slots-1)
		for table[slot] != 0 {
			slot = (slot + 1) & uint32(slots-1)
		}
		table[slot] = i + 1
	}
	return table
}

func appendNumber(out []byte, n, width int) []byte {
	for range width {
		out = append(out, byte(n))
		n >>= 8
	}
	return out
}

// encoder collects the sections of a table.
type encoder struct {
	numbers                                map[string]int // of classes by name
	kinds                                  []byte
	supers, linkEnds, links, ends, methods []int
	classNames                             pool
	names, descs                           *pool
}

func (e *encoder) class(c Class) error {
	super := noClass
	if c.Super != "" {
		n, ok := e.numbers[c.Super]
		if !ok {
			return fmt.Errorf("its superclass %s is not in the table", c.Super)
		}
		super = n
	}
	for _, name := range c.Interfaces {
		n, ok := e.numbers[name]
		if !ok {
			return fmt.Errorf("its interface %s is not in the table", name)
		}
		e.links = append(e.links, n)
	}
	if !slices.IsSortedFunc(c.Methods, CompareMethods) {
		return errors.New("its methods are not in order")
	}
	for _, m := range c.Methods {
		m, final := strings.CutPrefix(m, "-")
		open := strings.IndexByte(m, '(')
		if open < 0 {
			return fmt.Errorf("method %q has no descriptor", m)
		}
		n := e.names.number(m[:open]) | e.descs.number(m[open:])<<descShift
		if final {
			n |= finalBit
		}
		e.methods = append(e.methods, n)
	}
	e.kinds = append(e.kinds, c.Kind)
	e.supers = append(e.supers, super)
	e.linkEnds = append(e.linkEnds, len(e.links))
	e.ends = append(e.ends, len(e.methods))
	e.classNames.add(c.Name)
	return nil
}

// CompareMethods is the order of the methods of a class: by name, then by
// descriptor.
func CompareMethods(a, b string) int {
	a, b = strings.TrimPrefix(a, "-"), strings.TrimPrefix(b, "-")
	nameA, descA, _ := strings.Cut(a, "(")
	nameB, descB, _ := strings.Cut(b, "(")
	if order := strings.Compare(nameA, nameB); order != 0 {
		return order
	}
	return strings.Compare(descA, descB)
}

// pool numbers texts by their first use.
type pool struct {
	at   map[string]int
	ends []int
	text []byte
}

func newPool() *pool { return &pool{at: map[string]int{}} }

func (p *pool) add(text string) {
	p.text = append(p.text, text...)
	p.ends = append(p.ends, len(p.text))
}

func (p *pool) number(text string) int {
	n, ok := p.at[text]
	if !ok {
		n = len(p.ends)
		p.at[text] = n
		p.add(text)
	}
	return n
}
