package crash

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// Bounds of the walk back from a failing value.
const (
	maxDepth   = 16  // copies through fields, arguments, results and forms
	maxSteps   = 250 // registers looked at
	maxFan     = 8   // writers of a field, callers of a method
	maxTargets = 3   // methods of the app that a call can mean
	maxSources = 10  // that the condition lists
	maxWriters = 6   // that a source names
)

// walk follows a value back to where it comes from: over copies (package origin, inside a method),
// fields (all writers, of any object: objects of a class are one), arguments (the next frame of the
// stack, else all callers), results and what is computed. Each register of each method is looked at
// once, so recursion ends; budgets end the rest, and what they cut off is missing, not wrong.
//
// It is no slice: that a branch decided which value got there is followed for nulls in the code only (R21).
type walk struct {
	*finder
	seen  map[place]bool // what was looked at; never removed, so the walk ends
	found []candidate
	depth int // registers between the crash point and here: nearer sources rank first
	// derived counts the calls on the way that made something else of the value: what has no scheme has a null
	// one, and is no null.
	derived int
	// member are the keys of what a server answers that lead to the value, with dots between them.
	member string
	// listing says that the walk is in the elements of a list that has none.
	listing bool
	// want is what is wanted of what branches test, while the walk follows that; number the number that they want, if
	// they want one.
	want   guide.Want
	number *int64
	// floor is the best rank of what is found from here on.
	floor int
	// calls are those through which the walk came into methods that return the value. A parameter met
	// there is the argument of that very call, and of no other caller.
	calls map[callgraph.MethodID]call
	// extras and settings are the calls that put something under a key, nil where nobody asked yet.
	extras, settings map[string][]callgraph.Use
}

// call is a call in a method.
type call struct {
	in callgraph.MethodID
	at dex.Insn
}

// place is a register before an instruction of a method.
type place struct {
	m   callgraph.MethodID
	pc  uint32
	reg uint16
}

// candidate is a source, and how far from the crash point it was found.
type candidate struct {
	guide.Source
	depth int
	floor int // the best rank that it can have
}

// sources are where the failing value of some instructions can come from, the likeliest
// first.
// The sort is stable and the walk goes in the order of the code, so that the list is the same in every run.
// Each of the uses is followed: which of them failed is not known where there are several.
func (f *finder) sources(uses []use) []guide.Source {
	w := f.walk()
	for _, u := range uses {
		for i, reg := range u.regs {
			w.depth = i // the first registers are the likeliest
			if u.elements {
				w.elements(f.stack.Chain[0], u.pc, reg, 0)
				continue
			}
			w.register(f.stack.Chain[0], u.pc, reg, 0)
		}
	}
	slices.SortStableFunc(w.found, func(a, b candidate) int {
		ranks := cmp.Compare(max(f.rank(&a.Source), a.floor), max(f.rank(&b.Source), b.floor))
		return cmp.Or(ranks, cmp.Compare(a.depth, b.depth))
	})
	return sourcesOf(w.found)
}

// walk prepares a walk.
func (f *finder) walk() *walk {
	return &walk{finder: f, seen: map[place]bool{}, calls: map[callgraph.MethodID]call{}}
}

// sourcesOf are the sources of what a walk has found, as many as a condition lists.
func sourcesOf(found []candidate) []guide.Source {
	var all []guide.Source
	for _, c := range found[:min(len(found), maxSources)] {
		all = append(all, c.Source)
	}
	return all
}

// ranks order the sources: first what people and other programs decide, then state of the
// app, last the code itself.
// What is not in the list comes last. The order is one of usefulness, not of likelihood: what a person can set
// is worth trying first, since a plan can bring it about.
var ranks = []guide.SubjectKind{
	guide.SubjectAttribute, guide.SubjectSetting, guide.SubjectExtra, guide.SubjectResult, guide.SubjectColumn,
	guide.SubjectTable, guide.SubjectStatus, guide.SubjectServer, guide.SubjectFile, guide.SubjectClipboard,
	guide.SubjectPlace, guide.SubjectSensor, guide.SubjectPart,
	guide.SubjectScreen, guide.SubjectWidget, guide.SubjectField, guide.SubjectContents,
	guide.SubjectArgument, guide.SubjectCall, guide.SubjectConstant,
}

