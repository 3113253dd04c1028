// Package draft writes a first draft of a property (fuzz/oracle/property) from something that was done
// to an app: a rule with the same steps, its widgets by name, text or description, the texts that were
// typed as drawn values, and a check that they show at the end. What must hold beyond that, only a
// person knows: comments say where to go on.
//
// It does not see what the steps were for: texts that were chosen, not typed, stay as they were, and
// events around the app (settings, calls, files) have no counterpart in rules.
package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/syntax"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Step is an event as it was played.
type Step struct {
	Event  event.Event
	Before *ui.Screen
	Widget int // index of the event's widget in Before, -1 for none
}

// Starlark returns the draft of a rule with the steps; end is the screen after the last one. An error
// says that nothing of them can be a rule.
func Starlark(name string, steps []Step, end *ui.Screen) (string, error) {
	for len(steps) > 0 && steps[0].Event.Kind == event.Launch {
		steps = steps[1:]
	}
	if len(steps) == 0 || end == nil || steps[0].Before == nil {
		return "", fmt.Errorf("%s does nothing after the start of the app that a rule could do", name)
	}
	w := &writer{names: map[string]string{}}
	for i := range steps {
		w.step(&steps[i])
	}
	w.checks(steps, end)
	var b strings.Builder
	fmt.Fprintf(&b, "# A first draft, from %s. Read it, give it a name, and say in app.check what must hold.\n\n",
		strings.Join(strings.Fields(name), " "))
	if len(w.shown) > 0 {
		var pairs []string
		for _, variable := range w.shown {
			pairs = append(pairs, syntax.Quote(variable, false)+": []")
		}
		fmt.Fprintf(&b, "# What the app must have, remembered until its data is cleared.\nstate = {%s}\n\n",
			strings.Join(pairs, ", "))
	}
	fmt.Fprintf(&b, "def recorded(app):\n    %s\n\n", strings.Join(w.lines, "\n    "))
	if w.when == " " {
		b.WriteString("# Say where it may begin: when = lambda page: page.has(...)\n")
	}
	fmt.Fprintf(&b, "rule(\"recorded\", recorded%s)\n", strings.TrimSpace(w.when))
	return b.String(), nil
}

// writer collects the lines of the rule.
type writer struct {
	lines []string
	names map[string]string // variables, by the text that they stand for
	typed []string          // variables, in order
	shown []string          // those whose texts show at the end
	when  string            // the precondition, as an argument of rule
}

