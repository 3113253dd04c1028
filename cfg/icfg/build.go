package icfg

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

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

// Load reads an APK down to its Program: code, call graph, XML. XML files that
// cannot be read and dex files with faults become notes.
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
func Build(ctx context.Context, in Input) (*Program, error) {
	b := &builder{
		in: in, calls: in.Calls, types: in.Calls.Hierarchy,
		p: &Program{
			Manifest: in.Manifest, Resources: in.Resources, Calls: in.Calls, Hierarchy: in.Calls.Hierarchy,
			Layouts: in.Layouts, Menus: in.Menus,
			callback: map[callgraph.MethodID]int{}, resNode: map[apk.ID]Node{},
		},
		componentOf: map[callgraph.TypeID]int{}, reflected: map[callgraph.TypeID]bool{},
		parsedTypes: map[callgraph.TypeID]bool{}, rows: map[string][]roleRow{},
		listeners: listener.Of(in.Calls.Hierarchy),
	}
	if b.p.Resources == nil {
		b.p.Resources = &apk.Resources{}
	}
	b.components()
	b.number()
	steps := []func(){
		b.findCallbacks, b.annotatedCallbacks, b.callEdges, b.creations, b.companions, b.fieldUses, b.handovers,
		b.resources, b.annotationValues, b.hidden,
		b.actions, b.searches, b.dialogs, b.answers, b.builtNames, b.metaFiles, b.serviceFiles, b.textClasses,
		b.composables,
	}
	for _, step := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step()
	}
	b.manifestClasses()
	for i := range b.p.Components {
		b.reflective(b.p.Components[i].Type)
		b.edge(Run, b.p.Component(i), b.p.Type(b.p.Components[i].Type), 0)
	}
	b.p.index(b.edges)
	b.sortCallbacks()
	b.bindWidgets()
	if err := b.p.spread(ctx, b.staticReads()); err != nil {
		return nil, err
	}
	b.mains()
	return b.p, ctx.Err()
}

// bindWidgets gives the callbacks their widgets, and the Program what its queries share.
func (b *builder) bindWidgets() {
	p := b.p
	isClass := func(name string) bool {
		_, ok := b.types.AppClass(name)
		return ok
	}
	p.Index = widget.NewIndex(p.Resources, p.Layouts, p.Menus, b.in.Preferences, isClass)
	callbacks := make([]widget.Callback, len(p.Callbacks))
	for i := range p.Callbacks {
		cb := &p.Callbacks[i]
		callbacks[i] = widget.Callback{Method: cb.Method, Role: cb.Role, Base: cb.Base}
	}
	p.bindings = widget.Bind(widget.Input{
		Calls: b.calls, Resources: p.Resources, Index: p.Index, Preferences: b.in.Preferences,
		Listeners: b.listeners, Vendors: b.vendors, Callbacks: callbacks, Clicks: b.clicks,
		Inflated: p.Inflated, Inflaters: p.inflaters, Naming: p.naming,
	})
	for i := range p.Callbacks {
		p.Callbacks[i].Widgets = slices.Clip(p.bindings.Of(p.Callbacks[i].Method))
	}
	for _, c := range b.composed {
		w := Widget{Text: c.text, Screen: -1}
		if cb := p.CallbackOf(c.method); c.text != "" && len(cb.Widgets) < widget.MaxWidgets && !slices.Contains(cb.Widgets, w) {
			cb.Widgets = append(cb.Widgets, w)
		}
	}
}

// builder makes one Program and is thrown away.
type builder struct {
	in    Input
	p     *Program
	calls *callgraph.Graph
	types *callgraph.Hierarchy
	edges []Edge
	// componentOf finds the component of a class.
	componentOf map[callgraph.TypeID]int
	// called says of each method that the framework or a library calls it, or
	// that its callers are too many to tell.
	called []bool
	// reflected are the types whose constructors have edges from the type.
	reflected map[callgraph.TypeID]bool
	// vendors holds the vendor of each type.
	vendors []string
	// clicks are the methods that layouts and menus name, with the elements.
	clicks []widget.Click
	// composed are the callbacks of composables.
	composed []composed
	// parsedTypes are the classes whose fields' types have edges from them.
	parsedTypes map[callgraph.TypeID]bool
	// preferences finds the classes of preferences by short name, once asked for.
	preferences map[string][]string
	rows        map[string][]roleRow // by name of methods, once asked for
	listeners   *listener.Types
	// rIndex finds the fields of R classes, once asked for.
	rIndex map[apk.ID][]dex.FieldRef
}

