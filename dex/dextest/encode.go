package dextest

import "talpa/dex"

// encode writes one instruction; it is long because it is one switch over the
// formats. It is the counterpart of the reader's decode
// and shares only the opcode table with it.
//
//nolint:funlen // one switch over a closed set
func (a *assembly) encode(at, pos int, in *insn) error {
	w := a.w
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
	wide := false
	reg := func(i, max int) int {
		wide = wide || in.regs[i] > max
		return in.regs[i]
	}
	op := int(in.op)
	lit := int(in.lit)
	ok := true
	switch f {
	case dex.Fmt10x:
		w.u16(op)
	case dex.Fmt12x:
		w.u16(op | reg(0, 15)<<8 | reg(1, 15)<<12)
	case dex.Fmt11n:
		ok = lit >= -8 && lit <= 7
		w.u16(op | reg(0, 15)<<8 | lit&0xf<<12)
	case dex.Fmt11x:
		w.u16(op | reg(0, 255)<<8)
	case dex.Fmt10t:
		ok = dist >= -128 && dist <= 127
		w.u16(op | dist&0xff<<8)
	case dex.Fmt20t:
		ok = dist == int(int16(dist))
		w.u16(op)
		w.u16(dist)
	case dex.Fmt22x:
		w.u16(op | reg(0, 255)<<8)
		w.u16(in.regs[1])
	case dex.Fmt21t:
		ok = dist == int(int16(dist))
		w.u16(op | reg(0, 255)<<8)
		w.u16(dist)
	case dex.Fmt21s:
		ok = lit == int(int16(lit))
		w.u16(op | reg(0, 255)<<8)
		w.u16(lit)
	case dex.Fmt21h:
		shift := 16
		if in.op == dex.OpConstWideHigh16 {
			shift = 48
		}
		ok = uint64(lit)<<(64-shift) == 0
		w.u16(op | reg(0, 255)<<8)
		w.u16(lit >> shift)
	case dex.Fmt21c:
		w.u16(op | reg(0, 255)<<8)
		w.u16(ref)
	case dex.Fmt23x:
		w.u16(op | reg(0, 255)<<8)
		w.u16(reg(1, 255) | reg(2, 255)<<8)
	case dex.Fmt22b:
		ok = lit == int(int8(lit))
		w.u16(op | reg(0, 255)<<8)
		w.u16(reg(1, 255) | lit&0xff<<8)
	case dex.Fmt22t:
		ok = dist == int(int16(dist))
		w.u16(op | reg(0, 15)<<8 | reg(1, 15)<<12)
		w.u16(dist)
	case dex.Fmt22s:
		ok = lit == int(int16(lit))
		w.u16(op | reg(0, 15)<<8 | reg(1, 15)<<12)
		w.u16(lit)
	case dex.Fmt22c:
		w.u16(op | reg(0, 15)<<8 | reg(1, 15)<<12)
		w.u16(ref)
	case dex.Fmt30t:
		w.u16(op)
		w.u32(dist)
	case dex.Fmt32x:
		w.u16(op)
		w.u16(in.regs[0])
		w.u16(in.regs[1])
	case dex.Fmt31i:
		ok = lit == int(int32(lit)) || lit == int(uint32(lit))
		w.u16(op | reg(0, 255)<<8)
		w.u32(lit)
	case dex.Fmt31t:
		w.u16(op | reg(0, 255)<<8)
		w.u32(dist)
	case dex.Fmt31c:
		w.u16(op | reg(0, 255)<<8)
		w.u32(ref)
	case dex.Fmt51l:
		w.u16(op | reg(0, 255)<<8)
		w.u32(lit)
		w.u32(lit >> 32)
	default:
		return a.call(in, ref, fail)
	}
	switch {
	case wide:
		return fail("register number too large")
	case !ok:
		return fail("number or distance too large")
	case f == dex.Fmt21c && ref > 0xffff:
		return fail("index too large")
	}
	return nil
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
