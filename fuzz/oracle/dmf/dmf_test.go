package dmf

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/oracletest"
	"talpa/fuzz/oracle/xpath"
	"talpa/fuzz/ui"
)

func readNotes(t *testing.T) *Spec {
	t.Helper()
	spec, err := Read("testdata/dmf_notes.json")
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// tapOn is a tap on the widget with a resource name.
func tapOn(t *testing.T, s *ui.Screen, id string) event.Event {
	t.Helper()
	i := slices.IndexFunc(s.Widgets, func(w ui.Widget) bool { return w.ID == id })
	if i < 0 {
		t.Fatalf("no widget %s", id)
	}
	x, y := s.Point(i)
	return event.Event{Kind: event.Tap, Target: s.Selector(i), X: x, Y: y}
}

// judged is how often a function was judged.
func judged(o *Oracle, name string) int {
	all := o.Tallies()
	return all[slices.IndexFunc(all, func(t oracle.Tally) bool { return t.Property == name })].Judged
}

// TestNothingIsWrongWithARightApp demands that an app without a bug is never
// blamed, while functions are carried out.
func TestNothingIsWrongWithARightApp(t *testing.T) {
	t.Parallel()
	spec := readNotes(t)
	added := 0
	for seed := range int64(200) {
		rng := rand.New(rand.NewSource(seed))
		o, app := New(spec, rng), oracletest.NewNotes("")
		for _, p := range app.Search(t, o, rng, oracletest.Search{Length: 120}) {
			if len(p.Found) > 0 {
				t.Fatalf("seed %d: %+v", seed, p.Found)
			}
		}
		if !o.lost && !slices.Equal(o.model["note"], app.List) {
			t.Fatalf("seed %d: the model has %s, the app %q", seed, o.model, app.List)
		}
		add := o.Tallies()[0]
		added += add.Judged
		if add.Begun > add.Held || add.Failed > 0 {
			t.Fatalf("seed %d: %+v", seed, add)
		}
	}
	if added < 400 {
		t.Errorf("%d notes were added in 200 runs: functions are hardly carried out", added)
	}
}

// TestBugsAreFound demands that each bug is blamed on the function that shows it,
// and that a replay of the script, where nobody proposes, is judged the same.
func TestBugsAreFound(t *testing.T) {
	t.Parallel()
	for bug, want := range map[string]string{
		"third note is lost":       "add note|in|row|",
		"deletes the last":         "delete note|not in|gone|",
		"search misses short ones": "search note|in|hit|",
	} {
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			spec := readNotes(t)
			found := 0
			for seed := range int64(60) {
				rng := rand.New(rand.NewSource(seed))
				all := oracletest.NewNotes(bug).Search(t, New(spec, rng), rng, oracletest.Search{Length: 150})
				last := all[len(all)-1]
				if len(last.Found) == 0 {
					continue
				}
				found++
				if last.Found[0].Signature != want || last.Event.Kind != event.Wait {
					t.Fatalf("%+v after %+v, want %s after a wait", last.Found, last.Event, want)
				}
				o, app := New(spec, nil), oracletest.NewNotes(bug)
				for i, p := range all {
					got := app.Play(t, o, p.Event)
					if len(got.Found) != len(p.Found) || len(got.Found) > 0 && got.Found[0] != p.Found[0] {
						t.Fatalf("event %d of the replay: %+v, the search saw %+v", i, got.Found, p.Found)
					}
				}
			}
			if found < 10 {
				t.Errorf("found in %d of 60 runs", found)
			}
		})
	}
}

// TestUnknownChangesMakeSilent demands that a note that was saved past the
// functions ends judging, as does a function that was broken off after it.
func TestUnknownChangesMakeSilent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		taps []string
		want bool
	}{
		"nothing":                {[]string{"add"}, false},
		"saved without a text":   {[]string{"add", "save"}, true},
		"deleting is broken off": {[]string{"title", "delete", "no"}, true},
	} {
		o, app := New(readNotes(t), nil), oracletest.NewNotes("asks always")
		app.List = []string{"one"}
		o.model = model{"note": {"one"}}
		for _, id := range c.taps {
			app.Play(t, o, tapOn(t, app.Screen(t), "notes:id/"+id))
		}
		if o.lost != c.want {
			t.Errorf("%s: lost %v, want %v", name, o.lost, c.want)
		}
		if !o.lost {
			continue
		}
		if _, turn := o.Propose(app.Screen(t)); turn != oracle.End {
			t.Errorf("%s: no other episode is asked for", name)
		}
	}
}

