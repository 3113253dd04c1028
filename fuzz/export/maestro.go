package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"talpa/fuzz/event"
)

// maestroFile writes the script as a flow of Maestro. A flow reads no log. It passes where
// the app is still there in the end and no dialog says that it stopped, so it fails as long
// as the crash happens.
func maestroFile(j *job) File {
	steps, gaps := j.steps(func(e event.Event) ([]string, string) {
		row := table[e.Kind]
		if row.maestro == nil {
			return nil, "a flow has no command for this"
		}
		return row.maestro(j, e)
	})
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Fails as long as this happens: %s\n# Recorded on: %s\n", j.wanted.happened(), j.recorded())
	fmt.Fprintf(&b, "appId: %s\n---\n- clearState\n", yaml(j.script.Package))
	for _, s := range steps {
		fmt.Fprintf(&b, "# %d. %s\n", s.N, s.Says)
		if s.Why != "" {
			fmt.Fprintf(&b, "# A flow cannot do this: %s\n", line(s.Why))
		}
		for _, line := range s.Lines {
			fmt.Fprintln(&b, line)
		}
	}
	b.WriteString(j.maestroOutcome())
	return File{Name: NameMaestro, Tool: "Maestro", Run: "maestro test", Mode: 0o644, Text: b.Bytes(),
		Gaps: append(gaps, j.unseen()...)}
}

// maestroOutcome are the commands that fail where the app has gone.
func (j *job) maestroOutcome() string {
	const dialog = ".*(has stopped|keeps stopping|isn't responding).*"
	text := "# The outcome: no dialog says that the app stopped, and its window is there.\n" +
		"- waitForAnimationToEnd:\n    timeout: 3000\n- assertNotVisible: " + yaml(dialog) + "\n"
	for _, e := range j.script.Events {
		if strings.HasPrefix(e.Target.ID, j.script.Package+":id/") {
			return text + "- assertVisible:\n    id: " + yaml(regexp.QuoteMeta(j.script.Package)+":id/.*") + "\n"
		}
	}
	return text
}

func maestroLaunch(*job, event.Event) ([]string, string) {
	return []string{"- launchApp:", "    stopApp: false"}, ""
}

func maestroTouch(command string) func(*job, event.Event) ([]string, string) {
	return func(j *job, e event.Event) ([]string, string) {
		return append([]string{"- " + command + ":"}, j.maestroTarget(e)...), ""
	}
}

// maestroTarget names the widget of an event. Maestro takes regular expressions.
func (j *job) maestroTarget(e event.Event) []string {
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
		return []string{"    point: " + yaml(j.point(e.X, e.Y))}
	}
	if e.Target.Nth > 0 {
		lines = append(lines, fmt.Sprintf("    index: %d", e.Target.Nth))
	}
	return lines
}

// point is a pixel as a flow has it: in percent, which any display has, if the recorded
// one is known.
func (j *job) point(x, y int) string {
	if !j.known {
		return fmt.Sprintf("%d,%d", x, y)
	}
	width, height := j.width, j.height
	if x > width || y > height { // recorded while the display was turned
		width, height = height, width
	}
	percent := func(v, of int) int { return min(max((v*100+of/2)/of, 0), 100) }
	return fmt.Sprintf("%d%%,%d%%", percent(x, width), percent(y, height))
}

// maestroText empties a field and types. Its present text is no part of the name: it
// changes with every letter.
func maestroText(j *job, e event.Event) ([]string, string) {
	var lines []string
	if e.X != 0 || e.Y != 0 || !e.Target.IsZero() {
		if e.Target.ID != "" {
			e.Target.Text = ""
		}
		lines = append([]string{"- tapOn:"}, j.maestroTarget(e)...)
	}
	lines = append(lines, "- eraseText: 60")
	if e.Kind == event.Text && e.Value != "" {
		lines = append(lines, "- inputText: "+yaml(e.Value))
	}
	return lines, ""
}

