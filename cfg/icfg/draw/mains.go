package draw

import (
	"fmt"
	"strconv"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/screen"
	"talpa/dex"
	"talpa/internal/diagram"
)

// Options choose a part of the program; the zero value is all of it. Every picture says which of
// the options it heeds; others are ignored.
type Options struct {
	// Package keeps the callbacks of classes whose Java name is this, or begins
	// with it and a dot or dollar.
	Package string
	// Around draws, instead of the dummy mains, the nodes at most Depth edges
	// from this method, in both directions.
	Around *dex.Method
	Depth  int // 0 means 3
	// Target is marked if it is drawn; it chooses nothing.
	Target *dex.Method
	// Leading are the widgets of a transition's callback that bring its screen up; nil
	// for all of them.
	Leading func(t screen.Transition) []icfg.Widget
}

// More than three steps around a busy method are most of an app.
const defaultDepth = 3

// Mains draws the dummy mains of the components: for each what Android calls and when, and which
// callbacks start which other components. With Around it draws the neighbourhood of one method. The
// arrows are the order in which the framework may call, as icfg.Component.Main has it: down Enter,
// around Loop, down Leave and back by Again, or to End.
func Mains(p *icfg.Program, o Options) (*diagram.Diagram, error) {
	if o.Around != nil {
		return drawAround(p, o)
	}
	d := diagram.New("icfg", "dummy mains: what Android calls, and when")
	for i := range p.Components {
		if inPackage(p.Components[i].Name, o.Package) {
			drawMain(d, p, i, o)
		}
	}
	for i := range p.Components {
		for _, opening := range p.Openings(i) {
			d.Edge(inMain(i, opening.Callback), mainID(opening.To), "opens", "")
		}
	}
	return d, nil
}

// Numbers of components and methods are those of the program, and so the same in every run.
func mainID(component int) string { return fmt.Sprintf("main %d", component) }

// One callback can be in the mains of several components (a base class), and is a node of its own in each.
func inMain(component int, m callgraph.MethodID) string { return fmt.Sprintf("%d %d", component, m) }

// drawMain draws the dummy main of a component. A callback that another package has is left out of
// the loop only: the life cycle would be torn. Every callback of a phase is drawn after the one
// before it, though Android calls only those that the class has.
func drawMain(d *diagram.Diagram, p *icfg.Program, i int, o Options) {
	c := &p.Components[i]
	group := "component " + strconv.Itoa(i)
	d.Group(diagram.Group{ID: group, Kind: string(c.Kind), Label: string(c.Kind) + " " + c.Name})
	main, loop := mainID(i), fmt.Sprintf("loop %d", i)
	d.Node(diagram.Node{ID: main, Kind: "main", Label: "main", Group: group, Entry: c.Launcher})
	draw := func(m callgraph.MethodID) string {
		id := inMain(i, m)
		d.Node(callbackPicture(p, m, id, group)).Target = o.Target != nil && p.Calls.Method(m) == o.Target
		return id
	}
	chain := func(from string, methods []callgraph.MethodID) string {
		for _, m := range methods {
			to := draw(m)
			d.Edge(from, to, "order", "")
			from = to
		}
		return from
	}
	last := chain(main, c.Main.Enter)
	d.Node(diagram.Node{ID: loop, Kind: "loop", Label: "callbacks", Group: group})
	d.Edge(last, loop, "order", "")
	for _, m := range c.Main.Loop {
		if inPackage(p.Calls.Method(m).Class.JavaName(), o.Package) {
			d.Edge(loop, draw(m), "loop", "")
		}
	}
	left := chain(loop, c.Main.Leave)
	if len(c.Main.Again) > 0 {
		d.Edge(chain(left, c.Main.Again), loop, "again", "again")
	}
	chain(left, c.Main.End)
}

