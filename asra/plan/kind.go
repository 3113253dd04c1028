package plan

import (
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/asra/plan/kind"
)

// kindHold makes a goal of a row of the kind that lacks the view which the crash is about: whoever makes elements of
// that kind adds one. False where no kind lacks it, or nobody is known to make one.
func kindHold(p *planner) bool {
	if p.Crash.Kind != guide.CrashNull || !p.Stack.Known() {
		return false
	}
	drawer := p.App.Calls.Owner(p.Stack.Chain[p.Stack.Anchor])
	for _, s := range p.Crash.Sources {
		if s.Subject.Kind != guide.SubjectWidget || s.Subject.Widget.ID == "" {
			continue
		}
		for _, c := range kind.WithoutView(p.App, drawer, s.Subject.Widget.ID, p.Holds) {
			want, ok := achieve.WantOf(c)
			all := made(p, c, 1)
			if !ok || len(all) == 0 {
				continue
			}
			p.hold(c.Subject, want, ofLastScreen(p, all), all)
			return true
		}
	}
	return false
}

// ofLastScreen is the screen in which the path ends, where all of some achievers are handlers of it and nothing is
// done there yet: the path leads there first. "" for others.
func ofLastScreen(p *planner, all []guide.Achiever) string {
	if achieve.OnlyScreen(all) == p.screen && !p.EndsOn(p.screen) {
		return p.screen
	}
	return ""
}

// made are the handlers that make an object with a field that has a number which a condition allows, for some rows.
func made(p *planner, c guide.Condition, rows int) []guide.Achiever {
	f := field.Of(p.App, c.Subject.Class, c.Subject.Name)
	if f == nil {
		return nil
	}
	var all []guide.Achiever
	for _, u := range kind.Made(p.App, f, c) {
		all = achieve.AddNew(all, p.HandlersAt(u)...)
	}
	for i := range all {
		all[i].Kind, all[i].Rows = guide.AchieveAddRows, rows
	}
	return all
}
