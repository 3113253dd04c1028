package relevance

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/condition"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
)

// stateSetters applies R19 to fields, settings and arguments: who sets a field or a setting to a
// value that the path wants, or passes such an argument. Only values that are known count: a
// handler that sets nothing in particular is kept, but nobody is sent there. That the object may be
// another one makes it an advice, and the handler necessary all the same: to keep one too many
// costs a search little.
func (s *sources) stateSetters() {
	left := maxSetters
	for _, t := range s.Conditions.Tests {
		switch {
		case t.Subject.Field.Name != "":
			s.fieldSetters(t, &left)
		case t.Subject.Says.Kind == guide.SubjectSetting:
			s.settingSetters(t, &left)
		case t.Subject.Key == branch.ParameterKey(t.Subject.Parameter):
			s.argumentSetters(t)
		}
	}
}

// fieldSetters looks at the writes of a tested field, wherever they are: the object need not be the
// same, since the search only gets an advice. Constructors are left out; what they set is there
// before anything is tested. Code of the platform's libraries is left out: nobody is sent there.
func (s *sources) fieldSetters(t condition.Test, left *int) {
	for _, u := range s.App.Calls.Index.Writes(t.Subject.Field) {
		method := s.App.Calls.Method(u.Method)
		if method.IsConstructor() || method.IsClassInit() || !appcode.Own(method) {
			continue
		}
		in := method.Code().At(u.PC)
		s.stateSetter(t, u.Method, in.A(), u.PC, left)
	}
}

// putMethods are the methods of the editor of settings that store a number or a truth
// value.
var putMethods = map[string]string{
	"putBoolean": "(Ljava/lang/String;Z)Landroid/content/SharedPreferences$Editor;",
	"putInt":     "(Ljava/lang/String;I)Landroid/content/SharedPreferences$Editor;",
}

// settingSetters looks at the calls that store a tested setting under a constant key.
func (s *sources) settingSetters(t condition.Test, left *int) {
	for _, name := range []string{"putBoolean", "putInt"} {
		for _, u := range s.App.Calls.Index.Calls(name, putMethods[name]) {
			method := s.App.Calls.Method(u.Method)
			in := method.Code().At(u.PC)
			keys, _ := s.App.Texts(u.Method, &in, 1)
			reg, ok := origin.ArgRegister(method.Class.File, &in, 2)
			if ok && appcode.Own(method) && slices.Contains(keys, t.Subject.Says.Name) {
				s.stateSetter(t, u.Method, reg, u.PC, left)
			}
		}
	}
}

// stateSetter notes a write of what a register holds, if the test wants it. left bounds
// the handlers that are named, over all tests: beyond it dependencies are told still, and no
// handler is made necessary.
func (s *sources) stateSetter(t condition.Test, m callgraph.MethodID, reg uint16, pc uint32, left *int) {
	an := s.App.OriginsOf(m)
	if an == nil {
		return
	}
	v := s.App.Values(an.At(pc, reg))
	if v.IsAll() || v.Intersect(t.Wanted).IsEmpty() {
		return
	}
	s.boundedDepend(setsState, guide.Dependency{
		Kind: guide.Sets, Setter: s.name(m), Tester: s.name(t.In), Subject: t.Subject.Says,
	})
	for _, runner := range s.App.Runners(m) {
		cb := s.App.CallbackOf(runner)
		if *left == 0 || !appcode.IsEvent(cb.Role) || appcode.MakesForCaller(s.App.Calls.Method(runner)) {
			continue
		}
		*left--
		s.promote(runner, setsState, "R19", guide.Reason{Kind: guide.ReasonSets, Subject: t.Subject.Says})
	}
}

// argumentSetters notes who calls the tester with a wanted argument. The callers that matter lead
// to the target anyway. Nobody is promoted.
func (s *sources) argumentSetters(t condition.Test) {
	tester := s.App.Calls.Method(t.In)
	index, ok := appcode.ArgumentOf(tester, t.Subject.Parameter)
	if !ok {
		return
	}
	for e := range s.App.Calls.In(t.In) {
		an := s.App.OriginsOf(e.From)
		if e.Kind != callgraph.Call || an == nil || !appcode.Own(s.App.Calls.Method(e.From)) {
			continue
		}
		in := an.Graph.Code.At(e.PC)
		if v := s.App.Values(an.Args(&in, index)); !v.IsAll() && !v.Intersect(t.Wanted).IsEmpty() {
			s.boundedDepend(setsState, guide.Dependency{
				Kind: guide.Passes, Setter: s.name(e.From), Tester: tester.String(), Subject: t.Subject.Says,
			})
		}
	}
}

// boundedDepend is depend for sources that may find many.
func (s *sources) boundedDepend(r rank, d guide.Dependency) {
	n := 0
	for _, some := range s.depends {
		n += len(some)
	}
	if n < maxDependencies {
		s.depend(r, d)
	}
}
