package branch

import (
	"context"
	"maps"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/dataflow"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Constraints are the tests in one method, and for each tested value the sets of
// values with which each block can run: rules R3 and R4, for both ways out of a
// branch, all comparisons, every case of both kinds of switches and the default.
type Constraints struct {
	// In is the method, Origins are the values in it.
	In      callgraph.MethodID
	Origins *origin.Analysis
	tests   []test // by block; test.key is "" where the block ends in no known test
	keys    map[string]Subject
	// sources are the positions at which the subject of a key is read. One key may have
	// several: the flow takes their values for one, WantedReads must not.
	sources map[string][]uint32
	flows   map[string][]attr.Values // by key, then block; nil until asked for
}

// test is what a block tests at its end.
type test struct {
	key string
	op  dex.Op    // a conditional branch or a switch
	n   int64     // what a branch compares with
	of  enumTable // of the numbers tested; nil where the value itself is
}

// Table holds the branch constraints of the methods of one app. Those of a method are
// found when they are asked for and remembered; they depend on the program alone. It is
// for one goroutine.
type Table struct {
	app   *appcode.Reader
	known map[callgraph.MethodID]*Constraints
	// helpers are those that have been asked for, and depth is how deep the question is:
	// of what is deeper nothing is known.
	helpers map[callgraph.MethodID]*Helper
	depth   int
}

// New prepares the table of an app.
func New(app *appcode.Reader) *Table {
	return &Table{
		app: app, known: map[callgraph.MethodID]*Constraints{}, helpers: map[callgraph.MethodID]*Helper{},
	}
}

// Of finds the branch constraints of a method; nil if it has no code that can be
// analysed.
func (x *Table) Of(m callgraph.MethodID) *Constraints {
	if g, known := x.known[m]; known {
		return g
	}
	var g *Constraints
	if an := x.app.OriginsOf(m); an != nil {
		g = &Constraints{
			In: m, Origins: an, tests: make([]test, len(an.Graph.Blocks)), keys: map[string]Subject{},
			flows: map[string][]attr.Values{}, sources: map[string][]uint32{},
		}
		for b := range an.Graph.Blocks {
			if last, ok := an.Graph.Last(int32(b)); ok {
				g.tests[b] = x.test(m, g, &last)
			}
		}
	}
	x.known[m] = g
	return g
}

// test finds out what a branch or switch tests. Of a branch that compares two registers one
// has to be a constant, or one known widget; "5 < n" is noted as "n > 5", so that of
// every test the subject is on the left.
func (x *Table) test(m callgraph.MethodID, g *Constraints, in *dex.Insn) test {
	note := func(s Subject, op dex.Op, n int64) test {
		g.keys[s.Key] = s
		if s.Read && !slices.Contains(g.sources[s.Key], s.PC) {
			g.sources[s.Key] = append(g.sources[s.Key], s.PC)
		}
		return test{key: s.Key, op: op, n: n}
	}
	subject := func(value uint16, op dex.Op, n int64) (t test, ok bool) {
		if s, of, ok := x.enumSwitch(m, g.Origins, in.Off, value); ok {
			t = note(s, op, n)
			t.of = of
			return t, true
		}
		if s, ok := x.subjectAt(m, g.Origins, in.Off, value); ok {
			return note(s, op, n), true
		}
		return t, false
	}
	if in.Op.Switches() && cases(g.Origins.Graph.Code, in) > maxCases {
		return test{}
	}
	if s, number, ok := x.equalObject(m, g.Origins, in); ok {
		op := dex.OpIfNe
		if in.Op == dex.OpIfNez {
			op = dex.OpIfEq
		}
		return note(s, op, number)
	}
	switch {
	case in.Op.Switches(), in.Op >= dex.OpIfEqz && in.Op <= dex.OpIfLez:
		if t, ok := subject(in.A(), in.Op, 0); ok {
			return t
		}
	case in.Op >= dex.OpIfEq && in.Op <= dex.OpIfLe:
		for _, side := range []struct {
			value, other uint16
			op           dex.Op
		}{{in.A(), in.B(), in.Op}, {in.B(), in.A(), attr.Mirrored(in.Op)}} {
			if n, ok := x.constant(g.Origins.At(in.Off, side.other)); ok {
				if t, ok := subject(side.value, side.op, n); ok {
					return t
				}
			}
			if s, n, ok := x.sameWidget(m, g.Origins, in.Off, side.value, side.other); ok {
				return note(s, side.op, n)
			}
		}
	}
	return test{}
}

// constant is the number that a value is: a number, or that of a constant of an enum.
func (x *Table) constant(origins []origin.Origin) (int64, bool) {
	if n, ok := appcode.Constant(origins); ok {
		return n, true
	}
	return x.app.EnumConstant(origins)
}

// maxCases is the number of cases from which a switch is taken for a table, not for
// a choice between widgets.
const maxCases = 512

// cases is the number of cases of a switch.
func cases(code *dex.Code, in *dex.Insn) int {
	n := 0
	for range code.Cases(*in) {
		n++
	}
	return n
}

// sameWidget reads "v == mButton" as a test of v's id. v has to be a parameter, since
// only of those the id is known by whose callback it is, and mButton one widget with an
// id: two of one id on a screen would pass for each other.
func (x *Table) sameWidget(
	m callgraph.MethodID, an *origin.Analysis, pc uint32, value, other uint16,
) (s Subject, id int64, ok bool) {
	origins := an.At(pc, value)
	if len(origins) != 1 || origins[0].Kind != origin.Param || origins[0].Int == 0 {
		return Subject{}, 0, false
	}
	widgets := x.app.WidgetsAt(m, pc, other)
	if len(widgets) != 1 {
		return Subject{}, 0, false
	}
	id, ok = appcode.Number(widgets[0])
	return Subject{Key: IDKey(origins[0].Int), Says: IDSubject}, id, ok
}

// taken is the set of values of the tested subject with which control takes an
// edge (R3, R4); all of them for an edge without a test (R5). The sets of the edges that
// leave one block make up all values together, so that no run is lost.
func (t test) taken(g *cfg.Graph, e cfg.Edge) attr.Values {
	v := t.numbers(g, e)
	if t.of != nil && !v.IsAll() {
		return t.of.constants(v)
	}
	return v
}

// numbers is taken, for the number that the instruction tests.
func (t test) numbers(g *cfg.Graph, e cfg.Edge) attr.Values {
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
		for one := range g.Code.Cases(last) {
			keys = keys.Union(attr.Only(int64(one.Key)))
		}
		return keys.Complement()
	}
	return attr.All()
}

