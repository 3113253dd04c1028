package gen

import "talpa/fuzz/event"

// Worth of events that no widget shows; a plain press has 10. They are tried
// on every new screen now and then, not every time.
const (
	weightBack    = 1.2
	weightMenu    = 5
	weightRotate  = 1.2
	weightHome    = 0.3
	weightKill    = 0.2
	weightRestart = 0.2
	weightWait    = 0.3
	weightEnter   = 1
	weightChord   = 0.1 // each of several
	weightLock    = 0.15
	weightKey     = 0.15
	weightAnswer  = 0.1
	weightConfig  = 0.06
	weightAnew    = 0.15
	weightAlarm   = 0.1
	weightNotice  = 0.2
	weightOutside = 0.15
	// weightDocument is small since there are up to 21 of them: together less than a fifth
	// of a press.
	weightDocument = 0.08
)

// System returns the events that need no widget and can be done on any screen,
// with the weight of each; the swipes from the edges are among them. A dialog
// makes back and rotation more interesting: many apps lose their dialogs. The
// view must have a screen.
func System(v View) []Candidate {
	s, floating := v.Screen, 1.0
	if s.Floating() {
		floating = 2
	}
	list := make([]Candidate, 0, 24)
	add := func(weight float64, e event.Event) {
		key := KeyOf(e)
		list = append(list, Candidate{Event: e, Weight: weight, Widget: -1, Key: key, Kind: key})
	}
	add(weightBack*floating, event.Event{Kind: event.Back})
	add(weightRotate*floating, Rotate(s))
	add(weightHome, event.Event{Kind: event.Home})
	add(weightLock, event.Event{Kind: event.Lock})
	add(weightKill*floating, event.Event{Kind: event.Kill})
	add(weightRestart, event.Event{Kind: event.Restart})
	add(weightWait, event.Event{Kind: event.Wait, Millis: 3000})
	if floating == 1 {
		add(weightMenu, event.Event{Kind: event.Menu})
	}
	for i := range s.Widgets {
		if w := &s.Widgets[i]; w.Focused && w.Editable() {
			add(weightEnter, event.Event{Kind: event.Key, Arg: "ENTER"})
			add(weightEnter/2, event.Event{Kind: event.EditorAction, Arg: "default"})
			for _, chord := range chords {
				add(weightChord, event.Event{Kind: event.Key, Arg: chord})
			}
			break
		}
	}
	for _, key := range [...]string{"SEARCH", "DPAD_CENTER", "DPAD_DOWN", "VOLUME_UP"} {
		add(weightKey, event.Event{Kind: event.Key, Arg: key})
	}
	for _, answer := range [...]string{"ok", "empty", "cancelled", "none"} {
		add(weightAnswer, event.Event{Kind: event.Answer, Arg: answer})
	}
	for _, c := range configurations {
		e, weight := event.Event{Kind: event.Config, Arg: c[0], Value: c[1]}, weightConfig
		if Recreates(e) {
			weight = weightAnew * floating
		}
		add(weight, e)
	}
	for _, c := range World(v) {
		add(c.Weight, c.Event)
	}
	for _, e := range v.Outside {
		switch e.Kind {
		case event.Document:
			add(weightDocument, e)
		case event.Config:
			add(weightConfig, e)
		default:
			add(weightOutside, e)
		}
	}
	if floating == 1 {
		list = append(list, Edges(s)...)
	}
	return list
}

// chords are keys on the text of a field: all of it is selected, cut out, put in, taken back.
var chords = [...]string{"CTRL_LEFT+A", "CTRL_LEFT+X", "CTRL_LEFT+V", "CTRL_LEFT+Z"}

// configurations are settings of the device that apps trip over.
var configurations = [...][2]string{
	{"locale", "de-DE"}, {"locale", "ar-EG"}, {"locale", "en-US"}, {"fontscale", "1.3"}, {"fontscale", "1.0"},
	{"night", "yes"}, {"night", "no"}, {"network", "off"}, {"network", "on"}, {"clock", "25h"},
	{"timezone", "Asia/Kolkata"}, {event.Storage, event.StorageLow}, {event.Storage, event.StorageFull},
	{event.KeepActivities, "no"}, {event.KeepActivities, "yes"},
}

// Cold says whether an event starts the app's process again, which takes as
// long as dozens of others.
func Cold(e event.Event) bool {
	switch e.Kind {
	case event.Kill, event.Restart, event.StopProcess, event.Restricted, event.Boot, event.Older, event.Update:
		return true
	}
	return e.Arg == event.Alone
}

// Recreates says whether an event makes Android destroy the activity in front and make
// it anew, unless the app says that it handles the change. Many handle a rotation
// and forget the size of the text and the colours of the night.
func Recreates(e event.Event) bool {
	return e.Kind == event.Rotate || e.Kind == event.Config && (e.Arg == "fontscale" || e.Arg == "night")
}

// DropActivities has Android destroy an activity as soon as it is left.
var DropActivities = event.Event{Kind: event.Config, Arg: event.KeepActivities, Value: "no"}

// Perturbs weighs the events after which the app comes back to the same screen, made
// anew or in another state, at once or, where activities are dropped, the next time.
func Perturbs(e event.Event) float64 {
	switch {
	case e.Kind == event.Rotate:
		return 2
	case Recreates(e):
		return 0.5
	case e.Kind == event.Kill, e.Kind == event.Home:
		return 1
	case e == DropActivities:
		return 0.3
	}
	return 0
}

// LeavesScreen weighs the events that take the screen away from what it has begun, for a
// while or for good; the app's process lives on.
func LeavesScreen(e event.Event) float64 {
	switch {
	case e.Kind == event.Back:
		return 2
	case e.Kind == event.Kill, e == DropActivities:
		return 0
	}
	return Perturbs(e)
}

// Wide says whether what an event does hardly depends on the screen that it is
// done on, so that it is not tried on each.
func Wide(e event.Event) bool {
	switch e.Kind {
	case event.Answer, event.Document, event.Permission, event.Config, event.Key, event.Wait, event.Start, event.Broadcast,
		event.Service, event.Alarm, event.Notification, event.Location, event.TrimMemory, event.Query, event.Boot,
		event.Restricted, event.Tile, event.Widget, event.Shortcut, event.SMS, event.Call, event.Battery, event.Headset,
		event.Sensor, event.Job:
		return true
	case event.Swipe:
		return e.Target.IsZero()
	}
	return false
}

// Interrupts says whether an event takes the screen away from a form that is being filled in, or its process. All that
// do are alike there, rare as some are elsewhere.
func Interrupts(e event.Event) bool {
	switch e.Kind {
	case event.Back, event.Rotate, event.Home, event.Kill, event.Notification:
		return true
	}
	return false
}
