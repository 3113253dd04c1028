package press

import (
	"fmt"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/transition"
)

// list is a list with rows that can be pressed, without names.
func list(rows int) string {
	var b strings.Builder
	b.WriteString(`<node class="android.widget.ListView" package="p" bounds="[0,0][400,900]">`)
	for i := range rows {
		fmt.Fprintf(&b, `<node class="android.widget.FrameLayout" package="p" clickable="true" enabled="true"`+
			` bounds="[0,%d][400,%d]"/>`, 100*i, 100*i+90)
	}
	return b.String() + `</node>`
}

// named is a button with an id.
func named(line, text, id string) string {
	return node(line, "Button", text, `resource-id="p:id/`+id+`"`)
}

// label is what stands on an offer; "none" without one.
func (p Presses) label(offer int) string {
	if offer < 0 {
		return "none"
	}
	return p.Offers[offer].Label
}

// A handler whose widgets have no name, such as a row's layout, is called by the rows seen.
func TestServing_unnamedWidgetIsARow(t *testing.T) {
	t.Parallel()
	p := of(t, list(2))
	bare := []guide.Widget{{Class: "android.widget.FrameLayout"}}
	if i := p.Serving(bare, guide.RoleItem); i < 0 || !p.Offers[i].Listed {
		t.Errorf("offer %d", i)
	}
	if i := p.Serving([]guide.Widget{{ID: "id/none"}}, guide.RoleItem); i >= 0 {
		t.Errorf("a widget that is not there is %q", p.Offers[i].Label)
	}
	if i := p.Serving(bare, guide.RoleKey); i >= 0 {
		t.Errorf("a key is the row %q", p.Offers[i].Label)
	}
}

// Of several widgets of a handler the one that was tried least is used.
func TestServing_triedWidgetComesLast(t *testing.T) {
	t.Parallel()
	p := of(t, named("1", "one", "a"), named("2", "two", "b"))
	p.after("one", "")
	if got := p.label(p.Serving([]guide.Widget{{ID: "id/a"}, {ID: "id/b"}}, guide.RoleClick)); got != "two" {
		t.Errorf("pressed %q", got)
	}
}

// A gesture is done on its widget, a key anywhere.
func TestGesture(t *testing.T) {
	t.Parallel()
	p := of(t, named("1", "one", "one"), named("2", "two", "two"))
	for _, c := range []struct {
		gesture guide.Gesture
		widgets []guide.Widget
		kind    event.Kind
		label   string
	}{
		{guide.GestureDoubleTap, []guide.Widget{{ID: "id/two"}}, event.DoubleTap, "two"},
		{guide.GestureKey, nil, event.Key, ""},
		{guide.GestureType, nil, "", "none"},
	} {
		i := p.Gesture(c.gesture, c.widgets)
		if p.label(i) != c.label || i >= 0 && p.Offers[i].Event.Kind != c.kind {
			t.Errorf("%s: offer %d, %q", c.gesture, i, p.label(i))
		}
	}
}

// Rows that were tried give way to those that were not, wherever they are.
func TestFind_triesEachRow(t *testing.T) {
	t.Parallel()
	const rows = 6
	p := of(t, list(rows))
	var row gen.Key
	for i := range p.Offers {
		if p.Offers[i].PressesWidget() && p.Offers[i].Listed {
			row = p.Offers[i].Key
		}
	}
	tried := map[int]int{}
	for range 4 * rows {
		i := p.Find(row)
		tried[i]++
		p.Rows[transition.RowOf(p.Activity, p.Offers, i)]++
	}
	for i, n := range tried {
		if n < 2 || n > 8 || p.RowTries(i) != n {
			t.Errorf("row at %d was tried %d times of %d", p.Offers[i].Event.Y, n, 4*rows)
		}
	}
	if gone := gen.KeyOf(event.Event{Kind: event.Restart}); len(tried) != rows || p.Find(gone) != -1 {
		t.Errorf("%d rows, of none %d", len(tried), p.Find(gone))
	}
}

// The field that a widget names, else the only one of a dialog; of two fields none is meant.
func TestField(t *testing.T) {
	t.Parallel()
	field := func(line, id string) string {
		return node(line, "EditText", "", `focusable="true" resource-id="p:id/`+id+`"`)
	}
	two := of(t, field("1", "a"), field("2", "b"))
	if i := two.Field([]guide.Widget{{ID: "id/b"}}); i < 0 || two.Offers[i].Event.Y < 200 {
		t.Errorf("the field b is offer %d", i)
	}
	if i := two.Field(nil); i >= 0 {
		t.Errorf("of two fields %d is meant", i)
	}
	if i := of(t, field("1", "a")).Field([]guide.Widget{{ID: "id/gone"}}); i >= 0 {
		t.Errorf("a field of a whole screen is meant: %d", i)
	}
}

