package event

import (
	"cmp"
	"fmt"
	"strings"

	"talpa/internal/shellword"
)

// A Scroll to the end is so many flings, each so fast.
const (
	Flings      = 12
	FlingMillis = 60
)

const longTouchMillis = 800

// DragMillis is how long a Drag moves that does not say.
const DragMillis = 500

// GestureCommand is the line for a phone's shell that performs a Drag, a Select, a Scroll to
// the end, or an EditorAction, which is the key ENTER there.
func GestureCommand(e Event) string {
	switch e.Kind {
	case Drag:
		return fmt.Sprintf("input draganddrop %d %d %d %d %d", e.X, e.Y, e.X2, e.Y2, cmp.Or(e.Millis, DragMillis))
	case Scroll:
		fling := fmt.Sprintf("input swipe %d %d %d %d %d", e.X, e.Y, e.X2, e.Y2, FlingMillis)
		return strings.Repeat(fling+"; ", Flings-1) + fling
	case Select:
		line := fmt.Sprintf("input swipe %d %d %d %d %d", e.X, e.Y, e.X, e.Y, longTouchMillis)
		for n := 1; n < e.Rows(); n++ {
			x, y := e.Row(n)
			line += fmt.Sprintf("; input tap %d %d", x, y)
		}
		return line
	}
	return "input keyevent ENTER"
}

// ConsoleCommand are the words of an emulator's console (`adb emu` goes before them) that
// perform an SMS, a Call or a Sensor.
func ConsoleCommand(e Event) string {
	switch e.Kind {
	case SMS:
		from, text := e.Message()
		return "sms send " + from + " " + text
	case Fingerprint:
		return map[string]string{FingerOK: "finger touch 1", FingerWrong: "finger touch 2"}[e.Arg]
	case Call:
		verb := map[string]string{CallRing: "call", CallAccept: "accept", CallEnd: "cancel"}[e.Arg]
		return "gsm " + verb + " " + e.Value
	}
	return "sensor set " + e.Arg + " " + strings.ReplaceAll(e.Value, ",", ":")
}

// BatteryCommand is the line for a phone's shell that performs a Battery. The battery's own
// figures come back with `cmd battery reset`.
func BatteryCommand(e Event) string {
	switch e.Arg {
	case BatteryLevel:
		return "cmd battery set level " + e.Value
	case BatteryUnplug:
		return "cmd battery unplug"
	}
	return "cmd battery unplug; cmd battery set " + e.Arg + " 1"
}

// LockCommand is the line for a phone's shell that performs a Lock.
const LockCommand = "input keyevent SLEEP; input keyevent WAKEUP; wm dismiss-keyguard"

// TileCommand is the line for a phone's shell that performs a Tile. A process that is to be
// killed before is not.
func TileCommand(e Event) string {
	verb := map[string]string{TileAdded: "add-tile", TileRemoved: "remove-tile"}[e.Arg]
	return "cmd statusbar " + cmp.Or(verb, "click-tile") + " " + shellword.Quote(e.Value)
}

// StorageCommand is the line for a phone's shell that performs a Config of Storage, "" if
// there is none.
func StorageCommand(value string) string {
	verb := map[string]string{StorageRemoved: "unmount", StorageOK: "mount"}[value]
	if verb == "" {
		return ""
	}
	return "sm " + verb + " 'emulated;0'"
}

// NetworkCommand is the line for a phone's shell that performs a Config network of the value.
func NetworkCommand(value string) string {
	wifi, data := "enable", "enable"
	switch value {
	case "off":
		wifi, data = "disable", "disable"
	case NetworkMobile:
		wifi = "disable"
	}
	return "svc wifi " + wifi + "; svc data " + data
}
