package asra

import (
	"slices"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// settings applies R19 to preferences: where code near the way reads one that a
// preference screen shows, the screen is relevant, and so are the callbacks that
// open the component which shows it.
func (a *analysis) settings() {
	for _, m := range a.near() {
		an := a.originsOf(m)
		if an == nil {
			continue
		}
		for in := range an.Graph.Code.Insns() {
			if key := a.preferenceRead(an, &in); key != "" {
				a.setting(m, key)
			}
		}
	}
}

// preferenceRead is the key of the preference that a call reads, "" for others.
func (a *analysis) preferenceRead(an *origin.Analysis, in *dex.Insn) string {
	if in.Op.Call() != dex.CallInterface {
		return ""
	}
	if an.Graph.Code.File.MethodAt(in.Index).Class != "Landroid/content/SharedPreferences;" {
		return ""
	}
	for _, o := range an.Args(in, 1) {
		if o.Kind == origin.String {
			return o.Text
		}
	}
	return ""
}

// setting notes the screens that show a preference.
func (a *analysis) setting(tester callgraph.MethodID, key string) {
	for _, pref := range a.p.PreferenceScreens(key) {
		for e := range a.p.Preds(pref.Screen) {
			setter := a.callee(e.From)
			if setter == callgraph.NoMethod {
				continue
			}
			d := guide.Dependency{
				Setter: a.p.Calls.Method(setter).String(), Tester: a.p.Calls.Method(tester).String(),
				Widget: a.widget(pref.Widget), Attribute: "preference",
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
					a.promote(a.p.Calls.Method(o.Callback).String(), "R19", "it leads to a setting that the way reads")
				}
			}
		}
	}
}

// promote makes a callback necessary.
func (a *analysis) promote(method, rule, reason string) {
	for i := range a.g.Callbacks {
		if cb := &a.g.Callbacks[i]; cb.Method == method && cb.Verdict != guide.Necessary {
			if cb.Rule == rule {
				cb.Verdict = guide.Necessary // the reason is there, and says more
				continue
			}
			if len(cb.Rejects) > 0 {
				reason += "; for some of its widgets it changes nothing that matters"
			}
			cb.Verdict, cb.Rule, cb.Reason = guide.Necessary, rule, reason
		}
	}
}
