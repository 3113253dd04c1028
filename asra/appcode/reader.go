// Package appcode answers what all stages of the analysis ask of single pieces of
// an app's code: where the values in a method come from, whose screen it works on,
// which callbacks run it, whether it is the app's own.
//
// It decides nothing about a crash: equal programs give equal answers whatever the
// trace is, so that an answer found for one stage serves the others.
package appcode

import (
	"slices"
	"strings"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Reader is an app's program with the answers found so far. The program is frozen and so is each
// answer once given; only the memory of them grows. It is for one goroutine. Answers do not depend
// on the order of the questions.
type Reader struct {
	*icfg.Program
	*icfg.Query
	origins    []*origin.Analysis                    // by method; nil until asked for
	activities map[callgraph.TypeID]callgraph.TypeID // see activityOf
	places     map[callgraph.MethodID][]int          // see PlacesOf
	openings   [][]icfg.Opening                      // by component; nil until asked for
	openers    map[callgraph.MethodID][]callgraph.MethodID
}

// New prepares a reader of a program.
func New(p *icfg.Program) *Reader {
	return &Reader{
		Program: p, Query: p.Query(), origins: make([]*origin.Analysis, p.Calls.Len()),
		activities: map[callgraph.TypeID]callgraph.TypeID{}, places: map[callgraph.MethodID][]int{},
		openings: make([][]icfg.Opening, len(p.Components)), openers: map[callgraph.MethodID][]callgraph.MethodID{},
	}
}

// noOrigins stands for a method that cannot be analysed.
var noOrigins = &origin.Analysis{}

// OriginsOf are the values in a method; nil if it has no code that can be analysed.
// An empty method and one that is too big are told apart from one that was not asked for by noOrigins.
func (r *Reader) OriginsOf(m callgraph.MethodID) *origin.Analysis {
	if r.origins[m] == nil {
		if r.origins[m] = r.Origins(m); r.origins[m] == nil {
			r.origins[m] = noOrigins
		}
	}
	if r.origins[m] == noOrigins {
		return nil
	}
	return r.origins[m]
}

// MethodAt is the method of a node; NoMethod for other nodes.
func (r *Reader) MethodAt(n icfg.Node) callgraph.MethodID {
	if kind, m := r.Kind(n); kind == icfg.MethodNode {
		return callgraph.MethodID(m)
	}
	return callgraph.NoMethod
}

// Runners are the callbacks that can run a method by calls alone. Where the program has an escape
// in between (to a thread, a listener), the walk ends: what runs later is run by somebody else.
func (r *Reader) Runners(m callgraph.MethodID) []callgraph.MethodID {
	var all []callgraph.MethodID
	seen := map[callgraph.MethodID]bool{m: true}
	for todo := []callgraph.MethodID{m}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if r.CallbackOf(at) != nil {
			all = append(all, at)
		}
		for e := range r.Preds(r.Method(at)) {
			if from := r.MethodAt(e.From); e.Kind == icfg.Call && !seen[from] {
				seen[from] = true
				todo = append(todo, from)
			}
		}
	}
	return all
}

// NearestRunners are the callbacks that call a method without another callback in between: past one that is no event,
// such as a runnable, the calls of an interface's method lead to handlers that have nothing to do with it.
func (r *Reader) NearestRunners(m callgraph.MethodID) (all []callgraph.MethodID) {
	seen := map[callgraph.MethodID]bool{m: true}
	for todo := []callgraph.MethodID{m}; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		if r.CallbackOf(at) != nil {
			all = append(all, at)
			continue
		}
		for e := range r.Preds(r.Method(at)) {
			if from := r.MethodAt(e.From); e.Kind == icfg.Call && from != callgraph.NoMethod && !seen[from] {
				seen[from] = true
				todo = append(todo, from)
			}
		}
	}
	return all
}

// CallsOf are the positions in a method from which another one is called.
func (r *Reader) CallsOf(from, to callgraph.MethodID) []uint32 {
	var all []uint32
	for e := range r.Preds(r.Method(to)) {
		if e.Kind == icfg.Call && r.MethodAt(e.From) == from {
			all = append(all, e.PC)
		}
	}
	return all
}