// TestWipeBeginsAnew is for another oracle's scripts, which clear the data on their way.
func TestWipeBeginsAnew(t *testing.T) {
	t.Parallel()
	for _, refused := range []bool{false, true} {
		o := New(readNotes(t), nil)
		o.model, o.lost = model{"note": {"one"}}, true
		o.Judge(oracle.Step{Event: event.Event{Kind: event.ClearData}, Refused: refused})
		if o.lost != refused || o.model.has("one") != refused {
			t.Errorf("refused %v: lost %v, objects %s", refused, o.lost, o.model)
		}
	}
}

func TestDeadAppIsNotJudged(t *testing.T) {
	t.Parallel()
	o, app := New(readNotes(t), nil), oracletest.NewNotes("")
	if found := o.Judge(oracle.Step{Event: event.Event{Kind: event.Launch}, Package: "notes",
		After: app.Screen(t)}); found != nil {
		t.Errorf("%+v", found)
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	spec := readNotes(t)
	if len(spec.Functions) != 3 || len(spec.Keys) != 3 || len(spec.Remarks) != 0 {
		t.Fatalf("%d functions, %d key views, remarks %q", len(spec.Functions), len(spec.Keys), spec.Remarks)
	}
	add := spec.Functions[0]
	if add.Name != "add note" || add.Kind != Add || add.Type != "note" || add.Weight != 20 || len(add.Steps) != 3 {
		t.Errorf("%+v", add)
	}
	if spec.Keys[1]["content-desc"] != "Delete" || len(spec.Keys[1]) != 1 {
		t.Errorf("key view %v", spec.Keys[1])
	}
	data, err := os.ReadFile("testdata/dmf_notes.json")
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "notes.json")
	if err := os.WriteFile(alone, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if spec, err = Read(alone); err != nil || len(spec.Keys) != 0 {
		t.Errorf("%d key views, error %v", len(spec.Keys), err)
	}
}

// TestFirstStepsAreKeysByDefault is for specifications without a list of key views.
func TestFirstStepsAreKeysByDefault(t *testing.T) {
	t.Parallel()
	spec := readNotes(t)
	spec.Keys = nil
	o, s := New(spec, nil), oracletest.NewNotes("").Screen(t)
	got := map[string]bool{}
	for _, i := range o.keys(s) {
		got[s.Widgets[i].ID] = true
	}
	if len(got) != 1 || !got["notes:id/add"] {
		t.Errorf("key views %v", got)
	}
}

// TestRowsBelowTheFirstAreKeysToo is for lists: a function says what it does to the first row.
func TestRowsBelowTheFirstAreKeysToo(t *testing.T) {
	t.Parallel()
	spec := readNotes(t)
	spec.Keys = nil
	spec.Functions[1].Widgets["row"] = Widget{Name: "row", ID: "notes:id/title"}
	app := oracletest.NewNotes("")
	app.List = []string{"one", "two"}
	s, rows := app.Screen(t), 0
	for _, i := range New(spec, nil).keys(s) {
		if s.Widgets[i].ID == "notes:id/title" {
			rows++
		}
	}
	if rows != 2 {
		t.Errorf("%d of 2 rows are key views", rows)
	}
}

// TestDeathAtAKeyViewMakesSilent demands that nothing is judged after an app died, or
// could not be seen, as something may have changed its data.
func TestDeathAtAKeyViewMakesSilent(t *testing.T) {
	t.Parallel()
	app := oracletest.NewNotes("")
	list := app.Screen(t)
	app.Page = "new"
	page := app.Screen(t)
	save, add := tapOn(t, page, "notes:id/save"), tapOn(t, list, "notes:id/add")
	for name, c := range map[string]struct {
		step oracle.Step
		lost bool
	}{
		"dead of a key view":            {oracle.Step{Event: save, Before: page}, true},
		"dead of another widget":        {oracle.Step{Event: add, Before: list}, false},
		"unseen after a key view":       {oracle.Step{Event: save, Before: page, Alive: true}, true},
		"unseen before, at some widget": {oracle.Step{Event: save, After: list, Alive: true}, true},
		"unseen before, at none": {oracle.Step{Event: event.Event{Kind: event.Launch}, After: list, Alive: true},
			false},
	} {
		o := New(readNotes(t), nil)
		if o.Judge(c.step); o.lost != c.lost {
			t.Errorf("%s: lost %v, want %v", name, o.lost, c.lost)
		}
	}
}

// TestDoubtKeepsWhatIsUnderway demands that a function is not forgotten which may have
// changed data, while the post-conditions of another one are looked at again.
func TestDoubtKeepsWhatIsUnderway(t *testing.T) {
	t.Parallel()
	spec := readNotes(t)
	spec.Keys = nil
	spec.Functions = append(spec.Functions, Function{Name: "see", Kind: View, Type: "note",
		Steps:   []Step{{Action: Click, Widget: "add"}},
		Widgets: map[string]Widget{"add": {Name: "add", ID: "notes:id/add"}, "question": {Name: "question", Text: "Really?"}},
		After:   []Condition{{Relation: In, Widget: "question"}}})
	o, app := New(spec, nil), oracletest.NewNotes("")
	app.Play(t, o, tapOn(t, app.Screen(t), "notes:id/add"))
	if o.doubt == nil || !o.keyed() {
		t.Fatalf("in doubt %v, and adding is underway %v", o.doubt, o.keyed())
	}
	before := app.Screen(t)
	app.Page = "ask"
	late := app.Screen(t)
	found := o.Judge(oracle.Step{Event: event.Event{Kind: event.Wait}, Before: before, After: late, Alive: true})
	if len(found) > 0 || judged(o, "see") != 1 || !o.keyed() {
		t.Errorf("found %+v, seen %d times, adding is underway %v", found, judged(o, "see"), o.keyed())
	}
	app.Page = "new"
	if app.Play(t, o, event.Event{Kind: event.Back}); !o.lost {
		t.Error("adding was broken off, and judging goes on")
	}
}

// TestScrollsToTheText has functions scroll as often as a text needs to come, in each of
// two ScrollTo.
func TestScrollsToTheText(t *testing.T) {
	t.Parallel()
	const away = maxScrolls - 1
	spec := &Spec{Functions: []Function{{Name: "see", Kind: View, Weight: maxWeight,
		Steps: []Step{{Action: ScrollTo, Text: "page 19"}, {Action: Click, Widget: "page"},
			{Action: ScrollTo, Text: "page 38"}},
		Widgets: map[string]Widget{"page": {Name: "page", Text: "page 19"}}}}}
	o := New(spec, rand.New(rand.NewSource(1)))
	page := func(n int) *ui.Screen {
		s, err := ui.Parse(fmt.Appendf(nil,
			`<hierarchy rotation="0"><node class="a.B" package="p" text="page %d" enabled="true"`+
				` clickable="true" bounds="[0,0][400,400]"/></hierarchy>`, n), "p/p.Main")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	at, taps := 0, 0
	for judged(o, "see") == 0 && at <= 2*away {
		before := page(at)
		e, turn := o.Propose(before)
		switch {
		case turn != oracle.Play: // the generator's turn
			continue
		case e.Kind == event.Scroll:
			at++
		case e.Kind == event.Tap:
			taps++
		}
		o.Judge(oracle.Step{Event: e, Before: before, After: page(at), Alive: true})
	}
	if judged(o, "see") != 1 || at != 2*away || taps != 1 {
		t.Errorf("judged %d times, %d taps, page %d", judged(o, "see"), taps, at)
	}
}

// TestClicksOnKeys has clicks on the navigation bar's and the keyboard's keys, as published
// specifications have them, be those keys, whatever is on the screen.
func TestClicksOnKeys(t *testing.T) {
	t.Parallel()
	const spec = `{"dmfs":[{"name":"f","type":"add","datatype":"n","proportion":"1","widgets":[{"name":"w",%s}],
"events":[{"widget":"w","action":"%s","force":true}]}]}`
	s := oracletest.NewNotes("").Screen(t)
	for _, c := range []struct {
		widget, action string
		want           event.Event
	}{
		{`"resource-id":"com.android.systemui:id/back"`, "click", event.Event{Kind: event.Back}},
		{`"xpath":"//*[@resource-id=\"com.google.android.inputmethod.latin:id/key_pos_ime_action\"]/android.widget.ImageView[2]"`,
			"click", event.Event{Kind: event.EditorAction, Arg: "default"}},
		{`"resource-id":"com.google.android.inputmethod.latin:id/key_pos_ime_action"`, "click",
			event.Event{Kind: event.EditorAction, Arg: "default"}},
	} {
		parsed, err := Parse(fmt.Appendf(nil, spec, c.widget, c.action))
		if err != nil {
			t.Fatal(err)
		}
		o := New(parsed, rand.New(rand.NewSource(1)))
		var got event.Event
		for turn := oracle.Pass; turn == oracle.Pass; { // chance has the generator play most of the time
			got, turn = o.Propose(s)
		}
		if !got.Same(c.want) || got.Validate() != nil {
			t.Errorf("%s: %s, want %s", c.widget, got, c.want)
		}
	}
	parsed, err := Parse(fmt.Appendf(nil, spec, `"resource-id":"com.android.systemui:id/back"`, "longclick"))
	if err != nil || parsed.Functions[0].Steps[0].Action != LongClick {
		t.Errorf("a long click became %+v, %v", parsed, err)
	}
}

// TestDrag demands that a drag is recognised, whatever widget it names.
func TestDrag(t *testing.T) {
	t.Parallel()
	s := oracletest.NewNotes("").Screen(t)
	st := Step{Action: Drag, Widget: "add", drag: [4]int{10, 20, 30, 40}}
	if e := st.make(s, 2, ""); !st.did(e, s, 2, nil) {
		t.Errorf("%+v is not the drag %v", e, st.drag)
	}
}

// TestPathThatCannotBeFollowed is for what shows only at some screen.
func TestPathThatCannotBeFollowed(t *testing.T) {
	t.Parallel()
	path, err := xpath.Compile("//android.widget.ListView[starts-with(@class, 1)]")
	if err != nil {
		t.Fatal(err)
	}
	if found := path.Select(oracletest.NewNotes("").Screen(t)); len(found) > 0 {
		t.Errorf("it leads to %v", found)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	function := func(from, to string) string {
		f := `{"dmfs":[{"name":"f","type":"add","datatype":"n","proportion":"1",
"widgets":[{"name":"w","UI_layout_num":"0","text":"a","xpath":""}],
"events":[{"widget":"w","action":"click","force":true}],
"impacts":[{"operator":"add","object":"w.text"}],
"preconditions":[{"widget":"w","relation":"in"}],"post-conditions":[]}]}`
		if !strings.Contains(f, from) {
			t.Fatalf("%q is not in the function", from)
		}
		return strings.Replace(f, from, to, 1)
	}
	for _, c := range []struct{ data, want string }{
		{"", "unexpected end"}, {"{\n\"dmfs\": [1]}", "line 2"}, {"{}", `the list "dmfs"`},
		{function(`"type":"add"`, `"type":"grow"`), `type "grow": "add", "delete"`},
		{function(`"proportion":"1"`, `"proportion":"much"`), "proportion"},
		{function(`"widget":"w","action"`, `"widget":"x","action"`), `events[0]: no widget "x"`},
		{function(`"click"`, `"drag"`), "x,y,x2,y2"}, {function(`"click"`, `"sleep"`), "seconds"},
		{function(`"click"`, `"sing"`), `action "sing"`}, {function(`"w.text"`, `"v.text"`), "impacts[0]"},
		{function(`"relation":"in"`, `"relation":"near"`), "preconditions[0]"},
		{function(`"UI_layout_num":"0"`, `"UI_layout_num":"x"`), `widget "w": UI_layout_num`},
		{function(`"UI_layout_num":"0"`, `"UI_layout_num":"2"`), "there are 1 events"},
		{function(`"xpath":""`, `"xpath":"//*[starts-with(@text, 1)]"`),
			`widget "w": xpath "//*[starts-with(@text, 1)]": it cannot`},
		{function(`"xpath":""`, `"xpath":"starts-with(1, 1)"`), "xpath"},
		{function(`"xpath":""`, `"xpath":"//["`), "xpath"}, {function(`"xpath":""`, `"xpath":"1+1"`), "selects no nodes"},
	} {
		if _, err := Parse([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q: error %v, want %q", c.data, err, c.want)
		}
	}
	if _, err := Parse([]byte(function("", ""))); err != nil {
		t.Errorf("the function as it is: %v", err)
	}
	for _, c := range []struct{ view, want string }{
		{`<node text=\"#any#\" />`, "names no attribute"}, {`<node colour=\"red\" />`, `"colour"`}, {`text`, "EOF"},
	} {
		if _, err := ParseKeys([]byte(`{"keyviews":[{"view":"` + c.view + `"}]}`)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.view, err, c.want)
		}
	}
}

// FuzzParse demands that no specification makes the oracle fail, whatever it says.
func FuzzParse(f *testing.F) {
	data, err := os.ReadFile("testdata/dmf_notes.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		spec, err := Parse(data)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewSource(1))
		oracletest.NewNotes("").Search(t, New(spec, rng), rng, oracletest.Search{Length: 5})
	})
}
