package draft_test

import (
	"fmt"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle/oracletest"
	"talpa/fuzz/oracle/property"
	"talpa/fuzz/oracle/property/draft"
	"talpa/fuzz/ui"
	"talpa/internal/golden"
)

// on is an event on the widget of the model app with a name.
func on(t *testing.T, s *ui.Screen, kind event.Kind, id, value string) event.Event {
	t.Helper()
	for i := range s.Widgets {
		if s.Widgets[i].ID == "notes:id/"+id {
			e := event.Event{Kind: kind, Target: s.Selector(i), Value: value}
			e.X, e.Y = s.Point(i)
			return e
		}
	}
	t.Fatalf("no widget %s", id)
	return event.Event{}
}

// recorded plays adding a note and deleting it on the model app.
func recorded(t *testing.T, through string) ([]draft.Step, *ui.Screen) {
	t.Helper()
	app := oracletest.NewNotes("")
	steps := []draft.Step{{Event: event.Event{Kind: event.Launch}, Widget: -1}}
	play := func(kind event.Kind, id, value string) {
		s := app.Screen(t)
		e, at, _ := event.Resolve(on(t, s, kind, id, value), s)
		steps = append(steps, draft.Step{Event: e, Before: s, Widget: at})
		app.Do(e)
	}
	play(event.Tap, "add", "")
	play(event.Text, "text", "eggs")
	play(event.Tap, "save", "")
	if through == "added" {
		return steps, app.Screen(t)
	}
	play(event.Tap, "title", "")
	play(event.Tap, "delete", "")
	play(event.Tap, "yes", "")
	return steps, app.Screen(t)
}

// TestStarlark holds drafts against what a person would expect to read, and demands that each can be
// carried out: a search with the draft judges it, and finds the bug that loses notes.
func TestStarlark(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"added", "deleted"} {
		steps, end := recorded(t, name)
		source, err := draft.Starlark(name+".talpa", steps, end)
		if err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, filepath.Join("testdata", name+".star"), []byte(source))
		spec, err := property.Parse("draft.star", []byte(source))
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		if name != "added" {
			continue
		}
		for bug, want := range map[string]string{"": "", "third note is lost": "recorded: text is shown"} {
			found, judged := 0, 0
			for seed := range int64(20) {
				rng := rand.New(rand.NewSource(seed))
				o := property.New(spec, rng)
				for _, p := range oracletest.NewNotes(bug).Search(t, o, rng, oracletest.Search{Length: 60, First: true}) {
					for _, v := range p.Found {
						if found++; v.Title != want {
							t.Errorf("%q: %+v", bug, v)
						}
					}
				}
				judged += o.Tallies()[0].Judged
			}
			if judged < 20 || (found > 5) != (bug != "") {
				t.Errorf("%q: judged %d times, found %d times", bug, judged, found)
			}
		}
	}
}

// TestWidgets describes what was touched by what tells it from the rest of the page.
func TestWidgets(t *testing.T) {
	t.Parallel()
	node := func(class, more, box string) string {
		return fmt.Sprintf(`<node class="android.widget.%s" %s clickable="true" bounds="%s"/>`, class, more, box)
	}
	dump := `<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][400,800]">` +
		node("TextView", `text="Sound"`, "[0,0][200,100]") + node("Switch", "", "[300,0][400,100]") +
		node("TextView", `text="Light"`, "[0,100][200,200]") + node("Switch", "", "[300,100][400,200]") +
		`<node class="android.widget.LinearLayout" clickable="true" bounds="[0,200][400,300]">` +
		`<node class="android.widget.TextView" text="Row" bounds="[0,200][100,300]"/></node>` +
		node("Button", `resource-id="p:id/go" text="A"`, "[0,300][400,400]") +
		node("Button", `resource-id="p:id/go" text="B"`, "[0,400][400,500]") +
		node("ImageView", `content-desc="Menu"`, "[0,500][400,600]") + node("View", "", "[0,600][400,700]") +
		node("View", "", "[0,700][400,800]") + `</node></hierarchy>`
	s, err := ui.Parse([]byte(dump), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]string{
		4:  `app.tap(className = "Switch", rightOf = app.find(text = "Light"))`,
		5:  `app.tap(text = "Row")`,
		8:  `app.tap(text = "B")`,
		9:  `app.tap(description = "Menu")`,
		11: "another one tomorrow",
	} {
		steps := []draft.Step{{Event: event.Event{Kind: event.Tap}, Before: s, Widget: i}}
		source, err := draft.Starlark("x", steps, s)
		if err == nil {
			_, err = property.Parse("x.star", []byte(source))
		}
		if err != nil || !strings.Contains(source, want) {
			t.Errorf("widget %d: %v, want %s in\n%s", i, err, want, source)
		}
	}
}

