package dextest

import "talpa/dex"

// encode writes one instruction. It is the counterpart of the reader's decode and shares only the opcode
// table with it.
func (a *assembly) encode(at, pos int, in *insn) error {
	f := in.op.Format()
	fail := func(what string) error { return words{line: at}.errorf("%s (format %s): %s", in.op, f, what) }
	if n := registersOf(f); n >= 0 && len(in.regs) != n {
		return fail("wrong number of registers")
	}
	for _, r := range in.regs {
		if r < 0 || r >= a.m.registers {
			return fail("register outside of the frame")
		}
	}
	dist := 0
	if in.op.Branches() || in.op.Payload() {
		to, err := a.label(at, in.target)
		if err != nil {
			return err
		}
		dist = to - pos
	}
	ref := a.index(in)
	if f != dex.Fmt31c && ref > 0xffff {
		return fail("index too large")
	}
	u := units{w: a.w, op: int(in.op), regs: in.regs}
	switch f {
	case dex.Fmt35c, dex.Fmt3rc, dex.Fmt45cc, dex.Fmt4rcc:
		return a.call(in, ref, fail)
	case dex.Fmt10x, dex.Fmt12x, dex.Fmt11x, dex.Fmt22x, dex.Fmt23x, dex.Fmt32x:
		u.moves(f)
	case dex.Fmt11n, dex.Fmt21s, dex.Fmt21h, dex.Fmt22b, dex.Fmt22s, dex.Fmt31i, dex.Fmt51l:
		u.literal(f, int(in.lit))
	case dex.Fmt10t, dex.Fmt20t, dex.Fmt21t, dex.Fmt22t, dex.Fmt30t, dex.Fmt31t:
		u.branch(f, dist)
	case dex.Fmt21c, dex.Fmt22c, dex.Fmt31c:
		u.reference(f, ref)
	default:
		return fail("unknown format")
	}
	switch {
	case u.wide:
		return fail("register number too large")
	case u.large:
		return fail("number or distance too large")
	}
	return nil
}

// units writes the code units of one instruction. What does not fit is cut off, and told: the
// caller gives the instruction up.
type units struct {
	w     *writer
	op    int
	regs  []int
	wide  bool // a register's number does not fit
	large bool // a number or a distance does not fit
}

// reg is a register's number, for a place that takes numbers up to a bound.
func (u *units) reg(i, most int) int {
	u.wide = u.wide || u.regs[i] > most
	return u.regs[i]
}

// byteA writes the opcode with one register of 8 bits.
func (u *units) byteA() { u.w.u16(u.op | u.reg(0, 255)<<8) }

// nibblesAB writes the opcode with two registers of 4 bits.
func (u *units) nibblesAB() { u.w.u16(u.op | u.reg(0, 15)<<8 | u.reg(1, 15)<<12) }

// moves writes the formats that have registers only.
func (u *units) moves(f dex.Format) {
	switch f {
	case dex.Fmt10x:
		u.w.u16(u.op)
	case dex.Fmt11x:
		u.byteA()
	case dex.Fmt12x:
		u.nibblesAB()
	case dex.Fmt22x:
		u.byteA()
		u.w.u16(u.regs[1])
	case dex.Fmt23x:
		u.byteA()
		u.w.u16(u.reg(1, 255) | u.reg(2, 255)<<8)
	case dex.Fmt32x:
		u.w.u16(u.op)
		u.w.u16(u.regs[0])
		u.w.u16(u.regs[1])
	}
}

