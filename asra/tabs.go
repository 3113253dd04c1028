package asra

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// An activity in a tab of a TabActivity has no window of its own: the one that a device names as the one in front is
// that around it. So the guide names that one wherever it says what is to be on the screen.

// tabs are the activities that are shown in a tab of another one and nowhere else, each with that other, by Java name.
func tabs(app *appcode.Reader) map[string]string {
	found := map[string]string{}
	for c := range app.Components {
		if around := aroundTab(app, c); around != "" {
			found[app.Components[c].Name] = around
		}
	}
	return found
}

// aroundTab is the activity in a tab of which a component is shown, "" if it may be shown by itself.
func aroundTab(app *appcode.Reader, c int) string {
	around := ""
	for e := range app.Preds(app.Component(c)) {
		if e.Kind != icfg.Open {
			continue
		}
		m := app.MethodAt(e.From)
		if m == callgraph.NoMethod || !fillsTabs(app.Calls.Method(m)) {
			return ""
		}
		if class := app.Calls.Method(m).Class; app.Hierarchy.IsSubtype(class.Descriptor, "Landroid/app/ActivityGroup;") {
			around = class.JavaName()
		}
	}
	return around
}

// fillsTabs says that a method gives intents to tabs, and starts no activity.
func fillsTabs(m *dex.Method) bool {
	fills := false
	if m.Code() == nil {
		return false
	}
	for in := range m.Code().Insns() {
		if in.Op.Ref() != dex.RefMethod {
			continue
		}
		switch ref := m.Class.File.MethodAt(in.Index); {
		case strings.HasPrefix(ref.Name, "startActivity"):
			return false
		case ref.Class == "Landroid/widget/TabHost$TabSpec;" && strings.HasPrefix(ref.Desc, "(Landroid/content/Intent;)"):
			fills = true
		}
	}
	return fills
}

// nameAround names the activity around a tab in the place of the one in it.
func nameAround(g *guide.Guide, tabs map[string]string) {
	if len(tabs) == 0 {
		return
	}
	name := func(activity string) string {
		if around, ok := tabs[activity]; ok {
			return around
		}
		return activity
	}
	widgets := func(all []guide.Widget) []guide.Widget {
		all = slices.Clone(all)
		for i := range all {
			all[i].Screen = name(all[i].Screen)
		}
		return all
	}
	for i := range g.Milestones {
		m := &g.Milestones[i]
		m.Activity, m.Widgets = name(m.Activity), widgets(m.Widgets)
	}
	for i := range g.Callbacks {
		cb := &g.Callbacks[i]
		cb.Widgets = widgets(cb.Widgets)
		for _, in := range cb.Components {
			if around := name(in); !slices.Contains(cb.Components, around) {
				cb.Components = append(slices.Clone(cb.Components), around)
			}
		}
	}
	if g.Plan == nil {
		return
	}
	for i := range g.Plan.Goals {
		goal := &g.Plan.Goals[i]
		goal.Screen = name(goal.Screen)
		if goal.Kind == guide.GoalScreen {
			goal.Subject.Class = name(goal.Subject.Class)
		}
		for k := range goal.Achievers {
			a := &goal.Achievers[k]
			a.Screen, a.Widgets = name(a.Screen), widgets(a.Widgets)
		}
	}
}
