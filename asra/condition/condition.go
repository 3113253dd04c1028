// Package condition says what must hold for callbacks to reach the crash point: the ids
// that they accept, and the values that the branches on their cheapest paths want of
// attributes, fields, settings and arguments (rules R3, R4, R7, R16 and R22 of package
// asra). It decides nothing about a callback; who makes a condition true is the business
// of relevance.
//
// Only the cheapest path of a callback is looked at, so that a condition need not hold on
// every run to the crash: the search takes it for advice. Numbers of conditions and of the
// values that one excludes are bounded. What is left out for a bound, or because it cannot
// be said in a guide.Condition, makes the advice weaker and never wrong: a condition that
// is told holds on that path.
package condition

import (
	"math"
	"slices"
	"strconv"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/branch"
	"talpa/asra/guide"
	"talpa/asra/hidden"
	"talpa/asra/reach"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// Sensitivity is what conditions are about.
type Sensitivity string

// Sensitivities.
const (
	// Attr is that of the paper: attributes of widgets, ids, texts.
	Attr Sensitivity = "attr"
	// Field adds fields, settings and arguments.
	Field Sensitivity = "field"
)

// Bounds of what is told.
const (
	maxConditions = 16 // of a callback
	maxHoles      = 32 // excluded values of one condition
	maxTextSteps  = 6  // from a text back to its widget: forms of it, fields, arguments of helpers
)

// Callback is what must hold for one callback.
type Callback struct {
	Conditions []guide.Condition
	// Accepts are the resource names of the widgets with which it reaches the target,
	// where a test tells them from others (R16).
	Accepts []string
}

// Test is a test on a path of something that is no widget's: a field, a setting, an
// argument. In tests it, also where a helper reads it: what sets it to a value of Wanted
// makes the path possible.
type Test struct {
	In      callgraph.MethodID
	Subject branch.Subject
	Wanted  attr.Values
}

// Result is what must hold on the paths to the crash point. It is frozen.
type Result struct {
	of map[callgraph.MethodID]Callback
	// outOfReach are the handlers whose widgets are all hidden or disabled at first.
	outOfReach map[callgraph.MethodID]bool
	// Tests are the tests of what is no widget's, in the order of the callbacks.
	Tests []Test
}

// Of is what must hold for a callback; nothing for one that does not reach the target.
func (r Result) Of(m callgraph.MethodID) Callback { return r.of[m] }

// OutOfReach says that all widgets of a handler are hidden or disabled at first, also of one that does not reach the
// target.
func (r Result) OutOfReach(m callgraph.MethodID) bool { return r.outOfReach[m] }

// Find is for those of some callbacks that are on the stack or reach the target.
func Find(
	app *appcode.Reader, branches *branch.Table, reached *reach.Result, callbacks []*icfg.Callback, about Sensitivity,
) Result {
	f := &finder{
		app: app, branches: branches, reach: reached, about: about, Result: Result{
			of: map[callgraph.MethodID]Callback{}, outOfReach: map[callgraph.MethodID]bool{},
		},
	}
	for _, cb := range callbacks {
		if len(f.hiddenAtFirst(cb, nil)) > 0 {
			f.outOfReach[cb.Method] = true
		}
		if reached.OnStack(cb.Method) || reached.Has(app.Method(cb.Method)) {
			var out Callback
			f.branch(cb, &out)
			f.hidden(cb, &out)
			f.of[cb.Method] = out
		}
	}
	return f.Result
}

// finder makes a Result.
type finder struct {
	app      *appcode.Reader
	branches *branch.Table
	reach    *reach.Result
	about    Sensitivity
	comesUp  map[string][]icfg.InitialState // see hiddenByCode; nil until it is asked for
	Result
}

// branch finds what the branches of a callback and of its path want: the ids that it
// accepts (R16), and the conditions on its cheapest path.
func (f *finder) branch(cb *icfg.Callback, out *Callback) {
	m := f.app.Calls.Method(cb.Method)
	key, ok := branch.Primary(m)
	if ok {
		v := f.reach.Accepted(cb.Method, key)
		of := branch.IDSubject
		if key[0] == 'p' {
			register, _ := strconv.Atoi(key[1:])
			of = guide.Subject{Kind: guide.SubjectArgument, Register: register}
		}
		if c, says := condition(of, v); says {
			c.Where = m.String()
			out.Conditions = append(out.Conditions, c)
			// A widget without an id is not named: it is neither accepted nor rejected.
			for _, w := range cb.Widgets {
				if n, known := appcode.Number(w); known && v.Has(n) && w.Name != "" && !slices.Contains(out.Accepts, w.Name) {
					out.Accepts = append(out.Accepts, w.Name)
				}
			}
		}
	}
	for _, s := range f.reach.Sites(cb.Method) {
		for _, c := range f.at(s.In, s.PC, key) {
			// The first are those nearest to the event: Sites follows the path.
			if len(out.Conditions) < maxConditions {
				out.Conditions = append(out.Conditions, c)
			}
		}
	}
}

// hidden tells the states of the first element of the first name: one that is shown is
// enough for the handler to run.
//
// It applies R22: where the XML hides or disables each widget of a handler at first, or the code with which its screen
// comes up does, that they are shown and enabled is a condition, and R7 names who makes it true.
func (f *finder) hidden(cb *icfg.Callback, out *Callback) {
	for _, by := range f.hiddenAtFirst(cb, out.Accepts) {
		wanted := int64(hidden.Visible)
		if by.Attribute == "enabled" {
			wanted = 1
		}
		c := guide.Condition{
			Subject: guide.Subject{
				Kind: guide.SubjectAttribute, Name: by.Attribute, Widget: guide.Widget{ID: by.Name, Class: by.Class},
			},
			Min: &wanted, Max: &wanted, Where: f.app.Calls.Method(cb.Method).String(),
		}
		if len(out.Conditions) < maxConditions {
			out.Conditions = append(out.Conditions, c)
		}
	}
}

// hiddenAtFirst are the states of the first widget of a handler, or of those widgets with which it reaches the target,
// if all of them are hidden or disabled at first.
func (f *finder) hiddenAtFirst(cb *icfg.Callback, accepts []string) []icfg.InitialState {
	if !appcode.IsEvent(cb.Role) {
		return nil
	}
	names := accepts
	if len(names) == 0 {
		var known bool
		if names, known = appcode.WidgetNames(cb); !known {
			return nil
		}
	}
	if slices.ContainsFunc(names, func(name string) bool { return len(f.statesAtFirst(name)) == 0 }) {
		return nil
	}
	return f.statesAtFirst(names[0])
}

// statesAtFirst are the states that keep users from the widgets of a name at first: by the XML, or by the code that
// runs when their screen comes up.
func (f *finder) statesAtFirst(name string) []icfg.InitialState {
	if by := f.app.HiddenOrDisabled(name); len(by) > 0 {
		return by[0]
	}
	return f.hiddenByCode(name)
}

// condition writes a set of values as a condition; ok is false if it says
// nothing: all values, or none, which is a path that no run takes. Bounds come first: where
// the holes between the intervals are too many, the bounds alone are told, which hold as well.
func condition(of guide.Subject, v attr.Values) (guide.Condition, bool) {
	c := guide.Condition{Subject: of}
	parts := v.Intervals()
	if v.IsAll() || len(parts) == 0 {
		return c, false
	}
	if lo := parts[0].Min; lo != math.MinInt64 {
		c.Min = &lo
	}
	if hi := parts[len(parts)-1].Max; hi != math.MaxInt64 {
		c.Max = &hi
	}
	for i := 1; i < len(parts); i++ {
		from, to := parts[i-1].Max+1, parts[i].Min-1
		if uint64(to-from) >= uint64(maxHoles-len(c.Not)) {
			return c, c.Min != nil || c.Max != nil // too many holes to list
		}
		for n := from; n <= to; n++ {
			c.Not = append(c.Not, n)
		}
	}
	return c, true
}

// At are the conditions under which control gets to an instruction of a method, whatever runs it.
func At(app *appcode.Reader, branches *branch.Table, m callgraph.MethodID, pc uint32) []guide.Condition {
	f := &finder{app: app, branches: branches, about: Field}
	return f.at(m, pc, "")
}

// at are the conditions under which control gets to pc in a method:
// one for each tested value.
func (f *finder) at(m callgraph.MethodID, pc uint32, skip string) []guide.Condition {
	g := f.branches.Of(m)
	if g == nil {
		return nil
	}
	var all []guide.Condition
	for _, s := range g.Subjects() {
		if s.Key != skip {
			all = append(all, f.test(m, m, s, g.At(s.Key, pc))...)
		}
	}
	return all
}

// test is what a test in a method demands of a subject that is read in the
// same method, or in a helper that it asks. Of a helper only what it reads is told, with
// the values that let it answer so; the condition is still of the method that tests.
func (f *finder) test(m, reads callgraph.MethodID, s branch.Subject, v attr.Values) []guide.Condition {
	if h := s.Helper; h != nil && !v.IsAll() {
		var all []guide.Condition
		for i := range h.Tells {
			all = append(all, f.test(m, h.In, h.Tells[i].S, h.Tells[i].Wanted(v))...)
		}
		return all
	}
	if s.Helper != nil || f.about == Attr && s.Call == nil && s.Says != branch.IDSubject {
		return nil
	}
	c, ok := f.subjectCondition(reads, s, v)
	if !ok {
		return nil
	}
	c.Where = f.app.Calls.Method(m).String()
	f.note(Test{m, s, v})
	return []guide.Condition{c}
}

// subjectCondition writes what a subject has to be. Of a truth value only 0 and 1 are
// possible, so that a test which lets both pass says nothing.
func (f *finder) subjectCondition(m callgraph.MethodID, s branch.Subject, v attr.Values) (guide.Condition, bool) {
	if s.Kind == specs.KindBool {
		if v = v.Intersect(attr.Only(0, 1)); v.Equal(attr.Only(0, 1)) {
			return guide.Condition{}, false
		}
	}
	if name, told := f.app.EnumNamed(s.Field.Type, v); told {
		return guide.Condition{Subject: s.Says, Text: name}, name != ""
	}
	c, ok := condition(s.Says, v)
	if !ok {
		return c, false
	}
	switch {
	case s.Text != "": // the value is whether the texts agree, not the text
		if !v.Equal(attr.Only(1)) && v.Has(0) {
			return c, false // it differs from a constant: no help
		}
		c = guide.Condition{Subject: branch.Attribute("text"), Text: s.Text}
	case s.Says.Name == "empty" && s.Says.Kind == guide.SubjectAttribute:
		one, zero := int64(1), int64(0)
		c = guide.Condition{Subject: branch.Attribute("length"), Min: &one}
		if !v.Has(0) {
			c = guide.Condition{Subject: branch.Attribute("length"), Max: &zero}
		}
	}
	if s.Call != nil {
		if w := f.subjectWidget(m, s); w != nil {
			c.Subject.Widget = *w
		}
	}
	return c, true
}

// subjectWidget is the widget whose attribute or text a subject is; nil if it is
// not known. Of a comparison it may be either argument, so that all are asked: the first
// that leads to one widget is it.
func (f *finder) subjectWidget(m callgraph.MethodID, s branch.Subject) *guide.Widget {
	for i := range int(s.Call.N) {
		if w := TextWidget(f.app, m, s.Call.Off, s.Call.Reg(i)); w != nil {
			return w
		}
	}
	return nil
}

// note keeps a test of what is no widget's, once: by method and key, whichever callback
// leads through it, so that what sets it is looked for once.
func (f *finder) note(t Test) {
	known := func(old Test) bool { return old.In == t.In && old.Subject.Key == t.Subject.Key }
	if t.Subject.Call == nil && !slices.ContainsFunc(f.Tests, known) {
		f.Tests = append(f.Tests, t)
	}
}

// TextWidget is the widget in a register, or the one whose text is in it: it looks through getText, toString, trim and
// their like, and from a helper to the only call of it. It errs to nil: a register that may hold two widgets has none,
// and chains of calls are followed for a few steps only.
func TextWidget(app *appcode.Reader, m callgraph.MethodID, pc uint32, reg uint16) *guide.Widget {
	return textWidget(app, m, pc, reg, 0)
}

func textWidget(app *appcode.Reader, m callgraph.MethodID, pc uint32, reg uint16, depth int) *guide.Widget {
	if widgets := app.WidgetsAt(m, pc, reg); len(widgets) == 1 {
		w := app.GuideWidget(widgets[0])
		return &w
	}
	an := app.OriginsOf(m)
	if an == nil || depth > maxTextSteps {
		return nil
	}
	for _, o := range an.At(pc, reg) {
		if o.Kind == origin.Param {
			if from, at, value, ok := argument(app, m, o.Int); ok {
				if w := textWidget(app, from, at, value, depth+1); w != nil {
					return w
				}
			}
		}
		if o.Kind == origin.Field || o.Kind == origin.Static {
			if at, value, ok := storedBefore(an, o); ok {
				if w := textWidget(app, m, at, value, depth+1); w != nil {
					return w
				}
			}
		}
		if o.Kind != origin.Result || !passesText(o.Name) {
			continue
		}
		call := an.Graph.Code.At(o.PC)
		if from, ok := origin.ArgRegister(an.Graph.Code.File, &call, 0); ok {
			if w := textWidget(app, m, o.PC, from, depth+1); w != nil {
				return w
			}
		}
	}
	return nil
}

// argument is the register in which the only call of a method has a parameter; ok is false where several calls give it
// one, and for the receiver, whose text nobody tests.
func argument(app *appcode.Reader, m callgraph.MethodID, parameter int64) (
	from callgraph.MethodID, pc uint32, reg uint16, ok bool,
) {
	index, known := appcode.ArgumentOf(app.Calls.Method(m), parameter)
	if !known {
		return from, pc, reg, false
	}
	for e := range app.Calls.In(m) {
		if e.Kind != callgraph.Call {
			continue
		}
		if ok {
			return from, pc, reg, false
		}
		caller := app.Calls.Method(e.From)
		in := caller.Code().At(e.PC)
		if reg, ok = origin.ArgRegister(caller.Class.File, &in, index); !ok {
			return from, pc, reg, false
		}
		from, pc = e.From, e.PC
	}
	return from, pc, reg, ok
}

// storedBefore is where the method itself stores what it reads from a field, and the register of the value; ok is false
// if it stores nothing before the read, or at several places.
func storedBefore(an *origin.Analysis, read origin.Origin) (pc uint32, value uint16, ok bool) {
	field := dex.FieldRef{Class: read.Owner, Name: read.Name, Type: read.Desc}
	code := an.Graph.Code
	for in := range code.Insns() {
		if in.Op.Ref() != dex.RefField || !in.Op.WritesField() || code.File.FieldAt(in.Index) != field {
			continue
		}
		if ok || in.Off > read.PC {
			return 0, 0, false
		}
		pc, value, ok = in.Off, in.A(), true
	}
	return pc, value, ok
}

func passesText(name string) bool {
	switch name {
	case "getText", "toString", "trim", "toLowerCase", "toUpperCase", "valueOf", "replace", "replaceAll", "substring",
		"getEditableText", "getQuery", "getEditText":
		return true
	}
	return false
}
