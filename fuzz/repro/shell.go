package repro

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"talpa/fuzz/document"
	"talpa/fuzz/event"
	"talpa/internal/shellword"
)

// shellHead is the part of a shell script that does not depend on its events.
// The crash is looked for in the crash buffer of the log.
const shellHead = `#!/bin/sh
# Makes the crash happen again with nothing but adb. The app has to be
# installed. ANDROID_SERIAL chooses the device, PAUSE the seconds between steps.
# Pixels are those of the device that the script was recorded on:
# %s
# Exit status: 0 the app crashed, 1 it did not, 2 it is not installed, 3 the
# device failed.
set -u
app=%s
pause="${PAUSE:-1}"
step=0

device() { adb shell "$1; true" </dev/null || { echo "adb failed" >&2; exit 3; }; sleep "$pause"; }
say() { step=$((step + 1)); printf '%%2d  %%s\n' "$step" "$1"; }
launch() { device "monkey -p $app -c android.intent.category.LAUNCHER 1 >/dev/null 2>&1"; }
empty() { device 'input keyevent 123; input keyevent %s'; }

case "$(adb shell "pm path $app" </dev/null)" in
package:*) ;;
*) echo "$app is not on the device: adb install it first" >&2; exit 2 ;;
esac
device "pm clear $app >/dev/null"
adb logcat -b crash -c
`

// deletes are as many deletions as a field is long, for most fields; 123 before
// them is the end of the field.
var deletes = strings.TrimSpace(strings.Repeat("67 ", 60))

const shellTail = `
sleep "$pause"
if adb logcat -b crash -d | grep -F "Process: $app"; then
	adb logcat -b crash -d
	exit 0
fi
echo 'The app did not crash.'
exit 1
`

// Shell writes the script as a shell script that needs adb only. Steps that
// adb cannot do are left as comments, and named by the second result.
func Shell(script *event.Script) (text []byte, gaps []string) {
	var b bytes.Buffer
	recorded := script.Device
	if recorded == "" {
		recorded = "unknown"
	}
	fmt.Fprintf(&b, shellHead, comment(recorded), shellword.Quote(packageName(script.Package)), deletes)
	for i, e := range script.Events {
		fmt.Fprintf(&b, "\nsay %s\n", shellword.Quote(e.Describe()))
		lines, ok := shellEvent(e)
		if !ok {
			gaps = append(gaps, fmt.Sprintf("step %d: %s", i+1, e.Describe()))
			fmt.Fprintf(&b, "# adb alone cannot do this: %s\n", comment(e.String()))
		}
		for _, line := range lines {
			fmt.Fprintln(&b, line)
		}
	}
	b.WriteString(shellTail)
	return b.Bytes(), gaps
}

// shellEvent returns the commands for an event.
func shellEvent(e event.Event) (lines []string, ok bool) {
	switch e.Kind {
	case event.Launch:
		return []string{"launch"}, true
	case event.Select, event.EditorAction:
		return []string{device(event.GestureCommand(e))}, true
	case event.Tap, event.DoubleTap, event.LongTap, event.Text, event.Clear, event.Scroll, event.Swipe:
		return shellTouch(e), true
	case event.Back, event.Menu, event.Key:
		if keys := strings.Split(e.Arg, "+"); len(keys) > 1 {
			return []string{device("input keycombination " + strings.Join(keys, " "))}, true
		}
		return []string{device("input keyevent " + keyName(e))}, true
	case event.Home:
		return []string{device("input keyevent HOME"), "launch"}, true
	case event.Rotate:
		rotation := map[string]string{"landscape": "1"}[e.Arg]
		return []string{device("settings put system accelerometer_rotation 0; settings put system user_rotation " +
			orElse(rotation, "0"))}, true
	case event.Start, event.Broadcast, event.Service:
		verb := map[event.Kind]string{event.Start: "start -W", event.Broadcast: "broadcast", event.Service: "startservice"}
		return []string{device("am " + verb[e.Kind] + amIntent(e.Intent))}, true
	case event.Permission:
		verb := map[string]string{"grant": "grant ", "deny": "revoke ", "ask": "revoke "}[e.Arg]
		return []string{`device "pm ` + verb + `$app "` + nested(e.Value)}, verb != ""
	case event.Document:
		return []string{device(document.Command(e.Value, document.State(e.Arg)))}, true
	case event.Config:
		return shellConfig(e)
	case event.Wait:
		return []string{fmt.Sprintf("sleep %d.%03d", e.Millis/1000, e.Millis%1000)}, true
	case event.Restart:
		return []string{`device "am force-stop $app"`, "launch"}, true
	case event.ClearData:
		return []string{`device "pm clear $app >/dev/null"`}, true
	case event.Kill:
		return []string{device("input keyevent HOME"), `device "am kill $app"`, "launch"}, true
	}
	return nil, false
}

