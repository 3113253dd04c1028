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
	"menu":  {"checked", "selectedid"},
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
	case "async":
		t.any(scheduleFact)
	case "result":
		t.any(answerFact)
	case "system":
		t.any(broadcastFact)
	case "other":
		t.places(screenFact, roomFact, rowsFact, menuFact, dialogFact, focusFact, drawFact)
		t.any(scheduleFact, broadcastFact, clickFact, attributeFact)
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
		for _, c := range t.cb.Components {
			t.add(fact{k, "", t.a.p.Components[c].Name}, attr.All())
		}
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
	visible := attr.Only(0, 1) // VISIBLE, and true of menu items
	for _, name := range names {
		t.add(fact{attributeFact, "visibility", name}, visible)
		t.add(fact{attributeFact, "enabled", name}, attr.Only(1))
		t.add(fact{attributeFact, "clickable", name}, attr.All())
		t.add(fact{attributeFact, "longclickable", name}, attr.All())
		t.add(fact{clickFact, "", name}, attr.All())
		for _, attribute := range roleAttributes[t.cb.Role] {
			t.add(fact{attributeFact, attribute, name}, attr.All())
		}
		for _, up := range t.a.p.Around(name) {
			t.add(fact{attributeFact, "visibility", up}, visible)
		}
	}
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
