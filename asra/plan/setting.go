package plan

import (
	"cmp"
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/handler"
	"talpa/asra/plan/setting"
	"talpa/cfg/icfg/widget"
)

// maxSettings bounds the settings that are alternatives where the key is not known.
// Each alternative costs a search some tens of events.
const maxSettings = 4

// setting is for a stored preference: the entry that changes it, with its title and
// screen; where no preference screen in XML has one, the screens that the app builds itself and that
// store it. Where the code does not tell the key, the settings nearest to the crash are
// alternatives.
// An entry in XML tells title, screen and choices, and is always better than a screen found by its code.
func (p *planner) setting(key string, want guide.Want) ([]guide.Achiever, string) {
	keys := []string{key}
	if key == "" {
		keys = nil
		for _, s := range p.Settings {
			if s.Distance >= 0 && len(keys) < maxSettings {
				keys = append(keys, s.Key)
			}
		}
	}
	var all []guide.Achiever
	screen := ""
	for _, k := range keys {
		for _, pref := range p.App.PreferencesOf(k) {
			a := guide.Achiever{
				Kind: guide.AchievePreference, Key: k, Title: pref.Widget.Text, Class: pref.Widget.Class, Screen: pref.Name,
				Want: setting.Storable(want, pref), Needs: p.enabling(pref),
			}
			a.Values = p.values(a.Want)
			if len(pref.Choices) > 0 {
				a.Values = slices.Clone(pref.Choices[:min(len(pref.Choices), maxValues)])
			}
			on := setting.ShownOn(p.App, pref, p.screen)
			a.Label = p.Label(on)
			if on == "" {
				a.Label = ""
			} else if screen == "" { // a goal has one screen: the first that is known
				screen = on
			}
			a.Widgets = p.Openers(k)
			a.Widgets = a.Widgets[:min(len(a.Widgets), handler.MaxWidgets)]
			all = append(all, a)
		}
		// Screens found by code stand in for entries that XML does not have.
		if len(p.App.PreferencesOf(k)) > 0 {
			continue
		}
		if own := storing(p, k, want); len(own) > 0 {
			screen = cmp.Or(screen, achieve.OnlyScreen(own))
			all = append(all, own...)
		}
		for _, on := range setting.StoredOn(p.App, k) {
			screen = cmp.Or(screen, on)
			all = append(all, guide.Achiever{
				Kind: guide.AchievePreference, Key: k, Screen: on, Label: p.Label(on), Want: want, Values: p.values(want),
			})
		}
	}
	return all, screen
}

// enabling makes goals, and gives their numbers, for what keeps an entry of a preference screen from use:
// another entry that has to be on by the XML, and those that the code asks for before it enables this one.
// The goals are holds of their own: two entries that need one other share its goal. An entry that depends on
// itself in a circle ends there, as hold finds the goal that is there already.
func (p *planner) enabling(pref widget.Preference) []int {
	var needs []int
	add := func(key string, want guide.Want) {
		entries := p.App.PreferencesOf(key)
		if len(entries) == 0 || entries[0].On && want.Class == guide.WantNumber {
			return
		}
		other, on := entries[0], setting.ShownOn(p.App, entries[0], p.screen)
		a := guide.Achiever{
			Kind: guide.AchievePreference, Key: key, Title: other.Widget.Text, Class: other.Widget.Class, Screen: other.Name,
			Want: want, Label: p.Label(on), Values: slices.Clone(other.Choices[:min(len(other.Choices), maxValues)]),
		}
		id := p.hold(guide.Subject{Kind: guide.SubjectSetting, Name: key}, want, on, []guide.Achiever{a})
		if id != 0 && !slices.Contains(needs, id) {
			needs = append(needs, id)
		}
	}
	// What others depend on is a box or a switch, and on is the number 1. How a value is wanted that only code
	// asks for is not known, so any change counts.
	one := int64(1)
	if pref.Dependency != "" {
		add(pref.Dependency, guide.Want{Class: guide.WantNumber, Min: &one, Max: &one})
	}
	for _, key := range setting.Enablers(p.App, pref.Key) {
		add(key, guide.Want{Class: guide.WantChanged})
	}
	return needs
}

// touchableHold makes goals of what enables the entry of a settings screen that the callback of the stack hears the
// touch of: one that is disabled is not touched. None where another entry of the same callback can be.
func touchableHold(p *planner) {
	for _, a := range p.Last.Achievers {
		if a.Kind != guide.AchieveHandler || a.Role != guide.RolePreference {
			continue
		}
		var dependent []widget.Preference
		for _, w := range a.Widgets {
			for _, pref := range p.App.Preferences() {
				if p.App.GuideWidget(pref.Widget) == w {
					dependent = append(dependent, pref)
				}
			}
		}
		if len(dependent) == 0 || slices.ContainsFunc(dependent, func(pref widget.Preference) bool {
			return pref.Dependency == ""
		}) {
			continue
		}
		p.enabling(dependent[0])
	}
}
