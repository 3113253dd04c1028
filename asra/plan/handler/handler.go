// Package handler says what runs a callback of an app: the widgets of a handler, or what has the framework call it by
// the platform's rules. Who wants a method to run, or control at a position in it, asks here for the achievers.
//
// It knows nothing of a plan: which of the achievers are used, and when, is decided in package plan.
package handler

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/byname"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/specs"
)

// MaxWidgets bounds the widgets of an achiever: what lies beyond the first few is tried so late that it only hides the
// others.
const MaxWidgets = 6

// Handlers are the callbacks of an app, by what runs them.
type Handlers struct {
	app     *appcode.Reader
	at      func(cb *icfg.Callback, pc uint32) []icfg.Widget
	answers func(screen string) []guide.Achiever
}

// New returns the handlers of an app. at gives the widgets of a callback with which control comes to a position in it,
// in code units, answers what has a screen be given a result.
func New(
	app *appcode.Reader, at func(cb *icfg.Callback, pc uint32) []icfg.Widget,
	answers func(screen string) []guide.Achiever,
) *Handlers {
	return &Handlers{app, at, answers}
}

// Name is the DEX name of a method, by which the guide knows it.
func (h *Handlers) Name(m callgraph.MethodID) string { return h.app.Calls.Method(m).String() }

// Method is the method with a DEX name; NoMethod if the app has none.
// Overloads are told apart by the descriptor in the name.
func (h *Handlers) Method(name string) callgraph.MethodID {
	class, rest, ok := strings.Cut(name, "->")
	open := strings.IndexByte(rest, '(')
	if !ok || open < 0 {
		return callgraph.NoMethod
	}
	m := h.app.Hierarchy.Set().Method(dex.MethodRef{Class: class, Name: rest[:open], Desc: rest[open:]})
	if m == nil {
		return callgraph.NoMethod
	}
	return h.app.Calls.ID(m)
}

// Label is what people call an activity, for the sentences of the plan; never empty for a named activity:
// its label in the manifest, unless it is that of the whole app, which tells no screen from another, else its
// class without the package.
// It is for people, and for the search to find an entry that is called so; nothing is decided by it.
func (h *Handlers) Label(activity string) string {
	manifest := h.app.Manifest
	for i := range manifest.Activities {
		a := &manifest.Activities[i]
		if a.Name == activity && a.Label != "" && a.Label != manifest.Application.Label {
			return a.Label
		}
	}
	return guide.SimpleName(activity)
}

// OnlyScreen is the Java name of the only activity on which a method can run: of a widget whose screen is not known it
// is the one, wherever what the method read is tested later. "" if there are several, or it is no activity.
func (h *Handlers) OnlyScreen(method string) string {
	m := h.Method(method)
	if m == callgraph.NoMethod {
		return ""
	}
	places := h.app.PlacesOf(m)
	if len(places) != 1 || h.app.Components[places[0]].Kind != icfg.Activity {
		return ""
	}
	return h.app.Components[places[0]].Name
}

// RunsOn says whether a method can run on an activity, by its Java name; on any where that is "".
func (h *Handlers) RunsOn(m callgraph.MethodID, activity string) bool {
	return activity == "" || slices.ContainsFunc(h.app.PlacesOf(m), func(c int) bool {
		return h.app.Components[c].Name == activity
	})
}

// Using is the use of a handler's widgets.
func (h *Handlers) Using(callback string, role guide.Role, widgets []guide.Widget, screen string) guide.Achiever {
	if role == guide.RoleTouch && len(widgets) == 0 {
		widgets = h.touchedViews(callback)
	}
	named := func(w guide.Widget) bool { return w.ID != "" || w.Text != "" }
	if strings.HasPrefix(byname.Bare(callback), "onQueryText") && !slices.ContainsFunc(widgets, named) {
		widgets = []guide.Widget{{Class: guide.SearchView}} // libraries wrap that of a menu in views of their own
	}
	return guide.Achiever{
		Kind: guide.AchieveHandler, Method: callback, Role: byname.Used(callback, role), Screen: screen,
		Label:   h.Label(screen),
		Widgets: widgets[:min(len(widgets), MaxWidgets)],
	}
}

