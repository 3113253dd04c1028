package dex

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"hash/adler32"
	"strconv"
)

const (
	headerSize   = 0x70
	headerSize41 = 0x78
	endianTag    = 0x12345678
	noIndex      = 0xffffffff
)

// Table is a run of equally sized items in the file.
type Table struct {
	Size uint32 // number of items
	Off  uint32 // byte offset of the first; 0 when Size is 0
}

// Header is the header_item. Offsets count from the first byte of the data
// given to Parse (in a container: from the start of the container).
type Header struct {
	Version    int    // 35 to 41
	Off        uint32 // where the header lies: 0 except inside a container
	Checksum   uint32
	Signature  [20]byte
	FileSize   uint32 // bytes from the header to the end of this file
	HeaderSize uint32
	MapOff     uint32
	StringIDs  Table
	TypeIDs    Table
	ProtoIDs   Table
	FieldIDs   Table
	MethodIDs  Table
	ClassDefs  Table
	Data       Table // Size in bytes; unused since version 041
	// ContainerSize is the length of the whole container, 0 before version 041.
	ContainerSize uint32
}

// IsDEX reports whether data begins like a DEX file of any version.
func IsDEX(data []byte) bool {
	return len(data) >= 8 && bytes.HasPrefix(data, []byte("dex\n")) && data[7] == 0
}

// parseHeader reads the header at off and checks the tables against the bytes.
func parseHeader(data []byte, off uint32) (Header, error) {
	h := Header{Off: off}
	rest := data[min(int(off), len(data)):]
	if !IsDEX(rest) {
		return h, faultf(off, "expected the magic \"dex\\n0NN\\0\", found %q", rest[:min(8, len(rest))])
	}
	version, err := strconv.ParseUint(string(rest[4:7]), 10, 8)
	if err != nil || version < 35 || version > 41 {
		return h, faultf(off+4, "expected a version from 035 to 041, found %q", rest[4:7])
	}
	h.Version = int(version)
	c := cursor{data: data, off: off + 8}
	h.Checksum = c.u32()
	for i := range h.Signature {
		h.Signature[i] = c.u8()
	}
	h.FileSize, h.HeaderSize = c.u32(), c.u32()
	if tag := c.u32(); c.err == nil && tag != endianTag {
		return h, faultf(off+40, "expected the endian tag 0x12345678, found 0x%08x (big-endian files are not supported)", tag)
	}
	c.off += 8 // link section
	h.MapOff = c.u32()
	for _, t := range []*Table{&h.StringIDs, &h.TypeIDs, &h.ProtoIDs, &h.FieldIDs, &h.MethodIDs, &h.ClassDefs, &h.Data} {
		t.Size, t.Off = c.u32(), c.u32()
	}
	want := uint32(headerSize)
	if h.Version >= 41 {
		want = headerSize41
		h.ContainerSize = c.u32()
		if at := c.u32(); c.err == nil && at != off {
			return h, faultf(off+116, "expected the header offset 0x%x, found 0x%x", off, at)
		}
	}
	if c.err != nil {
		return h, c.err
	}
	if h.HeaderSize < want || h.FileSize < h.HeaderSize {
		return h, faultf(off+32, "expected a header of at least 0x%x bytes inside the file, found sizes 0x%x and 0x%x",
			want, h.HeaderSize, h.FileSize)
	}
	if uint64(off)+uint64(h.FileSize) > uint64(len(data)) {
		return h, faultf(off+32, "expected %d bytes, found %d: the file is truncated", h.FileSize, len(data)-int(off))
	}
	return h, h.checkTables(len(data))
}

func (h *Header) checkTables(size int) error {
	for _, t := range []struct {
		Table
		item uint32
		max  uint32 // instructions hold 16-bit indexes to the id tables but for strings
		name string
	}{
		{h.StringIDs, 4, 1 << 31, "string_ids"}, {h.TypeIDs, 4, 1 << 16, "type_ids"}, {h.ProtoIDs, 12, 1 << 16, "proto_ids"},
		{h.FieldIDs, 8, 1 << 31, "field_ids"}, {h.MethodIDs, 8, 1 << 31, "method_ids"},
		{h.ClassDefs, 32, 1 << 16, "class_defs"},
	} {
		if t.Size > t.max || t.Size > 0 && uint64(t.Off)+uint64(t.Size)*uint64(t.item) > uint64(size) {
			return faultf(h.Off, "expected the table %s inside the file, found %d items at 0x%x", t.name, t.Size, t.Off)
		}
	}
	return nil
}

// integrity compares checksum and signature with the bytes; the result is for
// people, one line a mismatch.
func (h *Header) integrity(data []byte) []string {
	file := data[h.Off : h.Off+h.FileSize]
	var warn []string
	if sum := adler32.Checksum(file[12:]); sum != h.Checksum {
		warn = append(warn, fmt.Sprintf("checksum is 0x%08x, the bytes give 0x%08x", h.Checksum, sum))
	}
	if sum := sha1.Sum(file[32:]); sum != h.Signature {
		warn = append(warn, fmt.Sprintf("signature is %x, the bytes give %x", h.Signature, sum))
	}
	if end := int(h.Off + h.FileSize); h.Version < 41 && end < len(data) {
		warn = append(warn, fmt.Sprintf("%d bytes follow the end of the file", len(data)-end))
	}
	return warn
}

// u32at and u16at read inside tables that Parse has checked.
func u32at(b []byte, off uint32) uint32 { return binary.LittleEndian.Uint32(b[off:]) }
func u16at(b []byte, off uint32) uint16 { return binary.LittleEndian.Uint16(b[off:]) }
