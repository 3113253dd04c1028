package effect

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/specs"
)

// Summaries are the effects of the methods of one app. Each is found when it is asked for and
// remembered: what a method's own instructions do depends on the program alone, so that a summary
// is the same whoever asks and when. It is for one goroutine. The slices by method have room for
// all from the beginning, so that no index is checked.
type Summaries struct {
	app      *appcode.Reader
	known    []*Effect              // by method
	hidden   [][]callgraph.MethodID // by method; nil until asked for
	shown    []int32                // by method: the search for hidden ones that has seen it last
	searches int32
	meanings map[[2]string]*meaning
	owners   map[string][]string // by static type
	// receivers and fields are those of the methods and fields that a file names, by
	// their index in it: "" and nil until asked for.
	receivers map[*dex.File][]string
	fields    map[*dex.File][]*accessed
	objects   *objects
	// cascades says that the database changes tables by itself, locked that there
	// are dialogs which Back does not take away.
	cascades, locked bool
}

// New prepares the summaries of an app.
func New(app *appcode.Reader) *Summaries {
	x := &Summaries{
		app: app, known: make([]*Effect, app.Calls.Len()), hidden: make([][]callgraph.MethodID, app.Calls.Len()),
		shown:    make([]int32, app.Calls.Len()),
		meanings: map[[2]string]*meaning{}, owners: map[string][]string{}, objects: newObjects(app),
		receivers: map[*dex.File][]string{}, fields: map[*dex.File][]*accessed{},
	}
	x.cascades = x.findCascades()
	x.locked = x.findLocked()
	return x
}

// findLocked says that code of the app makes a dialog that Back does not take away.
// setCancelable(true) counts as well, since the argument is not looked at: that errs by asking for
// more dialogs to be closed.
func (x *Summaries) findLocked() bool {
	for _, desc := range []string{
		"(Z)V", "(Z)Landroid/app/AlertDialog$Builder;",
		"(Z)Landroid/support/v7/app/AlertDialog$Builder;", "(Z)Landroidx/appcompat/app/AlertDialog$Builder;",
	} {
		for _, u := range x.app.Calls.Index.Calls("setCancelable", desc) {
			if appcode.Own(x.app.Calls.Method(u.Method)) {
				return true
			}
		}
	}
	return false
}

// Of is the effect of one method's own instructions.
func (x *Summaries) Of(m callgraph.MethodID) *Effect {
	if x.known[m] == nil {
		x.known[m] = x.Part(m, Anywhere, nil)
	}
	return x.known[m]
}

// Anywhere accepts every instruction.
func Anywhere(uint32) bool { return true }

// Part is the effect of those of a method's instructions that runs accepts by their position in
// code units. wanted says what matters of what they read, by position; where it says nothing all
// values do. The result is not kept: each guard of a handler asks for other parts.
func (x *Summaries) Part(m callgraph.MethodID, runs func(pc uint32) bool, wanted map[uint32]attr.Values) *Effect {
	method := x.app.Calls.Method(m)
	s := &scan{x: x, app: x.app, m: m, code: method.Code(), wanted: wanted, e: &Effect{}}
	if s.code == nil {
		if method.Access.Has(dex.AccNative) {
			s.e.Lasting = &guide.Reason{Kind: guide.ReasonNative}
		}
		return s.e
	}
	for in := range s.code.Insns() {
		if runs(in.Off) {
			s.insn(&in)
		}
	}
	if len(s.e.Reads) == 0 && !s.e.Changes() {
		return &none
	}
	return s.e
}

// HiddenTargets are the methods of the app that a method can call and that have no edge in the
// program: those that a library calls back, and those of calls with too many targets. They are what
// R17 has to ask for beside the edges: a walk over the program alone would call a handler harmless
// whose listener a library runs. Each method is in the list once, in the order of the code.
func (x *Summaries) HiddenTargets(m callgraph.MethodID) []callgraph.MethodID {
	if x.hidden[m] != nil {
		return x.hidden[m]
	}
	x.searches++
	for e := range x.app.Succs(x.app.Method(m)) {
		if to := x.app.MethodAt(e.To); to != callgraph.NoMethod {
			x.shown[to] = x.searches
		}
	}
	found := []callgraph.MethodID{}
	add := func(t callgraph.MethodID) {
		if x.shown[t] != x.searches && appcode.Own(x.app.Calls.Method(t)) {
			found = append(found, t)
		}
		x.shown[t] = x.searches
	}
	for _, e := range x.app.Calls.Out(m) {
		add(e.To)
	}
	method := x.app.Calls.Method(m)
	if code := method.Code(); code != nil {
		for in := range code.Insns() {
			if k := in.Op.Call(); k != dex.CallVirtual && k != dex.CallInterface {
				continue
			}
			targets := x.app.Calls.Targets(method, in)
			if len(targets) > 0 && x.app.Calls.IsCut(targets[0]) {
				for _, t := range x.narrowed(m, &in, targets) {
					add(t)
				}
			}
		}
	}
	x.hidden[m] = found
	return found
}

// narrowed are those targets of a call that fit the object that it is on, where the
// method makes that object itself.
func (x *Summaries) narrowed(m callgraph.MethodID, in *dex.Insn, targets []callgraph.MethodID) []callgraph.MethodID {
	an := x.app.OriginsOf(m)
	if an == nil {
		return targets
	}
	origins := an.Args(in, 0)
	if !allNew(origins) {
		return targets
	}
	var fit []callgraph.MethodID
	ref := an.Graph.Code.File.MethodAt(in.Index)
	for _, o := range origins {
		ref.Class = o.Text
		if t := x.app.Calls.Lookup(ref); t != callgraph.NoMethod {
			fit = append(fit, t)
		}
	}
	return fit
}

// supertypes yields a type and all above it, in the app, its libraries and the
// framework.
func (x *Summaries) supertypes(typ string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		h := x.app.Hierarchy
		id := h.ID(typ)
		if id == callgraph.NoType {
			if specs.Framework().Has(typ) {
				specs.Framework().Walk(typ, yield)
			} else {
				yield(typ)
			}
			return
		}
		for t := range h.Supertypes(id) {
			if !yield(h.Name(t)) {
				return
			}
		}
	}
}

// ownersOf are the classes that an object of a static type can have: empty if they are too many to
// tell apart, and then a fact has no owner and overlaps with those of all. They are sorted, so that
// facts come in one order. Abstract classes and interfaces have no objects of their own. An app's
// class that only reflection makes counts, since the hierarchy has it.
func (x *Summaries) ownersOf(typ string) []string {
	if owners, known := x.owners[typ]; known {
		return owners
	}
	const most = 6
	h := x.app.Hierarchy
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
