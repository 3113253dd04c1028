package export

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"talpa/fuzz/event"
)

//go:embed repro.py.tmpl
var pythonText string

// A JSON string is one of Python, too.
var pythonTemplate = template.Must(template.New(NamePython).Funcs(template.FuncMap{"q": yaml}).Parse(pythonText))

// pythonFile writes the script for uiautomator2.
func pythonFile(j *job) File {
	steps, gaps := j.steps(func(e event.Event) ([]string, string) { return j.perform(e, python{}) })
	return File{Name: NamePython, Tool: "uiautomator2", Run: "python3", Mode: 0o644,
		Text: fill(pythonTemplate, j, steps), Gaps: append(gaps, j.unseen()...)}
}

// python is Python with the functions that repro.py begins with.
type python struct{}

func (python) launch() []string { return []string{"launch()"} }

func (python) run(command string) []string { return []string{"phone(" + yaml(command) + ")"} }

func (python) pause(millis int) []string {
	return []string{fmt.Sprintf("time.sleep(%d.%03d)", millis/1000, millis%1000)}
}

func (p python) gesture(e event.Event) ([]string, string) {
	at := pythonPlace(e)
	call := func(name string, more ...string) ([]string, string) {
		return []string{name + "(" + strings.Join(append([]string{at}, more...), ", ") + ")"}, ""
	}
	switch e.Kind {
	case event.Tap:
		return call("tap")
	case event.DoubleTap:
		return call("twice")
	case event.LongTap:
		return call("press", seconds(cmp.Or(e.Millis, 800)))
	case event.Scroll, event.Swipe:
		times, millis := stroke(e)
		return []string{fmt.Sprintf("swipe(%d, %d, %d, %d, %s, times=%d)", e.X, e.Y, e.X2, e.Y2, seconds(millis), times)}, ""
	case event.Drag:
		return []string{fmt.Sprintf("drag(%d, %d, %d, %d, %s)", e.X, e.Y, e.X2, e.Y2,
			seconds(cmp.Or(e.Millis, event.DragMillis)))}, ""
	case event.Select:
		return append([]string{fmt.Sprintf("press((%d, %d), 0.800)", e.X, e.Y)}, otherRows(e, "tap((%d, %d))")...), ""
	case event.Pinch:
		if e.Arg == "turn" {
			return nil, "uiautomator2 has no gesture that turns"
		}
		return call("pinch", yaml(e.Arg))
	}
	if e.X == 0 && e.Y == 0 {
		at = "None"
	} else {
		e.Target.Text = "" // it changes with every letter
		at = pythonPlace(e)
	}
	if e.Kind == event.Clear {
		e.Value = ""
	}
	return call("write", yaml(e.Value))
}

func seconds(millis int) string { return fmt.Sprintf("%d.%03d", millis/1000, millis%1000) }

// pythonPlace is where an event acts: a recorded pixel, and what names the widget there.
func pythonPlace(e event.Event) string {
	words := []string{fmt.Sprintf("(%d, %d)", e.X, e.Y)}
	name := func(key, value string) {
		if value != "" {
			words = append(words, key+"="+yaml(value))
		}
	}
	name("resourceId", e.Target.ID)
	name("text", e.Target.Text)
	name("description", e.Target.Desc)
	if len(words) == 1 {
		return words[0]
	}
	if e.Target.Nth > 0 {
		name("className", e.Target.Class)
		words = append(words, fmt.Sprintf("instance=%d", e.Target.Nth))
	}
	return "find(" + strings.Join(words, ", ") + ")"
}
