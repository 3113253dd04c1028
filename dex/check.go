package dex

// checkInsns makes the checks of ART's method verifier that need no data flow,
// in two passes: the first walks the instructions and notes where they start,
// the second checks where branches lead.
func (r *classReader) checkInsns(c *Code) error {
	words := int(c.Units+63) / 64
	if cap(r.boundary) < words {
		r.boundary = make([]uint64, words)
	}
	r.boundary = r.boundary[:words]
	clear(r.boundary)
	var in Insn
	jumps := false
	if c.Units == 0 {
		return c.fault(0, "expected an instruction, found an empty method")
	}
	for pc := uint32(0); pc < c.Units; {
		if n := c.payloadLen(pc); n > 0 {
			if n > c.Units-pc {
				return c.fault(pc, "expected a payload inside the method, found one of %d code units", n)
			}
			pc += n
			continue
		}
		op := Op(c.word(pc))
		if opcodes[op].Format == FmtUnused {
			return c.fault(pc, "expected an opcode, found 0x%02x", uint8(op))
		}
		if n := op.Format().Units(); n > c.Units-pc {
			return c.fault(pc, "expected %s of %d code units, found the end of the method", op, n)
		}
		decode(c.File.data, c.InsnsOff+2*pc, pc, &in)
		if err := c.checkOperands(&in); err != nil {
			return err
		}
		r.boundary[pc/64] |= 1 << (pc % 64)
		jumps = jumps || op.is(branches|hasPayload)
		pc += in.Len()
	}
	if !jumps {
		return nil
	}
	for in := range c.Insns() {
		if err := r.checkTargets(c, &in); err != nil {
			return err
		}
	}
	return nil
}

func (c *Code) fault(pc uint32, format string, args ...any) error {
	return faultf(c.InsnsOff+2*pc, format, args...)
}

// checkOperands checks registers against the frame and references against
// their tables.
func (c *Code) checkOperands(in *Insn) error {
	row := &opcodes[in.Op]
	frame := uint32(c.Registers)
	if row.operands == "*" {
		if in.N > 5 && !in.IsRange() {
			return c.fault(in.Off, "expected at most 5 arguments, found %d", in.N)
		}
		for i := range int(in.N) {
			if in.IsRange() {
				i = int(in.N) - 1
			}
			if top := uint32(in.Regs[0]) + uint32(in.N); in.IsRange() && top > frame || uint32(in.Reg(i)) >= frame {
				return c.fault(in.Off, "expected arguments in %d registers, found v%d", frame, in.Reg(i))
			}
			if in.IsRange() {
				break
			}
		}
	}
	for i := range len(row.operands) {
		wide := row.operands[i] == 'D' || row.operands[i] == 'U' || row.operands[i] == 'X'
		top := uint32(in.Regs[i])
		if wide {
			top++
		}
		if row.operands[i] != '*' && top >= frame {
			return c.fault(in.Off, "expected one of %d registers, found v%d", frame, top)
		}
	}
	return c.checkRef(in, row)
}

func (c *Code) checkRef(in *Insn, row *opInfo) error {
	f := c.File
	var size uint32
	switch row.Ref {
	case RefNone:
		return nil
	case RefString:
		size = uint32(len(f.strings))
	case RefType:
		size = uint32(len(f.types))
	case RefField:
		size = f.Header.FieldIDs.Size
	case RefMethod:
		size = f.Header.MethodIDs.Size
	case RefProto:
		size = uint32(len(f.protos))
	case RefCallSite:
		size = f.section(MapCallSiteID, 4).Size
	case RefMethodHandle:
		size = f.section(MapMethodHandle, 8).Size
	}
	if in.Index >= size {
		return c.fault(in.Off, "expected a reference of %s below %d, found %d", in.Op, size, in.Index)
	}
	if row.Format.Units() == 4 && int(in.Proto) >= len(f.protos) {
		return c.fault(in.Off, "expected a prototype below %d, found %d", len(f.protos), in.Proto)
	}
	return nil
}

// checkTargets checks that branches and switch cases lead to instructions and
// that payloads are of the kind that the instruction needs.
func (r *classReader) checkTargets(c *Code, in *Insn) error {
	switch {
	case in.Op.Branches():
		if !isStart(r.boundary, in.Lit, c.Units) {
			return c.fault(in.Off, "expected %s to lead to an instruction, found %+d", in.Op, in.Lit-int64(in.Off))
		}
	case in.Op.Payload():
		if in.Lit < 0 || in.Lit >= int64(c.Units) || c.payloadKind(in.Target()) != payloadOf(in.Op) ||
			c.payloadLen(in.Target()) > c.Units-in.Target() {
			return c.fault(in.Off, "expected the payload of %s at %+d", in.Op, in.Lit-int64(in.Off))
		}
		for arm := range c.Cases(*in) {
			if r.cases--; r.cases < 0 {
				return c.fault(in.Off,
					"expected switches with payloads of their own: together they have more arms than the file has bytes")
			}
			if !isStart(r.boundary, int64(int32(arm.Target)), c.Units) {
				return c.fault(in.Off, "expected case %d of %s to lead to an instruction", arm.Key, in.Op)
			}
		}
	}
	return nil
}

func isStart(boundary []uint64, pc int64, units uint32) bool {
	return pc >= 0 && pc < int64(units) && boundary[pc/64]&(1<<(pc%64)) != 0
}
