package plan

import (
	"cmp"
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/widget"
	"talpa/cfg/origin"
	"talpa/dex"
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
				Want: storable(want, pref), Needs: p.enabling(pref),
			}
			a.Values = p.values(a.Want)
			if len(pref.Choices) > 0 {
				a.Values = slices.Clone(pref.Choices[:min(len(pref.Choices), maxValues)])
			}
			on := p.shownOn(pref)
			a.Label = p.label(on)
			if on == "" {
				a.Label = ""
			} else if screen == "" { // a goal has one screen: the first that is known
				screen = on
			}
			a.Widgets = p.Openers(k)
			a.Widgets = a.Widgets[:min(len(a.Widgets), maxWidgets)]
			all = append(all, a)
		}
		// Screens found by code stand in for entries that XML does not have.
		if len(p.App.PreferencesOf(k)) > 0 {
			continue
		}
		for _, on := range p.storedOn(k) {
			screen = cmp.Or(screen, on)
			all = append(all, guide.Achiever{
				Kind: guide.AchievePreference, Key: k, Screen: on, Label: p.label(on), Want: want, Values: p.values(want),
			})
		}
	}
	return all, screen
}

// storedOn are the Java names of the activities whose code names a setting and stores one
// of that key, or of a key that is not known: settings screens that the app builds itself.
// Both are asked for, the naming of the key and a store, since a store alone may be of any key: a helper that
// is given the key has none of its own.
func (p *planner) storedOn(key string) []string {
	var all []string
	naming := p.placesOf(p.App.Calls.Index.Strings(key))
	for _, u := range p.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return strings.HasPrefix(ref.Name, "put") && ref.Class == "Landroid/content/SharedPreferences$Editor;"
	}) {
		an := p.App.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		if stored := p.App.ArgumentText(u.Method, &call, 1); stored != key && stored != "" {
			continue
		}
		for _, name := range p.placesOf([]callgraph.Use{u}) {
			if slices.Contains(naming, name) && !slices.Contains(all, name) && len(all) < maxSettings {
				all = append(all, name)
			}
		}
	}
	return all
}

// placesOf are the Java names of the activities on whose screens methods work.
// Services and receivers have no screen to change a setting on.
// The order is that of the uses, so that equal apps give equal plans.
func (p *planner) placesOf(uses []callgraph.Use) []string {
	var all []string
	for _, u := range uses {
		for _, c := range p.App.PlacesOf(u.Method) {
			component := &p.App.Components[c]
			if component.Kind == icfg.Activity && !slices.Contains(all, component.Name) {
				all = append(all, component.Name)
			}
		}
	}
	return all
}

// kept is the key of the setting that a field keeps, as those who write it read it; "" if it
// keeps none, or several.
// Two keys would be two conditions, of which either may hold: none is better than a guess.
// It looks one step back only: a field that a getter of a class of settings fills is not seen through.
func (p *planner) kept(s guide.Subject) string {
	found := ""
	for _, f := range fieldsOf(p.App, s) {
		for _, w := range p.App.Calls.Index.Writes(f) {
			an := p.App.OriginsOf(w.Method)
			if an == nil {
				continue
			}
			put := an.Graph.Code.At(w.PC)
			for _, o := range an.At(w.PC, put.A()) {
				if o.Kind != origin.Result || o.Owner != "Landroid/content/SharedPreferences;" {
					continue
				}
				get := an.Graph.Code.At(o.PC)
				key := p.App.ArgumentText(w.Method, &get, 1)
				if found != "" && key != found {
					return ""
				}
				found = key
			}
		}
	}
	return found
}

// fieldsOf are the fields of a subject's name in its class.
// Obfuscated classes can have several of one name, which differ in their types only.
func fieldsOf(app *appcode.Reader, s guide.Subject) []dex.FieldRef {
	var all []dex.FieldRef
	class := app.Hierarchy.Set().Class(dex.Descriptor(s.Class))
	if class == nil {
		return nil
	}
	for i := range class.Fields {
		if f := class.Fields[i].Ref(); f.Name == s.Name {
			all = append(all, f)
		}
	}
	return all
}

// storable is what people can do to an entry: what a preference can be given so that the value is as
// wanted: a text field stores no null, a switch and a list only one of two or of their own.
// The screen's own widgets bound what can be stored: who wants more has to change the file, which no user
// does.
func storable(want guide.Want, pref widget.Preference) guide.Want {
	switch want.Class {
	case guide.WantNull, guide.WantAbsent:
		return guide.Want{Class: guide.WantChanged}
	case guide.WantEmpty, guide.WantText, guide.WantNoText:
		class := pref.Widget.Class
		if len(pref.Choices) > 0 || strings.Contains(class, "Check") || strings.Contains(class, "Switch") {
			return guide.Want{Class: guide.WantChanged}
		}
	}
	return want
}

