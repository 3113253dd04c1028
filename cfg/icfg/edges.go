package icfg

import (
	"context"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/widget"
	"talpa/cfg/values"
)

// edges collects the edges that the builders of the parts find. Their order is kept: it
// is that in which Succs and Preds yield them.
//
// The order of the builders matters in three places: dialogs takes back edges that callEdges
// made; dialogs and answers ask which methods are called, which the handlers of XML add to;
// composables give a role only to what has none.
type edges struct {
	*app
	callbacks *callbacks
	list      []Edge
	// reflected are the types whose constructors have edges from the type.
	reflected map[callgraph.TypeID]bool
}

// foundEdges are the edges of a program, and what was found with them.
type foundEdges struct {
	list     []Edge
	clicks   []widget.Click // the handlers that layouts and menus name
	composed []widget.Shown // the texts of composables
	parsed   map[callgraph.TypeID]bool
}

// findEdges asks all builders for their edges. Those of XML and of composables add callbacks. The
// error is that of ctx. The names of classes that are put together come after those that stand in
// the code: they are the fewest, and the dearest.
func findEdges(ctx context.Context, a *app, c *callbacks) (*foundEdges, error) {
	e := &edges{app: a, callbacks: c, reflected: map[callgraph.TypeID]bool{}}
	code := &codeBuilder{e}
	xml := &xmlBuilder{edges: e}
	annotations := &annotationBuilder{e, map[callgraph.TypeID]bool{}}
	names := &nameBuilder{e, values.New(a.calls, a.resources, maxNameSteps)}
	compose := &composer{edges: e, trace: values.New(a.calls, a.resources, maxNameSteps)}
	for _, step := range []func(){
		code.callEdges, code.creations, code.companions, code.fieldUses, code.escapes,
		xml.files, annotations.annotationValues, annotations.hidden,
		code.actions, code.searches, code.dialogs, code.answers, names.builtNames,
		xml.metaFiles, xml.serviceFiles, xml.textClasses, compose.composables, xml.manifestClasses, e.run,
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step()
	}
	return &foundEdges{e.list, xml.clicks, compose.composed, annotations.parsedTypes}, nil
}

// codeBuilder makes the edges that stand in the code: calls, instances, names of classes
// and actions, requests and their answers.
type codeBuilder struct {
	*edges
}

func (b *edges) edge(kind EdgeKind, from, to Node, pc uint32) {
	b.list = append(b.list, Edge{From: from, To: to, Kind: kind, PC: pc})
}

// run adds the edges from components to their classes.
func (b *edges) run() {
	for i := range b.components {
		b.reflective(b.components[i].Type)
		b.edge(Run, b.Component(i), b.Type(b.components[i].Type), 0)
	}
}

// named adds the edge for a class that a method names. A component that is named is taken to be
// started, any other class to be made: both err by too many edges.
func (b *edges) named(t callgraph.TypeID, u callgraph.Use) {
	b.reflective(t)
	if c, ok := b.componentOf[t]; ok {
		b.edge(Open, Node(u.Method), b.Component(c), u.PC)
		return
	}
	b.edge(Create, Node(u.Method), b.Type(t), u.PC)
}

// reflective adds the edges to the constructors of a class that the framework, or reflection,
// instantiates: no call leads there. A constructor calls that of its superclass by an edge of its
// own; initialisers are nobody's calls, which is why those of the superclasses are added here.
func (b *edges) reflective(t callgraph.TypeID) {
	if b.reflected[t] {
		return
	}
	b.reflected[t] = true
	for _, m := range b.types.Class(t).Methods {
		if id := b.calls.ID(m); id != callgraph.NoMethod && (m.IsConstructor() || m.IsClassInit()) {
			b.edge(CallbackEdge, b.Type(t), Node(id), 0)
		}
	}
	for up := t; up != callgraph.NoType && b.types.Class(up) != nil; up = b.types.Super(up) {
		for _, m := range b.calls.InterfaceInits(up) {
			b.edge(CallbackEdge, b.Type(t), Node(m), 0)
		}
		if up == t {
			continue // its own is among the methods above
		}
		if m := b.types.Class(up).Method("<clinit>", "()V"); m != nil {
			b.edge(CallbackEdge, b.Type(t), Node(b.calls.ID(m)), 0)
		}
	}
}
