package dextest

import (
	"crypto/sha1"
	"encoding/binary"
	"hash/adler32"
	"slices"

	"talpa/dex"
	"talpa/dex/mutf8"
)

// The kinds of map items.
const (
	mapHeader = iota
	mapString
	mapType
	mapProto
	mapField
	mapMethod
	mapClass
	mapCallSite
	mapHandle
	mapList          = 0x1000
	mapTypeList      = 0x1001
	mapAnnotationSet = 0x1003
	mapClassData     = 0x2000
	mapCode          = 0x2001
	mapStringData    = 0x2002
	mapDebug         = 0x2003
	mapAnnotation    = 0x2004
	mapArray         = 0x2005
	mapDirectory     = 0x2006
)

// section is a row of the map.
type section struct{ kind, count, off int }

// writer lays out one file behind what buf holds already.
type writer struct {
	buf      []byte
	base     int
	prog     *program
	pool     *pool
	sections []section

	typeLists map[string]int // offsets by their types, joined
	debug     map[*method]int
	code      map[*method]int
	classes   map[*class]*classOffsets
	sets      map[*class]*annotationSets
	siteOffs  []int
	order     []*class
}

type classOffsets struct{ data, annotations, values int }

func write(p *program) ([]byte, error) {
	data, err := appendFile(nil, p)
	if err != nil {
		return nil, err
	}
	seal(data, []int{0})
	return data, nil
}

// Container assembles several files into one container of version 041.
func Container(texts ...string) ([]byte, error) {
	var data []byte
	var starts []int
	for _, text := range texts {
		p, err := parse(text)
		if err != nil {
			return nil, err
		}
		p.version = 41
		starts = append(starts, len(data))
		if data, err = appendFile(data, p); err != nil {
			return nil, err
		}
	}
	seal(data, starts)
	return data, nil
}

// seal fills in container size, signature and checksum of the files that begin
// at starts.
func seal(data []byte, starts []int) {
	for i, start := range starts {
		end := len(data)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		file := data[start:end]
		if binary.LittleEndian.Uint32(file[36:]) > 0x70 {
			binary.LittleEndian.PutUint32(file[0x70:], uint32(len(data)))
		}
		sum := sha1.Sum(file[32:])
		copy(file[12:], sum[:])
		binary.LittleEndian.PutUint32(file[8:], adler32.Checksum(file[12:]))
	}
}

func appendFile(before []byte, p *program) ([]byte, error) {
	pl, err := newPool(p)
	if err != nil {
		return nil, err
	}
	w := &writer{buf: before, base: len(before), prog: p, pool: pl, typeLists: map[string]int{},
		debug: map[*method]int{}, code: map[*method]int{}, classes: map[*class]*classOffsets{}}
	if w.order, err = superFirst(p.classes); err != nil {
		return nil, err
	}
	for _, c := range p.classes {
		w.classes[c] = &classOffsets{}
	}
	header := 0x70
	if p.version >= 41 {
		header = 0x78
	}
	tables := w.reserve(header)
	data := len(w.buf)
	w.writeTypeLists()
	w.writeAnnotations()
	if err := w.writeCode(); err != nil {
		return nil, err
	}
	w.writeClassData()
	w.writeArrays()
	strings := w.writeStrings()
	mapOff := w.writeMap()
	w.align()
	w.fillTables(tables, strings)
	w.fillHeader(header, tables, data, mapOff)
	return w.buf, nil
}

// superFirst orders classes so that superclasses and interfaces precede, as
// verifiers demand.
func superFirst(classes []*class) ([]*class, error) {
	byName := map[string]*class{}
	for _, c := range classes {
		if byName[c.desc] != nil {
			return nil, words{line: c.line}.errorf("class %s is defined twice", c.desc)
		}
		byName[c.desc] = c
	}
	var order []*class
	state := map[*class]bool{}
	var visit func(c *class)
	visit = func(c *class) {
		if c == nil || state[c] {
			return
		}
		state[c] = true
		visit(byName[c.super])
		for _, i := range c.interfaces {
			visit(byName[i])
		}
		order = append(order, c)
	}
	for _, c := range classes {
		visit(c)
	}
	return order, nil
}

