// Package ui models what a device shows: a uiautomator hierarchy dump becomes
// an immutable Screen of Widgets. It also abstracts screens into states. It is
// a leaf and knows no device.
package ui

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

	Checkable, Checked, Clickable, Enabled, Focusable, Focused bool
	Scrollable, LongClickable, Password, Selected              bool

	Bounds Rect
}

// Rect is a rectangle in pixels; right and bottom are outside.
type Rect struct{ Left, Top, Right, Bottom int }
