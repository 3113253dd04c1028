package asra

import (
	"math"
	"slices"
	"strings"

	"talpa/asra/attr"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/specs"
)

// effect is what a piece of code reads and changes, as far as other code can
// see it: its summary.
type effect struct {
	reads  []write // facts, and those of their values that matter
	writes []write
	// lasting says that something was done that everybody may notice, and what.
	lasting string
	// leaves says that the screen is left as Back leaves it.
	// closes that a dialog is taken away.
	leaves, closes bool
	// starts are the components that are started without an edge that says so.
	starts []icfg.Node
	// wanted are the values that matter of what is read at a position; all of them
	// elsewhere.
	wanted map[uint32]attr.Values
}

// write is a fact and some of its values: what it is changed to, or what matters of
// it.
type write struct {
	fact   fact
	values attr.Values
}

func (e *effect) read(f fact) { e.reads = joined(e.reads, f, attr.All()) }

// get is read for the fact whose value the instruction at pc gets.
func (e *effect) get(f fact, pc uint32) {
	v, known := e.wanted[pc]
	if !known {
		v = attr.All()
	}
	e.reads = joined(e.reads, f, v)
}

func (e *effect) write(f fact) { e.writes = joined(e.writes, f, attr.All()) }

func (e *effect) set(f fact, v attr.Values) { e.writes = joined(e.writes, f, v) }

// joined adds values of a fact to a list that has each fact once.
func joined(list []write, f fact, v attr.Values) []write {
	for i := range list {
		if list[i].fact == f {
			if !list[i].values.IsAll() {
				list[i].values = list[i].values.Union(v)
			}
			return list
		}
	}
	return append(list, write{f, v})
}

// effects holds the effects of single methods, once asked for.
type effects struct {
	a        *analysis
	known    []*effect              // by method
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
	steps     int // nodes walked
	// cascades says that the database changes tables by itself, locked that there
	// are dialogs which Back does not take away.
	cascades, locked bool
}

func newEffects(a *analysis) *effects {
	x := &effects{
		a: a, known: make([]*effect, a.p.Calls.Len()), hidden: make([][]callgraph.MethodID, a.p.Calls.Len()),
		shown:    make([]int32, a.p.Calls.Len()),
		meanings: map[[2]string]*meaning{}, owners: map[string][]string{}, objects: newObjects(a),
		receivers: map[*dex.File][]string{}, fields: map[*dex.File][]*accessed{},
	}
	x.cascades = x.findCascades()
	calls := a.p.Calls.Index.Calls
	for _, u := range slices.Concat(calls("setCancelable", "(Z)V"),
		calls("setCancelable", "(Z)Landroid/app/AlertDialog$Builder;"),
		calls("setCancelable", "(Z)Landroid/support/v7/app/AlertDialog$Builder;"),
		calls("setCancelable", "(Z)Landroidx/appcompat/app/AlertDialog$Builder;")) {
		x.locked = x.locked || a.ownCode(a.p.Calls.Method(u.Method))
	}
	return x
}

// of is the effect of one method's own instructions.
func (x *effects) of(m callgraph.MethodID) *effect {
	if x.known[m] == nil {
		x.known[m] = x.part(m, anywhere, nil)
	}
	return x.known[m]
}

// anywhere accepts every instruction.
func anywhere(uint32) bool { return true }

// part is the effect of those of a method's instructions that runs accepts by
// their position. wanted says what matters of what they read, by position.
func (x *effects) part(m callgraph.MethodID, runs func(pc uint32) bool, wanted map[uint32]attr.Values) *effect {
	e := &effect{wanted: wanted}
	method := x.a.p.Calls.Method(m)
	code := method.Code()
	if code == nil {
		if method.Access.Has(dex.AccNative) {
			e.lasting = "native code"
		}
		return e
	}
	for in := range code.Insns() {
		switch {
		case !runs(in.Off):
		case in.Op.ReadsField(), in.Op.WritesField():
			x.field(m, code, &in, e)
		case in.Op >= dex.OpAget && in.Op <= dex.OpAgetShort:
			x.arrayAccess(m, &in, func(f fact) { e.read(f) })
		case in.Op >= dex.OpAput && in.Op <= dex.OpAputShort:
			x.arrayAccess(m, &in, func(f fact) { e.write(f) })
		case in.Op.Invokes():
			x.call(m, code, &in, e)
		}
	}
	return e
}