// Of the widgets of a handler the one that is called like the next screen leads there, until it was tried in vain.
func TestLikeliest(t *testing.T) {
	t.Parallel()
	p := of(t, named("1", "about", "about"), named("2", "history", "history"))
	widgets := []guide.Widget{{ID: "id/about"}, {ID: "id/history"}}
	first := p.Serving(widgets[:1], guide.RoleClick)
	next := naming.WordsOf("HistoryActivity")
	if got := p.label(p.Likeliest(widgets, guide.RoleClick, next, first)); got != "history" {
		t.Errorf("pressed %q", got)
	}
	if got := p.label(p.Likeliest(widgets, guide.RoleClick, nil, first)); got != "about" {
		t.Errorf("without words %q", got)
	}
	p.after("history", "")
	if got := p.label(p.Likeliest(widgets, guide.RoleClick, next, first)); got != "about" {
		t.Errorf("after a try in vain %q", got)
	}
}

// A dialog is confirmed, then left by Back, each once; a screen and a form are not taken away.
func TestDismissal(t *testing.T) {
	t.Parallel()
	none := func() int { return -1 }
	confirm := named("1", "OK", "button1")
	if p := of(t, confirm); p.Dismissal(none) >= 0 {
		t.Error("a whole screen is taken away")
	}
	p := of(t, `<node class="android.widget.FrameLayout" package="p" resource-id="android:id/parentPanel"`+
		` bounds="[0,0][400,900]">`+confirm+`</node>`)
	back := func() int { return p.Find(gen.KeyOf(event.Event{Kind: event.Back})) }
	if got := p.label(p.Dismissal(none)); got != "OK" {
		t.Errorf("at first %q", got)
	}
	p.after("OK", "")
	if i := p.Dismissal(back); i != back() {
		t.Errorf("then offer %d", i)
	}
	if i := p.Dismissal(none); i >= 0 {
		t.Errorf("where Back leaves the app %q", p.label(i))
	}
}

// searchView is a search field that is open, as the platform makes it: its text field lies four views inside of it.
func searchView(id string) string {
	var b strings.Builder
	parts := []string{"p:id/" + id, "android:id/search_bar", "android:id/search_edit_frame", "android:id/search_plate"}
	for _, part := range parts {
		b.WriteString(`<node class="android.widget.LinearLayout" package="p" bounds="[0,0][400,90]" resource-id="` + part + `">`)
	}
	b.WriteString(node("0", "AutoCompleteTextView", "", `focusable="true" resource-id="android:id/search_src_text"`))
	return b.String() + strings.Repeat("</node>", len(parts))
}

// A search field is found by the id of the whole, or as the one of its kind where nothing is known of it; while it is
// closed it is behind the icon that bears its id, or what is called so.
func TestField_search(t *testing.T) {
	t.Parallel()
	known, unknown := []guide.Widget{{ID: "id/find"}}, []guide.Widget{{Class: guide.SearchView}}
	button := node("0", "ImageView", "", `resource-id="android:id/search_button" content-desc="Search"`)
	for _, c := range []struct {
		name    string
		screen  string
		widgets []guide.Widget
		field   bool
		icon    string
	}{
		{"open", searchView("find"), known, true, "none"},
		{"open, nothing known of it", searchView("find"), unknown, true, "none"},
		{"open, another one", searchView("other"), known, false, "none"},
		{"an icon with its id", named("0", "Look", "find"), known, false, "look"},
		{"an icon of its own", button, unknown, false, "search"},
		{"what is called so", named("0", "Filter", "x"), unknown, false, "filter"},
		{"no search", named("0", "Share", "x"), unknown, false, "none"},
		{"a plain field that is not there", named("0", "Filter", "x"), []guide.Widget{{ID: "id/name"}}, false, "none"},
	} {
		p := of(t, c.screen)
		field, icon := p.Field(c.widgets), -1
		if field < 0 {
			icon = p.Icon(c.widgets)
		}
		if got := strings.ToLower(p.label(icon)); field >= 0 != c.field || got != c.icon {
			t.Errorf("%s: field %d, icon %q", c.name, field, got)
		}
	}
}
