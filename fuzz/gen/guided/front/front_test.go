package front

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// of is what is in front on a screen with nodes of a dump.
func of(t *testing.T, nodes ...string) Front {
	t.Helper()
	f := Front{Screen: uitest.Screen(t, "Main", nodes...)}
	f.At = relevance.New(nil).Place(f.Screen)
	for _, c := range gen.Candidates(f.Screen) {
		f.Offers = append(f.Offers, transition.Offer{Candidate: c})
	}
	for _, e := range []event.Event{
		{Kind: event.Back}, {Kind: event.Rotate, Arg: "portrait"}, {Kind: event.Swipe, X: 1, Y: 500, X2: 200, Y2: 500},
		{Kind: event.Swipe, X: 200, Y: 1, X2: 200, Y2: 900}, {Kind: event.Menu},
	} {
		f.Offers = append(f.Offers, transition.Offer{System: true, Candidate: gen.Candidate{Event: e, Key: gen.KeyOf(e)}})
	}
	return f
}

// node is a widget of a dump, with more attributes than its class and place.
func node(class, bounds, more string) string {
	return `<node class="android.widget.` + class + `" package="p" enabled="true" bounds="` + bounds + `" ` + more + `/>`
}

// list is a list of rows with these texts.
func list(rows ...string) string {
	s := `<node class="android.widget.ListView" resource-id="android:id/list" package="p" enabled="true" bounds="[0,0][400,900]">`
	for i, text := range rows {
		y := [][2]string{{"0", "100"}, {"100", "200"}, {"200", "300"}}[i]
		s += node("TextView", "[0,"+y[0]+"][400,"+y[1]+"]", `clickable="true" text="`+text+`"`)
	}
	return s + `</node>`
}

func field(id, bounds string) string {
	return node("EditText", bounds, `clickable="true" focusable="true" resource-id="p:id/`+id+`"`)
}

// Of what scrolls the largest, down or back up; a closed Spinner is no list.
func TestScrollable(t *testing.T) {
	t.Parallel()
	small, large := node("ListView", "[0,0][400,200]", `scrollable="true"`), node("ListView", "[0,200][400,900]",
		`scrollable="true"`)
	spinner := node("Spinner", "[0,900][400,2000]", `scrollable="true"`)
	f := of(t, small, large, spinner)
	for back, want := range map[bool]ui.Verb{false: ui.ScrollDown, true: ui.ScrollUp} {
		i := f.Scrollable(back)
		if i < 0 || f.Offers[i].Verb != want || f.Screen.Widgets[f.Offers[i].Widget].Bounds.Top != 200 {
			t.Errorf("back %v: offer %d of %+v", back, i, f.Offers)
		}
	}
	if e, ok := f.ToEnd(); !ok || e.Arg != "bottom" || e.Y < 200 {
		t.Errorf("to the end: %v", e)
	}
	f = of(t, spinner, node("Button", "[0,0][400,100]", `clickable="true" text="a"`))
	if i := f.Scrollable(false); i >= 0 {
		t.Errorf("offer %d scrolls where nothing does", i)
	}
	if _, ok := f.ToEnd(); ok {
		t.Error("an end where nothing scrolls")
	}
}

// What bears a text is found whatever its case; an empty text names nothing. What confirms is found, and the offer that
// bears an id or a text of a widget of code.
func TestNames(t *testing.T) {
	t.Parallel()
	f := of(t, node("Button", "[0,0][400,100]", `clickable="true" text="Save all" resource-id="p:id/store"`),
		node("Button", "[0,100][400,200]", `clickable="true" text="OK"`))
	for text, found := range map[string]bool{"save ALL": true, "Save": false, "": false} {
		if i := f.Labelled(text); (i >= 0) != found {
			t.Errorf("%q is offer %d", text, i)
		}
	}
	if i := f.Confirmation(); i < 0 || !f.Offers[i].PressesWidget() {
		t.Errorf("confirmed by offer %d", i)
	}
	for _, w := range []guide.Widget{{ID: "id/store"}, {Text: "Save all"}} {
		all := f.WithWidgets([]guide.Widget{{ID: "id/none"}, w}, guide.RoleClick)
		if len(all) == 0 || f.Offers[all[0]].Label != "Save all" {
			t.Errorf("%+v: %v", w, all)
		}
	}
	if all := f.WithWidgets([]guide.Widget{{ID: "id/store", Screen: "p.Other"}}, guide.RoleClick); len(all) > 0 {
		t.Errorf("a widget of another screen: %v", all)
	}
	if like := f.Likeness(f.Labelled("save all"), naming.WordsOf("StoreAdapter")); like != 1 {
		t.Errorf("%v like its id", like)
	}
}

