package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/asra/plan/place"
)

// rememberedHold makes goals of a place in a list that is remembered, and of rows that go before it is used: the row of
// an undo, those that an action mode acts on. The handlers that remember a place are done on the last row, then those
// that take rows away, which makes that place one that is no more; only then what crashes. What takes the row away
// where it crashes is done twice, fast, instead. some are what makes the list shorter. False if the index is remembered
// nowhere, or elsewhere than on the screen of the crash: a place that another screen is given is an extra.
func rememberedHold(p *planner, list guide.Subject, some []guide.Achiever) bool {
	c := p.Crash
	if c.Kind != guide.CrashIndex || c.Index != nil && *c.Index < 0 || c.Offset < 0 || !p.Stack.Known() {
		return false
	}
	crashes := p.Name(p.Stack.Chain[p.Stack.Anchor])
	keeps, of := keepers(p, crashes)
	for _, s := range slices.Backward(c.Sources) { // the list itself, and not the places in it
		if s.Subject.Kind == guide.SubjectField && s.Subject != of {
			list = s.Subject
		}
	}
	if f := field.Of(p.App, list.Class, list.Name); f != nil && list.Kind == guide.SubjectField {
		some = achieve.AddNew(achieve.Handlers(callersOn(p, f, field.TakingCalls)), some...) // however many there are
	}
	takes := slices.DeleteFunc(achieve.Handlers(slices.Clone(some)), func(a guide.Achiever) bool {
		return a.Method == crashes
	})
	itself := takesItself(p)
	if len(keeps) == 0 || len(takes) == 0 && !itself {
		return false
	}
	slices.SortStableFunc(takes, func(a, b guide.Achiever) int { return rankRemover(a, keeps) - rankRemover(b, keeps) })
	kept := 0
	for i := range p.Path { // the path may remember it already
		for j := range p.Path[i].Achievers {
			a := &p.Path[i].Achievers[j]
			if slices.ContainsFunc(keeps, func(k guide.Achiever) bool { return k.Method == a.Method && k.Kind == a.Kind }) {
				a.Want, kept = guide.Want{Class: guide.WantLast}, p.Path[i].ID
			}
		}
	}
	if kept == 0 {
		kept = p.AfterPath(guide.Goal{
			Kind: guide.GoalHold, Subject: of, Want: guide.Want{Class: guide.WantLast}, Screen: p.screen, Achievers: keeps,
		})
	}
	if itself {
		fastFirst(p)
		return true
	}
	p.AfterPath(guide.Goal{
		Kind: guide.GoalHold, Subject: list, Want: c.Want, Screen: achieve.OnlyScreen(takes), Achievers: takes,
	}, kept)
	return true
}

// rankRemover orders what takes rows away: first what is no touch of a row, which may do something else while others
// are picked, then rows, then what remembers another place as it takes a row away.
func rankRemover(a guide.Achiever, keeps []guide.Achiever) int {
	switch {
	case slices.ContainsFunc(keeps, func(k guide.Achiever) bool { return k.Method == a.Method }):
		return 2
	case a.Role == guide.RoleItem || a.Role == guide.RoleLongClick:
		return 1
	}
	return 0
}

// keepers are the handlers on the screen of the crash, but for the one that crashes, which remember the place that is
// asked for, and the field in which they do.
func keepers(p *planner, crashes string) (all []guide.Achiever, of guide.Subject) {
	for _, k := range place.OfIndex(p.App, p.Stack.Inner(), uint32(p.Crash.Offset)) {
		var some []guide.Achiever
		if k.Elements {
			some = achieve.Handlers(callersOn(p, k.Field, field.AddingCalls))
		} else {
			for _, w := range p.App.Calls.Index.Writes(k.Field.Ref()) {
				some = achieve.AddNew(some, p.HandlersAt(w)...)
			}
		}
		some = slices.DeleteFunc(some, func(a guide.Achiever) bool {
			return a.Method == crashes || a.Screen != p.screen
		})
		if len(all) == 0 && len(some) > 0 {
			of = guide.Subject{Kind: guide.SubjectField, Name: k.Field.Ref().Name, Class: k.Field.Class.JavaName()}
		}
		all = achieve.AddNew(all, some...)
	}
	for i := range all {
		all[i].Want = guide.Want{Class: guide.WantLast}
	}
	return all, of
}
