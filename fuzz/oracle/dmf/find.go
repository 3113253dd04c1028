package dmf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"talpa/fuzz/ui"
)

// attributes reads what a Pattern may name, as `uiautomator dump` writes it.
var attributes = map[string]func(w *ui.Widget) string{
	"text":           func(w *ui.Widget) string { return w.Text },
	"resource-id":    func(w *ui.Widget) string { return w.ID },
	"class":          func(w *ui.Widget) string { return w.Class },
	"package":        func(w *ui.Widget) string { return w.Package },
	"content-desc":   func(w *ui.Widget) string { return w.Desc },
	"checkable":      func(w *ui.Widget) string { return strconv.FormatBool(w.Checkable) },
	"checked":        func(w *ui.Widget) string { return strconv.FormatBool(w.Checked) },
	"clickable":      func(w *ui.Widget) string { return strconv.FormatBool(w.Clickable) },
	"enabled":        func(w *ui.Widget) string { return strconv.FormatBool(w.Enabled) },
	"focusable":      func(w *ui.Widget) string { return strconv.FormatBool(w.Focusable) },
	"focused":        func(w *ui.Widget) string { return strconv.FormatBool(w.Focused) },
	"scrollable":     func(w *ui.Widget) string { return strconv.FormatBool(w.Scrollable) },
	"long-clickable": func(w *ui.Widget) string { return strconv.FormatBool(w.LongClickable) },
	"password":       func(w *ui.Widget) string { return strconv.FormatBool(w.Password) },
	"selected":       func(w *ui.Widget) string { return strconv.FormatBool(w.Selected) },
	"bounds": func(w *ui.Widget) string {
		return fmt.Sprintf("[%d,%d][%d,%d]", w.Bounds.Left, w.Bounds.Top, w.Bounds.Right, w.Bounds.Bottom)
	},
}

// fits says whether a widget has all that the pattern names.
func (p Pattern) fits(w *ui.Widget) bool {
	for name, want := range p {
		if attributes[name](w) != want {
			return false
		}
	}
	return true
}

// find returns the widget on the screen that the description means, -1 and false if
// there is none; see findAll.
func (w *Widget) find(s *ui.Screen, pkg string, means func(text string) bool) (int, bool) {
	if all := w.findAll(s, pkg, means); w.Nth < len(all) {
		return all[w.Nth], true
	}
	return -1, false
}

// findAll returns the widgets on the screen that the description fits, whichever of
// them it means, given which texts are meant; pkg limits them to one app, "" does not.
func (w *Widget) findAll(s *ui.Screen, pkg string, means func(text string) bool) []int {
	if w.blank() {
		return nil
	}
	return slices.DeleteFunc(w.candidates(s), func(i int) bool {
		x := &s.Widgets[i]
		return w.Class != "" && !classFits(w.Class, x.Class) || w.ID != "" && w.ID != x.ID ||
			w.Desc != "" && w.Desc != x.Desc || pkg != "" && pkg != x.Package || !means(x.Text)
	})
}

// classFits says whether a class of a specification is a widget's. Fields with suggestions
// call themselves EditText on older Androids, AutoCompleteTextView on newer ones.
func classFits(want, got string) bool {
	return got == want || want == "android.widget.EditText" && strings.HasSuffix(got, "AutoCompleteTextView")
}

// blank says that the description fits nothing in particular.
func (w *Widget) blank() bool {
	return w.Class == "" && w.ID == "" && w.Desc == "" && w.Text == "" && w.XPath == ""
}

// candidates are the widgets that the path leads to, all of them without one.
func (w *Widget) candidates(s *ui.Screen) []int {
	if w.path != nil {
		return selected(s, w.path)
	}
	all := make([]int, len(s.Widgets))
	for i := range all {
		all[i] = i
	}
	return all
}

// shows says whether a widget shows exactly the text.
func shows(s *ui.Screen, text string) bool {
	return slices.ContainsFunc(s.Widgets, func(w ui.Widget) bool { return w.Text == text })
}
