// Package setting answers which settings code reads, keeps in fields and stores, and which entries of settings screens
// it means.
//
// It does not know what a setting is to be, nor who runs the code.
package setting

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/widget"
	"talpa/cfg/origin"
	"talpa/dex"
)

// ShownOn is the Java name of the activity that shows the screen of a preference; "" if there are several, or none is
// known. Of several activities the one in which the path ends wins: it is on the way anyhow.
func ShownOn(app *appcode.Reader, pref widget.Preference, last string) string {
	found := ""
	for e := range app.Preds(app.PreferenceScreen(pref)) {
		m := app.MethodAt(e.From)
		if m == callgraph.NoMethod {
			continue
		}
		for _, c := range app.PlacesOf(m) {
			name := app.Components[c].Name
			if found != "" && found != name {
				if name == last || found == last {
					return last
				}
				return ""
			}
			found = name
		}
	}
	return found
}

// Enablers looks for a common form and not for all: a method that calls setEnabled on the entry and reads
// settings. Other ways to enable it are not found. They are the keys of the settings that a method reads
// which enables the entry of a key: itself, or the constants of a method that it asks.
func Enablers(app *appcode.Reader, key string) []string {
	var all []string
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return ref.Name == "setEnabled" && strings.Contains(ref.Class, "reference")
	}) {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		if !slices.Contains(EntriesIn(app, u.Method, an.Args(&call, 0), true), key) {
			continue
		}
		for _, other := range read(app, u.Method) {
			if other != key && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// EntriesIn are the keys of the entries that a value of a method can be, as the method finds
// them or, with fields, another one that keeps them in a field.
// One step over a field is enough for the form that people write: a field set in onCreate by findPreference.
func EntriesIn(app *appcode.Reader, m callgraph.MethodID, from []origin.Origin, fields bool) []string {
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
					keys = append(keys, EntriesIn(app, w.Method, an.At(w.PC, put.A()), false)...)
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