// field notes an access to a field, once for each class that the object can have.
// The class that the instruction names is the static type of the object.
func (x *effects) field(m callgraph.MethodID, code *dex.Code, in *dex.Insn, e *effect) {
	to := x.accessed(code.File, in.Index)
	if to.counter {
		return
	}
	static := in.Op >= dex.OpSget
	if in.Op.WritesField() && x.fresh(m, in, static) {
		return
	}
	owners := nobody
	if !static && len(to.owners) > 0 {
		owners = to.owners
	}
	values := attr.All()
	if in.Op.WritesField() {
		values = x.stores(m, in)
	}
	f := fact{kind: fieldFact, name: to.name}
	for _, owner := range owners {
		f.owner = owner
		if in.Op.ReadsField() {
			e.get(f, in.Off)
		} else {
			e.set(f, values)
		}
	}
}

// nobody is the owner of static fields, and of fields of objects that cannot be
// told apart.
var nobody = []string{""}

// accessed is what is known of a field that code names.
type accessed struct {
	name    string   // in facts
	owners  []string // see ownersOf
	counter bool     // it belongs to a coverage tool
}

// ofCoverage says that a coverage tool put a member with this name into a class.
func ofCoverage(name string) bool { return strings.HasPrefix(name, "$jacoco") }

func (x *effects) accessed(f *dex.File, index uint32) *accessed {
	known := x.fields[f]
	if known == nil {
		known = make([]*accessed, f.NumFields())
		x.fields[f] = known
	}
	if known[index] == nil {
		ref := f.FieldAt(index)
		decl := x.a.p.Calls.Index.Field(ref)
		known[index] = &accessed{
			name: decl.Class + decl.Name, owners: x.ownersOf(ref.Class), counter: ofCoverage(ref.Name),
		}
	}
	return known[index]
}

// stores are the values that an instruction can store in a field.
func (x *effects) stores(m callgraph.MethodID, in *dex.Insn) attr.Values {
	an := x.a.originsOf(m)
	if an == nil {
		return attr.All()
	}
	v := constants(an.At(in.Off, in.A()))
	if !v.Union(narrow(in.Op)).Equal(narrow(in.Op)) {
		return attr.All() // bits are cut off
	}
	return v
}

// narrow are the values that a field has room for.
func narrow(op dex.Op) attr.Values {
	switch op {
	case dex.OpIputBoolean, dex.OpSputBoolean:
		return attr.Range(0, 1)
	case dex.OpIputByte, dex.OpSputByte:
		return attr.Range(math.MinInt8, math.MaxInt8)
	case dex.OpIputChar, dex.OpSputChar:
		return attr.Range(0, math.MaxUint16)
	case dex.OpIputShort, dex.OpSputShort:
		return attr.Range(math.MinInt16, math.MaxInt16)
	}
	return attr.All()
}

// hiddenTargets are the methods of the app that a method can call and that have
// no edge in the program: those that a library calls back, and those of calls with
// too many targets.
func (x *effects) hiddenTargets(m callgraph.MethodID) []callgraph.MethodID {
	if x.hidden[m] != nil {
		return x.hidden[m]
	}
	x.searches++
	for e := range x.a.p.Succs(x.a.p.Method(m)) {
		if to := x.a.callee(e.To); to != callgraph.NoMethod {
			x.shown[to] = x.searches
		}
	}
	found := []callgraph.MethodID{}
	add := func(t callgraph.MethodID) {
		if x.shown[t] != x.searches && x.a.ownCode(x.a.p.Calls.Method(t)) {
			found = append(found, t)
		}
		x.shown[t] = x.searches
	}
	for _, e := range x.a.p.Calls.Out(m) {
		add(e.To)
	}
	method := x.a.p.Calls.Method(m)
	if code := method.Code(); code != nil {
		for in := range code.Insns() {
			if k := in.Op.Call(); k != dex.CallVirtual && k != dex.CallInterface {
				continue
			}
			targets := x.a.p.Calls.Targets(method, in)
			if len(targets) > 0 && x.a.p.Calls.IsCut(targets[0]) {
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
func (x *effects) narrowed(m callgraph.MethodID, in *dex.Insn, targets []callgraph.MethodID) []callgraph.MethodID {
	an := x.a.originsOf(m)
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
		if t := x.a.p.Calls.Lookup(ref); t != callgraph.NoMethod {
			fit = append(fit, t)
		}
	}
	return fit
}

// supertypes yields a type and all above it, in the app, its libraries and the
// framework.
func (x *effects) supertypes(typ string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		h := x.a.p.Hierarchy
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