// flow computes for each block the values of a subject with which it can run.
// Nodes are the blocks and, behind them, the edges: an edge narrows what it
// passes on. Where paths join, the values are united: the result is what may hold, and a
// block whose set is empty cannot run as far as this subject says.
func (g *Constraints) flow(key string) []attr.Values {
	if f, known := g.flows[key]; known {
		return f
	}
	graph := &flowGraph{g: g.Origins.Graph}
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

// flowGraph is a control-flow graph with its edges as nodes: two edges between the same
// blocks, as of two cases of a switch, stay two.
type flowGraph struct {
	g     *cfg.Graph
	edges []cfg.Edge
	first []int // by block: its first edge
}

// Len is the number of blocks and edges.
func (f *flowGraph) Len() int { return len(f.g.Blocks) + len(f.edges) }

// Next yields the edges that leave a block, or the block that an edge leads to.
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

// Join is the union, and says whether b added anything: sets only grow, and have
// finitely many bounds in one method, so that the flow ends.
func (union) Join(a, b attr.Values) (attr.Values, bool) {
	joined := a.Union(b)
	return joined, !joined.Equal(a)
}

// Tests says that a branch of the method tests the subject of a key.
func (g *Constraints) Tests(key string) bool {
	return slices.ContainsFunc(g.tests, func(t test) bool { return t.key == key })
}

// At is the set of values of a subject with which control gets to pc.
func (g *Constraints) At(key string, pc uint32) attr.Values {
	if !g.Tests(key) {
		return attr.All()
	}
	block := g.Origins.Graph.BlockAt(pc)
	if block == nil {
		return attr.All()
	}
	return g.flow(key)[block.ID]
}

// maxSubjects bounds the tested values of one method that are told.
const maxSubjects = 64

// Subjects are the values that the branches of the method test, by key.
func (g *Constraints) Subjects() []Subject {
	keys := slices.Sorted(maps.Keys(g.keys))
	var all []Subject
	for _, key := range keys[:min(len(keys), maxSubjects)] {
		all = append(all, g.keys[key])
	}
	return all
}

// Wanted is what matters of what the method reads where of each tested value only
// those matter that values gives: all that is read elsewhere does.
func (x *Table) Wanted(g *Constraints, values func(key string) attr.Values) *WantedReads {
	w := NewWantedReads(g.In)
	for key, s := range g.keys {
		w.add(x, g, s, values(key), false)
	}
	return w
}
