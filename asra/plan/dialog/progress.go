package dialog

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg/origin"
	"talpa/dex"
)

// progress is the dialog that shows that work goes on.
const progress = "Landroid/app/ProgressDialog;"

// cancelListener is the argument of the calls that have somebody hear of a dialog's cancel, by the documentation of
// android.app.Dialog and ProgressDialog: the listener is the only one, or the last of show().
func cancelListener(ref dex.MethodRef) (argument int, ok bool) {
	switch {
	case ref.Name == "setOnCancelListener":
		return 1, true
	case ref.Name == "show" && ref.Class == progress && len(ref.Params()) == 6:
		return 5, true
	}
	return 0, false
}

// HearsProgress says that a listener hears that a user ends a ProgressDialog: nobody can once the work is done that it
// waits for.
func HearsProgress(app *appcode.Reader, listener *dex.Method) bool {
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		_, ok := cancelListener(ref)
		return ok
	}) {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		ref := an.Graph.Code.File.MethodAt(call.Index)
		argument, _ := cancelListener(ref)
		own := app.Calls.Method(u.Method).Class.Descriptor == listener.Class.Descriptor
		hears := func(o origin.Origin) bool {
			return o.Kind == origin.New && o.Text == listener.Class.Descriptor || o.Kind == origin.Param && o.Int == 0 && own
		}
		waits := func(o origin.Origin) bool {
			return o.Kind == origin.New && app.Hierarchy.IsSubtype(o.Text, progress)
		}
		if slices.ContainsFunc(an.Args(&call, argument), hears) &&
			(app.Hierarchy.IsSubtype(ref.Class, progress) || slices.ContainsFunc(an.Args(&call, 0), waits)) {
			return true
		}
	}
	return false
}
