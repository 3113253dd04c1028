package asra

import (
	"slices"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// setting applies R19 to a preference that code near the way names: the screens that
// show it are relevant, and so are the callbacks that open the components which do.
func (a *analysis) setting(tester callgraph.MethodID, key string) {
	for _, pref := range a.p.PreferencesOf(key) {
		for e := range a.p.Preds(a.p.PreferenceScreen(pref)) {
			setter := a.callee(e.From)
			if setter == callgraph.NoMethod {
				continue
			}
			d := guide.Dependency{
				Kind: guide.ShowsSetting, Setter: a.p.Calls.Method(setter).String(), Tester: a.p.Calls.Method(tester).String(),
				Subject: guide.Subject{Kind: guide.SubjectSetting, Name: key, Widget: a.widget(pref.Widget)},
			}
			if !slices.Contains(a.g.Dependencies, d) {
				a.g.Dependencies = append(a.g.Dependencies, d)
			}
			a.openersOf(setter)
		}
	}
}

// openersOf makes the callbacks relevant that start a component under which a
// method runs.
func (a *analysis) openersOf(m callgraph.MethodID) {
	for _, o := range a.openings(m) {
		a.promote(a.p.Calls.Method(o).String(), "R19", guide.Reason{Kind: guide.ReasonOpens})
	}
}

// openings are the callbacks that start an activity under which a method runs.
func (a *analysis) openings(m callgraph.MethodID) []callgraph.MethodID {
	var all []callgraph.MethodID
	for c := range a.p.Components {
		if !a.p.Runs(c, m) || a.p.Components[c].Kind != icfg.Activity {
			continue
		}
		for from := range a.p.Components {
			if !slices.Contains(a.p.Components[from].Opens, c) {
				continue
			}
			for _, o := range a.p.Openings(from) {
				if o.To == c {
					all = append(all, o.Callback)
				}
			}
		}
	}
	return all
}

// promote makes a callback necessary.
func (a *analysis) promote(method, rule string, reason guide.Reason) {
	for i := range a.g.Callbacks {
		if cb := &a.g.Callbacks[i]; cb.Method == method && cb.Verdict != guide.Necessary {
			if cb.Rule == rule {
				cb.Verdict = guide.Necessary // the reason is there, and says more
				continue
			}
			cb.Verdict, cb.Rule, cb.Reason = guide.Necessary, rule, reason
		}
	}
}
