package asra

import (
	"fmt"
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/reach"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/screen"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/internal/diagram"
)

// DrawWidgets draws how the widgets of an app depend on each other, a box for
// each screen: what handling one sets and tests of others, what it opens, which
// others it enables (sets what their handlers test), which holds which. A handler
// of one widget is not drawn: the widget stands for it. Handlers of several, and
// callbacks without a widget that set, test or open something, are nodes.
//
// Callbacks of classes outside prefix (a Java package; "" keeps all) are left
// out, those of the platform's libraries always. With a guide, the target and
// the widgets of the milestones are marked.
func DrawWidgets(p *icfg.Program, g *guide.Guide, prefix string) *diagram.Diagram {
	app := appcode.New(p)
	d := &widgetPicture{
		p: p, app: app, prefix: prefix, screens: screen.Find(p),
		pic:   diagram.New("widgets", "widgets, and how they depend on each other"),
		known: map[widgetKey]string{}, parents: map[apk.ID][]apk.ID{}, views: map[apk.ID]*apk.View{},
	}
	d.layouts()
	for i := range p.Callbacks {
		if cb := &p.Callbacks[i]; len(cb.Widgets) > 0 && d.wanted(p.Calls.Method(cb.Method)) {
			d.actor(cb)
		}
	}
	d.attributes()
	d.openings()
	d.nesting()
	if g != nil {
		d.mark(g)
	}
	return d.pic
}

// widgetPicture draws the picture of DrawWidgets. It shows what is known, not what matters: no
// stage that knows of a crash is asked, but for the marks.
type widgetPicture struct {
	p       *icfg.Program
	app     *appcode.Reader
	prefix  string
	screens *screen.Screens
	pic     *diagram.Diagram
	known   map[widgetKey]string // ID of the node of a widget
	drawn   []drawnWidget
	parents map[apk.ID][]apk.ID // of a widget: what holds it in its deepest layout, nearest first; 0 without an id
	views   map[apk.ID]*apk.View
}

type widgetKey struct {
	screen int
	name   string
}

type drawnWidget struct {
	id     string
	screen int
	widget apk.ID
}

// wanted says that a method is of a class that the picture is about.
func (d *widgetPicture) wanted(m *dex.Method) bool {
	rest, ok := strings.CutPrefix(m.Class.JavaName(), d.prefix)
	return !appcode.Platform(m.Class.Descriptor) && ok &&
		(d.prefix == "" || rest == "" || rest[0] == '.' || rest[0] == '$')
}

// layouts reads which widgets hold which. Of several layouts with one id the deepest nesting is
// drawn, which shows most.
func (d *widgetPicture) layouts() {
	for i := range d.p.Layouts {
		d.p.WalkLayout(d.p.Layouts[i].ID, func(v *apk.View, around []*apk.View) {
			id := v.ID.ID
			if _, known := d.views[id]; id == 0 || known && len(around) <= len(d.parents[id]) {
				return
			}
			d.views[id], d.parents[id] = v, nil
			for _, a := range around {
				d.parents[id] = append(d.parents[id], a.ID.ID)
			}
		})
	}
}

// group makes the box of a screen, with a node that stands for the whole of it.
// -1 is the box of what several screens share.
func (d *widgetPicture) group(screen int) (group, head string) {
	if screen < 0 {
		d.pic.Group(diagram.Group{ID: "several", Kind: "several", Label: "several screens"})
		return "several", ""
	}
	s := &d.screens.All[screen]
	group = string(s.Kind) + " " + s.Name
	label := s.Label()
	d.pic.Group(diagram.Group{ID: group, Kind: string(s.Kind), Label: string(s.Kind) + " " + label})
	d.pic.Node(diagram.Node{
		ID: "screen " + s.Name, Kind: string(s.Kind), Label: label, Group: group, Facts: map[string]string{"class": s.Name},
		Entry: s.Component >= 0 && d.p.Components[s.Component].Launcher,
	})
	return group, "screen " + s.Name
}

// place is the screen of a widget that a callback is about: one whose layouts
// hold it, the callback's own if there are several.
func (d *widgetPicture) place(cb *icfg.Callback, w icfg.Widget) int {
	own := d.screens.Of(cb)
	holding := d.screens.Holding(w.ID)
	if w.ID == 0 || len(holding) == 0 {
		return only(own)
	}
	for _, s := range own {
		if slices.Contains(holding, s) {
			return only([]int{s})
		}
	}
	return only(holding)
}

// only is the one number in a list; -1 if there are none or several.
func only(list []int) int {
	if len(list) == 1 {
		return list[0]
	}
	return -1
}

// actor is the node that stands for the handling of a callback.
func (d *widgetPicture) actor(cb *icfg.Callback) string {
	var ids []string
	for _, w := range cb.Widgets {
		ids = append(ids, d.widget(d.place(cb, w), w))
	}
	if len(ids) == 1 {
		return ids[0]
	}
	m := d.p.Calls.Method(cb.Method)
	group, _ := d.group(only(d.screens.Of(cb)))
	kind := "callback"
	if cb.Role == "lifecycle" {
		kind = "lifecycle"
	}
	d.pic.Node(diagram.Node{
		ID: m.String(), Kind: kind, Group: group, Label: guide.SimpleName(m.Class.JavaName()) + "." + m.Name,
		Facts: map[string]string{"method": m.String(), "role": cb.Role},
	})
	for _, id := range ids {
		d.pic.Edge(id, m.String(), "triggers", "")
	}
	return m.String()
}

