package dex

// Insn is one decoded instruction. It is a plain value; what Index means
// depends on Op.Ref(), and the tables are those of the File that holds the code.
type Insn struct {
	Off   uint32 // position in 16-bit code units from the start of the method (the dex pc)
	Index uint32 // string, type, field, method, call site, method handle or proto index
	// Lit is the literal; of branches and switches (Op.Branches, Op.Payload) it
	// is the absolute position of the target or payload in code units.
	Lit   int64
	Regs  [5]uint16 // registers in operand order; of range formats only the first
	Proto uint16    // proto index of invoke-polymorphic
	Op    Op
	N     uint8 // number of register operands; of range formats the length of the range
}

func (in *Insn) regs(r ...uint16) { in.N = uint8(copy(in.Regs[:], r)) }

// Len is the length in code units.
func (in *Insn) Len() uint32 { return opcodes[in.Op].Format.Units() }

// Next is the position of the instruction that follows.
func (in *Insn) Next() uint32 { return in.Off + in.Len() }

// Target is the position of a branch's target or of a switch's or array's payload.
func (in *Insn) Target() uint32 { return uint32(in.Lit) }

// A is the first register operand, B the second, C the third.
func (in *Insn) A() uint16 { return in.Regs[0] }

// B is the second register operand.
func (in *Insn) B() uint16 { return in.Regs[1] }

// C is the third register operand.
func (in *Insn) C() uint16 { return in.Regs[2] }

// IsRange reports whether the registers are a contiguous range.
func (in *Insn) IsRange() bool {
	f := opcodes[in.Op].Format
	return f == Fmt3rc || f == Fmt4rcc
}

// Reg is register operand i, 0 <= i < N.
func (in *Insn) Reg(i int) uint16 {
	if in.IsRange() {
		return in.Regs[0] + uint16(i)
	}
	return in.Regs[i]
}

// AppendRegs appends all register operands to dst. Of a call these are the
// arguments, the receiver first; a long or double takes two of them.
func (in *Insn) AppendRegs(dst []uint16) []uint16 {
	for i := range int(in.N) {
		dst = append(dst, in.Reg(i))
	}
	return dst
}

// Def is the register that the instruction sets; a wide one also sets the next
// register. ok is false for instructions that set none. What a call returns is
// set by the move-result that follows it.
func (in *Insn) Def() (reg uint16, wide, ok bool) {
	switch operands := opcodes[in.Op].operands; {
	case operands == "":
		return 0, false, false
	case operands[0] == 'd' || operands[0] == 'x':
		return in.Regs[0], false, true
	case operands[0] == 'D' || operands[0] == 'X':
		return in.Regs[0], true, true
	}
	return 0, false, false
}

// AppendUses appends the registers that the instruction reads to dst, both
// halves of wide ones.
func (in *Insn) AppendUses(dst []uint16) []uint16 {
	operands := opcodes[in.Op].operands
	if operands == "*" {
		return in.AppendRegs(dst)
	}
	for i := range len(operands) {
		switch operands[i] {
		case 'u', 'x':
			dst = append(dst, in.Regs[i])
		case 'U', 'X':
			dst = append(dst, in.Regs[i], in.Regs[i]+1)
		}
	}
	return dst
}
