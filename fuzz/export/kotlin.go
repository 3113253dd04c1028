package export

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"talpa/fuzz/event"
)

//go:embed CrashTest.kt.tmpl
var kotlinText string

var kotlinTemplate = template.Must(template.New(NameKotlin).
	Funcs(template.FuncMap{"q": kotlinString}).Parse(kotlinText))

// kotlinFile writes the script as a test for UI Automator, which runs in a process of its
// own.
func kotlinFile(j *job) File {
	steps, gaps := j.steps(func(e event.Event) ([]string, string) { return j.perform(e, kotlin{}) })
	return File{Name: NameKotlin, Tool: "UI Automator", Mode: 0o644, Text: withoutUnused(fill(kotlinTemplate, j, steps)),
		Gaps: append(gaps, j.unseen()...)}
}

// kotlin is Kotlin with the functions of CrashTest.kt.
type kotlin struct{}

func (kotlin) launch() []string { return []string{"launch()"} }

func (kotlin) run(command string) []string { return []string{"shell(" + kotlinString(command) + ")"} }

func (kotlin) pause(millis int) []string {
	return []string{fmt.Sprintf("SystemClock.sleep(%d)", millis)}
}

func (k kotlin) gesture(e event.Event) ([]string, string) {
	call := func(name string, more ...string) ([]string, string) {
		return []string{name + "(" + strings.Join(append(kotlinPlace(e), more...), ", ") + ")"}, ""
	}
	switch e.Kind {
	case event.Tap:
		return call("tap")
	case event.DoubleTap:
		return call("twice")
	case event.LongTap:
		return call("press")
	case event.Scroll, event.Swipe:
		times, millis := stroke(e)
		swipe := fmt.Sprintf("swipe(%d, %d, %d, %d, %d)", e.X, e.Y, e.X2, e.Y2, millis)
		if times > 1 {
			swipe = fmt.Sprintf("repeat(%d) { %s }", times, swipe)
		}
		return []string{swipe}, ""
	case event.Drag:
		return []string{fmt.Sprintf("drag(%d, %d, %d, %d, %d)", e.X, e.Y, e.X2, e.Y2,
			cmp.Or(e.Millis, event.DragMillis))}, ""
	case event.Select:
		return append([]string{fmt.Sprintf("press(%d, %d)", e.X, e.Y)}, otherRows(e, "tap(%d, %d)")...), ""
	case event.Pinch:
		pinch := map[string]string{"in": "pinchIn", "out": "pinchOut"}[e.Arg]
		if pinch == "" {
			return nil, "UI Automator has no gesture that turns"
		}
		return call(pinch)
	}
	if e.X != 0 || e.Y != 0 {
		e.Target.Text = "" // it changes with every letter
		lines, _ := call("tap")
		return append(lines, "type("+kotlinString(typedText(e))+")"), ""
	}
	return []string{"type(" + kotlinString(typedText(e)) + ")"}, ""
}

// typedText is what is left in a field.
func typedText(e event.Event) string {
	if e.Kind == event.Clear {
		return ""
	}
	return e.Value
}

// kotlinPlace are the arguments that say where an event acts: the recorded pixel, and a
// selector of the widget if there is one.
func kotlinPlace(e event.Event) []string {
	words := []string{fmt.Sprint(e.X), fmt.Sprint(e.Y)}
	var parts []string
	name := func(method, value string) {
		if value != "" {
			parts = append(parts, method+"("+kotlinString(value)+")")
		}
	}
	name("res", e.Target.ID)
	name("text", e.Target.Text)
	name("desc", e.Target.Desc)
	if len(parts) == 0 {
		return words
	}
	words = append(words, "By."+strings.Join(parts, "."))
	if e.Target.Nth > 0 {
		words = append(words, fmt.Sprint(e.Target.Nth))
	}
	return words
}

// kotlinString writes a string literal.
func kotlinString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\' || r == '$':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// hardKeywords are the words of Kotlin that are no names without quotes.
var hardKeywords = []string{"as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
	"interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true", "try", "typealias",
	"typeof", "val", "var", "when", "while"}

// kotlinPackage is the package of the tests: the app's and one more name.
func kotlinPackage(app string) string {
	var names []string
	for _, name := range strings.Split(app, ".") {
		if slices.Contains(hardKeywords, name) {
			name = "`" + name + "`"
		}
		if name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(append(names, "regression"), ".")
}
