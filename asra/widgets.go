package asra

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/emicklei/dot"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// WriteWidgets writes, in Graphviz's language, how the widgets of an app depend
// on each other: which callback a widget triggers, which attributes of widgets a
// callback sets and tests, which screen it opens. Callbacks of classes outside
// prefix (a Java package; "" keeps all) are left out, those of the platform's
// libraries always. With a guide, the callback at the target is filled, and the
// widgets of the milestones are bold.
func WriteWidgets(w io.Writer, p *icfg.Program, g *guide.Guide, prefix string) error {
	d := &widgetGraph{
		p: p, prefix: prefix, graph: dot.NewGraph(dot.Directed), screens: map[int]*dot.Graph{}, heads: map[int]dot.Node{},
		widgets: map[string]dot.Node{}, callbacks: map[callgraph.MethodID]dot.Node{}, drawn: map[string]bool{},
	}
	d.graph.Attr("rankdir", "LR")
	for i := range p.Callbacks {
		d.callback(&p.Callbacks[i])
	}
	d.attributes()
	d.openings()
	if g != nil {
		d.mark(g)
	}
	_, err := io.WriteString(w, d.graph.String())
	return err
}

// widgetGraph draws the graph of WriteWidgets.
type widgetGraph struct {
	p         *icfg.Program
	prefix    string
	graph     *dot.Graph
	screens   map[int]*dot.Graph // by component; -1 for what several share
	heads     map[int]dot.Node   // the nodes that stand for whole screens
	widgets   map[string]dot.Node
	callbacks map[callgraph.MethodID]dot.Node
	drawn     map[string]bool // edges
}

func (d *widgetGraph) wanted(m *dex.Method) bool {
	rest, ok := strings.CutPrefix(m.Class.JavaName(), d.prefix)
	return !platformClass(m.Class.Descriptor) && ok && (d.prefix == "" || rest == "" || rest[0] == '.' || rest[0] == '$')
}

// screenOf is the activity that a callback belongs to, -1 if there are several.
func (d *widgetGraph) screenOf(cb *icfg.Callback) int {
	screen := -1
	for _, c := range cb.Components {
		if d.p.Components[c].Kind != icfg.Activity {
			continue
		}
		if screen >= 0 {
			return -1
		}
		screen = c
	}
	return screen
}

func (d *widgetGraph) screen(c int) *dot.Graph {
	if box, ok := d.screens[c]; ok {
		return box
	}
	box := d.graph.Subgraph(fmt.Sprintf("screen%d", c+1), dot.ClusterOption{})
	label := "several screens"
	if c >= 0 {
		label = d.p.Components[c].Name
		head := box.Node(fmt.Sprintf("head%d", c)).Attr("label", shortName(label)).Attr("shape", "tab")
		if d.p.Components[c].Launcher {
			head.Attr("style", "bold")
		}
		d.heads[c] = head
	}
	box.Attr("label", label)
	d.screens[c] = box
	return box
}

// callback draws a callback that is bound to widgets, and these.
func (d *widgetGraph) callback(cb *icfg.Callback) {
	if len(cb.Widgets) == 0 || !d.wanted(d.p.Calls.Method(cb.Method)) {
		return
	}
	c := d.screenOf(cb)
	n := d.callbackNode(cb)
	for _, w := range cb.Widgets {
		d.edge(d.widget(c, w), n, cb.Role)
	}
}

func (d *widgetGraph) callbackNode(cb *icfg.Callback) dot.Node {
	if n, ok := d.callbacks[cb.Method]; ok {
		return n
	}
	m := d.p.Calls.Method(cb.Method)
	n := d.screen(d.screenOf(cb)).Node(fmt.Sprintf("m%d", cb.Method)).Attr("shape", "box").
		Attr("label", shortName(m.Class.JavaName())+"."+m.Name)
	d.callbacks[cb.Method] = n
	return n
}

// widget draws a widget on a screen, once.
func (d *widgetGraph) widget(c int, w icfg.Widget) dot.Node {
	key := fmt.Sprintf("%d %s", c, w)
	if n, ok := d.widgets[key]; ok {
		return n
	}
	label := w.String()
	if w.Name != "" && w.Text != "" {
		label += "\n" + w.Text
	}
	n := d.screen(c).Node(fmt.Sprintf("w%d", len(d.widgets))).Attr("label", label).Attr("shape", "ellipse")
	d.widgets[key] = n
	return n
}

func (d *widgetGraph) edge(from, to dot.Node, label string) {
	key := fmt.Sprint(from.ID(), " ", to.ID(), " ", label)
	if !d.drawn[key] {
		d.drawn[key] = true
		d.graph.Edge(from, to).Attr("label", label)
	}
}

// attributes draws who sets and tests attributes.
func (d *widgetGraph) attributes() {
	a := &analysis{p: d.p}
	for _, u := range usesOf(d.p, d.wanted) {
		for _, m := range a.runners(u.in) {
			cb := d.p.CallbackOf(m)
			if !d.wanted(d.p.Calls.Method(m)) {
				continue
			}
			w, n := d.widget(d.screenOf(cb), u.widget), d.callbackNode(cb)
			if u.set {
				d.edge(n, w, "sets "+u.attribute)
			} else {
				d.edge(w, n, "tested for "+u.attribute)
			}
		}
	}
}

// openings draws which callbacks open which screens.
func (d *widgetGraph) openings() {
	for c := range d.p.Components {
		for _, o := range d.p.Openings(c) {
			if d.p.Components[o.To].Kind != icfg.Activity || !d.wanted(d.p.Calls.Method(o.Callback)) {
				continue
			}
			d.screen(o.To)
			d.edge(d.callbackNode(d.p.CallbackOf(o.Callback)), d.heads[o.To], "opens")
		}
	}
}

// mark shows the target and the way to it.
func (d *widgetGraph) mark(g *guide.Guide) {
	for m, n := range d.callbacks {
		if d.p.Calls.Method(m).String() == g.Target.Callback {
			n.Attr("style", "filled").Attr("xlabel", "target")
		}
		name := d.p.Calls.Method(m).String()
		if !slices.ContainsFunc(g.Milestones, func(s guide.Milestone) bool { return s.Callback == name }) {
			continue
		}
		cb := d.p.CallbackOf(m)
		for _, w := range cb.Widgets {
			if onWay(g, w) {
				d.widget(d.screenOf(cb), w).Attr("style", "bold")
			}
		}
	}
}

func onWay(g *guide.Guide, w icfg.Widget) bool {
	for _, s := range g.Milestones {
		for _, m := range s.Widgets {
			if m.ID == w.Name && m.Text == w.Text && m.Class == w.Class {
				return true
			}
		}
	}
	return false
}
