package apk

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Chunk types of ResourceTypes.h.
const (
	chunkStringPool  = 0x0001
	chunkTable       = 0x0002
	chunkStartTag    = 0x0102
	chunkEndTag      = 0x0103
	chunkCDATA       = 0x0104
	chunkResourceMap = 0x0180
	chunkPackage     = 0x0200
	chunkType        = 0x0201
)

// noIndex marks an absent string, entry or reference.
const noIndex = 0xffffffff

// chunk is one length-prefixed block; header and body are checked to lie
// inside the block around it.
type chunk struct {
	kind   uint16
	header int    // bytes of the header, at least 8
	data   []byte // the whole chunk, header included
	offset int    // of data in the file, for messages
}

// body is what follows the header.
func (c chunk) body() []byte { return c.data[c.header:] }

// chunkAt reads the chunk that starts at data[pos]. Its size is at least 8, so
// a loop over chunks always comes to an end.
func chunkAt(data []byte, pos, base int) (chunk, error) {
	if len(data)-pos < 8 {
		return chunk{}, bad(ErrTruncated, "no room for a chunk header at offset %#x", base+pos)
	}
	kind := binary.LittleEndian.Uint16(data[pos:])
	header := int(binary.LittleEndian.Uint16(data[pos+2:]))
	size := uint64(binary.LittleEndian.Uint32(data[pos+4:]))
	if header < 8 || uint64(header) > size {
		return chunk{}, bad(ErrMalformed, "chunk %#04x at offset %#x: header of %d in a chunk of %d bytes",
			kind, base+pos, header, size)
	}
	if size > uint64(len(data)-pos) {
		return chunk{}, bad(ErrTruncated, "chunk %#04x at offset %#x: %d bytes, %d are there",
			kind, base+pos, size, len(data)-pos)
	}
	return chunk{kind, header, data[pos : pos+int(size)], base + pos}, nil
}

// chunks calls f for each chunk of the body of c. Fewer than 8 bytes at the
// end are padding, as Android takes them.
func (c chunk) chunks(f func(chunk) error) error {
	body := c.body()
	for pos := 0; len(body)-pos >= 8; {
		sub, err := chunkAt(body, pos, c.offset+c.header)
		if err != nil {
			return err
		}
		if err := f(sub); err != nil {
			return err
		}
		pos += len(sub.data)
	}
	return nil
}

// stringPool is a decoded string pool.
type stringPool []string

// get is the string at index i; "" for noIndex and for an index out of range.
func (p stringPool) get(i uint32) string {
	if uint64(i) >= uint64(len(p)) {
		return ""
	}
	return p[i]
}

// readStringPool decodes all strings at once. The index may point many times
// to one string, so the decoded text has a budget of its own.
func readStringPool(c chunk) (stringPool, error) {
	const (
		flagUTF8 = 1 << 8
		header   = 28
	)
	if len(c.data) < header {
		return nil, bad(ErrTruncated, "string pool at offset %#x", c.offset)
	}
	count := uint64(binary.LittleEndian.Uint32(c.data[8:]))
	flags := binary.LittleEndian.Uint32(c.data[16:])
	start := uint64(binary.LittleEndian.Uint32(c.data[20:]))
	if count == 0 {
		return nil, nil
	}
	index := c.body()
	if count > uint64(len(index)/4) || start > uint64(len(c.data)) {
		return nil, bad(ErrMalformed, "string pool at offset %#x: %d strings from %#x on in %d bytes",
			c.offset, count, start, len(c.data))
	}
	text := c.data[start:]
	pool := make(stringPool, count)
	budget := 16*len(c.data) + 1<<16
	for i := range pool {
		at := uint64(binary.LittleEndian.Uint32(index[4*i:]))
		if at >= uint64(len(text)) {
			return nil, bad(ErrMalformed, "string pool at offset %#x: string %d is outside", c.offset, i)
		}
		var s string
		var ok bool
		if flags&flagUTF8 != 0 {
			s, ok = decodeUTF8(text[at:])
		} else {
			s, ok = decodeUTF16(text[at:])
		}
		if !ok {
			return nil, bad(ErrTruncated, "string pool at offset %#x: string %d", c.offset, i)
		}
		if budget -= len(s) + 16; budget < 0 {
			return nil, bad(ErrTooLarge, "string pool at offset %#x: its strings overlap", c.offset)
		}
		pool[i] = s
	}
	return pool, nil
}

// decodeUTF8 reads a string with its two lengths (UTF-16 units, then bytes).
func decodeUTF8(b []byte) (string, bool) {
	_, b, ok := length8(b)
	if !ok {
		return "", false
	}
	n, b, ok := length8(b)
	if !ok || n > len(b) {
		return "", false
	}
	return cleanUTF8(b[:n]), true
}

func length8(b []byte) (int, []byte, bool) {
	if len(b) < 1 {
		return 0, nil, false
	}
	if b[0]&0x80 == 0 {
		return int(b[0]), b[1:], true
	}
	if len(b) < 2 {
		return 0, nil, false
	}
	return int(b[0]&0x7f)<<8 | int(b[1]), b[2:], true
}

// cleanUTF8 makes valid UTF-8 of what resource compilers write: plain UTF-8,
// from old ones with characters above U+FFFF as two encoded surrogates.
func cleanUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var units []uint16
	for len(b) > 0 {
		if len(b) >= 3 && b[0] == 0xed && b[1]&0xe0 == 0xa0 && b[2]&0xc0 == 0x80 {
			units = append(units, 0xd000|uint16(b[1]&0x3f)<<6|uint16(b[2]&0x3f))
			b = b[3:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		units = utf16.AppendRune(units, r)
		b = b[n:]
	}
	return string(utf16.Decode(units))
}

func decodeUTF16(b []byte) (string, bool) {
	if len(b) < 2 {
		return "", false
	}
	n := int(binary.LittleEndian.Uint16(b))
	b = b[2:]
	if n&0x8000 != 0 {
		if len(b) < 2 {
			return "", false
		}
		n = (n&0x7fff)<<16 | int(binary.LittleEndian.Uint16(b))
		b = b[2:]
	}
	if n > len(b)/2 {
		return "", false
	}
	units := make([]uint16, n)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00"), true
}
