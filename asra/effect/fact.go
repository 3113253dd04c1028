package effect

import (
	"fmt"
	"strconv"
	"strings"

	"talpa/asra/guide"
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

// Fact names one piece of state by its heap abstraction: not by the variable that leads to it, but
// by what it is of. Facts whose owners are places of the screen hold Here until it is known where
// the code runs. Facts are compared as they are: two that may be the same state have to be equal or
// have an empty name or owner, of which package relevance says that it overlaps with all of its
// kind. So whoever makes a fact and is not sure of its owner leaves it empty, and never guesses.
type Fact struct {
	Kind        Kind
	Name, Owner string
}

// OfPlace says that the owners of facts of the kind are components. Only such facts may hold Here:
// relevance puts the components in its place that the callback runs under, which the summary of a
// helper of several screens cannot know.
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

// subjects are what a guide calls the kinds of facts.
var subjects = map[Kind]guide.SubjectKind{
	Field: guide.SubjectField, Content: guide.SubjectContents, Attribute: guide.SubjectAttribute,
	Look: guide.SubjectLook, Preference: guide.SubjectSetting, Database: guide.SubjectTable, File: guide.SubjectFile,
	Clipboard: guide.SubjectClipboard, Screen: guide.SubjectScreen, Room: guide.SubjectRoom, Rows: guide.SubjectRows,
	Menu: guide.SubjectMenu, Dialog: guide.SubjectDialog, Focus: guide.SubjectFocus, Draw: guide.SubjectDrawing,
	Size: guide.SubjectSize, Click: guide.SubjectClick, Schedule: guide.SubjectSchedule, Answer: guide.SubjectAnswer,
	Broadcast: guide.SubjectBroadcast, Zone: guide.SubjectTimeZone, Call: guide.SubjectCall,
}

// Subject is the fact as a guide names it.
func (f Fact) Subject() guide.Subject {
	s := guide.Subject{Kind: subjects[f.Kind], Name: f.Name}
	switch {
	case f.Kind == Attribute:
		s.Name, s.Widget.Menu = strings.CutSuffix(f.Name, itemSuffix)
		s.Widget.ID = f.Owner
	case f.Kind == Look || f.Kind == Click:
		s.Widget.ID = f.Owner
	case f.Kind == Field:
		if class, name, ok := strings.Cut(f.Name, ";"); ok {
			s.Class, s.Name = dex.JavaName(class+";"), name
		}
	case f.Kind == Content:
		s.Name = "" // the family of types; whose contents they are is a place in the code
	case f.Kind.OfPlace():
		s.Name, s.Class = "", f.Owner
	}
	return s
}

// place names a place in the code for people and as an owner of contents.
// It is the allocation site of heap abstractions: all objects that one instruction makes are one, however
// often it runs. That errs by overlapping, as R20 asks for.
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
