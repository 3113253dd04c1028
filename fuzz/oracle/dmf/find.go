package dmf

import (
	"slices"
	"strings"

	"talpa/fuzz/oracle/xpath"
	"talpa/fuzz/ui"
)

// fits says whether a widget has all that the pattern names.
func (p Pattern) fits(w *ui.Widget) bool {
	for name, want := range p {
		if xpath.Attributes[name](w) != want {
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
		return w.path.Select(s)
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
