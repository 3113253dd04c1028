package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/widget"
	"talpa/dex"
	"talpa/dex/apk"
)

// xmlBuilder makes the edges into and out of the resources, and those of the manifest.
type xmlBuilder struct {
	*edges
	clicks      []widget.Click            // the methods that layouts and menus name
	preferences map[string][]string       // classes of preferences by short name, once asked for
	rIndex      map[apk.ID][]dex.FieldRef // the fields of R classes, once asked for
}

// files adds the edges into and out of the resource nodes.
func (b *xmlBuilder) files() {
	b.inflations()
	for i := range b.in.Layouts {
		l := &b.in.Layouts[i]
		if l.Root != nil {
			l.Root.Walk(func(v *apk.View) { b.view(l.ID, v) })
		}
	}
	for i := range b.in.Menus {
		m := &b.in.Menus[i]
		m.Walk(func(item *apk.MenuItem) { b.menuItem(m.ID, item) })
	}
	for i := range b.in.Preferences {
		s := &b.in.Preferences[i]
		if s.Root != nil {
			s.Root.Walk(func(pref *apk.Preference) { b.preference(s.ID, pref) })
		}
	}
	b.styles()
	b.navigation()
	b.handlers()
}

// inflations adds an edge from each method that names a resource.
func (b *xmlBuilder) inflations() {
	for _, id := range b.resource {
		for _, u := range b.resourceUses(id) {
			b.edge(Inflate, Node(u.Method), b.resNode[id], u.PC)
		}
	}
}

// resourceUses are the places that load the id of a resource: as a constant, or
// from a field of an R class, as code of libraries does.
func (b *xmlBuilder) resourceUses(id apk.ID) []callgraph.Use {
	uses := b.calls.Index.Ints(int32(uint32(id)))
	for _, f := range b.rFields()[id] {
		uses = append(uses, b.calls.Index.Reads(f)...)
	}
	return uses
}

// rFields finds the fields of R classes by the resource that they stand for.
// A compiler may leave the fields of R classes in place of numbers, in libraries above all; names of resources
// have dots there that Java has not.
func (b *xmlBuilder) rFields() map[apk.ID][]dex.FieldRef {
	if b.rIndex != nil {
		return b.rIndex
	}
	b.rIndex = map[apk.ID][]dex.FieldRef{}
	ids := map[string]apk.ID{}
	for _, id := range b.resources.IDs() {
		ids[strings.ReplaceAll(b.resources.Name(id), ".", "_")] = id
	}
	for _, class := range b.types.Set().Classes() {
		_, typ, ok := strings.Cut(class.Descriptor, "/R$")
		if !ok {
			continue
		}
		for _, f := range class.Fields[:class.NumStatic] {
			ref := f.Ref()
			if id, ok := ids[strings.TrimSuffix(typ, ";")+"/"+ref.Name]; ok && ref.Type == "I" {
				b.rIndex[id] = append(b.rIndex[id], ref)
			}
		}
	}
	return b.rIndex
}

// declare adds the edge from a resource to a class that it names. A component that XML names is
// started (a destination, a shortcut), any other class is made by an inflater.
func (b *xmlBuilder) declare(resource apk.ID, class string) {
	t, ok := b.types.AppClass(class)
	if !ok {
		return
	}
	b.reflective(t)
	from := b.resNode[resource]
	if c, ok := b.componentOf[t]; ok {
		b.edge(Open, from, b.Component(c), 0)
		return
	}
	b.edge(Declare, from, b.Type(t), 0)
}

// include adds the edge from a resource to one that it brings in. Whoever makes the one makes the
// other.
func (b *xmlBuilder) include(resource apk.ID, other apk.Ref) {
	if to, ok := b.resNode[other.ID]; ok && other.ID != 0 {
		b.edge(Declare, b.resNode[resource], to, 0)
	}
}

// Who inflates the layout makes all of it, whatever is visible.
func (b *xmlBuilder) view(layout apk.ID, v *apk.View) {
	b.declare(layout, v.Class)
	b.include(layout, v.Layout)
	if v.Element != nil {
		b.attributes(layout, v.Element)
	}
	if v.OnClick != "" {
		b.clicks = append(b.clicks, widget.Click{Resource: layout, Method: v.OnClick, Widget: widget.OfView(v)})
	}
}

// attributes adds the edges for what the attributes of an element bring in: other resources (a
// header's layout, a navigation graph), and classes by their name (behaviours, layout managers).
// Every attribute is looked at, whatever its name: libraries have attributes of their own, and a
// text that is no class of the app makes no edge.
func (b *xmlBuilder) attributes(resource apk.ID, e *apk.Element) {
	for i := range e.Attrs {
		v := e.Attrs[i].Value
		if v.Type == apk.TypeReference {
			if _, known := b.resNode[apk.ID(v.Data)]; known {
				b.include(resource, apk.Ref{ID: apk.ID(v.Data)})
				continue
			}
			if r := b.resources.Get(apk.ID(v.Data)); r == nil || r.Type != "string" {
				continue
			}
			v = b.resources.Resolve(v)
		}
		if v.Type != apk.TypeString {
			continue
		}
		if !strings.Contains(v.Str, ".") {
			for _, name := range b.inPackageOf(e.Name, v.Str) {
				b.declare(resource, name)
			}
			continue
		}
		name := v.Str
		if name[0] == '.' && b.in.Manifest != nil {
			name = b.in.Manifest.Package + name
		}
		b.declare(resource, name)
	}
}

