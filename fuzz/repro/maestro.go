package repro

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"talpa/fuzz/event"
)

// Maestro writes the script as a flow of Maestro. Widgets are named by resource
// id, text or description where the script knows them, by pixel otherwise.
// Steps that a flow cannot do are left as comments, and named by the second
// result. A flow has no word for "the app crashes": it fails where the app has
// gone.
func Maestro(script *event.Script) (text []byte, gaps []string) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Recorded on: %s\n", comment(orElse(script.Device, "unknown")))
	fmt.Fprintf(&b, "appId: %s\n---\n", yaml(script.Package))
	for i, e := range script.Events {
		fmt.Fprintf(&b, "# %d. %s\n", i+1, comment(e.Describe()))
		lines := maestroEvent(e, i == 0)
		if lines == nil {
			gaps = append(gaps, fmt.Sprintf("step %d: %s", i+1, e.Describe()))
			fmt.Fprintf(&b, "# A flow cannot do this: %s\n", comment(e.String()))
		}
		for _, line := range lines {
			fmt.Fprintln(&b, line)
		}
	}
	return b.Bytes(), gaps
}

// maestroEvent returns the lines for an event, nil if there are none.
func maestroEvent(e event.Event, first bool) []string {
	switch e.Kind {
	case event.Launch:
		return []string{"- launchApp:", fmt.Sprintf("    clearState: %v", first)}
	case event.Tap:
		return append([]string{"- tapOn:"}, maestroTarget(e)...)
	case event.DoubleTap:
		return append([]string{"- doubleTapOn:"}, maestroTarget(e)...)
	case event.LongTap:
		return append([]string{"- longPressOn:"}, maestroTarget(e)...)
	case event.Text, event.Clear:
		return maestroText(e)
	case event.Scroll, event.Swipe:
		return []string{
			"- swipe:",
			fmt.Sprintf("    start: \"%d, %d\"", e.X, e.Y),
			fmt.Sprintf("    end: \"%d, %d\"", e.X2, e.Y2),
			fmt.Sprintf("    duration: %d", orDefault(e.Millis, 300)),
		}
	case event.Back:
		return []string{"- back"}
	case event.Home:
		return []string{"- pressKey: Home", "- launchApp:", "    stopApp: false"}
	case event.Key:
		return maestroKey(e.Arg)
	case event.Rotate:
		way := map[string]string{"landscape": "LANDSCAPE_LEFT"}[e.Arg]
		return []string{"- setOrientation: " + orElse(way, "PORTRAIT")}
	case event.Start:
		if in := e.Intent; in.Data != "" && len(in.Extras) == 0 {
			return []string{"- openLink: " + yaml(in.Data)}
		}
	case event.Permission:
		way := map[string]string{"grant": "allow", "deny": "deny", "ask": "unset"}[e.Arg]
		return []string{"- setPermissions:", "    permissions:", "        " + yaml(e.Value) + ": " + way}
	case event.Wait:
		return []string{"- waitForAnimationToEnd:", fmt.Sprintf("    timeout: %d", e.Millis)}
	case event.Restart:
		return []string{"- stopApp", "- launchApp:", "    clearState: false"}
	case event.ClearData:
		return []string{"- stopApp", "- clearState"}
	case event.Kill:
		return []string{"- pressKey: Home", "- killApp", "- launchApp:", "    stopApp: false"}
	}
	return nil
}

// maestroTarget names the widget of an event. Maestro takes regular
// expressions.
func maestroTarget(e event.Event) []string {
	var lines []string
	field := func(name, value string) {
		lines = append(lines, "    "+name+": "+yaml(regexp.QuoteMeta(value)))
	}
	switch t := e.Target; {
	case t.ID != "":
		field("id", t.ID)
		if t.Text != "" {
			field("text", t.Text)
		}
	case t.Text != "":
		field("text", t.Text)
	case t.Desc != "":
		field("text", t.Desc)
	default:
		return []string{fmt.Sprintf("    point: \"%d,%d\"", e.X, e.Y)}
	}
	if e.Target.Nth > 0 {
		lines = append(lines, fmt.Sprintf("    index: %d", e.Target.Nth))
	}
	return lines
}

// maestroText empties a field and types. Its present text is no part of the
// name: it changes with every letter.
func maestroText(e event.Event) []string {
	var lines []string
	if e.X != 0 || e.Y != 0 || !e.Target.IsZero() {
		if e.Target.ID != "" {
			e.Target.Text = ""
		}
		lines = append([]string{"- tapOn:"}, maestroTarget(e)...)
	}
	lines = append(lines, "- eraseText: 60")
	if e.Kind == event.Text && e.Value != "" {
		lines = append(lines, "- inputText: "+yaml(e.Value))
	}
	return lines
}

// maestroKeys are the keys that Maestro knows, by Android's name.
var maestroKeys = map[string]string{
	"ENTER": "Enter", "DEL": "Backspace", "BACK": "Back", "HOME": "Home", "TAB": "Tab", "POWER": "Power",
	"VOLUME_UP": "Volume Up", "VOLUME_DOWN": "Volume Down",
}

func maestroKey(name string) []string {
	if key, ok := maestroKeys[strings.TrimPrefix(name, "KEYCODE_")]; ok {
		return []string{"- pressKey: " + key}
	}
	return nil
}

// yaml writes a string as a YAML scalar: a JSON string is one.
func yaml(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
