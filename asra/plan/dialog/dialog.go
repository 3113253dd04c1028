// Package dialog says which calls of an app's code show a dialog, and which of them can show one that was made
// elsewhere.
//
// It does not know what runs these calls, nor what is in the dialog.
package dialog

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/plan/field"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Shows says that a method shows the dialog that it is called on, or the one that its builder makes, by the
// documentation of android.app.Dialog and AlertDialog.Builder, of which AppCompat has its own.
func Shows(app *appcode.Reader, ref dex.MethodRef) bool {
	return ref.Name == "show" && strings.HasPrefix(ref.Desc, "()") &&
		(strings.HasSuffix(ref.Class, "AlertDialog$Builder;") ||
			app.Hierarchy.IsSubtype(ref.Class, "Landroid/app/Dialog;"))
}

// Showing are those of the calls that show dialogs that may show one with a listener that is made in some places, and
// not in the same method: a dialog that is made and shown in one method has its own path, which ends at its listener.
// Where some show what a field holds that one of the makers has filled, they are the ones.
func Showing(app *appcode.Reader, shows, makers []callgraph.Use) []callgraph.Use {
	var any, filled []callgraph.Use
	for _, show := range shows {
		an := app.OriginsOf(show.Method)
		if an == nil {
			any = append(any, show)
			continue
		}
		fields, kept := fieldsOf(app, an, show)
		if kept {
			any = append(any, show)
		}
		if slices.ContainsFunc(fields, func(f dex.FieldRef) bool {
			return slices.ContainsFunc(app.Calls.Index.Writes(f), func(w callgraph.Use) bool {
				return slices.ContainsFunc(makers, func(u callgraph.Use) bool { return u.Method == w.Method })
			})
		}) {
			filled = append(filled, show)
		}
	}
	if len(filled) > 0 {
		return filled
	}
	return any
}

// fieldsOf says that what a call is made on, or what makes that by create(), was kept in a field or handed over, and
// not made in the same method; fields are those that it was kept in.
// The builder's create() is one step back; chains of setters before it give the builder itself.
func fieldsOf(app *appcode.Reader, an *origin.Analysis, u callgraph.Use) (fields []dex.FieldRef, kept bool) {
	call := an.Graph.Code.At(u.PC)
	for _, o := range an.Args(&call, 0) {
		switch o.Kind {
		case origin.Result:
			of, ok := field.Returned(app, o), o.Name == "create"
			if ok {
				of, ok = fieldsOf(app, an, callgraph.Use{Method: u.Method, PC: o.PC})
			}
			fields, kept = append(fields, of...), kept || ok || len(of) > 0
		case origin.Param:
			// Parameter 0 of an instance method is the object itself, which nobody hands over.
			kept = kept || o.Int > 0 || app.Calls.Method(u.Method).IsStatic()
		case origin.Field, origin.Static:
			fields, kept = append(fields, o.FieldRef()), true
		}
	}
	return fields, kept
}
