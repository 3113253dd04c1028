package dex

import (
	"fmt"
	"strings"

	"talpa/dex/mutf8"
)

// File is one parsed DEX file. It never changes after Parse and may be used by
// several goroutines. It keeps the bytes that it was parsed from; nobody may
// change them while it is in use.
type File struct {
	Header Header
	// Classes are the class definitions in file order.
	Classes []*Class
	// Warnings are departures that do not hinder reading: a wrong checksum or
	// signature, trailing bytes, an unusable section map, a class defined twice.
	Warnings []string
	// Faults are the methods whose code is broken and therefore not available.
	Faults []Fault
	// Map is the map_list; empty when the file has none that can be read.
	Map []MapItem

	data    []byte
	strings []string
	types   []string
	protos  []proto
	byDesc  map[string]*Class
}

// Fault is a method whose code failed the checks.
type Fault struct {
	Method MethodRef
	Err    error // a *FormatError
}

// MapItem is one row of the map_list.
type MapItem struct {
	Type MapType
	Table
}

// MapType is the kind of items that a map row counts.
type MapType uint16

// The map types that talpa reads.
const (
	MapCallSiteID   MapType = 0x0007
	MapMethodHandle MapType = 0x0008
	MapCodeItem     MapType = 0x2001
	MapStringData   MapType = 0x2002
	MapDebugInfo    MapType = 0x2003
)

type proto struct {
	desc   string // "(ILjava/lang/String;)V"
	shorty uint32 // string index
}

// Parse reads the first DEX file in data. The bytes are kept and must not
// change afterwards. Errors are *FormatError.
func Parse(data []byte) (*File, error) { return parseAt(data, 0) }

// maxContained bounds the files of a container: each is checked as a whole.
const maxContained = 256

// ParseAll reads every DEX file in data: one, or since version 041 all those
// that share the container.
func ParseAll(data []byte) ([]*File, error) {
	var files []*File
	for off := uint32(0); ; {
		f, err := parseAt(data, off)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		off += f.Header.FileSize
		if len(files) > maxContained {
			return nil, faultf(off, "expected at most %d files in a container", maxContained)
		}
		if f.Header.Version < 41 || int(off) >= min(len(data), int(f.Header.ContainerSize)) {
			return files, nil
		}
	}
}

func parseAt(data []byte, off uint32) (*File, error) {
	if uint64(len(data)) > 1<<31 {
		return nil, faultf(0, "expected at most 2 GiB, found %d bytes", len(data))
	}
	h, err := parseHeader(data, off)
	if err != nil {
		return nil, err
	}
	f := &File{Header: h, data: data, Warnings: h.integrity(data)}
	for _, step := range []func() error{f.readStrings, f.readTypes, f.readProtos, f.checkMembers, f.readMap} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if err := newClassReader(f).read(); err != nil {
		return nil, err
	}
	return f, nil
}

// readStrings decodes string_data. The text of all strings is one Go string
// that the single ones are cut from, so they cost one copy and no garbage.
func (f *File) readStrings() error {
	h, data := &f.Header, f.data
	lo, hi := uint32(len(data)), uint32(0)
	// Strings do not overlap in any file a tool writes, so the bytes they may
	// hold together are bounded by the file; a file of overlapping ones could
	// otherwise ask for the square of its size.
	budget := int64(len(data)) + 1<<16
	ends := make([][2]uint32, h.StringIDs.Size)
	for i := range h.StringIDs.Size {
		at := h.StringIDs.Off + 4*i
		c := cursor{data: data, off: u32at(data, at)}
		c.uleb() // length in UTF-16 units, which decoding does not need
		if c.err != nil {
			return fmt.Errorf("string %d: %w", i, c.err)
		}
		end := c.off
		for int(end) < len(data) && data[end] != 0 {
			end++
		}
		if int(end) >= len(data) {
			return faultf(c.off, "expected string %d to end with a zero byte", i)
		}
		if budget -= int64(end - c.off); budget < 0 {
			return faultf(c.off, "expected strings that do not overlap: together they exceed the file")
		}
		ends[i] = [2]uint32{c.off, end}
		lo, hi = min(lo, c.off), max(hi, end)
	}
	f.strings = make([]string, len(ends))
	if len(ends) == 0 {
		return nil
	}
	text := string(data[lo:hi])
	for i, e := range ends {
		f.strings[i] = mutf8.Decode(text[e[0]-lo : e[1]-lo])
	}
	return nil
}

func (f *File) readTypes() error {
	t := f.Header.TypeIDs
	f.types = make([]string, t.Size)
	for i := range t.Size {
		s := u32at(f.data, t.Off+4*i)
		if int(s) >= len(f.strings) {
			return faultf(t.Off+4*i, "expected a string index below %d, found %d", len(f.strings), s)
		}
		if f.types[i] = f.strings[s]; !validType(f.types[i]) {
			return faultf(t.Off+4*i, "expected a type descriptor, found %.80q", f.types[i])
		}
	}
	return nil
}

