package icfg

import (
	"talpa/cfg/icfg/widget"
)

// Query answers questions about values in the code of a Program: which they are (package
// values) and which widgets they stand for (package widget). It remembers what it has
// looked at, and so serves one goroutine; any number of goroutines may each have one of
// the same Program.
type Query struct {
	*widget.Describer
}

// Query returns a new Query. It starts from what was found out when the Program was built.
func (p *Program) Query() *Query { return &Query{p.bindings.Describer()} }
