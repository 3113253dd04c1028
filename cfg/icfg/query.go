package icfg

import (
	"talpa/cfg/callgraph"
	"talpa/cfg/values"
)

// Query answers questions about values in the code of a Program: those of package
// values, and which widgets a value stands for. It remembers what it has looked at, and
// so serves one goroutine; any number of goroutines may each have one of the same Program.
type Query struct {
	*values.Tracer
	describer
}

// Query returns a new Query. It starts from what was found out when the Program was built.
func (p *Program) Query() *Query {
	t := p.facts.Tracer(values.MaxSteps)
	return &Query{t, describer{p: p, xml: p.xml, trace: t}}
}

// WidgetsAt describes the widgets that a register can hold before the
// instruction at position pc of a method; empty if nothing is known.
func (q *Query) WidgetsAt(m callgraph.MethodID, pc uint32, reg uint16) []Widget {
	var all []Widget
	for _, s := range q.ValuesAt(m, pc, reg) {
		all = append(all, q.describe(s, 0)...)
	}
	return all
}
