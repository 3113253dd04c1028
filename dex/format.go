package dex

// Format is the layout of an instruction, named as in "Dalvik executable
// instruction formats": number of 16-bit code units, number of registers,
// kind of extra data.
type Format uint8

// The instruction formats.
const (
	FmtUnused Format = iota // opcode without a meaning
	Fmt10x
	Fmt12x
	Fmt11n
	Fmt11x
	Fmt10t
	Fmt20t
	Fmt22x
	Fmt21t
	Fmt21s
	Fmt21h
	Fmt21c
	Fmt23x
	Fmt22b
	Fmt22t
	Fmt22s
	Fmt22c
	Fmt30t
	Fmt32x
	Fmt31i
	Fmt31t
	Fmt31c
	Fmt35c
	Fmt3rc
	Fmt45cc
	Fmt4rcc
	Fmt51l
)

var formatNames = [...]string{"unused", "10x", "12x", "11n", "11x", "10t", "20t", "22x", "21t", "21s", "21h", "21c",
	"23x", "22b", "22t", "22s", "22c", "30t", "32x", "31i", "31t", "31c", "35c", "3rc", "45cc", "4rcc", "51l"}

// String is the format's name, for example "35c".
func (f Format) String() string { return formatNames[f] }

// Units is the length in 16-bit code units.
func (f Format) Units() uint32 {
	if f == FmtUnused {
		return 1
	}
	return uint32(formatNames[f][0] - '0')
}

// RefKind says which table the Index of an instruction points into.
type RefKind uint8

// The kinds of references.
const (
	RefNone RefKind = iota
	RefString
	RefType
	RefField
	RefMethod
	RefCallSite     // invoke-custom
	RefMethodHandle // const-method-handle
	RefProto        // const-method-type
)

// decode reads the operands of the instruction at data[off:]; the caller has
// checked that op.Format().Units() units follow. pc is its offset in code units.
func decode(data []byte, off, pc uint32, in *Insn) {
	w := u16at(data, off)
	op := Op(w)
	aa := w >> 8
	*in = Insn{Off: pc, Op: op}
	row := &opcodes[op]
	if row.Format.Units() == 1 {
		decode1(row.Format, aa, pc, in)
		return
	}
	b := u16at(data, off+2)
	switch row.Format {
	case Fmt20t:
		in.Lit = int64(pc) + int64(int16(b))
	case Fmt22x:
		in.regs(aa, b)
	case Fmt21t:
		in.regs(aa)
		in.Lit = int64(pc) + int64(int16(b))
	case Fmt21s:
		in.regs(aa)
		in.Lit = int64(int16(b))
	case Fmt21h:
		in.regs(aa)
		in.Lit = int64(int16(b)) << 16
		if op == OpConstWideHigh16 {
			in.Lit <<= 32
		}
	case Fmt21c:
		in.regs(aa)
		in.Index = uint32(b)
	case Fmt23x:
		in.regs(aa, b&0xff, b>>8)
	case Fmt22b:
		in.regs(aa, b&0xff)
		in.Lit = int64(int8(b >> 8))
	case Fmt22t:
		in.regs(aa&0xf, aa>>4)
		in.Lit = int64(pc) + int64(int16(b))
	case Fmt22s:
		in.regs(aa&0xf, aa>>4)
		in.Lit = int64(int16(b))
	case Fmt22c:
		in.regs(aa&0xf, aa>>4)
		in.Index = uint32(b)
	case Fmt32x:
		in.regs(b, u16at(data, off+4))
	case Fmt30t:
		in.Lit = int64(pc) + int64(int32(u32at(data, off+2)))
	case Fmt31i:
		in.regs(aa)
		in.Lit = int64(int32(u32at(data, off+2)))
	case Fmt31t:
		in.regs(aa)
		in.Lit = int64(pc) + int64(int32(u32at(data, off+2)))
	case Fmt31c:
		in.regs(aa)
		in.Index = u32at(data, off+2)
	case Fmt51l:
		in.regs(aa)
		in.Lit = int64(u32at(data, off+2)) | int64(u32at(data, off+6))<<32
	default:
		decodeCall(data, off, row.Format, aa, in)
	}
}

// decode1 reads the formats of one unit.
func decode1(f Format, aa uint16, pc uint32, in *Insn) {
	switch f {
	case Fmt12x:
		in.regs(aa&0xf, aa>>4)
	case Fmt11n:
		in.regs(aa & 0xf)
		in.Lit = int64(int8(aa) >> 4)
	case Fmt11x:
		in.regs(aa)
	case Fmt10t:
		in.Lit = int64(pc) + int64(int8(aa))
	}
}

// decodeCall reads the formats with an argument list.
func decodeCall(data []byte, off uint32, f Format, aa uint16, in *Insn) {
	in.Index = uint32(u16at(data, off+2))
	c := u16at(data, off+4)
	switch f {
	case Fmt35c, Fmt45cc:
		in.N = uint8(aa >> 4)
		in.Regs = [5]uint16{c & 0xf, c >> 4 & 0xf, c >> 8 & 0xf, c >> 12, aa & 0xf}
		for i := int(in.N); i < len(in.Regs); i++ {
			in.Regs[i] = 0
		}
	case Fmt3rc, Fmt4rcc:
		in.N = uint8(aa)
		in.Regs[0] = c
	}
	if f == Fmt45cc || f == Fmt4rcc {
		in.Proto = u16at(data, off+6)
	}
}
