package reach

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/branch"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// demand is what a method wants of one of its parameters, so that it reaches the target.
type demand struct {
	subject branch.Subject // the parameter, or whether it is a text
	wanted  attr.Values
}

// demands are what a method wants of its parameters (R16). Of recursion nothing is known.
func (r *Result) demands(m callgraph.MethodID) []demand {
	if known, ok := r.demanded[m]; ok {
		return known
	}
	r.demanded[m] = nil
	g := r.branches.Of(m)
	if g == nil {
		return nil
	}
	var all []demand
	for _, s := range g.Subjects() {
		if s.Parameter == 0 {
			continue
		}
		if v := r.accepted(m, s.Key, 0); !v.IsAll() {
			all = append(all, demand{s, v})
		}
	}
	r.demanded[m] = all
	return all
}

// handed is the set of values of a subject with which a call gives its callee what that wants of its parameters: where
// an argument is one of several constants, as of the cases of a switch, only those matter that do, and the subject has
// a value with which control passes one of them (R10, R12). All values where that is not known.
func (r *Result) handed(g *branch.Constraints, key string, in *dex.Insn, callee callgraph.MethodID) attr.Values {
	v := attr.All()
	for _, d := range r.demands(callee) {
		makers, ok := r.argument(g, in, callee, d.subject.Parameter)
		if !ok {
			continue
		}
		var some attr.Values
		for i := range makers {
			switch {
			case !r.allows(&d, &makers[i]):
			case makers[i].Kind == origin.Param:
				some = attr.All()
			default:
				some = some.Union(g.At(key, makers[i].PC))
			}
		}
		v = v.Intersect(some)
	}
	return v
}

// demandsAt are what a method wants of its parameters, so that it goes on to an instruction. What no run passes is no
// demand: it tells no call from another.
func demandsAt(g *branch.Constraints, pc uint32) []demand {
	var all []demand
	for _, s := range g.Subjects() {
		if s.Parameter == 0 {
			continue
		}
		if v := g.At(s.Key, pc); !v.IsAll() && !v.IsEmpty() {
			all = append(all, demand{s, v})
		}
	}
	return all
}

// givesOther says that no value that a call gives a parameter of its callee is one that it demands: "open the help"
// never comes to where the callee opens the settings.
func (r *Result) givesOther(from *branch.Constraints, callee callgraph.MethodID, in *dex.Insn, demands []demand) bool {
	return slices.ContainsFunc(demands, func(d demand) bool {
		makers, ok := r.argument(from, in, callee, d.subject.Parameter)
		return ok && !slices.ContainsFunc(makers, func(o origin.Origin) bool { return r.allows(&d, &o) })
	})
}

// argument is where the value comes from that a call gives a parameter of its callee; ok is false if it is not known.
// What the framework calls later has arguments of its own: the result of an activity, what a task works on.
func (r *Result) argument(
	g *branch.Constraints, in *dex.Insn, callee callgraph.MethodID, parameter int64,
) (makers []origin.Origin, ok bool) {
	index, ok := appcode.ArgumentOf(r.app.Calls.Method(callee), parameter)
	if !ok || !r.handsOn(g.In, in, callee) {
		return nil, false
	}
	reg, ok := origin.ArgRegister(g.Origins.Graph.Code.File, in, index)
	if !ok {
		return nil, false
	}
	return g.Origins.Makers(in.Off, reg)
}

// handsOn says that the arguments of a call are those of the callee: it calls it itself, or has the dialog of a number
// made by onCreateDialog.
func (r *Result) handsOn(caller callgraph.MethodID, in *dex.Insn, callee callgraph.MethodID) bool {
	m := r.app.Calls.Method(caller)
	return slices.Contains(r.app.Calls.Targets(m, *in), callee) ||
		m.Class.File.MethodAt(in.Index).Name == "showDialog" && strings.HasSuffix(r.app.Calls.Method(callee).Name, "Dialog")
}

// allows says that a value of an origin can be as demanded. A text that differs in capitals only may be compared
// without them, and of what is made on the spot it is known that it is not null.
func (r *Result) allows(d *demand, o *origin.Origin) bool {
	text := d.subject.Text != ""
	if n, ok := r.app.EnumConstant([]origin.Origin{*o}); ok && !text {
		return d.wanted.Has(n)
	}
	switch o.Kind {
	case origin.Int:
		if text {
			return d.wanted.Has(0) // null equals no text
		}
		return d.wanted.Has(o.Int)
	case origin.String:
		switch {
		case !text:
			return d.notNull()
		case o.Text == d.subject.Text:
			return d.wanted.Has(1)
		case strings.EqualFold(o.Text, d.subject.Text):
			return true
		}
		return d.wanted.Has(0)
	case origin.New, origin.Array, origin.Class:
		return text || d.notNull()
	case origin.Unknown, origin.Param, origin.Field, origin.Static, origin.Result, origin.Other:
	}
	return true
}

// notNull says that an object can be as demanded.
func (d *demand) notNull() bool { return !d.wanted.Intersect(attr.Only(0).Complement()).IsEmpty() }