// touchedViews are the views in layouts that have a callback of touches, or inherit it: what overrides the platform's
// View.onTouchEvent is registered nowhere.
func (h *Handlers) touchedViews(callback string) []guide.Widget {
	class, _, _ := strings.Cut(callback, "->")
	types := h.app.Hierarchy
	t := types.ID(class)
	if t == callgraph.NoType {
		return nil
	}
	var all []guide.Widget
	for sub := range types.Subtypes(t) {
		for _, w := range h.app.ViewsOf(dex.JavaName(types.Name(sub))) {
			if w.Name != "" {
				all = append(all, h.app.GuideWidget(w))
			}
		}
	}
	return all
}

// Callback is what runs a callback, with some of its widgets, all if none are named.
// A callback of several screens names none: the search goes to whichever is nearest.
func (h *Handlers) Callback(cb *icfg.Callback, widgets []guide.Widget) []guide.Achiever {
	screen := ""
	if len(cb.Components) == 1 {
		screen = h.app.Components[cb.Components[0]].Name
	}
	name := h.Name(cb.Method)
	if !appcode.IsEvent(cb.Role) {
		return h.Events(specs.CallbackEvents(byname.Bare(name)), screen)
	}
	for _, w := range cb.Widgets {
		if g := h.app.GuideWidget(w); len(widgets) < MaxWidgets && !slices.Contains(widgets, g) {
			widgets = append(widgets, g)
		}
	}
	return []guide.Achiever{h.Using(name, guide.Role(cb.Role), widgets, screen)}
}

// Named is what runs a callback, by its DEX name, with the widget that triggers it; the zero widget is
// none. Nil for methods that are no callback, since nobody can be told to run them.
// Its role tells what to do with the widget.
func (h *Handlers) Named(name string, trigger guide.Widget) []guide.Achiever {
	m := h.Method(name)
	if m == callgraph.NoMethod || h.app.CallbackOf(m) == nil {
		return nil
	}
	var widgets []guide.Widget
	if trigger != (guide.Widget{}) {
		widgets = []guide.Widget{trigger}
	}
	return h.Callback(h.app.CallbackOf(m), widgets)
}

// On is the use of a handler with all its widgets, on one of the screens that it has.
func (h *Handlers) On(cb *icfg.Callback, screen string) guide.Achiever {
	var widgets []guide.Widget
	for _, w := range cb.Widgets {
		widgets = append(widgets, h.app.GuideWidget(w))
	}
	return h.Using(h.Name(cb.Method), guide.Role(cb.Role), widgets, screen)
}

// From are the handlers on an activity that call a method without another callback in between.
func (h *Handlers) From(m callgraph.MethodID, component int) []guide.Achiever {
	var all []guide.Achiever
	for _, r := range h.app.NearestRunners(m) {
		cb := h.app.CallbackOf(r)
		if !appcode.IsEvent(cb.Role) || !slices.Contains(cb.Components, component) {
			continue
		}
		all = achieve.AddNew(all, h.On(cb, h.app.Components[component].Name))
	}
	return all
}

// Events are the achievers of what specs names, on a screen. What is done to a screen names it; what comes
// from outside, or is of the whole device, happens anywhere.
// Names that the table lacks are left out without a word: specs may name what no device can do.
func (h *Handlers) Events(names []string, screen string) []guide.Achiever {
	var all []guide.Achiever
	for _, name := range names {
		if name == "answer" {
			all = append(all, h.answers(screen)...)
			continue
		}
		a, ok := achieve.Named(name)
		if !ok {
			continue
		}
		if a.Kind == guide.AchieveLifecycle || a.Kind == guide.AchieveGesture {
			a.Screen, a.Label = screen, h.Label(screen)
		}
		if a.Change == guide.ChangeRotate && h.app.Manifest.SurvivesRotation(screen) {
			other := a // nearly all of these are made anew in another language
			other.Change = guide.ChangeConfigure
			all = append(all, other)
		}
		all = append(all, a)
	}
	return all
}