// TestEvents: what has a counterpart in rules, and what has not.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := oracletest.NewNotes("").Screen(t)
	field := 2 // the first widget below the root and the list
	for i := range s.Widgets {
		if s.Widgets[i].Editable() {
			field = i
		}
	}
	var steps []draft.Step
	for _, e := range []event.Event{{Kind: event.Back}, {Kind: event.Menu}, {Kind: event.EditorAction, Arg: "done"},
		{Kind: event.Key, Arg: "ENTER"}, {Kind: event.Rotate, Arg: "landscape"}, {Kind: event.Wait, Millis: 1500},
		{Kind: event.Swipe, X: 1, Y: 2, X2: 3, Y2: 4}, {Kind: event.Scroll, Arg: "down"},
		{Kind: event.Config, Arg: "night", Value: "yes"}} {
		steps = append(steps, draft.Step{Event: e, Before: s, Widget: -1})
	}
	steps = append(steps, draft.Step{Event: event.Event{Kind: event.Text, Value: "42"}, Before: s, Widget: field},
		draft.Step{Event: event.Event{Kind: event.Text, Value: "42"}, Before: s, Widget: field})
	source, err := draft.Starlark("all  of\nthem", steps, s)
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, filepath.Join("testdata", "events.star"), []byte(source))
	if _, err := property.Parse("x.star", []byte(source)); err != nil {
		t.Error(err)
	}
	if _, err := draft.Starlark("empty", steps[:0], s); err == nil {
		t.Error("a draft of nothing")
	}
}

// TestTyped: what stands for a text that was typed, so that every value of a run is as long and of the
// kind, and can be drawn.
func TestTyped(t *testing.T) {
	t.Parallel()
	app := oracletest.NewNotes("")
	app.Do(on(t, app.Screen(t), event.Tap, "add", ""))
	s := app.Screen(t)
	field := slices.IndexFunc(s.Widgets, func(x ui.Widget) bool { return x.Editable() })
	for value, want := range map[string]string{
		"eggs":                  "text = app.word()",
		"0":                     "text = str(app.number(0, 9))",
		"42":                    "text = str(app.number(10, 99))",
		"-5":                    "text = app.word()",
		"4915112345678":         "text = str(app.number(1000000000000, 9999999999999))",
		"123456789012345678":    "text = str(app.number(100000000000000000, 999999999999999999))",
		"1234567890123456789":   "text = app.word()",
		"123456789012345678901": "text = app.word()",
	} {
		e := on(t, s, event.Text, "text", value)
		source, err := draft.Starlark("x", []draft.Step{{Event: e, Before: s, Widget: field}}, s)
		if err != nil || !strings.Contains(source, "    "+want+"\n") {
			t.Errorf("%s: %v, want %s in\n%s", value, err, want, source)
			continue
		}
		spec, err := property.Parse("x.star", []byte(source))
		if err != nil {
			t.Errorf("%s: %v\n%s", value, err, source)
			continue
		}
		rng := rand.New(rand.NewSource(1))
		o := property.New(spec, rng)
		for _, p := range oracletest.NewNotes("").Search(t, o, rng, oracletest.Search{Length: 40, First: true}) {
			for _, v := range p.Found {
				t.Errorf("%s: the draft cannot be carried out: %s", value, v.Title)
			}
		}
		if all := o.Tallies()[0]; all.Begun <= all.BrokenOff {
			t.Errorf("%s: the draft is never carried out: %+v\n%s", value, all, source)
		}
	}
}
