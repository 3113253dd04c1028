package draw

import (
	"fmt"
	"strings"

	"talpa/cfg/icfg"
	"talpa/cfg/icfg/screen"
	"talpa/dex/apk"
	"talpa/internal/diagram"
)

// Layouts draws the widget tree of each screen as its XML says: a box for a screen, a node for a
// view or an item of a menu, with the initial values that the XML states. Included layouts and
// stubs stand in their place; all configurations are drawn. Of the options Package is heeded.
// Screens come in the order of screen.Screens and views in that of their XML, parents first, so
// that a picture is the same in every run. A screen of which no layout is known has no box.
func Layouts(p *icfg.Program, s *screen.Screens, o Options) *diagram.Diagram {
	d := diagram.New("layouts", "widget trees of the screens, as their XML says")
	roots := map[*apk.View]*apk.Layout{}
	for i := range p.Layouts {
		roots[p.Layouts[i].Root] = &p.Layouts[i]
	}
	for i := range s.All {
		at := &s.All[i]
		if !inPackage(at.Name, o.Package) {
			continue
		}
		t := &treePicture{p: p, pic: d, screen: string(at.Kind) + " " + at.Name, roots: roots, nodes: map[*apk.View]string{}}
		for _, id := range s.Inflated(i) {
			if !t.drawn && len(p.LayoutsOf(id))+len(menusOf(p, id)) > 0 {
				d.Group(diagram.Group{ID: t.screen, Kind: string(at.Kind), Label: string(at.Kind) + " " + at.Label()})
				t.drawn = true
			}
			p.WalkLayout(id, t.view)
			for _, m := range menusOf(p, id) {
				t.items(m.Items, "")
			}
		}
	}
	return d
}

// menusOf are the menus of a resource, one for each configuration.
// Configurations of a menu are drawn beside each other, as those of a layout are.
func menusOf(p *icfg.Program, id apk.ID) []*apk.Menu {
	var all []*apk.Menu
	for i := range p.Menus {
		if p.Menus[i].ID == id {
			all = append(all, &p.Menus[i])
		}
	}
	return all
}

// treePicture draws the trees of one screen. Nodes are numbered within a screen, since one layout
// may stand on several screens, and twice on one. A view that is met again takes the place of the
// earlier one in nodes, which is right for its children: WalkLayout finishes a subtree before it
// comes to the next.
type treePicture struct {
	p      *icfg.Program
	pic    *diagram.Diagram
	screen string
	drawn  bool
	count  int
	roots  map[*apk.View]*apk.Layout
	nodes  map[*apk.View]string // the last node of each view: a layout may be included twice
}

// Facts that the XML does not state are left out rather than written empty.
// The number is the place of the node in its screen, from 1.
func (t *treePicture) node(kind, label string, facts map[string]string) string {
	t.count++
	id := fmt.Sprintf("%s %d", t.screen, t.count)
	for key, value := range facts {
		if value == "" {
			delete(facts, key)
		}
	}
	t.pic.Node(diagram.Node{ID: id, Kind: kind, Label: label, Group: t.screen, Facts: facts})
	return id
}

// view draws a view below the nearest one around it that is drawn. An include, a merge and a stub
// with a layout are no views at run time (LayoutInflater puts their content in their place); id and
// visibility that an include states replace those of the root that it brings in.
func (t *treePicture) view(v *apk.View, around []*apk.View) {
	delete(t.nodes, v)
	if v.Kind == apk.KindInclude || v.Kind == apk.KindMerge || v.Kind == apk.KindStub && v.Layout.ID != 0 {
		return
	}
	id, visibility := v.ID.ID, v.Visibility
	if len(around) > 0 && around[0].Layout.ID != 0 { // the root of what is brought in
		by := around[0]
		if named := map[bool]apk.ID{true: by.InflatedID.ID, false: by.ID.ID}[by.Kind == apk.KindStub]; named != 0 {
			id = named
		}
		visibility = max(visibility, by.Visibility)
	}
	name := ""
	if id != 0 {
		name = t.p.Resources.Name(id)
	}
	file, label := "", viewLabel(name, v)
	if l := t.roots[v]; l != nil {
		if file = l.Path; len(t.p.LayoutsOf(l.ID)) > 1 {
			label = strings.TrimSuffix(l.Name+"-"+l.Config.String(), "-") + "\n" + label
		}
	}
	node := t.node("widget", label, map[string]string{
		"file":     file,
		"resource": name, "class": v.Class, "text": v.Text, "hint": v.Hint, "description": v.Desc, "tag": v.Tag,
		"onClick": v.OnClick, "visibility": [...]string{"", "invisible", "gone"}[visibility],
		"enabled": stated(v.Enabled), "clickable": stated(v.Clickable), "longClickable": stated(v.LongClickable),
		"checked": stated(v.Checked), "focusable": stated(v.Focused),
	})
	t.nodes[v] = node
	for _, up := range around {
		if above, ok := t.nodes[up]; ok {
			t.pic.Edge(above, node, "parent", "")
			break
		}
	}
}

// items draws the items of a menu; groups are not drawn. The items of a group hang where the group
// does: it only shares attributes among them. Submenus hang below their item, as they come up
// behind it.
func (t *treePicture) items(items []apk.MenuItem, above string) {
	for i := range items {
		item := &items[i]
		node := above
		if !item.Group {
			name := ""
			if item.ID.ID != 0 {
				name = t.p.Resources.Name(item.ID.ID)
			}
			label := strings.TrimPrefix(name, "id/")
			if item.Title != "" {
				label = strings.TrimPrefix(fmt.Sprintf("%s\n%q", label, item.Title), "\n")
			}
			node = t.node("item", label, map[string]string{
				"resource": name, "text": item.Title, "onClick": item.OnClick, "visible": stated(item.Visible),
				"enabled": stated(item.Enabled), "checked": stated(item.Checked),
			})
			if above != "" {
				t.pic.Edge(above, node, "parent", "")
			}
		}
		t.items(item.Items, node)
	}
}

// viewLabel names a view by its id, its text and the simple name of its class.
// Packages of views are left out, as people know them by their simple names.
func viewLabel(name string, v *apk.View) string {
	parts := []string{}
	if name != "" {
		parts = append(parts, strings.TrimPrefix(name, "id/"))
	}
	if v.Text != "" {
		parts = append(parts, fmt.Sprintf("%q", v.Text))
	}
	return strings.Join(append(parts, v.Class[strings.LastIndexByte(v.Class, '.')+1:]), "\n")
}

// stated is a value that the XML states, "" if it does not. Unset is not false: the class of the
// view decides then.
func stated(value apk.Tri) string {
	if value == apk.Unset {
		return ""
	}
	return fmt.Sprint(value == apk.Yes)
}
