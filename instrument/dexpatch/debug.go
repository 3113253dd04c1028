package dexpatch

import (
	"fmt"

	"talpa/dex"
)

// Opcodes of debug_info_item.
const (
	dbgEndSequence   = 0x00
	dbgAdvancePC     = 0x01
	dbgAdvanceLine   = 0x02
	dbgStartLocal    = 0x03
	dbgStartLocalExt = 0x04
	dbgEndLocal      = 0x05
	dbgRestartLocal  = 0x06
	dbgSetFile       = 0x09
	dbgSamePosition  = 0x0e // the special opcode that adds nothing to address and line
)

// debugForm says what a method's debug information becomes.
type debugForm struct {
	off   uint32 // old position, 0 for none
	shift uint32 // code units by which all addresses move
	// noLocals leaves the variables out: the frame has grown, and the registers
	// that the program names are no longer those of the arguments.
	noLocals bool
	// line, if not 0, is all that is left: the whole method is on that line.
	line uint32
}

// onlyLine is the form for code that is replaced as a whole.
func onlyLine(c *dex.Code) debugForm {
	if c.DebugOff == 0 {
		return debugForm{}
	}
	lines, err := c.Lines()
	if err != nil || len(lines) == 0 || lines[0].Line <= 0 {
		return debugForm{}
	}
	return debugForm{off: c.DebugOff, line: uint32(lines[0].Line)}
}

// placeDebug writes the debug section anew if anything in it changes, and sets
// the offsets in the code items.
func (p *patcher) placeDebug(items []*placed) error {
	changes := false
	for _, it := range items {
		changes = changes || it.debug != debugForm{off: it.debug.off}
	}
	row := p.row(mapDebug)
	if !changes || row == nil {
		for _, it := range items {
			le.PutUint32(it.bytes[8:], it.debug.off)
		}
		return nil
	}
	at := map[debugForm]uint32{} // offset within the section
	var section []byte
	for _, it := range items {
		if _, ok := at[it.debug]; ok || it.debug.off == 0 {
			continue
		}
		at[it.debug] = uint32(len(section))
		var ok bool
		section, ok = appendDebug(section, p.file.Bytes(), it.debug)
		// Hostile items may overlap; sound ones together are smaller than the file.
		if !ok || len(section) > 2*len(p.file.Bytes()) {
			return fmt.Errorf("the debug information of %s is broken", it.methods[0])
		}
	}
	base := p.place(row, section, len(at))
	for _, it := range items {
		if it.debug.off != 0 {
			le.PutUint32(it.bytes[8:], base+at[it.debug])
		}
	}
	return nil
}

// appendDebug copies a debug_info item in its new form; false if the item runs
// out of the file.
func appendDebug(b, data []byte, form debugForm) ([]byte, bool) {
	r := reader{data: data, pos: form.off}
	line := r.uleb()
	params := r.pos
	for n := r.uleb(); n > 0 && !r.short; n-- {
		r.uleb()
	}
	if r.short {
		return b, false
	}
	if form.line != 0 {
		b = append(appendULEB(b, form.line), data[params:r.pos]...)
		return append(b, dbgSamePosition, dbgEndSequence), true
	}
	b = append(appendULEB(b, line), data[params:r.pos]...)
	if form.shift > 0 {
		b = appendULEB(append(b, dbgAdvancePC), form.shift)
	}
	for !r.short {
		from := r.pos
		op := r.byte()
		local := skipOperands(&r, op)
		if !r.short && !(local && form.noLocals) {
			b = append(b, data[from:r.pos]...)
		}
		if op == dbgEndSequence {
			break
		}
	}
	return b, !r.short
}

// skipOperands reads the operands of a debug opcode and says whether it is
// about a variable.
func skipOperands(r *reader, op byte) (local bool) {
	operands := 0
	switch op {
	case dbgAdvancePC, dbgSetFile:
		operands = 1
	case dbgAdvanceLine:
		r.sleb()
	case dbgEndLocal, dbgRestartLocal:
		operands, local = 1, true
	case dbgStartLocal:
		operands, local = 3, true
	case dbgStartLocalExt:
		operands, local = 4, true
	}
	for range operands {
		r.uleb()
	}
	return local
}
