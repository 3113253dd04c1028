package icfg

import (
	"context"
	"errors"
	"log/slog"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/listener"
	"talpa/cfg/icfg/widget"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/specs"
)

// Input is what a Program is built of.
type Input struct {
	Manifest    *apk.Manifest
	Resources   *apk.Resources
	Layouts     []apk.Layout
	Menus       []apk.Menu
	Preferences []apk.PreferenceScreen
	NavGraphs   []apk.NavGraph
	MetaXML     []apk.MetaXML
	Services    []apk.ServiceFile
	Calls       *callgraph.Graph
}

// Code reads the code of an APK as a device sees it: without the app's own
// copies of framework classes. The notes are those of apk.Archive.Code.
func Code(ctx context.Context, archive *apk.Archive) (*dex.Set, []string, error) {
	set, notes, err := archive.Code(ctx)
	if err != nil {
		return nil, nil, err
	}
	return set.Without(specs.Framework().Hides), notes, nil
}

// Load reads an APK down to its Program: code, call graph, XML. XML files that cannot be read and
// dex files with faults become notes. What is broken in an app is a note as long as the rest can be
// read; only code that cannot be read at all is an error.
func Load(ctx context.Context, archive *apk.Archive, log *slog.Logger) (*Program, error) {
	set, notes, err := Code(ctx, archive)
	if err != nil {
		return nil, err
	}
	in := Input{Manifest: archive.Manifest(), Resources: archive.Resources()}
	in.Services = archive.ServiceFiles()
	var errs [5]error
	in.Layouts, errs[0] = archive.Layouts()
	in.Menus, errs[1] = archive.Menus()
	in.Preferences, errs[2] = archive.Preferences()
	in.NavGraphs, errs[3] = archive.NavGraphs()
	in.MetaXML, errs[4] = archive.MetaXML()
	if err := errors.Join(errs[:]...); err != nil {
		notes = append(notes, "some XML resources cannot be read")
		log.Debug("unreadable XML resources", "err", err)
	}
	if in.Calls, err = callgraph.New(ctx, set, specs.Framework(), callgraph.Options{}); err != nil {
		return nil, err
	}
	p, err := Build(ctx, in)
	if err != nil {
		return nil, err
	}
	p.Notes = append(notes, p.Notes...)
	return p, nil
}

// Build joins the parts to a Program. The error is that of ctx.
//
// Each part is made by a builder of its own out of those before it, and does not change
// afterwards:
//
//	app        the input, its components, the numbers of the nodes
//	callbacks  what the framework calls; XML and composables add theirs with the edges
//	edges      what makes what possible, sorted into a graph
//	bindings   the widgets of the callbacks (package widget)
//	reach      what is possible under each component: rapid type analysis
//	mains      the dummy main of each component
func Build(ctx context.Context, in Input) (*Program, error) {
	widget.NamePreferences(in.Preferences, in.Calls.Hierarchy, in.Resources)
	a := newApp(in)
	callbacks := findCallbacks(a)
	e, err := findEdges(ctx, a, callbacks)
	if err != nil {
		return nil, err
	}
	callbacks.sort()
	g := newGraph(a.numbering, e.list)
	index, bindings := bindWidgets(a, callbacks.list, e, &g)
	r, err := findReach(ctx, a, &g)
	if err != nil {
		return nil, err
	}
	r.share(a.components, callbacks.list)
	mains(a, callbacks, r)
	p := &Program{
		Manifest: in.Manifest, Resources: a.resources, Calls: a.calls, Hierarchy: a.types, Index: index,
		Layouts: in.Layouts, Menus: in.Menus, Components: a.components, Callbacks: callbacks.list, Notes: a.notes,
		callbacks: callbacks.index, graph: g, bindings: bindings, parsed: e.parsed, under: r.under,
	}
	return p, ctx.Err()
}

// app is what all parts read. It is frozen once its nodes have their numbers.
// Everything in it but the notes is known before the first builder runs, so that no builder depends on another
// through it.
type app struct {
	in         Input
	calls      *callgraph.Graph
	types      *callgraph.Hierarchy
	resources  *apk.Resources
	listeners  *listener.Types
	components []Component
	entries    []manifestEntry // of the components
	notes      []string
	// componentOf finds the component of a class.
	componentOf map[callgraph.TypeID]int
	// vendors holds the vendor of each type.
	vendors []string
	numbering
}

func newApp(in Input) *app {
	a := &app{
		in: in, calls: in.Calls, types: in.Calls.Hierarchy, resources: in.Resources,
		listeners: listener.Of(in.Calls.Hierarchy), componentOf: map[callgraph.TypeID]int{},
		numbering: numbering{resNode: map[apk.ID]Node{}},
	}
	if a.resources == nil {
		a.resources = &apk.Resources{}
	}
	a.findComponents()
	a.number()
	return a
}

// number fixes the node numbers. Resources come last, since which there are is known only when the
// XML has been listed. Numbers follow the order of the input, so that two builds of one APK give
// every node the same number.
func (b *app) number() {
	p := &b.numbering
	p.firsts[TypeNode] = Node(b.calls.Len())
	p.firsts[ComponentNode] = p.firsts[TypeNode] + Node(b.types.Len())
	p.firsts[ResourceNode] = p.firsts[ComponentNode] + Node(len(b.components))
	for _, r := range b.in.Layouts {
		b.resourceNode(r.ID)
	}
	for _, r := range b.in.Menus {
		b.resourceNode(r.ID)
	}
	for _, r := range b.in.Preferences {
		b.resourceNode(r.ID)
	}
	for _, r := range b.in.NavGraphs {
		b.resourceNode(r.ID)
	}
	for _, r := range b.in.MetaXML {
		b.resourceNode(r.ID)
	}
	p.size = p.firsts[ResourceNode] + Node(len(p.resource))
	b.vendors = make([]string, b.types.Len())
	for t := range b.vendors {
		b.vendors[t] = callgraph.Vendor(b.types.Name(callgraph.TypeID(t)))
	}
}

func (b *app) resourceNode(id apk.ID) {
	if _, known := b.resNode[id]; !known {
		b.resNode[id] = b.firsts[ResourceNode] + Node(len(b.resource))
		b.resource = append(b.resource, id)
	}
}

// bindWidgets gives the callbacks their widgets.
func bindWidgets(a *app, callbacks []Callback, e *foundEdges, g *graph) (*widget.Index, *widget.Bindings) {
	isClass := func(name string) bool {
		_, ok := a.types.AppClass(name)
		return ok
	}
	index := widget.NewIndex(a.resources, a.in.Layouts, a.in.Menus, a.in.Preferences, isClass)
	list := make([]widget.Callback, len(callbacks))
	for i := range callbacks {
		cb := &callbacks[i]
		list[i] = widget.Callback{Method: cb.Method, Role: cb.Role, Base: cb.Base}
	}
	bindings := widget.Bind(widget.Input{
		Calls: a.calls, Resources: a.resources, Index: index, Preferences: a.in.Preferences,
		Listeners: a.listeners, Vendors: a.vendors, Callbacks: list, Clicks: e.clicks, Shown: e.composed,
		Inflated: g.Inflated, Inflaters: g.inflaters, Naming: g.naming,
	})
	for i := range callbacks {
		callbacks[i].Widgets = bindings.Of(callbacks[i].Method)
	}
	return index, bindings
}
