package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
)

// given is for a null that the code gives where its branches let it (R21): what makes the first of their
// conditions hold that anybody can bring about, the subject of that condition, what is wanted of it, and the screen
// where that is done. Nothing if no branch is before the null, or nobody sets what they test.
func given(p *planner, null guide.Source) (all []guide.Achiever, of guide.Source, want guide.Want, screen string) {
	for i := range null.Conditions {
		c := &null.Conditions[i]
		wanted, ok := achieve.WantOf(*c)
		if !ok {
			continue
		}
		tested := guide.Source{Subject: c.Subject, Where: c.Where}
		if c.Subject.Kind == guide.SubjectField {
			tested.Writers = writersOf(p, c)
		}
		some, on := p.achieve(tested, wanted)
		if len(some) > 0 && len(all) == 0 {
			of, want, screen = tested, wanted, on
		}
		all = achieve.AddNew(all, some...)
	}
	return all, of, want, screen
}

// maxWriters bounds the methods that are asked of one field.
const maxWriters = 6

// writersOf are the methods that write what a condition wants to a field, or a value that is not known. Constructors
// are none: what they write is there already.
func writersOf(p *planner, c *guide.Condition) []string {
	var all []string
	for _, f := range field.Named(p.App, c.Subject.Class, c.Subject.Name) {
		for _, w := range p.App.Calls.Index.Writes(f) {
			m := p.App.Calls.Method(w.Method)
			if len(all) < maxWriters && !m.IsConstructor() && !m.IsClassInit() && writes(p, w, c) &&
				!slices.Contains(all, m.String()) {
				all = append(all, m.String())
			}
		}
	}
	return all
}

// writes says that what an instruction writes can be what a condition wants: a constant that is, or no constant.
func writes(p *planner, w callgraph.Use, c *guide.Condition) bool {
	an := p.App.OriginsOf(w.Method)
	if an == nil {
		return true
	}
	in := an.Graph.Code.At(w.PC)
	return slices.ContainsFunc(an.At(w.PC, in.A()), func(o origin.Origin) bool {
		return o.Kind != origin.Int || (c.Min == nil || o.Int >= *c.Min) && (c.Max == nil || o.Int <= *c.Max) &&
			!slices.Contains(c.Not, o.Int)
	})
}
