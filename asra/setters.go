package asra

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
)

// maxSetters bounds the handlers made necessary because they set what is tested.
const maxSetters = 40

// stateTest is a test on the way of something that is no widget's: a field, a
// setting, an argument.
type stateTest struct {
	in     callgraph.MethodID
	s      subject
	wanted attr.Values
}

// noteTest keeps a test for stateDependencies.
func (a *analysis) noteTest(m callgraph.MethodID, s subject, wanted attr.Values) {
	known := func(t stateTest) bool { return t.in == m && t.s.key == s.key }
	if s.call == nil && !slices.ContainsFunc(a.tests, known) {
		a.tests = append(a.tests, stateTest{m, s, wanted})
	}
}

// stateDependencies is dependencies for SensitivityField (R19): who sets a field or
// a setting to a value that the way wants, or passes such an argument. Only values
// that are known count: a handler that sets nothing in particular is kept, but
// nobody is sent there.
func (a *analysis) stateDependencies() {
	left := maxSetters
	for _, t := range a.tests {
		switch {
		case t.s.field.Name != "":
			a.fieldSetters(t, &left)
		case t.s.says.Kind == guide.SubjectSetting:
			a.settingSetters(t, &left)
		case t.s.key == parameterKey(t.s.parameter):
			a.argumentSetters(t)
		}
	}
}

func (a *analysis) fieldSetters(t stateTest, left *int) {
	for _, u := range a.p.Calls.Index.Writes(t.s.field) {
		method := a.p.Calls.Method(u.Method)
		if method.IsConstructor() || method.IsClassInit() || !a.ownCode(method) {
			continue
		}
		in := method.Code().At(u.PC)
		a.stateSetter(t, u.Method, in.A(), u.PC, left)
	}
}

// putters are the methods of the editor of settings that store a number or a truth
// value.
var putters = map[string]string{
	"putBoolean": "(Ljava/lang/String;Z)Landroid/content/SharedPreferences$Editor;",
	"putInt":     "(Ljava/lang/String;I)Landroid/content/SharedPreferences$Editor;",
}

func (a *analysis) settingSetters(t stateTest, left *int) {
	for _, name := range []string{"putBoolean", "putInt"} {
		for _, u := range a.p.Calls.Index.Calls(name, putters[name]) {
			method := a.p.Calls.Method(u.Method)
			in := method.Code().At(u.PC)
			keys, _ := a.q.Texts(u.Method, &in, 1)
			reg, ok := origin.ArgRegister(method.Class.File, &in, 2)
			if ok && a.ownCode(method) && slices.Contains(keys, t.s.says.Name) {
				a.stateSetter(t, u.Method, reg, u.PC, left)
			}
		}
	}
}

// stateSetter notes a write of what a register holds, if the test wants it.
func (a *analysis) stateSetter(t stateTest, m callgraph.MethodID, reg uint16, pc uint32, left *int) {
	an := a.originsOf(m)
	if an == nil {
		return
	}
	v := appcode.Constants(an.At(pc, reg))
	if v.IsAll() || v.Intersect(t.wanted).IsEmpty() {
		return
	}
	a.dependency(guide.Dependency{
		Kind: guide.Sets, Setter: a.p.Calls.Method(m).String(), Tester: a.p.Calls.Method(t.in).String(), Subject: t.s.says,
	})
	for _, runner := range a.runners(m) {
		cb := a.p.CallbackOf(runner)
		if *left == 0 || !isEvent(cb.Role) || makesForCaller(a.p.Calls.Method(runner)) {
			continue
		}
		*left--
		a.promote(a.p.Calls.Method(runner).String(), "R19", guide.Reason{Kind: guide.ReasonSets, Subject: t.s.says})
	}
}

// argumentSetters notes who calls the tester with a wanted argument. The callers
// that matter lead to the target anyway.
func (a *analysis) argumentSetters(t stateTest) {
	tester := a.p.Calls.Method(t.in)
	index, ok := appcode.ArgumentOf(tester, t.s.parameter)
	if !ok {
		return
	}
	for e := range a.p.Calls.In(t.in) {
		an := a.originsOf(e.From)
		if e.Kind != callgraph.Call || an == nil || !a.ownCode(a.p.Calls.Method(e.From)) {
			continue
		}
		in := an.Graph.Code.At(e.PC)
		if v := appcode.Constants(an.Args(&in, index)); !v.IsAll() && !v.Intersect(t.wanted).IsEmpty() {
			a.dependency(guide.Dependency{
				Kind: guide.Passes, Setter: a.p.Calls.Method(e.From).String(), Tester: tester.String(), Subject: t.s.says,
			})
		}
	}
}

// dependency writes a dependency once.
func (a *analysis) dependency(d guide.Dependency) {
	if len(a.g.Dependencies) < maxDependencies && !slices.Contains(a.g.Dependencies, d) {
		a.g.Dependencies = append(a.g.Dependencies, d)
	}
}