// PositionsOf are where a method is that leads to a place: that very place if it is in the method, else where it calls
// the method that has it.
func (r *Reader) PositionsOf(place callgraph.Use, in callgraph.MethodID) []uint32 {
	if place.Method == in {
		return []uint32{place.PC}
	}
	return r.CallsOf(in, place.Method)
}

// MakesForCaller says that a callback makes something when it is about to show, before any event.
// Activity.onCreateOptionsMenu and its like are asked for a thing (R18), so that to return at once
// would show.
func MakesForCaller(m *dex.Method) bool {
	return strings.HasPrefix(m.Name, "onCreate") || strings.HasPrefix(m.Name, "onPrepare")
}

// OnLeaving says that a callback of the name runs when a screen goes, as in a rotation.
func OnLeaving(name string) bool {
	switch name {
	case "onSaveInstanceState", "onRestoreInstanceState", "onConfigurationChanged", "onViewStateRestored",
		"onRetainNonConfigurationInstance", "onDestroy", "onDestroyView", "onDetach", "onStop":
		return true
	}
	return false
}

// restoring are the callbacks that are given the state of a screen, by the documentation of Activity and Fragment.
var restoring = []string{
	"onCreate", "onRestoreInstanceState", "onPostCreate", "onCreateView", "onViewCreated", "onActivityCreated",
	"onViewStateRestored", "onCreateDialog",
}

// Restores says that a callback of the name is given the state of a screen that is made anew.
func Restores(name string) bool { return slices.Contains(restoring, name) }

// OpenersOf are the callbacks that start an activity under which a method runs.
func (r *Reader) OpenersOf(m callgraph.MethodID) []callgraph.MethodID {
	if known, ok := r.openers[m]; ok {
		return known
	}
	var all []callgraph.MethodID
	for c := range r.Components {
		if !r.Runs(c, m) || r.Components[c].Kind != icfg.Activity {
			continue
		}
		for from := range r.Components {
			if !slices.Contains(r.Components[from].Opens, c) {
				continue
			}
			if r.openings[from] == nil {
				r.openings[from] = r.Openings(from)
			}
			for _, o := range r.openings[from] {
				if o.To == c {
					all = append(all, o.Callback)
				}
			}
		}
	}
	r.openers[m] = all
	return all
}

