package event

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Words for the Arg of a Location.
const (
	LocationFix        = "fix"
	LocationSatellites = "satellites"
	LocationNMEA       = "nmea"
)

// Words for the Arg of a Notification; "" is a tap too.
const (
	NotificationTap     = "tap"
	NotificationDismiss = "dismiss"
	NotificationAction  = "action"
)

// Words for the Arg of a Tile.
const (
	TileClick   = "click"
	TileAdded   = "added"
	TileRemoved = "removed"
)

// Words for the Arg of a Widget.
const (
	WidgetAdded   = "added"
	WidgetUpdate  = "update"
	WidgetResize  = "resize"
	WidgetTap     = "tap"
	WidgetRemoved = "removed"
)

// Words for the Arg of a Call.
const (
	CallRing   = "ring"
	CallAccept = "accept"
	CallEnd    = "end"
)

// Words for the Arg of a Fingerprint.
const (
	FingerOK       = "ok"       // one that is enrolled
	FingerWrong    = "wrong"    // one that is not
	FingerCancel   = "cancel"   // the button of the system's prompt
	FingerLocked   = "locked"   // the sensor is locked for 30 s
	FingerNone     = "none"     // the phone has no lock and no enrolled finger from then on
	FingerEnrolled = "enrolled" // it has both
)

var fingers = []string{FingerOK, FingerWrong, FingerCancel, FingerLocked, FingerNone, FingerEnrolled}

// Words for the Arg of a Speech.
const (
	SpeechText    = "text"
	SpeechUnclear = "unclear" // nothing is recognised of what was said
	SpeechNothing = "nothing" // the user is silent
	SpeechNetwork = "network" // the recogniser does not reach its server
)

// Words for the Arg of a Tag.
const (
	TagText        = "text"        // a message of text; Value: the text
	TagURI         = "uri"         // a message with an address; Value: the address
	TagMIME        = "mime"        // a message of a type; Value: the type, and after a blank what is in it
	TagEmpty       = "empty"       // formatted for messages, without one
	TagUnformatted = "unformatted" // as it comes from the factory
	TagCard        = "card"        // a card that speaks ISO 14443-4, without an application
	TagClassic     = "classic"     // a Mifare Classic
	TagLost        = "lost"        // a message of text that is taken away at once
	TagRemoved     = "removed"     // the tag that is there is taken away
)

var tags = []string{TagText, TagURI, TagMIME, TagEmpty, TagUnformatted, TagCard, TagClassic, TagLost, TagRemoved}

// Words for the Arg of a Battery that are no plug.
const (
	BatteryLevel  = "level"
	BatteryUnplug = "unplug"
)

// Radios that can be absent: the Arg of a Config, and the value for one that is.
const (
	Bluetooth   = "bluetooth"
	NFC         = "nfc"
	RadioAbsent = "absent"
)

// NetworkMobile is the value of a Config network that is not that of a WLAN.
const NetworkMobile = "mobile"

// SensorAbsent is the Value of a Sensor that the phone has not.
const SensorAbsent = "absent"

// sensors are the names of sensors and how many numbers each reads.
var sensors = map[string]int{
	"acceleration": 3, "gravity": 3, "gyroscope": 3, "heart-rate": 1, "humidity": 1, "light": 1,
	"linear_acceleration": 3, "magnetic-field": 3, "orientation": 3, "pressure": 1, "proximity": 1,
	"rotation_vector": 5, "step-counter": 1, "temperature": 1,
}

// Sensors are the names of the sensors, those of an emulator's console where it has them.
func Sensors() []string { return slices.Sorted(maps.Keys(sensors)) }

// Readings are the numbers that a Sensor reads.
func (e Event) Readings() ([]float64, error) {
	var values []float64
	for _, field := range strings.Split(e.Value, ",") {
		n, err := strconv.ParseFloat(strings.TrimSpace(field), 32)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, fmt.Errorf("%.40q of the sensor %s is no number", field, e.Arg)
		}
		values = append(values, n)
	}
	if len(values) != sensors[e.Arg] {
		return nil, fmt.Errorf("the sensor %s reads %d numbers, have %.40q", e.Arg, sensors[e.Arg], e.Value)
	}
	return values, nil
}

