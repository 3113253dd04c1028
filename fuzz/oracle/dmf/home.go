package dmf

import (
	"slices"

	"talpa/fuzz/ui"
)

// home is the page that a function begins on. A specification describes the widgets of the page that its
// author recorded, which other pages of the app may have, too: a diary has rows of the resource name that the
// tiles of the main page have. Its author began at the start of the app; so the page is the first one since
// data was cleared that has all that the function begins with.
type home struct {
	activity string
	// wide says that the display lay on its side: a page may have other widgets beside each other then, among
	// which the n-th is another one.
	wide bool
	// adds are the functions that may begin there, too, and add: pages and dialogs of one activity differ in
	// what can be added on them. What other functions begin with, such as a row, comes and goes with the data.
	adds []*Function
	// lacks are the widgets that functions use later and the page does not have: where one of them is shown, as
	// the field of a search, a function is underway, and the page may show less than there is.
	lacks []Widget
}

// homes are the pages that functions begin on, as far as they are known.
type homes map[*Function]home

// see notes of the functions whose page is not known yet that a screen of the app is it.
func (h homes) see(o *Oracle, s *ui.Screen) {
	if o.pkg != "" && s.Package != o.pkg {
		return
	}
	for i := range o.spec.Functions {
		fn := &o.spec.Functions[i]
		if _, known := h[fn]; known || !o.listed(fn, s) {
			continue
		}
		if _, ok := o.begin(fn, s); ok {
			h[fn] = home{activity: s.Activity, wide: wide(s), adds: adding(o, s),
				lacks: slices.DeleteFunc(slices.Clone(o.later), func(w Widget) bool { return w.shown(s) })}
		}
	}
}

// has says whether a screen is the page that a function begins on.
func (h homes) has(o *Oracle, fn *Function, s *ui.Screen) bool {
	home, known := h[fn]
	return known && home.activity == s.Activity && home.wide == wide(s) &&
		!slices.ContainsFunc(home.adds, func(add *Function) bool { return !o.listed(add, s) }) &&
		!slices.ContainsFunc(home.lacks, func(w Widget) bool { return w.shown(s) })
}

// wide says whether the display lies on its side.
func wide(s *ui.Screen) bool { return s.Rotation%2 != 0 } //nolint:mnd // a quarter turn, or three

// shown says whether a screen has a widget of the description, whatever it says unless its text is given.
func (w *Widget) shown(s *ui.Screen) bool {
	_, ok := w.find(s, "", func(text string) bool { return w.Text == "" || w.Text == text })
	return ok
}

// later are the widgets that functions use after their first step, but for those that any function begins
// with or wants in the end: these come and go with the objects.
func (s *Spec) later() []Widget {
	type description struct{ class, id, desc, path string }
	of := func(w Widget) description { return description{w.Class, w.ID, w.Desc, w.XPath} }
	known := map[description]bool{{}: true}
	for i := range s.Functions {
		fn := &s.Functions[i]
		known[of(fn.Widgets[fn.Steps[0].Widget])] = true
		for _, c := range slices.Concat(fn.Before, fn.After) {
			known[of(fn.Widgets[c.Widget])] = true
		}
	}
	var later []Widget
	for i := range s.Functions {
		fn := &s.Functions[i]
		for _, st := range fn.Steps[1:] {
			if w := fn.Widgets[st.Widget]; needsWidget(st.Action) && !known[of(w)] {
				known[of(w)] = true
				later = append(later, w)
			}
		}
	}
	return later
}

// adding are the functions that add and may begin on a screen, whatever objects there are.
func adding(o *Oracle, s *ui.Screen) []*Function {
	var all []*Function
	for i := range o.spec.Functions {
		if fn := &o.spec.Functions[i]; fn.Kind == Add && o.listed(fn, s) {
			all = append(all, fn)
		}
	}
	return all
}

// able returns a function before its first step, false if it may not begin on a screen.
func (o *Oracle) able(fn *Function, s *ui.Screen) (*attempt, bool) {
	a, ok := o.begin(fn, s)
	return a, ok && o.homes.has(o, fn, s) && o.holds(a, s, fn.Before) && a.known(o.model[fn.Type])
}

// known says whether what the function would take for an object is one, as far as objects are known: a
// header may have the resource name of the rows below it, and what was imported is no object of the model.
func (a *attempt) known(objects []string) bool {
	if len(objects) == 0 || a.fn.Kind == Add || a.fn.Kind == Search {
		return true
	}
	for _, text := range a.names {
		if !slices.Contains(objects, text) {
			return false
		}
	}
	return true
}

// listed says whether a screen has what a function begins with, given objects.
func (o *Oracle) listed(fn *Function, s *ui.Screen) bool {
	a := &attempt{fn: fn, names: map[string]string{}}
	return !slices.ContainsFunc(fn.Before, func(c Condition) bool { return c.Type == "" && !o.hold(a, s, &c) })
}
