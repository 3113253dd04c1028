// Package conversion writes a specification of PBFDroid (fuzz/oracle/dmf) as a file of properties in
// Starlark (fuzz/oracle/property): each function becomes a rule, the objects of its model the state,
// key views what is reserved. The file is meant to be read and changed by people, so it says in
// comments what had no counterpart.
//
// What it does not keep: which of several functions chance chooses goes by a probability of each
// rule, not by weights of all; a text "note::random" is one object chosen before the first step,
// where PBFDroid takes any that fits until it is typed.
package conversion

import (
	"fmt"
	"slices"
	"strings"

	"talpa/fuzz/oracle/dmf"
)

// Starlark returns the file of properties; name is what the specification is called in it.
func Starlark(name string, spec *dmf.Spec) string {
	w := &writer{names: map[string]bool{}}
	for _, word := range reservedWords {
		w.names[word] = true
	}
	w.line("# Converted from %s, a specification of PBFDroid.", name)
	for _, remark := range spec.Remarks {
		w.line("# Not converted: %s", oneLine(remark))
	}
	w.state(spec)
	w.reserve(spec)
	w.line("%s", helpers)
	for i := range spec.Functions {
		w.function(&spec.Functions[i])
	}
	return w.b.String()
}

// helpers are the functions that converted rules share.
const helpers = `
def text_of(app, **attributes):
    widget = app.find(**attributes)
    app.assume(widget != None, "no widget with %s" % attributes)
    return widget.text

# The widgets that show an object of a type.
def showing(page, kind, **attributes):
    return [w for w in page.all(**attributes) if w.text in page.state[kind]]

def forget(app, kind, name):
    if name in app.state[kind]:
        app.state[kind].remove(name)`

// reservedWords are those that no variable of a converted rule may be called.
var reservedWords = []string{"and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else",
	"except",
	"finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "load", "nonlocal", "not", "or", "pass",
	"raise", "return", "try", "while", "with", "yield", "None", "True", "False", "app", "page", "state", "rule", "setup",
	"invariant", "initially", "reserve", "text_of", "showing", "forget", "len", "any", "all", "w"}

// writer collects the file.
type writer struct {
	b     strings.Builder
	names map[string]bool // taken at the top of the file
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

// state writes the objects of the model, by type.
func (w *writer) state(spec *dmf.Spec) {
	var kinds []string
	note := func(kind string) {
		if kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for i := range spec.Functions {
		fn := &spec.Functions[i]
		note(fn.Type)
		for _, c := range slices.Concat(fn.Before, fn.After) {
			note(c.Type)
		}
		for _, st := range fn.Steps {
			note(objectType(st.Text))
		}
		for _, x := range fn.Widgets {
			note(objectType(x.Text))
		}
	}
	slices.Sort(kinds)
	w.line("\n# The objects that must be there, by type.")
	var pairs []string
	for _, kind := range kinds {
		pairs = append(pairs, quote(kind)+": []")
	}
	w.line("state = {%s}", strings.Join(pairs, ", "))
}

// patternNames are the attributes of key views, as selectors call them.
var patternNames = map[string]string{"text": "text", "resource-id": "resourceId", "class": "className",
	"package": "packageName", "content-desc": "description", "checkable": "checkable", "checked": "checked",
	"clickable": "clickable", "enabled": "enabled", "focusable": "focusable", "focused": "focused",
	"scrollable": "scrollable", "long-clickable": "longClickable", "password": "password", "selected": "selected"}

// reserve writes the key views, or where there are none the first widgets of functions that change
// data, as the oracle takes them.
func (w *writer) reserve(spec *dmf.Spec) {
	w.line("\n# Widgets that change data: only rules may use them.")
	for _, key := range spec.Keys {
		var attributes, lost []string
		for _, name := range sortedKeys(key) {
			word, ok := patternNames[name]
			switch {
			case !ok:
				lost = append(lost, name+" "+key[name])
			case key[name] == "true" || key[name] == "false":
				attributes = append(attributes, word+" = "+strings.ToUpper(key[name][:1])+key[name][1:])
			default:
				attributes = append(attributes, word+" = "+quote(key[name]))
			}
		}
		if len(lost) > 0 {
			w.line("# Not converted: %s", oneLine(strings.Join(lost, ", ")))
		}
		if len(attributes) > 0 {
			w.line("reserve(%s)", strings.Join(attributes, ", "))
		}
	}
	if len(spec.Keys) > 0 {
		return
	}
	var lines []string
	for i := range spec.Functions {
		fn := &spec.Functions[i]
		x, ok := fn.Widgets[fn.Steps[0].Widget]
		if len(fn.Impacts) == 0 || !ok || !widgetActions[fn.Steps[0].Action] {
			continue
		}
		if x.ID != "" || x.Text != "" {
			x.Nth = 0
		}
		if _, refers := strings.CutSuffix(x.Text, ".text"); refers || objectType(x.Text) != "" {
			x.Text = ""
		}
		if line := "reserve(" + attributes(&x, "") + ")"; attributes(&x, "") != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
			w.line("%s", line)
		}
	}
}

// identifier makes a name of Starlark that is not taken.
func identifier(words string, taken map[string]bool) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(words)), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "a_" + name
	}
	unique := name
	for n := 2; taken[unique]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	taken[unique] = true
	return unique
}

// objectType is the type in "type::random", "" in other texts.
func objectType(text string) string {
	kind, ok := strings.CutSuffix(text, "::random")
	if !ok {
		return ""
	}
	return kind
}

// attributes are those of a widget's description, without its text, as arguments; text is the
// expression for it, "" for any.
func attributes(x *dmf.Widget, text string) string {
	var all []string
	add := func(name, value string) {
		if value != "" {
			all = append(all, name+" = "+quote(value))
		}
	}
	add("resourceId", x.ID)
	add("className", x.Class)
	add("description", x.Desc)
	add("xpath", x.XPath)
	switch {
	case text != "":
		all = append(all, "text = "+text)
	case x.Text != "random":
		add("text", x.Text)
	}
	if x.Nth > 0 && len(all) > 0 {
		all = append(all, fmt.Sprintf("index = %d", x.Nth))
	}
	return strings.Join(all, ", ")
}