// Message is the sender and the text of an SMS.
func (e Event) Message() (from, text string) {
	from, text, _ = strings.Cut(e.Value, " ")
	return from, text
}

// Bounds of what the world tells.
const (
	maxSatellites = 64
	maxActions    = 16  // buttons of a notification
	maxNMEA       = 256 // bytes
	maxPercent    = 100
	maxNumber     = 20   // characters of a phone number, or of a sender's name
	maxSMS        = 1600 // bytes of a message
	maxDP         = 4000 // of a widget's width and height
	maxTag        = 120  // bytes of what is on a tag
	maxTouchable  = 100  // things in a widget that can be touched
)

// TrimLevels are the levels of `am send-trim-memory`, from the mildest while the app is
// seen to the last before its process is killed.
func TrimLevels() []string {
	return []string{"RUNNING_MODERATE", "RUNNING_LOW", "RUNNING_CRITICAL", "HIDDEN", "BACKGROUND", "MODERATE", "COMPLETE"}
}

// Fix is a place that the phone is told to be at. What is NaN is not known: such a fix
// comes without it.
type Fix struct {
	Latitude, Longitude float64 // degrees
	Altitude            float64 // metres above the ellipsoid
	Accuracy            float64 // metres
	Speed               float64 // metres a second
}

// ParseFix reads "LATITUDE,LONGITUDE", "LATITUDE,LONGITUDE,ALTITUDE" and so on in the
// order of Fix's fields. An empty field or one that is left out is not known.
func ParseFix(value string) (Fix, error) {
	fields := strings.Split(value, ",")
	if len(fields) < 2 || len(fields) > 5 {
		return Fix{}, fmt.Errorf("a fix is LATITUDE,LONGITUDE[,ALTITUDE[,ACCURACY[,SPEED]]], have %.60q", value)
	}
	nan := math.NaN()
	numbers := [5]float64{nan, nan, nan, nan, nan}
	for i, field := range fields {
		if field = strings.TrimSpace(field); field == "" && i >= 2 {
			continue
		}
		n, err := strconv.ParseFloat(field, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return Fix{}, fmt.Errorf("%.40q in a fix is no number", field)
		}
		numbers[i] = n
	}
	f := Fix{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]}
	switch {
	case math.Abs(f.Latitude) > 90:
		return Fix{}, fmt.Errorf("latitude %v is not in -90 to 90", f.Latitude)
	case math.Abs(f.Longitude) > 180:
		return Fix{}, fmt.Errorf("longitude %v is not in -180 to 180", f.Longitude)
	case f.Accuracy < 0:
		return Fix{}, fmt.Errorf("accuracy %v is negative", f.Accuracy)
	}
	return f, nil
}

// checkLocation checks the Value of a Location.
func checkLocation(e Event) error {
	switch e.Arg {
	case LocationFix:
		_, err := ParseFix(e.Value)
		return err
	case LocationSatellites:
		return checkCount("satellites", e.Value, maxSatellites)
	case LocationNMEA:
		if !strings.HasPrefix(e.Value, "$") || len(e.Value) > maxNMEA {
			return fmt.Errorf("an NMEA sentence begins with $ and has at most %d bytes", maxNMEA)
		}
		return nil
	}
	return checkNoValue(e)
}

// checkNotification checks the Value of a Notification.
func checkNotification(e Event) error {
	if e.Arg == NotificationAction {
		return checkCount("the action's number", e.Value, maxActions)
	}
	return checkNoValue(e)
}

// checkURI demands the URI of a content provider.
func checkURI(e Event) error {
	if rest, ok := strings.CutPrefix(e.Value, "content://"); !ok || rest == "" {
		return fmt.Errorf("%s needs content://AUTHORITY/PATH, have %.60q", e.Kind, e.Value)
	}
	return nil
}

// checkNoValue refuses a Value.
func checkNoValue(e Event) error {
	if e.Value != "" {
		return fmt.Errorf("%s %s takes no value", e.Kind, e.Arg)
	}
	return nil
}

// checkCount demands a whole number from 0 to limit.
func checkCount(what, value string, limit int) error {
	if n, err := strconv.Atoi(value); err != nil || n < 0 || n > limit {
		return errors.New(what + ": want a whole number from 0 to " + strconv.Itoa(limit))
	}
	return nil
}

