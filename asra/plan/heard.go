package plan

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/asra/plan/broadcast"
	"talpa/asra/plan/setting"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/widget"
	"talpa/cfg/origin"
	"talpa/dex"
)

// listener finds what the listener that has a callback hears of on settings screens.
// Methods and classes of preferences are told by their names alone, since there are three of each: the platform's,
// the support library's and AndroidX's.
type listener struct {
	*Input
	m *dex.Method // the callback
	// shownOn is the Java name of the activity that shows an entry, screen that in which the path ends.
	shownOn func(pref widget.Preference) string
	screen  string
}

// heardHold makes a goal of the entry of a settings screen that the callback of the stack listens to, where
// nothing else in the plan changes a setting: it runs only when its entry is changed, whatever to. The entries
// are alternatives: one listener may serve several.
// A plan that changes a setting already has its listeners run by that.
func heardHold(p *planner) {
	if !p.Stack.Known() {
		return
	}
	anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	if !hearsSetting(anchor.String()) || slices.ContainsFunc(slices.Concat(p.early, p.late), func(g guide.Goal) bool {
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
	m := p.methodID(callback)
	if !hearsSetting(callback) || m == callgraph.NoMethod {
		return nil
	}
	// The screen is that of the step, not the one in which the path ends: what hears of a change is registered there.
	all, _, _ := heardChanges(p, p.App.Calls.Method(m), screen)
	return all[:min(len(all), maxAchievers)]
}

// heardChanges are the changes of settings that a listener hears of, on a screen, with the key of the first that can be
// changed and the activity that shows it. To what is not asked: any change is heard.
func heardChanges(p *planner, m *dex.Method, screen string) (all []guide.Achiever, key, on string) {
	l := listener{&p.Input, m, p.shownOn, screen}
	for _, pref := range l.heard() {
		some, shown := p.setting(pref.Key, guide.Want{Class: guide.WantChanged})
		if len(some) > 0 && key == "" {
			key, on = pref.Key, shown
		}
		all = append(all, some...)
	}
	return all, key, on
}

// heard are the entries whose changes a callback hears of: those with the keys that its registration asks
// for; of entries whose key that does not tell those of their class on the screen of the path. Where nobody
// registers it for an entry, it hears of all on that screen. Entries whose keys the methods of the stack name
// come first.
func (l listener) heard() []widget.Preference {
	keys, classes := l.registered("setOnPreferenceChangeListener")
	var named, others []widget.Preference
	for _, pref := range l.App.Preferences() {
		known := slices.Contains(keys, pref.Key)
		listens := known || len(keys)+len(classes) == 0 || slices.Contains(classes, pref.Widget.Class) ||
			slices.ContainsFunc(classes, func(class string) bool { return strings.HasSuffix(class, ".Preference") })
		switch {
		case pref.Key == "" || !listens || !known && l.shownOn(pref) != l.screen:
		case l.stackNames(pref.Key):
			named = append(named, pref)
		default:
			others = append(others, pref)
		}
	}
	return append(named, others...)
}

// touched are the widgets of the entries whose touches a callback hears of, where the registration tells their
// keys.
func (l listener) touched() []guide.Widget {
	keys, _ := l.registered("setOnPreferenceClickListener")
	var all []guide.Widget
	for _, key := range keys {
		for _, pref := range l.App.PreferencesOf(key) {
			all = append(all, l.App.GuideWidget(pref.Widget))
		}
	}
	return all
}

// registered says for which entries the methods with a name register the listener:
// by their keys, or by their classes where code does not tell the key.
// Arguments are counted with the receiver: 0 is the entry, 1 the listener.
// A registration whose listener is not known does not count: else each listener would hear of all entries.
func (l listener) registered(registers string) (keys, classes []string) {
	for _, u := range l.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return ref.Name == registers }) {
		an := l.App.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		made := func(o origin.Origin) bool { return broadcast.Made(l.App, l.m.Class, o, u.Method) }
		if !slices.ContainsFunc(an.Args(&call, 1), made) {
			continue
		}
		if some := setting.EntriesIn(l.App, u.Method, an.Args(&call, 0), true); len(some) > 0 {
			keys = append(keys, some...)
		} else {
			classes = append(classes, dex.JavaName(an.Graph.Code.File.MethodAt(call.Index).Class))
		}
	}
	return keys, classes
}

// stackNames says whether a method of the stack, up to the callback, has a text in its code.
// It is a hint only, and orders alternatives: a key that the code compares stands there, but so do others.
func (l listener) stackNames(text string) bool {
	return slices.ContainsFunc(l.App.Calls.Index.Strings(text), func(u callgraph.Use) bool {
		return slices.Contains(l.Stack.Inner(), u.Method)
	})
}
