package setting

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// maxScreens bounds the screens that store a setting.
const maxScreens = 4

const editor = "Landroid/content/SharedPreferences$Editor;"

// Store is a call that stores a setting.
type Store struct {
	callgraph.Use
	// Values are the constants that it stores, as it can tell; none where it stores anything else.
	Values []origin.Origin
	// Field is the text field, or the box, of which it stores the text or the state; the zero widget for none.
	Field guide.Widget
	Box   bool
	// Removes says that it takes the setting away.
	Removes bool
}

// Stores are the calls that store a setting under a constant key, or take it away.
func Stores(app *appcode.Reader, key string) []Store {
	var all []Store
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return ref.Class == editor && (strings.HasPrefix(ref.Name, "put") || ref.Name == "remove" || ref.Name == "clear")
	}) {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		switch name := an.Graph.Code.File.MethodAt(call.Index).Name; {
		case name != "clear" && app.ArgumentText(u.Method, &call, 1) != key:
		case name == "clear", name == "remove":
			all = append(all, Store{Use: u, Removes: true})
		default:
			all = append(all, storeOf(app, u, an, an.Args(&call, 2)))
		}
	}
	return all
}

// storeOf says what a call stores.
func storeOf(app *appcode.Reader, u callgraph.Use, an *origin.Analysis, from []origin.Origin) Store {
	s := Store{Use: u}
	for _, o := range from {
		if o.Kind != origin.Int && o.Kind != origin.String {
			s.Values = nil
			s.Field, s.Box = entered(app, u.Method, an, from, 0)
			return s
		}
		s.Values = append(s.Values, o)
	}
	return s
}

// forms are the calls that make a number or another text of a text, with the place of the text among the arguments, the
// receiver counted, by the documentation of java.lang.
var forms = map[string]int{
	"toString": 0, "trim": 0, "toLowerCase": 0, "toUpperCase": 0, "intValue": 0, "longValue": 0, "floatValue": 0,
	"doubleValue": 0, "parseInt": 0, "parseLong": 0, "parseFloat": 0, "parseDouble": 0, "valueOf": 0, "booleanValue": 0,
}

// entered is the text field, or the box, of which a value is the text or state, as it is or in another form; the zero
// widget for none. Of several values any will do: a number that is no number mostly has another one beside it.
func entered(
	app *appcode.Reader, m callgraph.MethodID, an *origin.Analysis, from []origin.Origin, depth int,
) (w guide.Widget, box bool) {
	for _, o := range from {
		if o.Kind != origin.Result || depth > len(forms) {
			continue
		}
		call := an.Graph.Code.At(o.PC)
		if i, ok := forms[o.Name]; ok {
			if w, box = entered(app, m, an, an.Args(&call, i), depth+1); w != (guide.Widget{}) {
				return w, box
			}
			continue
		}
		reg, ok := origin.ArgRegister(an.Graph.Code.File, &call, 0)
		if !ok || o.Name != "getText" && o.Name != "isChecked" {
			continue
		}
		if widgets := app.WidgetsAt(m, o.PC, reg); len(widgets) == 1 && widgets[0].Name != "" {
			return app.GuideWidget(widgets[0]), o.Name == "isChecked"
		}
	}
	return guide.Widget{}, false
}

// StoredOn are the Java names of the activities whose code names a setting and stores one
// of that key, or of a key that is not known: settings screens that the app builds itself.
// Both are asked for, the naming of the key and a store, since a store alone may be of any key: a helper that
// is given the key has none of its own.
func StoredOn(app *appcode.Reader, key string) []string {
	var all []string
	naming := placesOf(app, app.Calls.Index.Strings(key))
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return strings.HasPrefix(ref.Name, "put") && ref.Class == editor
	}) {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		if stored := app.ArgumentText(u.Method, &call, 1); stored != key && stored != "" {
			continue
		}
		for _, name := range placesOf(app, []callgraph.Use{u}) {
			if slices.Contains(naming, name) && !slices.Contains(all, name) && len(all) < maxScreens {
				all = append(all, name)
			}
		}
	}
	return all
}

// placesOf are the Java names of the activities on whose screens methods work.
// Services and receivers have no screen to change a setting on.
// The order is that of the uses, so that equal apps give equal plans.
func placesOf(app *appcode.Reader, uses []callgraph.Use) []string {
	var all []string
	for _, u := range uses {
		for _, c := range app.PlacesOf(u.Method) {
			component := &app.Components[c]
			if component.Kind == icfg.Activity && !slices.Contains(all, component.Name) {
				all = append(all, component.Name)
			}
		}
	}
	return all
}
