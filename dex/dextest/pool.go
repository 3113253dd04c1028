package dextest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"talpa/dex"
	"talpa/dex/mutf8"
)

// pool collects what the id tables hold, then sorts it as the format demands.
// The maps give indexes after sort.
type pool struct {
	strings map[string]int
	types   map[string]int
	protos  map[string]int // by descriptor "(I)V"
	fields  map[dex.FieldRef]int
	methods map[dex.MethodRef]int
	handles map[handle]int
	sites   []*callSite // in order of appearance, not sorted: the format does not ask for it

	stringList  []string
	typeList    []string
	protoList   []string
	fieldList   []dex.FieldRef
	methodList  []dex.MethodRef
	handleList  []handle
	collectErrs []error
}

func newPool(p *program) (*pool, error) {
	pl := &pool{strings: map[string]int{}, types: map[string]int{}, protos: map[string]int{},
		fields: map[dex.FieldRef]int{}, methods: map[dex.MethodRef]int{}, handles: map[handle]int{}}
	for _, c := range p.classes {
		pl.class(c)
	}
	if len(pl.collectErrs) > 0 {
		return nil, pl.collectErrs[0]
	}
	pl.sort()
	return pl, nil
}

func (pl *pool) class(c *class) {
	pl.typ(c.desc)
	if c.super != "" {
		pl.typ(c.super)
	}
	for _, i := range c.interfaces {
		pl.typ(i)
	}
	if c.source != "" {
		pl.str(c.source)
	}
	pl.notes(c.notes)
	for _, f := range c.fields {
		pl.field(f.ref)
		pl.notes(f.notes)
		if f.init != nil {
			pl.value(*f.init)
		}
	}
	for _, m := range c.methods {
		pl.method(m.ref)
		pl.notes(m.notes)
		pl.body(m)
	}
}

func (pl *pool) body(m *method) {
	for _, c := range m.catches {
		if c.typ != "" {
			pl.typ(c.typ)
		}
	}
	for _, it := range m.body {
		switch {
		case it.insn != nil:
			if err := pl.reference(it.insn); err != nil {
				pl.collectErrs = append(pl.collectErrs, fmt.Errorf("line %d: %w", it.at, err))
			}
		case it.local != nil && it.local.name != "":
			pl.str(it.local.name)
			pl.typ(it.local.typ)
		}
	}
}

func (pl *pool) reference(in *insn) error {
	if in.proto != "" {
		pl.proto(in.proto)
	}
	switch in.op.Ref() {
	case dex.RefString:
		pl.str(in.ref)
	case dex.RefType:
		pl.typ(in.ref)
	case dex.RefProto:
		pl.proto(in.ref)
	case dex.RefField:
		f, err := dex.ParseFieldRef(in.ref)
		if err != nil {
			return err
		}
		pl.field(f)
	case dex.RefMethod:
		m, err := dex.ParseMethodRef(in.ref)
		if err != nil {
			return err
		}
		pl.method(m)
	case dex.RefMethodHandle:
		h, err := parseHandle(in.ref)
		if err != nil {
			return err
		}
		pl.handle(h)
	case dex.RefCallSite:
		if in.site == nil {
			return fmt.Errorf("%s needs a call site", in.op)
		}
		pl.sites = append(pl.sites, in.site)
		pl.handle(in.site.bootstrap)
		pl.str(in.site.name)
		pl.proto(in.site.desc)
		for _, a := range in.site.args {
			pl.value(a)
		}
	}
	return nil
}

func (pl *pool) str(s string) { pl.strings[s] = 0 }
func (pl *pool) typ(t string) { pl.types[t] = 0; pl.str(t) }

func (pl *pool) proto(desc string) {
	pl.protos[desc] = 0
	ref := dex.MethodRef{Desc: desc}
	pl.typ(ref.Return())
	for _, p := range ref.Params() {
		pl.typ(p)
	}
	pl.str(shorty(ref))
}

func (pl *pool) field(f dex.FieldRef) {
	pl.fields[f] = 0
	pl.typ(f.Class)
	pl.typ(f.Type)
	pl.str(f.Name)
}

func (pl *pool) method(m dex.MethodRef) {
	pl.methods[m] = 0
	pl.typ(m.Class)
	pl.proto(m.Desc)
	pl.str(m.Name)
}

func (pl *pool) handle(h handle) {
	if _, ok := pl.handles[h]; !ok {
		pl.handles[h] = len(pl.handleList)
		pl.handleList = append(pl.handleList, h)
	}
	pl.member(h.member)
}

func (pl *pool) member(id string) {
	if m, err := dex.ParseMethodRef(id); err == nil {
		pl.method(m)
	} else if f, err := dex.ParseFieldRef(id); err == nil {
		pl.field(f)
	} else {
		pl.collectErrs = append(pl.collectErrs, err)
	}
}

func (pl *pool) notes(notes []note) {
	for _, n := range notes {
		pl.note(&n)
	}
}

func (pl *pool) note(n *note) {
	pl.typ(n.typ)
	for _, e := range n.elements {
		pl.str(e.name)
		pl.value(e.value)
	}
}

func (pl *pool) value(v value) {
	switch v.kind {
	case dex.ValueString:
		pl.str(v.text)
	case dex.ValueType:
		pl.typ(v.text)
	case dex.ValueMethodType:
		pl.proto(v.text)
	case dex.ValueField, dex.ValueEnum, dex.ValueMethod:
		pl.member(v.text)
	case dex.ValueMethodHandle:
		pl.handle(v.hand)
	case dex.ValueArray:
		for _, e := range v.elems {
			pl.value(e)
		}
	case dex.ValueAnnotation:
		pl.note(v.note)
	}
}

// sort puts every table into the order of the format and fills the indexes.
func (pl *pool) sort() {
	pl.stringList = sorted(pl.strings, compareUTF16)
	pl.typeList = sorted(pl.types, func(a, b string) int { return pl.strings[a] - pl.strings[b] })
	pl.protoList = sorted(pl.protos, func(a, b string) int {
		x, y := dex.MethodRef{Desc: a}, dex.MethodRef{Desc: b}
		return cmp.Or(pl.types[x.Return()]-pl.types[y.Return()],
			slices.CompareFunc(x.Params(), y.Params(), func(s, t string) int { return pl.types[s] - pl.types[t] }))
	})
	pl.fieldList = sorted(pl.fields, func(a, b dex.FieldRef) int {
		return cmp.Or(pl.types[a.Class]-pl.types[b.Class], pl.strings[a.Name]-pl.strings[b.Name],
			pl.types[a.Type]-pl.types[b.Type])
	})
	pl.methodList = sorted(pl.methods, func(a, b dex.MethodRef) int {
		return cmp.Or(pl.types[a.Class]-pl.types[b.Class], pl.strings[a.Name]-pl.strings[b.Name],
			pl.protos[a.Desc]-pl.protos[b.Desc])
	})
}

func sorted[K comparable](m map[K]int, compare func(a, b K) int) []K {
	list := make([]K, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.SortFunc(list, compare)
	for i, k := range list {
		m[k] = i
	}
	return list
}

// shorty is the short form of a prototype: the result, then the parameters, all
// references as L.
func shorty(m dex.MethodRef) string {
	var b strings.Builder
	for _, t := range append([]string{m.Return()}, m.Params()...) {
		if t[0] == '[' {
			t = "L"
		}
		b.WriteByte(t[0])
	}
	return b.String()
}

func compareUTF16(a, b string) int { return slices.Compare(mutf8.Units(a), mutf8.Units(b)) }