// WidgetNames are the resource names of the widgets of a callback; one empty name, and false, if
// not all of them are known by name. A list without false is complete: a handler may be judged by
// it. A callback without widgets serves any.
func WidgetNames(cb *icfg.Callback) (names []string, known bool) {
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

// GuideWidget is a widget in the guide's form.
func (r *Reader) GuideWidget(w icfg.Widget) guide.Widget {
	out := guide.Widget{ID: w.Name, Class: w.Class, Text: w.Text, Menu: w.Menu}
	if w.Screen >= 0 && w.Screen < len(r.Components) {
		out.Screen = r.Components[w.Screen].Name
	}
	return out
}

// Number is what a callback's test compares for a widget: its number in a list of choices, or its
// id. ok is false if it has neither. Ids are taken as Java has them, signed, since code compares
// them as int.
func Number(w icfg.Widget) (n int64, ok bool) {
	if w.HasNumber {
		return w.Number, true
	}
	return int64(int32(uint32(w.ID))), w.ID != 0
}

// OfComponent says that a method is of the class of a component.
func (r *Reader) OfComponent(m callgraph.MethodID) bool {
	class := r.Calls.Method(m).Class.Descriptor
	for _, t := range []string{
		"Landroid/app/Activity;", "Landroid/app/Service;", "Landroid/app/Application;",
		"Landroid/content/BroadcastReceiver;", "Landroid/content/ContentProvider;",
	} {
		if r.Hierarchy.IsSubtype(class, t) {
			return true
		}
	}
	return false
}

// NeedsRow says that a callback serves the rows of a list.
func NeedsRow(p *icfg.Program, cb *icfg.Callback) bool {
	name := p.Calls.Method(cb.Method).Name
	return cb.Role == "item" || name == "onItemLongClick" || name == "onContextItemSelected"
}

// IsEvent says that a user's action runs callbacks of the role.
func IsEvent(role string) bool {
	switch role {
	case "click", "longclick", "item", "menu", "dialog", "text", "check", "touch", "key", "focus", "preference":
		return true
	}
	return false
}

// IsHandler says whether a method is a callback that runs for what a person does.
func (r *Reader) IsHandler(m callgraph.MethodID) bool {
	cb := r.CallbackOf(m)
	return cb != nil && IsEvent(cb.Role)
}

// Own says that a method is not of the platform's libraries.
func Own(m *dex.Method) bool { return !Platform(m.Class.Descriptor) }

// Platform says that a class in the APK is of the platform's libraries, which serve
// every app alike.
func Platform(class string) bool {
	for _, prefix := range []string{
		"Landroid/", "Landroidx/", "Lkotlin/", "Lkotlinx/", "Lcom/google/android/", "Lorg/jacoco/",
	} {
		if strings.HasPrefix(class, prefix) {
			return true
		}
	}
	return false
}

// OfCoverage says that a coverage tool put a member with this name into a class.
func OfCoverage(name string) bool { return strings.HasPrefix(name, "$jacoco") }

// Copies says that an instruction only copies, so that the origins of what it writes
// are those of what it reads (R1).
func Copies(op dex.Op) bool {
	return op >= dex.OpMove && op <= dex.OpMoveObject16 || op == dex.OpCheckCast
}

// Constant is the number that origins stand for, if it is one constant.
func Constant(origins []origin.Origin) (int64, bool) {
	if len(origins) == 1 && origins[0].Kind == origin.Int {
		return origins[0].Int, true
	}
	return 0, false
}

// RequestCode is the number that a call which asks another activity for a result gives, or one for permissions: its
// first int, in all that ask. ok is false where it is no constant.
func RequestCode(an *origin.Analysis, call *dex.Insn) (n int64, ok bool) {
	return Constant(firstArgument(an, call, "I"))
}

// StartedIntent is where the intent of a call that starts an activity comes from: its first argument of that type.
func StartedIntent(an *origin.Analysis, call *dex.Insn) []origin.Origin {
	return firstArgument(an, call, "Landroid/content/Intent;")
}

// firstArgument is where the first argument of a type comes from, nowhere if there is none.
func firstArgument(an *origin.Analysis, call *dex.Insn, typ string) []origin.Origin {
	i := slices.Index(an.Graph.Code.File.MethodAt(call.Index).Params(), typ)
	if i < 0 {
		return nil
	}
	if call.Op.Call() != dex.CallStatic { // the receiver comes first
		i++
	}
	return an.Args(call, i)
}

// ConstantText is the string constant in argument i of a call, "" if it is none.
func ConstantText(an *origin.Analysis, call *dex.Insn, i int) string {
	if o := an.Args(call, i); len(o) == 1 && o[0].Kind == origin.String {
		return o[0].Text
	}
	return ""
}

// Constants are the values that origins stand for: constants, and anything but null for what is
// made on the spot; all if one is not known. A number that stands for a reference is null, 0:
// objects made on the spot are any other.
func Constants(origins []origin.Origin) attr.Values {
	var all attr.Values
	for _, o := range origins {
		switch o.Kind {
		case origin.Int:
			all = all.Union(attr.Only(o.Int))
		case origin.String, origin.Class, origin.New, origin.Array:
			all = all.Union(attr.Only(0).Complement())
		default:
			return attr.All()
		}
	}
	if all.IsEmpty() {
		return attr.All() // code that control does not get to
	}
	return all
}

// ArgumentOf turns the number of a parameter register into that of the argument,
// counting the receiver; ok is false for the receiver itself, whose class says
// more than its makers.
func ArgumentOf(m *dex.Method, reg int64) (int, bool) {
	index, ok := origin.ParamIndex(m, int(reg))
	return index, ok && (index > 0 || m.IsStatic())
}

// MaxFan is the number of writers of a field, or of callers of a method, above which
// they are not followed one by one.
const MaxFan = 12
