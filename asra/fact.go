package asra

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"talpa/asra/attr"
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// factKind is a kind of state that code reads and changes.
type factKind string

// The kinds of facts. What name and owner are is said behind each; an empty one
// means any.
const (
	fieldFact      factKind = "field"       // class and field; the class of the object
	contentFact    factKind = "content"     // family of types; the place that makes the object
	attributeFact  factKind = "attribute"   // attribute; resource name of the widget
	lookFact       factKind = "look"        // part of how a widget looks; resource name of the widget
	preferenceFact factKind = "preferences" // key
	databaseFact   factKind = "database"    // table
	fileFact       factKind = "file"
	clipboardFact  factKind = "clipboard"
	screenFact     factKind = "screen"    // what is on a screen; the component
	roomFact       factKind = "room"      // what room views leave each other; the component
	rowsFact       factKind = "rows"      // the rows of lists; the component
	menuFact       factKind = "menu"      // that menus are made anew; the component
	dialogFact     factKind = "dialog"    // that a dialog is shown; the component
	focusFact      factKind = "focus"     // where the focus is; the component
	drawFact       factKind = "draw"      // that something is drawn anew; the component
	sizeFact       factKind = "size"      // how big views are and where, or one of both; the component
	clickFact      factKind = "click"     // that code clicks a view; the widget
	scheduleFact   factKind = "scheduled" // that something is to run later
	answerFact     factKind = "answer"    // what an activity answers
	broadcastFact  factKind = "broadcast" // that a broadcast is sent
	zoneFact       factKind = "zone"      // the time zone of the process
	callFact       factKind = "call"      // that a method of many is called; its name and descriptor
)

// fact names one piece of state by its heap abstraction: not by the variable that
// leads to it, but by what it is of. Facts whose owners are places of the screen
// hold hereOwner until it is known where the code runs.
type fact struct {
	kind        factKind
	name, owner string
}

// placeKinds are the kinds of facts whose owners are components.
var placeKinds = []factKind{
	screenFact, roomFact, rowsFact, menuFact, dialogFact, focusFact, drawFact, sizeFact,
}

// Names of the facts of sizes.
const (
	sizeOnly  = "size"  // views are measured and laid out anew
	placeOnly = "place" // a view is drawn elsewhere than it was laid out
)

// hereOwner stands for the components that a callback runs under.
const hereOwner = "@here"

// String names the fact for people.
func (f fact) String() string {
	name := f.name
	switch f.kind {
	case fieldFact:
		name = fieldName(f.name)
	case contentFact, screenFact, roomFact, rowsFact, menuFact, dialogFact, focusFact, drawFact, sizeFact:
		name = ""
	}
	words := map[factKind]string{
		contentFact: "the contents of an object", screenFact: "what is on the screen",
		roomFact: "what has room on the screen", rowsFact: "rows of a list", menuFact: "the making of menus",
		dialogFact: "which dialog is shown", focusFact: "the focus", drawFact: "the drawing",
		sizeFact: "the sizes of views", clickFact: "a click by code", scheduleFact: "what runs later",
		answerFact: "the answer of the activity", zoneFact: "the time zone",
		broadcastFact: "a broadcast", callFact: "a call of", preferenceFact: "the preference",
		databaseFact: "the table", fileFact: "a file", clipboardFact: "the clipboard", fieldFact: "the field",
	}
	text := words[f.kind]
	switch {
	case f.kind == lookFact && f.owner != "":
		return "the look (" + f.name + ") of " + f.owner
	case f.kind == lookFact:
		return "the look (" + f.name + ") of a widget"
	case f.kind == attributeFact && f.owner != "":
		return f.name + " of " + f.owner
	case f.kind == attributeFact:
		return f.name + " of a widget"
	case name == "" && (f.kind == preferenceFact || f.kind == databaseFact):
		return string(f.kind)
	case name != "":
		text += " " + name
	}
	return text
}

// fieldName writes "Lcom/foo/Bar;baz" as "Bar.baz".
func fieldName(s string) string {
	class, name, ok := strings.Cut(s, ";")
	if !ok {
		return s
	}
	return shortClass(class+";") + "." + name
}

// need is what relevant code reads of one fact.
type need struct {
	values attr.Values        // those that matter
	by     callgraph.MethodID // code that reads it
}

// needs are the facts that relevant code reads, found by overlap: an empty name
// or owner overlaps with every one.
type needs struct {
	byKind map[factKind]map[string]map[string]need // kind, name, owner
	size   int
}

// add notes a read and says whether it is news.
func (n *needs) add(f fact, values attr.Values, by callgraph.MethodID) bool {
	if n.byKind == nil {
		n.byKind = map[factKind]map[string]map[string]need{}
	}
	names := n.byKind[f.kind]
	if names == nil {
		names = map[string]map[string]need{}
		n.byKind[f.kind] = names
	}
	owners := names[f.name]
	if owners == nil {
		owners = map[string]need{}
		names[f.name] = owners
	}
	old, known := owners[f.owner]
	if !known {
		owners[f.owner] = need{values, by}
		n.size++
		return true
	}
	joined := old.values.Union(values)
	if joined.Equal(old.values) {
		return false
	}
	owners[f.owner] = need{joined, old.by}
	return true
}

// find looks for a read that overlaps with a write of some values. Of several it
// gives the one of the least method, so that reports do not depend on chance.
func (n *needs) find(f fact, values attr.Values) (by callgraph.MethodID, ok bool) {
	by = callgraph.NoMethod
	look := func(owners map[string]need) {
		for owner, need := range owners {
			if f.owner != "" && owner != "" && owner != f.owner || values.Intersect(need.values).IsEmpty() {
				continue
			}
			if !ok || need.by < by {
				by, ok = need.by, true
			}
		}
	}
	names := n.byKind[f.kind]
	if f.name == "" {
		for _, owners := range names {
			look(owners)
		}
		return by, ok
	}
	look(names[f.name])
	look(names[""])
	return by, ok
}

// ownersOf are the classes that an object of a static type can have: empty if
// they are too many to tell apart.
func (x *effects) ownersOf(typ string) []string {
	if owners, known := x.owners[typ]; known {
		return owners
	}
	const most = 6
	h := x.a.p.Hierarchy
	var owners []string
	if id := h.ID(typ); id != callgraph.NoType && h.Class(id) != nil {
		for sub := range h.Subtypes(id) {
			if c := h.Class(sub); c != nil && !c.Access.Has(dex.AccAbstract) && !h.IsInterface(sub) {
				owners = append(owners, h.Name(sub))
			}
			if len(owners) > most {
				owners = nil
				break
			}
		}
	}
	slices.Sort(owners)
	x.owners[typ] = owners
	return owners
}

// place names a place in the code for people and as an owner of contents.
func place(m callgraph.MethodID, pc uint32) string { return fmt.Sprintf("%d:%d", m, pc) }

// placeOf is the place in the code that place has named.
func placeOf(place string) (m callgraph.MethodID, pc uint32) {
	method, at, _ := strings.Cut(place, ":")
	n, err := strconv.Atoi(method)
	off, wrong := strconv.ParseUint(at, 10, 32)
	if err != nil || wrong != nil {
		return callgraph.NoMethod, 0
	}
	return callgraph.MethodID(n), uint32(off)
}
