package goals

import (
	"cmp"
	"math/rand"
	"slices"
	"strconv"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/ui"
)

// Callbacks of the platform that want more than a press.
const (
	// actionItem ends the descriptor of what hears of an item of an action mode, of ActionMode.Callback and
	// AbsListView.MultiChoiceModeListener: rows are picked before. Beside the item it is given the mode, as no other
	// handler of items is, so that it is known by that where a shrinker changed its name.
	actionItem = ";Landroid/view/MenuItem;)Z"
	// editorAction and querySubmit are for the keyboard's action key, of TextView.OnEditorActionListener and
	// SearchView.OnQueryTextListener: a text comes first, which gives the field the focus.
	editorAction = "onEditorAction"
	querySubmit  = "onQueryTextSubmit"
	// dismissed is in the name of what hears of a snack bar that has gone, of Snackbar.Callback and
	// BaseTransientBottomBar.BaseCallback: it goes by itself.
	dismissed = "->onDismissed("
)

// snackbarMillis is how long a snack bar stays at most, with its animation: 2,750 ms for one that is long, by the
// constants of the material library's SnackbarManager, and some more with an action that a screen reader could use.
const snackbarMillis = 5000

// OfActionMode says that the task is an item of an action mode.
func (t Task) OfActionMode() bool {
	return t.Kind == guide.AchieveHandler && t.Role == guide.RoleMenu && strings.HasSuffix(t.Method, actionItem)
}

// Submits says that the task's handler hears of the keyboard's action key.
func (t Task) Submits() bool {
	name := relevance.MethodName(t.Method)
	return name == editorAction || name == querySubmit
}

// OfMenu says that what the task is done by is in a menu, or shows up by an item of one.
func (t Task) OfMenu() bool {
	return t.Role == guide.RoleMenu || slices.ContainsFunc(t.Widgets, func(w guide.Widget) bool { return w.Menu })
}

// Events are the events of a task that needs no widget, on a device that was turned so last ("" if it was not yet);
// none for others.
func (t Task) Events(v gen.View, turned string, rng *rand.Rand) []event.Event {
	config := func(arg, value string) event.Event { return event.Event{Kind: event.Config, Arg: arg, Value: value} }
	switch t.Kind {
	case guide.AchievePermission:
		if t.Want.Class == guide.WantPresent {
			return permissions(v, t.Permission, "ask")
		}
		return permissions(v, t.Permission, "deny")
	case guide.AchieveAnswer:
		if t.Answer == guide.AnswerNone { // an app that does not answer would still take the intent
			return []event.Event{config(event.Apps, event.AppsNone)}
		}
		answer := event.Event{Kind: event.Answer, Arg: Answers[t.Answer]}
		if more := config(event.Apps, event.AppsMore); slices.Contains(v.Outside, more) { // who answers may be missing
			return []event.Event{more, answer}
		}
		return []event.Event{answer}
	case guide.AchieveServer:
		if odd := response(t.Achiever); odd.Way != "" {
			return []event.Event{config(event.Responses, odd.String())}
		}
	case guide.AchieveLifecycle, guide.AchieveDevice:
		return changes(t.Change, turned, t.Values)
	case guide.AchieveStart:
		return started(t.Achiever, v.Outside)
	case guide.AchieveOutside:
		return t.fromOutside(v, rng)
	case guide.AchieveGesture:
		if t.Gesture == guide.GestureMenuKey {
			return []event.Event{{Kind: event.Menu}}
		}
	case guide.AchieveHandler:
		switch {
		case strings.Contains(t.Method, dismissed):
			return []event.Event{{Kind: event.Wait, Millis: snackbarMillis}}
		case t.Role == guide.RoleKey && slices.Contains(backMethods, relevance.MethodName(t.Method)):
			return leaving(v.Screen)
		}
	}
	return nil
}

// started is the start of an activity by others: of those known the first with the wanted action, with the parts that
// are wanted and without the extras that are to be missing; none if others cannot start it.
func started(a *guide.Achiever, outside []event.Event) []event.Event {
	var e event.Event
	for _, known := range outside {
		if known.Intent == nil || !strings.HasSuffix(known.Intent.Component, "/"+a.Screen) {
			continue
		}
		if e.Intent == nil || a.Action != "" && e.Intent.Action != a.Action && known.Intent.Action == a.Action {
			e = known
		}
	}
	if e.Intent == nil {
		return nil
	}
	if a.Change == guide.ChangeKill {
		e.Arg = event.Alone
	}
	e.Intent = e.Intent.Clone()
	e.Intent.Action = cmp.Or(a.Action, e.Intent.Action)
	e.Intent.Type = cmp.Or(a.Type, e.Intent.Type)
	e.Intent.Data = cmp.Or(a.Data, e.Intent.Data)
	for _, missing := range a.Extras {
		delete(e.Intent.Extras, missing)
		delete(e.Intent.URIs, missing)
		if missing == guide.ExtraType {
			e.Intent.Type = ""
		}
	}
	return []event.Event{e}
}

// response is how a server answers that an achiever wants; zero if there is none.
func response(a *guide.Achiever) event.Response {
	r := event.Response{Way: Responses[a.Answer], Field: a.Key}
	switch {
	case a.Answer == guide.AnswerSize:
		r.Value = strconv.Itoa(a.Rows)
	case len(a.Values) > 0:
		r.Value = a.Values[0]
	}
	return r
}

