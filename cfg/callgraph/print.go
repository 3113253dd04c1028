package callgraph

import (
	"fmt"
	"io"
	"strings"

	"talpa/dex"
	"talpa/internal/diagram"
)

// DrawOptions choose a part of the graph; the zero value is all of it.
type DrawOptions struct {
	// Package keeps the methods of classes whose Java name is this, or begins
	// with it and a dot: "com.foo" keeps com.foo.A and com.foo.bar.B.
	Package string
	// Around keeps the methods at most Depth edges from this one, in both
	// directions. nil keeps all.
	Around *dex.Method
	Depth  int // 0 means 3
	// Target is marked if it is among them; it chooses nothing.
	Target *dex.Method
}

const defaultDepth = 3

// part is what the options choose: the methods in order.
func (g *Graph) part(o DrawOptions) ([]MethodID, error) {
	keep := make([]bool, g.Len())
	if o.Around == nil {
		for m := range keep {
			keep[m] = true
		}
	} else {
		centre := g.ID(o.Around)
		if centre == NoMethod {
			return nil, fmt.Errorf("callgraph: %s is not in the graph", o.Around)
		}
		if o.Depth <= 0 {
			o.Depth = defaultDepth
		}
		for _, reach := range []func([]MethodID, Walk) *Reach{g.Backward, g.Forward} {
			r := reach([]MethodID{centre}, Walk{})
			for _, m := range r.Order {
				keep[m] = keep[m] || r.Distance(m) <= o.Depth
			}
		}
	}
	var list []MethodID
	for m := range g.Len() {
		if keep[m] && inPackage(g.Method(MethodID(m)).Class, o.Package) {
			list = append(list, MethodID(m))
		}
	}
	return list, nil
}

func inPackage(c *dex.Class, prefix string) bool {
	rest, ok := strings.CutPrefix(c.JavaName(), prefix)
	return ok && (prefix == "" || rest == "" || rest[0] == '.' || rest[0] == '$')
}

// links yields the edges between chosen methods, parallel ones once, in the
// order of the methods.
func (g *Graph) links(part []MethodID, yield func(Edge)) {
	inside := make([]bool, g.Len())
	for _, m := range part {
		inside[m] = true
	}
	type link struct {
		to   MethodID
		kind Kind
	}
	for _, m := range part {
		seen := map[link]bool{}
		for e := range g.Succs(m) {
			if l := (link{e.To, e.Kind}); inside[e.To] && !seen[l] {
				seen[l] = true
				yield(e)
			}
		}
	}
}

// WriteText writes the chosen methods, each with the edges that leave it for
// chosen methods and the position, and source line where known, of the first
// place that causes an edge.
func WriteText(w io.Writer, g *Graph, o DrawOptions) error {
	part, err := g.part(o)
	if err != nil {
		return err
	}
	out := map[MethodID][]Edge{}
	g.links(part, func(e Edge) { out[e.From] = append(out[e.From], e) })
	var b strings.Builder
	for _, m := range part {
		method := g.Method(m)
		b.WriteString(method.String())
		if g.IsCallback(m) {
			b.WriteString(" callback")
		}
		if g.IsCut(m) {
			b.WriteString(" cut")
		}
		b.WriteByte('\n')
		for _, e := range out[m] {
			fmt.Fprintf(&b, "  %s %s at %04x", e.Kind, g.Method(e.To), e.PC)
			if line := method.Code().Line(e.PC); line > 0 {
				fmt.Fprintf(&b, " line %d", line)
			}
			b.WriteByte('\n')
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// Draw is the chosen methods as a picture, a box for each class. The method that
// the graph is around is marked.
func Draw(g *Graph, o DrawOptions) (*diagram.Diagram, error) {
	part, err := g.part(o)
	if err != nil {
		return nil, err
	}
	d := diagram.New("callgraph", "calls")
	for _, m := range part {
		method := g.Method(m)
		kind := "method"
		if g.IsCallback(m) {
			kind = "framework"
		}
		d.Group(diagram.Group{ID: method.Class.Descriptor, Kind: "class", Label: method.Class.JavaName()})
		d.Node(diagram.Node{
			ID: method.String(), Kind: kind, Label: shortName(method), Group: method.Class.Descriptor,
			Target: method == o.Around || method == o.Target,
		})
	}
	g.links(part, func(e Edge) {
		d.Edge(g.Method(e.From).String(), g.Method(e.To).String(), e.Kind.String(), "")
	})
	return d, nil
}

// shortName is "run(View, int)": the types without their packages.
func shortName(m *dex.Method) string {
	params := m.Ref().Params()
	for i, p := range params {
		name := dex.JavaName(p)
		params[i] = name[strings.LastIndexByte(name, '.')+1:]
	}
	return m.Name + "(" + strings.Join(params, ", ") + ")"
}