// widget draws a widget on a screen, once.
func (d *widgetPicture) widget(screen int, w icfg.Widget) string {
	key := widgetKey{screen, w.String()}
	if id, ok := d.known[key]; ok {
		return id
	}
	group, _ := d.group(screen)
	id := group + " " + key.name
	d.known[key] = id
	d.drawn = append(d.drawn, drawnWidget{id, screen, w.ID})
	label := strings.TrimPrefix(strings.TrimPrefix(key.name, "android:"), "id/")
	if w.Name != "" && w.Text != "" {
		label += fmt.Sprintf("\n%q", w.Text)
	}
	if class := guide.SimpleName(w.Class); w.Class != "" && class != label {
		label += "\n" + class
	}
	n := diagram.Node{ID: id, Kind: "widget", Label: label, Group: group, Facts: d.facts(w)}
	if w.Menu {
		n.Kind = "item"
	}
	d.pic.Node(n)
	return id
}

// facts are what is known of a widget, with the initial values of attributes
// that differ from the usual ones.
func (d *widgetPicture) facts(w icfg.Widget) map[string]string {
	facts := map[string]string{}
	note := func(key, value string) {
		if value != "" {
			facts[key] = value
		}
	}
	note("resource", w.Name)
	note("class", w.Class)
	note("text", w.Text)
	v := d.views[w.ID]
	if w.ID == 0 || v == nil {
		return facts
	}
	note("visibility", [...]string{"", "invisible", "gone"}[v.Visibility])
	for name, value := range map[string]apk.Tri{"enabled": v.Enabled, "clickable": v.Clickable, "checked": v.Checked} {
		if value != apk.Unset {
			note(name, fmt.Sprint(value == apk.Yes))
		}
	}
	return facts
}

// attributes draws who sets and tests attributes, and who enables whom by that.
func (d *widgetPicture) attributes() {
	type cell struct{ widget, attribute string }
	setters, testers := map[cell][]string{}, map[cell][]string{}
	var cells []cell
	for _, u := range d.app.AttributeUses(func(string) bool { return true }, d.wanted) {
		for _, m := range d.app.Runners(u.In) {
			cb := d.p.CallbackOf(m)
			if !d.wanted(d.p.Calls.Method(m)) {
				continue
			}
			c := cell{d.widget(d.place(cb, u.Widget), u.Widget), u.Attribute}
			actor := d.actor(cb)
			kind, actors := "tests", testers
			if u.Set {
				kind, actors = "sets", setters
			}
			d.pic.Edge(actor, c.widget, kind, u.Attribute)
			// Only what the user can touch enables, and is enabled.
			if len(cb.Widgets) > 0 && !slices.Contains(actors[c], actor) {
				actors[c] = append(actors[c], actor)
			}
			if !slices.Contains(cells, c) {
				cells = append(cells, c)
			}
		}
	}
	for _, c := range cells {
		for _, from := range setters[c] {
			for _, to := range testers[c] {
				if from != to && to != c.widget {
					d.pic.Edge(from, to, "enables", c.attribute)
				}
			}
		}
	}
}

// openings draws what opens which screen.
func (d *widgetPicture) openings() {
	choosing := reach.Choosing(d.p, d.screens)
	for _, t := range d.screens.Transitions {
		cb := d.p.CallbackOf(t.Callback)
		if !d.wanted(d.p.Calls.Method(t.Callback)) {
			continue
		}
		actor := d.actor(cb)
		_, head := d.group(t.To)
		if head == actor {
			continue
		}
		d.pic.Edge(actor, head, "opens", "")
		if some := choosing(t); len(some) < len(cb.Widgets) {
			for _, w := range some {
				d.pic.Edge(actor, head, "opens", w.String())
			}
		}
	}
}

// nesting draws the nearest drawn widget that holds another one.
func (d *widgetPicture) nesting() {
	type spot struct {
		screen int
		widget apk.ID
	}
	at := map[spot]string{}
	for _, w := range d.drawn {
		if w.widget != 0 {
			at[spot{w.screen, w.widget}] = w.id
		}
	}
	for _, w := range d.drawn {
		for _, above := range d.parents[w.widget] {
			if id, ok := at[spot{w.screen, above}]; ok && above != 0 && w.widget != 0 {
				d.pic.Edge(id, w.id, "parent", "")
				break
			}
		}
	}
}

// mark shows the target and the path to it.
func (d *widgetPicture) mark(g *guide.Guide) {
	for i := range d.p.Callbacks {
		cb := &d.p.Callbacks[i]
		name := d.p.Calls.Method(cb.Method).String()
		target := name == g.Target.Callback
		onPath := slices.ContainsFunc(g.Milestones, func(s guide.Milestone) bool { return s.Callback == name })
		if !target && !onPath {
			continue
		}
		if target || d.pic.Has(name) {
			n := d.pic.Node(diagram.Node{ID: d.actor(cb)})
			n.Target, n.OnPath = n.Target || target, true
		}
		for _, w := range cb.Widgets {
			if ofMilestone(g, w) {
				d.pic.Node(diagram.Node{ID: d.widget(d.place(cb, w), w)}).OnPath = true
			}
		}
	}
}

// ofMilestone says that a widget is one of the guide's milestones.
func ofMilestone(g *guide.Guide, w icfg.Widget) bool {
	for _, s := range g.Milestones {
		for _, m := range s.Widgets {
			if m.ID == w.Name && m.Text == w.Text && m.Class == w.Class {
				return true
			}
		}
	}
	return false
}
