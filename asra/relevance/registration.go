package relevance

import (
	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/effect"
	"talpa/asra/hidden"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// roleAttributes are the attributes whose change makes callbacks of a role run, by code as
// well as by the user: setChecked calls the listener.
var roleAttributes = map[string][]string{
	"text":  {"text", "query"},
	"check": {"checked", "checkedid", "progress", "rating", "value", "date", "time", "selectedid"},
	"item":  {"position", "page", "selectedid", "tab", "itemchecked", "child", "expanded"},
	"focus": {"focused"},
}

// registrationsOf are the facts that decide whether a callback runs (R19). A callback of an event
// is run by a user who can see and touch its widget: it has to be visible and enabled, and so has
// what is around it (parent visibility); its screen has to show it. Roles are those of
// icfg.Callback; a role that is none of these is an event of the user.
func registrationsOf(app *appcode.Reader, cb *icfg.Callback) []effect.Access {
	t := &registrations{app: app, cb: cb}
	switch cb.Role {
	case "lifecycle":
		if !app.OfComponent(cb.Method) {
			t.places(effect.Screen, effect.Dialog)
		}
	case "adapter":
		t.places(effect.Screen, effect.Rows)
	case "draw":
		t.places(effect.Screen, effect.Draw)
		t.layout()
	case "async":
		t.any(effect.Schedule)
	case "result":
		t.any(effect.Answer)
	case "system":
		t.any(effect.Broadcast)
	case "other":
		t.other()
	default:
		t.event()
	}
	return t.all
}

// registrations are the facts of one callback in the making. A fact without an owner stands
// for those of every widget or screen: it is used where it is not known whose it is.
type registrations struct {
	app *appcode.Reader
	cb  *icfg.Callback
	all []effect.Access
}

// add adds a fact, and the values with which the callback runs.
func (t *registrations) add(f effect.Fact, v attr.Values) {
	t.all = append(t.all, effect.Access{Fact: f, Values: v})
}

// any adds kinds of facts that have no owner: a change of one may run the callback
// wherever it is made.
func (t *registrations) any(kinds ...effect.Kind) {
	for _, k := range kinds {
		t.add(effect.Fact{Kind: k}, attr.All())
	}
}

// places adds facts of the screens that the callback runs on.
func (t *registrations) places(kinds ...effect.Kind) {
	for _, k := range kinds {
		for _, c := range t.app.PlacesOf(t.cb.Method) {
			t.add(effect.Fact{Kind: k, Owner: t.app.Components[c].Name}, attr.All())
		}
	}
}

// layout adds that views of the screens are laid out anew.
func (t *registrations) layout() {
	for _, c := range t.app.PlacesOf(t.cb.Method) {
		t.add(effect.Fact{Kind: effect.Size, Name: effect.SizeOnly, Owner: t.app.Components[c].Name}, attr.All())
	}
}

// event is for callbacks that a user runs: the widget has to be there, visible and enabled, or code
// has to click it. Attributes of which any value may matter are wanted whole; of visibility and
// enabled only the value with which an event gets through (View.performClick is not called on
// others).
func (t *registrations) event() {
	t.places(effect.Screen, effect.Room)
	switch t.cb.Role {
	case "dialog":
		t.places(effect.Dialog)
	case "menu":
		t.places(effect.Menu)
	case "text", "key", "focus":
		t.places(effect.Focus)
	case "preference":
		t.any(effect.Preference)
	}
	names, known := appcode.WidgetNames(t.cb)
	if !known || appcode.NeedsRow(t.app.Program, t.cb) || t.cb.Role == "item" {
		t.places(effect.Rows)
	}
	if t.cb.Role == "menu" {
		t.items(names, known)
		return
	}
	for _, name := range names {
		t.add(effect.Fact{Kind: effect.Attribute, Name: "visibility", Owner: name}, attr.Only(hidden.Visible))
		t.add(effect.Fact{Kind: effect.Attribute, Name: "enabled", Owner: name}, attr.Only(1))
		t.add(effect.Fact{Kind: effect.Attribute, Name: "clickable", Owner: name}, attr.All())
		t.add(effect.Fact{Kind: effect.Attribute, Name: "longclickable", Owner: name}, attr.All())
		t.add(effect.Fact{Kind: effect.Click, Owner: name}, attr.All())
		for _, attribute := range roleAttributes[t.cb.Role] {
			t.add(effect.Fact{Kind: effect.Attribute, Name: attribute, Owner: name}, attr.All())
		}
		for _, up := range t.app.Around(name) {
			t.add(effect.Fact{Kind: effect.Attribute, Name: "visibility", Owner: up}, attr.Only(hidden.Visible))
		}
	}
}

// items is event for menus. What holds the items, a toolbar say, may be any view, and some views
// show such items themselves. An item that is checked runs the same handler.
func (t *registrations) items(names []string, known bool) {
	for _, name := range names {
		t.add(effect.Fact{Kind: effect.Attribute, Name: effect.ItemAttribute("visibility"), Owner: name}, attr.Only(1))
		t.add(effect.Fact{Kind: effect.Attribute, Name: effect.ItemAttribute("enabled"), Owner: name}, attr.Only(1))
		t.add(effect.Fact{Kind: effect.Attribute, Name: effect.ItemAttribute("checked"), Owner: name}, attr.All())
	}
	if !known {
		t.add(effect.Fact{Kind: effect.Attribute, Name: "visibility"}, attr.Only(hidden.Visible))
	}
	items := []string{"selectedid", effect.ItemAttribute("menuitems"), effect.ItemAttribute("actionexpanded")}
	for _, attribute := range items {
		t.add(effect.Fact{Kind: effect.Attribute, Name: attribute}, attr.All())
	}
	t.add(effect.Fact{Kind: effect.Click}, attr.All())
}

// other is for callbacks of which no more is known than whose they are. Those of
// libraries that are looked at like the app run by calls alone, which the walks
// behind callbacks follow; the platform may call its own for anything but a look.
func (t *registrations) other() {
	h := t.app.Hierarchy
	if base := h.ID(t.cb.Base); base != callgraph.NoType && h.Class(base) != nil && !appcode.Platform(t.cb.Base) {
		return
	}
	t.places(effect.Screen, effect.Room, effect.Rows, effect.Menu, effect.Dialog, effect.Focus, effect.Draw)
	t.layout()
	t.any(effect.Schedule, effect.Broadcast, effect.Click, effect.Attribute)
	t.add(effect.Fact{Kind: effect.Look, Name: "scroll"}, attr.All())
}
