package dextest

import (
	"slices"

	"talpa/dex"
)

// writeArrays writes static values and call sites, both encoded arrays.
func (w *writer) writeArrays() {
	at, n := len(w.buf), 0
	for _, c := range w.order {
		static, _ := split(c.fields, func(f *field) bool { return f.access.Has(dex.AccStatic) })
		slices.SortFunc(static, func(a, b *field) int { return w.pool.fields[a.ref] - w.pool.fields[b.ref] })
		for len(static) > 0 && static[len(static)-1].init == nil {
			static = static[:len(static)-1]
		}
		if len(static) == 0 {
			continue
		}
		n++
		w.classes[c].values = len(w.buf)
		w.uleb(len(static))
		for _, f := range static {
			w.value(f.initial())
		}
	}
	for _, s := range w.pool.sites {
		n++
		w.siteOffs = append(w.siteOffs, len(w.buf))
		w.uleb(3 + len(s.args))
		w.value(value{kind: dex.ValueMethodHandle, hand: s.bootstrap})
		w.value(value{kind: dex.ValueString, text: s.name})
		w.value(value{kind: dex.ValueMethodType, text: s.desc})
		for _, a := range s.args {
			w.value(a)
		}
	}
	if n > 0 {
		w.sections = append(w.sections, section{mapArray, n, at})
	}
}

// initial is the value that the field starts with.
func (f *field) initial() value {
	if f.init != nil {
		return *f.init
	}
	zero := value{kind: dex.ValueInt}
	switch f.ref.Type[0] {
	case 'L', '[':
		zero.kind = dex.ValueNull
	case 'F':
		zero.kind = dex.ValueFloat
	case 'D':
		zero.kind = dex.ValueDouble
	default:
		zero.fit(f.ref.Type)
	}
	return zero
}

func (w *writer) value(v value) {
	pl := w.pool
	switch v.kind {
	case dex.ValueNull:
		w.u8(byte(v.kind))
	case dex.ValueBoolean:
		w.u8(byte(v.kind) | byte(v.num&1)<<5)
	case dex.ValueArray:
		w.u8(byte(v.kind))
		w.uleb(len(v.elems))
		for _, e := range v.elems {
			w.value(e)
		}
	case dex.ValueAnnotation:
		w.u8(byte(v.kind))
		w.note(v.note)
	case dex.ValueByte:
		w.u8(byte(v.kind), byte(v.num))
	case dex.ValueShort, dex.ValueInt, dex.ValueLong:
		w.number(v.kind, v.num, func(n int) bool { return int64(v.num<<(64-8*n))>>(64-8*n) == int64(v.num) })
	case dex.ValueChar:
		w.number(v.kind, v.num, func(n int) bool { return v.num>>(8*n) == 0 })
	case dex.ValueFloat:
		w.u8(byte(v.kind) | 3<<5)
		w.u32(int(v.num))
	case dex.ValueDouble:
		w.u8(byte(v.kind) | 7<<5)
		w.u32(int(uint32(v.num)))
		w.u32(int(v.num >> 32))
	default:
		var i int
		switch v.kind {
		case dex.ValueString:
			i = pl.strings[v.text]
		case dex.ValueType:
			i = pl.types[v.text]
		case dex.ValueMethodType:
			i = pl.protos[v.text]
		case dex.ValueMethodHandle:
			i = pl.handles[v.hand]
		default:
			i = w.memberIndex(v.text)
		}
		w.number(v.kind, uint64(i), func(n int) bool { return i>>(8*n) == 0 })
	}
}

// number writes a value in the fewest bytes that fit says are enough.
func (w *writer) number(kind dex.ValueKind, bits uint64, fit func(n int) bool) {
	n := 1
	for n < 8 && !fit(n) {
		n++
	}
	w.u8(byte(kind) | byte(n-1)<<5)
	for i := range n {
		w.u8(byte(bits >> (8 * i)))
	}
}

func (w *writer) note(n *note) {
	w.uleb(w.pool.types[n.typ])
	w.uleb(len(n.elements))
	elements := slices.Clone(n.elements)
	slices.SortFunc(elements, func(a, b element) int { return w.pool.strings[a.name] - w.pool.strings[b.name] })
	for _, e := range elements {
		w.uleb(w.pool.strings[e.name])
		w.value(e.value)
	}
}

// writeAnnotations writes annotations, their sets, and the directories of the
// classes, three sections one after another.
func (w *writer) writeAnnotations() {
	at, n := len(w.buf), 0
	items := map[*note]int{}
	w.eachSet(func(notes []note, _ func(int)) {
		for i := range notes {
			n++
			items[&notes[i]] = len(w.buf)
			w.u8(byte(notes[i].visibility))
			w.note(&notes[i])
		}
	})
	if n == 0 {
		return
	}
	w.sections = append(w.sections, section{mapAnnotation, n, at})
	w.align()
	at, n = len(w.buf), 0
	w.eachSet(func(notes []note, place func(int)) {
		n++
		place(len(w.buf))
		w.u32(len(notes))
		ordered := make([]*note, len(notes))
		for i := range notes {
			ordered[i] = &notes[i]
		}
		slices.SortFunc(ordered, func(a, b *note) int { return w.pool.types[a.typ] - w.pool.types[b.typ] })
		for _, a := range ordered {
			w.u32(items[a])
		}
	})
	w.sections = append(w.sections, section{mapAnnotationSet, n, at})
	w.writeDirectories()
}

// annotationSets are where the sets of a class and its members were placed.
type annotationSets struct {
	class   int
	fields  map[*field]int
	methods map[*method]int
}

// eachSet visits every list of annotations that is not empty; place notes where
// its set went.
func (w *writer) eachSet(visit func(notes []note, place func(off int))) {
	if w.sets == nil {
		w.sets = map[*class]*annotationSets{}
	}
	for _, c := range w.order {
		s := w.sets[c]
		if s == nil {
			s = &annotationSets{fields: map[*field]int{}, methods: map[*method]int{}}
			w.sets[c] = s
		}
		if len(c.notes) > 0 {
			visit(c.notes, func(off int) { s.class = off })
		}
		for _, f := range c.fields {
			if len(f.notes) > 0 {
				visit(f.notes, func(off int) { s.fields[f] = off })
			}
		}
		for _, m := range c.methods {
			if len(m.notes) > 0 {
				visit(m.notes, func(off int) { s.methods[m] = off })
			}
		}
	}
}

func (w *writer) writeDirectories() {
	at, n := len(w.buf), 0
	for _, c := range w.order {
		s := w.sets[c]
		if s.class == 0 && len(s.fields)+len(s.methods) == 0 {
			continue
		}
		n++
		w.classes[c].annotations = len(w.buf)
		for _, v := range []int{s.class, len(s.fields), len(s.methods), 0} {
			w.u32(v)
		}
		writeMembers(w, s.fields, func(f *field) int { return w.pool.fields[f.ref] })
		writeMembers(w, s.methods, func(m *method) int { return w.pool.methods[m.ref] })
	}
	w.sections = append(w.sections, section{mapDirectory, n, at})
}

func writeMembers[T comparable](w *writer, sets map[T]int, index func(T) int) {
	members := make([]T, 0, len(sets))
	for m := range sets {
		members = append(members, m)
	}
	slices.SortFunc(members, func(a, b T) int { return index(a) - index(b) })
	for _, m := range members {
		w.u32(index(m))
		w.u32(sets[m])
	}
}
