// Package achieve has what is asked of achievers of a plan's goals, whatever the goal: which are the same, which are
// handlers, on which screen they are, and what the events of package specs are for them.
package achieve

import (
	"slices"

	"talpa/asra/guide"
)

// AddNew adds achievers, but for those that ask for what another one does.
func AddNew(all []guide.Achiever, more ...guide.Achiever) []guide.Achiever {
	for _, a := range more {
		if !slices.ContainsFunc(all, func(b guide.Achiever) bool { return Same(a, b) }) {
			all = append(all, a)
		}
	}
	return all
}

// Same says that two achievers ask for the same to be done. Labels, titles and values are left out: they
// are words for it, but for the values of what a server answers.
// Rows are not compared either: to add two rows is to add one, twice.
func Same(a, b guide.Achiever) bool {
	return a.Kind == b.Kind && a.Method == b.Method && a.Change == b.Change && a.Screen == b.Screen &&
		a.Gesture == b.Gesture && a.Answer == b.Answer && a.Key == b.Key && a.Permission == b.Permission &&
		(a.Kind != guide.AchieveServer || slices.Equal(a.Values, b.Values)) &&
		a.Action == b.Action && slices.Equal(a.Widgets, b.Widgets)
}

// Handlers are those of some achievers that are handlers. What is handed over stays as it is.
func Handlers(all []guide.Achiever) (handlers []guide.Achiever) {
	for _, a := range all {
		if a.Kind == guide.AchieveHandler {
			handlers = append(handlers, a)
		}
	}
	return handlers
}

// OnlyScreen is the screen of all of some achievers, "" if they are of several.
func OnlyScreen(all []guide.Achiever) string {
	for _, a := range all {
		if a.Screen != all[0].Screen {
			return ""
		}
	}
	return all[0].Screen
}

// OnlyHandled says that some achievers have handlers, and all of these are of one screen.
func OnlyHandled(all []guide.Achiever, screen string) bool {
	found := false
	for _, a := range all {
		if a.Kind == guide.AchieveHandler {
			if a.Screen != screen {
				return false
			}
			found = true
		}
	}
	return found
}

// changes are what the events of specs are for a guide. specs names events by the
// platform's rules (failures.txt, events.txt), the guide by what a device can be told to do; a word of
// specs that is not here is no event that anybody can bring about.
var changes = map[string]guide.Achiever{
	"rotate":       {Kind: guide.AchieveLifecycle, Change: guide.ChangeRotate},
	"leave":        {Kind: guide.AchieveLifecycle, Change: guide.ChangeLeave},
	"back":         {Kind: guide.AchieveLifecycle, Change: guide.ChangeBack},
	"lock":         {Kind: guide.AchieveLifecycle, Change: guide.ChangeLock},
	"kill":         {Kind: guide.AchieveLifecycle, Change: guide.ChangeKill},
	"destroy":      {Kind: guide.AchieveLifecycle, Change: guide.ChangeDestroy},
	"configure":    {Kind: guide.AchieveDevice, Change: guide.ChangeConfigure},
	"offline":      {Kind: guide.AchieveDevice, Change: guide.ChangeOffline},
	"full":         {Kind: guide.AchieveDevice, Change: guide.ChangeFull},
	"alarm":        {Kind: guide.AchieveOutside, Change: guide.ChangeAlarm},
	"notification": {Kind: guide.AchieveOutside, Change: guide.ChangeNotification},
	"broadcast":    {Kind: guide.AchieveOutside, Change: guide.ChangeBroadcast},
	"service":      {Kind: guide.AchieveOutside, Change: guide.ChangeService},
	"intent":       {Kind: guide.AchieveOutside, Change: guide.ChangeIntent},
	"restricted":   {Kind: guide.AchieveOutside, Change: guide.ChangeRestricted},
	"longpress":    {Kind: guide.AchieveGesture, Gesture: guide.GestureLongPress},
	"swipe":        {Kind: guide.AchieveGesture, Gesture: guide.GestureSwipe},
	"scroll":       {Kind: guide.AchieveGesture, Gesture: guide.GestureScroll},
	"pinch":        {Kind: guide.AchieveGesture, Gesture: guide.GesturePinch},
	"doubletap":    {Kind: guide.AchieveGesture, Gesture: guide.GestureDoubleTap},
	"key":          {Kind: guide.AchieveGesture, Gesture: guide.GestureKey},
	"menukey":      {Kind: guide.AchieveGesture, Gesture: guide.GestureMenuKey},
	"type":         {Kind: guide.AchieveGesture, Gesture: guide.GestureType},
	"nobody":       {Kind: guide.AchieveAnswer, Answer: guide.AnswerNone},
	"refuse":       {Kind: guide.AchievePermission},
}

// Named is the achiever that an event of specs is; false for an event that nobody can bring about.
func Named(event string) (guide.Achiever, bool) {
	a, ok := changes[event]
	return a, ok
}

// Absent is for a part of the phone that is to be missing.
func Absent(s guide.Subject, want guide.Want) []guide.Achiever {
	missing := want.Class == guide.WantNull || want.Class == guide.WantAbsent || want.IsZero()
	if s.Name == "" || !missing {
		return nil
	}
	switch s.Name {
	case guide.PartNetwork:
		return []guide.Achiever{{Kind: guide.AchieveDevice, Change: guide.ChangeOffline}}
	case guide.PartSpace:
		return []guide.Achiever{{Kind: guide.AchieveDevice, Change: guide.ChangeFull}}
	}
	return []guide.Achiever{{Kind: guide.AchieveDevice, Change: guide.ChangeAbsent, Values: []string{s.Name}}}
}
