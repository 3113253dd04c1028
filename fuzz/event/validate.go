package event

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"talpa/fuzz/document"
	"talpa/internal/shellword"
)

// shape is what an event of a kind must and may carry.
type shape struct {
	args   []string          // the words that Arg can be; nil: none
	word   bool              // Arg is any word
	pixel  bool              // X and Y count
	end    bool              // X2 and Y2 count
	value  bool              // Value counts
	filled bool              // Value must not be empty
	check  func(Event) error // what else holds, nil: nothing
	millis bool              // Millis counts
	intent bool              // Intent is needed
}

// shapes has one row a kind.
var shapes = map[Kind]shape{
	Launch:       {},
	Tap:          {pixel: true},
	DoubleTap:    {pixel: true, millis: true},
	LongTap:      {pixel: true, millis: true},
	Text:         {pixel: true, value: true},
	Clear:        {pixel: true},
	Scroll:       {pixel: true, end: true, args: []string{"up", "down", "left", "right", "top", "bottom"}},
	Swipe:        {pixel: true, end: true, millis: true},
	Drag:         {pixel: true, end: true, millis: true},
	Pinch:        {pixel: true, args: []string{"in", "out", "turn"}},
	Select:       {pixel: true, end: true, value: true},
	EditorAction: {args: []string{"default", "done", "go", "next", "previous", "search", "send"}},
	Back:         {},
	Home:         {millis: true},
	Lock:         {},
	Menu:         {},
	Key:          {word: true}, // and several of them with a plus
	Rotate:       {args: []string{"portrait", "landscape"}},
	Start:        {intent: true, args: alone},
	Broadcast:    {intent: true, args: alone},
	Service:      {intent: true, args: alone},
	Permission:   {args: []string{"grant", "deny", "ask"}, value: true, filled: true},
	Answer:       {args: []string{"ok", "empty", "bare", "several", "gone", "file", "cancelled", "none", "screen"}},
	Document:     {args: documentStates(), value: true, filled: true},
	Config:       {args: Settings(), value: true, filled: true},
	Alarm:        {args: alone},
	Job:          {args: alone},
	Notification: {args: []string{"", NotificationTap, NotificationDismiss, NotificationAction}, value: true,
		check: checkNotification},
	Location: {args: []string{LocationFix, "on", "off", LocationSatellites, LocationNMEA}, value: true,
		check: checkLocation},
	SMS:  {value: true, check: checkSMS},
	Call: {args: []string{CallRing, CallAccept, CallEnd}, value: true, check: checkCall},
	Battery: {args: []string{BatteryLevel, "ac", "usb", "wireless", BatteryUnplug}, value: true,
		check: checkBattery},
	Headset:     {args: []string{"plug", "unplug"}},
	Fingerprint: {args: fingers},
	Speech: {args: []string{SpeechText, SpeechUnclear, SpeechNothing, SpeechNetwork}, value: true,
		check: checkSpeech},
	Tag:    {args: tags, value: true, check: checkTag},
	Sensor: {args: Sensors(), value: true, filled: true, check: checkSensor},
	Tile:   {args: []string{TileClick, TileAdded, TileRemoved, Alone}, value: true, check: checkTile},
	Widget: {args: []string{WidgetAdded, WidgetUpdate, WidgetResize, WidgetTap, WidgetRemoved, Alone}, value: true,
		check: checkWidget},
	Shortcut:    {args: alone, value: true, filled: true},
	TrimMemory:  {args: TrimLevels()},
	Wait:        {millis: true},
	Restart:     {},
	Kill:        {},
	StopProcess: {},
	Restricted:  {},
	Boot:        {},
	Query:       {args: alone, value: true, filled: true, check: checkURI},
	Older:       {},
	Update:      {},
	ClearData:   {},
}

// Kinds are all kinds of events, by name.
func Kinds() []Kind { return slices.Sorted(maps.Keys(shapes)) }

// Alone is the Arg of what starts the app's process by itself: the user has left the app
// and the system has killed its process before.
const Alone = "alone"

// alone are the words of events that may start a process.
var alone = []string{"", Alone}

// KeepActivities is the Arg of a Config that says whether Android keeps the
// activities that nobody sees.
const KeepActivities = "keepactivities"

// Background is the Arg of a Config that says how fast the app's work in the
// background is; BackgroundSlow and BackgroundNormal are its values.
const (
	Background       = "background"
	BackgroundSlow   = "slow"
	BackgroundNormal = "normal"
)

// InputSpeed is the Arg of a Config that says whether fingers and keys wait for the app to
// come to rest; InputFast and InputNormal are its values. What leaves the app or changes
// the device takes its time anyway.
const (
	InputSpeed  = "inputspeed"
	InputFast   = "fast"
	InputNormal = "normal"
)

// Storage is the Arg of a Config that says how much room there is, and whether shared storage is
// there: StorageLow is what the system says of it, with StorageFull nothing more can be written.
const (
	Storage         = "storage"
	StorageOK       = "ok"
	StorageLow      = "low"
	StorageFull     = "full"
	StorageRemoved  = "removed"  // shared storage is not there
	StorageReadOnly = "readonly" // its files can only be read
)

// StorageStates are the values of Storage.
func StorageStates() []string {
	return []string{StorageOK, StorageLow, StorageFull, StorageRemoved, StorageReadOnly}
}

// Phone is the Arg of a Config that says what there is on the phone beside the app: PhoneUsed
// with the files, contacts, messages, calls, dates and media of a phone in use, PhoneEmpty
// without.
const (
	Phone      = "phone"
	PhoneUsed  = "used"
	PhoneEmpty = "empty"
)