// rank is the place of a source among the others. A null in the code is what fails, so
// that for a null it goes before calls and arguments of which nothing is known; what
// branches before it test goes right before it, behind all that the value can come from.
func (f *finder) rank(s *guide.Source) int {
	kind := s.Subject.Kind
	if f.out.Kind == guide.CrashNull && kind == guide.SubjectConstant ||
		!s.Want.IsZero() && kind != guide.SubjectStatus {
		kind = guide.SubjectContents
	}
	i := slices.Index(ranks, kind)
	if i < 0 {
		i = len(ranks)
	}
	if !s.Want.IsZero() && kind != guide.SubjectStatus {
		return 2*i - 1
	}
	return 2 * i
}

// add notes a source once for each method that reads it: two methods that read one setting are two
// ways to it, the same method twice is not. The first, nearest one wins.
func (w *walk) add(s guide.Source) {
	same := func(c candidate) bool {
		return c.Subject == s.Subject && c.Where == s.Where && len(c.Conditions) == 0 && len(s.Conditions) == 0
	}
	s.Want = w.wanted(s.Subject.Kind)
	if !slices.ContainsFunc(w.found, same) {
		w.found = append(w.found, candidate{s, w.depth, w.floor})
	}
}

// note adds a subject that a method reads. Where is that method, by which the plan finds the handlers
// that set what it reads.
func (w *walk) note(m callgraph.MethodID, s guide.Subject) {
	w.add(guide.Source{Subject: s, Where: w.app.Calls.Method(m).String()})
}

// register follows the value of a register before an instruction.
// depth counts the copies since the crash point, and w.depth the registers on the way: the first bounds the
// walk, the second ranks what it finds.
func (w *walk) register(m callgraph.MethodID, pc uint32, reg uint16, depth int) {
	key := place{m, pc, reg}
	an := w.app.OriginsOf(m)
	if an == nil || depth > maxDepth || len(w.seen) >= maxSteps || w.seen[key] {
		return
	}
	w.seen[key] = true
	w.depth++
	defer func() { w.depth-- }()
	for _, o := range an.At(pc, reg) {
		w.origin(key, an, o, depth+1)
	}
}

// origin follows one origin of the value in a register. A constant is noted where it can be what fails: for a null
// only null itself, which DEX writes as the number zero; texts and objects that are made are never null,
// and are the end of a path that cannot have failed.
func (w *walk) origin(at place, an *origin.Analysis, o origin.Origin, depth int) {
	m := at.m
	switch o.Kind {
	case origin.Int:
		name := strconv.FormatInt(o.Int, 10)
		if w.out.Kind == guide.CrashNull {
			if o.Int == 0 {
				w.null(at, o, depth)
			}
			return
		}
		w.note(m, guide.Subject{Kind: guide.SubjectConstant, Name: name})
	case origin.String:
		if w.out.Kind != guide.CrashNull {
			w.note(m, guide.Subject{Kind: guide.SubjectConstant, Name: o.Text})
		}
	case origin.New, origin.Array:
		w.made(m, an, o, depth)
	case origin.Field, origin.Static:
		w.field(m, o, depth)
	case origin.Param:
		w.parameter(m, o, depth)
	case origin.Result:
		w.result(m, an, o, depth)
	case origin.Other:
		w.computed(m, an, o, depth)
	}
}

