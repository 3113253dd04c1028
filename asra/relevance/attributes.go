package relevance

import (
	"maps"
	"math"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
)

// attributeTest is a condition of the guide on an attribute of a widget.
// Two conditions of one place on one subject are one test: the first is the nearest to the crash.
type attributeTest struct {
	where     string
	subject   guide.Subject
	condition guide.Condition
}

// attributeTests are the conditions of the guide that code can bring about by setting
// an attribute of a widget. Nothing sets an id; who sets a text sets its length.
func (s *sources) attributeTests() []attributeTest {
	var tests []attributeTest
	for _, cb := range s.Callbacks {
		for _, c := range s.Conditions.Of(cb.Method).Conditions {
			if c.Subject.Widget == (guide.Widget{}) || c.Subject.Name == "id" {
				continue
			}
			t := attributeTest{c.Where, c.Subject, c}
			if c.Subject.Name == "length" {
				t.subject.Name = "text"
			}
			same := func(old attributeTest) bool { return old.where == t.where && old.subject == t.subject }
			if !slices.ContainsFunc(tests, same) {
				tests = append(tests, t)
			}
		}
	}
	return tests
}

// attributeSetters applies R7: code that sets an attribute which the conditions on the path test is
// a target as well, and so are the callbacks that run it. Who sets a constant that the condition
// does not want is none. The setters are promoted in the order of their numbers, so that of equal
// ranks the same one gives the reason in every run.
func (s *sources) attributeSetters() {
	tests := s.attributeTests()
	if len(tests) == 0 {
		return
	}
	setters := map[callgraph.MethodID]bool{}
	wanted := func(attribute string) bool {
		return slices.ContainsFunc(tests, func(t attributeTest) bool { return t.subject.Name == attribute })
	}
	for _, u := range s.App.AttributeUses(wanted, appcode.Own) {
		if !u.Set {
			continue
		}
		set := guide.Subject{Kind: guide.SubjectAttribute, Name: u.Attribute, Widget: s.App.GuideWidget(u.Widget)}
		for _, t := range tests {
			if !appcode.SameAttribute(set, t.subject) || !t.wants(s.setTo(&u)) {
				continue
			}
			d := guide.Dependency{Kind: guide.Sets, Setter: s.App.Calls.Method(u.In).String(), Tester: t.where, Subject: set}
			s.depend(setsAttribute, d)
			for _, cb := range s.App.Runners(u.In) {
				setters[cb] = true
			}
		}
	}
	for _, m := range slices.Sorted(maps.Keys(setters)) {
		s.promote(m, setsAttribute, "R7", guide.Reason{Kind: guide.ReasonSetsTested})
	}
}

// setTo are the values that a use of an attribute sets (R2): all of them where the value
// is not a constant, so that such a setter is never left out.
func (s *sources) setTo(u *appcode.AttributeUse) attr.Values {
	an := s.App.OriginsOf(u.In)
	if an == nil {
		return attr.All()
	}
	in := an.Graph.Code.At(u.PC)
	ref := an.Graph.Code.File.MethodAt(in.Index)
	row, ok := attr.Setter(ref.Class, ref.Name, s.App.Hierarchy.IsSubtype)
	if !ok {
		return attr.All()
	}
	return effect.SetValues(an, &in, ref.Name, &row)
}

// wants says that a test wants one of some values. Of texts no value is known: who sets one
// may set the one that is wanted.
func (t *attributeTest) wants(v attr.Values) bool {
	c := t.condition
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	if c.Min != nil {
		low = *c.Min
	}
	if c.Max != nil {
		high = *c.Max
	}
	wanted := attr.Range(low, high)
	for _, n := range c.Not {
		wanted = wanted.Intersect(attr.Only(n).Complement())
	}
	return t.subject.Name == "text" || !v.Intersect(wanted).IsEmpty()
}