// Apps is the Arg of a Config that says which other apps there are: AppsNone, AppsAll of a plain
// image, AppsMore than those, or a package that goes.
const (
	Apps     = "apps"
	AppsNone = "none"
	AppsAll  = "all"
	AppsMore = "more"
)

// OtherApps are the packages of a plain image that a user can do without.
func OtherApps() []string {
	return []string{"org.chromium.webview_shell", "com.android.dialer", "com.android.contacts", "com.android.messaging",
		"com.android.email", "com.android.camera2", "com.android.soundrecorder", "com.android.documentsui",
		"com.android.gallery3d", "com.android.music", "com.android.soundpicker", "com.android.wallpaper.livepicker",
		"com.android.calendar", "com.android.deskclock", "com.android.quicksearchbox", "com.svox.pico"}
}

// AppsCommand is the line for a phone's shell that makes the other apps what the value says.
// Packages that the phone lacks stay as they are.
func AppsCommand(value string) string {
	verb, packages := "disable-user --user 0 ", []string{value}
	switch value {
	case AppsNone:
		packages = OtherApps()
	case AppsAll:
		verb, packages = "enable ", OtherApps()
	}
	for i, p := range packages {
		packages[i] = "pm " + verb + shellword.Quote(p) + " >/dev/null 2>&1"
	}
	return strings.Join(packages, "; ") + "; true"
}

// documentStates are the words that the Arg of a Document can be.
func documentStates() []string {
	var words []string
	for _, s := range document.States() {
		words = append(words, string(s))
	}
	return words
}

// Settings are the words that the Arg of a Config can be.
func Settings() []string {
	return []string{"locale", "fontscale", "night", "network", Storage, "timezone", "clock", KeepActivities,
		Background, InputSpeed, Responses, Phone, Apps, Bluetooth, NFC}
}

// Limits of a valid event.
const (
	maxPixel  = 1 << 20
	maxRows   = 50
	maxMillis = 24 * 60 * 60 * 1000
)

// Validate says what is wrong with the event, nil if nothing.
func (e Event) Validate() error {
	s, ok := shapes[e.Kind]
	if !ok {
		return fmt.Errorf("unknown event %q", e.Kind)
	}
	if err := s.checkArg(e); err != nil {
		return err
	}
	switch {
	case !s.pixel && (e.X != 0 || e.Y != 0 || !e.Target.IsZero()):
		return fmt.Errorf("%s acts on no widget or pixel", e.Kind)
	case !s.end && (e.X2 != 0 || e.Y2 != 0):
		return fmt.Errorf("%s ends at no other pixel", e.Kind)
	case !s.value && e.Value != "":
		return fmt.Errorf("%s takes no value", e.Kind)
	case s.filled && e.Value == "":
		return fmt.Errorf("%s needs a value", e.Kind)
	case !s.millis && e.Millis != 0:
		return fmt.Errorf("%s takes no time", e.Kind)
	case e.Millis < 0 || e.Millis > maxMillis:
		return fmt.Errorf("time of %d ms is not in 0 to %d", e.Millis, maxMillis)
	case s.intent && e.Intent == nil:
		return fmt.Errorf("%s needs an intent", e.Kind)
	case !s.intent && e.Intent != nil:
		return fmt.Errorf("%s takes no intent", e.Kind)
	case e.Kind == Select && (e.Rows() < 2 || e.Rows() > maxRows):
		return fmt.Errorf("%q is no number of rows from 2 to %d", e.Value, maxRows)
	case e.Kind == Document && !document.ValidName(e.Value):
		return fmt.Errorf("%.40q is no name of a file", e.Value)
	case e.Target.Nth < 0:
		return fmt.Errorf("nth=%d is negative", e.Target.Nth)
	}
	for _, v := range [...]int{e.X, e.Y, e.X2, e.Y2} {
		if v < -maxPixel || v > maxPixel {
			return fmt.Errorf("pixel %d is not on a display", v)
		}
	}
	if s.check != nil {
		if err := s.check(e); err != nil {
			return err
		}
	}
	return e.Intent.validate()
}

// checkArg checks Arg against the words that the kind knows.
func (s shape) checkArg(e Event) error {
	switch {
	case s.word:
		if e.Arg == "" || strings.ContainsFunc(e.Arg, func(r rune) bool {
			return r != '_' && r != '+' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		}) {
			return fmt.Errorf("%s needs a name, have %q", e.Kind, e.Arg)
		}
	case s.args == nil:
		if e.Arg != "" {
			return fmt.Errorf("%s takes no argument, have %q", e.Kind, e.Arg)
		}
	case !slices.Contains(s.args, e.Arg):
		return fmt.Errorf("%s needs one of %s, have %q", e.Kind,
			strings.TrimPrefix(strings.Join(s.args, ", "), ", "), e.Arg)
	}
	return nil
}

func (in *Intent) validate() error {
	if in == nil {
		return nil
	}
	if in.Action == "" && in.Component == "" && in.Data == "" {
		return errors.New("an intent needs an action, a component or data")
	}
	for _, extras := range []map[string]string{in.Extras, in.URIs} {
		for key := range extras {
			if key == "" || strings.Contains(key, "=") {
				return fmt.Errorf("the extra's name %q is empty or holds =", key)
			}
		}
	}
	return nil
}

// Validate says which event is wrong and why, nil if none.
func (s *Script) Validate() error {
	if s.Package == "" {
		return errors.New("the script names no package")
	}
	for i, e := range s.Events {
		if err := e.Validate(); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	return nil
}
