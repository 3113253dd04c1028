package dex

import (
	"encoding/binary"
	"fmt"
)

// FormatError says where a file departs from the format.
type FormatError struct {
	Off uint32 // byte offset in the file
	Msg string // what was expected, and what was found
}

// Error names the offset and the departure.
func (e *FormatError) Error() string { return fmt.Sprintf("dex: at 0x%x: %s", e.Off, e.Msg) }

func faultf(off uint32, format string, args ...any) error {
	return &FormatError{Off: off, Msg: fmt.Sprintf(format, args...)}
}

// cursor reads forward through bytes. The first read beyond the end sets err
// and makes every later read return 0, so callers check once, at a point where
// a wrong value could do harm (before a loop bound or a slice).
type cursor struct {
	data []byte
	off  uint32
	err  error
}

func (c *cursor) fail(format string, args ...any) {
	if c.err == nil {
		c.err = faultf(c.off, format, args...)
	}
	c.off = uint32(len(c.data))
}

func (c *cursor) left() uint32 {
	if int(c.off) >= len(c.data) {
		return 0
	}
	return uint32(len(c.data)) - c.off
}

func (c *cursor) u8() uint8 {
	if c.left() < 1 {
		c.fail("expected a byte, found the end of the file")
		return 0
	}
	v := c.data[c.off]
	c.off++
	return v
}

func (c *cursor) u16() uint16 {
	if c.left() < 2 {
		c.fail("expected 2 bytes, found the end of the file")
		return 0
	}
	v := binary.LittleEndian.Uint16(c.data[c.off:])
	c.off += 2
	return v
}

func (c *cursor) u32() uint32 {
	if c.left() < 4 {
		c.fail("expected 4 bytes, found the end of the file")
		return 0
	}
	v := binary.LittleEndian.Uint32(c.data[c.off:])
	c.off += 4
	return v
}

// uleb reads an unsigned LEB128 number of at most five bytes.
func (c *cursor) uleb() uint32 {
	if c.left() > 0 && c.data[c.off] < 0x80 {
		c.off++
		return uint32(c.data[c.off-1])
	}
	var v uint32
	for shift := uint(0); shift < 35; shift += 7 {
		b := c.u8()
		v |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	c.fail("expected a LEB128 number of at most 5 bytes")
	return 0
}

// sleb reads a signed LEB128 number of at most five bytes.
func (c *cursor) sleb() int32 {
	var v int32
	for shift := uint(0); shift < 35; shift += 7 {
		b := c.u8()
		v |= int32(b&0x7f) << shift
		if b < 0x80 {
			if shift+7 < 32 && b&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	c.fail("expected a LEB128 number of at most 5 bytes")
	return 0
}

// count reads a length and checks that that many items of at least size bytes
// can follow, so a loop over them is bounded by the file.
func (c *cursor) count(size uint32, what string) uint32 {
	at := c.off
	n := c.uleb()
	if c.err == nil && uint64(n)*uint64(size) > uint64(c.left()) {
		c.off = at
		c.fail("expected room for %d %s, found %d bytes", n, what, c.left())
	}
	if c.err != nil {
		return 0
	}
	return n
}
