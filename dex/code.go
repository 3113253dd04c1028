package dex

import "iter"

const codeHeader = 16 // bytes of a code_item before its instructions

// Code is the checked code of a method. Positions are in 16-bit code units
// from its first instruction, as in stack traces ("dex pc") and in dexdump.
type Code struct {
	File      *File
	Registers uint16 // frame size; the arguments are in the last Ins of them
	Ins       uint16 // registers of arguments, the receiver included
	Outs      uint16 // registers needed for arguments of calls made here
	Units     uint32 // length of the instructions in code units
	// Raw positions in bytes: of the code item, its first instruction and its
	// debug information (0 if none).
	Off, InsnsOff, DebugOff uint32
	numTries                uint16
}

// codeAt reads and checks the code item at off. The first result says whether
// that item is sound; the error is for files that must be given up.
func (r *classReader) codeAt(off uint32) (codeResult, error) {
	if res, ok := r.code[off]; ok {
		return res, nil
	}
	var res codeResult
	c := &Code{}
	if res.err = r.readCode(off, c); res.err == nil {
		res.code = c
	}
	if r.budget < 0 {
		return res, faultf(off, "expected code items that do not overlap: together they exceed the file")
	}
	r.code[off] = res
	return res, nil
}

func (r *classReader) readCode(off uint32, c *Code) error {
	cur := cursor{data: r.file.data, off: off}
	*c = Code{File: r.file, Off: off, InsnsOff: off + codeHeader}
	c.Registers, c.Ins, c.Outs, c.numTries = cur.u16(), cur.u16(), cur.u16(), cur.u16()
	c.DebugOff, c.Units = cur.u32(), cur.u32()
	if cur.err != nil {
		return cur.err
	}
	if c.Units > cur.left()/2 {
		return faultf(off+12, "expected instructions inside the file, found %d code units, room for %d",
			c.Units, cur.left()/2)
	}
	if c.Ins > c.Registers {
		return faultf(off+2, "expected at most %d argument registers, found %d", c.Registers, c.Ins)
	}
	if r.budget -= int64(2*c.Units) + int64(codeHeader); r.budget < 0 {
		return nil
	}
	if err := r.checkInsns(c); err != nil {
		return err
	}
	end, err := c.checkTries(r.boundary)
	r.budget -= int64(end) - int64(c.InsnsOff+2*c.Units)
	return err
}

// word is the code unit at position pc.
func (c *Code) word(pc uint32) uint16 { return u16at(c.File.data, c.InsnsOff+2*pc) }

// At decodes the instruction at position pc, which must be the start of one:
// Code has been checked, pc has not.
func (c *Code) At(pc uint32) Insn {
	var in Insn
	decode(c.File.data, c.InsnsOff+2*pc, pc, &in)
	return in
}

// OpAt is the operation of the instruction at position pc.
func (c *Code) OpAt(pc uint32) Op { return Op(c.word(pc)) }

// Insns yields the instructions in address order. Payloads of switches and
// arrays, which lie between instructions, are left out.
func (c *Code) Insns() iter.Seq[Insn] { return c.InsnsIn(0, c.Units) }

// InsnsIn is Insns for the positions from start, which must be that of an
// instruction, up to end.
func (c *Code) InsnsIn(start, end uint32) iter.Seq[Insn] {
	end = min(end, c.Units)
	return func(yield func(Insn) bool) {
		var in Insn
		for pc := start; pc < end; {
			if n := c.payloadLen(pc); n > 0 {
				pc += n
				continue
			}
			decode(c.File.data, c.InsnsOff+2*pc, pc, &in)
			pc += in.Len()
			if !yield(in) {
				return
			}
		}
	}
}

// ThisReg is the register that holds the receiver of an instance method on
// entry; the parameters follow it in order.
func (c *Code) ThisReg() uint16 { return c.Registers - c.Ins }
