package icfg

import (
	"fmt"
	"iter"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/widget"
	"talpa/dex/apk"
)

// Node numbers the nodes of a Program: methods first, then types, components
// and resources.
type Node int32

// NodeKind is the kind of a node.
type NodeKind uint8

// The kinds of nodes.
const (
	MethodNode NodeKind = iota
	TypeNode
	ComponentNode
	ResourceNode
)

// EdgeKind says why an edge is there; see the package comment.
type EdgeKind uint8

// The kinds of edges.
const (
	Call EdgeKind = iota
	Create
	Use
	Inherit
	CallbackEdge
	Open
	Run
	Inflate
	Declare
	Handle
	Answer
	Show
)

var edgeNames = [...]string{
	"call", "create", "use", "inherit", "callback", "open", "run", "inflate", "declare", "handle", "answer", "show",
}

// String is the kind in lower case.
func (k EdgeKind) String() string { return edgeNames[k] }

// Edge leads from a node to one that it makes possible.
type Edge struct {
	From, To Node
	Kind     EdgeKind
	// PC is the position in code units of the instruction behind the edge, for
	// edges that leave a method.
	PC uint32
}

// Program is an app as a whole. It is immutable and safe for several goroutines.
type Program struct {
	Manifest  *apk.Manifest
	Resources *apk.Resources
	Calls     *callgraph.Graph
	Hierarchy *callgraph.Hierarchy
	// Index is what the XML says of widgets.
	*widget.Index
	// Layouts and Menus are the XML that screens are made of, each once for
	// every configuration.
	Layouts []apk.Layout
	Menus   []apk.Menu
	// Components are those of the manifest whose class the app defines, and its
	// application class, in the order activity, service, receiver, provider,
	// application.
	Components []Component
	// Callbacks are the methods that the framework or a library calls, in
	// the order of their method numbers.
	Callbacks []Callback
	// Notes are remarks for people: components without a class, unreadable XML.
	Notes []string

	firsts   [4]Node // first node of each kind
	size     Node
	edges    []Edge  // by From
	start    []int32 // by node: first of its edges
	back     []int32 // edges by To
	backAt   []int32
	callback map[callgraph.MethodID]int // index into Callbacks
	resource []apk.ID                   // of the resource nodes
	resNode  map[apk.ID]Node
	under    [][]uint64 // by component: the nodes possible once it has started, as bits
	bindings *widget.Bindings
}

// Kind is the kind of component.
type Kind string

// The kinds of components.
const (
	Activity    Kind = "activity"
	Service     Kind = "service"
	Receiver    Kind = "receiver"
	Provider    Kind = "provider"
	Application Kind = "application"
)

// Component is a component of the manifest.
type Component struct {
	Name     string // Java name of the class
	Kind     Kind
	Type     callgraph.TypeID
	Exported bool
	Launcher bool
	Actions  []string // of its intent filters and those of its aliases
	Main     Main
	own      map[string]bool // actions on data that only this app has
	named    []string        // classes that its metadata name
	files    []apk.ID        // resources that its metadata name
	// Opens are the indices of the components that code running under this one
	// can start.
	Opens []int
}

// Main is the dummy main of a component: what Android calls, in order. The
// methods of Loop run, in any order and number, between Enter and Leave; after
// Leave comes Again, and Loop anew, or End.
type Main struct {
	Enter, Loop, Leave, Again, End []callgraph.MethodID
}

// Callback is a method that the framework or a library calls.
type Callback struct {
	Method callgraph.MethodID
	// Role is a role of the guide.
	Role string
	// Base is the descriptor of the type whose method it overrides, "" for a
	// handler named in XML.
	Base string
	// Widgets are the widgets that it is bound to, as far as known.
	Widgets []Widget
	// Components are the indices of the components under which it can run.
	Components []int
}

// Widget is something on the screen; see package widget.
type Widget = widget.Widget

// InitialState keeps users from a widget at first; see package widget.
type InitialState = widget.InitialState

// Len is the number of nodes.
func (p *Program) Len() int { return int(p.size) }

// Size is the number of edges.
func (p *Program) Size() int { return len(p.edges) }

