package asra

import (
	"slices"

	"talpa/asra/attr"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// trigger is a fact that decides whether a callback runs, with the values with
// which it does: what Android itself reads before it calls the app.
type trigger struct {
	fact   fact
	values attr.Values
}

// inputs are the attributes whose change makes callbacks of a role run.
var roleAttributes = map[string][]string{
	"text":  {"text", "query"},
	"check": {"checked", "checkedid", "progress", "rating", "value", "date", "time", "selectedid"},
	"item":  {"position", "page", "selectedid", "tab", "itemchecked", "child", "expanded"},
	"focus": {"focused"},
}

// triggersOf are the facts that decide whether a callback runs (R19). A callback of an
// event is run by a user who can see and touch its widget: it has to be visible
// and enabled, and so has what is around it (parent visibility); its screen has to
// show it.
func (a *analysis) triggersOf(cb *icfg.Callback) []trigger {
	t := &triggers{a: a, cb: cb}
	switch cb.Role {
	case "lifecycle":
		if !a.componentMethod(cb.Method) {
			t.places(screenFact, dialogFact)
		}
	case "adapter":
		t.places(screenFact, rowsFact)
	case "draw":
		t.places(screenFact, drawFact)
		t.layout()
	case "async":
		t.any(scheduleFact)
	case "result":
		t.any(answerFact)
	case "system":
		t.any(broadcastFact)
	case "other":
		t.other()
	default:
		t.event()
	}
	return t.all
}

type triggers struct {
	a   *analysis
	cb  *icfg.Callback
	all []trigger
}

func (t *triggers) add(f fact, v attr.Values) { t.all = append(t.all, trigger{f, v}) }

func (t *triggers) any(kinds ...factKind) {
	for _, k := range kinds {
		t.add(fact{kind: k}, attr.All())
	}
}

// places adds facts of the screens that the callback runs on.
func (t *triggers) places(kinds ...factKind) {
	for _, k := range kinds {
		for _, c := range t.a.placesOf(t.cb.Method) {
			t.add(fact{k, "", t.a.p.Components[c].Name}, attr.All())
		}
	}
}

// layout adds that views of the screens are laid out anew.
func (t *triggers) layout() {
	for _, c := range t.a.placesOf(t.cb.Method) {
		t.add(fact{sizeFact, sizeOnly, t.a.p.Components[c].Name}, attr.All())
	}
}

func (t *triggers) event() {
	t.places(screenFact, roomFact)
	switch t.cb.Role {
	case "dialog":
		t.places(dialogFact)
	case "menu":
		t.places(menuFact)
	case "text", "key", "focus":
		t.places(focusFact)
	case "preference":
		t.any(preferenceFact)
	}
	names, known := t.a.widgetNames(t.cb)
	if !known || needsRow(t.a.p, t.cb) || t.cb.Role == "item" {
		t.places(rowsFact)
	}
	if t.cb.Role == "menu" {
		t.items(names, known)
		return
	}
	for _, name := range names {
		t.add(fact{attributeFact, "visibility", name}, attr.Only(visible))
		t.add(fact{attributeFact, "enabled", name}, attr.Only(1))
		t.add(fact{attributeFact, "clickable", name}, attr.All())
		t.add(fact{attributeFact, "longclickable", name}, attr.All())
		t.add(fact{clickFact, "", name}, attr.All())
		for _, attribute := range roleAttributes[t.cb.Role] {
			t.add(fact{attributeFact, attribute, name}, attr.All())
		}
		for _, up := range t.a.p.Around(name) {
			t.add(fact{attributeFact, "visibility", up}, attr.Only(visible))
		}
	}
}

// visible is the value of the visibility of a view that can be seen.
const visible = 0

// items is event for menus. What holds the items, a toolbar say, may be any view, and
// some views show such items themselves.
func (t *triggers) items(names []string, known bool) {
	for _, name := range names {
		t.add(fact{attributeFact, itemAttribute("visibility"), name}, attr.Only(1))
		t.add(fact{attributeFact, itemAttribute("enabled"), name}, attr.Only(1))
		t.add(fact{attributeFact, itemAttribute("checked"), name}, attr.All())
	}
	if !known {
		t.add(fact{attributeFact, "visibility", ""}, attr.Only(visible))
	}
	for _, attribute := range []string{"selectedid", itemAttribute("menuitems"), itemAttribute("actionexpanded")} {
		t.add(fact{kind: attributeFact, name: attribute}, attr.All())
	}
	t.add(fact{kind: clickFact}, attr.All())
}

// other is for callbacks of which no more is known than whose they are. Those of
// libraries that are looked at like the app run by calls alone, which the walks
// behind callbacks follow; the platform may call its own for anything but a look.
func (t *triggers) other() {
	h := t.a.p.Hierarchy
	if base := h.ID(t.cb.Base); base != callgraph.NoType && h.Class(base) != nil && !platformClass(t.cb.Base) {
		return
	}
	t.places(screenFact, roomFact, rowsFact, menuFact, dialogFact, focusFact, drawFact)
	t.layout()
	t.any(scheduleFact, broadcastFact, clickFact, attributeFact)
	t.add(fact{lookFact, "scroll", ""}, attr.All())
}

// widgetNames are the resource names of the widgets of a callback; one empty name,
// and false, if not all of them are known by name.
func (a *analysis) widgetNames(cb *icfg.Callback) (names []string, known bool) {
	for _, w := range cb.Widgets {
		if w.Name == "" {
			return []string{""}, false
		}
		if !slices.Contains(names, w.Name) {
			names = append(names, w.Name)
		}
	}
	if len(names) == 0 {
		return []string{""}, false
	}
	return names, true
}

// componentMethod says that a method is of the class of a component.
func (a *analysis) componentMethod(m callgraph.MethodID) bool {
	class := a.p.Calls.Method(m).Class.Descriptor
	for _, t := range []string{
		"Landroid/app/Activity;", "Landroid/app/Service;", "Landroid/app/Application;",
		"Landroid/content/BroadcastReceiver;", "Landroid/content/ContentProvider;",
	} {
		if a.p.Hierarchy.IsSubtype(class, t) {
			return true
		}
	}
	return false
}
