package ui

import (
	"strings"
	"unicode/utf8"
)

// Verb is what can be done to a widget.
type Verb uint8

// The verbs. Touch is a guess: the widget says nothing of itself, but code may
// listen to raw touches there (drawings, maps, games, gesture detectors).
const (
	Press Verb = iota
	LongPress
	Type
	ScrollDown // show what is below
	ScrollUp
	ScrollRight // show what is to the right
	ScrollLeft
	Slide // a seek bar or rating bar: press somewhere along it
	Touch
)

// String returns the verb's name for logs.
func (v Verb) String() string {
	names := [...]string{"press", "longpress", "type", "scrolldown", "scrollup", "scrollright", "scrollleft",
		"slide", "touch"}
	if int(v) < len(names) {
		return names[v]
	}
	return "verb?"
}

// Action is something that a person could do on a Screen.
type Action struct {
	Verb   Verb
	Widget int // index of the widget
	// Listed says that the widget belongs to a row of a list or grid, where
	// its equals are many.
	Listed bool
}

// Actions returns what can be done on the screen, in drawing order. A widget
// that is disabled, outside the display or behind a drawer offers nothing. A row
// of a classic list counts as clickable even if the dump does not say so: the
// list, not the row, handles the click.
func (s *Screen) Actions() []Action {
	var actions []Action
	for i := range s.Widgets {
		w := &s.Widgets[i]
		if !w.Enabled || s.visible(i).Empty() || s.behind(i) {
			continue
		}
		listed := s.Listed(i)
		add := func(v Verb) { actions = append(actions, Action{v, i, listed}) }
		row, rowLong := s.row(i)
		press := w.Clickable || w.Checkable || row
		if w.Editable() {
			add(Type)
		}
		if press {
			add(Press)
		}
		// A list that takes long presses takes them on its rows.
		if w.LongClickable && !isList(w.Class) || rowLong {
			add(LongPress)
		}
		switch {
		case HasAnySuffix(w.Class, "SeekBar", "RatingBar"):
			add(Slide)
		case w.Scrollable && sideways(w):
			add(ScrollRight)
			add(ScrollLeft)
		case w.Scrollable:
			add(ScrollDown)
			add(ScrollUp)
		case !press && len(w.Children) == 0 && !w.Editable() && !s.covered(i):
			add(Touch)
		}
	}
	return actions
}

// row says whether the widget is a row of a classic list, and whether the list
// takes long presses. Where the dump tells which rows are clickable, the others
// are headers.
func (s *Screen) row(i int) (row, long bool) {
	p := s.Widgets[i].Parent
	if p < 0 || !isList(s.Widgets[p].Class) {
		return false, false
	}
	siblings := s.Widgets[p].Children
	for _, sibling := range siblings[:min(len(siblings), labelBudget)] {
		if s.Widgets[sibling].Clickable {
			return false, s.Widgets[p].LongClickable && s.Widgets[i].Clickable
		}
	}
	return true, s.Widgets[p].LongClickable || s.Widgets[i].LongClickable
}

// Listed says whether the widget is, or lies in, a row of a list or grid.
func (s *Screen) Listed(i int) bool { return s.Row(i) >= 0 }

// Row is the row of a list, or the cell of a grid, that the widget is or lies in; -1 if it is in none.
func (s *Screen) Row(i int) int {
	for p := s.Widgets[i].Parent; p >= 0; i, p = p, s.Widgets[p].Parent {
		if HasRows(s.Widgets[p].Class) {
			return i
		}
	}
	return -1
}

// covered says whether an ancestor takes the widget's clicks.
func (s *Screen) covered(i int) bool {
	for p := i; p >= 0; p = s.Widgets[p].Parent {
		if w := &s.Widgets[p]; w.Clickable || w.LongClickable || p != i && isList(w.Class) {
			return true
		}
	}
	return false
}

// Rows is the number of rows of the first list or grid, of a long one those in view; ok is false
// if the screen shows none.
func (s *Screen) Rows() (n int, ok bool) {
	for i := range s.Widgets {
		if w := &s.Widgets[i]; HasRows(w.Class) {
			return len(w.Children), true
		}
	}
	return 0, false
}

// HasRows says that widgets of a class are lists or grids.
func HasRows(class string) bool { return isList(class) || HasAnySuffix(class, "RecyclerView") }

func isList(class string) bool { return HasAnySuffix(class, "ListView", "GridView", ".Gallery") }