// waits are the events of a wait for some time in ms, none if that is no time that can be waited for.
func waits(values []string) []event.Event {
	if len(values) == 0 {
		return nil
	}
	ms, err := strconv.Atoi(values[0])
	e := event.Event{Kind: event.Wait, Millis: ms}
	if err != nil || ms <= 0 || e.Validate() != nil {
		return nil
	}
	return []event.Event{e}
}

// backMethods are the callbacks of Activity, OnBackPressedCallback and OnBackInvokedCallback that Back runs, and no
// other key.
var backMethods = []string{"onBackPressed", "handleOnBackPressed", "onBackInvoked"}

// leaving are the events that have Back reach the app: where a field in which something was typed has the focus, the
// keyboard is up, and the first press only hides it.
func leaving(s *ui.Screen) []event.Event {
	back := event.Event{Kind: event.Back}
	if s != nil && typing(s) {
		return []event.Event{back, back}
	}
	return []event.Event{back}
}

// typing says that a field in which something was typed has the focus.
func typing(s *ui.Screen) bool {
	return slices.ContainsFunc(s.Widgets, func(w ui.Widget) bool {
		return w.Focused && w.Editable() && w.Typed() != ""
	})
}

// SendsTyped says that the task's handler hears of the keyboard's action key in a field of which nothing is known, and
// that one with a text has the focus: what was typed last is in it.
func (t Task) SendsTyped(s *ui.Screen) bool { return t.Submits() && len(t.Widgets) == 0 && typing(s) }

// fromOutside are the events of what comes from outside of the app.
func (t Task) fromOutside(v gen.View, rng *rand.Rand) []event.Event {
	switch t.Change {
	case guide.ChangeAlarm:
		return []event.Event{{Kind: event.Alarm}}
	case guide.ChangeNotification:
		return []event.Event{{Kind: event.Notification}}
	case guide.ChangeWait:
		return waits(t.Values)
	case guide.ChangeRestricted:
		return []event.Event{{Kind: event.Restricted}, {Kind: event.Launch}}
	}
	if t.Change == guide.ChangeBroadcast && t.Action != "" {
		return sent(t.Achiever)
	}
	kind := map[guide.Change]event.Kind{guide.ChangeBroadcast: event.Broadcast, guide.ChangeService: event.Service,
		guide.ChangeIntent: event.Start}[t.Change]
	var all []event.Event
	if kind == event.Broadcast && t.Screen == "" {
		all = heard(v)
	}
	for _, e := range v.Outside {
		if e.Kind == kind && (t.Screen == "" || e.Intent != nil && strings.HasSuffix(e.Intent.Component, "/"+t.Screen)) {
			all = append(all, e)
		}
	}
	if own := heardBy(guide.JavaClass(t.Goal.Subject.Name), all); len(own) > 0 {
		all = own
	}
	if len(all) == 0 {
		return nil
	}
	return []event.Event{all[rng.Intn(len(all))]}
}

// heardBy are those of the events that a receiver hears, by the Java name of its class: broadcasts to it, its widgets,
// and calls and messages where it hears of these.
func heardBy(class string, all []event.Event) []event.Event {
	if class == "" {
		return nil
	}
	var own []event.Event
	told := map[event.Kind]bool{}
	to := func(component string) bool { return strings.HasSuffix(component, "/"+class) }
	for _, e := range all {
		if e.Intent != nil && to(e.Intent.Component) {
			own = append(own, e)
			told[event.Call] = told[event.Call] || e.Intent.Action == "android.intent.action.PHONE_STATE"
			told[event.SMS] = told[event.SMS] || e.Intent.Action == "android.provider.Telephony.SMS_RECEIVED"
		}
	}
	for _, e := range all {
		provider, _, _ := strings.Cut(e.Value, " ")
		if told[e.Kind] || e.Kind == event.Widget && to(provider) {
			own = append(own, e)
		}
	}
	return own
}

// heard are the events of which receivers hear by broadcasts that only the system sends, or the home screen: those of
// calls, messages, app widgets and buttons of notifications, as far as the app takes them.
func heard(v gen.View) []event.Event {
	var all []event.Event
	add := func(e event.Event) {
		if e.Kind == event.Call || e.Kind == event.SMS || e.Kind == event.Widget || e.Arg == event.NotificationAction {
			all = append(all, e)
		}
	}
	for _, e := range v.Outside {
		add(e)
	}
	for _, c := range gen.World(v) {
		add(c.Event)
	}
	return all
}

// permissions are the events that refuse a permission as a user does, or take it back so that the app asks for it: with
// the others of its group that the app asks for. The platform grants what is asked for without asking the user where
// another of the group is held, so the others come first: each of these events ends the app, which asks again as it
// starts.
func permissions(v gen.View, permission, way string) []event.Event {
	var all []event.Event
	for _, e := range v.Outside {
		if e.Kind == event.Permission && e.Arg == way && e.Value != permission &&
			guide.SamePermissionGroup(e.Value, permission) {
			all = append(all, e)
		}
	}
	return append(all, event.Event{Kind: event.Permission, Arg: way, Value: permission})
}
