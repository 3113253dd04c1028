package main

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"talpa/specs"
)

// value is what a stack slot or local holds as far as guards need.
type value struct {
	kind valueKind
	n    int    // the number of a parameter
	name string // the class of a new object
}

type valueKind byte

const (
	other     valueKind = iota
	parameter           // counted from 0 without the receiver
	length              // of a parameter that is an array
	zeroOrNull
	object // that the method makes
)

// bounds of a walk.
const (
	maxBranches = 24 // of a method
	maxFailing  = 60 // instructions from a test to the throw
)

// body is a method whose guards are looked for.
type body struct {
	c      *class
	code   []byte
	static bool
	desc   string
}

// guardWalk follows the code of a body from its start: past tests of parameters of which
// one side throws, and past nothing else that branches, so that each guard found is met by
// every call that passes those before it.
type guardWalk struct {
	body
	locals   map[int]value
	stack    []value
	checkers map[string][]specs.Throw // of methods that check their parameters, by name
	found    []specs.Throw
}

// guardsOf finds which exceptions a body throws, under which test of which parameter.
func guardsOf(b body, checkers map[string][]specs.Throw) []specs.Throw {
	w := &guardWalk{body: b, locals: map[int]value{}, checkers: checkers}
	local := 0
	if !b.static {
		local = 1
	}
	for i, p := range parametersOf(b.desc) {
		w.locals[local] = value{kind: parameter, n: i}
		local += slots(p)
	}
	w.run()
	slices.SortFunc(w.found, specs.CompareThrows)
	return w.found
}

func (w *guardWalk) note(v value, test specs.ThrowTest, exception string) {
	known := func(t specs.Throw) bool { return t.Param == v.n && t.Test == test } // the first one throws
	if (v.kind == parameter || v.kind == length) && !slices.ContainsFunc(w.found, known) {
		w.found = append(w.found, specs.Throw{Param: v.n, Test: test, Exception: strings.ReplaceAll(exception, "/", ".")})
	}
}

// run walks on until a branch that is no guard.
func (w *guardWalk) run() {
	pc := 0
	for range maxBranches {
		var ok bool
		if pc, ok = w.straight(pc, len(w.code), nil); !ok {
			return
		}
		next, target, test := w.branch(pc)
		if exception := w.failing(target); exception != "" {
			w.tested(test, false, exception)
			pc = next
		} else if exception := w.failing(next); exception != "" && target > pc {
			w.tested(test, true, exception)
			pc = target
		} else {
			return
		}
	}
}

// condition is the test of a conditional jump: its operation, and what it compares.
type condition struct {
	op   byte
	a, b value
}

// branch takes the operands of the conditional jump at pc.
func (w *guardWalk) branch(pc int) (next, target int, test condition) {
	test.op = w.code[pc]
	if test.op >= 0x9f && test.op <= 0xa6 {
		test.b = w.pop()
	}
	test.a = w.pop()
	return pc + 3, pc + int(int16(binary.BigEndian.Uint16(w.code[pc+1:]))), test
}

// tested notes the test under which a side throws: that of the jump, or its opposite.
func (w *guardWalk) tested(c condition, opposite bool, exception string) {
	op := c.op
	if opposite {
		if op >= 0xc6 {
			op ^= 1
		} else {
			op = (op + 1) ^ 1 - 1
		}
	}
	switch op {
	case 0xc6: // ifnull
		w.note(c.a, specs.ThrowsNull, exception)
	case 0x99: // ifeq
		if c.a.kind == length {
			w.note(c.a, specs.ThrowsEmpty, exception)
		} else {
			w.note(c.a, specs.ThrowsZero, exception)
		}
	case 0x9b, 0x9e: // iflt, ifle
		w.note(c.a, specs.ThrowsNegative, exception)
	case 0xa1, 0xa4: // if_icmplt, if_icmple
		w.note(c.a, specs.ThrowsLow, exception)
		w.note(c.b, specs.ThrowsHigh, exception)
	case 0xa2, 0xa3: // if_icmpge, if_icmpgt
		w.note(c.a, specs.ThrowsHigh, exception)
		w.note(c.b, specs.ThrowsLow, exception)
	}
}

// failing is the exception that the code from pc throws without a branch; "" if it does not. It looks
// ahead only: stack and locals of the walk stay as they are.
func (w *guardWalk) failing(pc int) string {
	if pc < 0 || pc >= len(w.code) {
		return ""
	}
	try := guardWalk{body: w.body, locals: maps.Clone(w.locals), checkers: nil}
	try.stack = slices.Clone(w.stack)
	thrown := ""
	try.straight(pc, maxFailing, &thrown)
	return thrown
}

