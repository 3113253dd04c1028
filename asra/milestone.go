package asra

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// milestones is the cheapest path from the launcher to the target: the events on it, each with the
// activity that it happens in. Callbacks that no user runs are left out unless the path ends there:
// they come by themselves with the screen.
func (s *stages) milestones() []guide.Milestone {
	start := s.reach.Begin
	if start < 0 {
		return nil
	}
	var all []guide.Milestone
	activity := ""
	if s.app.Components[start].Kind == icfg.Activity {
		activity = s.app.Components[start].Name
	}
	pending := activity != "" // the activity is new, and no event in it has been written
	path := s.reach.Route()
	for i, e := range path {
		switch kind, n := s.app.Kind(e.To); kind {
		case icfg.ComponentNode:
			// The path leaves an activity in which nothing had to be done: being there is the step.
			if pending {
				all = append(all, guide.Milestone{Activity: activity, Role: guide.RoleLifecycle})
				pending = false
			}
			if s.app.Components[n].Kind == icfg.Activity {
				activity, pending = s.app.Components[n].Name, true
			}
		case icfg.MethodNode:
			cb := s.app.CallbackOf(callgraph.MethodID(n))
			last := i == len(path)-1
			if cb == nil || !last && (e.Kind == icfg.Call || !appcode.IsEvent(cb.Role) ||
				appcode.MakesForCaller(s.app.Calls.Method(cb.Method))) {
				continue
			}
			var next *icfg.Edge
			if !last {
				next = &path[i+1]
			}
			all = append(all, s.contextMenu(activity, cb)...)
			all = append(all, guide.Milestone{
				Activity: activity, Callback: s.name(cb.Method), Role: guide.Role(cb.Role), Widgets: s.triggers(cb, next),
				Positions: s.reach.Positions(cb, next),
			})
			pending = false
		}
	}
	if len(all) == 0 && s.startedByOthers() != "" { // nothing is to be done but to be there
		all = append(all, guide.Milestone{Activity: activity, Role: guide.RoleLifecycle})
	}
	return all
}

// contextMenu is the long click that brings up the menu of a callback for items of context menus;
// nothing for other callbacks. The framework asks the same activity or fragment for the menu and
// tells it of the item, so who makes the menu is looked for in the callback's own class.
func (s *stages) contextMenu(activity string, cb *icfg.Callback) []guide.Milestone {
	m := s.app.Calls.Method(cb.Method)
	if m.Name != "onContextItemSelected" {
		return nil
	}
	var all []guide.Milestone
	for _, maker := range m.Class.Methods {
		open := s.app.CallbackOf(s.app.Calls.ID(maker))
		if maker.Name != "onCreateContextMenu" || open == nil {
			continue
		}
		out := guide.Milestone{Activity: activity, Callback: maker.String(), Role: guide.RoleLongClick}
		for _, w := range open.Widgets {
			out.Widgets = append(out.Widgets, s.app.GuideWidget(w))
		}
		all = append(all, out)
	}
	return all
}

// starters are the handlers on an activity that start another one, each with the widgets that do:
// the path has the cheapest of them, and each may hand over other data.
// What only makes something for its caller is no step, as in milestones.
func (s *stages) starters(from, to string) []guide.Milestone {
	at, other := s.app.Activity(from), s.app.Activity(to)
	if at < 0 || other < 0 {
		return nil
	}
	var all []guide.Milestone
	for _, o := range s.app.Openings(at) {
		cb := s.app.CallbackOf(o.Callback)
		if o.To != other || !appcode.IsEvent(cb.Role) || appcode.MakesForCaller(s.app.Calls.Method(cb.Method)) {
			continue
		}
		m := guide.Milestone{Activity: from, Callback: s.name(cb.Method), Role: guide.Role(cb.Role)}
		for _, e := range s.starts(cb.Method, other) {
			for _, w := range s.triggers(cb, &e) {
				if !slices.Contains(m.Widgets, w) {
					m.Widgets = append(m.Widgets, w)
				}
			}
		}
		all = append(all, m)
	}
	return append(all, s.startingEntries(&s.app.Components[other], from)...)
}

// users are the handlers on an activity from which control comes to a callback without another event, by what a field
// holds, nearest first: they post a runnable, or show a dialog with a listener, that the screen made as it came up,
// where the path has the making only. The callback is named as in DEX; "" is that of the stack.
func (s *stages) users(activity, callback string) []guide.Milestone {
	at := s.app.Activity(activity)
	var all []*icfg.Callback
	for i := range s.app.Callbacks {
		cb := &s.app.Callbacks[i]
		if s.isEvent(cb) && slices.Contains(cb.Components, at) && s.uses(cb, callback) {
			all = append(all, cb)
		}
	}
	slices.SortStableFunc(all, func(a, b *icfg.Callback) int {
		return s.reach.Distance(s.app.Method(a.Method)) - s.reach.Distance(s.app.Method(b.Method))
	})
	var out []guide.Milestone
	for _, cb := range all {
		next := s.reach.Next(s.app.Method(cb.Method))
		out = append(out, guide.Milestone{
			Activity: activity, Callback: s.name(cb.Method), Role: guide.Role(cb.Role), Widgets: s.triggers(cb, next),
		})
	}
	return out
}

// uses says that the cheapest path from a handler goes over an object which a field holds, and the next event on it is
// the callback, or there is none where that is "".
func (s *stages) uses(cb *icfg.Callback, callback string) bool {
	held := false
	for _, e := range s.reach.Path(s.app.Method(cb.Method)) {
		held = held || e.Kind == icfg.Use
		other := s.app.CallbackOf(s.app.MethodAt(e.To))
		switch {
		case e.Kind == icfg.Open || e.Kind == icfg.Answer:
			return false
		case e.Kind != icfg.Call && other != nil && s.isEvent(other):
			return held && s.name(other.Method) == callback
		}
	}
	return held && callback == ""
}

// isEvent says that a callback is run by an event, and not by code that asks for a dialog or a menu as Activity's
// showDialog does.
func (s *stages) isEvent(cb *icfg.Callback) bool {
	return appcode.IsEvent(cb.Role) && !appcode.MakesForCaller(s.app.Calls.Method(cb.Method))
}

// touchedEntry is the platform's method that runs as an entry of a preference screen is touched. By the documentation
// of android.preference.Preference, and of AndroidX's, its <intent> is started then; no code of the app runs.
const touchedEntry = "Landroid/preference/Preference;->onClick()V"

// startingEntries are the entries of preference screens whose <intent> starts a component.
func (s *stages) startingEntries(to *icfg.Component, from string) []guide.Milestone {
	m := guide.Milestone{Activity: from, Callback: touchedEntry, Role: guide.RolePreference}
	for _, e := range s.app.PreferenceStarts() {
		if e.Widget.Text != "" && (e.Intent.TargetClass == to.Name ||
			e.Intent.Action != "" && slices.Contains(to.Actions, e.Intent.Action)) {
			m.Widgets = append(m.Widgets, s.app.GuideWidget(e.Widget))
		}
	}
	if len(m.Widgets) == 0 {
		return nil
	}
	return []guide.Milestone{m}
}

// triggers are the widgets of a callback with which it takes the next edge of a path; nil
// next means to the target.
func (s *stages) triggers(cb *icfg.Callback, next *icfg.Edge) []guide.Widget {
	var all []guide.Widget
	for _, w := range s.reach.Likely(cb, next) {
		all = append(all, s.app.GuideWidget(w))
	}
	return all
}