func maestroSwipe(j *job, e event.Event) ([]string, string) {
	times, millis := stroke(e)
	swipe := []string{
		"- swipe:",
		"    start: " + yaml(j.point(e.X, e.Y)),
		"    end: " + yaml(j.point(e.X2, e.Y2)),
		fmt.Sprintf("    duration: %d", millis),
	}
	if times == 1 {
		return swipe, ""
	}
	lines := []string{"- repeat:", fmt.Sprintf("    times: %d", times), "    commands:"}
	for _, l := range swipe {
		lines = append(lines, "      "+l)
	}
	return lines, ""
}

// maestroKeys are the keys that Maestro knows, by Android's name.
var maestroKeys = map[string]string{
	"ENTER": "Enter", "DEL": "Backspace", "BACK": "Back", "HOME": "Home", "TAB": "Tab", "POWER": "Power",
	"VOLUME_UP": "Volume Up", "VOLUME_DOWN": "Volume Down",
}

func maestroKey(_ *job, e event.Event) ([]string, string) {
	if e.Kind == event.Back {
		return []string{"- back"}, ""
	}
	if key, ok := maestroKeys[strings.TrimPrefix(e.Arg, "KEYCODE_")]; ok {
		return []string{"- pressKey: " + key}, ""
	}
	return nil, "a flow does not know this key"
}

func maestroHome(*job, event.Event) ([]string, string) {
	return []string{"- pressKey: Home", "- launchApp:", "    stopApp: false"}, ""
}

func maestroRotate(_ *job, e event.Event) ([]string, string) {
	if e.Arg == "landscape" {
		return []string{"- setOrientation: LANDSCAPE_LEFT"}, ""
	}
	return []string{"- setOrientation: PORTRAIT"}, ""
}

func maestroLink(_ *job, e event.Event) ([]string, string) {
	if in := e.Intent; in != nil && in.Data != "" && len(in.Extras) == 0 && len(in.URIs) == 0 && e.Arg == "" {
		return []string{"- openLink: " + yaml(in.Data)}, ""
	}
	return nil, "a flow opens links only"
}

func maestroPermission(_ *job, e event.Event) ([]string, string) {
	way := map[string]string{"grant": "allow", "deny": "deny", "ask": "unset"}[e.Arg]
	return []string{"- setPermissions:", "    permissions:", "        " + yaml(e.Value) + ": " + way}, ""
}

func maestroConfig(_ *job, e event.Event) ([]string, string) {
	if e.Arg != "network" {
		return nil, "a flow cannot set " + e.Arg
	}
	mode := map[string]string{"off": "enabled", "on": "disabled"}[e.Value]
	if mode == "" {
		return nil, "a flow turns all networks off or on"
	}
	return []string{"- setAirplaneMode: " + mode}, ""
}

func maestroLocation(_ *job, e event.Event) ([]string, string) {
	if e.Arg != event.LocationFix {
		return nil, "a flow sets places only"
	}
	fix, err := event.ParseFix(e.Value)
	if err != nil {
		return nil, err.Error()
	}
	degrees := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	return []string{"- setLocation:", "    latitude: " + degrees(fix.Latitude),
		"    longitude: " + degrees(fix.Longitude)}, ""
}

func maestroWait(_ *job, e event.Event) ([]string, string) {
	return []string{"- waitForAnimationToEnd:", fmt.Sprintf("    timeout: %d", e.Millis)}, ""
}

func maestroRestart(*job, event.Event) ([]string, string) {
	return []string{"- stopApp", "- launchApp:", "    stopApp: false"}, ""
}

func maestroKill(_ *job, e event.Event) ([]string, string) {
	lines := []string{"- pressKey: Home", "- killApp"}
	if e.Kind == event.Kill {
		lines = append(lines, "- launchApp:", "    stopApp: false")
	}
	return lines, ""
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