// number fixes the node numbers.
func (b *builder) number() {
	p := b.p
	p.firsts[TypeNode] = Node(b.calls.Len())
	p.firsts[ComponentNode] = p.firsts[TypeNode] + Node(b.types.Len())
	p.firsts[ResourceNode] = p.firsts[ComponentNode] + Node(len(p.Components))
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

func (b *builder) resourceNode(id apk.ID) {
	if _, known := b.p.resNode[id]; !known {
		b.p.resNode[id] = b.p.firsts[ResourceNode] + Node(len(b.p.resource))
		b.p.resource = append(b.p.resource, id)
	}
}

func (b *builder) edge(kind EdgeKind, from, to Node, pc uint32) {
	b.edges = append(b.edges, Edge{From: from, To: to, Kind: kind, PC: pc})
}

// components makes the list of components from the manifest.
func (b *builder) components() {
	m := b.in.Manifest
	launcher := m.Launcher()
	for i := range m.Activities {
		a := &m.Activities[i]
		index := b.component(Activity, a.Class(), &a.Component)
		if index >= 0 && launcher != nil && launcher.Class() == a.Class() {
			b.p.Components[index].Launcher = true
		}
	}
	for i := range m.Services {
		b.component(Service, m.Services[i].Name, &m.Services[i])
	}
	for i := range m.Receivers {
		b.component(Receiver, m.Receivers[i].Name, &m.Receivers[i])
	}
	for i := range m.Providers {
		b.component(Provider, m.Providers[i].Name, &m.Providers[i].Component)
	}
	if m.Application.Class != "" {
		b.component(Application, m.Application.Class, &apk.Component{})
	}
}

// maxComponents bounds the components: the work grows with their number times
// the size of the app. Real apps have some hundreds.
const maxComponents = 1500

// component adds a component, or the filters of an alias to the one that it
// stands for, and returns its index; -1 if the app does not define the class.
func (b *builder) component(kind Kind, class string, c *apk.Component) int {
	t, ok := b.types.AppClass(class)
	if !ok {
		b.p.Notes = append(b.p.Notes, fmt.Sprintf("the manifest names %s %s, which the code does not define", kind, class))
		return -1
	}
	index, known := b.componentOf[t]
	if !known && len(b.p.Components) == maxComponents {
		b.p.Notes = append(b.p.Notes, fmt.Sprintf("more than %d components: %s is left out", maxComponents, class))
		return -1
	}
	if !known {
		index = len(b.p.Components)
		b.componentOf[t] = index
		b.p.Components = append(b.p.Components, Component{Name: class, Kind: kind, Type: t, own: map[string]bool{}})
	}
	own := &b.p.Components[index]
	own.Exported = own.Exported || c.Exported
	own.named = append(own.named, metaNames(c.MetaData)...)
	for _, m := range c.MetaData {
		own.files = append(own.files, m.Resource)
	}
	for i := range c.Filters {
		f := &c.Filters[i]
		own.Actions = append(own.Actions, f.Actions...)
		if ownData(f) {
			for _, action := range f.Actions {
				own.own[action] = true
			}
		}
	}
	return index
}

// metaNames are the names and texts of metadata: some libraries look for names of
// classes there.
func metaNames(list []apk.MetaData) []string {
	var all []string
	for i := range list {
		all = append(all, list[i].Name)
		if v := list[i].Value; v.Type == apk.TypeString {
			all = append(all, v.Str)
		}
	}
	return all
}

// manifestClasses adds the edges from components to the classes that the manifest
// names beside them: the factory of components, modules and initialisers in
// metadata. Those of the application are there whatever is started, and so are
// those that styles name (what inflates the views of a theme).
func (b *builder) manifestClasses() {
	app := &b.in.Manifest.Application
	shared := append(metaNames(app.MetaData), app.Factory, app.BackupAgent)
	b.styleItems(func(v apk.Value) {
		if v.Type == apk.TypeString {
			shared = append(shared, v.Str)
		}
	})
	for i := range b.p.Components {
		for _, name := range slices.Concat(shared, b.p.Components[i].named) {
			if t, ok := b.types.AppClass(name); ok && strings.Contains(name, ".") {
				b.reflective(t)
				b.edge(Declare, b.p.Component(i), b.p.Type(t), 0)
			}
		}
	}
}
