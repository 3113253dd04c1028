package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/byname"
	"talpa/asra/plan/field"
	"talpa/asra/plan/order"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// startedScreen is the goal that the activity of a step is in front, where the step before is an activity without a
// handler of it: an entry of its settings screen starts the other one, for which the path has no callback, or it starts
// it by itself. That may depend on what the app remembers, so the handlers that log in are named, too. The screen is
// the goal, and not that something is touched: an app may come to it by itself, and then nothing is to be done.
func startedScreen(p *planner, i int) (guide.Goal, bool) {
	if i == 0 || p.Milestones[i-1].Callback != "" || p.Milestones[i].Activity == p.Milestones[i-1].Activity {
		return guide.Goal{}, false
	}
	from, to := p.Milestones[i-1].Activity, p.Milestones[i].Activity
	all := leading(p, from, to)
	if entries := entriesTo(p, from, to); len(entries) > 0 {
		all = entries
	}
	if len(all) == 0 {
		return guide.Goal{}, false
	}
	return guide.Goal{Kind: guide.GoalScreen, Screen: to, Subject: order.Activity(to), Achievers: all}, true
}

// entriesTo is the entry of a settings screen that starts another activity. Entries that start the same one are the
// widgets of one milestone, so the first is all.
func entriesTo(p *planner, from, to string) []guide.Achiever {
	for _, m := range p.Starters(from, to) {
		if m.Role == guide.RolePreference {
			return []guide.Achiever{p.Using(m.Callback, m.Role, m.Widgets, from)}
		}
	}
	return nil
}

// leading are the handlers on an activity that have it start another one once an answer has come, such as a login that
// a server judges. A runnable tells of no answer: libraries post what they do.
func leading(p *planner, from, to string) []guide.Achiever {
	at, other := p.App.Activity(from), p.App.Activity(to)
	if at < 0 || other < 0 {
		return nil
	}
	var all []guide.Achiever
	for _, o := range p.App.Openings(at) {
		cb := p.App.CallbackOf(o.Callback)
		if o.To != other || cb == nil || cb.Role != string(guide.RoleAsync) ||
			p.App.Calls.Method(cb.Method).Name == "run" {
			continue
		}
		for _, made := range p.App.Calls.Index.Allocs(p.App.Calls.Method(cb.Method).Class.Descriptor) {
			all = achieve.AddNew(all, p.From(made.Method, at)...)
		}
	}
	return all
}

// startedAgain are the handlers of an activity that start it once more, for the callback that hears of it there.
func startedAgain(p *planner, anchor *dex.Method) []guide.Achiever {
	if anchor.Name != "onNewIntent" || p.screen == "" {
		return nil
	}
	var all []guide.Achiever
	for _, m := range p.Starters(p.screen, p.screen) {
		all = achieve.AddNew(all, p.Using(m.Callback, m.Role, m.Widgets, p.screen))
	}
	return all
}

// startedByOthers is what starts a component, by its Java name, without the screens of the app that lead to it: nothing
// for one that is not exported. What these screens leave for it, in fields and files, is not there then.
func startedByOthers(p *planner, name string) []guide.Achiever {
	for i := range p.App.Components {
		if c := &p.App.Components[i]; c.Name == name && c.Exported {
			return []guide.Achiever{startOf(p, name)}
		}
	}
	return nil
}

// upAt says that the stack begins in a callback that runs as the activity comes up in which the path ends, and that
// screens before it lead there.
func upAt(p *planner) bool {
	if !p.Stack.Known() || len(p.Path) == 0 {
		return false
	}
	m := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	return byname.ComesUp(m.Name) && below(p.App, dex.Descriptor(p.screen), []string{m.Class.Descriptor})
}

// startedElsewhere is what starts, in a process of its own, another activity on which the callback of the stack can run
// and that does not fill a field which lives as long as the process: the one in which the path ends does.
func startedElsewhere(p *planner, f *dex.Field) []guide.Achiever {
	if !p.Stack.Known() {
		return nil
	}
	by := field.FilledBy(p.App, f, byname.Begins)
	var all []guide.Achiever
	for _, at := range p.App.PlacesOf(p.Stack.Chain[p.Stack.Anchor]) {
		c := &p.App.Components[at]
		fills := func(class string) bool {
			return below(p.App, dex.Descriptor(c.Name), []string{class}) || !below(p.App, class, screens)
		}
		if c.Kind != icfg.Activity || !c.Exported || c.Name == p.screen || slices.ContainsFunc(by, fills) {
			continue
		}
		a := startOf(p, c.Name)
		a.Change = guide.ChangeKill
		all = append(all, a)
	}
	return all
}
