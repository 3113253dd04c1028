package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/asra/plan/notice"
)

// counters are the methods in which an adapter counts its rows, by the documentation of Adapter and
// RecyclerView.Adapter, with what has their list look at its rows anew: AbsListView lays them out when one is touched
// (its onTouchUp), a RecyclerView asks for more as it scrolls.
var counters = map[string]guide.Achiever{
	"getCount":     {Kind: guide.AchieveHandler, Role: guide.RoleItem},
	"getItemCount": {Kind: guide.AchieveGesture, Gesture: guide.GestureScroll},
}

// silentHold makes a goal of a change of the list behind an adapter of which the adapter is not told, where that is the
// crash: the handlers that make one. It shows as soon as the rows are laid out anew, which is the crash then.
func silentHold(p *planner) {
	if p.Crash.Kind != guide.CrashConcurrent || !p.Stack.Known() {
		return
	}
	m := p.Stack.Chain[0]
	shows, ok := counters[p.App.Calls.Method(m).Name]
	if !ok {
		return
	}
	for _, f := range notice.Lists(p.App, m) {
		var all []guide.Achiever
		for _, u := range notice.WithoutNotify(p.App, f, slices.Concat(field.TakingCalls, field.AddingCalls)) {
			all = achieve.AddNew(all, p.HandlersAt(u)...)
		}
		if len(all) == 0 {
			continue
		}
		p.AfterPath(guide.Goal{
			Kind: guide.GoalHold, Want: guide.Want{Class: guide.WantChanged}, Screen: achieve.OnlyScreen(all), Achievers: all,
			Subject: guide.Subject{Kind: guide.SubjectField, Name: f.Ref().Name, Class: f.Class.JavaName()},
		})
		if shows.Kind == guide.AchieveHandler {
			shows.Method = p.Name(m)
		}
		shows.Screen, shows.Label = p.screen, p.Label(p.screen)
		p.Last.Achievers = append(p.Last.Achievers, shows)
		return
	}
}
