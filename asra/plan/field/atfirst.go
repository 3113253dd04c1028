package field

import (
	"talpa/asra/appcode"
	"talpa/cfg/origin"
	"talpa/dex"
)

// AtFirst is the number that a field of an object has when the object has just been made: what its constructor writes,
// 0 where none writes one. It is not known of static fields, which objects before may have changed, and where
// constructors differ.
func AtFirst(app *appcode.Reader, f *dex.Field) (n int64, known bool) {
	if f.Access.Has(dex.AccStatic) {
		return 0, false
	}
	constructors := 0
	for _, m := range f.Class.Methods {
		if m.IsConstructor() {
			constructors++
		}
	}
	written := false
	for _, w := range app.Calls.Index.Writes(f.Ref()) {
		if m := app.Calls.Method(w.Method); m.Class != f.Class || !m.IsConstructor() {
			continue
		}
		an := app.OriginsOf(w.Method)
		if an == nil {
			return 0, false
		}
		in := an.Graph.Code.At(w.PC)
		for _, o := range an.At(w.PC, in.A()) {
			if o.Kind != origin.Int || written && o.Int != n {
				return 0, false
			}
			n, written = o.Int, true
		}
		written = true
	}
	return n, n == 0 || constructors == 1
}
