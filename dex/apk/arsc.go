package apk

import (
	"encoding/binary"
	"sort"
	"strings"
	"unicode/utf16"
)

// spareItems is how many entries and bag items a table may have beyond one a
// byte. Sound tables have far fewer, even where entries share their bytes.
const spareItems = 1 << 16

// Resources is a decoded resource table. The zero value is an empty table.
type Resources struct {
	pkg     string
	entries map[ID]*Resource
	names   map[string]ID
	ids     []ID                // sorted
	device  map[ID]*ConfigValue // what Device selects
}

// Resource is one resource with its values in all configurations.
type Resource struct {
	ID   ID
	Type string // "string", "layout"
	Key  string // "app_name"
	// Values are in the order of the table; every configuration once.
	Values []ConfigValue
}

// Name is "string/app_name".
func (r *Resource) Name() string { return r.Type + "/" + r.Key }

// ConfigValue is the value of a resource in one configuration.
type ConfigValue struct {
	Config *Config
	Value  Value // TypeNull when Bag is set
	Bag    *Bag  // nil for simple resources
}

// Bag is a resource made of items: a style, an array, plurals, an attribute.
type Bag struct {
	Parent ID
	Items  []BagItem
}

// BagItem is one item. Name is an attribute (style), 0x02000000+index
// (array), a quantity 0x01000004..9 (plurals), or a flag's name (attribute).
type BagItem struct {
	Name  ID
	Value Value
}

// Package is the package name of the app's own resources, "" in an empty table.
func (r *Resources) Package() string { return r.pkg }

// Get finds a resource by id; nil if the table has none.
func (r *Resources) Get(id ID) *Resource { return r.entries[id] }

// IDs lists all resources in the order of their ids. Do not modify it.
func (r *Resources) IDs() []ID { return r.ids }

// Name is the name of an id without package, "id/add"; that of a framework
// resource starts with "android:", "android:id/home". It is "" for an id that
// neither has.
func (r *Resources) Name(id ID) string {
	if e := r.entries[id]; e != nil {
		return e.Name()
	}
	if name := frameworkName(id); name != "" {
		return "android:" + name
	}
	return ""
}

// ID is the inverse of Name; 0 for a name that does not exist.
func (r *Resources) ID(name string) ID {
	if rest, ok := strings.CutPrefix(name, "android:"); ok {
		return frameworkID(rest)
	}
	return r.names[name]
}

// OfType lists the resources of one type, "layout", in the order of their ids.
func (r *Resources) OfType(typ string) []*Resource {
	var list []*Resource
	for _, id := range r.ids {
		if e := r.entries[id]; e.Type == typ {
			list = append(list, e)
		}
	}
	return list
}

// tableReader fills a Resources.
type tableReader struct {
	res    *Resources
	global stringPool
	types  stringPool
	keys   stringPool
	pkgID  uint32
	offset uint32 // first type id of the package, less one
	base   int    // of the package's chunk, for messages
	items  int    // entries and bag items that may still be read
}

