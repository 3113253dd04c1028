package dextest

import "talpa/dex"

// program is the parsed text.
type program struct {
	version int
	classes []*class
}

type class struct {
	line        int
	desc, super string
	source      string
	interfaces  []string
	access      dex.Access
	notes       []note
	fields      []*field
	methods     []*method
}

type field struct {
	ref    dex.FieldRef
	access dex.Access
	init   *value
	notes  []note
}

type method struct {
	line      int
	ref       dex.MethodRef
	access    dex.Access
	registers int // of the frame
	body      []item
	catches   []catch
	notes     []note
}

func (m *method) isDirect() bool {
	return m.access&(dex.AccStatic|dex.AccPrivate) != 0 || m.ref.Name == "<init>" || m.ref.Name == "<clinit>"
}

// ins is the number of registers that hold the arguments.
func (m *method) ins() int {
	n := 0
	if m.access&dex.AccStatic == 0 {
		n = 1
	}
	for _, p := range m.ref.Params() {
		n++
		if dex.IsWide(p) {
			n++
		}
	}
	return n
}

// note is an annotation.
type note struct {
	visibility dex.Visibility
	typ        string
	elements   []element
}

type element struct {
	name  string
	value value
}

// value is a constant; text is what a reference names.
type value struct {
	kind  dex.ValueKind
	num   uint64 // bits of numbers and booleans
	text  string
	elems []value
	note  *note
	hand  handle
}

// handle is a method handle.
type handle struct {
	kind   dex.HandleKind
	member string
}

// callSite is what an invoke-custom names.
type callSite struct {
	bootstrap handle
	name      string
	desc      string
	args      []value
}

// item is one line of a method body: exactly one of the parts is set, or line
// of a .line directive.
type item struct {
	at      int // line of the text
	label   string
	insn    *insn
	payload *payload
	line    int
	local   *local
}

type insn struct {
	op     dex.Op
	regs   []int
	ref    string // of the opcode's kind
	proto  string // of invoke-polymorphic
	site   *callSite
	lit    int64
	target string // label
}

// payload is the data of a switch or an array; rel is the position of the
// instruction that uses it, from which switch targets count.
type payload struct {
	op      dex.Op
	keys    []int32
	targets []string
	width   int
	elems   []uint64
}

type catch struct {
	at                  int
	typ                 string // "" for all
	start, end, handler string
}

type local struct {
	reg       int
	name, typ string // both "" ends the variable
}