// made is for an object that the app makes: what it is made of, where that is its value,
// else its contents.
// Only calls after the one that made it are looked at, in the order of the code: a loop that comes back is not
// followed.
func (w *walk) made(m callgraph.MethodID, an *origin.Analysis, o origin.Origin, depth int) {
	if o.Kind == origin.New && w.itself() {
		return // an object that was made is not null
	}
	defer listed(w, m, o, depth)
	passes := false
	if o.Kind == origin.Array && w.derived > 0 {
		passes = w.filled(m, an, o, depth)
		passes = w.stores(m, o, depth) || passes
		passes = readInto(w, m, an, o, depth) || passes
	}
	for in := range an.Graph.Code.Insns() {
		if in.Off <= o.PC || !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := an.Graph.Code.File.MethodAt(in.Index)
		if on := an.Args(&in, 0); len(on) != 1 || on[0] != o {
			continue
		}
		for _, c := range specs.SourceCalls(ref.Name) {
			if (c.Source == specs.SourcePass || c.Source == specs.SourceElement) && c.Argument >= 0 &&
				w.app.Hierarchy.IsSubtype(ref.Class, c.Type) {
				passes = w.argument(m, &in, c.Argument, depth) || passes
			}
			if c.Source == specs.SourceFile && ref.Name == "<init>" && w.app.Hierarchy.IsSubtype(ref.Class, c.Type) {
				passes = true // a stream out of a file
				w.note(m, guide.Subject{Kind: guide.SubjectFile})
			}
		}
	}
	if (!passes || len(w.found) == 0) && w.out.Kind != guide.CrashNull && o.Kind == origin.New {
		w.note(m, guide.Subject{Kind: guide.SubjectContents, Class: dex.JavaName(o.Text)})
	}
}

// argument follows an argument of a call, as the tables of specs count them, which are written by
// people: from 0, without the receiver, a long or double as one. specs.Receiver is
// the receiver. False if the call has no such argument, as constructors with fewer.
func (w *walk) argument(m callgraph.MethodID, call *dex.Insn, i, depth int) bool {
	if i == specs.Receiver {
		i = 0
	} else if call.Op.Call() != dex.CallStatic {
		i++
	}
	reg, ok := origin.ArgRegister(w.app.Calls.Method(m).Class.File, call, i)
	if ok {
		w.register(m, call.Off, reg, depth)
	}
	return ok
}

// field is for a value that the app keeps: the field itself, which holds nothing before it
// is written, and what is written.
// Writers are named even where they are too many to follow, up to maxWriters: the plan looks for handlers
// among them. A static field of a class that the app does not have, and that nobody in it writes, is a constant of
// the platform.
// The object that an inner class is in is never null, nor a constant of an enum, nor what neverNull finds.
func (w *walk) field(m callgraph.MethodID, o origin.Origin, depth int) {
	writes := w.app.Calls.Index.Writes(o.FieldRef())
	_, enum := w.app.EnumConstant([]origin.Origin{o})
	outer := w.out.Kind == guide.CrashNull && (enum || strings.HasPrefix(o.Name, "this$"))
	constant := o.Kind == origin.Static && len(writes) == 0 && w.app.Hierarchy.Set().Class(o.Owner) == nil
	if outer || constant || o.Kind == origin.Field && w.itself() && w.neverNull(o.FieldRef(), writes) {
		return
	}
	s := guide.Source{
		Subject: guide.Subject{Kind: guide.SubjectField, Name: o.Name, Class: dex.JavaName(o.Owner)},
		Where:   w.app.Calls.Method(m).String(),
	}
	for _, u := range writes {
		name := w.app.Calls.Method(u.Method).String()
		if !slices.Contains(s.Writers, name) && len(s.Writers) < maxWriters {
			s.Writers = append(s.Writers, name)
		}
	}
	w.add(s)
	defer listed(w, m, o, depth)
	if len(writes) > maxFan || filled(w, m, o, writes, depth) {
		return
	}
	for _, u := range writes {
		in := w.app.Calls.Method(u.Method).Code().At(u.PC)
		w.register(u.Method, u.PC, in.A(), depth)
	}
}

