package ui

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/internal/golden"
)

// tree writes a random hierarchy of at most depth levels: the classes, ids and texts are
// few, so that many widgets look alike.
func tree(r *rand.Rand, depth int) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	flag := func() string { return strconv.FormatBool(r.IntN(3) == 0) }
	var b strings.Builder
	b.WriteString("<node")
	attribute := func(name, value string) {
		b.WriteString(" " + name + "=\"")
		if err := xml.EscapeText(&b, []byte(value)); err != nil {
			panic(err)
		}
		b.WriteString("\"")
	}
	left, top := r.IntN(90), r.IntN(90)
	attribute("class", pick("android.widget.Button", "android.widget.EditText", "android.widget.ListView", "L"))
	attribute("resource-id", pick("", "", "p:id/a", "p:id/b"))
	attribute("text", pick("", "", "Save", "12 <b>&amp;\n\"'", "ünï"))
	attribute("content-desc", pick("", "", "more"))
	attribute("hint", pick("", "Name"))
	attribute("package", "p")
	for _, name := range []string{"checkable", "checked", "clickable", "scrollable", "long-clickable", "focused", "selected", "password"} {
		attribute(name, flag())
	}
	attribute("enabled", strconv.FormatBool(r.IntN(5) > 0))
	attribute("input-type", pick("0", "0", "1", "131073"))
	attribute("bounds", fmt.Sprintf("[%d,%d][%d,%d]", left, top, left+r.IntN(60)-5, top+r.IntN(60)-5))
	if depth == 0 || r.IntN(4) == 0 {
		return b.String() + "/>"
	}
	b.WriteString(">")
	for range r.IntN(4) {
		b.WriteString(tree(r, depth-1))
	}
	return b.String() + "</node>"
}

func randomScreen(t *testing.T, r *rand.Rand) (*Screen, string) {
	t.Helper()
	dump := fmt.Sprintf("<?xml version='1.0'?><hierarchy rotation=\"%d\">%s</hierarchy>", r.IntN(4), tree(r, 4))
	s, err := Parse([]byte(dump), "p/p.Main")
	if err != nil {
		t.Fatalf("%v in\n%s", err, dump)
	}
	return s, dump
}

// TestParse_equals_encoding_xml: the scanner for dumps and the parser of all of XML read the
// same nodes, attributes and nesting.
func TestParse_equals_encoding_xml(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 200 {
		s, dump := randomScreen(t, r)
		d := xml.NewDecoder(strings.NewReader(dump))
		var open []int
		n := 0
		for {
			token, err := d.Token()
			if err != nil {
				break
			}
			switch e := token.(type) {
			case xml.StartElement:
				if e.Name.Local != "node" {
					continue
				}
				w := s.Widgets[n]
				parent := -1
				if len(open) > 0 {
					parent = open[len(open)-1]
				}
				if w.Parent != parent || w.Depth != len(open) || w.Index != n {
					t.Fatalf("node %d has parent %d at depth %d, want %d, %d", n, w.Parent, w.Depth, parent, len(open))
				}
				if parent >= 0 && !slices.Contains(s.Widgets[parent].Children, n) {
					t.Fatalf("node %d is no child of its parent", n)
				}
				compareAttributes(t, &w, e.Attr)
				open = append(open, n)
				n++
			case xml.EndElement:
				if e.Name.Local == "node" {
					open = open[:len(open)-1]
				}
			}
		}
		if n != len(s.Widgets) {
			t.Fatalf("%d widgets, want %d in\n%s", len(s.Widgets), n, dump)
		}
	}
}

func compareAttributes(t *testing.T, w *Widget, attributes []xml.Attr) {
	t.Helper()
	b := w.Bounds
	got := map[string]string{
		"class": w.Class, "resource-id": w.ID, "text": w.Text, "content-desc": w.Desc, "hint": w.Hint, "package": w.Package,
		"input-type": strconv.Itoa(w.InputType), "bounds": fmt.Sprintf("[%d,%d][%d,%d]", b.Left, b.Top, b.Right, b.Bottom),
	}
	for name, on := range map[string]bool{
		"checkable": w.Checkable, "checked": w.Checked, "clickable": w.Clickable, "enabled": w.Enabled, "focused": w.Focused,
		"scrollable": w.Scrollable, "long-clickable": w.LongClickable, "password": w.Password, "selected": w.Selected,
	} {
		got[name] = strconv.FormatBool(on)
	}
	want := map[string]string{}
	for _, a := range attributes {
		want[a.Name.Local] = a.Value
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("node %d (-xml +ours):\n%s", w.Index, diff)
	}
}

