package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/variant"
	"talpa/cfg/callgraph"
)

// lackingHold makes a goal of the variant of a layout that lacks the view which the crash is about: the phone is
// turned, dark, or set to another language, before the screen comes up. A turn has the screen in front come up again,
// so that it is done there; before the last handler of the path where that is on the same screen, as what it shows, a
// dialog or a fragment, is what comes up. False where all variants have the view.
func lackingHold(p *planner) bool {
	if p.Crash.Kind != guide.CrashNull {
		return false
	}
	for _, s := range p.Crash.Sources {
		if s.Subject.Kind != guide.SubjectWidget || s.Subject.Widget.ID == "" {
			continue
		}
		here := func(m callgraph.MethodID) bool { return p.RunsOn(m, p.screen) }
		all := variant.WithoutView(p.App, s.Subject.Widget.ID, here)
		turns := p.App.Manifest.Turns(p.screen)
		all = slices.DeleteFunc(all, func(a guide.Achiever) bool { return a.Change == guide.ChangeRotate && !turns })
		if len(all) == 0 {
			continue
		}
		g := guide.Goal{Kind: guide.GoalHold, Subject: s.Subject, Want: p.Crash.Want, Achievers: all}
		if all[0].Change != guide.ChangeRotate || p.App.Manifest.SurvivesRotation(p.screen) {
			p.First(g)
			return true
		}
		all[0].Kind, all[0].Screen, all[0].Label = guide.AchieveLifecycle, p.screen, p.Label(p.screen)
		g.Screen = p.screen
		if !p.EndsOn(p.screen) {
			p.AfterPath(g)
			return true
		}
		p.BeforeLast(g)
		return true
	}
	return false
}