// shownOn is the Java name of the activity that shows the screen of a preference; "" if
// there are several, or none is known.
// Of several activities the one in which the path ends wins: it is on the way anyhow.
func (p *planner) shownOn(pref widget.Preference) string {
	found := ""
	for e := range p.App.Preds(p.App.PreferenceScreen(pref)) {
		m := p.App.MethodAt(e.From)
		if m == callgraph.NoMethod {
			continue
		}
		for _, c := range p.App.PlacesOf(m) {
			name := p.App.Components[c].Name
			if found != "" && found != name {
				if name == p.screen || found == p.screen {
					return p.screen
				}
				return ""
			}
			found = name
		}
	}
	return found
}

// enabling makes goals, and gives their numbers, for what keeps an entry of a preference screen from use:
// another entry that has to be on by the XML, and those that the code asks for before it enables this one.
// The goals are holds of their own: two entries that need one other share its goal. An entry that depends on
// itself in a circle ends there, as hold finds the goal that is there already.
func (p *planner) enabling(pref widget.Preference) []int {
	var needs []int
	add := func(key string, want guide.Want) {
		entries := p.App.PreferencesOf(key)
		if len(entries) == 0 {
			return
		}
		other, on := entries[0], p.shownOn(entries[0])
		a := guide.Achiever{
			Kind: guide.AchievePreference, Key: key, Title: other.Widget.Text, Class: other.Widget.Class, Screen: other.Name,
			Want: want, Label: p.label(on), Values: slices.Clone(other.Choices[:min(len(other.Choices), maxValues)]),
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
	for _, key := range p.enablers(pref.Key) {
		add(key, guide.Want{Class: guide.WantChanged})
	}
	return needs
}

// enablers looks for a common form and not for all: a method that calls setEnabled on the entry and reads
// settings. Other ways to enable it are not found. They are the keys of the settings that a method reads
// which enables the entry of a key: itself, or the constants of a method that it asks.
func (p *planner) enablers(key string) []string {
	var all []string
	for _, u := range p.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return ref.Name == "setEnabled" && strings.Contains(ref.Class, "reference")
	}) {
		an := p.App.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		if !slices.Contains(entriesIn(p.App, u.Method, an.Args(&call, 0), true), key) {
			continue
		}
		for _, other := range read(p.App, u.Method) {
			if other != key && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// entriesIn are the keys of the entries that a value of a method can be, as the method finds
// them or, with fields, another one that keeps them in a field.
// One step over a field is enough for the form that people write: a field set in onCreate by findPreference.
func entriesIn(app *appcode.Reader, m callgraph.MethodID, from []origin.Origin, fields bool) []string {
	var keys []string
	for _, o := range from {
		switch an := app.OriginsOf(m); {
		case o.Kind == origin.Result && o.Name == "findPreference":
			find := an.Graph.Code.At(o.PC)
			if key := app.ArgumentText(m, &find, 1); key != "" {
				keys = append(keys, key)
			}
		// Once over a field: two fields that are set from each other would not end.
		case fields && (o.Kind == origin.Field || o.Kind == origin.Static):
			for _, w := range app.Calls.Index.Writes(o.FieldRef()) {
				if an := app.OriginsOf(w.Method); an != nil {
					put := an.Graph.Code.At(w.PC)
					keys = append(keys, entriesIn(app, w.Method, an.At(w.PC, put.A()), false)...)
				}
			}
		}
	}
	return keys
}

// read are the keys of the settings that a method reads itself, where the code tells them. Reads in methods
// that it calls are left out: they would make any settings that the app reads look like conditions.
func read(app *appcode.Reader, m callgraph.MethodID) []string {
	var all []string
	code := app.Calls.Method(m).Code()
	for in := range code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := code.File.MethodAt(in.Index)
		stored := app.Hierarchy.IsSubtype(ref.Class, "Landroid/content/SharedPreferences;")
		if !stored || !strings.HasPrefix(ref.Name, "get") {
			continue
		}
		if key := app.ArgumentText(m, &in, 1); key != "" && !slices.Contains(all, key) {
			all = append(all, key)
		}
	}
	return all
}
