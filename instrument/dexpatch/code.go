package dexpatch

import (
	"encoding/binary"

	"talpa/dex"
	"talpa/instrument"
)

var le = binary.LittleEndian

const (
	codeHeader = 16 // bytes of a code_item before its instructions
	tryItem    = 8  // bytes of a try_item
)

// Instructions that the patches are made of.
const (
	opNop           = 0x00
	opMove          = 0x01 // first of nine: plain, wide and object, each in three widths
	opReturnVoid    = 0x0e
	opReturn        = 0x0f
	opReturnWide    = 0x10
	opReturnObject  = 0x11
	opConst4        = 0x12
	opConstWide16   = 0x16
	opConstString   = 0x1a
	opConstStringJ  = 0x1b // jumbo
	opInvokeStatic  = 0x71
	maxShortIndex   = 0xffff
	twoArgs         = 2 << 12 // argument count of invoke-static
	argsV0V1        = 0x0010
	scratch         = 2 // registers that the log call needs
	maxFrame        = 0xffff
	maxByteRegister = 0xff
)

// logCall is the index of a static Log method that takes tag and text.
type logCall struct {
	method uint32
	ok     bool
}

// findLog looks for a method of android.util.Log in the method table.
func findLog(f *dex.File) logCall {
	best := logCall{}
	rank := 0
	names := map[string]int{"i": 5, "d": 4, "v": 3, "w": 2, "e": 1}
	for i := range uint32(f.NumMethods()) {
		m := f.MethodAt(i)
		if m.Class != "Landroid/util/Log;" || m.Desc != "(Ljava/lang/String;Ljava/lang/String;)I" || i > maxShortIndex {
			continue
		}
		if r := names[m.Name]; r > rank {
			best, rank = logCall{i, true}, r
		}
	}
	return best
}

// item is a code item to write.
type item struct {
	bytes  []byte
	debug  debugForm
	silent bool // no log call fitted
}

// copyItem takes over the code item at off unchanged.
func copyItem(data []byte, off uint32) item {
	end := codeEnd(data, off)
	b := append([]byte(nil), data[off:end]...)
	return item{bytes: b, debug: debugForm{off: le.Uint32(b[8:])}}
}

// codeEnd is where the checked code item at off ends.
func codeEnd(data []byte, off uint32) uint32 {
	tries := uint32(le.Uint16(data[off+6:]))
	end := off + codeHeader + 2*le.Uint32(data[off+12:])
	if tries == 0 {
		return end
	}
	r := reader{data: data, pos: (end+3)&^3 + tryItem*tries}
	for n := r.uleb(); n > 0; n-- {
		size := r.sleb()
		for i := max(size, -size); i > 0; i-- {
			r.uleb()
			r.uleb()
		}
		if size <= 0 {
			r.uleb()
		}
	}
	return r.pos
}

// changed makes the new code item of a method.
func (p *patcher) changed(m *dex.Method, action instrument.Action) item {
	switch action {
	case instrument.Return:
		return p.returning(m)
	case instrument.Guarded:
		prologue, silent := p.guardUnits(m, p.guards[m.String()])
		return p.prefixed(m, prologue, silent)
	}
	prologue, _ := p.logUnits(m)
	return p.prefixed(m, prologue, false)
}

// returning is a method that logs and returns the neutral value. Its arguments
// are not needed any more, so the scratch registers may be theirs.
func (p *patcher) returning(m *dex.Method) item {
	c := m.Code()
	units, silent := p.logUnits(m)
	need := uint16(scratch)
	if silent {
		need = 0
	}
	neutral, registers := neutralReturn(m)
	units, need = append(units, neutral...), max(need, registers)
	b := p.header(c, max(c.Registers, need), silent, 0, units)
	return item{bytes: appendUnits(b, units), debug: onlyLine(c), silent: silent}
}

// neutralReturn returns what stands for nothing, and the registers that it takes.
func neutralReturn(m *dex.Method) (units []uint16, registers uint16) {
	switch result := m.Ref().Return(); {
	case result == "V":
		return []uint16{opReturnVoid}, 0
	case dex.IsWide(result):
		return []uint16{opConstWide16, 0, opReturnWide}, scratch
	case result[0] == 'L' || result[0] == '[':
		return []uint16{opConst4, opReturnObject}, 1
	}
	return []uint16{opConst4, opReturn}, 1
}

// header makes the first 16 bytes of a code item.
func (p *patcher) header(c *dex.Code, registers uint16, silent bool, tries uint16, units []uint16) []byte {
	outs := c.Outs
	if !silent {
		outs = max(outs, scratch)
	}
	b := le.AppendUint16(nil, registers)
	b = le.AppendUint16(b, c.Ins)
	b = le.AppendUint16(b, outs)
	b = le.AppendUint16(b, tries)
	b = le.AppendUint32(b, 0) // debug_info_off: set when that section is placed
	return le.AppendUint32(b, uint32(len(units)))
}

