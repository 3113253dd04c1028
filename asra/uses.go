package asra

import (
	"maps"
	"math"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/specs"
)

// attributeUse is a place that sets or gets an attribute of a known widget.
type attributeUse struct {
	in        callgraph.MethodID
	pc        uint32
	attribute string
	widget    icfg.Widget
	set       bool
}

// usesOf finds the places that set or get attributes of known widgets, in code
// that keep accepts: those attributes that wanted accepts. Ids and the attributes of
// events are left out: they are tests of what was touched, not of a state.
func usesOf(q *icfg.Query, p *icfg.Program, wanted func(attribute string) bool, keep func(m *dex.Method) bool) []attributeUse {
	names := map[string]bool{}
	for _, row := range specs.Attributes() {
		if row.Kind == specs.KindLook || !wanted(row.Attribute) {
			continue
		}
		for _, name := range slices.Concat(row.Setters, row.Getters) {
			names[name] = true
		}
	}
	var all []attributeUse
	for _, u := range p.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return names[ref.Name] }) {
		m := p.Calls.Method(u.Method)
		if !keep(m) {
			continue
		}
		in := m.Code().At(u.PC)
		if in.Op.Call() == dex.CallVirtual || in.Op.Call() == dex.CallInterface {
			all = append(all, usesAt(q, p, u.Method, &in, m.Code().File.MethodAt(in.Index))...)
		}
	}
	return all
}

// usesAt is the part of usesOf for one call.
func usesAt(q *icfg.Query, p *icfg.Program, m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) []attributeUse {
	row, set := attr.Setter(ref.Class, ref.Name, p.Hierarchy.IsSubtype)
	if !set {
		var get bool
		if row, get = attr.Getter(ref.Class, ref.Name, p.Hierarchy.IsSubtype); !get {
			return nil
		}
	}
	if row.Kind == specs.KindLook || row.Kind == specs.KindID || row.Attribute == "group" ||
		row.Attribute == "action" || row.Attribute == "keycode" {
		return nil
	}
	reg := in.Regs[0]
	var all []attributeUse
	for _, w := range q.WidgetsAt(m, in.Off, reg) {
		if w.Name != "" || w.Text != "" {
			all = append(all, attributeUse{in: m, pc: in.Off, attribute: row.Attribute, widget: w, set: set})
		}
	}
	return all
}

// sameWidget says whether two mentions are of one widget.
func sameWidget(a, b guide.Widget) bool {
	if a.ID != "" || b.ID != "" {
		return a.ID == b.ID
	}
	return a.Text != "" && a.Text == b.Text
}

// sameAttribute says whether two subjects are one attribute of one widget.
func sameAttribute(a, b guide.Subject) bool {
	return a.Kind == b.Kind && a.Name == b.Name && sameWidget(a.Widget, b.Widget)
}

// attributeTest is a condition of the guide on an attribute of a widget.
type attributeTest struct {
	where     string
	subject   guide.Subject
	condition guide.Condition
}

// attributeTests are the conditions of the guide that code can bring about by setting
// an attribute of a widget.
func (a *analysis) attributeTests() []attributeTest {
	var tests []attributeTest
	for _, cb := range a.g.Callbacks {
		for _, c := range cb.Conditions {
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

// dependencies applies R7: code that sets an attribute which the conditions on
// the way test is a target as well, and so are the callbacks that run it. Who sets a
// constant that the condition does not want is none.
func (a *analysis) dependencies() {
	tests := a.attributeTests()
	if len(tests) == 0 {
		return
	}
	setters := map[string]bool{}
	wanted := func(attribute string) bool {
		return slices.ContainsFunc(tests, func(t attributeTest) bool { return t.subject.Name == attribute })
	}
	for _, u := range usesOf(a.q, a.p, wanted, a.ownCode) {
		if !u.set {
			continue
		}
		set := guide.Subject{Kind: guide.SubjectAttribute, Name: u.attribute, Widget: a.widget(u.widget)}
		for _, t := range tests {
			if !sameAttribute(set, t.subject) || !t.wants(a.setTo(&u)) {
				continue
			}
			d := guide.Dependency{Kind: guide.Sets, Setter: a.p.Calls.Method(u.in).String(), Tester: t.where, Subject: set}
			if !slices.Contains(a.g.Dependencies, d) {
				a.g.Dependencies = append(a.g.Dependencies, d)
			}
			for _, cb := range a.runners(u.in) {
				setters[a.p.Calls.Method(cb).String()] = true
			}
		}
	}
	for _, method := range slices.Sorted(maps.Keys(setters)) {
		a.promote(method, "R7", guide.Reason{Kind: guide.ReasonSetsTested})
	}
}

// setTo are the values that a use of an attribute sets (R2).
func (a *analysis) setTo(u *attributeUse) attr.Values {
	an := a.originsOf(u.in)
	if an == nil {
		return attr.All()
	}
	in := an.Graph.Code.At(u.pc)
	ref := an.Graph.Code.File.MethodAt(in.Index)
	row, ok := attr.Setter(ref.Class, ref.Name, a.p.Hierarchy.IsSubtype)
	if !ok {
		return attr.All()
	}
	return effect.SetValues(an, &in, ref.Name, &row)
}

// wants says that a test wants one of some values.
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

// ownCode says that a method is not of the platform's libraries.
func (a *analysis) ownCode(m *dex.Method) bool { return !appcode.Platform(m.Class.Descriptor) }
