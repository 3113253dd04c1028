package effect

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Bounds of the search for the places that make an object.
const (
	maxMakers     = 8       // of one object
	maxMakerSteps = 100_000 // values looked at in one analysis
)

// makers are the places in the app that make an object: its heap abstraction. all says that there
// are no others. Their number is at most maxMakers. An object of no maker with all set is null, or
// is never made.
type makers struct {
	sites []string
	all   bool
}

var unknownMakers = makers{}

// join takes in the makers of another value that the object can be. Beyond maxMakers all
// objects are taken for one, which errs by overlapping with every other.
func (m *makers) join(n makers) {
	m.all = m.all && n.all
	for _, s := range n.sites {
		if !slices.Contains(m.sites, s) {
			m.sites = append(m.sites, s)
		}
	}
	if len(m.sites) > maxMakers {
		*m = unknownMakers
	}
}

// objects finds the makers of objects on demand, through fields, parameters and
// results. What it meets again while it looks for it (recursion) counts as unknown.
// What is looked for while it is being looked for is unknown, and so is all of which it is part. Answers that
// were found inside of such a circle are kept: how exact one is can depend on which was asked for first, and
// is the same in every run since methods are asked for in order; never does it name too few makers. The work
// is bounded by maxMakerSteps for the analysis as a whole; after that all is unknown.
type objects struct {
	app    *appcode.Reader
	fields map[dex.FieldRef]makers
	params map[[2]int32]makers // method, parameter register
	rets   map[callgraph.MethodID]makers
	steps  int
}

// newObjects prepares the search for makers.
func newObjects(app *appcode.Reader) *objects {
	return &objects{
		app: app, fields: map[dex.FieldRef]makers{}, params: map[[2]int32]makers{}, rets: map[callgraph.MethodID]makers{},
	}
}

// at are the makers of the object in a register before an instruction.
func (x *objects) at(m callgraph.MethodID, pc uint32, reg uint16) makers {
	an := x.app.OriginsOf(m)
	if an == nil {
		return unknownMakers
	}
	return x.of(m, an, an.At(pc, reg))
}

// of are the makers of all that a value can come from; one that is not known makes all
// unknown.
func (x *objects) of(m callgraph.MethodID, an *origin.Analysis, origins []origin.Origin) makers {
	out := makers{all: len(origins) > 0}
	for _, o := range origins {
		if x.steps++; x.steps > maxMakerSteps || !out.all {
			return unknownMakers
		}
		out.join(x.origin(m, an, o))
	}
	return out
}

// origin are the makers of one thing that a value can come from.
func (x *objects) origin(m callgraph.MethodID, an *origin.Analysis, o origin.Origin) makers {
	switch o.Kind {
	case origin.New, origin.Array:
		return makers{sites: []string{place(m, o.PC)}, all: true}
	case origin.Int, origin.String, origin.Class:
		return makers{all: true} // null, or nothing that changes
	case origin.Field, origin.Static:
		return x.field(x.app.Calls.Index.Field(o.FieldRef()))
	case origin.Param:
		return x.param(m, o.Int)
	case origin.Result:
		return x.result(m, an, o)
	}
	return unknownMakers
}

// field are the makers of what a field can hold. Objects that hold it are not told apart, so that
// the makers are those of all that is written to it, in any object. What is null until it is
// written makes no contents. It takes no notice of the order of writes and reads
// (flow-insensitive), as Andersen's analysis does.
func (x *objects) field(f dex.FieldRef) makers {
	if known, ok := x.fields[f]; ok {
		return known
	}
	x.fields[f] = unknownMakers
	writes := x.app.Calls.Index.Writes(f)
	out := makers{all: len(writes) > 0 && len(writes) <= appcode.MaxFan}
	for _, u := range writes {
		if !out.all {
			return unknownMakers
		}
		in := x.app.Calls.Method(u.Method).Code().At(u.PC)
		out.join(x.at(u.Method, u.PC, in.A()))
	}
	x.fields[f] = out
	return out
}

