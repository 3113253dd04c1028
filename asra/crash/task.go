package crash

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// asyncTask is the platform's class for work in the background whose result comes back to the main thread.
const asyncTask = "Landroid/os/AsyncTask;"

// taskArgument follows what an AsyncTask hands to its own callbacks, by its documentation: onPostExecute and
// onCancelled get what doInBackground returns, doInBackground what execute is given, onProgressUpdate what
// publishProgress is given. False for another callback, and where nothing in the app gives it.
func (w *walk) taskArgument(m callgraph.MethodID, index, depth int) bool {
	method := w.app.Calls.Method(m)
	class := method.Class.Descriptor
	if index != 1 || !w.app.Hierarchy.IsSubtype(class, asyncTask) {
		return false
	}
	switch method.Name {
	case "onPostExecute", "onCancelled":
		return results(w, class, "doInBackground", depth)
	case "doInBackground":
		return w.taskGiven(class, []string{"execute", "executeOnExecutor"}, depth)
	case "onProgressUpdate":
		return w.taskGiven(class, []string{"publishProgress"}, depth)
	}
	return false
}

// taskGiven follows what calls on objects of a class give: an array, of which the elements matter.
func (w *walk) taskGiven(class string, names []string, depth int) bool {
	found := false
	gives := func(ref dex.MethodRef) bool { return slices.Contains(names, ref.Name) }
	for _, u := range w.app.Calls.Index.CallsTo(gives) {
		an := w.app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		in := an.Graph.Code.At(u.PC)
		ref := an.Graph.Code.File.MethodAt(in.Index)
		at := len(ref.Params())
		mine := ref.Class == class || slices.ContainsFunc(an.Args(&in, 0), func(o origin.Origin) bool {
			return o.Kind == origin.New && o.Text == class
		})
		if !mine || !w.app.Hierarchy.IsSubtype(ref.Class, asyncTask) {
			continue
		}
		if reg, ok := origin.ArgRegister(w.app.Calls.Method(u.Method).Class.File, &in, at); ok {
			found = true
			w.derived++
			w.register(u.Method, u.PC, reg, depth)
			w.derived--
		}
	}
	return found
}
