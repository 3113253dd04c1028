package dexpatch

// reader decodes LEB128 numbers. Beyond the end it reads zeros and sets short.
type reader struct {
	data  []byte
	pos   uint32
	short bool
}

func (r *reader) byte() byte {
	if uint64(r.pos) >= uint64(len(r.data)) {
		r.short = true
		return 0
	}
	b := r.data[r.pos]
	r.pos++
	return b
}

func (r *reader) uleb() uint32 {
	var v uint32
	for shift := 0; ; shift += 7 {
		b := r.byte()
		v |= uint32(b&0x7f) << shift
		if b < 0x80 || shift >= 28 {
			return v
		}
	}
}

func (r *reader) sleb() int32 {
	var v int32
	for shift := 0; ; {
		b := r.byte()
		v |= int32(b&0x7f) << shift
		shift += 7
		if b < 0x80 || shift >= 35 {
			if b&0x40 != 0 && shift < 32 {
				v |= -1 << shift
			}
			return v
		}
	}
}

func appendULEB(b []byte, v uint32) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func appendSLEB(b []byte, v int32) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
