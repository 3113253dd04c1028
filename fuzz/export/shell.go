package export

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"strings"
	"text/template"

	"talpa/fuzz/event"
	"talpa/internal/shellword"
)

//go:embed repro.sh.tmpl
var shellText string

var shellTemplate = template.Must(template.New(NameShell).
	Funcs(template.FuncMap{"q": shellword.Quote}).Parse(shellText))

// shellFile writes the script for a POSIX shell that needs adb only.
func shellFile(j *job) File {
	steps, gaps := j.steps(func(e event.Event) ([]string, string) {
		lines, why := j.perform(e, shell{})
		if e.Kind == event.Rotate && why == "" {
			turned := "no"
			if (e.Arg == "landscape") == (j.width <= j.height) {
				turned = "yes"
			}
			lines = append(lines, "turned="+turned)
		}
		return lines, why
	})
	return File{Name: NameShell, Tool: "adb alone", Run: "sh", Mode: 0o755,
		Text: fill(shellTemplate, j, steps), Gaps: append(gaps, j.unseen()...)}
}

// view is what the templates are filled with.
type view struct {
	App, Recorded, Happened, Kind, Exception, Frame string
	Package                                         string // of the Kotlin tests
	Width, Height, Flings, FlingMillis              int
	Settings                                        []setting
	Steps                                           []step
}

func fill(t *template.Template, j *job, steps []step) []byte {
	var b bytes.Buffer
	err := t.Execute(&b, view{App: j.app, Recorded: j.recorded(), Happened: j.wanted.happened(),
		Kind: string(j.wanted.Kind), Exception: line(j.wanted.Exception), Frame: line(j.wanted.Frame),
		Package: kotlinPackage(j.app), Width: j.width, Height: j.height, Settings: j.settings(), Steps: steps,
		Flings: event.Flings, FlingMillis: event.FlingMillis})
	if err != nil { // the templates are our own, and take any text
		return []byte(err.Error())
	}
	return b.Bytes()
}

// shell is the language of a POSIX shell, with the functions that repro.sh begins with.
type shell struct{}

func (shell) launch() []string { return []string{"launch"} }

func (shell) run(command string) []string { return []string{"phone " + shellword.Quote(command)} }

func (shell) pause(millis int) []string {
	return []string{fmt.Sprintf("sleep %d.%03d", millis/1000, millis%1000)}
}

func (s shell) gesture(e event.Event) ([]string, string) {
	at := place(e)
	switch e.Kind {
	case event.Tap:
		return []string{at, "tap"}, ""
	case event.DoubleTap:
		if e.Millis > 0 { // starting input takes as long as a slow finger
			return []string{at, "tap_tap"}, ""
		}
		return []string{at, "twice"}, ""
	case event.LongTap:
		return []string{at, fmt.Sprintf("press %d", cmp.Or(e.Millis, 800))}, ""
	case event.Scroll, event.Swipe:
		if e.Arg == "top" || e.Arg == "bottom" {
			return []string{fmt.Sprintf("fling %d %d %d %d", e.X, e.Y, e.X2, e.Y2)}, ""
		}
		return []string{fmt.Sprintf("swipe %d %d %d %d %d", e.X, e.Y, e.X2, e.Y2, cmp.Or(e.Millis, 300))}, ""
	case event.Drag:
		return []string{fmt.Sprintf("drag %d %d %d %d %d", e.X, e.Y, e.X2, e.Y2, cmp.Or(e.Millis, event.DragMillis))}, ""
	case event.Select:
		first := []string{fmt.Sprintf("place %d %d 0", e.X, e.Y), "press 800"}
		return append(first, otherRows(e, "place %d %d 0\ntap")...), ""
	case event.Text, event.Clear:
		return s.text(e)
	}
	return nil, "adb has one finger only"
}

// text taps the field if the event says where, empties it, and types.
func (shell) text(e event.Event) (lines []string, why string) {
	if e.X != 0 || e.Y != 0 {
		e.Target.Text = "" // it changes with every letter
		lines = append(lines, place(e), "tap")
	}
	lines = append(lines, "empty")
	if e.Kind == event.Clear {
		return lines, ""
	}
	if strings.ContainsFunc(e.Value, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) {
		return nil, "the input command of a phone types ASCII only"
	}
	for _, piece := range typed(e.Value) {
		if piece == "\n" {
			lines = append(lines, "phone 'input keyevent ENTER'")
			continue
		}
		lines = append(lines, "phone "+shellword.Quote("input text "+shellword.Quote(piece)))
	}
	return lines, ""
}

// typed cuts a text into what one input command can type: a space is %s there, so a real
// %s is cut in two, and a newline is a key of its own.
func typed(text string) []string {
	var pieces []string
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			pieces = append(pieces, "\n")
		}
		parts := strings.Split(line, "%s")
		for n, part := range parts {
			if n > 0 {
				part = "s" + part
			}
			if n < len(parts)-1 {
				part += "%"
			}
			if part != "" {
				pieces = append(pieces, strings.ReplaceAll(part, " ", "%s"))
			}
		}
	}
	return pieces
}

// place is the line that looks for the widget of an event: by attributes as the dump of
// uiautomator writes them.
func place(e event.Event) string {
	t := e.Target
	words := []string{"place", fmt.Sprint(e.X), fmt.Sprint(e.Y), fmt.Sprint(t.Nth)}
	attribute := func(name, value string) {
		if value != "" {
			words = append(words, shellword.Quote(name+`="`+xmlText(value)+`"`))
		}
	}
	attribute("resource-id", t.ID)
	attribute("text", t.Text)
	attribute("content-desc", t.Desc)
	if t.Nth > 0 {
		attribute("class", t.Class)
	}
	return strings.Join(words, " ")
}

// xmlText writes a value as the dump does.
func xmlText(s string) string {
	s = html.EscapeString(s)
	return strings.NewReplacer("&#34;", "&quot;", "&#39;", "'", "\n", "&#10;", "\r", "&#13;", "\t", "&#9;").Replace(s)
}

// stroke is how often a scroll or swipe is made, and how long each takes: to the end of a list
// it is some flings.
func stroke(e event.Event) (times, millis int) {
	if e.Arg == "top" || e.Arg == "bottom" {
		return event.Flings, event.FlingMillis
	}
	return 1, cmp.Or(e.Millis, 300)
}

// otherRows has a line for each row that a Select picks after the first; format takes the pixel.
func otherRows(e event.Event, format string) []string {
	var lines []string
	for n := 1; n < e.Rows(); n++ {
		x, y := e.Row(n)
		lines = append(lines, fmt.Sprintf(format, x, y))
	}
	return lines
}
