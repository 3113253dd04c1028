package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/byname"
	"talpa/asra/plan/order"
	"talpa/asra/plan/setting"
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// heardHold makes a goal of the entry of a settings screen that the callback of the stack listens to, where
// nothing else in the plan changes a setting: it runs only when its entry is changed, whatever to. The entries
// are alternatives: one listener may serve several.
// A plan that changes a setting already has its listeners run by that.
func heardHold(p *planner) {
	if !p.Stack.Known() {
		return
	}
	anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	goals := slices.Concat(p.Early, p.Late)
	if !byname.HearsSetting(anchor.String()) || slices.ContainsFunc(goals, func(g guide.Goal) bool {
		return g.Subject.Kind == guide.SubjectSetting
	}) {
		return
	}
	all, key, screen := heardChanges(p, anchor, p.screen)
	if len(all) > 0 {
		p.hold(guide.Subject{Kind: guide.SubjectSetting, Name: key}, guide.Want{Class: guide.WantChanged}, screen, all)
	}
}

// changing are the changes of settings that a callback hears of, on a screen; none for a callback of anything else.
func changing(p *planner, callback, screen string) []guide.Achiever {
	m := p.Method(callback)
	if !byname.HearsSetting(callback) || m == callgraph.NoMethod {
		return nil
	}
	// The screen is that of the step, not the one in which the path ends: what hears of a change is registered there.
	all, _, _ := heardChanges(p, p.App.Calls.Method(m), screen)
	return order.Likeliest(all)
}

// heardChanges are the changes of settings that a listener hears of, on a screen, with the key of the first that can be
// changed and the activity that shows it. To what is not asked: any change is heard.
func heardChanges(p *planner, m *dex.Method, screen string) (all []guide.Achiever, key, on string) {
	for _, pref := range listener(p, m, screen).Preferences() {
		some, shown := p.setting(pref.Key, guide.Want{Class: guide.WantChanged})
		if len(some) > 0 && key == "" {
			key, on = pref.Key, shown
		}
		all = append(all, some...)
	}
	return all, key, on
}

// listener is what has a callback, on a screen.
func listener(p *planner, m *dex.Method, screen string) setting.Listener {
	return setting.Listener{App: p.App, Stack: p.Stack.Inner(), Callback: m, Last: p.screen, Screen: screen}
}
