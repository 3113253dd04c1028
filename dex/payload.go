package dex

import "iter"

// The first unit of a payload is a nop whose high byte tells the kind.
const (
	packedPayload = 0x0100
	sparsePayload = 0x0200
	arrayPayload  = 0x0300
)

// payloadKind is the kind of payload at pc, 0 if an instruction is there.
func (c *Code) payloadKind(pc uint32) uint16 {
	switch w := c.word(pc); w {
	case packedPayload, sparsePayload, arrayPayload:
		return w
	}
	return 0
}

func payloadOf(op Op) uint16 {
	switch op {
	case OpPackedSwitch:
		return packedPayload
	case OpSparseSwitch:
		return sparsePayload
	}
	return arrayPayload
}

// payloadLen is the length in code units of the payload at pc, 0 if an
// instruction is there. A payload that is cut off by the end of the method is
// longer than what is left.
func (c *Code) payloadLen(pc uint32) uint32 {
	kind := c.payloadKind(pc)
	if kind == 0 {
		return 0
	}
	const tooLong = 1 << 31
	left := c.Units - pc
	if left < 2 || kind == arrayPayload && left < 4 {
		return tooLong
	}
	size := uint64(c.word(pc + 1))
	var n uint64
	switch kind {
	case packedPayload:
		n = 4 + 2*size
	case sparsePayload:
		n = 2 + 4*size
	default:
		n = 4 + (uint64(u32at(c.File.data, c.InsnsOff+2*pc+4))*size+1)/2
	}
	return uint32(min(n, tooLong))
}

// Case is one arm of a switch.
type Case struct {
	Key    int32
	Target uint32 // position in code units
}

// Cases yields the arms of a switch in payload order, which is ascending by
// key in files that a verifier accepts; nothing for other instructions. The
// default arm is the instruction after the switch.
func (c *Code) Cases(in Insn) iter.Seq[Case] {
	return func(yield func(Case) bool) {
		if !in.Op.Switches() {
			return
		}
		at := c.InsnsOff + 2*in.Target()
		data := c.File.data
		n := uint32(u16at(data, at+2))
		for i := range n {
			var key int32
			var target uint32
			if in.Op == OpPackedSwitch {
				key = int32(u32at(data, at+4) + i)
				target = u32at(data, at+8+4*i)
			} else {
				key = int32(u32at(data, at+4+4*i))
				target = u32at(data, at+4+4*n+4*i)
			}
			if !yield(Case{Key: key, Target: in.Off + target}) {
				return
			}
		}
	}
}

// ArrayData is the payload of a fill-array-data: elements of Width bytes,
// little-endian. Bytes aliases the file and must not be changed.
type ArrayData struct {
	Width int
	Bytes []byte
}

// ArrayData is the payload of a fill-array-data, the zero value for other instructions.
func (c *Code) ArrayData(in Insn) ArrayData {
	if in.Op != OpFillArrayData {
		return ArrayData{}
	}
	at := c.InsnsOff + 2*in.Target()
	width := uint32(u16at(c.File.data, at+2))
	size := width * u32at(c.File.data, at+4)
	return ArrayData{Width: int(width), Bytes: c.File.data[at+8 : at+8+size : at+8+size]}
}
