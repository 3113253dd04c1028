package export

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"talpa/fuzz/event"
)

//go:embed CrashEspressoTest.kt.tmpl
var espressoText string

var espressoTemplate = template.Must(template.New(NameEspresso).
	Funcs(template.FuncMap{"q": kotlinString}).Parse(espressoText))

// espressoFile writes the script as a test for Espresso, which runs in the app's process
// and knows widgets by name only. Where an event is beyond it there is no test: one that
// leaves steps out would pass.
func espressoFile(j *job) File {
	steps, gaps := j.steps(func(e event.Event) ([]string, string) {
		if endsProcess(e) {
			return nil, "the app's process ends, in which the test runs"
		}
		return j.perform(e, espresso{})
	})
	f := File{Name: NameEspresso, Tool: "Espresso", Mode: 0o644, Gaps: append(gaps, j.unseen()...)}
	if len(f.Gaps) == 0 {
		f.Text = withoutUnused(fill(espressoTemplate, j, steps))
	}
	return f
}

// espresso is Kotlin with the functions of CrashEspressoTest.kt.
type espresso struct{}

func (espresso) launch() []string { return []string{"launch()"} }

func (espresso) run(command string) []string { return []string{"shell(" + kotlinString(command) + ")"} }

func (espresso) pause(millis int) []string {
	return []string{fmt.Sprintf("SystemClock.sleep(%d)", millis)}
}

func (espresso) gesture(e event.Event) ([]string, string) {
	if e.Kind == event.Text || e.Kind == event.Clear {
		e.Target.Text = ""
	}
	widget := espressoWidget(e)
	if widget == "" {
		return nil, "no name of the widget is known, and Espresso takes no pixels"
	}
	perform := map[event.Kind]string{
		event.Tap: "click()", event.DoubleTap: "doubleClick()", event.LongTap: "longClick()",
		event.Text: "replaceText(" + kotlinString(e.Value) + ")", event.Clear: "clearText()",
	}[e.Kind]
	if perform == "" && e.Kind == event.Scroll {
		perform = map[string]string{
			"up": "swipeDown()", "down": "swipeUp()", "left": "swipeRight()", "right": "swipeLeft()",
		}[e.Arg]
	}
	if perform == "" {
		return nil, "Espresso has no such gesture"
	}
	return []string{widget + ".perform(" + perform + ")"}, ""
}

// espressoWidget is the matcher of an event's widget, "" if nothing names it.
func espressoWidget(e event.Event) string {
	var parts []string
	if e.Target.ID != "" {
		parts = append(parts, "withId(id("+kotlinString(e.Target.ID)+"))")
	}
	if e.Target.Text != "" {
		parts = append(parts, "says("+kotlinString(e.Target.Text)+")")
	}
	if e.Target.Desc != "" {
		parts = append(parts, "withContentDescription("+kotlinString(e.Target.Desc)+")")
	}
	if len(parts) == 0 {
		return ""
	}
	matcher := "allOf(" + strings.Join(append(parts, "isDisplayed()"), ", ") + ")"
	if e.Target.Nth > 0 {
		return fmt.Sprintf("onView(nth(%d, %s))", e.Target.Nth, matcher)
	}
	return "onView(" + matcher + ")"
}
