package plan

import (
	"slices"

	"talpa/asra/guide"
)

// lateWork makes a goal of slow work in the background, where its end finds a screen that has changed since it began:
// the callback of the stack is the end of such work, and fails by the state of the screen. Work that is done before the
// next event never finds it so. The goal comes before the last handler of the path, which begins the work; what
// the path before it loads is loaded as fast as ever.
func lateWork(p *planner) {
	changed := len(p.crash.Achievers) > 0 && p.crash.Achievers[0].Kind == guide.AchieveLifecycle
	if !changed || p.Crash == nil || !p.Stack.Known() {
		return
	}
	cb := p.App.CallbackOf(p.Stack.Chain[p.Stack.Anchor])
	if cb == nil || cb.Role != string(guide.RoleAsync) || !ofScreen(p.Crash) {
		return
	}
	g := p.goal(guide.Goal{
		Kind: guide.GoalHold, Subject: guide.Subject{Kind: guide.SubjectPart, Name: guide.PartBackground},
		Want:      guide.Want{Class: guide.WantChanged},
		Achievers: []guide.Achiever{{Kind: guide.AchieveDevice, Change: guide.ChangeSlow}},
	})
	if n := len(p.path); n > 0 {
		before(p, n-1, &g)
		return
	}
	p.early = append(p.early, g)
}

// ofScreen says that a failure is one of the state of a screen: of its life cycle, its windows, or what it gives
// while it is there.
func ofScreen(c *guide.CrashCondition) bool {
	return c.Kind == guide.CrashLifecycle || c.Kind == guide.CrashWindow ||
		c.Kind == guide.CrashNull && slices.ContainsFunc(c.Sources, func(s guide.Source) bool {
			return s.Subject.Kind == guide.SubjectScreen
		})
}