// parameter goes on to the callers: to the next frame where the method is on the stack. The receiver is
// not followed: that an object's methods run says nothing of where it comes from. Of a callback the
// framework gives the value, which callbackArgument names.
func (w *walk) parameter(m callgraph.MethodID, o origin.Origin, depth int) {
	method := w.app.Calls.Method(m)
	index, ok := origin.ParamIndex(method, int(o.Int))
	if !ok || index == 0 && !method.IsStatic() {
		return
	}
	only := w.chained(m)
	if only == callgraph.NoMethod && w.app.CallbackOf(m) != nil && !w.taskArgument(m, index, depth) {
		w.callbackArgument(m, int(o.Int), index)
		loaded(w, m, index-1, depth)
	}
	callers := 0
	for e := range w.app.Calls.In(m) {
		if e.Kind != callgraph.Call || only != callgraph.NoMethod && e.From != only {
			continue
		}
		if callers++; callers > maxFan {
			break
		}
		in := w.app.Calls.Method(e.From).Code().At(e.PC)
		if reg, ok := origin.ArgRegister(w.app.Calls.Method(e.From).Class.File, &in, index); ok {
			w.register(e.From, e.PC, reg, depth)
		}
	}
	if callers == 0 && w.app.CallbackOf(m) == nil {
		w.note(m, guide.Subject{Kind: guide.SubjectArgument, Register: int(o.Int)})
	}
}

// callbackArgument is for what the framework hands to a callback.
// By the documentation of the callbacks: Activity.onCreate gets what onSaveInstanceState kept,
// BroadcastReceiver.onReceive and Service.onStartCommand the intent that somebody sent.
func (w *walk) callbackArgument(m callgraph.MethodID, register, index int) {
	method := w.app.Calls.Method(m)
	s := guide.Subject{Kind: guide.SubjectArgument, Register: register}
	params := dex.Params(method.Desc)
	at := index
	if !method.IsStatic() {
		at--
	}
	if at < 0 || at >= len(params) {
		return
	}
	switch {
	case method.Name == "onActivityResult" && params[at] == "Landroid/content/Intent;":
		s = guide.Subject{Kind: guide.SubjectResult}
	case params[at] == "Landroid/os/Bundle;" && (method.Name == "onCreate" || method.Name == "onCreateView" ||
		method.Name == "onActivityCreated" || method.Name == "onViewCreated"):
		s = guide.Subject{Kind: guide.SubjectExtra, Name: "savedInstanceState"}
	case params[at] == "Landroid/content/Intent;":
		s = guide.Subject{Kind: guide.SubjectExtra, Class: method.Class.JavaName()}
	case params[at] == "Landroid/location/Location;":
		s = guide.Subject{Kind: guide.SubjectPlace}
	case params[at] == "Landroid/hardware/SensorEvent;":
		s = guide.Subject{Kind: guide.SubjectSensor}
	case w.given(method) != "":
		s = outside(w, w.given(method))
	case entered[method.Name] == params[at]:
		s = guide.Subject{Kind: guide.SubjectAttribute, Name: "text", Widget: heardField(w, m)}
	}
	w.note(m, s)
}

// entered are the callbacks that are given what a person has typed, with the type of the text: of SearchView of the
// platform and of its libraries, and of TextWatcher.
var entered = map[string]string{
	"onQueryTextSubmit": "Ljava/lang/String;", "onQueryTextChange": "Ljava/lang/String;",
	"onTextChanged": "Ljava/lang/CharSequence;", "afterTextChanged": "Landroid/text/Editable;",
}

// heardField is the only field that a callback hears of; one of which no more is known than what it is for where code
// does not tell that, as of search fields that menus make.
func heardField(w *walk, m callgraph.MethodID) guide.Widget {
	switch widgets := w.app.CallbackOf(m).Widgets; {
	case len(widgets) == 1:
		return w.app.GuideWidget(widgets[0])
	case len(widgets) == 0 && strings.HasPrefix(w.app.Calls.Method(m).Name, "onQueryText"):
		return guide.Widget{Class: guide.SearchView}
	}
	return guide.Widget{}
}

