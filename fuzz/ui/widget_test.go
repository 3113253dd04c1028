package ui

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// TestText: references of XML and what only looks like one.
func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                        "",
		"a &amp;&lt;&gt;&quot;b":  "a &<>\"b",
		"&apos;":                  "'",
		"&#65;&#x42;&#X43;":       "ABC",
		"&#10;":                   "\n",
		"&#128512;":               "😀",
		"&#1114111;":              "\U0010FFFF",
		"&#1114112;":              "&#1114112;", // no rune
		"&#xD800;":                "&#xD800;",   // half of a surrogate pair
		"&#;&#x;&;":               "&#;&#x;&;",
		"&nbsp;":                  "&nbsp;",
		"&amp":                    "&amp",
		"AT&T":                    "AT&T",
		"&amp;lt;":                "&lt;",
		"a\xffb":                  "a\uFFFDb",
		"&#99999999999999999999;": "&#99999999999999999999;",
	} {
		if got := text([]byte(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestBounds: four numbers, or the empty rectangle.
func TestBounds(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Rect{
		"[0,0][1080,1920]":       {0, 0, 1080, 1920},
		"[-5,-6][7,8]":           {-5, -6, 7, 8},
		"[0,0][-1,-1]":           {0, 0, -1, -1},
		"":                       {},
		"[0,0]":                  {},
		"[0,0][1,2][3,4]":        {},
		"[a,b][c,d]":             {},
		"[99999999999,0][1,1]":   {},
		"[0,0][16777216,9]":      {0, 0, 16777216, 9},
		"[1-2,3][4,5]":           {}, // five numbers
		"1 2 3 4":                {1, 2, 3, 4},
		"[ - 1,2][3,4]":          {1, 2, 3, 4},
		"[1,2][3,4":              {1, 2, 3, 4},
		"[0,0][1,1]" + "0000000": {},
	} {
		if got := bounds([]byte(in)); got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// TestLabel: which words stand for a widget.
func TestLabel(t *testing.T) {
	t.Parallel()
	const at = "bounds=[0,0][100,100]"
	word := func(s string) string {
		return node([]string{"class=android.widget.TextView", "text=" + s, "bounds=[0,0][9,9]"})
	}
	for name, c := range map[string]struct {
		in   string
		want string
	}{
		"text_before_description":    {node([]string{"class=B", "text=Save", "content-desc=Stores", at}), "Save"},
		"description_before_words":   {node([]string{"class=B", "content-desc=Stores", at}, word("below")), "Stores"},
		"words_below":                {node([]string{"class=L", at}, node([]string{"class=L", at}, word("a"), word("b"))), "a b"},
		"words_before_hint":          {node([]string{"class=L", "hint=Name", at}, word("a")), "a"},
		"hint":                       {node([]string{"class=android.widget.EditText", "hint=Name", at}), "Name"},
		"list_has_no_words_of_rows":  {node([]string{"class=android.widget.ListView", "scrollable=true", at}, word("row")), ""},
		"words_of_a_field_are_typed": {node([]string{"class=L", at}, node([]string{"class=android.widget.EditText", "text=typed", at})), ""},
		"nothing":                    {node([]string{"class=V", at}), ""},
	} {
		s := screen(t, c.in)
		if got := s.Label(0); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestLabel_bounded: long texts are cut between runes, and of many children the first count.
func TestLabel_bounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", maxLabel-1) + "€uro"
	s := screen(t, node([]string{"class=B", "text=" + long, "bounds=[0,0][9,9]"}))
	if got := s.Label(0); got != strings.Repeat("a", maxLabel-1) || !utf8.ValidString(got) {
		t.Errorf("a rune across the limit: %q", got)
	}
	var children []string
	for i := range 3 * labelBudget {
		children = append(children, node([]string{"class=T", fmt.Sprintf("text=%d", i%10), "bounds=[0,0][9,9]"}))
	}
	s = screen(t, node([]string{"class=L", "bounds=[0,0][9,9]"}, children...))
	if got := strings.Count(s.Label(0), " "); got > labelBudget {
		t.Errorf("%d words for a label", got)
	}
}

// TestActions_rows: what of a list's rows can be pressed.
func TestActions_rows(t *testing.T) {
	t.Parallel()
	row := func(flags ...string) string {
		return node(append([]string{"class=android.widget.TextView", "text=row", "bounds=[0,0][100,20]"}, flags...))
	}
	list := func(class string, flags []string, rows ...string) string {
		return node(append([]string{"class=" + class, "bounds=[0,0][100,100]"}, flags...), rows...)
	}
	const listView, recycler = "android.widget.ListView", "androidx.recyclerview.widget.RecyclerView"
	for name, c := range map[string]struct {
		in   string
		want []string
	}{
		"row_of_a_list_counts_as_clickable":   {list(listView, nil, row()), []string{"press 1"}},
		"header_beside_clickable_rows":        {list(listView, nil, row(), row("clickable=true")), []string{"press 2"}},
		"long_press_of_the_list_is_of_rows":   {list(listView, []string{"long-clickable=true"}, row()), []string{"press 1", "longpress 1"}},
		"long_press_of_clickable_rows_only":   {list(listView, []string{"long-clickable=true"}, row(), row("clickable=true")), []string{"press 2", "longpress 2"}},
		"row_of_a_recycler_says_it_itself":    {list(recycler, nil, row(), row("clickable=true")), []string{"touch 1", "press 2"}},
		"grid":                                {list("android.widget.GridView", nil, row()), []string{"press 1"}},
		"gallery_scrolls_sideways":            {list("android.widget.Gallery", []string{"scrollable=true"}, row()), []string{"scrollright 0", "scrollleft 0", "press 1"}},
		"disabled_row":                        {list(listView, nil, row("enabled=false")), nil},
		"low_wide_scroller_scrolls_sideways":  {node([]string{"class=S", "scrollable=true", "bounds=[0,0][500,100]"}), []string{"scrollright 0", "scrollleft 0"}},
		"scroller":                            {node([]string{"class=S", "scrollable=true", "bounds=[0,0][400,100]"}), []string{"scrolldown 0", "scrollup 0"}},
		"drawing":                             {node([]string{"class=V", "bounds=[0,0][9,9]"}), []string{"touch 0"}},
		"drawing_inside_a_button":             {node([]string{"class=B", "clickable=true", "bounds=[0,0][9,9]"}, node([]string{"class=V", "bounds=[0,0][9,9]"})), []string{"press 0"}},
		"child_outside_of_its_parent":         {node([]string{"class=L", "bounds=[0,0][9,9]"}, row("bounds=[20,20][30,30]")), nil},
		"field_that_also_takes_presses":       {node([]string{"class=android.widget.EditText", "clickable=true", "bounds=[0,0][9,9]"}), []string{"type 0", "press 0"}},
		"field_known_by_its_input_type":       {node([]string{"class=V", "input-type=2", "bounds=[0,0][9,9]"}), []string{"type 0"}},
		"rating_bar":                          {node([]string{"class=android.widget.RatingBar", "bounds=[0,0][9,9]"}), []string{"slide 0"}},
		"check_box_that_says_nothing_of_taps": {node([]string{"class=C", "checkable=true", "bounds=[0,0][9,9]"}), []string{"press 0"}},
	} {
		s := screen(t, c.in)
		var got []string
		for _, a := range s.Actions() {
			got = append(got, fmt.Sprintf("%v %d", a.Verb, a.Widget))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestWindows: the bounds of all roots, and what floats above the app.
func TestWindows(t *testing.T) {
	t.Parallel()
	window := func(bounds, pkg string) string {
		return node([]string{"class=W", "bounds=" + bounds, "package=" + pkg}, node([]string{"class=V", "bounds=" + bounds, "package=inner"}))
	}
	for name, c := range map[string]struct {
		windows  []string
		bounds   Rect
		floating bool
		pkg      string
	}{
		"none":                 {nil, Rect{}, false, ""},
		"whole_display":        {[]string{window("[0,0][100,200]", "p")}, Rect{0, 0, 100, 200}, false, "p"},
		"below_the_status_bar": {[]string{window("[0,24][100,200]", "p")}, Rect{0, 24, 100, 200}, false, "p"},
		"dialog":               {[]string{window("[10,80][90,120]", "p")}, Rect{10, 80, 90, 120}, true, "p"},
		"sheet_at_the_bottom":  {[]string{window("[0,150][100,200]", "p")}, Rect{0, 150, 100, 200}, true, "p"},
		"dialog_above_the_app": {[]string{window("[0,0][100,200]", "p"), window("[10,80][90,120]", "q")}, Rect{0, 0, 100, 200}, false, "q"},
		"alert_as_wide_as_the_display": {[]string{node([]string{"class=W", "bounds=[0,0][100,200]", "package=p"}, node([]string{
			"class=V", "bounds=[0,9][100,190]", "package=p", "resource-id=android:id/parentPanel"}))}, Rect{0, 0, 100, 200}, true,
			"p"},
		"sheet_in_a_window_that_covers_the_display": {[]string{node([]string{"class=W", "bounds=[0,0][100,200]", "package=p"}, node([]string{
			"class=V", "bounds=[0,90][100,200]", "package=p", "resource-id=p:id/design_bottom_sheet"}))}, Rect{0, 0, 100, 200}, true,
			"p"},
		"empty_window_is_left_out":    {[]string{window("[0,0][0,0]", "p"), window("[10,80][90,120]", "q")}, Rect{10, 80, 90, 120}, true, "q"},
		"topmost_without_its_package": {[]string{window("[0,0][100,200]", "p"), window("[0,0][9,9]", "")}, Rect{0, 0, 100, 200}, false, "p"},
	} {
		s := screen(t, c.windows...)
		if s.Bounds() != c.bounds || s.Floating() != c.floating || s.Package != c.pkg {
			t.Errorf("%s: %v, floating %v, package %q", name, s.Bounds(), s.Floating(), s.Package)
		}
	}
	s := screen(t, window("[0,0][9,9]", "p"), window("[0,0][9,9]", "p"))
	if !s.Within(1, 0) || s.Within(0, 1) || s.Within(3, 0) || s.Within(0, 0) {
		t.Error("Within is not 'below in the tree'")
	}
}

// TestLabelled: the words of dialogs count, those of lists and fields do not.
func TestLabelled(t *testing.T) {
	t.Parallel()
	button := func(bounds, words string) *Screen {
		return screen(t, node([]string{"class=W", "bounds=" + bounds},
			node([]string{"class=android.widget.Button", "clickable=true", "text=" + words, "bounds=" + bounds})))
	}
	label := func(bounds, words string) *Screen {
		return screen(t, node([]string{"class=W", "bounds=" + bounds}, node([]string{"class=T", "text=" + words, "bounds=" + bounds})))
	}
	row := func(words string) *Screen {
		return screen(t, node([]string{"class=android.widget.ListView", "bounds=[0,0][9,9]"},
			node([]string{"class=T", "clickable=true", "text=" + words, "bounds=[0,0][9,9]"})))
	}
	const whole, dialog = "[0,0][100,100]", "[10,40][90,60]"
	for name, c := range map[string]struct {
		a, b *Screen
		same bool
	}{
		"button_of_other_words": {button(whole, "Save"), button(whole, "Drop"), false},
		"button_that_counts":    {button(whole, "Save (3)"), button(whole, "Save (12)"), true},
		"label_of_other_words":  {label(whole, "a"), label(whole, "b"), true},
		"label_in_a_dialog":     {label(dialog, "a"), label(dialog, "b"), false},
		"row_of_other_words":    {row("a"), row("b"), true},
		"disabled_and_enabled": {button(whole, "a"), screen(t, node([]string{"class=W", "bounds=" + whole},
			node([]string{"class=android.widget.Button", "clickable=true", "enabled=false", "text=a", "bounds=" + whole}))), false},
		"widget_without_a_pixel": {label(whole, "a"), screen(t, node([]string{"class=W", "bounds=" + whole}, node([]string{"class=T", "text=a", "bounds=" + whole}), node([]string{"class=X", "bounds=[0,0][0,0]"}))), true},
	} {
		if (c.a.Labelled() == c.b.Labelled()) != c.same {
			t.Errorf("%s: same place %v, want %v", name, !c.same, c.same)
		}
	}
	other := *button(whole, "a")
	other.Activity = "p/p.Other"
	if a := button(whole, "a"); a.Structure() == other.Structure() || a.Labelled() == other.Labelled() || a.Content() == other.Content() {
		t.Error("two activities are one place")
	}
}
