package conversion

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/syntax"

	"talpa/fuzz/oracle/dmf"
)

// widgetActions are those that are nothing without a widget.
var widgetActions = map[dmf.Action]bool{dmf.Click: true, dmf.LongClick: true, dmf.Type: true}

// generatorWeight is the weight that PBFDroid gives an event of the generator, beside those of functions.
const generatorWeight = 30

// function writes one function as a rule.
func (w *writer) function(fn *dmf.Function) {
	f := &ruleWriter{fn: fn, taken: maps.Clone(w.names), variables: map[string]string{}, captured: map[string]bool{}}
	for _, name := range slices.Sorted(maps.Keys(fn.Widgets)) {
		f.variables[name] = identifier(name, f.taken)
	}
	f.body()
	do := identifier(fn.Name, w.names)
	when := identifier("can "+fn.Name, w.names)
	w.line("\n# %s: %s", fn.Kind, oneLine(fn.Name))
	w.line("def %s(page):\n    return %s\n", when, f.condition())
	w.line("def %s(app):", do)
	for _, line := range f.lines {
		w.line("    %s", line)
	}
	if fn.Weight == 0 {
		w.line("# Not stated as a rule: its proportion is 0.")
		return
	}
	name := fn.Name
	for n := 2; w.names["rule "+name]; n++ {
		name = fmt.Sprintf("%s (%d)", fn.Name, n)
	}
	w.names["rule "+name] = true
	w.line("\nrule(%s, %s, when = %s, probability = %.2f)", quote(name), do, when,
		max(0.01, float64(fn.Weight)/float64(fn.Weight+generatorWeight)))
}

// ruleWriter writes the body of one rule.
type ruleWriter struct {
	fn        *dmf.Function
	taken     map[string]bool
	variables map[string]string // by the widgets' names
	captured  map[string]bool   // widgets whose texts are in their variables
	objects   map[string]string // the variable of an object, by type
	lines     []string
}

func (f *ruleWriter) line(format string, args ...any) {
	f.lines = append(f.lines, fmt.Sprintf(format, args...))
}

// body writes the steps, the changes of the state and the checks.
func (f *ruleWriter) body() {
	f.objects = map[string]string{}
	for _, kind := range f.drawn() {
		f.objects[kind] = identifier("any "+kind, f.taken)
		f.line("%s = app.choose(app.state[%s])", f.objects[kind], quote(kind))
	}
	f.capture(0)
	for i := range f.fn.Steps {
		f.step(&f.fn.Steps[i])
		f.capture(i + 1)
	}
	for _, im := range f.fn.Impacts {
		f.impact(im)
	}
	for i := range f.fn.After {
		c := &f.fn.After[i]
		if condition := f.holds(c, "app"); condition == "" {
			f.line("# Not converted: the post-condition %s %s", oneLine(c.Widget), c.Relation)
		} else {
			f.line("app.check(%s, %s)", condition, quote(demand(c)))
		}
	}
}

// demand says for people what a condition wants.
func demand(c *dmf.Condition) string {
	switch {
	case c.Widget == "":
		return fmt.Sprintf("objects of type %s: %s", c.Type, c.Relation)
	case c.Relation == dmf.NotIn:
		return c.Widget + " is not on the screen"
	}
	return c.Widget + " is on the screen"
}

// drawn are the types of which an object is chosen.
func (f *ruleWriter) drawn() []string {
	kinds := map[string]bool{}
	for _, st := range f.fn.Steps {
		kinds[objectType(st.Text)] = true
		kinds[objectType(f.fn.Widgets[st.Widget].Text)] = true
	}
	delete(kinds, "")
	return slices.Sorted(maps.Keys(kinds))
}

// referred are the widgets whose texts the function speaks of, by name.
func (f *ruleWriter) referred() []string {
	names := map[string]bool{}
	note := func(name string) {
		if _, ok := f.fn.Widgets[name]; ok {
			names[name] = true
		}
	}
	refer := func(text string) {
		if name, ok := strings.CutSuffix(text, ".text"); ok {
			note(name)
		}
	}
	for _, im := range f.fn.Impacts {
		note(im.Object)
	}
	for _, st := range f.fn.Steps {
		refer(st.Text)
	}
	for _, x := range f.fn.Widgets {
		refer(x.Text)
	}
	return slices.Sorted(maps.Keys(names))
}

