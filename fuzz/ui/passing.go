package ui

// snackbars are the resource names of what a bar has that comes up by itself and goes
// again: those of the design library, old and new.
var snackbars = []string{":id/snackbar_text", ":id/snackbar_action"}

// maxBar is the part of the display, one in so many, that a snackbar covers at most.
const maxBar = 4

// BarMillis is how long a snackbar of a usual length stays at most.
const BarMillis = 5000

// Passing says of each widget whether it goes away by itself: a snackbar and what is in
// it, a bar that shows progress. bar says whether there is a snackbar. Toasts are in no
// dump.
func (s *Screen) Passing() (in []bool, bar bool) {
	in = make([]bool, len(s.Widgets))
	most := s.Bounds().Area() / maxBar
	for i := range s.Widgets {
		w := &s.Widgets[i]
		switch {
		case HasAnySuffix(w.ID, snackbars...):
			bar = true
			top := i
			for p := w.Parent; p >= 0 && s.Widgets[p].Bounds.Area() <= most; p = s.Widgets[p].Parent {
				top = p
			}
			in[top] = true
		case HasAnySuffix(w.Class, ".ProgressBar"):
			in[i] = true
		}
	}
	for i := range s.Widgets { // parents come before children
		if p := s.Widgets[i].Parent; p >= 0 && in[p] {
			in[i] = true
		}
	}
	return in, bar
}

// Over is what takes a touch at a pixel of the widget in its place: what is drawn over it and takes touches,
// passes (see Passing), or is of another window.
func (s *Screen) Over(i, x, y int, passing []bool) (over int, covered bool) {
	root := s.root(i)
	for j := i + 1; j < len(s.Widgets); j++ {
		w := &s.Widgets[j]
		if !w.Bounds.Contains(x, y) || s.Within(j, i) {
			continue
		}
		if w.Clickable || w.LongClickable || passing[j] && !passing[i] || s.root(j) != root {
			return j, true
		}
	}
	return -1, false
}

// root is the window that the widget is in.
func (s *Screen) root(i int) int {
	for s.Widgets[i].Parent >= 0 {
		i = s.Widgets[i].Parent
	}
	return i
}
