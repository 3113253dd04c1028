package asra

import (
	"fmt"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// milestones writes the cheapest way from the launcher to the target: the
// events on it, each with the activity that it happens in.
func (a *analysis) milestones() {
	start := a.begin
	if start < 0 {
		return
	}
	activity := ""
	if a.p.Components[start].Kind == icfg.Activity {
		activity = a.p.Components[start].Name
	}
	pending := activity != "" // the activity is new, and no event in it has been written
	path := a.routes.path(start)
	for i, e := range path {
		switch kind, n := a.p.Kind(e.To); kind {
		case icfg.ComponentNode:
			if pending {
				a.milestone(guide.Milestone{Activity: activity, Role: guide.RoleLifecycle})
				pending = false
			}
			if a.p.Components[n].Kind == icfg.Activity {
				activity, pending = a.p.Components[n].Name, true
			}
		case icfg.MethodNode:
			cb := a.p.CallbackOf(callgraph.MethodID(n))
			last := i == len(path)-1
			if cb == nil || !last && (e.Kind == icfg.Call || !isEvent(cb.Role) || makesForCaller(a.p.Calls.Method(cb.Method))) {
				continue
			}
			var next *icfg.Edge
			if !last {
				next = &path[i+1]
			}
			a.contextMenu(activity, cb)
			a.milestone(guide.Milestone{
				Activity: activity, Callback: a.p.Calls.Method(cb.Method).String(), Role: guide.Role(cb.Role),
				Widgets: a.triggers(cb, next),
			})
			pending = false
		}
	}
}

func (a *analysis) milestone(m guide.Milestone) { a.g.Milestones = append(a.g.Milestones, m) }

// contextMenu writes the long click that brings up the menu of a callback for
// items of context menus.
func (a *analysis) contextMenu(activity string, cb *icfg.Callback) {
	m := a.p.Calls.Method(cb.Method)
	if m.Name != "onContextItemSelected" {
		return
	}
	for _, maker := range m.Class.Methods {
		open := a.p.CallbackOf(a.p.Calls.ID(maker))
		if maker.Name != "onCreateContextMenu" || open == nil {
			continue
		}
		out := guide.Milestone{Activity: activity, Callback: maker.String(), Role: guide.RoleLongClick}
		for _, w := range open.Widgets {
			out.Widgets = append(out.Widgets, a.widget(w))
		}
		a.milestone(out)
	}
}

// findStart finds the component that the way begins at: the launcher, or the one
// from which the target is cheapest to reach.
func (a *analysis) findStart() {
	a.begin = -1
	for c, cost := range a.routes.cost {
		if cost == 0 {
			continue
		}
		if a.p.Components[c].Launcher {
			a.begin = c
			return
		}
		if a.begin < 0 || cost < a.routes.cost[a.begin] {
			a.begin = c
		}
	}
	if a.begin >= 0 {
		a.g.Notes = append(a.g.Notes, fmt.Sprintf("no way from the launcher to the target is known; the way starts at %s",
			a.p.Components[a.begin].Name))
	}
}

// triggers are the widgets of a callback that lead on over the next edge of the
// way; nil next means to the target.
func (a *analysis) triggers(cb *icfg.Callback, next *icfg.Edge) []guide.Widget {
	wanted := a.leadingOn(cb, next)
	var some, all []guide.Widget
	for _, w := range cb.Widgets {
		out := a.widget(w)
		all = append(all, out)
		if n, known := number(w); known && wanted.Has(n) {
			some = append(some, out)
		}
	}
	if len(some) > 0 {
		return some
	}
	return all
}

// leadingOn is the set of numbers of widgets with which a callback takes the
// next edge of the way.
func (a *analysis) leadingOn(cb *icfg.Callback, next *icfg.Edge) attr.Values {
	key, ok := primary(a.p.Calls.Method(cb.Method))
	if !ok {
		return attr.All()
	}
	g := a.gatesOf(cb.Method)
	if next == nil || g == nil {
		return a.accepted(cb.Method, key, 0)
	}
	return a.through(g, key, a.step(*next), 0)
}