// sideways says whether a scrollable widget scrolls horizontally.
func sideways(w *Widget) bool {
	if strings.Contains(w.Class, "ViewPager") || strings.Contains(w.Class, "Horizontal") ||
		HasAnySuffix(w.Class, ".Gallery") {
		return true
	}
	return w.Bounds.Width() > 4*w.Bounds.Height()
}

// maxLabel is the length in bytes at which a label is cut; labelBudget is the
// number of widgets looked at for one, so that a huge dump costs linear time.
const (
	maxLabel    = 80
	labelBudget = 48
)

// Label returns the words that a person reads on the widget: its text, its
// description, else the words of its descendants that no nearer widget takes
// clicks for, else the words drawn over it (where the clickable node and the
// text node differ), else its hint.
func (s *Screen) Label(i int) string {
	w := &s.Widgets[i]
	switch {
	case w.Text != "":
		return cut(w.Text)
	case w.Desc != "":
		return cut(w.Desc)
	}
	var words []string
	if !w.Scrollable {
		budget := labelBudget
		s.words(i, &words, &budget)
	}
	if len(words) == 0 && w.Clickable {
		words = s.overlaid(i)
	}
	if len(words) == 0 {
		return cut(w.Hint)
	}
	return cut(strings.Join(words, " "))
}

// words collects the words below a widget that are not another widget's own.
func (s *Screen) words(i int, to *[]string, budget *int) {
	for _, c := range s.Widgets[i].Children {
		child := &s.Widgets[c]
		if *budget--; *budget < 0 {
			return
		}
		if child.Clickable || child.Editable() {
			continue
		}
		if t := child.Text; t != "" {
			*to = append(*to, t)
		} else if child.Desc != "" {
			*to = append(*to, child.Desc)
		}
		s.words(c, to, budget)
	}
}

// overlaid collects the words of unclickable siblings drawn inside the widget.
func (s *Screen) overlaid(i int) []string {
	w := &s.Widgets[i]
	if w.Parent < 0 {
		return nil
	}
	var words []string
	siblings := s.Widgets[w.Parent].Children
	for _, c := range siblings[:min(len(siblings), labelBudget)] {
		sibling := &s.Widgets[c]
		if c != i && !sibling.Clickable && sibling.Text != "" && w.Bounds.Covers(sibling.Bounds) {
			words = append(words, sibling.Text)
		}
	}
	return words
}

// cut shortens a label at a rune's border.
func cut(s string) string {
	if len(s) <= maxLabel {
		return s
	}
	n := maxLabel
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Point returns the pixel at which to press the widget: its middle, or another
// pixel of it when a descendant takes what touches the middle. Beside what scrolls, that is as near to its edge as need
// be; not beside what can be pressed, which a row that is half out of its list leaves room for by chance.
func (s *Screen) Point(i int) (x, y int) {
	r := s.visible(i)
	if r.Empty() {
		return s.Widgets[i].Bounds.Center()
	}
	x, y = r.Center()
	if !s.taken(i, x, y) {
		return x, y
	}
	within := [][2]int{{8, 32}, {56, 32}, {32, 8}, {32, 56}, {8, 8}, {56, 8}, {8, 56}, {56, 56}}
	if !s.pressed(i, x, y) {
		within = append(within, [][2]int{{1, 32}, {63, 32}, {32, 1}, {32, 63}}...)
	}
	for _, f := range within {
		px, py := r.Left+r.Width()*f[0]/64, r.Top+r.Height()*f[1]/64
		if !s.taken(i, px, py) {
			return px, py
		}
	}
	return x, y
}

// taken says whether a descendant of the widget takes a touch of the pixel: one that can be pressed, or one that
// scrolls, which listens for a drag and lets no tap through.
func (s *Screen) taken(i, x, y int) bool {
	return s.hasAt(i, x, y, func(w *Widget) bool { return w.Clickable || w.Scrollable || w.Editable() })
}

// pressed says whether a descendant of the widget that can be pressed is at the pixel.
func (s *Screen) pressed(i, x, y int) bool {
	return s.hasAt(i, x, y, func(w *Widget) bool { return w.Clickable || w.Editable() })
}

// hasAt says whether a descendant of the widget that is such is at the pixel.
func (s *Screen) hasAt(i, x, y int, such func(w *Widget) bool) bool {
	for _, c := range s.Widgets[i].Children {
		child := &s.Widgets[c]
		if child.Bounds.Contains(x, y) && (such(child) || s.hasAt(c, x, y, such)) {
			return true
		}
	}
	return false
}
