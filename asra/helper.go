package asra

import (
	"slices"

	"talpa/asra/attr"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Bounds of what is looked at as a helper.
const (
	maxHelperSize  = 120 // code units
	maxHelperDepth = 4   // helpers that ask helpers
)

// helper is a method whose result tells of what it reads: who tests the result tests
// that (R9, R11). An accessor gives it as it is, isReady() tests it and gives a
// constant.
type helper struct {
	in    callgraph.MethodID
	tells []tell
}

// tell is one of the states that a helper reads.
type tell struct {
	s    subject
	same bool // the result is its value
	// given are, by result, the values with which the helper gives it, if not the same.
	given map[int64]attr.Values
}

// wanted are the values of the state with which the helper gives one of some results.
func (t *tell) wanted(results attr.Values) attr.Values {
	if t.same {
		return results
	}
	var all attr.Values
	for result, values := range t.given {
		if results.Has(result) {
			all = all.Union(values)
		}
	}
	return all
}

// helpers are those that have been asked for, and how deep the question is: of what
// is deeper nothing is known.
type helpers struct {
	known map[callgraph.MethodID]*helper
	depth int
}

// helperAt is the helper that a call in a method asks; nil if the call is of something
// else.
func (a *analysis) helperAt(m callgraph.MethodID, call *dex.Insn) *helper {
	if !call.Op.Invokes() || call.Op.Ref() != dex.RefMethod || a.helpers.depth >= maxHelperDepth {
		return nil
	}
	targets := a.p.Calls.Targets(a.p.Calls.Method(m), *call)
	if len(targets) != 1 || a.p.Calls.IsCut(targets[0]) || !a.ownCode(a.p.Calls.Method(targets[0])) {
		return nil
	}
	id := targets[0]
	h, known := a.helpers.known[id]
	if !known {
		if a.helpers.known == nil {
			a.helpers.known = map[callgraph.MethodID]*helper{}
		}
		a.helpers.known[id] = nil // of recursion nothing is known
		a.helpers.depth++
		h = a.findHelper(id)
		a.helpers.depth--
		a.helpers.known[id] = h
	}
	return h
}

func (a *analysis) findHelper(id callgraph.MethodID) *helper {
	code := a.p.Calls.Method(id).Code()
	if code == nil || code.Units > maxHelperSize {
		return nil
	}
	g := a.gatesOf(id)
	if g == nil {
		return nil
	}
	h := &helper{in: id}
	same, constants, ok := a.results(g)
	switch {
	case !ok:
	case len(constants) == 0:
		h.tells = []tell{{s: same, same: true}}
	case same.key == "":
		for _, key := range sortedKeys(g.keys) {
			if s := g.keys[key]; s.read {
				t := tell{s: s, given: map[int64]attr.Values{}}
				for _, c := range constants {
					t.given[c.Int] = t.given[c.Int].Union(g.at(key, c.PC))
				}
				h.tells = append(h.tells, t)
			}
		}
	}
	if len(h.tells) == 0 {
		return nil
	}
	return h
}

// results are what a method returns: one state that it reads, or constants; ok is
// false if it may return anything else.
func (a *analysis) results(g *gates) (same subject, constants []origin.Origin, ok bool) {
	for in := range g.an.Graph.Code.Insns() {
		if !in.Op.Returns() {
			continue
		}
		if in.Op != dex.OpReturn && in.Op != dex.OpReturnObject {
			return same, nil, false
		}
		origins := g.an.At(in.Off, in.A())
		if !slices.ContainsFunc(origins, func(o origin.Origin) bool { return o.Kind != origin.Int }) {
			constants = append(constants, origins...)
			continue
		}
		s, known := a.subjectAt(g.in, g.an, in.Off, in.A())
		if !known || !s.read || same.key != "" && same.key != s.key {
			return same, nil, false
		}
		same = s
	}
	return same, constants, same.key != "" || len(constants) > 0
}

// wantedReads say what matters of what a method reads: the values, by the position
// of the read, and what matters of what helpers read, by the position of the call.
// Of reads elsewhere all values matter.
type wantedReads struct {
	in     callgraph.MethodID
	values map[uint32]attr.Values
	asked  map[uint32]*wantedReads
}

// add notes what matters of a state that a method reads for its tests, or, with
// returned, for its result.
func (w *wantedReads) add(a *analysis, g *gates, s subject, v attr.Values, returned bool) {
	if v.IsAll() || !s.read || g.readTwice(s.key, s.pc) || g.escapes(s.key, s.pc, returned) {
		return
	}
	if s.helper == nil {
		if a.exact(g, s) {
			w.values[s.pc] = v
		}
		return
	}
	if inner := a.wantedOf(s.helper, v); inner != nil {
		w.asked[s.pc] = inner
	}
}

func newWantedReads(in callgraph.MethodID) *wantedReads {
	return &wantedReads{in: in, values: map[uint32]attr.Values{}, asked: map[uint32]*wantedReads{}}
}

// wantedOf is what matters of what a helper reads if some of its results matter; nil
// if that is everything.
func (a *analysis) wantedOf(h *helper, results attr.Values) *wantedReads {
	w := newWantedReads(h.in)
	for i := range h.tells {
		t := &h.tells[i]
		w.add(a, a.gatesOf(h.in), t.s, t.wanted(results), t.same)
	}
	if len(w.values)+len(w.asked) == 0 {
		return nil
	}
	return w
}
