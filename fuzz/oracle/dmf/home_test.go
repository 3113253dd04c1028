package dmf

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"talpa/fuzz/oracle/oracletest"
	"talpa/fuzz/ui"
)

// pageOf is a screen of an activity with a widget a row: its resource name, "=" and its text.
func pageOf(t *testing.T, activity string, rows ...string) *ui.Screen {
	t.Helper()
	var b strings.Builder
	for i, row := range rows {
		id, text, _ := strings.Cut(row, "=")
		fmt.Fprintf(&b, `<node class="android.widget.TextView" resource-id="p:id/%s" text="%s" package="p" clickable="true"`+
			` enabled="true" bounds="[0,%d][400,%d]"/>`, id, text, i*100, i*100+100)
	}
	s, err := ui.Parse([]byte(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p" `+
		`bounds="[0,0][400,1600]">`+b.String()+`</node></hierarchy>`), "p/p."+activity)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// turned is the screen with the display on its side.
func turned(s *ui.Screen) *ui.Screen {
	s.Rotation = 1
	return s
}

// diary views its entries by a long touch on the first name, and adds by a button, as ActivityDiary's published
// specification does.
func diary() *Spec {
	name := Widget{Name: "name", ID: "p:id/name"}
	return &Spec{Functions: []Function{
		{Name: "view", Kind: View, Type: "note", Weight: 10, Widgets: map[string]Widget{"name": name},
			Before: []Condition{{Relation: In, Widget: "name"}}, Steps: []Step{{Action: LongClick, Widget: "name"}},
			referred: []string{"name"}},
		{Name: "search", Kind: Search, Type: "note",
			Widgets: map[string]Widget{"find": {Name: "find", ID: "p:id/find"}, "query": {Name: "query", ID: "p:id/query"},
				"row": name},
			Before: []Condition{{Relation: In, Widget: "find"}},
			Steps:  []Step{{Action: Click, Widget: "find"}, {Action: Type, Widget: "query"}, {Action: Click, Widget: "row"}}},
		{Name: "add", Kind: Add, Type: "note", Weight: 10, Widgets: map[string]Widget{"add": {Name: "add", ID: "p:id/add"}},
			Before: []Condition{{Relation: In, Widget: "add"}, {Relation: Smaller, Type: "note"}},
			Steps:  []Step{{Action: Click, Widget: "add"}}},
	}}
}

// TestHome: a function begins on the page where it first could, not on others that have the same widgets.
func TestHome(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, then *ui.Screen
		objects     []string
		want        bool
	}{
		"the same page":    {pageOf(t, "Main", "add", "name=one"), pageOf(t, "Main", "add", "name=two"), nil, true},
		"another activity": {pageOf(t, "Main", "add", "name=one"), pageOf(t, "History", "name=one"), nil, false},
		"another activity that adds, too": {pageOf(t, "Main", "add", "name=one"), pageOf(t, "History", "add", "name=one"), nil,
			false},
		"a dialog over the page": {pageOf(t, "Main", "add", "name=one"), pageOf(t, "Main", "name=one", "ok"), nil, false},
		"a search that is underway": {pageOf(t, "Main", "add", "name=one"), pageOf(t, "Main", "add", "query=on", "name=one"),
			nil, false},
		"a field that is always there": {pageOf(t, "Main", "add", "query", "name=one"),
			pageOf(t, "Main", "add", "query=on", "name=one"), nil, true},
		"rows that were not there at first": {pageOf(t, "Main", "add"), pageOf(t, "Main", "add", "name=one"), nil, true},
		"a welcome first":                   {pageOf(t, "Welcome", "ok"), pageOf(t, "Main", "add", "name=one"), nil, true},
		"a page that adds more":             {pageOf(t, "Main", "name=one"), pageOf(t, "Main", "add", "name=one"), nil, true},
		"an object": {pageOf(t, "Main", "add", "name=one"), pageOf(t, "Main", "add", "name=one"), []string{"two", "one"},
			true},
		"a header": {pageOf(t, "Main", "add", "name=one"), pageOf(t, "Main", "add", "name=None yet", "name=one"),
			[]string{"one"}, false},
		"the page on its side": {pageOf(t, "Main", "add", "name=one"), turned(pageOf(t, "Main", "add", "name=one")), nil, false},
		"always on its side": {turned(pageOf(t, "Main", "add", "name=one")), turned(pageOf(t, "Main", "add", "name=one")), nil,
			true},
		"more objects than are added to": {pageOf(t, "Main", "add", "name=1"), pageOf(t, "Main", "add", "name=1"),
			[]string{"1", "2", "3", "4", "5", "6"}, true},
	} {
		spec := diary()
		o := New(spec, nil)
		o.pkg = "p"
		o.look(c.first)
		o.look(c.then)
		if len(c.objects) > 0 {
			o.model["note"] = c.objects
		}
		if _, got := o.able(&spec.Functions[0], c.then); got != c.want {
			t.Errorf("%s: viewing may begin: %v, want %v", name, got, c.want)
		}
	}
}

// TestHome_until_cleared: an app may begin on another page once its data was cleared.
func TestHome_until_cleared(t *testing.T) {
	t.Parallel()
	spec := diary()
	o, history := New(spec, nil), pageOf(t, "History", "name=one")
	o.look(pageOf(t, "Main", "add", "name=one"))
	o.Reset()
	o.look(history)
	if _, ok := o.able(&spec.Functions[0], history); !ok {
		t.Error("the page of before is still wanted")
	}
}

// TestLongLists: what a list has no room for is looked for further down, and told only if it is nowhere.
func TestLongLists(t *testing.T) {
	t.Parallel()
	found, scrolled := 0, 0
	for seed := range int64(80) {
		for _, bug := range []string{"", "third note is lost"} {
			rng := rand.New(rand.NewSource(seed))
			o, app := New(readNotes(t), rng), oracletest.NewNotes(bug)
			app.Room = 2
			played := app.Search(t, o, rng, oracletest.Search{Length: 150, First: true})
			last := played[len(played)-1]
			for _, p := range played {
				if p.Event.Kind == "scroll" {
					scrolled++
				}
			}
			if bug == "" && len(last.Found) > 0 {
				t.Fatalf("seed %d: a right app is blamed: %+v", seed, last.Found)
			}
			if bug != "" && len(last.Found) > 0 {
				found++
			}
		}
	}
	if found < 20 || scrolled < 50 {
		t.Errorf("the bug was told in %d of 80 searches, lists were scrolled %d times", found, scrolled)
	}
}
