package crash

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// loaders are what LoaderCallbacks.onCreateLoader makes and onLoadFinished gets the result of.
var loaders = []string{
	"Landroid/content/AsyncTaskLoader;", "Landroid/support/v4/content/AsyncTaskLoader;",
	"Landroidx/loader/content/AsyncTaskLoader;",
}

// loaded follows what the loaders give that a class makes in its onCreateLoader to the onLoadFinished of the class.
func loaded(w *walk, m callgraph.MethodID, argument, depth int) {
	method := w.app.Calls.Method(m)
	class := method.Class.Descriptor
	if method.Name != "onLoadFinished" || argument != 1 {
		return
	}
	for _, m := range methods(w, class, "onCreateLoader") {
		for _, made := range w.app.Calls.Index.Created(m) {
			name := w.app.Hierarchy.Name(made)
			if slices.ContainsFunc(loaders, func(l string) bool { return w.app.Hierarchy.IsSubtype(name, l) }) {
				results(w, name, "loadInBackground", depth)
			}
		}
	}
}

// methods are those of a class with a name and code, but for the bridges that compilers make for generics.
func methods(w *walk, class, name string) []callgraph.MethodID {
	var all []callgraph.MethodID
	for _, m := range w.app.Hierarchy.Set().Class(class).Methods {
		if m.Name == name && m.Code() != nil && !m.Access.Has(dex.AccBridge) {
			all = append(all, w.app.Calls.ID(m))
		}
	}
	return all
}

// results follows what the methods of a class with a name return, or of the nearest class above that has them; false if
// there are none.
func results(w *walk, class, name string, depth int) bool {
	found := false
	for t := range w.app.Hierarchy.Supertypes(w.app.Hierarchy.ID(class)) {
		if w.app.Hierarchy.Class(t) == nil || found {
			continue
		}
		for _, m := range methods(w, w.app.Hierarchy.Name(t), name) {
			an := w.app.OriginsOf(m)
			if an == nil {
				continue
			}
			found = true
			for in := range an.Graph.Code.Insns() {
				if in.Op == dex.OpReturnObject {
					w.register(m, in.Off, in.A(), depth)
				}
			}
		}
	}
	return found
}

// sent follows what the app's own code puts into an intent or bundle under the key of an extra. A null is
// likelier an extra that is not there at all, so that what is found here goes behind the extra itself then.
func sent(w *walk, key string, depth int) {
	floor := 0
	if w.out.Kind == guide.CrashNull {
		floor = len(ranks)
	}
	if key == "" {
		return
	}
	w.extras = putUnder(w, w.extras, func(ref dex.MethodRef) bool {
		return ref.Class == "Landroid/content/Intent;" && ref.Name == "putExtra" ||
			(ref.Class == "Landroid/os/Bundle;" || ref.Class == "Landroid/os/BaseBundle;") && strings.HasPrefix(ref.Name, "put")
	})
	put(w, w.extras[key], floor, depth)
}

// stored follows what the app's own code stores as a setting. How that is done is the plan's to find out, so that it
// goes behind the setting.
func stored(w *walk, key string, depth int) {
	if key == "" {
		return
	}
	w.settings = putUnder(w, w.settings, func(ref dex.MethodRef) bool {
		return ref.Class == "Landroid/content/SharedPreferences$Editor;" && strings.HasPrefix(ref.Name, "put")
	})
	put(w, w.settings[key], slices.Index(ranks, guide.SubjectSetting)+1, depth)
}

// putUnder are the calls of some methods by the constant key under which each puts a value: known, or looked up in all
// of the app, once.
func putUnder(
	w *walk, known map[string][]callgraph.Use, puts func(dex.MethodRef) bool,
) map[string][]callgraph.Use {
	if known != nil {
		return known
	}
	known = map[string][]callgraph.Use{}
	for _, u := range w.app.Calls.Index.CallsTo(puts) {
		in := w.app.Calls.Method(u.Method).Code().At(u.PC)
		if key := w.app.ArgumentText(u.Method, &in, 1); key != "" {
			known[key] = append(known[key], u)
		}
	}
	return known
}

// put follows the values that some calls put under a key. What is found has at best the rank of the kind at a place of
// ranks.
func put(w *walk, calls []callgraph.Use, floor, depth int) {
	defer func(before int) { w.floor = before }(w.floor)
	w.floor = max(w.floor, 2*floor)
	for _, u := range calls[:min(len(calls), maxFan)] {
		in := w.app.Calls.Method(u.Method).Code().At(u.PC)
		w.argument(u.Method, &in, 1, depth)
	}
}

// stream follows what a call reads to what the stream is of. A file is what it is of where nothing says otherwise.
func stream(w *walk, m callgraph.MethodID, call *dex.Insn, argument, depth int) {
	w.derived++
	w.argument(m, call, argument, depth)
	w.derived--
	told := []guide.SubjectKind{
		guide.SubjectServer, guide.SubjectFile, guide.SubjectResult, guide.SubjectAttribute, guide.SubjectSetting,
		guide.SubjectColumn,
	}
	if !slices.ContainsFunc(w.found, func(c candidate) bool { return slices.Contains(told, c.Subject.Kind) }) {
		w.note(m, guide.Subject{Kind: guide.SubjectFile})
	}
}

// readInto follows what is read into a buffer, and says whether there is anything.
func readInto(w *walk, m callgraph.MethodID, an *origin.Analysis, buffer origin.Origin, depth int) bool {
	known := false
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || in.Op.Call() == dex.CallStatic {
			continue
		}
		ref := an.Graph.Code.File.MethodAt(in.Index)
		if into := an.Args(&in, 1); len(into) != 1 || into[0] != buffer {
			continue
		}
		for _, c := range specs.SourceCalls(ref.Name) {
			if c.Source == specs.SourceStream && w.app.Hierarchy.IsSubtype(ref.Class, c.Type) {
				known = true
				stream(w, m, &in, c.Argument, depth)
			}
		}
	}
	return known
}