// ParseResources decodes a resource table (resources.arsc).
func ParseResources(data []byte) (*Resources, error) {
	root, err := chunkAt(data, 0, 0)
	if err != nil {
		return nil, err
	}
	if root.kind != chunkTable {
		return nil, bad(ErrMalformed, "chunk %#04x, not a resource table", root.kind)
	}
	t := tableReader{
		res: &Resources{
			entries: map[ID]*Resource{}, names: map[string]ID{}, device: map[ID]*ConfigValue{},
		},
		items: spareItems + len(data),
	}
	err = root.chunks(func(c chunk) (err error) {
		switch c.kind {
		case chunkStringPool:
			if t.global == nil {
				t.global, err = readStringPool(c)
			}
		case chunkPackage:
			err = t.packageChunk(c)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	device := Device()
	for id, e := range t.res.entries {
		t.res.ids = append(t.res.ids, id)
		t.res.device[id] = e.Select(device)
		// Of two resources of one name, which only hostile tables have, the first counts.
		if old, ok := t.res.names[e.Name()]; !ok || id < old {
			t.res.names[e.Name()] = id
		}
	}
	sort.Slice(t.res.ids, func(i, j int) bool { return t.res.ids[i] < t.res.ids[j] })
	return t.res, nil
}

// packageChunk reads ResTable_package: a header with the offsets of the pools
// of type and key names, then type chunks.
func (t *tableReader) packageChunk(c chunk) error {
	const header, withTypeOffset = 284, 288
	if c.header < header {
		return bad(ErrMalformed, "package at offset %#x: header of %d bytes", c.offset, c.header)
	}
	t.pkgID = binary.LittleEndian.Uint32(c.data[8:])
	if t.pkgID > 0xff {
		return bad(ErrMalformed, "package at offset %#x: id %#x", c.offset, t.pkgID)
	}
	if t.res.pkg == "" {
		t.res.pkg = fixedName(c.data[12:268])
	}
	t.offset, t.base, t.types, t.keys = 0, c.offset, nil, nil
	if c.header >= withTypeOffset {
		t.offset = binary.LittleEndian.Uint32(c.data[284:])
	}
	for _, p := range []struct {
		at   uint32
		pool *stringPool
	}{
		{binary.LittleEndian.Uint32(c.data[268:]), &t.types},
		{binary.LittleEndian.Uint32(c.data[276:]), &t.keys},
	} {
		if p.at == 0 {
			continue
		}
		if uint64(p.at) >= uint64(len(c.data)) {
			return bad(ErrMalformed, "package at offset %#x: names outside", c.offset)
		}
		sub, err := chunkAt(c.data, int(p.at), c.offset)
		if err != nil {
			return err
		}
		if *p.pool, err = readStringPool(sub); err != nil {
			return err
		}
	}
	return c.chunks(func(sub chunk) error {
		if sub.kind == chunkType {
			return t.typeChunk(sub)
		}
		return nil
	})
}

// typeChunk reads ResTable_type: the values of one type in one configuration.
func (t *tableReader) typeChunk(c chunk) error {
	const fixed = 20
	if c.header < fixed+4 {
		return bad(ErrMalformed, "type at offset %#x: header of %d bytes", c.offset, c.header)
	}
	typeID, flags := uint32(c.data[8]), c.data[9]
	count := binary.LittleEndian.Uint32(c.data[12:])
	start := binary.LittleEndian.Uint32(c.data[16:])
	if typeID == 0 || uint64(start) > uint64(len(c.data)) {
		return bad(ErrMalformed, "type %d at offset %#x", typeID, c.offset)
	}
	config := readConfig(c.data[fixed:c.header])
	name := t.types.get(typeID - 1 - t.offset)
	return eachEntry(c, flags, count, func(entry, at uint32) error {
		if t.items--; t.items < 0 {
			return bad(ErrTooLarge, "type %d at offset %#x: its entries overlap", typeID, c.offset)
		}
		value, key, err := t.entry(c, uint64(start)+uint64(at))
		if err != nil {
			return err
		}
		value.Config = config
		id := ID(t.pkgID<<24 | typeID<<16 | entry)
		r := t.res.entries[id]
		if r == nil {
			r = &Resource{ID: id, Type: name, Key: key}
			t.res.entries[id] = r
		}
		r.Values = append(r.Values, value)
		return nil
	})
}

// eachEntry calls f with the number and offset of each entry that the chunk's
// index holds. The index is dense, sparse, or of 16-bit offsets.
func eachEntry(c chunk, flags byte, count uint32, f func(entry, at uint32) error) error {
	const sparse, offset16 = 1, 2
	index := c.body()
	width := 4
	if flags&sparse == 0 && flags&offset16 != 0 {
		width = 2
	}
	if uint64(count) > uint64(len(index)/width) || flags&sparse == 0 && count > 0x10000 {
		return bad(ErrMalformed, "type at offset %#x: %d entries in %d bytes", c.offset, count, len(c.data))
	}
	for i := range count {
		entry, at := i, uint32(0)
		switch {
		case flags&sparse != 0:
			entry = uint32(binary.LittleEndian.Uint16(index[4*i:]))
			at = 4 * uint32(binary.LittleEndian.Uint16(index[4*i+2:]))
		case width == 2:
			if at = uint32(binary.LittleEndian.Uint16(index[2*i:])); at == 0xffff {
				continue
			}
			at *= 4
		default:
			if at = binary.LittleEndian.Uint32(index[4*i:]); at == noIndex {
				continue
			}
		}
		if err := f(entry, at); err != nil {
			return err
		}
	}
	return nil
}

// entry reads ResTable_entry at the given offset of the type chunk.
func (t *tableReader) entry(c chunk, at uint64) (v ConfigValue, key string, err error) {
	const flagComplex, flagCompact = 1, 8
	short := func() error { return bad(ErrTruncated, "entry at offset %#x", uint64(c.offset)+at) }
	if at+8 > uint64(len(c.data)) {
		return v, "", short()
	}
	b := c.data[at:]
	flags := binary.LittleEndian.Uint16(b[2:])
	if flags&flagCompact != 0 {
		// size holds the key, the upper half of flags the type, key the data.
		value := readValue([]byte{8, 0, 0, byte(flags >> 8), b[4], b[5], b[6], b[7]}, t.global)
		return ConfigValue{Value: value}, t.keys.get(uint32(binary.LittleEndian.Uint16(b))), nil
	}
	size := int(binary.LittleEndian.Uint16(b))
	key = t.keys.get(binary.LittleEndian.Uint32(b[4:]))
	if flags&flagComplex != 0 {
		v.Bag, err = t.bag(b, size, short)
		return v, key, err
	}
	if size < 8 || size+8 > len(b) {
		return v, "", short()
	}
	v.Value = readValue(b[size:], t.global)
	return v, key, nil
}

// bag reads ResTable_map_entry and its items.
func (t *tableReader) bag(b []byte, size int, short func() error) (*Bag, error) {
	const item = 12
	if size < 16 || size > len(b) {
		return nil, short()
	}
	count := binary.LittleEndian.Uint32(b[12:])
	if uint64(count) > uint64((len(b)-size)/item) {
		return nil, short()
	}
	if t.items -= int(count); t.items < 0 {
		return nil, bad(ErrTooLarge, "bags overlap")
	}
	bag := &Bag{Parent: ID(binary.LittleEndian.Uint32(b[8:])), Items: make([]BagItem, count)}
	for i := range bag.Items {
		m := b[size+item*i:]
		bag.Items[i] = BagItem{ID(binary.LittleEndian.Uint32(m)), readValue(m[4:], t.global)}
	}
	return bag, nil
}

// fixedName decodes a NUL-terminated UTF-16 field.
func fixedName(b []byte) string {
	var units []uint16
	for ; len(b) >= 2; b = b[2:] {
		u := binary.LittleEndian.Uint16(b)
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}