func (w *writer) line(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

// calls are the events without a widget and an argument.
var calls = map[event.Kind]string{event.Back: "back()", event.Home: "home()", event.Launch: "launch()",
	event.Restart: "restart()", event.Kill: "kill()", event.EditorAction: "send_action()", event.Menu: `press("MENU")`}

// touches are the events on a widget without a text.
var touches = map[event.Kind]string{event.Tap: "tap", event.DoubleTap: "double_tap", event.LongTap: "long_tap",
	event.Clear: "clear"}

// step writes what was done in one event.
func (w *writer) step(st *Step) {
	e := &st.Event
	arguments, remark := w.describe(st)
	if remark != "" {
		w.line("# %s", remark)
	}
	if w.when == "" {
		if w.when = ", when = lambda page: page.has(" + strings.ReplaceAll(arguments, " = app.find(",
			" = page.find(") + ")"; arguments == "" {
			w.when = " "
		}
	}
	switch call, touch := calls[e.Kind], touches[e.Kind]; {
	case call != "":
		w.line("app.%s", call)
	case touch != "" && arguments != "":
		w.line("app.%s(%s)", touch, arguments)
	case e.Kind == event.Text && arguments != "":
		w.line("app.type(%s, %s)", w.draw(st), arguments)
	case e.Kind == event.Scroll:
		w.line("app.scroll(%s)", syntax.Quote(e.Arg, false))
	case e.Kind == event.Key:
		w.line("app.press(%s)", syntax.Quote(e.Arg, false))
	case e.Kind == event.Rotate:
		w.line("app.rotate(%s)", syntax.Quote(e.Arg, false))
	case e.Kind == event.Wait && e.Millis > 0:
		w.line("app.wait(%s)", strconv.FormatFloat(min(60, float64(e.Millis)/1000), 'g', 4, 64))
	case e.Kind == event.Swipe:
		w.line("app.drag(%d, %d, %d, %d)", e.X, e.Y, e.X2, e.Y2)
	default:
		w.line("# Not recorded, a rule has nothing like it: %s", strings.Join(strings.Fields(e.String()), " "))
	}
}

// draw is the variable of a text that was typed.
func (w *writer) draw(st *Step) string {
	value := st.Event.Value
	if name, ok := w.names[value]; ok {
		return name
	}
	name := "text"
	if st.Widget >= 0 {
		if id := bare(st.Before.Widgets[st.Widget].ID); id != "" {
			name = id
		}
	}
	name = identifier(name, w.typed)
	w.typed = append(w.typed, name)
	w.names[value] = name
	if n, err := strconv.Atoi(value); err == nil && n >= 0 && len(value) <= maxDigits {
		w.line("%s = str(app.number(%d, %d))", name, least(len(value)), most(len(value)))
	} else {
		w.line("%s = app.word()", name)
	}
	return name
}

// maxDigits are those of the longest numbers that are drawn: what is longer is drawn as a word.
const maxDigits = 18

// least and most are the numbers of so many digits.
func least(digits int) int {
	if digits == 1 {
		return 0
	}
	return most(digits-1) + 1
}

func most(digits int) int {
	n := 9
	for range digits - 1 {
		n = n*10 + 9
	}
	return n
}

// checks writes what shows at the end that was typed, or did before and is gone; where nothing was
// typed, what is new at the end.
func (w *writer) checks(steps []Step, end *ui.Screen) {
	var lines []string
	for _, name := range w.typed {
		at := slices.IndexFunc(end.Widgets, func(x ui.Widget) bool { return x.Text != "" && w.names[x.Text] == name })
		if at < 0 && w.showed(steps, name) {
			why := syntax.Quote(name+" is gone", false)
			lines = append(lines, fmt.Sprintf("app.check(not app.has(text = %s), %s)", name, why))
			continue
		}
		if at < 0 {
			lines = append(lines, fmt.Sprintf("# %s is not on the last screen. What must hold because of it?", name))
			continue
		}
		w.shown = append(w.shown, name)
		arguments := "text = " + name
		if id := bare(end.Widgets[at].ID); id != "" {
			arguments = "resourceId = " + syntax.Quote(id, false) + ", " + arguments
		}
		w.line("app.state[%s].append(%s)", syntax.Quote(name, false), name)
		lines = append(lines, fmt.Sprintf("app.check(app.has(%s), %s)", arguments, syntax.Quote(name+" is shown", false)))
	}
	w.lines = append(w.lines, lines...)
	if len(w.typed) > 0 {
		return
	}
	w.line("# Nothing was typed. What must hold now? This shows at the end, and did not at the beginning:")
	for i := range end.Widgets {
		text := end.Widgets[i].Text
		if text != "" && !slices.ContainsFunc(steps[0].Before.Widgets, func(x ui.Widget) bool { return x.Text == text }) {
			w.line("app.check(app.has(text = %s), %s)", syntax.Quote(text, false), syntax.Quote(text+" is shown", false))
			return
		}
	}
	w.line("# (nothing)")
}

// showed says whether the text of a variable stood on a screen between, other than in a field.
func (w *writer) showed(steps []Step, name string) bool {
	return slices.ContainsFunc(steps, func(st Step) bool {
		return st.Before != nil && slices.ContainsFunc(st.Before.Widgets, func(x ui.Widget) bool {
			return x.Text != "" && w.names[x.Text] == name && !x.Editable()
		})
	})
}

// identifier makes a name of a variable that is not taken.
func identifier(words string, taken []string) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(words)), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' || slices.Contains(keywords, name) {
		name = "the_" + name
	}
	unique := name
	for n := 2; slices.Contains(taken, unique); n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	return unique
}

// keywords are the names that a variable may not have.
var keywords = []string{"and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else", "except",
	"finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "load", "nonlocal", "not", "or", "pass",
	"raise", "return", "str", "try", "while", "with", "yield", "app", "page", "state", "rule", "recorded"}

// bare is a resource's name without its package.
func bare(id string) string {
	_, name, _ := strings.Cut(id, ":id/")
	return name
}