func (w *writer) u8(v ...byte) { w.buf = append(w.buf, v...) }
func (w *writer) u16(v int)    { w.buf = binary.LittleEndian.AppendUint16(w.buf, uint16(v)) }
func (w *writer) u32(v int)    { w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(v)) }

func (w *writer) uleb(v int) {
	u := uint32(v)
	for u >= 0x80 {
		w.u8(byte(u) | 0x80)
		u >>= 7
	}
	w.u8(byte(u))
}

func (w *writer) sleb(v int) {
	for {
		b := byte(v) & 0x7f
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			w.u8(b)
			return
		}
		w.u8(b | 0x80)
	}
}

func (w *writer) align() {
	for len(w.buf)%4 != 0 {
		w.u8(0)
	}
}

// begin notes that items of a kind start here; count items follow.
func (w *writer) begin(kind, count int) {
	if count > 0 {
		w.sections = append(w.sections, section{kind, count, len(w.buf)})
	}
}

// reserve leaves room for the header and the tables and gives their offsets.
func (w *writer) reserve(header int) map[int]int {
	tables := map[int]int{}
	w.begin(mapHeader, 1)
	w.buf = append(w.buf, make([]byte, header)...)
	pl := w.pool
	for _, t := range []struct{ kind, count, size int }{
		{mapString, len(pl.stringList), 4}, {mapType, len(pl.typeList), 4}, {mapProto, len(pl.protoList), 12},
		{mapField, len(pl.fieldList), 8}, {mapMethod, len(pl.methodList), 8}, {mapClass, len(w.prog.classes), 32},
		{mapCallSite, len(pl.sites), 4}, {mapHandle, len(pl.handleList), 8},
	} {
		tables[t.kind] = len(w.buf)
		w.begin(t.kind, t.count)
		w.buf = append(w.buf, make([]byte, t.count*t.size)...)
	}
	return tables
}

func (w *writer) writeMap() int {
	w.align()
	off := len(w.buf)
	w.begin(mapList, 1)
	w.u32(len(w.sections))
	for _, s := range w.sections {
		w.u16(s.kind)
		w.u16(0)
		w.u32(s.count)
		w.u32(s.off)
	}
	return off
}

// put writes words into reserved room.
func (w *writer) put(off int, words ...int) {
	for i, v := range words {
		binary.LittleEndian.PutUint32(w.buf[off+4*i:], uint32(v))
	}
}

func (w *writer) fillTables(tables map[int]int, strings []int) {
	pl := w.pool
	for i, off := range strings {
		w.put(tables[mapString]+4*i, off)
	}
	for i, t := range pl.typeList {
		w.put(tables[mapType]+4*i, pl.strings[t])
	}
	for i, desc := range pl.protoList {
		ref := dex.MethodRef{Desc: desc}
		w.put(tables[mapProto]+12*i, pl.strings[shorty(ref)], pl.types[ref.Return()], w.typeLists[joined(ref.Params())])
	}
	for i, f := range pl.fieldList {
		w.put(tables[mapField]+8*i, pl.types[f.Class]|pl.types[f.Type]<<16, pl.strings[f.Name])
	}
	for i, m := range pl.methodList {
		w.put(tables[mapMethod]+8*i, pl.types[m.Class]|pl.protos[m.Desc]<<16, pl.strings[m.Name])
	}
	for i, c := range w.order {
		super, source := -1, -1
		if c.super != "" && c.desc != "Ljava/lang/Object;" {
			super = pl.types[c.super]
		}
		if c.source != "" {
			source = pl.strings[c.source]
		}
		offs := w.classes[c]
		w.put(tables[mapClass]+32*i, pl.types[c.desc], int(c.access), super, w.typeLists[joined(c.interfaces)],
			source, offs.annotations, offs.data, offs.values)
	}
	for i, off := range w.siteOffs {
		w.put(tables[mapCallSite]+4*i, off)
	}
	for i, h := range pl.handleList {
		w.put(tables[mapHandle]+8*i, int(h.kind), w.memberIndex(h.member))
	}
}

