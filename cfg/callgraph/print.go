package callgraph

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/emicklei/dot"

	"talpa/dex"
)

// DotOptions choose a part of the graph; the zero value is all of it.
type DotOptions struct {
	// Package keeps the methods of classes whose Java name is this, or begins
	// with it and a dot: "com.foo" keeps com.foo.A and com.foo.bar.B.
	Package string
	// Around keeps the methods at most Depth edges from this one, in both
	// directions. nil keeps all.
	Around *dex.Method
	Depth  int // 0 means 3
}

const defaultDepth = 3

// part is what the options choose: the methods in order.
func (g *Graph) part(o DotOptions) ([]MethodID, error) {
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
func WriteText(w io.Writer, g *Graph, o DotOptions) error {
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

// WriteDOT writes the chosen methods in Graphviz's language, a box for each
// class. Edges other than calls are dashed and say their kind; callbacks have
// bold frames, the method that the graph is around is filled.
func WriteDOT(w io.Writer, g *Graph, o DotOptions) error {
	part, err := g.part(o)
	if err != nil {
		return err
	}
	d := dot.NewGraph(dot.Directed)
	d.Attr("rankdir", "LR")
	nodes := map[MethodID]dot.Node{}
	// Methods of a class are neighbours in part, so each box is made once.
	for _, chunk := range byOwner(g, part) {
		class := g.Method(chunk[0]).Class
		box := d.Subgraph(class.Descriptor, dot.ClusterOption{})
		box.Attr("label", class.JavaName())
		for _, m := range chunk {
			n := box.Node(strconv.Itoa(int(m))).Attr("label", shortName(g.Method(m))).Attr("shape", "box")
			if g.IsCallback(m) {
				n.Attr("style", "bold")
			}
			if o.Around != nil && g.Method(m) == o.Around {
				n.Attr("style", "filled")
			}
			nodes[m] = n
		}
	}
	g.links(part, func(e Edge) {
		edge := d.Edge(nodes[e.From], nodes[e.To])
		if e.Kind != Call {
			edge.Attr("label", e.Kind.String()).Attr("style", "dashed")
		}
	})
	_, err = io.WriteString(w, d.String())
	return err
}

// byOwner cuts a list of methods in order into runs of one class each.
func byOwner(g *Graph, part []MethodID) [][]MethodID {
	var chunks [][]MethodID
	for start := 0; start < len(part); {
		end := start + 1
		for end < len(part) && g.Owner(part[end]) == g.Owner(part[start]) {
			end++
		}
		chunks = append(chunks, part[start:end])
		start = end
	}
	return chunks
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
