package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
)

// actions adds the edges from methods that name an action to the components that the manifest lets
// it start. An action of the platform means the app's own activity only if that asks for data which
// the app itself defines. Which of several components with one action is started the user may
// choose: each gets an edge.
func (b *codeBuilder) actions() {
	for i := range b.components {
		c := &b.components[i]
		for _, action := range c.Actions {
			if strings.HasPrefix(action, "android.intent.action.") && c.Kind == Activity && !b.entries[i].own[action] {
				continue
			}
			for _, u := range b.calls.Index.Strings(action) {
				b.edge(Open, Node(u.Method), b.Component(i), u.PC)
			}
		}
	}
}

// dialogs adds the edges from calls of Activity.showDialog to the methods that
// make the dialogs, in the class that calls and those above and below it. Where
// there are such calls, they stand in for the framework.
// Activity.showDialog calls onCreateDialog of the same activity (android.app.Activity, managed dialogs).
// Without the edge taken back, every activity of the type would make the dialog, whoever asks for it.
func (b *codeBuilder) dialogs() {
	const create = "onCreateDialog"
	makers := map[callgraph.MethodID]bool{}
	for _, desc := range []string{"(I)V", "(ILandroid/os/Bundle;)Z"} {
		for _, u := range b.calls.Index.Calls("showDialog", desc) {
			for _, t := range b.types.Family(b.types.Enclosing(b.calls.Owner(u.Method))) {
				for _, m := range b.types.Class(t).Methods {
					if id := b.calls.ID(m); m.Name == create && id != callgraph.NoMethod && b.callbacks.called[id] {
						b.edge(Show, Node(u.Method), Node(id), u.PC)
						makers[id] = true
					}
				}
			}
		}
	}
	b.list = slices.DeleteFunc(b.list, func(e Edge) bool {
		return e.Kind == CallbackEdge && makers[callgraph.MethodID(e.To)]
	})
}

// maxReceivers bounds the classes that may take the answer to a request of which only a base class is known.
const maxReceivers = 12

// answers adds the edges from methods that wait for an answer to those of the
// class around them, or of one above or below it, that take it. A class without any, such as the adapter of a
// list, asks through an activity or a fragment that it was given: the answer is for that one. The order of
// the edges decides between explanations of equal length, so it is a fixed one: last class first.
func (b *codeBuilder) answers() {
	takers := map[string]string{
		"startActivityForResult": "onActivityResult", "startIntentSenderForResult": "onActivityResult",
		"startActivityFromFragment": "onActivityResult", "requestPermissions": "onRequestPermissionsResult",
	}
	calls := b.calls.Index.CallsTo(func(ref dex.MethodRef) bool { return takers[ref.Name] != "" })
	for _, u := range calls {
		owner := b.calls.Owner(u.Method)
		if callgraph.Platform(b.vendors[owner]) {
			continue
		}
		code := b.calls.Method(u.Method).Code()
		in := code.At(u.PC)
		ref := code.File.MethodAt(in.Index)
		all := b.takersIn(b.types.Family(b.types.Enclosing(owner)), takers[ref.Name])
		if t := b.types.ID(ref.Class); len(all) == 0 && t != callgraph.NoType && in.Op.Call() != dex.CallStatic {
			if all = b.takersIn(slices.Collect(b.types.Subtypes(t)), takers[ref.Name]); len(all) > maxReceivers {
				continue
			}
		}
		for _, to := range all {
			b.edge(Answer, Node(u.Method), Node(to), u.PC)
		}
	}
}

// takersIn are the methods with a name that the framework calls in some classes.
func (b *codeBuilder) takersIn(types []callgraph.TypeID, name string) []callgraph.MethodID {
	var all []callgraph.MethodID
	for _, t := range slices.Backward(types) {
		class := b.types.Class(t)
		if class == nil {
			continue
		}
		for _, m := range class.Methods {
			if to := b.calls.ID(m); m.Name == name && to != callgraph.NoMethod && b.callbacks.called[to] {
				all = append(all, to)
			}
		}
	}
	return all
}
