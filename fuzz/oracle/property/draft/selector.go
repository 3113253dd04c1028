package draft

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"talpa/fuzz/ui"
)

// describe returns the arguments that find the widget of a step, "" if it has none, and a remark for
// the reader where they are weak.
func (w *writer) describe(st *Step) (arguments, remark string) {
	s, i := st.Before, st.Widget
	if s == nil || i < 0 || i >= len(s.Widgets) {
		return "", ""
	}
	if found, ok := w.alone(s, i); ok {
		return found, ""
	}
	// A row is known by what is written in it: a touch there is a touch of the row.
	for j := range s.Widgets {
		if j != i && s.Within(j, i) && s.Touched(j) == i {
			if found, ok := w.alone(s, j); ok {
				return found, ""
			}
		}
	}
	if found, ok := w.beside(s, i); ok {
		return found, ""
	}
	class := "className = " + syntax.Quote(last(s.Widgets[i].Class), false)
	if id := bare(s.Widgets[i].ID); id != "" {
		class = "resourceId = " + syntax.Quote(id, false)
	}
	nth := slices.Index(fitting(s, func(x *ui.Widget) bool {
		if id := s.Widgets[i].ID; bare(id) != "" {
			return bare(x.ID) == bare(id)
		}
		return x.Class == s.Widgets[i].Class
	}), i)
	return fmt.Sprintf("%s, index = %d", class, max(nth, 0)),
		"By its position, which is another one tomorrow: say what tells this widget from the others."
}

// way is one way to describe a widget.
type way struct {
	words string
	fits  func(x *ui.Widget) bool
}

// alone describes a widget by the first of name, description, text and two of them that fits no other.
func (w *writer) alone(s *ui.Screen, i int) (string, bool) {
	for _, how := range w.ways(s, i) {
		if all := fitting(s, how.fits); len(all) == 1 && all[0] == i {
			return how.words, true
		}
	}
	return "", false
}

// ways are those to describe a widget, best first. A text that was typed before is named by its
// variable, and comes first: the row of a new note is known by the note.
func (w *writer) ways(s *ui.Screen, i int) []way {
	x := &s.Widgets[i]
	var id, desc, text *way
	if name := bare(x.ID); name != "" {
		id = &way{"resourceId = " + syntax.Quote(name, false), func(o *ui.Widget) bool { return bare(o.ID) == name }}
	}
	if x.Desc != "" {
		desc = &way{"description = " + syntax.Quote(x.Desc, false), func(o *ui.Widget) bool { return o.Desc == x.Desc }}
	}
	variable := w.names[x.Text]
	if x.Text != "" && (variable != "" || !x.Editable()) {
		words := variable
		if words == "" {
			words = syntax.Quote(x.Text, false)
		}
		text = &way{"text = " + words, func(o *ui.Widget) bool { return o.Text == x.Text }}
	}
	var all []way
	add := func(parts ...*way) {
		if slices.Contains(parts, nil) {
			return
		}
		var words []string
		for _, part := range parts {
			words = append(words, part.words)
		}
		all = append(all, way{strings.Join(words, ", "), func(o *ui.Widget) bool {
			return !slices.ContainsFunc(parts, func(part *way) bool { return !part.fits(o) })
		}})
	}
	if variable != "" {
		add(id, text)
	}
	add(id)
	add(desc)
	add(text)
	add(id, text)
	add(id, desc)
	class := &way{"className = " + syntax.Quote(last(x.Class), false),
		func(o *ui.Widget) bool { return last(o.Class) == last(x.Class) }}
	add(class, text)
	if x.Editable() {
		add(class)
	}
	return all
}

// beside describes a widget by the text to its left, as a row's switch is, or above it.
func (w *writer) beside(s *ui.Screen, i int) (string, bool) {
	x := &s.Widgets[i]
	class := last(x.Class)
	for _, place := range []struct {
		word string
		lies func(o *ui.Widget, than ui.Rect) bool
	}{
		{"rightOf", func(o *ui.Widget, than ui.Rect) bool {
			return o.Bounds.Left >= than.Right && o.Bounds.Top < than.Bottom && than.Top < o.Bounds.Bottom
		}},
		{"below", func(o *ui.Widget, than ui.Rect) bool {
			return o.Bounds.Top >= than.Bottom && o.Bounds.Left < than.Right && than.Left < o.Bounds.Right
		}},
	} {
		for j := range s.Widgets {
			label := &s.Widgets[j]
			if label.Text == "" || j == i || len(fitting(s, func(o *ui.Widget) bool { return o.Text == label.Text })) != 1 {
				continue
			}
			all := fitting(s, func(o *ui.Widget) bool { return last(o.Class) == class && place.lies(o, label.Bounds) })
			if len(all) == 1 && all[0] == i {
				return fmt.Sprintf("className = %s, %s = app.find(text = %s)", syntax.Quote(class, false), place.word,
					syntax.Quote(label.Text, false)), true
			}
		}
	}
	return "", false
}

// fitting are the widgets on the display that a description fits.
func fitting(s *ui.Screen, fits func(x *ui.Widget) bool) []int {
	var all []int
	display := s.Bounds()
	for i := range s.Widgets {
		if x := &s.Widgets[i]; !x.Bounds.Intersect(display).Empty() && fits(x) {
			all = append(all, i)
		}
	}
	return all
}

// last is a class without its package.
func last(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }
