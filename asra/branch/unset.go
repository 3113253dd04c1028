package branch

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// unset are the values that a call which reads a setting gives as long as nobody has stored it: its default, and
// that it is not there.
func unset(an *origin.Analysis, call *dex.Insn) attr.Values {
	ref := an.Graph.Code.File.MethodAt(call.Index)
	switch {
	case ref.Name == "contains":
		return attr.Only(0)
	case len(ref.Params()) == 2: // the key and the default
		return appcode.Constants(an.Args(call, 2))
	}
	return attr.All()
}

// unsetText is unset for the question whether argument i of a call equals a text: no values where the argument is
// read from no setting.
func (x *Table) unsetText(an *origin.Analysis, call *dex.Insn, i int, text string) attr.Values {
	origins := an.Args(call, i)
	if len(origins) != 1 || origins[0].Kind != origin.Result {
		return attr.Values{}
	}
	o := origins[0]
	calls := attr.Calls(o.Owner, o.Name, x.app.Hierarchy.IsSubtype)
	if !slices.ContainsFunc(calls, func(c specs.Call) bool { return c.Kind == specs.ReadPrefix+"preferences" }) {
		return attr.Values{}
	}
	read := an.Graph.Code.At(o.PC)
	return equals(an.Args(&read, 2), text)
}

// equals is whether a value equals a text, as far as its origins tell: null does not.
func equals(origins []origin.Origin, text string) attr.Values {
	if n, ok := appcode.Constant(origins); ok && n == 0 {
		return attr.Only(0)
	}
	if len(origins) != 1 || origins[0].Kind != origin.String {
		return attr.All()
	}
	if origins[0].Text == text {
		return attr.Only(0).Complement()
	}
	return attr.Only(0)
}

// BeforeUse says that control can get to pc while no setting has been stored, as far as the tests of the method
// tell: a screen that an app shows to those who have logged in, or after a first start, is not opened so.
func (x *Table) BeforeUse(g *Constraints, pc uint32) bool {
	return !slices.ContainsFunc(g.Subjects(), func(s Subject) bool {
		v := g.At(s.Key, pc)
		return !v.IsAll() && excludes(s, v)
	})
}

// excludes says that a subject does not have one of some values while no setting has been stored. A helper's answer
// is given only if each of what it reads allows it.
func excludes(s Subject, v attr.Values) bool {
	if s.Helper == nil {
		return !s.Unset.IsEmpty() && s.Unset.Intersect(v).IsEmpty()
	}
	for i := range s.Helper.Tells {
		if t := &s.Helper.Tells[i]; excludes(t.S, t.Wanted(v)) {
			return true
		}
	}
	return false
}
