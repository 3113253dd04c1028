package guided

import (
	"cmp"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// task is one thing of the guide's plan to be done: an achiever of a goal.
type task struct {
	goal guide.Goal
	*guide.Achiever
}

// order lists the tasks of a plan, each after those that it needs. Of the achievers of a goal
// those are taken that choose returns, one after the other. How the world around the app is to
// be comes first, as it lasts.
func order(p *guide.Plan, choose func(goal guide.Goal) []*guide.Achiever) []task {
	var tasks []task
	goals := map[int]guide.Goal{}
	for _, g := range p.Goals {
		goals[g.ID] = g
	}
	needed := map[int]bool{} // by some achiever only: not a goal of all
	for _, g := range p.Goals {
		for _, a := range g.Achievers {
			for _, n := range a.Needs {
				needed[n] = true
			}
		}
	}
	done := map[int]bool{}
	var add func(id int)
	add = func(id int) {
		g, ok := goals[id]
		if !ok || done[id] {
			return
		}
		done[id] = true // before its needs, so that a plan in a circle ends
		for _, first := range g.After {
			add(first)
		}
		for _, a := range choose(g) {
			for _, need := range a.Needs {
				add(need)
			}
			tasks = append(tasks, task{g, a})
			if a.Kind == guide.AchieveOrder && a.First == a.Method {
				tasks = append(tasks, task{g, a}) // twice
			}
		}
	}
	for _, g := range p.Goals {
		if !needed[g.ID] {
			add(g.ID)
		}
	}
	slices.SortStableFunc(tasks, func(a, b task) int { return cmp.Compare(a.rank(), b.rank()) })
	return tasks
}

// rank is 0 for tasks that last from wherever they are done, 1 for others.
func (t task) rank() int {
	switch {
	case t.Kind == guide.AchievePermission, t.Kind == guide.AchieveAnswer, t.Kind == guide.AchieveServer,
		t.Change == guide.ChangeOffline, t.Change == guide.ChangeFull:
		return 0
	}
	return 1
}

// milestonePlan makes a plan of a guide's milestones, for a guide that has none: each
// is a goal that comes after the one before.
func milestonePlan(g *guide.Guide) *guide.Plan {
	p := &guide.Plan{}
	for _, m := range g.Milestones {
		if m.Callback == "" || !m.Role.Prunable() {
			continue // the framework calls it on arrival
		}
		goal := guide.Goal{ID: len(p.Goals) + 1, Kind: guide.GoalRun, Screen: m.Activity,
			Subject: guide.Subject{Kind: guide.SubjectMethod, Name: m.Callback},
			Achievers: []guide.Achiever{{Kind: guide.AchieveHandler, Screen: m.Activity, Method: m.Callback, Role: m.Role,
				Widgets: m.Widgets}}}
		if goal.ID > 1 {
			goal.After = []int{goal.ID - 1}
		}
		p.Goals = append(p.Goals, goal)
	}
	return p
}

// holds says whether a task is needless: its screen is in front.
func (s *state) holds(t task) bool {
	return t.goal.Kind == guide.GoalScreen && s.relevance.Place(s.view.Screen).Activity == t.goal.Subject.Class
}

// offerOf returns the offer that uses one of the widgets of a handler, the one tried least, -1 if there
// is none here.
// Widgets that bear neither id nor text, such as the layout of a row, stand for what serves the
// handler's role: of the rows, find's choice.
func (s *state) offerOf(widgets []guide.Widget, role guide.Role) int {
	at := s.relevance.Place(s.view.Screen)
	named := false
	var equal []int // those tried least; of an action several rows
	least := 0
	for _, w := range widgets {
		id, text := relevance.ShortID(w.ID), strings.ToLower(w.Text)
		named = named || id != "" || text != ""
		for i := range s.offers {
			o := &s.offers[i]
			if o.System || !serves(role, o) || w.Screen != "" && at.Activity != "" && w.Screen != at.Activity {
				continue
			}
			if id != "" && bears(s.view.Screen, o.Widget, id) ||
				text != "" && slices.Contains(at.Texts(s.view.Screen, o.Candidate), text) {
				if tries := s.action(i).Tries; len(equal) == 0 || tries < least {
					equal, least = []int{i}, tries
				} else if tries == least && o.Key == s.offers[equal[0]].Key {
					equal = append(equal, i)
				}
			}
		}
	}
	if named {
		return s.among(equal)
	}
	for i := range s.offers {
		if o := &s.offers[i]; !o.System && o.Listed && rowed(role) && serves(role, o) {
			equal = append(equal, i)
		}
	}
	return s.among(equal)
}

// serves says whether an offer is a gesture that can call a callback of the role.
func serves(role guide.Role, o *transition.Offer) bool {
	if o.Event.Kind == event.DoubleTap || o.Event.Kind == event.Swipe || o.Event.Kind == event.Pinch {
		return role == guide.RoleTouch
	}
	switch role {
	case guide.RoleItem, guide.RoleCheck, guide.RolePreference, guide.RoleOther, guide.RoleFocus, "":
		return o.Verb == ui.Press || o.Verb == ui.Slide && role == guide.RoleCheck
	}
	return relevance.Fits(role, o.Verb)
}

// rowed says whether what calls a callback of the role may be the row of a list.
func rowed(role guide.Role) bool {
	return role == guide.RoleItem || role == guide.RoleLongClick || role == guide.RoleClick || role == guide.RoleDialog ||
		role == guide.RoleMenu
}

// bears says whether a widget, or what it is in, has the id: the row's id sits on a child as often as
// on the row itself.
func bears(screen *ui.Screen, widget int, id string) bool {
	for i, up := widget, 0; i >= 0 && up < 2; i, up = screen.Widgets[i].Parent, up+1 {
		if relevance.ShortID(screen.Widgets[i].ID) == id {
			return true
		}
	}
	return false
}

// among returns one of equal offers as find does; -1 of none.
func (s *state) among(equal []int) int {
	if len(equal) == 0 {
		return -1
	}
	switch p := s.rng.Float64(); {
	case p < firstRow:
		return equal[0]
	case p < firstRow+lastRow:
		return equal[len(equal)-1]
	}
	return equal[s.rng.Intn(len(equal))]
}

// eventsOf are the events of a task that needs no widget; none for others.
func (s *state) eventsOf(t task) []event.Event {
	config := func(arg, value string) event.Event { return event.Event{Kind: event.Config, Arg: arg, Value: value} }
	switch t.Kind {
	case guide.AchievePermission:
		return []event.Event{{Kind: event.Permission, Arg: "deny", Value: t.Permission}}
	case guide.AchieveAnswer:
		return []event.Event{{Kind: event.Answer, Arg: answers[t.Answer]}}
	case guide.AchieveServer:
		if odd := responses[t.Answer]; odd != "" {
			return []event.Event{config(event.Responses, odd)}
		}
	case guide.AchieveLifecycle, guide.AchieveDevice:
		return changes(t.Change, s.view.Screen, t.Values)
	case guide.AchieveStart:
		for _, e := range s.view.Outside {
			if e.Intent != nil && strings.HasSuffix(e.Intent.Component, "/"+t.Screen) {
				return []event.Event{e}
			}
		}
	case guide.AchieveOutside:
		return s.outsideEvents(t)
	case guide.AchieveGesture:
		if t.Gesture == guide.GestureMenuKey {
			return []event.Event{{Kind: event.Menu}}
		}
	}
	return nil
}

// outsideEvents are the events of what comes from outside of the app.
func (s *state) outsideEvents(t task) []event.Event {
	switch t.Change {
	case guide.ChangeAlarm:
		return []event.Event{{Kind: event.Alarm}}
	case guide.ChangeNotification:
		return []event.Event{{Kind: event.Notification}}
	}
	kind := map[guide.Change]event.Kind{guide.ChangeBroadcast: event.Broadcast, guide.ChangeService: event.Service,
		guide.ChangeIntent: event.Start}[t.Change]
	var all []event.Event
	for _, e := range s.view.Outside {
		if e.Kind == kind && (t.Screen == "" || e.Intent != nil && strings.HasSuffix(e.Intent.Component, "/"+t.Screen)) {
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return []event.Event{all[s.rng.Intn(len(all))]}
}

// gesture returns an offer of a task's gesture, on one of its widgets if it has some: that which
// weighs most, one of equals; -1 if there is none.
func (s *state) gesture(t task) int {
	return gen.Draw(s.rng, len(s.offers), func(i int) float64 {
		o := &s.offers[i]
		if o.System != (t.Gesture == guide.GestureKey) || !slices.Contains(relevance.GestureKinds[t.Gesture], o.Event.Kind) ||
			!o.System && len(t.Widgets) > 0 && !slices.ContainsFunc(t.Widgets, func(w guide.Widget) bool {
				return w.ID == "" || bears(s.view.Screen, o.Widget, relevance.ShortID(w.ID))
			}) {
			return 0
		}
		return s.action(i).Weight()
	})
}

// answers are the events' words for how another app answers, responses those for a server.
var (
	answers = map[guide.Answer]string{guide.AnswerNone: "none", guide.AnswerCanceled: "cancelled", guide.AnswerEmpty: "ok",
		guide.AnswerData: "ok", guide.AnswerBroken: "ok", guide.AnswerError: "cancelled"}
	responses = map[guide.Answer]string{guide.AnswerError: "error", guide.AnswerEmpty: "empty", guide.AnswerBroken: "page",
		guide.AnswerData: event.ResponsesNormal}
)

// changes are the events that bring a change of the screen or the device about.
func changes(c guide.Change, screen *ui.Screen, values []string) []event.Event {
	config := func(arg, value string) []event.Event {
		return []event.Event{{Kind: event.Config, Arg: arg, Value: value}}
	}
	switch c {
	case guide.ChangeRotate:
		return []event.Event{gen.Rotate(screen)}
	case guide.ChangeLeave:
		return []event.Event{{Kind: event.Home}}
	case guide.ChangeBack:
		return []event.Event{{Kind: event.Back}}
	case guide.ChangeKill:
		return []event.Event{{Kind: event.Kill}}
	case guide.ChangeDestroy:
		return append(config(event.KeepActivities, "no"), event.Event{Kind: event.Home})
	case guide.ChangeOffline:
		return config("network", "off")
	case guide.ChangeFull:
		return config("storage", "low")
	case guide.ChangeConfigure:
		locale := "de-DE" // a language with other words, numbers and dates
		if len(values) > 0 {
			locale = values[0]
		}
		return config("locale", locale)
	}
	return nil
}