// capture keeps the texts that the function speaks of and that are on the screen after some steps.
func (f *ruleWriter) capture(steps int) {
	for _, name := range f.referred() {
		x := f.fn.Widgets[name]
		if x.Layout != steps {
			continue
		}
		if arguments, ok := f.arguments(name); ok {
			f.line("%s = text_of(app, %s)", f.variables[name], arguments)
			f.captured[name] = true
		} else {
			f.line("# Not converted: the text of %s", oneLine(name))
		}
	}
}

// text is the expression for a text of the specification; false if it is not known at this step.
func (f *ruleWriter) text(text string) (string, bool) {
	if name, ok := strings.CutSuffix(text, ".text"); ok {
		if _, ok := f.fn.Widgets[name]; ok {
			return f.variables[name], f.captured[name]
		}
	}
	if kind := objectType(text); kind != "" {
		return f.objects[kind], f.objects[kind] != ""
	}
	return quote(text), true
}

// arguments are those that find a widget; false if it fits nothing, or by a text that is not known.
func (f *ruleWriter) arguments(name string) (string, bool) {
	x := f.fn.Widgets[name]
	text, ok := "", true
	if x.Text != "" && x.Text != "random" {
		text, ok = f.text(x.Text)
	}
	all := attributes(&x, text)
	return all, ok && all != ""
}

// plainActions are those without a widget or a text.
var plainActions = map[dmf.Action]string{dmf.Back: "back()", dmf.Home: "home()", dmf.Enter: "send_action()",
	dmf.Upright: `rotate("portrait")`, dmf.Sideways: `rotate("landscape")`, dmf.Start: "restart()"}

// directions are where scrolling goes.
var directions = map[dmf.Action]string{dmf.ScrollForward: "down", dmf.ScrollBackward: "up", dmf.ScrollLeft: "left",
	dmf.ScrollRight: "right"}

// step writes one step.
func (f *ruleWriter) step(st *dmf.Step) {
	arguments, ok := f.arguments(st.Widget)
	if object := f.object(st.Widget); object != "" {
		x := f.fn.Widgets[st.Widget]
		x.Nth = 0
		arguments = attributes(&x, object)
	}
	if direction := directions[st.Action]; direction != "" {
		if ok {
			arguments = ", " + arguments
		}
		f.line("app.scroll(%s%s)", quote(direction), arguments)
		return
	}
	switch st.Action {
	case dmf.Click, dmf.LongClick, dmf.Type:
		f.touch(st, arguments, ok)
	case dmf.Drag:
		f.line("app.drag(%s)", st.Text)
	case dmf.ScrollTo:
		f.line("app.scroll_to(text = %s)", quote(st.Text))
	case dmf.Sleep:
		if n, err := strconv.Atoi(st.Text); err == nil && n > 0 {
			f.line("app.wait(%d)", min(n, 60)) // what a rule may wait at most
		}
	default:
		f.line("app.%s", plainActions[st.Action])
	}
}

// object is the variable of the object that the function removes or renames, where a widget is described
// as the object's is; "" elsewhere. The oracle of specifications takes the row of that name, too.
func (f *ruleWriter) object(name string) string {
	x := f.fn.Widgets[name]
	if x.ID == "" || x.Text != "" || x.XPath != "" {
		return ""
	}
	for _, im := range f.fn.Impacts {
		if im.Operator == dmf.Remove && f.captured[im.Object] && f.fn.Widgets[im.Object].ID == x.ID {
			return f.variables[im.Object]
		}
	}
	return ""
}

