package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"talpa/specs/platform"
)

// Access flags of the class file format (JVM specification, tables 4.1-B and 4.6-A).
const (
	accPublic    = 0x0001
	accPrivate   = 0x0002
	accProtected = 0x0004
	accStatic    = 0x0008
	accFinal     = 0x0010
	accInterface = 0x0200
	accAbstract  = 0x0400
	accSynthetic = 0x1000
)

// class is what the generator needs of one class file. Names are internal
// names ("android/view/View").
type class struct {
	name, super string
	interfaces  []string
	flags       uint16
	fields      []method // their types as desc
	methods     []method
	constants   map[string]uint32 // whole numbers that fields hold for good
	pool        pool
}

// method is a method of a class, or a field; desc is its descriptor.
type method struct {
	name, desc string
	flags      uint16
	lines      platform.Span // of its code; zero without
	code       []byte        // nil without a body
}

var errShort = errors.New("class file ends early")

// reader reads big-endian numbers and remembers the first failure.
type reader struct {
	data []byte
	err  error
}

func (r *reader) take(n int) []byte {
	if r.err != nil || n > len(r.data) {
		r.err = errShort
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) u1() int {
	if b := r.take(1); b != nil {
		return int(b[0])
	}
	return 0
}

func (r *reader) u2() int {
	if b := r.take(2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (r *reader) u4() int {
	if b := r.take(4); b != nil {
		return int(binary.BigEndian.Uint32(b))
	}
	return 0
}

// pool holds the constants that names are made of, and whole numbers.
type pool struct {
	text    map[int]string
	classes map[int]int
	numbers map[int]uint32
	refs    map[int][2]int // of a reference: its class, its name and type
	pairs   map[int][2]int // of a name and type: both
}

// member is the class, name and descriptor that a reference names; those of a call
// without a class have none.
func (p pool) member(index int) (class, name, desc string) {
	ref := p.refs[index]
	pair := p.pairs[ref[1]]
	return p.class(ref[0]), p.text[pair[0]], p.text[pair[1]]
}

// readPool reads the constant pool (JVM specification, section 4.4).
func readPool(r *reader) pool {
	p := pool{
		text: map[int]string{}, classes: map[int]int{}, numbers: map[int]uint32{}, refs: map[int][2]int{},
		pairs: map[int][2]int{},
	}
	count := r.u2()
	for i := 1; i < count && r.err == nil; i++ {
		switch tag := r.u1(); tag {
		case 1:
			p.text[i] = string(r.take(r.u2()))
		case 7:
			p.classes[i] = r.u2()
		case 8, 16, 19, 20:
			r.take(2)
		case 15:
			r.take(3)
		case 3:
			p.numbers[i] = uint32(r.u4())
		case 9, 10, 11, 17, 18: // of the last two the first number is no class
			p.refs[i] = [2]int{r.u2(), r.u2()}
		case 12:
			p.pairs[i] = [2]int{r.u2(), r.u2()}
		case 4:
			r.take(4)
		case 5, 6: // these take two entries
			r.take(8)
			i++
		default:
			r.err = fmt.Errorf("constant %d has unknown tag %d", i, tag)
		}
	}
	return p
}

func (p pool) class(index int) string { return p.text[p.classes[index]] }

// parseClass reads a class file.
func parseClass(data []byte) (class, error) {
	r := &reader{data: data}
	if r.u4() != 0xcafebabe {
		return class{}, errors.New("not a class file")
	}
	r.take(4) // version
	p := readPool(r)
	c := class{flags: uint16(r.u2()), pool: p}
	c.name, c.super = p.class(r.u2()), p.class(r.u2())
	for n := r.u2(); n > 0 && r.err == nil; n-- {
		c.interfaces = append(c.interfaces, p.class(r.u2()))
	}
	c.constants = map[string]uint32{}
	c.fields = readMembers(r, p, c.constants)
	c.methods = readMembers(r, p, nil)
	return c, r.err
}

// readMembers reads a table of fields or methods; both have one form. What fields
// hold for good goes into constants.
func readMembers(r *reader, p pool, constants map[string]uint32) []method {
	var all []method
	for n := r.u2(); n > 0 && r.err == nil; n-- {
		m := method{flags: uint16(r.u2())}
		m.name, m.desc = p.text[r.u2()], p.text[r.u2()]
		for attributes := r.u2(); attributes > 0 && r.err == nil; attributes-- {
			attribute := p.text[r.u2()]
			value := r.take(r.u4())
			if attribute == "ConstantValue" && len(value) == 2 && m.desc == "I" && constants != nil {
				constants[m.name] = p.numbers[int(binary.BigEndian.Uint16(value))]
			}
			if attribute == "Code" {
				m.lines = readLines(&reader{data: value}, p)
				m.code = readBody(&reader{data: value})
			}
		}
		all = append(all, m)
	}
	return all
}

// readBody reads the instructions of a Code attribute (JVM specification, section 4.7.3).
func readBody(r *reader) []byte {
	r.take(4) // stack, locals
	return r.take(r.u4())
}

// readLines reads the source lines of a Code attribute (JVM specification, sections 4.7.3
// and 4.7.12): from the first to the last that has code.
func readLines(r *reader, p pool) platform.Span {
	r.take(4) // stack, locals
	r.take(r.u4())
	r.take(8 * r.u2()) // handlers of exceptions
	var span platform.Span
	for attributes := r.u2(); attributes > 0 && r.err == nil; attributes-- {
		attribute := p.text[r.u2()]
		table := &reader{data: r.take(r.u4())}
		if attribute != "LineNumberTable" {
			continue
		}
		for n := table.u2(); n > 0 && table.err == nil; n-- {
			table.u2() // offset
			if line := table.u2(); table.err == nil {
				span = span.Add(line)
			}
		}
	}
	return span
}