func (f *File) readProtos() error {
	t := f.Header.ProtoIDs
	f.protos = make([]proto, t.Size)
	budget := 16*len(f.data) + 1<<16 // bytes of all descriptors: type lists may be shared
	for i := range t.Size {
		at := t.Off + 12*i
		shorty, ret, params := u32at(f.data, at), u32at(f.data, at+4), u32at(f.data, at+8)
		if int(shorty) >= len(f.strings) || int(ret) >= len(f.types) {
			return faultf(at, "expected a prototype of a string below %d and a type below %d, found %d and %d",
				len(f.strings), len(f.types), shorty, ret)
		}
		list, err := f.typeList(params)
		if err != nil {
			return err
		}
		var b strings.Builder
		b.WriteByte('(')
		for _, p := range list {
			if b.WriteString(p); b.Len() > budget {
				return faultf(params, "expected prototypes of reasonable length: together they exceed 16 times the file")
			}
		}
		b.WriteByte(')')
		b.WriteString(f.types[ret])
		budget -= b.Len()
		f.protos[i] = proto{desc: b.String(), shorty: shorty}
	}
	return nil
}

// typeList reads a type_list; offset 0 is the empty list.
func (f *File) typeList(off uint32) ([]string, error) {
	if off == 0 {
		return nil, nil
	}
	c := cursor{data: f.data, off: off}
	n := c.u32()
	if c.err != nil || n > c.left()/2 {
		return nil, faultf(off, "expected a type list inside the file, found one of %d types", n)
	}
	list := make([]string, n)
	for i := range list {
		t := c.u16()
		if int(t) >= len(f.types) {
			return nil, faultf(c.off-2, "expected a type index below %d, found %d", len(f.types), t)
		}
		list[i] = f.types[t]
	}
	return list, nil
}

// checkMembers checks field_ids and method_ids, which are read from the bytes
// each time they are asked for.
func (f *File) checkMembers() error {
	h := &f.Header
	for i := range h.FieldIDs.Size {
		at := h.FieldIDs.Off + 8*i
		if int(u16at(f.data, at)) >= len(f.types) || int(u16at(f.data, at+2)) >= len(f.types) ||
			int(u32at(f.data, at+4)) >= len(f.strings) {
			return faultf(at, "expected field %d to name existing types and strings", i)
		}
	}
	for i := range h.MethodIDs.Size {
		at := h.MethodIDs.Off + 8*i
		if int(u16at(f.data, at)) >= len(f.types) || int(u16at(f.data, at+2)) >= len(f.protos) ||
			int(u32at(f.data, at+4)) >= len(f.strings) {
			return faultf(at, "expected method %d to name an existing type, prototype and string", i)
		}
	}
	return nil
}

// maxMapItems bounds the map: the format knows about 20 kinds, each listed once.
const maxMapItems = 256

// readMap reads the map_list. Only call sites and method handles are found
// through it, so a broken one is a warning.
func (f *File) readMap() error {
	c := cursor{data: f.data, off: f.Header.MapOff}
	n := c.u32()
	if c.err != nil || f.Header.MapOff == 0 || n > maxMapItems || n > c.left()/12 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("no section map at 0x%x", f.Header.MapOff))
		return nil
	}
	for range n {
		item := MapItem{Type: MapType(c.u16())}
		c.u16()
		item.Size, item.Off = c.u32(), c.u32()
		f.Map = append(f.Map, item)
	}
	return nil
}

// section is the table of a map row, cut to what lies inside the file; the
// size of an item is given in bytes.
func (f *File) section(t MapType, item uint32) Table {
	for _, m := range f.Map {
		if m.Type == t && uint64(m.Off)+uint64(m.Size)*uint64(item) <= uint64(len(f.data)) {
			return m.Table
		}
	}
	return Table{}
}

// Bytes are the bytes that the file was parsed from. Do not change them.
func (f *File) Bytes() []byte { return f.data }

// Class finds a definition by descriptor, nil if there is none.
func (f *File) Class(desc string) *Class { return f.byDesc[desc] }

// NumStrings is the size of the string table; indexes below it are valid for StringAt.
func (f *File) NumStrings() int { return len(f.strings) }

// NumTypes is the size of the type table.
func (f *File) NumTypes() int { return len(f.types) }

// NumProtos is the size of the prototype table.
func (f *File) NumProtos() int { return len(f.protos) }

// NumFields is the size of the field reference table.
func (f *File) NumFields() int { return int(f.Header.FieldIDs.Size) }

// NumMethods is the size of the method reference table.
func (f *File) NumMethods() int { return int(f.Header.MethodIDs.Size) }

// StringAt is string i, "" beyond the table.
func (f *File) StringAt(i uint32) string { return at(f.strings, i) }

// TypeAt is the descriptor of type i, "" beyond the table.
func (f *File) TypeAt(i uint32) string { return at(f.types, i) }

// ProtoAt is prototype i as a method descriptor "(I)V", "" beyond the table.
func (f *File) ProtoAt(i uint32) string { return at(f.protos, i).desc }

// FieldAt is field reference i, the zero value beyond the table.
func (f *File) FieldAt(i uint32) FieldRef {
	if i >= f.Header.FieldIDs.Size {
		return FieldRef{}
	}
	off := f.Header.FieldIDs.Off + 8*i
	return FieldRef{Class: f.types[u16at(f.data, off)], Name: f.strings[u32at(f.data, off+4)],
		Type: f.types[u16at(f.data, off+2)]}
}

// MethodAt is method reference i, the zero value beyond the table.
func (f *File) MethodAt(i uint32) MethodRef {
	if i >= f.Header.MethodIDs.Size {
		return MethodRef{}
	}
	off := f.Header.MethodIDs.Off + 8*i
	return MethodRef{Class: f.types[u16at(f.data, off)], Name: f.strings[u32at(f.data, off+4)],
		Desc: f.protos[u16at(f.data, off+2)].desc}
}

func at[T any](list []T, i uint32) T {
	if int(i) >= len(list) {
		var zero T
		return zero
	}
	return list[i]
}
