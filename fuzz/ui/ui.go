// Package ui models what a device shows: a uiautomator hierarchy dump becomes
// an immutable Screen of Widgets. It tells what a person could do on a Screen,
// abstracts Screens into states, finds a widget again and compares Screens. It
// is a leaf and knows no device.
//
// It does not model z-order inside a window, nor windows other than those in
// the dump; the states follow Genie (content-free: the activity and the set of
// class and resource id) with two finer levels.
package ui

import (
	"slices"
	"strings"
)

// Screen is one hierarchy dump. It is immutable after Parse.
type Screen struct {
	// Activity is the component in front, "pkg/java.Class", "" if unknown.
	Activity string
	// Package is the package of the topmost window.
	Package  string
	Rotation int      // quarter turns, 0 to 3
	Widgets  []Widget // in drawing order, parents before children
}

// Widget is one node of a Screen.
type Widget struct {
	Index    int // position in Screen.Widgets
	Parent   int // index of the parent, -1 for a root
	Children []int
	Depth    int // 0 for a root

	Class   string // accessibility class, "android.widget.Button"
	ID      string // full resource name, "com.foo:id/add"
	Text    string
	Desc    string // content description
	Hint    string
	Package string
	// InputType is android:inputType of a text field, 0 if unknown.
	InputType int

	Checkable, Checked, Clickable, Enabled, Focusable, Focused bool
	Scrollable, LongClickable, Password, Selected              bool

	Bounds Rect
}

// Editable says whether text can be typed into the widget.
func (w *Widget) Editable() bool {
	return w.InputType != 0 || HasAnySuffix(w.Class, "EditText", "AutoCompleteTextView", "SearchAutoComplete")
}

// Typed is what was typed into the widget: an empty field shows its hint in place of a text.
func (w *Widget) Typed() string {
	if w.Text == w.Hint {
		return ""
	}
	return w.Text
}

// Rect is a rectangle in pixels; right and bottom are outside.
type Rect struct{ Left, Top, Right, Bottom int }

// Empty says whether the rectangle has no pixel.
func (r Rect) Empty() bool { return r.Right <= r.Left || r.Bottom <= r.Top }

// Width is the width in pixels, 0 for an empty rectangle.
func (r Rect) Width() int { return max(0, r.Right-r.Left) }

// Height is the height in pixels, 0 for an empty rectangle.
func (r Rect) Height() int { return max(0, r.Bottom-r.Top) }

// Area is the number of pixels.
func (r Rect) Area() int { return r.Width() * r.Height() }

// Center is the middle pixel.
func (r Rect) Center() (x, y int) { return r.Left + r.Width()/2, r.Top + r.Height()/2 }

// Contains says whether the pixel lies inside.
func (r Rect) Contains(x, y int) bool {
	return x >= r.Left && x < r.Right && y >= r.Top && y < r.Bottom
}

// Covers says whether all of o lies inside r.
func (r Rect) Covers(o Rect) bool {
	return o.Left >= r.Left && o.Top >= r.Top && o.Right <= r.Right && o.Bottom <= r.Bottom
}

// Intersect returns the part common to both, which may be empty.
func (r Rect) Intersect(o Rect) Rect {
	return Rect{max(r.Left, o.Left), max(r.Top, o.Top), min(r.Right, o.Right), min(r.Bottom, o.Bottom)}
}

// Bounds is the smallest rectangle around all root windows.
func (s *Screen) Bounds() Rect {
	var b Rect
	for i := range s.Widgets {
		if w := &s.Widgets[i]; w.Parent < 0 && !w.Bounds.Empty() {
			if b.Empty() {
				b = w.Bounds
				continue
			}
			b = Rect{min(b.Left, w.Bounds.Left), min(b.Top, w.Bounds.Top),
				max(b.Right, w.Bounds.Right), max(b.Bottom, w.Bounds.Bottom)}
		}
	}
	return b
}

// Floating says whether the window is a dialog, a menu or a popup: its root
// does not begin in the display's corner, or it has the panels of an AlertDialog, which in the
// theme of apps for Android 2 is as wide as the display.
func (s *Screen) Floating() bool {
	b := s.Bounds()
	return !b.Empty() && (b.Left > 0 || b.Top > b.Height()/4 || s.alert())
}

// alertPanels are the ids of the layouts of an AlertDialog (alert_dialog.xml), Android's and AppCompat's, and of the
// sheet at the bottom of the design library (design_bottom_sheet_dialog.xml), whose window covers the screen.
var alertPanels = []string{":id/parentPanel", ":id/buttonPanel", ":id/alertTitle", ":id/design_bottom_sheet"}

// alert says whether the window holds an AlertDialog or a sheet.
func (s *Screen) alert() bool {
	return slices.ContainsFunc(s.Widgets, func(w Widget) bool {
		return slices.ContainsFunc(alertPanels, func(id string) bool { return strings.HasSuffix(w.ID, id) })
	})
}

// Within says whether the widget i lies below the widget ancestor in the tree.
func (s *Screen) Within(i, ancestor int) bool {
	for i = s.Widgets[i].Parent; i >= 0; i = s.Widgets[i].Parent {
		if i == ancestor {
			return true
		}
	}
	return false
}

// Touched returns the innermost widget around i, or i itself, that takes clicks: a touch
// of i is one of that. It is -1 if there is none.
func (s *Screen) Touched(i int) int {
	for ; i >= 0; i = s.Widgets[i].Parent {
		if s.Widgets[i].Clickable || s.Widgets[i].LongClickable {
			return i
		}
	}
	return -1
}

// SameTouch says whether touching one widget is touching the other.
func (s *Screen) SameTouch(a, b int) bool {
	return a == b || s.Touched(a) == s.Touched(b) && s.Touched(a) >= 0
}

// visible returns the part of the widget that is on the display.
func (s *Screen) visible(i int) Rect {
	r := s.Widgets[i].Bounds
	for p := s.Widgets[i].Parent; p >= 0; p = s.Widgets[p].Parent {
		r = r.Intersect(s.Widgets[p].Bounds)
	}
	return r
}

// HasAnySuffix says whether an id or class ends with one of the suffixes.
func HasAnySuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}
