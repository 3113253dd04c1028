// Package screen finds what fills the display, or a part of it, and what brings it up.
//
// A screen is an activity of the manifest, a class of fragments or dialogs that the app
// defines and something makes, or a dialog that a method puts together with a builder,
// named by that method and its title. Fragments and dialogs of the platform's libraries
// are left out.
//
// A callback runs on the screen of its class: itself, the one that it is nested in, or the
// only one below it; else on the activities under which it can run. Where these are many,
// it belongs to none: it is of a library, or of a base class of all.
//
// A Transition is a callback from which control gets to a screen without another callback
// in between. Two edges say nothing of that and are not followed: Inherit (a subclass is
// no cause of its superclass) and Use (an object that was there before is handed on).
//
// # Not modelled
//
// The back stack, so no transition by Back; which of several fragments a pager shows;
// screens of other apps.
package screen

import (
	"fmt"
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/specs"
)

// Kind is what fills the display, or a part of it.
type Kind string

// The kinds of screens.
const (
	Activity Kind = "activity"
	Fragment Kind = "fragment"
	Dialog   Kind = "dialog"
)

// Screen is an activity of the manifest, a class of fragments or dialogs that
// the app defines, or a dialog that a method puts together with a builder.
type Screen struct {
	Kind Kind
	// Name is the Java name of the class; for a dialog of a builder that of the
	// class with its method.
	Name string
	// Title is the title of a dialog of a builder, "" if unknown.
	Title     string
	Type      callgraph.TypeID   // NoType for a dialog of a builder
	Component int                // index into Components of an activity, else -1
	Maker     callgraph.MethodID // of a dialog of a builder, else NoMethod
}

// Label is a short name for people: the class without its package, or the title of
// a dialog and who makes it.
func (s *Screen) Label() string {
	if s.Type != callgraph.NoType {
		return SimpleName(s.Name)
	}
	dot := strings.LastIndexByte(s.Name, '.')
	maker := SimpleName(s.Name[:dot]) + s.Name[dot:]
	if s.Title != "" {
		return fmt.Sprintf("%q\n%s", s.Title, maker)
	}
	return "of " + maker
}

// Transition says that a callback running on one screen brings up another.
type Transition struct {
	From     int // index of the screen; -1 if the callback belongs to none
	To       int
	Callback callgraph.MethodID
}

// Screens are the screens of an app, and what leads from one to another.
type Screens struct {
	All         []Screen
	Transitions []Transition

	p       *icfg.Program
	byType  map[callgraph.TypeID]int
	byMaker map[callgraph.MethodID]int
	holders map[apk.ID][]int // of a widget: the screens whose layouts hold it
}

var (
	fragmentTypes       = specs.Fragments()
	dialogFragmentTypes = []string{
		"Landroid/app/DialogFragment;", "Landroid/support/v4/app/DialogFragment;", "Landroidx/fragment/app/DialogFragment;",
	}
)

// Find finds the screens of the app. Fragments and dialogs of the platform's
// libraries, and those that nothing makes, are left out.
func Find(p *icfg.Program) *Screens {
	s := &Screens{
		p: p, byType: map[callgraph.TypeID]int{}, byMaker: map[callgraph.MethodID]int{}, holders: map[apk.ID][]int{},
	}
	for i := range p.Components {
		if c := &p.Components[i]; c.Kind == icfg.Activity {
			s.add(Screen{Kind: Activity, Name: c.Name, Type: c.Type, Component: i, Maker: callgraph.NoMethod})
		}
	}
	s.classes()
	s.builders(p.Query())
	for i := range s.All {
		s.layouts(i)
		s.arrivals(i)
	}
	return s
}

// entered says that an edge leads to a node.
func entered(p *icfg.Program, n icfg.Node) bool {
	for range p.Preds(n) {
		return true
	}
	return false
}

func (s *Screens) add(screen Screen) {
	if screen.Type == callgraph.NoType {
		s.byMaker[screen.Maker] = len(s.All)
	} else {
		s.byType[screen.Type] = len(s.All)
	}
	s.All = append(s.All, screen)
}