// styles adds the edges for layouts and menus that styles name: the dialogs of AppCompat find
// theirs in the theme. Which attribute is asked for is not followed: every method that takes a
// resource out of styled attributes may get each of them. A theme is asked for by the number of an
// attribute, which only the library's arrays of styleables tell.
func (b *xmlBuilder) styles() {
	var styled []Node
	b.styleItems(func(v apk.Value) {
		if n, known := b.resNode[apk.ID(v.Data)]; known && v.Type == apk.TypeReference {
			styled = append(styled, n)
		}
	})
	slices.Sort(styled)
	styled = slices.Compact(styled)
	if len(styled) == 0 {
		return
	}
	asked := map[callgraph.MethodID]bool{}
	for _, u := range b.calls.Index.Calls("getResourceId", "(II)I") {
		if asked[u.Method] {
			continue
		}
		asked[u.Method] = true
		for _, n := range styled {
			b.edge(Inflate, Node(u.Method), n, u.PC)
		}
	}
}

// styleItems visits the values of all styles, in all configurations.
func (b *xmlBuilder) styleItems(visit func(v apk.Value)) {
	for _, r := range b.resources.OfType("style") {
		for _, v := range r.Values {
			if v.Bag != nil {
				for _, item := range v.Bag.Items {
					visit(item.Value)
				}
			}
		}
	}
}

// An action view is made with the menu, an action provider asked when its item is shown.
func (b *xmlBuilder) menuItem(menu apk.ID, item *apk.MenuItem) {
	b.declare(menu, item.ActionView)
	b.declare(menu, item.ActionProvider)
	b.include(menu, item.ActionLayout)
	if item.OnClick != "" {
		b.clicks = append(b.clicks, widget.Click{Resource: menu, Method: item.OnClick, Widget: widget.OfItem(item)})
	}
}

// android.preference.X in XML may be inflated as a support library's X (PreferenceInflater tries its own
// packages first).
func (b *xmlBuilder) preference(screen apk.ID, pref *apk.Preference) {
	b.declare(screen, pref.Class)
	if short, ok := strings.CutPrefix(pref.Class, "android.preference."); ok {
		for _, class := range b.shortNames()[short] {
			b.declare(screen, class)
		}
	}
	b.declare(screen, pref.Fragment)
	if pref.Element != nil {
		b.attributes(screen, pref.Element)
	}
	if pref.Intent == nil {
		return
	}
	b.declare(screen, pref.Intent.TargetClass)
	for i := range b.components {
		for _, action := range b.components[i].Actions {
			if action == pref.Intent.Action && action != "" {
				b.edge(Open, b.resNode[screen], b.Component(i), 0)
			}
		}
	}
}

// navigation adds the edges of navigation graphs: the graph brings up its start;
// whoever names an action or a destination brings up that; so does a menu whose
// item has the destination's id.
func (b *xmlBuilder) navigation() {
	for i := range b.in.NavGraphs {
		g := &b.in.NavGraphs[i]
		if g.Root == nil {
			continue
		}
		classes := map[apk.ID]string{}
		walkDestinations(g.Root, func(d *apk.Destination) { classes[d.ID.ID] = d.Class })
		starts := map[apk.ID]bool{}
		walkDestinations(g.Root, func(d *apk.Destination) { starts[d.Start.ID] = true })
		walkDestinations(g.Root, func(d *apk.Destination) {
			b.include(g.ID, d.Graph)
			if starts[d.ID.ID] || len(starts) == 0 || len(d.DeepLinks) > 0 {
				b.declare(g.ID, d.Class)
			}
			b.deepLinks(d)
			b.destination(d.ID.ID, d.Class)
			for _, a := range d.Actions {
				b.destination(a.ID.ID, classes[a.Destination.ID])
			}
		})
	}
}

// deepLinks adds the edges from methods that name a destination by its address.
func (b *xmlBuilder) deepLinks(d *apk.Destination) {
	t, ok := b.types.AppClass(d.Class)
	if !ok {
		return
	}
	for _, uri := range d.DeepLinks {
		for _, u := range b.calls.Index.Strings(uri) {
			b.named(t, u)
		}
	}
}

func walkDestinations(d *apk.Destination, visit func(*apk.Destination)) {
	visit(d)
	for i := range d.Children {
		walkDestinations(d.Children[i], visit)
	}
}

// destination adds the edges from whatever names an id to the class behind it.
// Graphs of navigation start by an id, in code and in menus alike (NavigationUI).
func (b *xmlBuilder) destination(id apk.ID, class string) {
	t, ok := b.types.AppClass(class)
	if !ok || id == 0 {
		return
	}
	for _, u := range b.resourceUses(id) {
		b.named(t, u)
	}
	for i := range b.in.Menus {
		m := &b.in.Menus[i]
		m.Walk(func(item *apk.MenuItem) {
			if item.ID.ID == id {
				b.declare(m.ID, class)
			}
		})
	}
}

// handlers finds the methods that XML names for clicks: methods of activities
// of that name with the one parameter that a click brings.
func (b *xmlBuilder) handlers() {
	const viewParam, itemParam = "(Landroid/view/View;)V", "(Landroid/view/MenuItem;)Z"
	byName := map[string][]widget.Click{}
	for _, c := range b.clicks {
		byName[c.Method] = append(byName[c.Method], c)
	}
	for id := range callgraph.MethodID(b.calls.Len()) {
		m := b.calls.Method(id)
		clicks := byName[m.Name]
		if len(clicks) == 0 || !m.Virtual || m.Desc != viewParam && m.Desc != itemParam {
			continue
		}
		if !b.types.IsSubtype(m.Class.Descriptor, "Landroid/content/Context;") {
			continue
		}
		role := "click"
		if m.Desc == itemParam {
			role = "menu"
		}
		if b.callbacks.of(id) == nil {
			b.callbacks.add(Callback{Method: id, Role: role})
		}
		for _, c := range clicks {
			b.edge(Handle, b.resNode[c.Resource], Node(id), 0)
		}
		b.callbacks.called[id] = true
	}
}
