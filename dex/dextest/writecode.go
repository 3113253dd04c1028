package dextest

import (
	"fmt"
	"slices"

	"talpa/dex"
)

// writeCode writes debug information, then code items.
func (w *writer) writeCode() error {
	type job struct {
		m *method
		a *assembly
	}
	var jobs []job
	for _, c := range w.order {
		for _, m := range c.methods {
			if len(m.body) == 0 {
				continue
			}
			a, err := w.layout(m)
			if err != nil {
				return err
			}
			jobs = append(jobs, job{m, a})
		}
	}
	at, n := len(w.buf), 0
	for _, j := range jobs {
		if j.a.hasDebug() {
			n++
			w.debug[j.m] = len(w.buf)
			w.writeDebug(j.a)
		}
	}
	if n > 0 {
		w.sections = append(w.sections, section{mapDebug, n, at})
	}
	w.align()
	w.begin(mapCode, len(jobs))
	for _, j := range jobs {
		w.align()
		w.code[j.m] = len(w.buf)
		if err := w.writeItem(j.a); err != nil {
			return err
		}
	}
	return nil
}

// assembly is a method whose positions are known.
type assembly struct {
	w      *writer
	m      *method
	labels map[string]int
	pos    []int          // of each item of the body, in code units
	users  map[string]int // label of a payload to the position of its switch
	units  int
	outs   int
}

// layout gives every item its position and every label its meaning.
func (w *writer) layout(m *method) (*assembly, error) {
	a := &assembly{w: w, m: m, labels: map[string]int{}, users: map[string]int{}}
	var pending []string // labels right before this item: they move with its alignment
	for _, it := range m.body {
		if it.payload != nil && a.units%2 != 0 {
			a.units++
		}
		for _, l := range pending {
			a.labels[l] = a.units
		}
		a.pos = append(a.pos, a.units)
		switch {
		case it.label != "":
			if _, ok := a.labels[it.label]; ok {
				return nil, words{line: it.at}.errorf("label %s is defined twice", it.label)
			}
			a.labels[it.label] = a.units
			pending = append(pending, it.label)
			continue
		case it.insn != nil:
			if it.insn.op.Payload() {
				a.users[it.insn.target] = a.units
			}
			if it.insn.op.Invokes() {
				a.outs = max(a.outs, len(it.insn.regs))
			}
			a.units += int(it.insn.op.Format().Units())
		case it.payload != nil:
			a.units += it.payload.len()
		}
		pending = pending[:0]
	}
	return a, nil
}

func (pl *payload) len() int {
	switch pl.op {
	case dex.OpPackedSwitch:
		return 4 + 2*len(pl.keys)
	case dex.OpSparseSwitch:
		return 2 + 4*len(pl.keys)
	}
	return 4 + (len(pl.elems)*pl.width+1)/2
}

func (a *assembly) label(at int, name string) (int, error) {
	pos, ok := a.labels[name]
	if !ok {
		return 0, words{line: at}.errorf("no label %s", name)
	}
	return pos, nil
}

func (w *writer) writeItem(a *assembly) error {
	tries, err := a.tries()
	if err != nil {
		return err
	}
	w.u16(a.m.registers)
	w.u16(a.m.ins())
	w.u16(a.outs)
	w.u16(len(tries))
	w.u32(w.debug[a.m])
	w.u32(a.units)
	start := len(w.buf)
	for i, it := range a.m.body {
		for len(w.buf)-start < 2*a.pos[i] {
			w.u16(0)
		}
		switch {
		case it.insn != nil:
			err = a.encode(it.at, a.pos[i], it.insn)
		case it.payload != nil:
			err = a.payload(it.at, i, it.payload)
		}
		if err != nil {
			return err
		}
	}
	if len(tries) > 0 {
		if a.units%2 != 0 {
			w.u16(0)
		}
		return w.writeTries(a, tries)
	}
	return nil
}

