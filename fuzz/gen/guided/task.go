package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// holds says whether a task is needless: its screen is in front.
func (s *state) holds(t goals.Task) bool {
	return t.Goal.Kind == guide.GoalScreen && s.relevance.Place(s.view.Screen).Activity == t.Goal.Subject.Class
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
		o := &s.offers[i]
		if !o.System && o.Listed && rowed(role) && serves(role, o) && ofClass(widgets,
			s.view.Screen.Widgets[o.Widget].Class) {
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

// ofClass says whether a row of a class may be one of widgets of which no more than the class is known.
// A dump tells the views of libraries by their own names or by the framework's class that they extend:
// only another name of a library is another class for sure.
func ofClass(widgets []guide.Widget, class string) bool {
	known := false
	for _, w := range widgets {
		known = known || w.Class != ""
		if guide.SimpleName(w.Class) == guide.SimpleName(class) {
			return true
		}
	}
	return !known || strings.HasPrefix(class, "android.")
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
func (s *state) eventsOf(t goals.Task) []event.Event {
	config := func(arg, value string) event.Event { return event.Event{Kind: event.Config, Arg: arg, Value: value} }
	switch t.Kind {
	case guide.AchievePermission:
		return []event.Event{{Kind: event.Permission, Arg: "deny", Value: t.Permission}}
	case guide.AchieveAnswer:
		return []event.Event{{Kind: event.Answer, Arg: goals.Answers[t.Answer]}}
	case guide.AchieveServer:
		if odd := goals.Responses[t.Answer]; odd != "" {
			return []event.Event{config(event.Responses, odd)}
		}
	case guide.AchieveLifecycle, guide.AchieveDevice:
		return goals.Changes(t.Change, s.view.Screen, t.Values)
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
func (s *state) outsideEvents(t goals.Task) []event.Event {
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
func (s *state) gesture(t goals.Task) int {
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
