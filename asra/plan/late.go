package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/dialog"
	"talpa/cfg/icfg"
)

// lateWork makes a goal of slow work in the background, where its end finds a screen that has changed since it began:
// the callback of the stack is the end of such work, and fails by the state of the screen. Work that is done before the
// next event never finds it so. The goal comes before the last handler of the path, which begins the work; what
// the path before it loads is loaded as fast as ever.
//
// So it is where the callback hears that a user ends a dialog of progress, which is there as long as the work.
func lateWork(p *planner) {
	if p.Crash == nil || !p.Stack.Known() || !endsLate(p) && !endsProgress(p) {
		return
	}
	p.BeforeLast(guide.Goal{
		Kind: guide.GoalHold, Subject: guide.Subject{Kind: guide.SubjectPart, Name: guide.PartBackground},
		Want:      guide.Want{Class: guide.WantChanged},
		Achievers: []guide.Achiever{{Kind: guide.AchieveDevice, Change: guide.ChangeSlow}},
	})
}

// endsLate says that the callback of the stack is the end of work that finds a screen changed.
func endsLate(p *planner) bool {
	changed := len(p.Last.Achievers) > 0 && p.Last.Achievers[0].Kind == guide.AchieveLifecycle
	cb := p.App.CallbackOf(p.Stack.Chain[p.Stack.Anchor])
	return changed && cb != nil && cb.Role == string(guide.RoleAsync) && achieve.OfScreen(p.Crash)
}

// endsProgress says that the callback of the stack hears that a user ends a dialog of progress: it is one, or the code
// beside it (of the same outer class) works in the background.
func endsProgress(p *planner) bool {
	anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	if anchor.Name != "onCancel" {
		return false
	}
	beside := func(cb icfg.Callback) bool {
		class := p.App.Calls.Method(cb.Method).Class.Descriptor
		return cb.Role == string(guide.RoleAsync) &&
			appcode.OuterClass(class) == appcode.OuterClass(anchor.Class.Descriptor)
	}
	return slices.ContainsFunc(p.App.Callbacks, beside) || dialog.HearsProgress(p.App, anchor)
}
