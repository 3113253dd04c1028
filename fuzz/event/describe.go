package event

import (
	"cmp"
	"fmt"
	"strings"

	"talpa/fuzz/document"
)

// plain is what is said of events that need no more words than their kind.
var plain = map[Kind]string{
	Launch:      "Start the app",
	Back:        "Press Back",
	Home:        "Press Home",
	Menu:        "Press Menu",
	Lock:        "Let the screen go off, and unlock it again",
	Restart:     "Stop the app and start it again",
	Kill:        "Let the system kill the app in the background, and come back to it",
	StopProcess: "Leave the app, and let the system kill it in the background",
	Restricted:  "A backup starts the app's process, without its Application and providers, and leaves it",
	Boot:        "Switch the phone off and on",
	Older:       "Uninstall the app, and install the older build",
	Update:      "Leave the app, and update it over its data",
	ClearData:   "Stop the app and clear its data",
}

// Describe says the event in a person's words: Tap "Save".
func (e Event) Describe() string {
	if words, ok := plain[e.Kind]; ok && (e.Kind != Home || e.Millis == 0) {
		return words
	}
	for _, describe := range []func(Event) string{Event.describeGesture, Event.describeSystem, Event.describeWorld} {
		if words := describe(e); words != "" {
			return words
		}
	}
	return string(e.Kind)
}

// describeGesture says what fingers and keys do, "" for other events.
func (e Event) describeGesture() string {
	on := describe(e.Target, e.X, e.Y)
	switch e.Kind {
	case Tap:
		return "Tap " + on
	case DoubleTap:
		return "Tap twice, fast, " + on
	case LongTap:
		return "Long-press " + on
	case Text:
		return e.describeText(on)
	case Clear:
		return "Empty " + on
	case Scroll:
		return fmt.Sprintf("Scroll %s in %s", e.Arg, on)
	case Swipe:
		return fmt.Sprintf("Swipe from (%d, %d) to (%d, %d)", e.X, e.Y, e.X2, e.Y2)
	case Drag:
		return fmt.Sprintf("Drag %s to (%d, %d)", on, e.X2, e.Y2)
	case Select:
		return fmt.Sprintf("Pick %d rows, from %s on", e.Rows(), on)
	case EditorAction:
		return "Press the action key of the keyboard: " + e.Arg
	case Pinch:
		return fmt.Sprintf("Pinch %s at (%d, %d)", e.Arg, e.X, e.Y)
	case Key:
		return "Press the key " + e.Arg
	case Rotate:
		return "Rotate to " + e.Arg
	case Home: // with a time
		return fmt.Sprintf("Press Home, and come back after %d ms", e.Millis)
	case Wait:
		return fmt.Sprintf("Wait %d ms", e.Millis)
	}
	return ""
}

// describeText says what is typed, into the field with the focus if none is named.
func (e Event) describeText(on string) string {
	if e.Target.IsZero() && e.X == 0 && e.Y == 0 {
		on = "the field with the focus"
	}
	return fmt.Sprintf("Type %q into %s", shorten(e.Value), on)
}

// describeSystem says what other apps and the system do to the app, "" for other events.
func (e Event) describeSystem() string {
	switch e.Kind {
	case Start:
		return "Start activity " + e.Intent.describe() + e.alone()
	case Broadcast:
		return "Send broadcast " + e.Intent.describe() + e.alone()
	case Service:
		return "Start service " + e.Intent.describe() + e.alone()
	case Query:
		return "Another app asks the provider of " + shorten(e.Value) + e.alone()
	case Alarm:
		return "Let the next alarm ring" + e.alone()
	case Job:
		return "Let the next job run" + e.alone()
	case Answer:
		return "Let other apps answer " + e.Arg
	case Document:
		return e.describeDocument()
	case Permission:
		return e.describePermission()
	case Config:
		return e.describeConfig()
	}
	return ""
}

func (e Event) describePermission() string {
	name := strings.TrimPrefix(e.Value, "android.permission.")
	switch e.Arg {
	case "deny":
		return "Deny " + name
	case "ask":
		return "Take " + name + " away until the app asks for it"
	}
	return "Grant " + name
}

// describeConfig says how the device is set from now on.
func (e Event) describeConfig() string {
	if e.Arg == Apps {
		return describeApps(e.Value)
	}
	if words := describeResponse(e.Value); e.Arg == Responses && words != "" {
		return "From here on, servers answer " + words
	}
	if words := storages[e.Value]; e.Arg == Storage && words != "" {
		return words
	}
	if c, ok := configs[e.Arg]; ok {
		if e.Value == c.value {
			return c.words
		}
		return c.otherwise
	}
	return fmt.Sprintf("Set %s to %s", e.Arg, e.Value)
}

// configs says, for people, what settings with two values do: with the value, and otherwise.
var configs = map[string]struct{ value, words, otherwise string }{
	Phone: {PhoneEmpty, "Empty the phone of files, contacts, messages, calls, dates and media",
		"Put the files, contacts, messages, calls, dates and media back"},
	KeepActivities: {"no", "Don't keep activities", "Keep activities"},
	Background: {BackgroundSlow, "From here on, work in the background takes its time (a slow network, a busy phone)",
		"Now work in the background gets done"},
	InputSpeed: {InputFast, "From here on, be faster than the app: do not wait for what a step has begun",
		"Now let the app come to rest after each step"},
}