// payload writes the data of a switch or an array. Its label is the item before.
func (a *assembly) payload(at, index int, pl *payload) error {
	w := a.w
	user := 0
	for i := index - 1; i >= 0 && a.m.body[i].label != ""; i-- {
		user = max(user, a.users[a.m.body[i].label])
	}
	targets := make([]int, len(pl.targets))
	for i, name := range pl.targets {
		pos, err := a.label(at, name)
		if err != nil {
			return err
		}
		targets[i] = pos - user
	}
	switch pl.op {
	case dex.OpPackedSwitch:
		first := 0
		if len(pl.keys) > 0 {
			first = int(pl.keys[0])
		}
		w.u16(0x0100)
		w.u16(len(pl.keys))
		w.u32(first)
	case dex.OpSparseSwitch:
		w.u16(0x0200)
		w.u16(len(pl.keys))
		for _, k := range pl.keys {
			w.u32(int(k))
		}
	default:
		w.u16(0x0300)
		w.u16(pl.width)
		w.u32(len(pl.elems))
		for _, e := range pl.elems {
			for i := range pl.width {
				w.u8(byte(e >> (8 * i)))
			}
		}
		if len(pl.elems)*pl.width%2 != 0 {
			w.u8(0)
		}
	}
	for _, t := range targets {
		w.u32(t)
	}
	return nil
}

// try is a range with its handlers in order.
type try struct {
	start, end int
	handlers   []handler
}

type handler struct {
	typ    string
	target int
}

// tries turns the catch directives into ranges that do not overlap: where they
// do in the text, the parts have the handlers of all, in the order of the text.
func (a *assembly) tries() ([]try, error) {
	type span struct {
		start, end int
		handler
	}
	var spans []span
	var cuts []int
	for _, c := range a.m.catches {
		start, err := a.label(c.at, c.start)
		if err != nil {
			return nil, err
		}
		end, err := a.label(c.at, c.end)
		if err != nil {
			return nil, err
		}
		target, err := a.label(c.at, c.handler)
		if err != nil {
			return nil, err
		}
		spans = append(spans, span{start, end, handler{c.typ, target}})
		cuts = append(cuts, start, end)
	}
	slices.Sort(cuts)
	var out []try
	for i := 1; i < len(cuts); i++ {
		t := try{start: cuts[i-1], end: cuts[i]}
		for _, s := range spans {
			if t.start < t.end && s.start <= t.start && t.end <= s.end {
				t.handlers = append(t.handlers, s.handler)
			}
		}
		if len(t.handlers) > 0 {
			out = append(out, t)
		}
	}
	return out, nil
}

func (w *writer) writeTries(a *assembly, tries []try) error {
	at := len(w.buf)
	w.buf = append(w.buf, make([]byte, 8*len(tries))...)
	base := len(w.buf)
	w.uleb(len(tries))
	for i, t := range tries {
		w.put(at+8*i, t.start, t.end-t.start|(len(w.buf)-base)<<16)
		n := len(t.handlers)
		all := slices.IndexFunc(t.handlers, func(h handler) bool { return h.typ == "" })
		if all >= 0 && all != n-1 {
			return fmt.Errorf("%s: .catchall must be the last handler of its range", a.m.ref)
		}
		if all >= 0 {
			n = -all
		}
		w.sleb(n)
		for _, h := range t.handlers {
			if h.typ != "" {
				w.uleb(w.pool.types[h.typ])
			}
			w.uleb(h.target)
		}
	}
	return nil
}

func (a *assembly) hasDebug() bool {
	return slices.ContainsFunc(a.m.body, func(it item) bool { return it.line > 0 || it.local != nil })
}

// writeDebug writes the line table and the variables.
func (w *writer) writeDebug(a *assembly) {
	line, pc := 1, 0
	for _, it := range a.m.body {
		if it.line > 0 {
			line = it.line
			break
		}
	}
	w.uleb(line)
	params := a.m.ref.Params()
	w.uleb(len(params))
	for range params {
		w.uleb(0)
	}
	advance := func(to int) {
		if to > pc {
			w.u8(1)
			w.uleb(to - pc)
			pc = to
		}
	}
	for i, it := range a.m.body {
		switch {
		case it.line > 0:
			if d := it.line - line; d < -4 || d > 10 {
				w.u8(2)
				w.sleb(d)
				line = it.line
			}
			if a.pos[i]-pc > 15 {
				advance(a.pos[i])
			}
			w.u8(byte(0x0a + (it.line - line + 4) + 15*(a.pos[i]-pc)))
			line, pc = it.line, a.pos[i]
		case it.local != nil && it.local.name != "":
			advance(a.pos[i])
			w.u8(3)
			w.uleb(it.local.reg)
			w.uleb(w.pool.strings[it.local.name] + 1)
			w.uleb(w.pool.types[it.local.typ] + 1)
		case it.local != nil:
			advance(a.pos[i])
			w.u8(5)
			w.uleb(it.local.reg)
		}
	}
	w.u8(0)
}
