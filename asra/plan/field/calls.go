package field

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// CallsOn are the calls with one of some names on what a field holds.
func CallsOn(app *appcode.Reader, f *dex.Field, names []string) []callgraph.Use {
	read := Readers(app, f)
	held := func(o origin.Origin) bool { return HeldIn(app, o, f) }
	var all []callgraph.Use
	named := func(ref dex.MethodRef) bool { return slices.Contains(names, ref.Name) }
	for _, u := range app.Calls.Index.CallsTo(named) {
		an := (*origin.Analysis)(nil)
		if read[u.Method] {
			an = app.OriginsOf(u.Method)
		}
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		if slices.ContainsFunc(an.Args(&call, 0), held) {
			all = append(all, u)
		}
	}
	return all
}

// TakingCalls are the methods after which a collection has fewer elements, by the documentation of java.util.
var TakingCalls = []string{
	"clear", "remove", "removeAll", "removeIf", "retainAll", "poll", "pop", "removeFirst", "removeLast",
}

// Takes are the positions at which a method takes elements out of a collection, and the fields of objects of other
// classes that it reads.
func Takes(m *dex.Method) (taken []uint32, read []dex.FieldRef) {
	for in := range m.Code().Insns() {
		switch {
		case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod:
			if slices.Contains(TakingCalls, m.Class.File.MethodAt(in.Index).Name) {
				taken = append(taken, in.Off)
			}
		case in.Op >= dex.OpIget && in.Op < dex.OpIput:
			ref := m.Class.File.FieldAt(in.Index)
			if ref.Class != m.Class.Descriptor && !slices.Contains(read, ref) {
				read = append(read, ref)
			}
		}
	}
	return taken, read
}

// AddingCalls are the methods that put something into a collection, by the documentation of java.util and
// android.util.SparseArray.
var AddingCalls = []string{"add", "addAll", "addFirst", "addLast", "put", "append", "push", "offer"}

// EndingCalls are the methods after which an object cannot be used any more, by the documentation of AutoCloseable,
// MediaPlayer, Bitmap, ExecutorService, HandlerThread, Timer and WebView. Their class is not asked: that the object is
// in no state for a call is what the crash says.
var EndingCalls = []string{
	"close", "release", "recycle", "shutdown", "shutdownNow", "quit", "quitSafely", "cancel", "destroy", "stop",
}
