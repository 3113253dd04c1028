package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/dex"
)

// endedHold makes goals of an object that a field holds and that was ended before it is used, as a player is that one
// button releases and another one starts: the handlers that end it are alternatives. Where only handlers put an object
// there, one of them comes first: without one there is nothing to end. False if nothing known ends what the crash is
// about.
func endedHold(p *planner) bool {
	if p.Crash.Kind != guide.CrashState {
		return false
	}
	for _, s := range p.Crash.Sources {
		if s.Subject.Kind != guide.SubjectField {
			continue
		}
		f := field.Of(p.App, s.Subject.Class, s.Subject.Name)
		if f == nil {
			continue
		}
		ends := callersOn(p, f, field.EndingCalls)
		if len(ends) == 0 {
			continue
		}
		hold := guide.Goal{
			Kind: guide.GoalHold, Subject: s.Subject, Screen: achieve.OnlyScreen(ends),
			Want: guide.Want{Class: guide.WantPresent},
		}
		var made []int
		if hold.Achievers = p.Makers(f); len(hold.Achievers) > 0 {
			made = append(made, p.AfterPath(hold))
		}
		hold.Want, hold.Achievers = guide.Want{Class: guide.WantEnded}, ends
		p.AfterPath(hold, made...)
		return true
	}
	return false
}

// maxRemovers is how many handlers that take away from a list are named: where more do, as in a library of lists, they
// say nothing.
const maxRemovers = 4

// removersOf are the handlers that take away from the collection that a field holds.
func removersOf(p *planner, f *dex.Field) []guide.Achiever {
	all := achieve.Handlers(callersOn(p, f, field.TakingCalls))
	if len(all) > maxRemovers {
		return nil
	}
	return all
}

// callersOn are the handlers that make one of some calls on what a field holds, those of the screen where the path ends
// first, then what the framework runs as a screen is left.
func callersOn(p *planner, f *dex.Field, names []string) []guide.Achiever {
	var all []guide.Achiever
	for _, u := range field.CallsOn(p.App, f, names) {
		all = achieve.AddNew(all, p.RunningAt(u)...)
	}
	slices.SortStableFunc(all, func(a, b guide.Achiever) int { return rankEnder(p, a) - rankEnder(p, b) })
	return all
}

// rankEnder orders what ends an object: a handler on the screen in front, one elsewhere, the life cycle.
func rankEnder(p *planner, a guide.Achiever) int {
	switch {
	case a.Kind != guide.AchieveHandler:
		return 2
	case a.Screen != p.screen:
		return 1
	}
	return 0
}
