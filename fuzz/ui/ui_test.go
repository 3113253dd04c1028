package ui

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// node writes one element of a dump; attributes are "name=value" pairs.
func node(attributes []string, children ...string) string {
	var b strings.Builder
	b.WriteString("<node enabled=\"true\"")
	for _, a := range attributes {
		name, value, _ := strings.Cut(a, "=")
		fmt.Fprintf(&b, " %s=%q", name, value)
	}
	if len(children) == 0 {
		return b.String() + " />"
	}
	return b.String() + ">" + strings.Join(children, "") + "</node>"
}

func screen(t *testing.T, nodes ...string) *Screen {
	t.Helper()
	s, err := Parse([]byte("<hierarchy rotation=\"0\">"+strings.Join(nodes, "")+"</hierarchy>"), "com.foo/com.foo.Main")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func list(t *testing.T) *Screen {
	t.Helper()
	dump, err := os.ReadFile("testdata/list.xml")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(dump, "com.foo/com.foo.Main")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParse(t *testing.T) {
	t.Parallel()
	s := list(t)
	if len(s.Widgets) != 9 || s.Rotation != 1 || s.Package != "com.foo" || s.Activity != "com.foo/com.foo.Main" {
		t.Fatalf("got %d widgets, rotation %d, package %q, activity %q", len(s.Widgets), s.Rotation, s.Package, s.Activity)
	}
	want := Widget{Index: 3, Parent: 2, Depth: 3, Class: "android.widget.TextView", ID: "com.foo:id/title",
		Text: "Milk & <eggs>\n2", Package: "com.foo", Enabled: true, Bounds: Rect{0, 0, 400, 100}}
	if diff := cmp.Diff(want, s.Widgets[3]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{2, 4}, s.Widgets[1].Children); diff != "" {
		t.Error(diff)
	}
	if w := s.Widgets[6]; w.Hint != "Name" || w.InputType != 1 || !w.Editable() {
		t.Errorf("text field: %+v", w)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	deep := "<hierarchy>" + strings.Repeat("<node>", MaxDepth+1)
	wide := "<hierarchy>" + strings.Repeat("<node/>", MaxNodes+1)
	for _, c := range []struct{ in, want string }{
		{"ERROR: could not get idle state.", "no <hierarchy>"},
		{"<hierarchy", "ends inside"},
		{"<hierarchy><node", "ends inside"},
		{"<hierarchy><node></hierarchy>", "inside <node>"},
		{"<hierarchy></node></hierarchy>", "without <node>"},
		{"<hierarchy><node text=x/></hierarchy>", "want name"},
		{"<hierarchy><node text=\"x/></hierarchy>", "closing quote"},
		{"<hierarchy><!-- ", "comment"},
		{"<hierarchy><nodes/></hierarchy>", "unexpected"},
		{deep, "deeper"},
		{wide, "more than"},
	} {
		if _, err := Parse([]byte(c.in), ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Parse(%.40q): got error %v, want one with %q", c.in, err, c.want)
		}
	}
	if _, err := Parse(nil, ""); !errors.Is(err, ErrNoHierarchy) {
		t.Errorf("Parse of nothing: got %v", err)
	}
}

func TestActions(t *testing.T) {
	t.Parallel()
	s := list(t)
	var got []string
	for _, a := range s.Actions() {
		got = append(got, fmt.Sprintf("%v %s", a.Verb, s.Label(a.Widget)))
	}
	want := []string{"scrolldown ", "scrollup ", "press Milk & <eggs>\n2", "longpress Milk & <eggs>\n2", "press Bread",
		"longpress Bread", "type typed", "press typed", "longpress typed", "press Save"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestActionsOfOtherWidgets(t *testing.T) {
	t.Parallel()
	s := screen(t, node([]string{"class=android.widget.FrameLayout", "bounds=[0,0][100,100]"},
		node([]string{"class=androidx.viewpager.widget.ViewPager", "scrollable=true", "bounds=[0,0][100,50]"},
			node([]string{"class=android.view.View", "bounds=[0,0][100,50]"})),
		node([]string{"class=android.widget.SeekBar", "bounds=[0,50][100,60]"}),
		node([]string{"class=android.widget.Button", "clickable=true", "bounds=[0,200][100,260]"}),
		node([]string{"class=android.widget.CheckBox", "checkable=true", "clickable=true", "bounds=[0,60][100,70]"})))
	var got []string
	for _, a := range s.Actions() {
		got = append(got, fmt.Sprintf("%v %d", a.Verb, a.Widget))
	}
	want := []string{"scrollright 1", "scrollleft 1", "touch 2", "slide 3", "press 5"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLabelJoins(t *testing.T) {
	t.Parallel()
	s := screen(t, node([]string{"class=android.view.View", "bounds=[0,0][100,100]"},
		node([]string{"class=android.view.View", "clickable=true", "bounds=[0,0][50,50]"}),
		node([]string{"class=android.widget.TextView", "text=Under", "bounds=[10,10][40,40]"}),
		node([]string{"class=android.view.View", "clickable=true", "bounds=[50,50][100,100]"},
			node([]string{"class=android.widget.TextView", "text=A", "bounds=[50,50][60,60]"}),
			node([]string{"class=android.widget.Button", "text=not mine", "clickable=true", "bounds=[60,60][70,70]"}),
			node([]string{"class=android.widget.ImageView", "content-desc=B", "bounds=[80,80][90,90]"}))))
	if got := s.Label(1); got != "Under" {
		t.Errorf("label of a node under its text: %q", got)
	}
	if got := s.Label(3); got != "A B" {
		t.Errorf("label of a parent: %q", got)
	}
}

// A touch on something that scrolls goes no further: a card is pressed at its edge, beside it.
func TestPoint_besideWhatScrolls(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flags  string
		beside bool
	}{"scrolls": {"scrollable=true", true}, "does not": {"scrollable=false", false}} {
		s := screen(t, node([]string{"class=android.widget.LinearLayout", "clickable=true", "bounds=[0,0][720,240]"},
			node([]string{"class=android.widget.ScrollView", c.flags, "bounds=[16,0][704,240]"})))
		if x, _ := s.Point(0); (x < 16 || x >= 704) != c.beside {
			t.Errorf("%s: pressed at %d", name, x)
		}
	}
}

// The free corner that a row half out of its list has, where one in full has a box, is no place to press it.
func TestPoint_notBesideWhatIsPressed(t *testing.T) {
	t.Parallel()
	s := screen(t, node([]string{"class=android.widget.LinearLayout", "clickable=true", "bounds=[0,777][720,788]"},
		node([]string{"class=android.widget.TextView", "clickable=true", "bounds=[0,777][656,788]"})))
	if x, y := s.Point(0); x != 360 || y != 782 {
		t.Errorf("pressed at %d,%d", x, y)
	}
}

func TestPointAvoidsNestedButtons(t *testing.T) {
	t.Parallel()
	s := screen(t, node([]string{"class=android.view.View", "clickable=true", "bounds=[0,0][800,80]"},
		node([]string{"class=android.widget.Button", "clickable=true", "bounds=[300,0][500,80]"})))
	x, y := s.Point(0)
	if s.Widgets[1].Bounds.Contains(x, y) || !s.Widgets[0].Bounds.Contains(x, y) {
		t.Errorf("point %d,%d is not the parent's own", x, y)
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	base := func(text, checked string) *Screen {
		return screen(t, node([]string{"class=L", "bounds=[0,0][100,100]"},
			node([]string{"class=android.widget.EditText", "resource-id=a", "text=" + text, "bounds=[0,0][9,9]"}),
			node([]string{"class=android.widget.CheckBox", "resource-id=b", "clickable=true", "text=Box 12",
				"checked=" + checked, "bounds=[0,0][9,9]"})))
	}
	a, typed, checked := base("", "false"), base("typed", "false"), base("", "true")
	if a.Structure() != typed.Structure() || a.Structure() != checked.Structure() {
		t.Error("Structure depends on text or flags")
	}
	if a.Labelled() != typed.Labelled() || a.Labelled() == checked.Labelled() {
		t.Error("Labelled depends on typed text, or not on a check mark")
	}
	if a.Content() != typed.Content() || a.Content() == checked.Content() {
		t.Error("Content depends on typed text, or not on a check mark")
	}
	if a.Content() != base("", "false").Content() {
		t.Error("Content differs between equal screens")
	}
	if got := Undigit("12:34 left, 5"); got != "0:0 left, 0" {
		t.Errorf("Undigit: %q", got)
	}
}

func TestFindAfterLayoutShift(t *testing.T) {
	t.Parallel()
	s := list(t)
	for i := range s.Widgets {
		x, y := s.Widgets[i].Bounds.Center()
		if got, ok := s.Find(s.Selector(i), x, y); !ok || got != i {
			t.Errorf("widget %d with selector %+v: found %d, %v", i, s.Selector(i), got, ok)
		}
	}
	shifted := screen(t, node([]string{"class=android.widget.LinearLayout", "bounds=[0,0][100,100]"},
		node([]string{"class=android.widget.TextView", "text=Advertisement", "bounds=[0,0][100,10]"}),
		node([]string{"class=android.widget.Button", "resource-id=com.foo:id/save", "text=Store", "bounds=[0,10][100,20]"})))
	if got, ok := shifted.Find(s.Selector(7), 5, 5); !ok || got != 2 {
		t.Errorf("renamed button with the same id: found %d, %v", got, ok)
	}
	if got, ok := shifted.Find(Selector{Class: "android.widget.Button", Text: "Save"}, 5, 15); ok {
		t.Errorf("a button that is not there: found %d", got)
	}
	if _, ok := shifted.Find(Selector{}, 5, 15); ok {
		t.Error("the zero selector found something")
	}
}

func TestFindCountsVisibleWidgets(t *testing.T) {
	t.Parallel()
	row := func(bounds string) string {
		return node([]string{"class=android.widget.Button", "resource-id=a", "clickable=true", "bounds=" + bounds})
	}
	s := screen(t, node([]string{"class=L", "bounds=[0,0][100,100]"}, row("[0,200][100,210]"), row("[0,0][100,10]"), row("[0,10][100,20]")))
	for i := 2; i <= 3; i++ {
		if got, ok := s.Find(s.Selector(i), 0, 0); !ok || got != i {
			t.Errorf("widget %d with selector %+v: found %d", i, s.Selector(i), got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("<hierarchy rotation='3'><node class=\"a\" text=\"&#x41;&lt;&bad;&\" bounds=\"[-1,2][3,4]\"/></hierarchy>"))
	f.Add([]byte("<hierarchy><!-- --><node clickable=\"true\" enabled=\"true\" bounds=\"[0,0][9,9]\"><node/></node></hierarchy>x"))
	f.Fuzz(func(t *testing.T, dump []byte) {
		s, err := Parse(dump, "a/b")
		if err != nil {
			return
		}
		s.Structure()
		s.Labelled()
		for _, a := range s.Actions() {
			if s.Label(a.Widget); a.Widget < 0 || a.Widget >= len(s.Widgets) {
				t.Fatalf("action on widget %d of %d", a.Widget, len(s.Widgets))
			}
			s.Point(a.Widget)
			x, y := s.Widgets[a.Widget].Bounds.Center()
			if i, ok := s.Find(s.Selector(a.Widget), x, y); ok && s.score(i, s.Selector(a.Widget)) != 100 {
				t.Fatalf("widget %d is found as the different %d", a.Widget, i)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	dump, err := os.ReadFile("testdata/list.xml")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(dump)))
	for b.Loop() {
		if _, err := Parse(dump, ""); err != nil {
			b.Fatal(err)
		}
	}
}