// shellTouch returns the commands for fingers and typing.
func shellTouch(e event.Event) []string {
	tap := fmt.Sprintf("input tap %d %d", e.X, e.Y)
	switch e.Kind {
	case event.Tap:
		return []string{device(tap)}
	case event.DoubleTap:
		if e.Millis > 0 { // starting input takes as long as a slow finger
			return []string{device(tap + "; " + tap)}
		}
		return []string{device(tap + " & " + tap + " & wait")}
	case event.LongTap:
		return []string{device(fmt.Sprintf("input swipe %d %d %d %d %d", e.X, e.Y, e.X, e.Y, orDefault(e.Millis, 800)))}
	case event.Scroll, event.Swipe:
		if e.Arg == "top" || e.Arg == "bottom" {
			return []string{device(event.GestureCommand(e))}
		}
		return []string{device(fmt.Sprintf("input swipe %d %d %d %d %d", e.X, e.Y, e.X2, e.Y2, orDefault(e.Millis, 300)))}
	}
	var lines []string
	if e.X != 0 || e.Y != 0 {
		lines = append(lines, device(tap))
	}
	lines = append(lines, "empty")
	if e.Kind == event.Text && e.Value != "" {
		lines = append(lines, device("input text "+shellword.Quote(strings.ReplaceAll(e.Value, " ", "%s"))))
	}
	return lines
}

func shellConfig(e event.Event) ([]string, bool) {
	switch e.Arg {
	case "locale":
		return []string{`device "cmd locale set-app-locales $app --locales "` + nested(e.Value)}, true
	case "fontscale":
		return []string{device("settings put system font_scale " + shellword.Quote(e.Value))}, true
	case event.Apps:
		return []string{device(event.AppsCommand(e.Value))}, e.Value != event.AppsMore
	case "night":
		return []string{device("cmd uimode night " + shellword.Quote(e.Value))}, true
	}
	return nil, false
}

// amIntent writes an intent as the arguments of am.
func amIntent(in *event.Intent) string {
	var b strings.Builder
	option := func(name, value string) {
		if value != "" {
			b.WriteString(" " + name + " " + shellword.Quote(value))
		}
	}
	option("-a", in.Action)
	option("-d", in.Data)
	option("-t", in.Type)
	for _, c := range in.Categories {
		option("-c", c)
	}
	if in.Flags != 0 {
		option("-f", strconv.Itoa(in.Flags))
	}
	for _, key := range slices.Sorted(maps.Keys(in.Extras)) {
		b.WriteString(" --es " + shellword.Quote(key) + " " + shellword.Quote(in.Extras[key]))
	}
	for _, key := range slices.Sorted(maps.Keys(in.URIs)) {
		b.WriteString(" --eu " + shellword.Quote(key) + " " + shellword.Quote(in.URIs[key]))
	}
	option("-n", in.Component)
	return b.String()
}

// keyName is the key of an event for "input keyevent".
func keyName(e event.Event) string {
	switch e.Kind {
	case event.Back:
		return "BACK"
	case event.Menu:
		return "MENU"
	}
	return shellword.Quote(e.Arg)
}

// nested writes a word for the device's shell within a command of the local one.
func nested(word string) string { return shellword.Quote(shellword.Quote(word)) }

// device writes a command for the device's shell as a word of the local one.
func device(command string) string { return "device " + shellword.Quote(command) }

// packageName drops what no package name has: the name stands unquoted in
// commands for the device.
func packageName(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, s)
}

// comment makes s fit for one line of a comment.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '\u007f' || r == '\u2028' || r == '\u2029' || r == '\u0085' {
			return ' '
		}
		return r
	}, s)
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func orDefault(n, other int) int {
	if n == 0 {
		return other
	}
	return n
}