// literal writes the formats with a number.
func (u *units) literal(f dex.Format, lit int) {
	switch f {
	case dex.Fmt11n:
		u.large = lit < -8 || lit > 7
		u.w.u16(u.op | u.reg(0, 15)<<8 | lit&0xf<<12)
	case dex.Fmt21s:
		u.large = lit != int(int16(lit))
		u.byteA()
		u.w.u16(lit)
	case dex.Fmt21h: // the upper 16 bits of 32 or 64
		shift := 16
		if dex.Op(u.op) == dex.OpConstWideHigh16 {
			shift = 48
		}
		u.large = uint64(lit)<<(64-shift) != 0
		u.byteA()
		u.w.u16(lit >> shift)
	case dex.Fmt22b:
		u.large = lit != int(int8(lit))
		u.byteA()
		u.w.u16(u.reg(1, 255) | lit&0xff<<8)
	case dex.Fmt22s:
		u.large = lit != int(int16(lit))
		u.nibblesAB()
		u.w.u16(lit)
	case dex.Fmt31i:
		u.large = lit != int(int32(lit)) && lit != int(uint32(lit))
		u.byteA()
		u.w.u32(lit)
	case dex.Fmt51l:
		u.byteA()
		u.w.u32(lit)
		u.w.u32(lit >> 32)
	}
}

// branch writes the formats with a distance, in code units from the instruction on.
func (u *units) branch(f dex.Format, dist int) {
	switch f {
	case dex.Fmt10t:
		u.large = dist < -128 || dist > 127
		u.w.u16(u.op | dist&0xff<<8)
	case dex.Fmt20t:
		u.large = dist != int(int16(dist))
		u.w.u16(u.op)
		u.w.u16(dist)
	case dex.Fmt21t:
		u.large = dist != int(int16(dist))
		u.byteA()
		u.w.u16(dist)
	case dex.Fmt22t:
		u.large = dist != int(int16(dist))
		u.nibblesAB()
		u.w.u16(dist)
	case dex.Fmt30t:
		u.w.u16(u.op)
		u.w.u32(dist)
	case dex.Fmt31t:
		u.byteA()
		u.w.u32(dist)
	}
}

// reference writes the formats with an index into the file's tables.
func (u *units) reference(f dex.Format, ref int) {
	switch f {
	case dex.Fmt21c:
		u.byteA()
		u.w.u16(ref)
	case dex.Fmt22c:
		u.nibblesAB()
		u.w.u16(ref)
	case dex.Fmt31c:
		u.byteA()
		u.w.u32(ref)
	}
}

// registersOf is the number of registers of a format, -1 for lists.
func registersOf(f dex.Format) int {
	switch f {
	case dex.Fmt35c, dex.Fmt3rc, dex.Fmt45cc, dex.Fmt4rcc:
		return -1
	}
	return int(f.String()[1] - '0')
}

// call writes the formats with an argument list.
func (a *assembly) call(in *insn, ref int, fail func(string) error) error {
	w := a.w
	n := len(in.regs)
	switch in.op.Format() {
	case dex.Fmt35c, dex.Fmt45cc:
		if n > 5 {
			return fail("more than 5 arguments")
		}
		var r [5]int
		for i, reg := range in.regs {
			if reg > 15 {
				return fail("register number too large")
			}
			r[i] = reg
		}
		w.u16(int(in.op) | r[4]<<8 | n<<12)
		w.u16(ref)
		w.u16(r[0] | r[1]<<4 | r[2]<<8 | r[3]<<12)
	default:
		first := 0
		for i, reg := range in.regs {
			if i == 0 {
				first = reg
			}
			if reg != first+i {
				return fail("registers are not a range")
			}
		}
		w.u16(int(in.op) | n<<8)
		w.u16(ref)
		w.u16(first)
	}
	if in.op.Call() == dex.CallPolymorphic {
		w.u16(w.pool.protos[in.proto])
	}
	return nil
}

// index is the number of what the instruction refers to.
func (a *assembly) index(in *insn) int {
	pl := a.w.pool
	switch in.op.Ref() {
	case dex.RefString:
		return pl.strings[in.ref]
	case dex.RefType:
		return pl.types[in.ref]
	case dex.RefProto:
		return pl.protos[in.ref]
	case dex.RefField, dex.RefMethod:
		return a.w.memberIndex(in.ref)
	case dex.RefMethodHandle:
		h, _ := parseHandle(in.ref) // parsed before by the pool
		return pl.handles[h]
	case dex.RefCallSite:
		for i, s := range pl.sites {
			if s == in.site {
				return i
			}
		}
	}
	return 0
}