// Kind says what a node is, and its number among its kind: a MethodID, a TypeID,
// an index into Components, or a number for Resource.
func (p *Program) Kind(n Node) (NodeKind, int32) {
	for k := ResourceNode; k > MethodNode; k-- {
		if n >= p.firsts[k] {
			return k, int32(n - p.firsts[k])
		}
	}
	return MethodNode, int32(n)
}

// Method returns the node of a method.
func (p *Program) Method(m callgraph.MethodID) Node { return Node(m) }

// Type returns the node of a type.
func (p *Program) Type(t callgraph.TypeID) Node { return p.firsts[TypeNode] + Node(t) }

// Component returns the node of Components[i].
func (p *Program) Component(i int) Node { return p.firsts[ComponentNode] + Node(i) }

// Succs yields the edges that leave a node.
func (p *Program) Succs(n Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for _, e := range p.edges[p.start[n]:p.start[n+1]] {
			if !yield(e) {
				return
			}
		}
	}
}

// Preds yields the edges that enter a node.
func (p *Program) Preds(n Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for _, i := range p.back[p.backAt[n]:p.backAt[n+1]] {
			if !yield(p.edges[i]) {
				return
			}
		}
	}
}

// PreferenceScreen returns the node of the screen that a preference is on.
func (p *Program) PreferenceScreen(pref widget.Preference) Node { return p.resNode[pref.Screen] }

// PreferenceKeys are the keys of the preferences on the screen that a resource
// node describes; none for other nodes.
func (p *Program) PreferenceKeys(n Node) []string {
	if kind, r := p.Kind(n); kind == ResourceNode {
		return p.KeysOn(p.resource[r])
	}
	return nil
}

// Inflated are the resources that a method names, in the order of its edges.
func (p *Program) Inflated(m callgraph.MethodID) []apk.ID {
	var all []apk.ID
	for e := range p.Succs(p.Method(m)) {
		if kind, r := p.Kind(e.To); e.Kind == Inflate && kind == ResourceNode {
			all = append(all, p.resource[r])
		}
	}
	return all
}

// inflaters are the methods that name a resource.
func (p *Program) inflaters(id apk.ID) []callgraph.MethodID {
	var all []callgraph.MethodID
	for e := range p.Preds(p.resNode[id]) {
		if kind, m := p.Kind(e.From); e.Kind == Inflate && kind == MethodNode {
			all = append(all, callgraph.MethodID(m))
		}
	}
	return all
}

// naming are the resources whose XML names a method for clicks.
func (p *Program) naming(m callgraph.MethodID) []apk.ID {
	var all []apk.ID
	for e := range p.Preds(p.Method(m)) {
		if kind, r := p.Kind(e.From); e.Kind == Handle && kind == ResourceNode {
			all = append(all, p.resource[r])
		}
	}
	return all
}

// CallbackOf returns the callback of a method; nil if it is none.
func (p *Program) CallbackOf(m callgraph.MethodID) *Callback {
	if i, ok := p.callback[m]; ok {
		return &p.Callbacks[i]
	}
	return nil
}

// String names a node for people.
func (p *Program) String(n Node) string {
	switch kind, i := p.Kind(n); kind {
	case MethodNode:
		return p.Calls.Method(callgraph.MethodID(i)).String()
	case TypeNode:
		return p.Hierarchy.Name(callgraph.TypeID(i))
	case ComponentNode:
		return fmt.Sprintf("%s %s", p.Components[i].Kind, p.Components[i].Name)
	default:
		return p.Resources.Name(p.resource[i])
	}
}

// index sorts the edges by both ends.
func (p *Program) index(edges []Edge) {
	p.start = make([]int32, p.size+2)
	p.backAt = make([]int32, p.size+2)
	for _, e := range edges {
		p.start[e.From+1]++
		p.backAt[e.To+1]++
	}
	for n := range p.size {
		p.start[n+1] += p.start[n]
		p.backAt[n+1] += p.backAt[n]
	}
	p.edges = make([]Edge, len(edges))
	next := append([]int32(nil), p.start...)
	for _, e := range edges {
		p.edges[next[e.From]] = e
		next[e.From]++
	}
	p.back = make([]int32, len(edges))
	copy(next, p.backAt)
	for i, e := range p.edges {
		p.back[next[e.To]] = int32(i)
		next[e.To]++
	}
}
