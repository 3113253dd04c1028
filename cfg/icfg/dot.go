package icfg

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/emicklei/dot"

	"talpa/cfg/callgraph"
	"talpa/dex"
)

// DotOptions choose a part of the program; the zero value is all of it.
type DotOptions struct {
	// Package keeps the callbacks of classes whose Java name is this, or begins
	// with it and a dot or dollar.
	Package string
	// Around draws, instead of the dummy mains, the nodes at most Depth edges
	// from this method, in both directions.
	Around *dex.Method
	Depth  int // 0 means 3
}

const defaultDepth = 3

// WriteDOT writes the dummy mains of the components in Graphviz's language: for
// each component what Android calls and when, and which callbacks start which
// other components. With Around it writes the neighbourhood of one method.
func WriteDOT(w io.Writer, p *Program, o DotOptions) error {
	d := dot.NewGraph(dot.Directed)
	d.Attr("rankdir", "LR")
	if o.Around != nil {
		if err := drawAround(d, p, o); err != nil {
			return err
		}
	} else {
		drawMains(d, p, o.Package)
	}
	_, err := io.WriteString(w, d.String())
	return err
}

// drawMains draws a cluster for each component.
func drawMains(d *dot.Graph, p *Program, prefix string) {
	mains := map[int]dot.Node{}
	callbacks := map[int]map[callgraph.MethodID]dot.Node{}
	for i := range p.Components {
		if inPackage(p.Components[i].Name, prefix) {
			callbacks[i] = map[callgraph.MethodID]dot.Node{}
			mains[i] = drawMain(d, p, i, prefix, callbacks[i])
		}
	}
	for i := range p.Components {
		for _, o := range p.Openings(i) {
			from, known := callbacks[i][o.Callback]
			to, shown := mains[o.To]
			if known && shown {
				d.Edge(from, to).Attr("label", "open").Attr("style", "dashed")
			}
		}
	}
}

// drawMain draws the dummy main of a component, notes the nodes of its callbacks
// and returns its own.
func drawMain(d *dot.Graph, p *Program, i int, prefix string, nodes map[callgraph.MethodID]dot.Node) dot.Node {
	c := &p.Components[i]
	box := d.Subgraph("component"+strconv.Itoa(i), dot.ClusterOption{})
	box.Attr("label", fmt.Sprintf("%s %s", c.Kind, c.Name))
	draw := func(m callgraph.MethodID) dot.Node {
		n := box.Node(fmt.Sprintf("m%d_%d", i, m)).Attr("label", callbackLabel(p, m)).Attr("shape", "box")
		nodes[m] = n
		return n
	}
	main := box.Node(fmt.Sprintf("main%d", i)).Attr("label", "main").Attr("shape", "oval")
	if c.Launcher {
		main.Attr("style", "bold")
	}
	last := main
	chain := func(methods []callgraph.MethodID) {
		for _, m := range methods {
			n := draw(m)
			box.Edge(last, n)
			last = n
		}
	}
	chain(c.Main.Enter)
	loop := box.Node(fmt.Sprintf("loop%d", i)).Attr("label", "callbacks").Attr("shape", "diamond")
	box.Edge(last, loop)
	for _, m := range c.Main.Loop {
		if inPackage(p.Calls.Method(m).Class.JavaName(), prefix) {
			n := draw(m)
			box.Edge(loop, n)
			box.Edge(n, loop)
		}
	}
	last = loop
	chain(c.Main.Leave)
	left := last
	if len(c.Main.Again) > 0 {
		chain(c.Main.Again)
		box.Edge(last, loop).Attr("label", "again")
	}
	last = left
	chain(c.Main.End)
	return main
}

// callbackLabel is "Main.onClick(View)", with the role and the widgets below.
func callbackLabel(p *Program, m callgraph.MethodID) string {
	method := p.Calls.Method(m)
	name := method.Class.JavaName()
	label := name[strings.LastIndexByte(name, '.')+1:] + "." + method.Name
	cb := p.CallbackOf(m)
	if cb == nil {
		return label
	}
	label += "\n" + cb.Role
	for i, w := range cb.Widgets {
		if i == 3 {
			return label + "\n..."
		}
		label += "\n" + w.String()
	}
	return label
}

// String names the widget by the best that is known of it.
func (w Widget) String() string {
	switch {
	case w.Name != "":
		return w.Name
	case w.Text != "":
		return strconv.Quote(w.Text)
	}
	return w.Class
}

// drawAround draws the neighbourhood of a method.
func drawAround(d *dot.Graph, p *Program, o DotOptions) error {
	id := p.Calls.ID(o.Around)
	if id == callgraph.NoMethod {
		return fmt.Errorf("icfg: %s is not in the program", o.Around)
	}
	if o.Depth <= 0 {
		o.Depth = defaultDepth
	}
	near := map[Node]bool{}
	for _, forward := range []bool{true, false} {
		level := []Node{p.Method(id)}
		seen := map[Node]bool{level[0]: true}
		for range o.Depth {
			var next []Node
			visit := func(n Node) {
				if !seen[n] {
					seen[n] = true
					next = append(next, n)
				}
			}
			for _, n := range level {
				if forward {
					for e := range p.Succs(n) {
						visit(e.To)
					}
				} else {
					for e := range p.Preds(n) {
						visit(e.From)
					}
				}
			}
			level = next
		}
		for n := range seen {
			near[n] = true
		}
	}
	drawNodes(d, p, near, p.Method(id), o.Package)
	return nil
}

// drawNodes draws nodes of the program with the edges between them.
func drawNodes(d *dot.Graph, p *Program, chosen map[Node]bool, centre Node, prefix string) {
	nodes := map[Node]dot.Node{}
	for n := range p.size {
		kind, i := p.Kind(n)
		if !chosen[n] || kind == MethodNode && !inPackage(p.Calls.Method(callgraph.MethodID(i)).Class.JavaName(), prefix) {
			continue
		}
		node := d.Node(strconv.Itoa(int(n))).Attr("label", p.String(n)).Attr("shape", nodeShapes[kind])
		if n == centre {
			node.Attr("style", "filled")
		}
		nodes[n] = node
	}
	type link struct {
		from, to Node
		kind     EdgeKind
	}
	drawn := map[link]bool{}
	for n := range p.size {
		from, ok := nodes[n]
		if !ok {
			continue
		}
		for e := range p.Succs(n) {
			to, ok := nodes[e.To]
			if l := (link{e.From, e.To, e.Kind}); ok && !drawn[l] {
				drawn[l] = true
				d.Edge(from, to).Attr("label", e.Kind.String())
			}
		}
	}
}

var nodeShapes = [...]string{MethodNode: "box", TypeNode: "ellipse", ComponentNode: "house", ResourceNode: "note"}

func inPackage(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && (prefix == "" || rest == "" || rest[0] == '.' || rest[0] == '$')
}
