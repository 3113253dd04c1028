package setting

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/broadcast"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/widget"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Listener finds what the listener that has a callback hears of on settings screens.
// Methods and classes of preferences are told by their names alone, since there are three of each: the platform's,
// the support library's and AndroidX's.
type Listener struct {
	App      *appcode.Reader
	Stack    []callgraph.MethodID // the methods of the stack, up to the callback
	Callback *dex.Method
	// Screen is the Java name of the activity that shows the entries, Last that in which the path ends.
	Screen, Last string
}

// Preferences are the entries whose changes a callback hears of: those with the keys that its registration asks
// for; of entries whose key that does not tell those of their class on the screen of the path. Where nobody
// registers it for an entry, it hears of all on that screen. Entries whose keys the methods of the stack name
// come first.
func (l Listener) Preferences() []widget.Preference {
	keys, classes := l.registered("setOnPreferenceChangeListener")
	var named, others []widget.Preference
	for _, pref := range l.App.Preferences() {
		known := slices.Contains(keys, pref.Key)
		listens := known || len(keys)+len(classes) == 0 || slices.Contains(classes, pref.Widget.Class) ||
			slices.ContainsFunc(classes, func(class string) bool { return strings.HasSuffix(class, ".Preference") })
		switch {
		case pref.Key == "" || !listens || !known && ShownOn(l.App, pref, l.Last) != l.Screen:
		case l.stackNames(pref.Key):
			named = append(named, pref)
		default:
			others = append(others, pref)
		}
	}
	return append(named, others...)
}

// Touched are the widgets of the entries whose touches a callback hears of, where the registration tells their
// keys.
func (l Listener) Touched() []guide.Widget {
	keys, _ := l.registered("setOnPreferenceClickListener")
	var all []guide.Widget
	for _, key := range keys {
		for _, pref := range l.App.PreferencesOf(key) {
			all = append(all, l.App.GuideWidget(pref.Widget))
		}
	}
	return all
}

// registered says for which entries the methods with a name register the listener:
// by their keys, or by their classes where code does not tell the key.
// Arguments are counted with the receiver: 0 is the entry, 1 the listener.
// A registration whose listener is not known does not count: else each listener would hear of all entries.
func (l Listener) registered(registers string) (keys, classes []string) {
	for _, u := range l.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return ref.Name == registers }) {
		an := l.App.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		made := func(o origin.Origin) bool { return broadcast.Made(l.App, l.Callback.Class, o, u.Method) }
		if !slices.ContainsFunc(an.Args(&call, 1), made) {
			continue
		}
		if some := EntriesIn(l.App, u.Method, an.Args(&call, 0), true); len(some) > 0 {
			keys = append(keys, some...)
		} else {
			classes = append(classes, dex.JavaName(an.Graph.Code.File.MethodAt(call.Index).Class))
		}
	}
	return keys, classes
}

// stackNames says whether a method of the stack, up to the callback, has a text in its code.
// It is a hint only, and orders alternatives: a key that the code compares stands there, but so do others.
func (l Listener) stackNames(text string) bool {
	return slices.ContainsFunc(l.App.Calls.Index.Strings(text), func(u callgraph.Use) bool {
		return slices.Contains(l.Stack, u.Method)
	})
}