// classes adds the classes of fragments and dialogs.
func (s *Screens) classes() {
	h := s.p.Hierarchy
	for t := range callgraph.TypeID(h.Len()) {
		class := h.Class(t)
		n := s.p.Type(t)
		if class == nil || class.Access.Has(dex.AccAbstract) || callgraph.Platform(callgraph.Vendor(class.Descriptor)) ||
			!entered(s.p, n) {
			continue
		}
		is := func(super string) bool { return h.IsSubtype(class.Descriptor, super) }
		kind := Fragment
		switch {
		case slices.ContainsFunc(dialogFragmentTypes, is), is("Landroid/app/Dialog;"):
			kind = Dialog
		case !slices.ContainsFunc(fragmentTypes, is):
			continue
		}
		if _, known := s.byType[t]; !known {
			s.add(Screen{Kind: kind, Name: class.JavaName(), Type: t, Component: -1, Maker: callgraph.NoMethod})
		}
	}
}

// builders adds the dialogs that methods put together, unless they are those of
// a class that is a dialog itself.
func (s *Screens) builders(q *icfg.Query) {
	for _, name := range []string{"show", "create"} {
		for _, desc := range builderResults {
			for _, u := range s.p.Calls.Index.Calls(name, desc) {
				s.builder(q, u)
			}
		}
	}
}

// builderResults are the descriptors of what makes a dialog of a builder.
var builderResults = []string{
	"()Landroid/app/AlertDialog;", "()Landroid/support/v7/app/AlertDialog;", "()Landroidx/appcompat/app/AlertDialog;",
	"()Lcom/afollestad/materialdialogs/MaterialDialog;",
}

func (s *Screens) builder(q *icfg.Query, u callgraph.Use) {
	owner := s.p.Calls.Owner(u.Method)
	if _, known := s.byMaker[u.Method]; known || callgraph.Platform(callgraph.Vendor(s.p.Hierarchy.Name(owner))) {
		return
	}
	if at := s.ofClass(owner); at >= 0 && s.All[at].Kind == Dialog {
		return
	}
	m := s.p.Calls.Method(u.Method)
	s.add(Screen{
		Kind: Dialog, Name: m.Class.JavaName() + "." + m.Name, Title: s.dialogTitle(q, u.Method),
		Type: callgraph.NoType, Component: -1, Maker: u.Method,
	})
}

// dialogTitle is the one title that a method sets.
func (s *Screens) dialogTitle(q *icfg.Query, m callgraph.MethodID) string {
	method := s.p.Calls.Method(m)
	for in := range method.Code().Insns() {
		if in.Op.Call() == dex.CallVirtual && method.Class.File.MethodAt(in.Index).Name == "setTitle" {
			if text := q.ArgumentText(m, &in, 1); text != "" {
				return text
			}
		}
	}
	return ""
}

// layouts notes the widgets of the layouts that the code of a screen inflates.
func (s *Screens) layouts(screen int) {
	for _, id := range s.Inflated(screen) {
		s.p.WalkLayout(id, func(v *apk.View, _ []*apk.View) {
			if w := v.ID.ID; w != 0 && !slices.Contains(s.holders[w], screen) {
				s.holders[w] = append(s.holders[w], screen)
			}
		})
	}
}

