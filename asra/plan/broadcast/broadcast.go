// Package broadcast finds out which broadcasts a receiver hears that code registers, and who in the app sends them.
package broadcast

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/plan/field"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// maxActions bounds the actions that are told of one receiver.
const maxActions = 4

// Registered are the calls that register a receiver of a class. They are told by their name: Context, ContextCompat and
// LocalBroadcastManager have them, with the receiver and its filter as the first two arguments after the context.
func Registered(app *appcode.Reader, class *dex.Class) []callgraph.Use {
	var all []callgraph.Use
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return ref.Name == "registerReceiver" }) {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		receivers := an.Args(&call, 1)
		if near(app, class, receivers, u.Method) || slices.ContainsFunc(receivers, func(o origin.Origin) bool {
			return Made(app, class, o, u.Method)
		}) {
			all = append(all, u)
		}
	}
	return all
}

// FilterActions are the actions of the filters with which some calls register receivers of a class, those first that
// the class names itself, as what it tests.
func FilterActions(app *appcode.Reader, class *dex.Class, registered []callgraph.Use) []string {
	var named, others []string
	for _, u := range registered {
		an := app.OriginsOf(u.Method)
		call := an.Graph.Code.At(u.PC)
		for _, action := range filtered(app, u.Method, an.Args(&call, 2)) {
			switch {
			case slices.Contains(named, action) || slices.Contains(others, action):
			case names(app, class, action):
				named = append(named, action)
			default:
				others = append(others, action)
			}
		}
	}
	all := append(named, others...)
	return all[:min(len(all), maxActions)]
}

// near says whether values that come out of methods, such as those that compilers make for the private fields of the
// class around, may be objects of a class since the same method makes one.
func near(app *appcode.Reader, class *dex.Class, values []origin.Origin, in callgraph.MethodID) bool {
	return slices.ContainsFunc(values, func(o origin.Origin) bool { return o.Kind == origin.Result }) &&
		slices.ContainsFunc(app.Calls.Index.Allocs(class.Descriptor), func(u callgraph.Use) bool { return u.Method == in })
}

// names says whether a method of a class has a text in its code.
func names(app *appcode.Reader, class *dex.Class, text string) bool {
	return slices.ContainsFunc(app.Calls.Index.Strings(text), func(u callgraph.Use) bool {
		return app.Calls.Method(u.Method).Class == class
	})
}

// filtered are the actions of filters that a method makes, or those that all methods of its class give to filters where
// it got its own from elsewhere.
func filtered(app *appcode.Reader, m callgraph.MethodID, filters []origin.Origin) []string {
	made := !slices.ContainsFunc(filters, func(o origin.Origin) bool { return o.Kind != origin.New })
	var all []string
	for _, method := range app.Calls.Method(m).Class.Methods {
		id := app.Calls.ID(method)
		if method.Code() == nil || made && id != m {
			continue
		}
		an := app.OriginsOf(id)
		if an == nil {
			continue
		}
		for in := range method.Code().Insns() {
			if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
				continue
			}
			ref := method.Class.File.MethodAt(in.Index)
			if ref.Class != filter || ref.Name != "addAction" && !strings.HasPrefix(ref.Name+ref.Desc, "<init>("+text) {
				continue
			}
			mine := func(o origin.Origin) bool { return slices.Contains(filters, o) }
			if action := app.ArgumentText(id, &in, 1); action != "" && (!made || slices.ContainsFunc(an.Args(&in, 0), mine)) {
				all = append(all, action)
			}
		}
	}
	return all
}

const (
	filter = "Landroid/content/IntentFilter;"
	intent = "Landroid/content/Intent;"
	text   = "Ljava/lang/String;"
)

// Senders are the calls that send a broadcast with an action, of Context and of LocalBroadcastManager.
func Senders(app *appcode.Reader, action string) []callgraph.Use {
	var all []callgraph.Use
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return strings.HasPrefix(ref.Name, "send") && strings.Contains(ref.Name, "Broadcast")
	}) {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		for _, o := range itself(an, an.Args(&call, 1)) {
			if o.Kind == origin.New && o.Text == intent && acts(app, u.Method, an, o, action) {
				all = append(all, u)
				break
			}
		}
	}
	return all
}

// itself are the intents that values are: what puts something into an intent gives the intent itself.
func itself(an *origin.Analysis, values []origin.Origin) []origin.Origin {
	for range maxPuts {
		if len(values) != 1 || values[0].Kind != origin.Result || values[0].Owner != intent ||
			!strings.HasSuffix(values[0].Desc, ")"+intent) {
			break
		}
		put := an.Graph.Code.At(values[0].PC)
		values = an.Args(&put, 0)
	}
	return values
}

// maxPuts bounds the calls in a row that put something into one intent.
const maxPuts = 16

// acts says whether a method gives an intent that it makes an action.
func acts(app *appcode.Reader, m callgraph.MethodID, an *origin.Analysis, made origin.Origin, action string) bool {
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := an.Graph.Code.File.MethodAt(in.Index)
		gives := ref.Name == "setAction" || strings.HasPrefix(ref.Name+ref.Desc, "<init>("+text)
		if ref.Class == intent && gives && slices.Contains(an.Args(&in, 0), made) && app.ArgumentText(m, &in, 1) == action {
			return true
		}
	}
	return false
}

// Made says whether a value in a method can be an object of a class: one made there, the receiver, or what
// a field of that type holds, also where a method gives what the field holds.
// A field of a wider type, such as the listener's interface, is looked through once: who writes it may make the
// object right there.
func Made(app *appcode.Reader, class *dex.Class, o origin.Origin, in callgraph.MethodID) bool {
	switch o.Kind {
	case origin.New:
		return o.Text == class.Descriptor
	case origin.Param:
		own := app.Calls.Method(in).Class.Descriptor
		return o.Int == 0 && (own == class.Descriptor || app.Hierarchy.IsSubtype(own, class.Descriptor))
	case origin.Field, origin.Static:
		return o.Desc == class.Descriptor || holds(app, class, o.FieldRef())
	case origin.Result:
		return slices.ContainsFunc(field.Returned(app, o), func(f dex.FieldRef) bool { return holds(app, class, f) })
	case origin.Unknown, origin.Int, origin.String, origin.Class, origin.Array, origin.Other:
	}
	return false
}

// holds says whether code puts an object of a class that it makes into a field.
func holds(app *appcode.Reader, class *dex.Class, f dex.FieldRef) bool {
	return slices.ContainsFunc(app.Calls.Index.Writes(f), func(w callgraph.Use) bool {
		an := app.OriginsOf(w.Method)
		if an == nil {
			return false
		}
		put := an.Graph.Code.At(w.PC)
		return slices.ContainsFunc(an.At(w.PC, put.A()), func(o origin.Origin) bool {
			return o.Kind == origin.New && o.Text == class.Descriptor
		})
	})
}