// Of several buttons that may confirm a form, the one that says nothing else does, or else the lowest.
func TestConfirmation(t *testing.T) {
	t.Parallel()
	button := func(label, bounds string) string { return node("Button", bounds, `clickable="true" text="`+label+`"`) }
	start, add := button("Start time", "[0,100][400,200]"), button("Add new event", "[0,800][400,900]")
	for _, c := range []struct {
		screen string
		want   string
	}{
		{start + add, "Add new event"},
		{button("Save", "[0,0][400,100]") + start + add, "Save"},
		{button("Cancel", "[0,0][400,100]") + start, "Start time"},
	} {
		f := of(t, c.screen)
		if i := f.Confirmation(); i < 0 || f.Offers[i].Label != c.want {
			t.Errorf("%s: offer %d, want %s", c.screen, i, c.want)
		}
	}
}

// The field of a dialog that has one; the lowest of several comes first.
func TestFields(t *testing.T) {
	t.Parallel()
	f := of(t, field("a", "[0,0][400,100]"), field("b", "[0,100][400,200]"))
	keys := f.Fields()
	if len(keys) != 2 || keys[0] != f.Offers[f.WithWidgets([]guide.Widget{{ID: "id/b"}}, guide.RoleText)[0]].Key {
		t.Errorf("%v", keys)
	}
	if i := f.OnlyField(); i >= 0 {
		t.Errorf("of two fields %d is meant", i)
	}
	if i := of(t, field("a", "[0,0][400,100]")).OnlyField(); i >= 0 {
		t.Errorf("a field of a whole screen is meant: %d", i)
	}
}

// A row that is called "delete" is data, a button is what deletes.
func TestDeleters(t *testing.T) {
	t.Parallel()
	rows := list("Delete me", "two")
	if all := of(t, rows).Deleters(); len(all) > 0 {
		t.Errorf("rows %v delete", all)
	}
	f := of(t, rows, node("Button", "[0,1000][400,1100]", `clickable="true" resource-id="p:id/remove_item"`))
	if all := f.Deleters(); len(all) != 1 || f.Offers[all[0]].Listed {
		t.Errorf("offers %v delete", all)
	}
}