// logUnits is the call Log.i(descriptor of the class, name of the method),
// which uses v0 and v1; nothing if the file does not know Log.
func (p *patcher) logUnits(m *dex.Method) (units []uint16, silent bool) {
	if !p.log.ok {
		return nil, true
	}
	data, h := p.file.Bytes(), &p.file.Header
	id := h.MethodIDs.Off + 8*m.Index
	class := le.Uint32(data[h.TypeIDs.Off+4*uint32(le.Uint16(data[id:])):])
	name := le.Uint32(data[id+4:])
	for register, index := range []uint32{class, name} {
		if index > maxShortIndex {
			units = append(units, opConstStringJ|uint16(register)<<8, uint16(index), uint16(index>>16))
		} else {
			units = append(units, opConstString|uint16(register)<<8, uint16(index))
		}
	}
	return append(units, opInvokeStatic|twoArgs, uint16(p.log.method), argsV0V1), false
}

// prefixed is a method that first runs a prologue and then as before. If it has
// fewer registers than the prologue needs, its frame grows, and its arguments,
// which lie at the end of the frame, are moved down to where its code expects them.
func (p *patcher) prefixed(m *dex.Method, prologue []uint16, silent bool) item {
	c := m.Code()
	old := copyItem(p.file.Bytes(), c.Off)
	grow := growth(c)
	if grow > 0 {
		prologue = append(prologue, moves(m, c.Registers-c.Ins, grow)...)
	}
	if len(prologue)%2 == 1 {
		prologue = append(prologue, opNop) // payloads of switches stay aligned
	}
	shift := uint32(len(prologue))
	units := prologue
	for at := uint32(codeHeader); at < codeHeader+2*c.Units; at += 2 {
		units = append(units, le.Uint16(old.bytes[at:]))
	}
	tries := le.Uint16(old.bytes[6:])
	b := appendUnits(p.header(c, c.Registers+grow, false, tries, units), units)
	if tries > 0 {
		b = appendTries(b, old.bytes, c.Units, shift)
	}
	return item{bytes: b, debug: debugForm{off: c.DebugOff, shift: shift, noLocals: grow > 0}, silent: silent}
}

// growth is the number of registers that a frame lacks for a prologue.
func growth(c *dex.Code) uint16 { return uint16(max(0, scratch-int(c.Registers-c.Ins))) }

// moves copies each argument down by grow registers, the first one first.
func moves(m *dex.Method, to, grow uint16) []uint16 {
	kinds := make([]string, 0, 8)
	if !m.IsStatic() {
		kinds = append(kinds, m.Class.Descriptor)
	}
	var units []uint16
	for _, kind := range append(kinds, dex.Params(m.Desc)...) {
		op, width := uint16(opMove), uint16(1)
		switch {
		case dex.IsWide(kind):
			op, width = opMove+3, 2
		case kind[0] == 'L' || kind[0] == '[':
			op = opMove + 6
		}
		if to > maxByteRegister {
			units = append(units, op+2, to, to+grow)
		} else {
			units = append(units, op+1|to<<8, to+grow)
		}
		to += width
	}
	return units
}

// appendTries copies try items and handlers with all addresses moved by shift.
// The handlers' encodings may grow, so their offsets are mapped.
func appendTries(b, old []byte, units, shift uint32) []byte {
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	tries := uint32(le.Uint16(old[6:]))
	first := (codeHeader + 2*units + 3) &^ 3
	list := first + tryItem*tries
	r := reader{data: old, pos: list}
	count := r.uleb()
	handlers := appendULEB(nil, count)
	moved := map[uint16]uint16{}
	for ; count > 0; count-- {
		moved[uint16(r.pos-list)] = uint16(len(handlers))
		size := r.sleb()
		handlers = appendSLEB(handlers, size)
		for i := max(size, -size); i > 0; i-- {
			handlers = appendULEB(handlers, r.uleb())
			handlers = appendULEB(handlers, r.uleb()+shift)
		}
		if size <= 0 {
			handlers = appendULEB(handlers, r.uleb()+shift)
		}
	}
	for i := range tries {
		try := old[first+tryItem*i:]
		b = le.AppendUint32(b, le.Uint32(try)+shift)
		b = append(b, try[4:6]...)
		b = le.AppendUint16(b, moved[le.Uint16(try[6:])])
	}
	return append(b, handlers...)
}

func appendUnits(b []byte, units []uint16) []byte {
	for _, u := range units {
		b = le.AppendUint16(b, u)
	}
	return b
}
