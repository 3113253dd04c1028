package ui

// Parts of a drawer layout's size that a drawer has, in hundredths: it is narrower than the layout, as a strip of the
// screen stays to be touched, and as high as what is below the system's bars.
const (
	leastDrawer = 20
	mostDrawer  = 97
	leastHeight = 80
)

// behind says whether the widget is behind a drawer that is out: a touch there, wherever the drawer leaves room, closes
// the drawer and does nothing else (androidx.drawerlayout.widget.DrawerLayout). Content that makes room for a drawer
// that stays is not behind it.
func (s *Screen) behind(i int) bool {
	for child := i; s.Widgets[child].Parent >= 0; child = s.Widgets[child].Parent {
		layout := &s.Widgets[s.Widgets[child].Parent]
		if !HasAnySuffix(layout.Class, ".DrawerLayout") || child != layout.Children[0] {
			continue
		}
		for _, other := range layout.Children[1:] {
			drawer := s.Widgets[other].Bounds
			if drawer.drawnOut(layout.Bounds) && !drawer.Intersect(s.Widgets[child].Bounds).Empty() {
				return true
			}
		}
	}
	return false
}

// drawnOut says whether r lies like a drawer that is out in a layout: along its left or its right edge.
func (r Rect) drawnOut(layout Rect) bool {
	w, h := 100*r.Width(), 100*r.Height()
	return (r.Left == layout.Left || r.Right == layout.Right) && w >= leastDrawer*layout.Width() &&
		w <= mostDrawer*layout.Width() && h >= leastHeight*layout.Height()
}