func (w *writer) memberIndex(id string) int {
	if m, err := dex.ParseMethodRef(id); err == nil {
		return w.pool.methods[m]
	}
	f, _ := dex.ParseFieldRef(id) // one of the two: the pool has parsed it
	return w.pool.fields[f]
}

func (w *writer) fillHeader(header int, tables map[int]int, data, mapOff int) {
	b := w.buf[w.base:]
	copy(b, "dex\n0")
	b[5], b[6] = byte('0'+w.prog.version/10), byte('0'+w.prog.version%10)
	w.put(w.base+32, len(b), header, 0x12345678, 0, 0, mapOff)
	pl := w.pool
	at := w.base + 56
	for _, t := range []struct{ kind, count int }{
		{mapString, len(pl.stringList)}, {mapType, len(pl.typeList)}, {mapProto, len(pl.protoList)},
		{mapField, len(pl.fieldList)}, {mapMethod, len(pl.methodList)}, {mapClass, len(w.prog.classes)},
	} {
		if t.count > 0 {
			w.put(at, t.count, tables[t.kind])
		}
		at += 8
	}
	w.put(at, len(w.buf)-data, data)
	if header > 0x70 {
		w.put(w.base+0x74, w.base)
	}
}

// joined is the key of a list of types.
func joined(types []string) string {
	key := ""
	for _, t := range types {
		key += t
	}
	return key
}

func (w *writer) writeTypeLists() {
	var lists [][]string
	for _, desc := range w.pool.protoList {
		lists = append(lists, dex.Params(desc))
	}
	for _, c := range w.order {
		lists = append(lists, c.interfaces)
	}
	w.align()
	at := len(w.buf)
	n := 0
	for _, list := range lists {
		if _, ok := w.typeLists[joined(list)]; ok || len(list) == 0 {
			continue
		}
		w.align()
		w.typeLists[joined(list)] = len(w.buf)
		w.u32(len(list))
		for _, t := range list {
			w.u16(w.pool.types[t])
		}
		n++
	}
	if n > 0 {
		w.sections = append(w.sections, section{mapTypeList, n, at})
	}
}

func (w *writer) writeStrings() []int {
	w.begin(mapStringData, len(w.pool.stringList))
	offs := make([]int, len(w.pool.stringList))
	for i, s := range w.pool.stringList {
		offs[i] = len(w.buf)
		w.uleb(len(mutf8.Units(s)))
		w.u8(mutf8.Encode(s)...)
		w.u8(0)
	}
	return offs
}

func (w *writer) writeClassData() {
	at, n := len(w.buf), 0
	for _, c := range w.order {
		if len(c.fields)+len(c.methods) == 0 {
			continue
		}
		n++
		w.classes[c].data = len(w.buf)
		static, instance := split(c.fields, func(f *field) bool { return f.access.Has(dex.AccStatic) })
		direct, virtual := split(c.methods, (*method).isDirect)
		for _, n := range []int{len(static), len(instance), len(direct), len(virtual)} {
			w.uleb(n)
		}
		for _, part := range [][]*field{static, instance} {
			slices.SortFunc(part, func(a, b *field) int { return w.pool.fields[a.ref] - w.pool.fields[b.ref] })
			last := 0
			for _, f := range part {
				w.uleb(w.pool.fields[f.ref] - last)
				w.uleb(int(f.access))
				last = w.pool.fields[f.ref]
			}
		}
		for _, part := range [][]*method{direct, virtual} {
			slices.SortFunc(part, func(a, b *method) int { return w.pool.methods[a.ref] - w.pool.methods[b.ref] })
			last := 0
			for _, m := range part {
				access := m.access
				if m.ref.Name == "<init>" || m.ref.Name == "<clinit>" {
					access |= dex.AccConstructor
				}
				w.uleb(w.pool.methods[m.ref] - last)
				w.uleb(int(access))
				w.uleb(w.code[m])
				last = w.pool.methods[m.ref]
			}
		}
	}
	if n > 0 {
		w.sections = append(w.sections, section{mapClassData, n, at})
	}
}

func split[T any](list []T, first func(T) bool) (yes, no []T) {
	for _, x := range list {
		if first(x) {
			yes = append(yes, x)
		} else {
			no = append(no, x)
		}
	}
	return yes, no
}