// callbackPicture is a callback: "Main.onClick", with the widgets below. Three widgets are enough
// to know a callback by. Its full name stands among the facts.
func callbackPicture(p *icfg.Program, m callgraph.MethodID, id, group string) diagram.Node {
	method := p.Calls.Method(m)
	n := diagram.Node{
		ID: id, Kind: "callback", Group: group, Label: screen.SimpleName(method.Class.JavaName()) + "." + method.Name,
		Facts: map[string]string{"method": method.String()},
	}
	cb := p.CallbackOf(m)
	if cb == nil {
		return n
	}
	n.Facts["role"] = cb.Role
	if cb.Role == "lifecycle" {
		n.Kind = "lifecycle"
	}
	for i, w := range cb.Widgets {
		if i == 3 {
			n.Label += "\n..."
			break
		}
		n.Label += "\n" + w.String()
	}
	return n
}

// drawAround draws the neighbourhood of a method. Callers of callees are not drawn: the walk goes
// one way for each of the two sets, so that a common helper does not bring in the whole app. Depth
// below one is the default, since nobody asks for the method alone.
func drawAround(p *icfg.Program, o Options) (*diagram.Diagram, error) {
	id := p.Calls.ID(o.Around)
	if id == callgraph.NoMethod {
		return nil, fmt.Errorf("draw: %s is not in the program", o.Around)
	}
	if o.Depth <= 0 {
		o.Depth = defaultDepth
	}
	near := map[icfg.Node]bool{}
	for _, forward := range []bool{true, false} {
		for n := range within(p, p.Method(id), o.Depth, forward) {
			near[n] = true
		}
	}
	return drawNodes(p, near, o), nil
}

// within are the nodes at most depth edges from a node. It goes level by level, each node once; the
// time is in the edges of what is met. The start is among them.
func within(p *icfg.Program, from icfg.Node, depth int, forward bool) map[icfg.Node]bool {
	seen := map[icfg.Node]bool{from: true}
	for level := []icfg.Node{from}; depth > 0; depth-- {
		var next []icfg.Node
		visit := func(n icfg.Node) {
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
	return seen
}

// drawNodes draws nodes of the program with the edges between them. Nodes are drawn in the order of
// their numbers, and before any edge: Diagram takes edges between known nodes only, which is how
// those of left-out packages go.
func drawNodes(p *icfg.Program, chosen map[icfg.Node]bool, o Options) *diagram.Diagram {
	d := diagram.New("icfg", "around "+o.Around.String())
	for n := range icfg.Node(p.Len()) {
		kind, i := p.Kind(n)
		if !chosen[n] {
			continue
		}
		name := p.String(n)
		node := diagram.Node{
			ID: strconv.Itoa(int(n)), Kind: "resource", Label: name, Facts: map[string]string{"name": name},
		}
		switch kind {
		case icfg.MethodNode:
			m := p.Calls.Method(callgraph.MethodID(i))
			if !inPackage(m.Class.JavaName(), o.Package) {
				continue
			}
			node.Kind, node.Label = "method", screen.SimpleName(m.Class.JavaName())+"."+m.Name
			if p.CallbackOf(callgraph.MethodID(i)) != nil {
				node.Kind = "callback"
			}
			node.Target = m == o.Around || m == o.Target
		case icfg.TypeNode:
			node.Kind, node.Label = "type", screen.SimpleName(dex.JavaName(p.String(n)))
		case icfg.ComponentNode:
			node.Kind, node.Label = string(p.Components[i].Kind), screen.SimpleName(p.Components[i].Name)
		}
		d.Node(node)
	}
	for n := range icfg.Node(p.Len()) {
		if chosen[n] {
			for e := range p.Succs(n) {
				d.Edge(strconv.Itoa(int(e.From)), strconv.Itoa(int(e.To)), e.Kind.String(), e.Kind.String())
			}
		}
	}
	return d
}

// The name of a class keeps its inner classes, too. An empty prefix keeps all.
func inPackage(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && (prefix == "" || rest == "" || rest[0] == '.' || rest[0] == '$')
}