// storages says, for people, what becomes of storage.
var storages = map[string]string{
	StorageLow:      "Storage runs low",
	StorageFull:     "Fill storage: nothing more can be written",
	StorageRemoved:  "Take shared storage away (the SD card)",
	StorageReadOnly: "Let shared storage (the SD card) be read only",
	StorageOK:       "Put shared storage back, with room on it",
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

// describeWorld says what happens around the app, "" for other events.
func (e Event) describeWorld() string {
	switch {
	case e.Kind == Notification && e.Arg == NotificationDismiss:
		return "Dismiss the newest notification"
	case e.Kind == Notification && e.Arg == NotificationAction:
		return "Press button " + e.Value + " of the newest notification, counted from 0"
	case e.Kind == Notification:
		return "Tap the newest notification"
	case e.Kind == Tile:
		return describeTile(e.Arg, e.Value) + e.alone()
	case e.Kind == Widget:
		return describeWidget(e) + e.alone()
	case e.Kind == Shortcut:
		return fmt.Sprintf("Start the shortcut %q", shorten(e.Value)) + e.alone()
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
	case e.Kind == Fingerprint:
		return describeFinger(e.Arg)
	case e.Kind == Speech:
		return describeSpeech(e)
	case e.Kind == Tag:
		return describeTag(e)
	case e.Kind == Sensor && e.Value == SensorAbsent:
		return "The phone has no sensor " + e.Arg
	case e.Kind == Sensor:
		return "The sensor " + e.Arg + " reads " + e.Value
	case e.Kind == Location && e.Arg == LocationFix:
		return "The phone is at " + e.Value + " (latitude, longitude, altitude, accuracy, speed)"
	case e.Kind == Location && e.Arg == LocationSatellites:
		return e.Value + " satellites are in view"
	case e.Kind == Location && e.Arg == LocationNMEA:
		return "The receiver says " + shorten(e.Value)
	case e.Kind == Location:
		return "Switch location " + e.Arg
	}
	return ""
}

// describeTile says what the user does with a tile of the quick settings.
func describeTile(what, service string) string {
	_, cls, _ := strings.Cut(service, "/")
	switch what {
	case TileAdded:
		return "Add the tile " + cls + " to the quick settings"
	case TileRemoved:
		return "Remove the tile " + cls + " from the quick settings"
	}
	return "Pull the quick settings down, and touch the tile " + cls
}

// describeWidget says what becomes of a widget of the home screen.
func describeWidget(e Event) string {
	provider, a, b, _ := e.WidgetPlace()
	_, cls, _ := strings.Cut(provider, "/")
	switch e.Arg {
	case WidgetAdded:
		return "Place the widget " + cls + " on the home screen"
	case WidgetResize:
		return fmt.Sprintf("Make the widget %s %d by %d dp", cls, a, b)
	case WidgetTap:
		return fmt.Sprintf("Touch part %d of the widget %s, counted from 0", a, cls)
	case WidgetRemoved:
		return "Remove the widget " + cls + " from the home screen"
	}
	return "The system has the widget " + cls + " updated"
}

// describeFinger says what the user does with the finger sensor.
func describeFinger(what string) string {
	return map[string]string{
		FingerOK:       "Touch the finger sensor with the enrolled finger",
		FingerWrong:    "Touch the finger sensor with a finger that is not enrolled",
		FingerCancel:   "Press the button of the prompt for a finger",
		FingerLocked:   "Touch the finger sensor with wrong fingers until it is locked",
		FingerNone:     "Take the phone's lock and its enrolled finger away",
		FingerEnrolled: "Give the phone a lock and enrol a finger",
	}[what]
}

// describeSpeech says what is said to a recogniser.
func describeSpeech(e Event) string {
	switch e.Arg {
	case SpeechUnclear:
		return "Say something that is not recognised"
	case SpeechNothing:
		return "Say nothing until the recogniser gives up"
	case SpeechNetwork:
		return "The recogniser of speech does not reach its server"
	}
	return fmt.Sprintf("Say %q", shorten(e.Value))
}

// describeTag says what is held to the phone.
func describeTag(e Event) string {
	what := map[string]string{
		TagText:        "Hold an NFC tag with the text %q to the phone",
		TagURI:         "Hold an NFC tag with the address %q to the phone",
		TagMIME:        "Hold an NFC tag of the type and content %q to the phone",
		TagEmpty:       "Hold an NFC tag that is formatted and empty to the phone",
		TagUnformatted: "Hold an NFC tag that is not formatted to the phone",
		TagCard:        "Hold a chip card (ISO 14443-4) to the phone",
		TagClassic:     "Hold a Mifare Classic tag to the phone",
		TagLost:        "Hold an NFC tag with the text %q to the phone, and take it away at once",
		TagRemoved:     "Take the NFC tag away",
	}[e.Arg]
	if strings.Contains(what, "%q") {
		return fmt.Sprintf(what, shorten(e.Value))
	}
	return what
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
