package asra

import (
	"context"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/dataflow"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// maxGateDepth bounds how far a tested value is followed into callees.
const maxGateDepth = 4

// gates are the tests in one method, and for each tested value the sets of
// values with which each block can run: rules R3 and R4, for both ways out of a
// branch, all comparisons, every arm of both kinds of switches and the default.
type gates struct {
	in    callgraph.MethodID
	an    *origin.Analysis
	tests []test // by block; test.key is "" where the block ends in no known test
	keys  map[string]subject
	// sources are the positions at which the subject of a key is read.
	sources map[string][]uint32
	flows   map[string][]attr.Values // by key, then block; nil until asked for
}

// test is what a block tests at its end.
type test struct {
	key string
	op  dex.Op // a conditional branch or a switch
	n   int64  // what a branch compares with
}

// gatesOf finds the tests of a method; nil if it has no code that can be analysed.
func (a *analysis) gatesOf(m callgraph.MethodID) *gates {
	if g, known := a.gates[m]; known {
		return g
	}
	var g *gates
	if an := a.originsOf(m); an != nil {
		g = &gates{
			in: m, an: an, tests: make([]test, len(an.Graph.Blocks)), keys: map[string]subject{},
			flows: map[string][]attr.Values{}, sources: map[string][]uint32{},
		}
		for b := range an.Graph.Blocks {
			if last, ok := an.Graph.Last(int32(b)); ok {
				g.tests[b] = a.test(m, g, &last)
			}
		}
	}
	a.gates[m] = g
	return g
}

// test finds out what a branch or switch tests.
func (a *analysis) test(m callgraph.MethodID, g *gates, in *dex.Insn) test {
	note := func(s subject, op dex.Op, n int64) test {
		g.keys[s.key] = s
		if s.read && !slices.Contains(g.sources[s.key], s.pc) {
			g.sources[s.key] = append(g.sources[s.key], s.pc)
		}
		return test{key: s.key, op: op, n: n}
	}
	if in.Op.Switches() && arms(g.an.Graph.Code, in) > maxArms {
		return test{}
	}
	switch {
	case in.Op.Switches(), in.Op >= dex.OpIfEqz && in.Op <= dex.OpIfLez:
		if s, ok := a.subjectAt(m, g.an, in.Off, in.A()); ok {
			return note(s, in.Op, 0)
		}
	case in.Op >= dex.OpIfEq && in.Op <= dex.OpIfLe:
		for _, side := range []struct {
			value, other uint16
			op           dex.Op
		}{{in.A(), in.B(), in.Op}, {in.B(), in.A(), attr.Mirrored(in.Op)}} {
			if n, ok := appcode.Constant(g.an.At(in.Off, side.other)); ok {
				if s, ok := a.subjectAt(m, g.an, in.Off, side.value); ok {
					return note(s, side.op, n)
				}
			}
			if s, n, ok := a.sameWidget(m, g.an, in.Off, side.value, side.other); ok {
				return note(s, side.op, n)
			}
		}
	}
	return test{}
}

// maxArms is the number of arms from which a switch is taken for a table, not for
// a choice between widgets.
const maxArms = 512

func arms(code *dex.Code, in *dex.Insn) int {
	n := 0
	for range code.Cases(*in) {
		n++
	}
	return n
}

// sameWidget reads "v == mButton" as a test of v's id.
func (a *analysis) sameWidget(
	m callgraph.MethodID, an *origin.Analysis, pc uint32, value, other uint16,
) (s subject, id int64, ok bool) {
	origins := an.At(pc, value)
	if len(origins) != 1 || origins[0].Kind != origin.Param || origins[0].Int == 0 {
		return subject{}, 0, false
	}
	widgets := a.q.WidgetsAt(m, pc, other)
	if len(widgets) != 1 || widgets[0].ID == 0 {
		return subject{}, 0, false
	}
	return subject{key: idKey(origins[0].Int), says: idSubject}, int64(int32(uint32(widgets[0].ID))), true
}

// taken is the set of values of the tested subject with which control takes an
// edge (R3, R4); all of them for an edge without a test (R5).
func (t test) taken(g *cfg.Graph, e cfg.Edge) attr.Values {
	switch e.Kind {
	case cfg.True, cfg.False:
		v, ok := attr.Taken(t.op, t.n)
		if !ok {
			return attr.All()
		}
		if e.Kind == cfg.False {
			v = v.Complement()
		}
		return v
	case cfg.Case:
		return attr.Only(int64(e.Key))
	case cfg.Default:
		var keys attr.Values
		last, _ := g.Last(e.From)
		for arm := range g.Code.Cases(last) {
			keys = keys.Union(attr.Only(int64(arm.Key)))
		}
		return keys.Complement()
	}
	return attr.All()
}

// flow computes for each block the values of a subject with which it can run.
// Nodes are the blocks and, behind them, the edges: an edge narrows what it
// passes on.
func (g *gates) flow(key string) []attr.Values {
	if f, known := g.flows[key]; known {
		return f
	}
	graph := &flowGraph{g: g.an.Graph}
	for b := range graph.g.Blocks {
		graph.first = append(graph.first, len(graph.edges))
		graph.edges = append(graph.edges, graph.g.Succs(int32(b))...)
	}
	blocks := len(graph.g.Blocks)
	res, _ := dataflow.Solve(context.Background(), dataflow.Problem[attr.Values]{
		Graph: graph, Lattice: union{}, Seeds: map[int]attr.Values{0: attr.All()},
		Transfer: func(n int, in attr.Values) attr.Values {
			if n < blocks {
				return in
			}
			e := graph.edges[n-blocks]
			if t := g.tests[e.From]; t.key == key {
				return in.Intersect(t.taken(graph.g, e))
			}
			return in
		},
	})
	f := res.In[:blocks]
	g.flows[key] = f
	return f
}

// flowGraph is a control-flow graph with its edges as nodes.
type flowGraph struct {
	g     *cfg.Graph
	edges []cfg.Edge
	first []int // by block: its first edge
}

func (f *flowGraph) Len() int { return len(f.g.Blocks) + len(f.edges) }

func (f *flowGraph) Next(n int, yield func(m int)) {
	if n >= len(f.g.Blocks) {
		yield(int(f.edges[n-len(f.g.Blocks)].To))
		return
	}
	for i := range f.g.Succs(int32(n)) {
		yield(len(f.g.Blocks) + f.first[n] + i)
	}
}

// union is the lattice of sets of values.
type union struct{}

func (union) Join(a, b attr.Values) (attr.Values, bool) {
	joined := a.Union(b)
	return joined, !joined.Equal(a)
}

// at is the set of values of a subject with which control gets to pc.
func (g *gates) at(key string, pc uint32) attr.Values {
	if !slices.ContainsFunc(g.tests, func(t test) bool { return t.key == key }) {
		return attr.All()
	}
	block := g.an.Graph.BlockAt(pc)
	if block == nil {
		return attr.All()
	}
	return g.flow(key)[block.ID]
}

// accepted is the set of values of a subject with which a method can lead on to
// the target (R16), over all its relevant instructions, followed into callees.
func (a *analysis) accepted(m callgraph.MethodID, key string, depth int) attr.Values {
	g := a.gatesOf(m)
	if g == nil || depth > maxGateDepth {
		return attr.All()
	}
	var all attr.Values
	for _, step := range a.onward(m) {
		all = all.Union(a.through(g, key, step, depth))
		if all.IsAll() {
			break
		}
	}
	return all
}

// step is an instruction of a method that leads on, and where to: NoMethod if
// not to a method by a call.
type step struct {
	pc uint32
	to callgraph.MethodID
}

// through is the set of values with which control takes a step, the tests in
// the callee included (R12).
func (a *analysis) through(g *gates, key string, s step, depth int) attr.Values {
	v := g.at(key, s.pc)
	if s.to == callgraph.NoMethod || v.IsEmpty() {
		return v
	}
	in := g.an.Graph.Code.At(s.pc)
	if !in.Op.Invokes() {
		return v
	}
	if inner := a.passed(g, &in, key, s.to); inner != "" {
		v = v.Intersect(a.accepted(s.to, inner, depth+1))
	}
	return v
}

// onward are the instructions of a method that lead on to the target: for a
// method on the stack those of its frame's line, or its calls of the next frame
// (R13), else all with an edge to something relevant.
func (a *analysis) onward(m callgraph.MethodID) []step {
	if i := slices.Index(a.chain[:min(a.anchor+1, len(a.chain))], m); i >= 0 {
		if steps := a.frameSteps(i); len(steps) > 0 {
			return steps
		}
	}
	var all []step
	for e := range a.p.Succs(a.p.Method(m)) {
		if a.way.has(e.To) {
			all = append(all, a.step(e))
		}
	}
	return all
}

// step is the step along an edge that leaves a method. Who hands an object over
// does not call its callbacks with what it hands over beside.
func (a *analysis) step(e icfg.Edge) step {
	if e.Kind == icfg.Use {
		return step{e.PC, callgraph.NoMethod}
	}
	return step{e.PC, a.callee(e.To)}
}

// frameSteps are the steps of the chain's method i to the next frame inwards.
func (a *analysis) frameSteps(i int) []step {
	to := callgraph.NoMethod
	if i > 0 {
		to = a.chain[i-1]
	}
	var all []step
	for _, pc := range a.lines[i] {
		all = append(all, step{pc, to})
	}
	if i == 0 {
		return all
	}
	m := a.p.Calls.Method(a.chain[i])
	if code := m.Code(); code != nil {
		var calls []step
		for in := range code.Insns() {
			if in.Op.Invokes() && slices.Contains(a.p.Calls.Targets(m, in), to) {
				calls = append(calls, step{in.Off, to})
			}
		}
		elsewhere := func(s step) bool { return !a.onLine(i, s.pc) }
		if onLine := slices.DeleteFunc(slices.Clone(calls), elsewhere); len(onLine) > 0 {
			return onLine
		}
		if len(all) == 0 {
			return calls
		}
	}
	return all
}

// onLine says whether pc belongs to the line of the chain's frame i.
func (a *analysis) onLine(i int, pc uint32) bool {
	if len(a.lines[i]) == 0 {
		return false
	}
	code := a.p.Calls.Method(a.chain[i]).Code()
	return code.Line(pc) == code.Line(a.lines[i][0])
}

// contradicts says that a call gives its callee a number with which the callee
// does not take the next edge: showDialog(1), when only dialog 2 leads on. It
// also says so of calls of the callback on the stack by code of the app, where
// the stack shows that the framework or a library called it.
func (a *analysis) contradicts(e icfg.Edge, next *icfg.Edge) bool {
	switch {
	case a.cannotRun(e, next):
		return true
	case e.Kind != icfg.Call && e.Kind != icfg.Show:
		return false
	case next == nil:
		return a.direct && e.Kind == icfg.Call && e.To == a.anchorNode()
	}
	caller, callee := a.callee(e.From), a.callee(e.To)
	if caller == callgraph.NoMethod || callee == callgraph.NoMethod || a.p.CallbackOf(callee) == nil {
		return false
	}
	key, ok := primary(a.p.Calls.Method(callee))
	if !ok || key != parameterKey(1) {
		return false
	}
	from, to := a.gatesOf(caller), a.gatesOf(callee)
	if from == nil || to == nil {
		return false
	}
	wanted := to.at(key, next.PC)
	in := from.an.Graph.Code.At(e.PC)
	if n, ok := appcode.Constant(from.an.Args(&in, 1)); ok {
		return !wanted.Has(n)
	}
	return a.noWidgetFor(caller, from, &in, callee, wanted)
}

// noWidgetFor is contradicts for a callback that passes on the number of the
// widget that was used: no widget of the callback has a wanted number.
func (a *analysis) noWidgetFor(
	caller callgraph.MethodID, g *gates, in *dex.Insn, callee callgraph.MethodID, wanted attr.Values,
) bool {
	cb := a.p.CallbackOf(caller)
	key, ok := primary(a.p.Calls.Method(caller))
	if cb == nil || !ok || len(cb.Widgets) == 0 || a.passed(g, in, key, callee) != parameterKey(1) {
		return false
	}
	return !slices.ContainsFunc(cb.Widgets, func(w icfg.Widget) bool {
		n, known := number(w)
		return !known || wanted.Has(n)
	})
}