// touch writes a step on a widget.
func (f *ruleWriter) touch(st *dmf.Step, arguments string, ok bool) {
	if !ok {
		f.line("app.assume(False, %s)", quote("not converted: the step on "+st.Widget))
		return
	}
	call := map[dmf.Action]string{dmf.Click: "tap(", dmf.LongClick: "long_tap("}[st.Action]
	if st.Action == dmf.Type {
		text, known := "app.word()", true
		if st.Text != "random" {
			text, known = f.text(st.Text)
		}
		if !known {
			f.line("app.assume(False, %s)", quote("not converted: the text "+st.Text))
			return
		}
		call = "type(" + text + ", "
	}
	if st.Optional {
		f.line("if app.has(%s):", arguments)
		f.line("    app.%s%s)", call, arguments)
		return
	}
	f.line("app.%s%s)", call, arguments)
}

// impact writes what happens to the objects.
func (f *ruleWriter) impact(im dmf.Impact) {
	kind := quote(f.fn.Type)
	if im.Operator == dmf.Clear {
		f.line("app.state[%s].clear()", kind)
		return
	}
	object := f.variables[im.Object]
	if !f.captured[im.Object] {
		f.line("# Not converted: %s of %s, whose text is not known", im.Operator, oneLine(im.Object))
		return
	}
	switch im.Operator {
	case dmf.Put:
		f.line("app.state[%s].append(%s)", kind, object)
	case dmf.Remove:
		f.line("forget(app, %s, %s)", kind, object)
	case dmf.AddConflict:
		f.line("if %s in app.state[%s]:", object, kind)
		f.line("    forget(app, %s, %s)", kind, object)
		f.line("else:")
		f.line("    app.state[%s].append(%s)", kind, object)
	case dmf.AddNoDuplicate:
		f.line("if %s not in app.state[%s]:", object, kind)
		f.line("    app.state[%s].append(%s)", kind, object)
	}
}

// condition is when the rule may begin: its preconditions hold, and the texts that it speaks of are there.
func (f *ruleWriter) condition() string {
	before := &ruleWriter{fn: f.fn, variables: f.variables, captured: map[string]bool{}, objects: map[string]string{}}
	var all []string
	for i := range f.fn.Before {
		c := &f.fn.Before[i]
		condition := before.holds(c, "page")
		if condition == "" {
			condition = "False" // as the oracle of specifications has it
		}
		if !slices.Contains(all, condition) {
			all = append(all, condition)
		}
	}
	for _, name := range f.referred() {
		if f.fn.Widgets[name].Layout != 0 {
			continue
		}
		arguments, ok := before.arguments(name)
		if condition := "page.has(" + arguments + ")"; ok && !slices.Contains(all, condition) {
			all = append(all, condition)
		}
	}
	if len(all) == 0 {
		return "True"
	}
	return strings.Join(all, " and \\\n        ")
}

// fewObjects is what PBFDroid's "smaller" allows.
const fewObjects = 5

// holds is the expression for a condition on a page; "" if it has none.
func (f *ruleWriter) holds(c *dmf.Condition, page string) string {
	objects := fmt.Sprintf("%s.state[%s]", page, quote(c.Type))
	switch c.Relation {
	case dmf.Empty:
		return "len(" + objects + ") == 0"
	case dmf.NotEmpty:
		return "len(" + objects + ") > 0"
	case dmf.Smaller:
		return fmt.Sprintf("len(%s) <= %d", objects, fewObjects)
	}
	x := f.fn.Widgets[c.Widget]
	kind := c.Type
	if object := objectType(x.Text); object != "" && kind == "" && f.objects[object] == "" {
		kind = object // any object of the type
	}
	var expression string
	if kind != "" {
		nth := x.Nth
		x.Text, x.Nth = "", 0
		all := attributes(&x, "")
		if all == "" {
			all = `textMatches = "(?s).+"`
		}
		expression = fmt.Sprintf("len(showing(%s, %s, %s)) > %d", page, quote(kind), all, nth)
	} else {
		all, ok := f.arguments(c.Widget)
		if !ok {
			return ""
		}
		expression = fmt.Sprintf("%s.has(%s)", page, all)
	}
	if c.Relation == dmf.NotIn {
		return "not " + expression
	}
	return expression
}

// quote writes a text as Starlark has it.
func quote(text string) string { return syntax.Quote(text, false) }

// oneLine is a text as a comment can have it.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