// straight executes instructions from pc, at most a number of them, up to a conditional
// jump, of which it gives the position; ok is false where the code ends before one, or is
// not followed. The class that it throws goes into thrown.
func (w *guardWalk) straight(pc, most int, thrown *string) (at int, ok bool) {
	for range most {
		if pc < 0 || pc >= len(w.code) {
			return 0, false
		}
		op := w.code[pc]
		switch {
		case op >= 0x99 && op <= 0xa6 || op == 0xc6 || op == 0xc7:
			return pc, pc+3 <= len(w.code)
		case op == 0xa7 && pc+3 <= len(w.code): // goto
			by := int(int16(binary.BigEndian.Uint16(w.code[pc+1:])))
			if by <= 0 {
				return 0, false
			}
			pc += by
			continue
		case op == 0xbf: // athrow
			if v := w.pop(); v.kind == object && thrown != nil {
				*thrown = v.name
			}
			return 0, false
		}
		size := w.step(pc)
		if size == 0 {
			return 0, false
		}
		pc += size
	}
	return 0, false
}

func (w *guardWalk) pop() value {
	if len(w.stack) == 0 {
		return value{}
	}
	v := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	return v
}

func (w *guardWalk) push(v value, slots int) {
	w.stack = append(w.stack, v)
	for ; slots > 1; slots-- {
		w.stack = append(w.stack, value{})
	}
}

// dereferenced notes that a parameter is used as an object: null throws there.
func (w *guardWalk) dereferenced(v value) {
	if v.kind == parameter && w.checkers != nil {
		w.note(v, specs.ThrowsNull, "java/lang/NullPointerException")
	}
}

// step executes the instruction at pc and gives its length; 0 if it is not followed.
func (w *guardWalk) step(pc int) int {
	op := w.code[pc]
	o := opcodes[op]
	if o.size == 0 || pc+int(o.size) > len(w.code) {
		return 0
	}
	operand := 0
	switch o.size {
	case 2:
		operand = int(w.code[pc+1])
	case 3, 5:
		operand = int(binary.BigEndian.Uint16(w.code[pc+1:]))
	}
	switch {
	case op == 0x01 || op == 0x03: // aconst_null, iconst_0
		w.push(value{kind: zeroOrNull}, 1)
	case op >= 0x15 && op <= 0x19: // load
		w.push(w.locals[operand], int(o.push))
	case op >= 0x1a && op <= 0x2d:
		w.push(w.locals[int(op-0x1a)%4], int(o.push))
	case op >= 0x36 && op <= 0x4e: // store
		if op >= 0x3b {
			operand = int(op-0x3b) % 4
		}
		for range o.pop {
			w.locals[operand] = w.pop()
		}
	case op == 0x84: // iinc
		delete(w.locals, int(w.code[pc+1]))
	case op == 0x59: // dup
		v := w.pop()
		w.push(v, 1)
		w.push(v, 1)
	case op == 0x5a: // dup_x1
		b, a := w.pop(), w.pop()
		w.stack = append(w.stack, b, a, b)
	case op == 0xbb: // new
		w.push(value{kind: object, name: w.c.pool.class(operand)}, 1)
	case op == 0xbe: // arraylength
		v := w.pop()
		w.dereferenced(v)
		if v.kind == parameter {
			v.kind = length
		}
		w.push(v, 1)
	case op == 0xc0: // checkcast
	case op >= 0xb2 && op <= 0xba:
		w.member(op, operand)
	default:
		for range o.pop {
			w.pop()
		}
		if o.push > 0 {
			w.push(value{}, int(o.push))
		}
	}
	return int(o.size)
}

// member executes an instruction that names a field or method.
func (w *guardWalk) member(op byte, operand int) {
	class, name, desc := w.c.pool.member(operand)
	switch op {
	case 0xb2: // getstatic
		w.push(value{}, slots(desc))
		return
	case 0xb3, 0xb5: // putstatic, putfield
		for range slots(desc) {
			w.pop()
		}
		if op == 0xb5 {
			w.dereferenced(w.pop())
		}
		return
	case 0xb4: // getfield
		w.dereferenced(w.pop())
		w.push(value{}, slots(desc))
		return
	}
	params := parametersOf(desc)
	args := make([]value, len(params))
	for i := range params {
		at := len(params) - 1 - i
		for range slots(params[at]) {
			args[at] = w.pop()
		}
	}
	if op != 0xb8 && op != 0xba { // not invokestatic, invokedynamic
		receiver := w.pop()
		if name != "<init>" {
			w.dereferenced(receiver)
		}
	}
	for _, t := range w.checkers[class+"."+name+desc] {
		if t.Param < len(args) && args[t.Param].kind == parameter {
			w.note(args[t.Param], t.Test, t.Exception)
		}
	}
	if result := desc[strings.IndexByte(desc, ')')+1:]; result != "V" {
		v := value{}
		if len(params) > 0 && params[0] == result && slices.ContainsFunc(w.checkers[class+"."+name+desc],
			func(t specs.Throw) bool { return t.Param == 0 && t.Test == specs.ThrowsNull }) {
			v = args[0] // checkers give what they checked, as requireNonNull does
		}
		w.push(v, slots(result))
	}
}