// WidgetPlace is the provider of a Widget, with what follows it: for a resize width and height in
// dp, for a tap the number of what is touched.
func (e Event) WidgetPlace() (provider string, a, b int, err error) {
	provider, rest, more := strings.Cut(e.Value, " ")
	if err := checkComponent(provider); err != nil {
		return provider, 0, 0, err
	}
	switch e.Arg {
	case WidgetResize:
		width, height, ok := strings.Cut(rest, "x")
		a, err = strconv.Atoi(width)
		if err == nil {
			b, err = strconv.Atoi(height)
		}
		if err != nil || !ok || a < 1 || b < 1 || a > maxDP || b > maxDP {
			return provider, 0, 0, fmt.Errorf("a widget has a size of WIDTHxHEIGHT dp, not %.40q", rest)
		}
		return provider, a, b, nil
	case WidgetTap:
		if !more {
			return provider, 0, 0, nil
		}
		if err := checkCount("what is touched", rest, maxTouchable); err != nil {
			return provider, 0, 0, err
		}
		a, _ = strconv.Atoi(rest)
		return provider, a, 0, nil
	}
	if more {
		return provider, 0, 0, fmt.Errorf("widget %s takes a provider only", e.Arg)
	}
	return provider, 0, 0, nil
}

// checkWidget checks the Value of a Widget.
func checkWidget(e Event) error {
	_, _, _, err := e.WidgetPlace()
	return err
}

// checkTile checks the Value of a Tile.
func checkTile(e Event) error { return checkComponent(e.Value) }

// checkComponent demands "pkg/cls".
func checkComponent(name string) error {
	if pkg, cls, ok := strings.Cut(name, "/"); !ok || pkg == "" || cls == "" || strings.ContainsAny(name, " \t\n") {
		return fmt.Errorf("%.60q is no component: want PACKAGE/CLASS", name)
	}
	return nil
}

// checkSMS demands a sender.
func checkSMS(e Event) error {
	from, text := e.Message()
	if len(text) > maxSMS {
		return fmt.Errorf("a message has at most %d bytes", maxSMS)
	}
	return checkNumber(from, true)
}

// checkCall demands a number, or none.
func checkCall(e Event) error {
	if e.Value == "" {
		return nil
	}
	return checkNumber(e.Value, false)
}

// checkNumber demands a phone number, or a name where that can be one.
func checkNumber(number string, named bool) error {
	bad := func(r rune) bool {
		digit := r >= '0' && r <= '9' || strings.ContainsRune("+*#", r)
		letter := r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		return !digit && !(named && letter)
	}
	if number == "" || len(number) > maxNumber || strings.ContainsFunc(number, bad) {
		return fmt.Errorf("%.40q is no phone number", number)
	}
	return nil
}

// checkTag checks the Value of a Tag.
func checkTag(e Event) error {
	if len(e.Value) > maxTag {
		return fmt.Errorf("a tag holds at most %d bytes", maxTag)
	}
	switch e.Arg {
	case TagText, TagLost:
		return nil
	case TagURI:
		if scheme, rest, ok := strings.Cut(e.Value, ":"); !ok || scheme == "" || rest == "" {
			return fmt.Errorf("%.60q is no address: want SCHEME:REST", e.Value)
		}
		return nil
	case TagMIME:
		name, _, _ := strings.Cut(e.Value, " ")
		if family, kind, ok := strings.Cut(name, "/"); !ok || family == "" || kind == "" {
			return fmt.Errorf("%.60q is no MIME type", name)
		}
		return nil
	}
	return checkNoValue(e)
}

// checkSpeech checks the Value of a Speech.
func checkSpeech(e Event) error {
	if e.Arg == SpeechText {
		return nil
	}
	return checkNoValue(e)
}

// checkBattery checks the Value of a Battery.
func checkBattery(e Event) error {
	if e.Arg == BatteryLevel {
		return checkCount("the battery's level in percent", e.Value, maxPercent)
	}
	return checkNoValue(e)
}

// checkSensor checks the Value of a Sensor.
func checkSensor(e Event) error {
	if e.Value == SensorAbsent {
		return nil
	}
	_, err := e.Readings()
	return err
}