// Rows are told from what is no list, selected two at a time, the last among them, and swiped from right to left.
func TestRows(t *testing.T) {
	t.Parallel()
	f := of(t, list("one", "two", "three"))
	if !f.HasRow(nil) || of(t, node("Button", "[0,0][400,100]", `clickable="true" text="a"`)).HasRow(nil) {
		t.Error("rows")
	}
	for _, c := range []struct {
		name string
		of   guide.Widget
		want bool
	}{
		{"of the list", guide.Widget{ID: "android:id/list", Class: "android.widget.ListView"}, true},
		{"of another list, which is not shown", guide.Widget{ID: "id/events", Class: "android.widget.ListView"}, false},
		{"of what is no list", guide.Widget{ID: "id/save", Class: "android.widget.Button"}, true},
	} {
		if got := f.HasRow([]guide.Widget{c.of}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	rows := transition.RowsShown(f.Screen, f.Offers)
	for seed := range int64(5) {
		e := f.Select(rand.New(rand.NewSource(seed)), rows)
		if e.Kind != event.Select || e.Y2 < 200 || e.Y > 200 {
			t.Errorf("selected: %v", e)
		}
	}
	if e := f.Select(rand.New(rand.NewSource(1)), rows[:1]); e.Kind != event.LongTap || e.Y > 100 {
		t.Errorf("a row that is alone: %v", e)
	}
	if e := f.SwipeAway(rows[1]); e.Y != e.Y2 || e.Y < 100 || e.Y > 200 || e.X <= 200 || e.X2 >= 200 {
		t.Errorf("swiped: %v", e)
	}
}

// A swipe from the side is one from the edge, one from the top is none. A screen that is higher than wide is upright.
func TestFromEdge(t *testing.T) {
	t.Parallel()
	f := of(t)
	i := f.FromEdge(func(gen.Key) bool { return true })
	if i < 0 || f.Offers[i].Event.X != 1 {
		t.Errorf("offer %d", i)
	}
	if i := f.FromEdge(func(gen.Key) bool { return false }); i >= 0 {
		t.Errorf("offer %d is not wanted", i)
	}
	if i := f.Upright(); i >= 0 {
		t.Errorf("offer %d turns an upright screen", i)
	}
}

// A drawer's button comes before the menu key, what was tried is passed over.
func TestMenuOpener(t *testing.T) {
	t.Parallel()
	f := of(t, node("Button", "[0,0][90,90]", `clickable="true" text="Save"`),
		node("ImageButton", "[0,100][90,190]", `clickable="true" content-desc="Open navigation drawer"`))
	tried := map[gen.Key]bool{}
	for _, want := range []event.Kind{event.Tap, event.Menu} {
		i := f.MenuOpener(func(k gen.Key) bool { return !tried[k] })
		if i < 0 || f.Offers[i].Event.Kind != want || want == event.Tap && f.Screen.Widgets[f.Offers[i].Widget].Desc == "" {
			t.Fatalf("offer %d, want a %s", i, want)
		}
		tried[f.Offers[i].Key] = true
	}
	if i := f.MenuOpener(func(k gen.Key) bool { return !tried[k] }); i >= 0 {
		t.Errorf("offer %d opens what was opened", i)
	}
}

// A pager is turned so far that it does not keep the page in front; what goes up and down is none.
func TestTurnPages(t *testing.T) {
	t.Parallel()
	list := node("ListView", "[0,900][400,2000]", `scrollable="true"`)
	for _, e := range of(t, list).TurnPages() {
		t.Errorf("without a pager: %v", e)
	}
	events := of(t, list, node("HorizontalScrollView", "[0,0][400,100]", `scrollable="true"`),
		`<node class="android.support.v4.view.ViewPager" package="p" enabled="true" scrollable="true" bounds="[0,100][400,900]"/>`,
	).TurnPages()
	if len(events) != 2 || events[0] != events[1] || events[0].Kind != event.Scroll || events[0].Arg != "right" ||
		events[0].Y < 100 {
		t.Errorf("%v", events)
	}
}

// A tab says by its class that it is one; a page is turned by what scrolls sideways, or else by a finger.
func TestToPage(t *testing.T) {
	t.Parallel()
	tab := func(left, right string) string {
		return `<node class="androidx.appcompat.app.ActionBar$Tab" package="p" enabled="true" clickable="true" bounds="[` +
			left + `,0][` + right + `,100]"/>`
	}
	f := of(t, tab("0", "100"), tab("100", "200"), node("Button", "[0,100][400,200]", `clickable="true"`))
	for place, want := range map[int]int{0: 50, 1: 150, 2: -1} {
		all := f.ToPage([]int{place})
		if tapped := len(all) == 1 && all[0].Kind == event.Tap; tapped != (want >= 0) || tapped && all[0].X != want {
			t.Errorf("tab %d: %v", place, all)
		}
	}
	if all := f.ToPage([]int{2}); len(all) != 2 || all[0].Kind != event.Swipe || all[0].X <= all[0].X2 || all[0].Y != all[0].Y2 {
		t.Errorf("nothing goes sideways: %v", all)
	}
	f = of(t, `<node class="androidx.viewpager.widget.ViewPager" package="p" enabled="true" scrollable="true"`+
		` bounds="[0,100][400,900]"/>`)
	if all := f.ToPage([]int{3}); len(all) != 3 || all[0].Kind != event.Scroll || all[0].Y < 100 {
		t.Errorf("a pager: %v", all)
	}
	if all := f.ToPage(nil); len(all) > 0 {
		t.Errorf("no page: %v", all)
	}
}
