package icfg

import (
	"fmt"
	"slices"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/widget"
	"talpa/dex/apk"
)

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

	callbacks map[callgraph.MethodID]int // into Callbacks
	graph
	bindings *widget.Bindings
	parsed   map[callgraph.TypeID]bool // classes of which libraries make objects out of what they read
	under    [][]uint64                // by component: the nodes possible once it has started, as bits
}

// Callback is a method that the framework or a library calls. Widgets may be some of those that it
// is bound to; none says that none is known.
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

// PreferenceScreen returns the node of the screen that a preference is on.
func (p *Program) PreferenceScreen(pref widget.Preference) Node { return p.resNode[pref.Screen] }

// PreferenceKeys are the keys of the preferences on the screen that a resource node describes; none
// for other nodes. A screen may have entries without a key, which store nothing.
func (p *Program) PreferenceKeys(n Node) []string {
	if kind, r := p.Kind(n); kind == ResourceNode {
		return p.KeysOn(p.resource[r])
	}
	return nil
}

// Activity is the component of an activity, by its Java name; -1 if there is none.
func (p *Program) Activity(name string) int {
	return slices.IndexFunc(p.Components, func(c Component) bool { return c.Kind == Activity && c.Name == name })
}

// CallbackOf returns the callback of a method; nil if it is none. It is how all later stages ask
// whether the framework can begin here: a method that is none runs only if code calls it.
func (p *Program) CallbackOf(m callgraph.MethodID) *Callback {
	if i, ok := p.callbacks[m]; ok {
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

// Parsed says that a library makes objects of a class out of what it reads, by its descriptor: the interface of a
// server's answers, a type token, or a field of such a class has it as its type.
func (p *Program) Parsed(class string) bool { return p.parsed[p.Hierarchy.ID(class)] }
