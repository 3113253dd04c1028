package ui

// Selector names a widget so that it is found again on a screen that may have
// moved. The zero Selector names nothing.
type Selector struct {
	ID    string // full resource name
	Class string
	Text  string // the widget's text or its Label; "" for text fields
	Desc  string
	Nth   int // among the visible widgets that fit all of the above, from 0
}

// IsZero says that the selector names nothing.
func (sel Selector) IsZero() bool { return sel == Selector{} }

// Selector describes the widget i.
func (s *Screen) Selector(i int) Selector {
	w := &s.Widgets[i]
	sel := Selector{ID: w.ID, Class: w.Class, Desc: w.Desc}
	if !w.Editable() {
		sel.Text = w.Text
		if sel.Text == "" && sel.Desc == "" && (w.Clickable || w.LongClickable || s.Listed(i)) {
			sel.Text = s.Label(i)
		}
	}
	for j := range i {
		if s.fits(j, sel) && !s.visible(j).Empty() {
			sel.Nth++
		}
	}
	return sel
}

// fits says whether the widget has all that the selector names.
func (s *Screen) fits(i int, sel Selector) bool {
	w := &s.Widgets[i]
	return w.ID == sel.ID && w.Class == sel.Class && w.Desc == sel.Desc && s.says(i, sel.Text)
}

// says compares the selector's text; a text field's content is no name.
func (s *Screen) says(i int, text string) bool {
	w := &s.Widgets[i]
	return w.Editable() || w.Text == text || w.Text == "" && text != "" && s.Label(i) == text
}

// Scores of Find for one agreeing property.
const (
	scoreID    = 8
	scoreText  = 6
	scoreDesc  = 6
	scoreClass = 2
	// scoreEnough is the least score of a widget worth acting on: its id, or
	// its words and class.
	scoreEnough = 8
)

// Find returns the index of the widget that the selector names and true, or
// false if none is like it. If none fits wholly, the most alike is taken: same
// id, else same words and class. Among equals Nth decides, and if the screen
// has fewer, the one nearest to the pixel (x, y) where it was.
func (s *Screen) Find(sel Selector, x, y int) (int, bool) {
	if sel.IsZero() {
		return -1, false
	}
	best, count, nth, near := 0, 0, -1, -1
	for i := range s.Widgets {
		score := s.score(i, sel)
		if score < scoreEnough || score < best || s.visible(i).Empty() {
			continue
		}
		if score > best {
			best, count, nth, near = score, 0, -1, -1
		}
		if count == sel.Nth {
			nth = i
		}
		if near < 0 || s.distance(i, x, y) < s.distance(near, x, y) {
			near = i
		}
		count++
	}
	if nth >= 0 {
		return nth, true
	}
	return near, near >= 0
}

// score says how much the widget is like the selector; what the selector
// leaves empty counts neither way unless all agrees.
func (s *Screen) score(i int, sel Selector) int {
	if s.fits(i, sel) {
		return 100
	}
	w := &s.Widgets[i]
	score := 0
	if sel.ID != "" && w.ID == sel.ID {
		score += scoreID
	}
	if sel.Text != "" && s.says(i, sel.Text) && !w.Editable() {
		score += scoreText
	}
	if sel.Desc != "" && w.Desc == sel.Desc {
		score += scoreDesc
	}
	if sel.Class != "" && w.Class == sel.Class {
		score += scoreClass
	}
	return score
}

// distance is the squared distance of the widget's middle from a pixel.
func (s *Screen) distance(i, x, y int) int {
	cx, cy := s.Widgets[i].Bounds.Center()
	return (cx-x)*(cx-x) + (cy-y)*(cy-y)
}