// Inflated are the layouts that the code of a screen names: its class and those of the app above
// it; in order, each once. Layouts that these include are not listed.
func (s *Screens) Inflated(screen int) []apk.ID {
	var all []apk.ID
	add := func(m callgraph.MethodID) {
		for _, id := range s.p.Inflated(m) {
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
	}
	at := &s.All[screen]
	if at.Type == callgraph.NoType {
		add(at.Maker)
	}
	h := s.p.Hierarchy
	for t := at.Type; t != callgraph.NoType && h.Class(t) != nil &&
		!callgraph.Platform(callgraph.Vendor(h.Name(t))); t = h.Super(t) {
		for _, m := range h.Class(t).Methods {
			if id := s.p.Calls.ID(m); id != callgraph.NoMethod {
				add(id)
			}
		}
	}
	return all
}

// ofClass is the screen whose code a class is: itself, the one that it is nested
// in, or the only one below it; -1 if there is none.
func (s *Screens) ofClass(t callgraph.TypeID) int {
	h := s.p.Hierarchy
	for desc := h.Name(t); ; {
		if id := h.ID(desc); id != callgraph.NoType {
			if screen, ok := s.byType[id]; ok {
				return screen
			}
			below := -1
			for sub := range h.Subtypes(id) {
				if screen, ok := s.byType[sub]; ok {
					if below >= 0 {
						below = -2
						break
					}
					below = screen
				}
			}
			if below >= 0 {
				return below
			}
		}
		dollar := strings.LastIndexByte(desc, '$')
		if dollar < 0 {
			return -1
		}
		desc = desc[:dollar] + ";"
	}
}

// Of are the screens on which a callback runs: that of its class, else the
// activities under which it can run.
func (s *Screens) Of(cb *icfg.Callback) []int {
	if screen := s.ofClass(s.p.Calls.Owner(cb.Method)); screen >= 0 {
		return []int{screen}
	}
	var all []int
	for _, c := range cb.Components {
		if screen, ok := s.byType[s.p.Components[c].Type]; ok && s.p.Components[c].Kind == icfg.Activity {
			all = append(all, screen)
		}
	}
	return all
}

// Holding are the screens whose layouts have a widget of this id.
func (s *Screens) Holding(id apk.ID) []int { return s.holders[id] }

// maxOrigins is the number of screens from which on a callback belongs to none:
// it is of a library, or of a base class of all.
const maxOrigins = 3

// arrivals finds what brings a screen up.
func (s *Screens) arrivals(screen int) {
	causes, _ := causes(s.p, s.node(screen))
	for _, m := range causes {
		from := s.Of(s.p.CallbackOf(m))
		if len(from) == 0 || len(from) > maxOrigins {
			from = []int{-1}
		}
		for _, f := range from {
			if f != screen {
				s.Transitions = append(s.Transitions, Transition{From: f, To: screen, Callback: m})
			}
		}
	}
}

// node is what stands for a screen in the program.
func (s *Screens) node(screen int) icfg.Node {
	at := &s.All[screen]
	switch {
	case at.Maker != callgraph.NoMethod:
		return s.p.Method(at.Maker)
	case at.Component >= 0:
		return s.p.Component(at.Component)
	}
	return s.p.Type(at.Type)
}

// Before are the nodes from which the program gets to a screen without another
// callback in between: the callbacks of its Transitions, what they run, and what
// stands for the screen.
func (s *Screens) Before(screen int) map[icfg.Node]bool {
	_, seen := causes(s.p, s.node(screen))
	return seen
}

// causes are the callbacks that make a node possible without another callback in
// between, the node itself if it is one; and all nodes on the path from them.
func causes(p *icfg.Program, n icfg.Node) (all []callgraph.MethodID, seen map[icfg.Node]bool) {
	seen = map[icfg.Node]bool{n: true}
	for todo := []icfg.Node{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if kind, m := p.Kind(at); kind == icfg.MethodNode && p.CallbackOf(callgraph.MethodID(m)) != nil {
			all = append(all, callgraph.MethodID(m))
			continue
		}
		for e := range p.Preds(at) {
			if e.Kind == icfg.Inherit || e.Kind == icfg.Use || (e.Kind == icfg.Open) != (at == n && isComponent(p, n)) ||
				seen[e.From] {
				continue
			}
			seen[e.From] = true
			todo = append(todo, e.From)
		}
	}
	slices.Sort(all)
	return all, seen
}

func isComponent(p *icfg.Program, n icfg.Node) bool {
	kind, _ := p.Kind(n)
	return kind == icfg.ComponentNode
}

// Runs says whether a method is of the screen: of its class, or a callback that
// runs on it.
func (s *Screens) Runs(screen int, m *dex.Method) bool {
	id := s.p.Calls.ID(m)
	if id == callgraph.NoMethod {
		return false
	}
	if at := &s.All[screen]; at.Maker == id {
		return true
	}
	if own := s.ofClass(s.p.Calls.Owner(id)); own >= 0 {
		return own == screen
	}
	c := s.All[screen].Component
	return c >= 0 && s.p.Runs(c, id)
}

// SimpleName is a Java name without its package.
func SimpleName(java string) string { return java[strings.LastIndexByte(java, '.')+1:] }