// param are the makers of what callers pass (R10, R12). A method that the framework may call gets
// objects that nobody in the app made. An edge of another kind than a call is an escape to the
// framework or a library, whose arguments nobody sees (R14).
func (x *objects) param(m callgraph.MethodID, reg int64) makers {
	key := [2]int32{int32(m), int32(reg)}
	if known, ok := x.params[key]; ok {
		return known
	}
	x.params[key] = unknownMakers
	calls := x.app.Calls
	index, ok := appcode.ArgumentOf(calls.Method(m), reg)
	if !ok || calls.IsCut(m) || calls.IsCallback(m) || x.app.CallbackOf(m) != nil {
		return unknownMakers
	}
	out := makers{}
	callers := 0
	for e := range calls.In(m) {
		if callers++; e.Kind != callgraph.Call || callers > appcode.MaxFan {
			return unknownMakers
		}
		an := x.app.OriginsOf(e.From)
		if an == nil {
			return unknownMakers
		}
		in := an.Graph.Code.At(e.PC)
		found := x.of(e.From, an, an.Args(&in, index))
		if callers == 1 {
			out.all = true
		}
		out.join(found)
	}
	x.params[key] = out
	return out
}

// result are the makers of what a call gives (R11).
func (x *objects) result(m callgraph.MethodID, an *origin.Analysis, o origin.Origin) makers {
	call := an.Graph.Code.At(o.PC)
	if call.Op.Ref() != dex.RefMethod {
		return unknownMakers
	}
	targets := x.app.Calls.Targets(x.app.Calls.Method(m), call)
	if len(targets) == 0 {
		switch {
		case o.Name == "createChooser":
			return x.of(m, an, an.Args(&call, 0)) // an intent around the one that it is given
		case call.Op.Call() != dex.CallStatic && (returnsItself(o) || slices.Contains(views, o.Name)):
			return x.of(m, an, an.Args(&call, 0))
		case slices.Contains(factories, o.Name) && !keeps(o.Owner, o.Name):
			return x.made(m, an, &call, o)
		}
	}
	if len(targets) == 0 || len(targets) > 4 {
		return unknownMakers
	}
	out := makers{all: true}
	for _, t := range targets {
		out.join(x.returned(t))
	}
	return out
}

// views are the framework methods that give the contents of their object in
// another form: changes of one show in the other.
var views = []string{
	"entrySet", "keySet", "values", "subList", "iterator", "listIterator", "descendingIterator", "headMap", "tailMap",
}

// factories are the framework methods that give a new object each time.
var factories = []string{
	"query", "rawQuery", "rawQueryWithFactory", "queryWithFactory", "split", "toArray", "toCharArray", "getBytes", "clone",
	"copyOf", "copyOfRange", "list", "listFiles", "getStringArray", "getIntArray", "matcher", "obtain", "obtainMessage",
	"buildUpon", "deepCopy", "createBitmap", "createScaledBitmap", "decodeResource", "decodeStream", "decodeFile",
}

// made is the place of a call that gives a new object, and for toArray the array that it is given: it is
// filled and given back if all elements have room in it (java.util.Collection).
func (x *objects) made(m callgraph.MethodID, an *origin.Analysis, call *dex.Insn, o origin.Origin) makers {
	out := makers{sites: []string{place(m, o.PC)}, all: true}
	if o.Name == "toArray" && strings.HasPrefix(o.Desc, "([") {
		out.join(x.of(m, an, an.Args(call, 1)))
	}
	return out
}

// keeps says that a getter of a factory's name gives the array that was put in: a bundle's or an intent's
// is no copy until it goes to another process.
func keeps(owner, name string) bool {
	return strings.HasPrefix(name, "get") && strings.HasSuffix(name, "Array") &&
		owner != "Landroid/content/res/Resources;" && owner != "Landroid/content/res/TypedArray;"
}

// returned are the makers of what a method returns (R9). One of which nothing returns has none, and
// knows all of them: nobody gets an object from it. Of a method that is not followed, such as a
// native one, nobody knows what it gives.
func (x *objects) returned(m callgraph.MethodID) makers {
	if known, ok := x.rets[m]; ok {
		return known
	}
	x.rets[m] = unknownMakers
	an := x.app.OriginsOf(m)
	if an == nil {
		return unknownMakers
	}
	out := makers{all: true}
	for in := range an.Graph.Code.Insns() {
		if in.Op == dex.OpReturnObject {
			out.join(x.at(m, in.Off, in.A()))
		}
	}
	x.rets[m] = out
	return out
}

// returnsItself says that a value is the result of a call that returns, by its
// type, the object that it is on.
func returnsItself(o origin.Origin) bool {
	return o.Kind == origin.Result && o.Owner != "" && (dex.MethodRef{Desc: o.Desc}).Return() == o.Owner
}
