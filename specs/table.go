package specs

import (
	"errors"
	"fmt"
	"strings"
)

// classTable is the framework's classes in the form in which the program carries
// them: arrays of little-endian numbers and three pools of text, read in place.
// Nothing is unpacked or copied, so that what nobody asks for is not even loaded.
//
// The sections follow each other without gaps: the numbers of a header (their
// counts, see newClassTable), the slots of a hash table of class names, then
// kinds, supers, linkEnds, links, methodEnds, methods, the ends of the texts of
// the three pools, the pools, and the origin. The things of class i, its links (interfaces)
// and methods, end at the i-th end and begin at the one before. Texts of methods
// are in the pools by the order of their first use, so that those of a class lie
// together; the methods of a class are in the order of name plus descriptor.
type classTable struct {
	classes int
	mask    uint32 // slots of the hash table, less 1
	slots   u16s   // class plus 1; 0 is free
	kinds   string // a letter for each class: see Class
	supers  u16s   // class, noClass for none
	linkEnd u16s
	links   u16s // class
	ends    u32s // of methods
	methods u32s // name, and descriptor << 17, and 1 << 16 if it can only be called
	names   texts
	method  texts // bare names
	descs   texts
	origin  string // what the table was made of, for people
}

const (
	tableMagic  = 0x31574654 // "TFW1"
	tableHeader = 10         // numbers
	noClass     = 1<<16 - 1
	finalBit    = 1 << 16
	descShift   = 17
)

// u16s and u32s are arrays of little-endian numbers in the table.
type (
	u16s string
	u32s string
)

func (a u16s) at(i int) int { return int(a[2*i]) | int(a[2*i+1])<<8 }

func (a u32s) at(i int) uint32 {
	return uint32(a[4*i]) | uint32(a[4*i+1])<<8 | uint32(a[4*i+2])<<16 | uint32(a[4*i+3])<<24
}

// texts is a pool: text i ends at the i-th end.
type texts struct {
	ends u32s
	pool string
}

func (t *texts) at(i int) string {
	start := uint32(0)
	if i > 0 {
		start = t.ends.at(i - 1)
	}
	return t.pool[start:t.ends.at(i)]
}

// newClassTable finds the sections of a table. What they hold is not looked at:
// the embedded one is checked by a test.
func newClassTable(data string) (*classTable, error) {
	if len(data) < 4*tableHeader || u32s(data).at(0) != tableMagic {
		return nil, errors.New("this is no table of classes")
	}
	var n [tableHeader]int
	for i := range n {
		n[i] = int(u32s(data).at(i))
	}
	rest, whole := data[4*tableHeader:], true
	cut := func(size int) string {
		if size < 0 || size > len(rest) {
			whole = false
			return ""
		}
		section := rest[:size]
		rest = rest[size:]
		return section
	}
	classes, slots, links, methods, names, descs := n[1], n[2], n[3], n[4], n[5], n[6]
	t := &classTable{
		classes: classes, mask: uint32(slots - 1), slots: u16s(cut(2 * slots)), kinds: cut(classes),
		supers: u16s(cut(2 * classes)), linkEnd: u16s(cut(2 * classes)), links: u16s(cut(2 * links)),
		ends: u32s(cut(4 * classes)), methods: u32s(cut(4 * methods)),
		names: texts{ends: u32s(cut(4 * classes))}, method: texts{ends: u32s(cut(4 * names))},
		descs: texts{ends: u32s(cut(4 * descs))},
	}
	t.names.pool, t.method.pool, t.descs.pool = cut(n[7]), cut(n[8]), cut(n[9])
	t.origin = rest
	if !whole || slots == 0 || slots&(slots-1) != 0 {
		return nil, fmt.Errorf("a table of %d classes and %d methods does not fit into %d bytes", classes, methods, len(data))
	}
	return t, nil
}

// hash is FNV-1a.
func hash(text string) uint32 {
	h := uint32(2166136261)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return h
}

// find is the number of a class, -1 if the table does not have it.
func (t *classTable) find(name string) int {
	for slot := hash(name) & t.mask; ; slot = (slot + 1) & t.mask {
		c := t.slots.at(int(slot)) - 1
		if c < 0 || t.names.at(c) == name {
			return c
		}
	}
}

// super is the superclass of class c, -1 if it has none.
func (t *classTable) super(c int) int {
	if s := t.supers.at(c); s != noClass {
		return s
	}
	return -1
}

// interfaces are the links of class c: from first to last-1.
func (t *classTable) interfaces(c int) (first, last int) {
	if c > 0 {
		first = t.linkEnd.at(c - 1)
	}
	return first, t.linkEnd.at(c)
}

// methodsOf are the methods of class c: from first to last-1.
func (t *classTable) methodsOf(c int) (first, last int) {
	if c > 0 {
		first = int(t.ends.at(c - 1))
	}
	return first, int(t.ends.at(c))
}

// methodAt is method i: its bare name, its descriptor, and whether a subclass
// can override it.
func (t *classTable) methodAt(i int) (name, desc string, overridable bool) {
	m := t.methods.at(i)
	return t.method.at(int(m & 0xffff)), t.descs.at(int(m >> descShift)), m&finalBit == 0
}

// declares looks a method (name plus descriptor) of class c up.
func (t *classTable) declares(c int, method string) (overridable, ok bool) {
	open := max(strings.IndexByte(method, '('), 0)
	bare, args := method[:open], method[open:]
	first, last := t.methodsOf(c)
	for first < last {
		at := int(uint(first+last) / 2)
		name, desc, overridable := t.methodAt(at)
		order := strings.Compare(name, bare)
		if order == 0 {
			order = strings.Compare(desc, args)
		}
		switch {
		case order == 0:
			return overridable, true
		case order < 0:
			first = at + 1
		default:
			last = at
		}
	}
	return false, false
}
