package icfg

import (
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Query answers questions about values in the code of a Program. It remembers what it
// has looked at, and so serves one goroutine; any number of them may ask one Program.
type Query struct {
	describer
}

// Query returns a new Query. It starts from what was found out when the Program was built.
func (p *Program) Query() *Query {
	v := values{
		calls: p.Calls, resources: p.Resources, steps: maxValueSteps, cache: p.analyses.Cache(), extras: p.extras,
	}
	return &Query{describer{p: p, xml: p.xml, values: v}}
}

// WidgetsAt describes the widgets that a register can hold before the
// instruction at position pc of a method; empty if nothing is known.
func (q *Query) WidgetsAt(m callgraph.MethodID, pc uint32, reg uint16) []Widget {
	var all []Widget
	for _, s := range q.values.at(m, pc, reg) {
		all = append(all, q.describe(s, 0)...)
	}
	return all
}

// Origins are the values in a method's registers; nil if it has no code or is too
// big. They share the Query's goroutine.
func (q *Query) Origins(m callgraph.MethodID) *origin.Analysis {
	return q.values.cache.Of(q.p.Calls.Method(m))
}

// Value is an origin, and the method in which it is one.
type Value struct {
	origin.Origin
	In callgraph.MethodID
}

// ValuesAt follows the value of a register back, beyond the method where it can:
// through fields, parameters, results and the extras of intents.
func (q *Query) ValuesAt(m callgraph.MethodID, pc uint32, reg uint16) []Value {
	var all []Value
	for _, s := range q.values.at(m, pc, reg) {
		all = append(all, Value(s))
	}
	return all
}

// ArgumentText is the text of argument i of a call, the receiver being 0, if it
// is one constant: a string or a string resource.
func (q *Query) ArgumentText(m callgraph.MethodID, in *dex.Insn, i int) string {
	return q.values.text(q.p.Resources, m, in, i)
}
