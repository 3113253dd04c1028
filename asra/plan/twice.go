package plan

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/asra/plan/field"
	"talpa/asra/plan/place"
	"talpa/cfg/callgraph"
)

// fastTwice has what runs the handler of the crash touched twice, faster than the app, where the crash is an index
// below the first: before the touch alone where the handler asks for the place of what may be gone, and its widget has
// a name; else after it, since the search does that on what was touched before.
func fastTwice(p *planner, touch guide.Achiever) []guide.Achiever {
	c := p.Crash
	if c == nil || c.Kind != guide.CrashIndex || c.Index == nil || *c.Index >= 0 || !slices.Contains(
		[]guide.Role{guide.RoleClick, guide.RoleItem, guide.RoleLongClick, guide.RoleMenu}, touch.Role) {
		return []guide.Achiever{touch}
	}
	twice := p.Events([]string{"doubletap"}, touch.Screen)
	asks := func(m callgraph.MethodID) bool { return place.Asked(p.App.Calls.Method(m)) }
	if !slices.ContainsFunc(p.Stack.Inner(), asks) || !slices.ContainsFunc(touch.Widgets, named) {
		return append([]guide.Achiever{touch}, twice...)
	}
	twice[0].Widgets = touch.Widgets
	return append(twice, touch)
}

// ownDoing has the handler of the crash run twice, first faster than the app, where that handler is the likeliest to
// make what the crash wants: it takes the last row, or lets go of an object, that its next run uses. It may hide its
// widget, too, so that a person must be quick. A goal before the path would be in vain: the handler needs the path as
// well.
func ownDoing(p *planner, found guide.Subject, all []guide.Achiever) bool {
	touch := p.Last.Achievers
	if found.Kind != guide.SubjectField || !slices.Contains([]guide.CrashKind{
		guide.CrashNull, guide.CrashIndex, guide.CrashEmpty,
	}, p.Crash.Kind) {
		return false
	}
	if len(all) == 0 || len(touch) == 0 || touch[0].Kind != guide.AchieveHandler || all[0].Kind != guide.AchieveHandler ||
		all[0].Method != touch[0].Method || !slices.ContainsFunc(touch[0].Widgets, named) {
		return false
	}
	fastFirst(p)
	return true
}

// fastFirst has what runs the handler of the crash touched twice, faster than the app, and then once more after it has
// run, before all else that brings the crash about.
func fastFirst(p *planner) {
	touch := p.Last.Achievers
	first := p.Events([]string{"doubletap"}, touch[0].Screen)
	first[0].Widgets = touch[0].Widgets
	again := touch[0]
	again.Kind, again.First = guide.AchieveOrder, again.Method
	p.Last.Achievers = append(append(first, again), touch...)
}

// takesItself says that the handler of the crash takes an element away where it crashes, and is a touch of what has a
// name: its first run makes the place that is remembered one that is no more.
func takesItself(p *planner) bool {
	touch := p.Last.Achievers
	use := p.Crash.Use[strings.LastIndexByte(p.Crash.Use, '.')+1:]
	return slices.Contains(field.TakingCalls, use) && len(touch) > 0 && touch[0].Kind == guide.AchieveHandler &&
		slices.ContainsFunc(touch[0].Widgets, named)
}

// named says that a widget has an id.
func named(w guide.Widget) bool { return w.ID != "" }