// slots is how many stack slots a type takes.
func slots(desc string) int {
	if desc == "J" || desc == "D" {
		return 2
	}
	return 1
}

// parametersOf are the types of a descriptor's parameters.
func parametersOf(desc string) []string {
	var all []string
	rest, _, _ := strings.Cut(strings.TrimPrefix(desc, "("), ")")
	for rest != "" {
		n := 0
		for n < len(rest)-1 && rest[n] == '[' {
			n++
		}
		if rest[n] == 'L' {
			n += max(strings.IndexByte(rest[n:], ';'), 0)
		}
		all = append(all, rest[:n+1])
		rest = rest[n+1:]
	}
	return all
}

// opcode is what an instruction does to the stack, in slots; size 0 is not followed.
type opcode struct{ size, pop, push uint8 }

// opcodes are those of the JVM specification, chapter 6.
var opcodes = func() (t [256]opcode) {
	set := func(from, to int, o opcode) {
		for i := from; i <= to; i++ {
			t[i] = o
		}
	}
	each := func(from int, all ...opcode) {
		for i, o := range all {
			t[from+i] = o
		}
	}
	set(0x00, 0x00, opcode{1, 0, 0})
	set(0x01, 0x08, opcode{1, 0, 1})
	set(0x09, 0x0a, opcode{1, 0, 2})
	set(0x0b, 0x0d, opcode{1, 0, 1})
	set(0x0e, 0x0f, opcode{1, 0, 2})
	each(0x10, opcode{2, 0, 1}, opcode{3, 0, 1}, opcode{2, 0, 1}, opcode{3, 0, 1}, opcode{3, 0, 2})
	for i, wide := range []uint8{1, 2, 1, 2, 1} { // int, long, float, double, reference
		t[0x15+i], t[0x36+i] = opcode{2, 0, wide}, opcode{2, wide, 0}
		set(0x1a+4*i, 0x1d+4*i, opcode{1, 0, wide})
		set(0x3b+4*i, 0x3e+4*i, opcode{1, wide, 0})
	}
	for i, wide := range []uint8{1, 2, 1, 2, 1, 1, 1, 1} {
		t[0x2e+i], t[0x4f+i] = opcode{1, 2, wide}, opcode{1, 2 + wide, 0}
	}
	each(0x57, opcode{1, 1, 0}, opcode{1, 2, 0}, opcode{1, 1, 2}, opcode{1, 2, 3})
	for i := range 20 {
		wide := uint8(1 + i&1)
		t[0x60+i] = opcode{1, 2 * wide, wide}
	}
	for i := range 4 {
		wide := uint8(1 + i&1)
		t[0x74+i] = opcode{1, wide, wide}
	}
	for i := range 6 {
		wide := uint8(1 + i&1)
		t[0x78+i], t[0x7e+i] = opcode{1, wide + 1, wide}, opcode{1, 2 * wide, wide}
	}
	t[0x84] = opcode{3, 0, 0}
	for i, o := range [][2]uint8{
		{1, 2}, {1, 1}, {1, 2}, {2, 1}, {2, 1}, {2, 2}, {1, 1}, {1, 2}, {1, 2}, {2, 1}, {2, 2}, {2, 1},
		{1, 1}, {1, 1}, {1, 1},
	} {
		t[0x85+i] = opcode{1, o[0], o[1]}
	}
	each(0x94, opcode{1, 4, 1}, opcode{1, 2, 1}, opcode{1, 2, 1}, opcode{1, 4, 1}, opcode{1, 4, 1})
	set(0xb2, 0xb8, opcode{3, 0, 0})
	set(0xb9, 0xba, opcode{5, 0, 0})
	each(0xbb, opcode{3, 0, 1}, opcode{2, 1, 1}, opcode{3, 1, 1}, opcode{1, 1, 1})
	set(0xc0, 0xc1, opcode{3, 1, 1})
	set(0xc2, 0xc3, opcode{1, 1, 0})
	return t
}()
