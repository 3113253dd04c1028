package branch

import (
	"slices"

	"talpa/asra/appcode"
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

// Helper is a method whose result tells of what it reads: who tests the result tests
// that (R9, R11). An accessor gives it as it is, isReady() tests it and gives a
// constant.
type Helper struct {
	In    callgraph.MethodID
	Tells []Tell
}

// Tell is one of the states that a helper reads.
type Tell struct {
	S    Subject
	Same bool // the result is its value
	// Given are, by result, the values with which the helper gives it, if not the same.
	Given map[int64]attr.Values
}

// Wanted are the values of the state with which the helper gives one of some results.
func (t *Tell) Wanted(results attr.Values) attr.Values {
	if t.Same {
		return results
	}
	var all attr.Values
	for result, values := range t.Given {
		if results.Has(result) {
			all = all.Union(values)
		}
	}
	return all
}

// helperAt is the helper that a call in a method asks; nil if the call is of something
// else.
func (x *Table) helperAt(m callgraph.MethodID, call *dex.Insn) *Helper {
	if !call.Op.Invokes() || call.Op.Ref() != dex.RefMethod || x.depth >= maxHelperDepth {
		return nil
	}
	targets := x.app.Calls.Targets(x.app.Calls.Method(m), *call)
	if len(targets) != 1 || x.app.Calls.IsCut(targets[0]) || !appcode.Own(x.app.Calls.Method(targets[0])) {
		return nil
	}
	id := targets[0]
	h, known := x.helpers[id]
	if !known {
		x.helpers[id] = nil // of recursion nothing is known
		x.depth++
		h = x.findHelper(id)
		x.depth--
		x.helpers[id] = h
	}
	return h
}

// findHelper looks at a method as a helper; nil if its result tells of no state, or of
// more than can be told. Where it gives constants, each subject is told for itself: with
// two fields behind one answer, each of them may have been what decided, and so the values
// told of one are those that allow the answer, not those that force it.
func (x *Table) findHelper(id callgraph.MethodID) *Helper {
	code := x.app.Calls.Method(id).Code()
	if code == nil || code.Units > maxHelperSize {
		return nil
	}
	g := x.Of(id)
	if g == nil {
		return nil
	}
	h := &Helper{In: id}
	same, constants, ok := x.results(g)
	switch {
	case !ok:
	case len(constants) == 0:
		h.Tells = []Tell{{S: same, Same: true}}
	case same.Key == "":
		for _, s := range g.Subjects() {
			if s.Read {
				t := Tell{S: s, Given: map[int64]attr.Values{}}
				for _, c := range constants {
					t.Given[c.Int] = t.Given[c.Int].Union(g.At(s.Key, c.PC))
				}
				h.Tells = append(h.Tells, t)
			}
		}
	}
	if len(h.Tells) == 0 {
		return nil
	}
	return h
}

// results are what a method returns: one state that it reads, or constants; ok is
// false if it may return anything else.
func (x *Table) results(g *Constraints) (same Subject, constants []origin.Origin, ok bool) {
	for in := range g.Origins.Graph.Code.Insns() {
		if !in.Op.Returns() {
			continue
		}
		if in.Op != dex.OpReturn && in.Op != dex.OpReturnObject {
			return same, nil, false
		}
		origins := g.Origins.At(in.Off, in.A())
		if !slices.ContainsFunc(origins, func(o origin.Origin) bool { return o.Kind != origin.Int }) {
			constants = append(constants, origins...)
			continue
		}
		s, known := x.subjectAt(g.In, g.Origins, in.Off, in.A())
		if !known || !s.Read || same.Key != "" && same.Key != s.Key {
			return same, nil, false
		}
		same = s
	}
	return same, constants, same.Key != "" || len(constants) > 0
}
