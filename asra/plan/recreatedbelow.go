package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/order"
	"talpa/asra/plan/result"
)

// recreatedHold makes a goal of what the trace tells: that the screen which hears of the result is made anew while the
// one that gives it is in front. Where a field of that screen is wanted, this is what achieves it, and no goal of
// its own.
func recreatedHold(p *planner) {
	how := result.RecreationOf(p.Target)
	if how == result.Asked {
		return
	}
	all := recreatedBelow(p, how)
	if len(all) == 0 || slices.ContainsFunc(p.Late, func(g guide.Goal) bool {
		return len(g.Achievers) > 0 && achieve.Same(g.Achievers[0], all[0])
	}) {
		return
	}
	p.hold(order.Activity(p.screen), guide.Want{Class: guide.WantChanged}, all[0].Screen, all)
}

// recreatedBelow are the changes, on the screens that give the activity of the crash a result, that have it made anew.
func recreatedBelow(p *planner, how result.Recreation) []guide.Achiever {
	names := []string{"rotate", "destroy"}
	if how == result.Launched {
		slices.Reverse(names)
	}
	var all []guide.Achiever
	for _, name := range names {
		for _, a := range p.Events([]string{name}, p.screen) { // by what the lower one does not handle
			for _, given := range p.results.of(p.screen) {
				a.Screen, a.Label, a.Needs = given.Screen, given.Label, given.Needs
				all = achieve.AddNew(all, a)
			}
		}
	}
	return all
}

// withRecreation puts, before what else achieves that a field of the activity which hears of a result is as wanted,
// that the activity is made anew, where the trace tells of it: its new object begins without what the old one had.
func withRecreation(p *planner, s guide.Source, all []guide.Achiever) []guide.Achiever {
	how := result.RecreationOf(p.Target)
	if how == result.Asked || s.Subject.Kind != guide.SubjectField || s.Subject.Class != p.screen {
		return all
	}
	return append(recreatedBelow(p, how), all...)
}
