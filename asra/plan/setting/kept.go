package setting

import (
	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/field"
	"talpa/cfg/origin"
)

// Kept is the key of the setting that a field keeps, as those who write it read it; "" if it
// keeps none, or several.
// Two keys would be two conditions, of which either may hold: none is better than a guess.
// It looks one step back only: a field that a getter of a class of settings fills is not seen through.
func Kept(app *appcode.Reader, s guide.Subject) string {
	found := ""
	for _, f := range field.Named(app, s.Class, s.Name) {
		for _, w := range app.Calls.Index.Writes(f) {
			an := app.OriginsOf(w.Method)
			if an == nil {
				continue
			}
			put := an.Graph.Code.At(w.PC)
			for _, o := range an.At(w.PC, put.A()) {
				if o.Kind != origin.Result || o.Owner != "Landroid/content/SharedPreferences;" {
					continue
				}
				get := an.Graph.Code.At(o.PC)
				key := app.ArgumentText(w.Method, &get, 1)
				if found != "" && key != found {
					return ""
				}
				found = key
			}
		}
	}
	return found
}
