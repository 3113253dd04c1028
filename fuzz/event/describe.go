package event

import (
	"cmp"
	"fmt"
	"strings"

	"talpa/fuzz/document"
)

// Describe says the event in a person's words: Tap "Save".
func (e Event) Describe() string {
	on := describe(e.Target, e.X, e.Y)
	switch e.Kind {
	case Launch:
		return "Start the app"
	case Tap:
		return "Tap " + on
	case DoubleTap:
		return "Tap twice, fast, " + on
	case LongTap:
		return "Long-press " + on
	case Text:
		return fmt.Sprintf("Type %q into %s", shorten(e.Value), on)
	case Clear:
		return "Empty " + on
	case Scroll:
		return fmt.Sprintf("Scroll %s in %s", e.Arg, on)
	case Swipe:
		return fmt.Sprintf("Swipe from (%d, %d) to (%d, %d)", e.X, e.Y, e.X2, e.Y2)
	case Select:
		return fmt.Sprintf("Pick %d rows, from %s on", e.Rows(), on)
	case EditorAction:
		return "Press the action key of the keyboard: " + e.Arg
	case Pinch:
		return fmt.Sprintf("Pinch %s at (%d, %d)", e.Arg, e.X, e.Y)
	case Back, Home, Menu:
		return "Press " + strings.ToUpper(string(e.Kind[:1])) + string(e.Kind[1:])
	case Key:
		return "Press the key " + e.Arg
	case Rotate:
		return "Rotate to " + e.Arg
	case Start, Broadcast, Service:
		verb := map[Kind]string{Start: "Start activity", Broadcast: "Send broadcast", Service: "Start service"}[e.Kind]
		return verb + " " + e.Intent.describe() + e.alone()
	case Permission:
		name := strings.TrimPrefix(e.Value, "android.permission.")
		switch e.Arg {
		case "deny":
			return "Deny " + name
		case "ask":
			return "Take " + name + " away until the app asks for it"
		}
		return "Grant " + name
	case Answer:
		return "Let other apps answer " + e.Arg
	case Document:
		return e.describeDocument()
	case Config:
		switch e.Arg {
		case Phone:
			return map[bool]string{true: "Empty the phone of files, contacts, messages, calls, dates and media",
				false: "Put the files, contacts, messages, calls, dates and media back"}[e.Value == PhoneEmpty]
		case Apps:
			return describeApps(e.Value)
		case KeepActivities:
			return map[bool]string{true: "Don't keep activities", false: "Keep activities"}[e.Value == "no"]
		case Background:
			return map[bool]string{
				true:  "From here on, work in the background takes its time (a slow network, a busy phone)",
				false: "Now work in the background gets done",
			}[e.Value == BackgroundSlow]
		case InputSpeed:
			return map[bool]string{
				true:  "From here on, be faster than the app: do not wait for what a step has begun",
				false: "Now let the app come to rest after each step",
			}[e.Value == InputFast]
		}
		if words := servers[e.Value]; e.Arg == Responses && words != "" {
			return "From here on, servers answer " + words
		}
		return fmt.Sprintf("Set %s to %s", e.Arg, e.Value)
	case Alarm:
		return "Let the next alarm ring" + e.alone()
	case Job:
		return "Let the next job run" + e.alone()
	case Notification, Location, TrimMemory, SMS, Call, Battery, Headset, Sensor:
		return e.describeWorld()
	case Wait:
		return fmt.Sprintf("Wait %d ms", e.Millis)
	case Restart:
		return "Stop the app and start it again"
	case Kill:
		return "Let the system kill the app in the background, and come back to it"
	case StopProcess:
		return "Leave the app, and let the system kill it in the background"
	case Restricted:
		return "A backup starts the app's process, without its Application and providers, and leaves it"
	case Boot:
		return "Switch the phone off and on"
	case Query:
		return "Another app asks the provider of " + shorten(e.Value) + e.alone()
	case Older:
		return "Uninstall the app, and install the older build"
	case Update:
		return "Leave the app, and update it over its data"
	case ClearData:
		return "Stop the app and clear its data"
	}
	return string(e.Kind)
}

