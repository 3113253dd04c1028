package effect

import (
	"fmt"
	"strconv"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
)

// Kind is a kind of state that code reads and changes.
type Kind string

// The kinds of facts. What name and owner are is said behind each; an empty one
// means any.
const (
	Field      Kind = "field"       // class and field; the class of the object
	Content    Kind = "content"     // family of types; the place that makes the object
	Attribute  Kind = "attribute"   // attribute; resource name of the widget
	Look       Kind = "look"        // part of how a widget looks; resource name of the widget
	Preference Kind = "preferences" // key
	Database   Kind = "database"    // table
	File       Kind = "file"
	Clipboard  Kind = "clipboard"
	Screen     Kind = "screen"    // what is on a screen; the component
	Room       Kind = "room"      // what room views leave each other; the component
	Rows       Kind = "rows"      // the rows of lists; the component
	Menu       Kind = "menu"      // that menus are made anew; the component
	Dialog     Kind = "dialog"    // that a dialog is shown; the component
	Focus      Kind = "focus"     // where the focus is; the component
	Draw       Kind = "draw"      // that something is drawn anew; the component
	Size       Kind = "size"      // how big views are and where, or one of both; the component
	Click      Kind = "click"     // that code clicks a view; the widget
	Schedule   Kind = "scheduled" // that something is to run later
	Answer     Kind = "answer"    // what an activity answers
	Broadcast  Kind = "broadcast" // that a broadcast is sent
	Zone       Kind = "zone"      // the time zone of the process
	Call       Kind = "call"      // that a method of many is called; its name and descriptor
)

// Fact names one piece of state by its heap abstraction: not by the variable that
// leads to it, but by what it is of. Facts whose owners are places of the screen
// hold Here until it is known where the code runs.
type Fact struct {
	Kind        Kind
	Name, Owner string
}

// OfPlace says that the owners of facts of the kind are components.
func (k Kind) OfPlace() bool {
	switch k {
	case Screen, Room, Rows, Menu, Dialog, Focus, Draw, Size:
		return true
	}
	return false
}

// Names of the facts of sizes.
const (
	SizeOnly  = "size"  // views are measured and laid out anew
	PlaceOnly = "place" // a view is drawn elsewhere than it was laid out
)

// Here stands for the components that a callback runs under.
const Here = "@here"

// String names the fact for people.
func (f Fact) String() string {
	name := f.Name
	switch f.Kind {
	case Field:
		name = fieldName(f.Name)
	case Content, Screen, Room, Rows, Menu, Dialog, Focus, Draw, Size:
		name = ""
	}
	words := map[Kind]string{
		Content: "the contents of an object", Screen: "what is on the screen",
		Room: "what has room on the screen", Rows: "rows of a list", Menu: "the making of menus",
		Dialog: "which dialog is shown", Focus: "the focus", Draw: "the drawing",
		Size: "the sizes of views", Click: "a click by code", Schedule: "what runs later",
		Answer: "the answer of the activity", Zone: "the time zone",
		Broadcast: "a broadcast", Call: "a call of", Preference: "the preference",
		Database: "the table", File: "a file", Clipboard: "the clipboard", Field: "the field",
	}
	text := words[f.Kind]
	switch {
	case f.Kind == Look && f.Owner != "":
		return "the look (" + f.Name + ") of " + f.Owner
	case f.Kind == Look:
		return "the look (" + f.Name + ") of a widget"
	case f.Kind == Attribute && f.Owner != "":
		return f.Name + " of " + f.Owner
	case f.Kind == Attribute:
		return f.Name + " of a widget"
	case name == "" && (f.Kind == Preference || f.Kind == Database):
		return string(f.Kind)
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
	class = dex.JavaName(class + ";")
	return class[strings.LastIndexByte(class, '.')+1:] + "." + name
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