// TestFind_every_visible_widget: what Selector says of a visible widget finds that widget,
// however many are alike.
func TestFind_every_visible_widget(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 300 {
		s, dump := randomScreen(t, r)
		for i := range s.Widgets {
			if s.visible(i).Empty() {
				continue
			}
			sel := s.Selector(i)
			if got, ok := s.Find(sel, -1000, -1000); !ok || got != i {
				t.Fatalf("%+v of widget %d finds %d, %v in\n%s", sel, i, got, ok, dump)
			}
		}
	}
}

// TestActions_are_possible: no action is on what is disabled or off the display, each is
// offered once, and the pixel to press lies on the visible part of the widget.
func TestActions_are_possible(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 300 {
		s, dump := randomScreen(t, r)
		seen := map[Action]bool{}
		for _, a := range s.Actions() {
			w := &s.Widgets[a.Widget]
			x, y := s.Point(a.Widget)
			if !w.Enabled || !s.visible(a.Widget).Contains(x, y) || seen[a] {
				t.Fatalf("%v on widget %d at %d,%d (twice: %v) in\n%s", a.Verb, a.Widget, x, y, seen[a], dump)
			}
			if a.Verb == Type && !w.Editable() || a.Listed != s.Listed(a.Widget) || a.Verb.String() == "verb?" {
				t.Fatalf("%+v in\n%s", a, dump)
			}
			seen[a] = true
		}
	}
}

// TestState_moved: a screen that moved as a whole is in the same state.
func TestState_moved(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 200 {
		s, dump := randomScreen(t, r)
		moved := *s
		moved.Widgets = slices.Clone(s.Widgets)
		for i := range moved.Widgets {
			m := &moved.Widgets[i].Bounds
			*m = Rect{m.Left + 7, m.Top + 9, m.Right + 7, m.Bottom + 9}
		}
		if s.Structure() != moved.Structure() || s.Content() != moved.Content() {
			t.Fatalf("a state depends on where widgets are:\n%s", dump)
		}
	}
}

// TestRect_laws: intersections are of the pixels that both have.
func TestRect_laws(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	random := func() Rect {
		l, top := r.IntN(10), r.IntN(10)
		return Rect{l, top, l + r.IntN(8) - 1, top + r.IntN(8) - 1}
	}
	for range 300 {
		a, b := random(), random()
		c := a.Intersect(b)
		if c != b.Intersect(a) || a.Intersect(a) != a {
			t.Fatalf("%v and %v: intersection depends on the order", a, b)
		}
		pixels := 0
		for x := range 20 {
			for y := range 20 {
				if c.Contains(x, y) != (a.Contains(x, y) && b.Contains(x, y)) {
					t.Fatalf("%v and %v: pixel %d,%d", a, b, x, y)
				}
				if c.Contains(x, y) {
					pixels++
				}
			}
		}
		if c.Area() != pixels || c.Empty() != (pixels == 0) {
			t.Fatalf("%v has an area of %d, want %d", c, c.Area(), pixels)
		}
		if !b.Empty() && a.Covers(b) != (c == b) {
			t.Fatalf("%v covers %v: %v", a, b, a.Covers(b))
		}
	}
}

// TestParse_hostile: what is cut off or damaged anywhere is an error or a screen, never a
// panic, and whatever stands around the hierarchy is ignored.
func TestParse_hostile(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	_, dump := randomScreen(t, r)
	for n := range dump {
		if s, err := Parse([]byte(dump[:n]), ""); err == nil && n < strings.LastIndex(dump, "</hierarchy") {
			t.Fatalf("cut at %d of %d: %d widgets", n, len(dump), len(s.Widgets))
		}
	}
	noise := []byte("UI hierchary dumped to: /dev/tty\n" + dump + "\x00\xff<node")
	if _, err := Parse(noise, ""); err != nil {
		t.Error(err)
	}
	if _, err := Parse(bytes.Repeat([]byte(" "), MaxDump+1), ""); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("a dump over the limit: %v", err)
	}
}