// given is what a library gives to a callback of the app, where specs has a row for it.
func (w *walk) given(method *dex.Method) guide.SubjectKind {
	for _, c := range specs.SourceCalls(method.Name) {
		if c.Source == specs.SourceServer && w.app.Hierarchy.IsSubtype(method.Class.Descriptor, c.Type) {
			return subjects[c.Source]
		}
	}
	return ""
}

// computed is for values that instructions make of others: an element is as bad as its array, a sum as
// its parts. A null element was stored where that is known. Comparisons and instance tests are left out, their
// result says nothing of the value.
func (w *walk) computed(m callgraph.MethodID, an *origin.Analysis, o origin.Origin, depth int) {
	in := an.Graph.Code.At(o.PC)
	switch {
	case w.mapped(an, &in):
		w.register(m, o.PC, in.C(), depth)
	case in.Op == dex.OpAgetObject && w.out.Kind == guide.CrashNull && w.elements(m, o.PC, in.B(), depth):
	case in.Op >= dex.OpAget && in.Op < dex.OpAput, in.Op == dex.OpArrayLength:
		w.register(m, o.PC, in.B(), depth)
	case in.Op >= dex.OpAddInt && in.Op <= dex.OpRemDouble:
		w.register(m, o.PC, in.B(), depth)
		w.register(m, o.PC, in.C(), depth)
	case in.Op >= dex.OpAddInt2addr && in.Op <= dex.OpRemDouble2addr:
		w.register(m, o.PC, in.A(), depth)
		w.register(m, o.PC, in.B(), depth)
	case in.Op >= dex.OpNegInt && in.Op <= dex.OpIntToShort, in.Op >= dex.OpAddIntLit16:
		w.register(m, o.PC, in.B(), depth)
	}
}

// result is for what a call gives. The framework's tables go first, also for methods of the app that
// override one of theirs. Then what specs knows of it, else what the app's own methods
// return. What two values are put together to, as builders of texts do, is followed to both. What is never null
// cannot be the null that failed.
func (w *walk) result(m callgraph.MethodID, an *origin.Analysis, o origin.Origin, depth int) {
	if o.Owner == "" || w.itself() && w.app.NeverNull(o) {
		return
	}
	at := an.Graph.Code.At(o.PC)
	known := false
	for _, c := range specs.SourceCalls(o.Name) {
		if known && c.Source != specs.SourcePass || !w.app.Hierarchy.IsSubtype(o.Owner, c.Type) {
			continue
		}
		if w.known(m, &at, c, o, depth) {
			known = true
		}
	}
	if known {
		return
	}
	targets := w.app.Calls.Targets(w.app.Calls.Method(m), at)
	if len(targets) == 0 || len(targets) > maxTargets {
		called := dex.MethodRef{Class: o.Owner, Name: o.Name, Desc: o.Desc}
		w.note(m, guide.Subject{Kind: guide.SubjectCall, Name: called.String()})
		return
	}
	for _, t := range targets {
		w.returned(m, &at, t, depth)
	}
}

// returned follows what a method of the app returns. A parameter that it returns is the
// argument of this very call.
// A method that is under way already (recursion) keeps the call that it was entered by first.
func (w *walk) returned(m callgraph.MethodID, at *dex.Insn, callee callgraph.MethodID, depth int) {
	an := w.app.OriginsOf(callee)
	if an == nil || depth > maxDepth {
		return
	}
	if _, inside := w.calls[callee]; !inside {
		w.calls[callee] = call{m, *at}
		defer delete(w.calls, callee)
	}
	for in, values := range an.Returns() {
		key := place{callee, in.Off, in.A()}
		if w.seen[key] || len(w.seen) >= maxSteps {
			continue
		}
		w.seen[key] = true
		for _, o := range values {
			if o.Kind != origin.Param {
				w.origin(key, an, o, depth+1)
				continue
			}
			i, ok := origin.ParamIndex(w.app.Calls.Method(callee), int(o.Int))
			if reg, given := origin.ArgRegister(w.app.Calls.Method(m).Class.File, at, i); ok && given {
				w.register(m, at.Off, reg, depth+1)
			}
		}
	}
}