// describeDocument says what lies in the folder.
func (e Event) describeDocument() string {
	name := fmt.Sprintf("%q", shorten(e.Value))
	switch document.State(e.Arg) {
	case document.Empty:
		return "Put the empty file " + name + " into Download, to be picked"
	case document.Damaged:
		return "Put the damaged file " + name + " into Download, to be picked"
	case document.AFolder:
		return "Put a folder " + name + " into Download"
	case document.Gone:
		return "Remove " + name + " from Download"
	}
	return "Put the file " + name + " into Download, to be picked"
}

// describeApps says which other apps there are.
func describeApps(value string) string {
	switch value {
	case AppsNone:
		return "Remove all other apps: nobody shows pages, pictures or files"
	case AppsAll:
		return "Put the other apps back"
	case AppsMore:
		return "Add a store, a scanner, a viewer of all files and speech"
	}
	return "Remove the app " + value
}

// alone says that the app's process is killed before.
func (e Event) alone() string {
	if e.Arg == Alone {
		return ", after the system killed the app in the background"
	}
	return ""
}

// describe names the widget by what a person sees, else by id, class or pixel.
func describe(sel Selector, x, y int) string {
	_, id, _ := strings.Cut(sel.ID, "/")
	class := sel.Class[strings.LastIndexByte(sel.Class, '.')+1:]
	switch {
	case sel.Text != "":
		return fmt.Sprintf("%q", shorten(sel.Text))
	case sel.Desc != "":
		return fmt.Sprintf("%q", shorten(sel.Desc))
	case id != "" && sel.Nth > 0:
		return fmt.Sprintf("%s number %d", id, sel.Nth+1)
	case id != "":
		return id
	case class != "":
		return fmt.Sprintf("the %s at (%d, %d)", class, x, y)
	}
	return fmt.Sprintf("(%d, %d)", x, y)
}

// describe names the intent by its component, else its action or data.
func (in *Intent) describe() string {
	switch {
	case in == nil:
		return ""
	case in.Component != "":
		return in.Component
	case in.Action != "":
		return in.Action
	}
	return in.Data
}

// shorten cuts text for people at 60 runes.
func shorten(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return s
}

// servers says, for people, how they answer by the values of Responses.
var servers = map[string]string{
	ResponsesNormal: "what the app reads",
	ResponsesError:  "that there is no such thing (404)",
	ResponsesEmpty:  "with nothing",
	ResponsesBare:   "with JSON that has no members",
	ResponsesPage:   "with a web page, whatever is asked for",
}

// describeWorld says what happens around the app.
func (e Event) describeWorld() string {
	switch {
	case e.Kind == Notification && e.Arg == NotificationDismiss:
		return "Dismiss the newest notification"
	case e.Kind == Notification && e.Arg == NotificationAction:
		return "Press button " + e.Value + " of the newest notification, counted from 0"
	case e.Kind == Notification:
		return "Tap the newest notification"
	case e.Kind == TrimMemory:
		return "The system asks for memory back: " + e.Arg
	case e.Kind == SMS:
		from, text := e.Message()
		return fmt.Sprintf("A text message of %s arrives: %q", from, shorten(text))
	case e.Kind == Call:
		return describeCall(e.Arg, e.Value)
	case e.Kind == Battery && e.Arg == BatteryLevel:
		return "The battery is at " + e.Value + " %"
	case e.Kind == Battery && e.Arg == BatteryUnplug:
		return "Unplug the charger"
	case e.Kind == Battery:
		return "Plug the charger in: " + e.Arg
	case e.Kind == Headset:
		return map[bool]string{true: "Plug a headset in", false: "Unplug the headset"}[e.Arg == "plug"]
	case e.Kind == Sensor && e.Value == SensorAbsent:
		return "The phone has no sensor " + e.Arg
	case e.Kind == Sensor:
		return "The sensor " + e.Arg + " reads " + e.Value
	case e.Arg == LocationFix:
		return "The phone is at " + e.Value + " (latitude, longitude, altitude, accuracy, speed)"
	case e.Arg == LocationSatellites:
		return e.Value + " satellites are in view"
	case e.Arg == LocationNMEA:
		return "The receiver says " + shorten(e.Value)
	}
	return "Switch location " + e.Arg
}

// describeCall says what a call does; a number may be hidden.
func describeCall(what, number string) string {
	who := cmp.Or(number, "somebody who hides the number")
	switch what {
	case CallRing:
		return "A call of " + who + " arrives"
	case CallAccept:
		return "Take the call of " + who
	}
	return "The call of " + who + " ends"
}
