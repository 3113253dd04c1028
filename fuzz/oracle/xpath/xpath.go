// Package xpath follows XPath expressions over the widgets of a screen. Elements are named by the
// widgets' classes and have the attributes of `uiautomator dump`, as uiautomator2 reads it: in the
// name of an inner class it has "-" for the "$" that no name in XPath may have. Not as there: behind
// another predicate a number counts over the whole screen, not below each parent.
package xpath

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/antchfx/xpath"

	"talpa/fuzz/ui"
)

// Path is an expression that selects widgets.
type Path struct{ expr *xpath.Expr }

// Compile reads an expression, which must select nodes.
func Compile(path string) (p *Path, err error) {
	defer caught(&err)
	e, err := xpath.Compile(path)
	if err != nil {
		return nil, err
	}
	if _, ok := e.Evaluate(cursorAt(&ui.Screen{})).(*xpath.NodeIterator); !ok {
		return nil, errors.New("it selects no nodes")
	}
	p = &Path{e}
	if _, err = p.follow(&ui.Screen{Widgets: []ui.Widget{{Parent: -1}}}); err != nil {
		return nil, err
	}
	return p, nil
}

// Select returns the widgets that a path leads to, in drawing order. One that cannot
// be followed leads to none.
func (p *Path) Select(s *ui.Screen) []int {
	found, err := p.follow(s)
	if err != nil {
		return nil
	}
	return found
}

func (p *Path) follow(s *ui.Screen) (found []int, err error) {
	defer caught(&err)
	for nodes := p.expr.Select(cursorAt(s)); nodes.MoveNext(); {
		if c := nodes.Current().(*cursor); c.at >= 0 && c.attribute < 0 {
			found = append(found, c.at)
		}
	}
	slices.Sort(found) // axes that go back, and unions, come in orders of their own
	return slices.Compact(found), nil
}

// caught makes an error of a panic: the library panics where a function of a path
// gets what it does not take, some only once a widget is asked.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("it cannot be followed: %v", r)
	}
}

// Attributes reads the attributes of a widget as `uiautomator dump` writes them.
var Attributes = map[string]func(w *ui.Widget) string{
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

// axis are the attributes that a path may ask for, in a fixed order.
var axis = slices.Sorted(maps.Keys(Attributes))

// cursor walks over a screen as over a document; at is -1 at its root, attribute
// -1 on an element.
type cursor struct {
	s         *ui.Screen
	at        int
	attribute int
	roots     []int
}

func cursorAt(s *ui.Screen) *cursor {
	c := &cursor{s: s, at: -1, attribute: -1}
	for i := range s.Widgets {
		if s.Widgets[i].Parent < 0 {
			c.roots = append(c.roots, i)
		}
	}
	return c
}

func (c *cursor) NodeType() xpath.NodeType {
	switch {
	case c.attribute >= 0:
		return xpath.AttributeNode
	case c.at < 0:
		return xpath.RootNode
	}
	return xpath.ElementNode
}

func (c *cursor) LocalName() string {
	switch {
	case c.attribute >= 0:
		return axis[c.attribute]
	case c.at < 0:
		return ""
	}
	return strings.ReplaceAll(c.s.Widgets[c.at].Class, "$", "-")
}

func (c *cursor) Prefix() string { return "" }

func (c *cursor) Value() string {
	switch {
	case c.attribute >= 0:
		return Attributes[axis[c.attribute]](&c.s.Widgets[c.at])
	case c.at < 0:
		return ""
	}
	return c.s.Widgets[c.at].Text
}

func (c *cursor) Copy() xpath.NodeNavigator {
	x := *c
	return &x
}

func (c *cursor) MoveToRoot() { c.at, c.attribute = -1, -1 }

func (c *cursor) MoveToParent() bool {
	switch {
	case c.attribute >= 0:
		c.attribute = -1
	case c.at < 0:
		return false
	default:
		c.at = c.s.Widgets[c.at].Parent
	}
	return true
}

func (c *cursor) MoveToNextAttribute() bool {
	if c.at < 0 || c.attribute+1 >= len(axis) {
		return false
	}
	c.attribute++
	return true
}

func (c *cursor) MoveToChild() bool {
	if c.attribute >= 0 {
		return false
	}
	children := c.children(c.at)
	if len(children) == 0 {
		return false
	}
	c.at = children[0]
	return true
}

func (c *cursor) MoveToFirst() bool {
	if c.at < 0 || c.attribute >= 0 {
		return false
	}
	c.at = c.children(c.s.Widgets[c.at].Parent)[0]
	return true
}

func (c *cursor) MoveToNext() bool     { return c.move(1) }
func (c *cursor) MoveToPrevious() bool { return c.move(-1) }

// move goes to a sibling.
func (c *cursor) move(by int) bool {
	if c.at < 0 || c.attribute >= 0 {
		return false
	}
	siblings := c.children(c.s.Widgets[c.at].Parent)
	for i, s := range siblings {
		if s == c.at {
			if i+by < 0 || i+by >= len(siblings) {
				return false
			}
			c.at = siblings[i+by]
			return true
		}
	}
	return false
}

func (c *cursor) MoveTo(to xpath.NodeNavigator) bool {
	other, ok := to.(*cursor)
	if !ok || other.s != c.s {
		return false
	}
	*c = *other
	return true
}

// children are those of a widget, those of the document for -1.
func (c *cursor) children(of int) []int {
	if of < 0 {
		return c.roots
	}
	return c.s.Widgets[of].Children
}
