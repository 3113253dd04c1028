package property

import (
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/oracletest"
	"talpa/fuzz/ui"
)

func readNotes(t *testing.T) *Spec {
	t.Helper()
	spec, err := Read("testdata/notes.star")
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func parse(t *testing.T, source string) *Spec {
	t.Helper()
	spec, err := Parse("test.star", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// search is an episode of some events, to the first finding at most.
func search(length int) oracletest.Search {
	return oracletest.Search{Length: length, Clears: true, First: true}
}

// TestRightAppIsNeverBlamed plays rules and chance on an app without a bug, and holds
// what the rules remember against what the app has.
func TestRightAppIsNeverBlamed(t *testing.T) {
	t.Parallel()
	spec := readNotes(t)
	var total []oracle.Tally
	for seed := range int64(100) {
		rng := rand.New(rand.NewSource(seed))
		o, app := New(spec, rng), oracletest.NewNotes("")
		for _, p := range app.Search(t, o, rng, search(300)) {
			if len(p.Found) > 0 {
				t.Fatalf("seed %d: %+v after %s", seed, p.Found, p.Event)
			}
		}
		if got := remembered(o); !o.lost && len(o.live) == 0 && !slices.Equal(got, app.List) {
			t.Fatalf("seed %d: %q is remembered, the app has %q", seed, got, app.List)
		}
		total = oracle.Merge(total, o.Tallies())
	}
	for i, least := range []int{200, 50, 50, 500} { // add, delete, search; the invariant
		if total[i].Judged < least || total[i].Held < total[i].Begun {
			t.Errorf("%+v in 100 runs, want at least %d judged", total[i], least)
		}
	}
}

func remembered(o *Oracle) []string {
	v, _, _ := o.state.Get(starlark.String("notes"))
	var all []string
	for _, x := range elements(v.(*starlark.List)) {
		text, _ := starlark.AsString(x)
		all = append(all, text)
	}
	return all
}

// TestBugsAreFoundAndReplaysJudgeThemselves demands that each bug is blamed on the rule
// or invariant that shows it, and that its script, where nobody proposes and nobody
// draws, is judged the same.
func TestBugsAreFoundAndReplaysJudgeThemselves(t *testing.T) {
	t.Parallel()
	for bug, want := range map[string]string{
		"third note is lost":       "add a note: the new note is in the list",
		"deletes the last":         "delete a note: the",
		"search misses short ones": "search a note: a note is found by its title",
	} {
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			spec, found := readNotes(t), 0
			for seed := range int64(40) {
				rng := rand.New(rand.NewSource(seed))
				all := oracletest.NewNotes(bug).Search(t, New(spec, rng), rng, search(400))
				last := all[len(all)-1]
				if len(last.Found) == 0 {
					continue
				}
				found++
				if !strings.HasPrefix(last.Found[0].Title, want) || last.Event.Kind != event.Wait {
					t.Fatalf("%+v after %+v, want %s after a wait", last.Found, last.Event, want)
				}
				o, app := New(spec, nil), oracletest.NewNotes(bug)
				for i, p := range all {
					got := app.Play(t, o, p.Event)
					if len(got.Found) != len(p.Found) || len(got.Found) > 0 && got.Found[0].Key() != p.Found[0].Key() {
						t.Fatalf("seed %d, event %d of the replay: %+v, the search saw %+v", seed, i, got.Found, p.Found)
					}
				}
			}
			if found < 10 {
				t.Errorf("found in %d of 40 runs", found)
			}
		})
	}
}

// TestShortenedScriptJudgesItself drops from a script of a search what its finding does
// not need, event by event, as minimisation does.
func TestShortenedScriptJudgesItself(t *testing.T) {
	t.Parallel()
	spec := readNotes(t)
	const bug = "third note is lost"
	judge := func(events []event.Event) bool {
		o, app := New(spec, nil), oracletest.NewNotes(bug)
		for _, e := range events {
			if len(app.Play(t, o, e).Found) > 0 {
				return true
			}
		}
		return false
	}
	var script []event.Event
	for seed := int64(0); script == nil; seed++ {
		rng := rand.New(rand.NewSource(seed))
		all := oracletest.NewNotes(bug).Search(t, New(spec, rng), rng, search(150))
		if len(all[len(all)-1].Found) == 0 || len(all) < 20 {
			continue
		}
		for _, p := range all {
			script = append(script, p.Event)
		}
	}
	for before := 0; before != len(script); {
		before = len(script)
		for i := len(script) - 1; i >= 0; i-- {
			if shorter := slices.Delete(slices.Clone(script), i, i+1); judge(shorter) {
				script = shorter
			}
		}
	}
	// Three notes, three events each, and the wait.
	if len(script) != 10 {
		t.Errorf("%d events are left, want 10: %v", len(script), script)
	}
}

// TestUseOfReservedWidgetsEndsJudging is for what the rules' memory cannot know.
func TestUseOfReservedWidgetsEndsJudging(t *testing.T) {
	t.Parallel()
	tap := func(id string) func(*testing.T, *ui.Screen) event.Event {
		return func(t *testing.T, s *ui.Screen) event.Event {
			i := slices.IndexFunc(s.Widgets, func(w ui.Widget) bool { return w.ID == "notes:id/"+id })
			if i < 0 {
				t.Fatalf("no widget %s", id)
			}
			x, y := s.Point(i)
			return event.Event{Kind: event.Tap, Target: s.Selector(i), X: x, Y: y}
		}
	}
	back := func(*testing.T, *ui.Screen) event.Event { return event.Event{Kind: event.Back} }
	for name, c := range map[string]struct {
		events []func(*testing.T, *ui.Screen) event.Event
		lost   bool
	}{
		"a rule that goes on":                {[]func(*testing.T, *ui.Screen) event.Event{tap("add")}, false},
		"a rule broken off after a reserved": {[]func(*testing.T, *ui.Screen) event.Event{tap("add"), back}, true},
		"saved without a text":               {[]func(*testing.T, *ui.Screen) event.Event{tap("add"), tap("save")}, true},
		"what is not reserved":               {[]func(*testing.T, *ui.Screen) event.Event{tap("header"), back}, false},
	} {
		o, app := New(readNotes(t), nil), oracletest.NewNotes("")
		for _, e := range c.events {
			app.Play(t, o, e(t, app.Screen(t)))
		}
		if o.lost != c.lost {
			t.Errorf("%s: lost %v, want %v", name, o.lost, c.lost)
		}
		if _, turn := o.Propose(app.Screen(t)); (turn == oracle.End) != c.lost {
			t.Errorf("%s: turn %v", name, turn)
		}
	}
}

// TestRulesBeginAtReservedWidgetsByDefault is for files that keep a state and reserve
// nothing: all rows of a list are reserved where a rule begins at one.
func TestRulesBeginAtReservedWidgetsByDefault(t *testing.T) {
	t.Parallel()
	source := `
def open(app):
    app.tap(resourceId = "title")
rule("open", open)
`
	app := oracletest.NewNotes("")
	app.List = []string{"one", "two"}
	s := app.Screen(t)
	for state, want := range map[string]int{"": 0, "state = {'notes': []}\n": 2} {
		if got := New(parse(t, state+source), nil).reserved(s); len(got) != want {
			t.Errorf("%q: %d widgets are reserved, want %d", state, len(got), want)
		}
	}
}

// TestDeathOfTheAppEndsRules demands that nothing is judged after a crash.
func TestDeathOfTheAppEndsRules(t *testing.T) {
	t.Parallel()
	app := oracletest.NewNotes("")
	s := app.Screen(t)
	for name, c := range map[string]struct {
		e    event.Event
		lost bool
	}{
		"at a reserved widget": {event.Event{Kind: event.Tap, Target: ui.Selector{ID: "notes:id/add", Text: "Add"}}, true},
		"elsewhere":            {event.Event{Kind: event.Back}, false},
	} {
		o := New(readNotes(t), nil)
		o.Judge(oracle.Step{Event: c.e, Before: s})
		if o.lost != c.lost || len(o.live) > 0 {
			t.Errorf("%s: lost %v, %d rules underway", name, o.lost, len(o.live))
		}
	}
}

// TestClearedDataBeginsAnew is for scripts that clear the data on their way.
func TestClearedDataBeginsAnew(t *testing.T) {
	t.Parallel()
	o := New(readNotes(t), nil)
	o.lost = true
	o.Judge(oracle.Step{Event: event.Event{Kind: event.ClearData}, Refused: true})
	if !o.lost {
		t.Error("a refused event cleared the data")
	}
	o.Judge(oracle.Step{Event: event.Event{Kind: event.ClearData}})
	if o.lost {
		t.Error("still lost after the data was cleared")
	}
}

// TestTypedTextsTellWhatWasDrawn recognises a rule by texts that somebody else drew.
func TestTypedTextsTellWhatWasDrawn(t *testing.T) {
	t.Parallel()
	draws := []draw{{text: "ab"}, {text: "7", number: true}}
	for _, c := range []struct{ text, want, first, second string }{
		{"ab", "xy", "xy", "7"}, {"ab 7", "x y 12", "x y", "12"}, {"7", "-3", "ab", "-3"},
		{"7", "many", "", ""}, {"note ab", "ab", "", ""}, {"plain", "other", "", ""},
	} {
		got, ok := substituted(draws, c.text, c.want)
		switch {
		case ok != (c.first != ""):
			t.Errorf("%q as %q: %v", c.text, c.want, ok)
		case ok && (got[0].text != c.first || got[1].text != c.second):
			t.Errorf("%q as %q: %+v", c.text, c.want, got)
		}
	}
	if draws[0].text != "ab" {
		t.Error("the draws were changed")
	}
}

// TestSelectors finds widgets of a page by what they are and where they lie.
func TestSelectors(t *testing.T) {
	t.Parallel()
	node := func(class, id, text, box, more string) string {
		return fmt.Sprintf(`<node class="android.widget.%s" resource-id="p:id/%s" text="%s" enabled="true" package="p" bounds="%s" %s`,
			class, id, text, box, more)
	}
	dump := `<hierarchy rotation="0">` + node("FrameLayout", "root", "", "[0,0][400,800]", ">") +
		node("TextView", "label", "Wi-Fi", "[0,0][200,100]", "/>") + node("Switch", "switch", "", "[300,0][400,100]",
		`checked="true" />`) +
		node("TextView", "label", "Sound", "[0,100][200,200]", "/>") + node("Switch", "switch", "", "[300,100][400,200]",
		"/>") +
		node("Button", "gone", "Far", "[0,900][200,1000]", "/>") + `</node></hierarchy>`
	s, err := ui.Parse([]byte(dump), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	p := &page{screen: s, state: starlark.NewDict(0)}
	for expression, want := range map[string]string{
		`len(page.all(className = "Switch"))`:                                          "2",
		`page.find(className = "android.widget.Switch").checked`:                       "True",
		`page.find(className = "Switch", below = page.find(text = "Wi-Fi"))`:           "None",
		`page.find(className = "Switch", rightOf = page.find(text = "Sound")).checked`: "False",
		`page.find(resourceId = "label", above = page.find(text = "Sound")).text`:      `"Wi-Fi"`,
		`page.find(resourceId = "p:id/label", index = 1).text`:                         `"Sound"`,
		`page.find(resourceId = "label", index = 2)`:                                   "None",
		`page.find(textMatches = "S.*").text`:                                          `"Sound"`,
		`page.has(textMatches = "ound")`:                                               "False",
		`page.has(textContains = "oun")`:                                               "True",
		`page.has(textStartsWith = "Wi")`:                                              "True",
		`page.has(text = "Far")`:                                                       "False",
		// below the display
		`len(page.find(resourceId = "root").all(checked = True))`:                "1",
		`page.find(text = "Sound").has(className = "Switch")`:                    "False",
		`page.find(text = "Sound").bounds`:                                       "(0, 100, 200, 200)",
		`page.activity`:                                                          `"p.Main"`,
		`page.has(className = "Switch", inside = page.find(text = "Bluetooth"))`: "False",
		`page.find(className = "Switch", inside = page.find(resourceId = "root"), checked = False).resourceId`: `"p:id/switch"`,
	} {
		v, err := starlark.EvalOptions(&syntax.FileOptions{}, &starlark.Thread{}, "x", expression,
			starlark.StringDict{"page": p})
		if err != nil || v.String() != want {
			t.Errorf("%s: %v, %v, want %s", expression, v, err, want)
		}
	}
	for expression, want := range map[string]string{
		`page.find()`:                                "say which widget",
		`page.find("OK")`:                            "takes attributes by name",
		`page.find(colour = "red")`:                  "colour: no such attribute",
		`page.find(text = 1)`:                        "have a int, want a text",
		`page.find(checked = "yes")`:                 "want True or False",
		`page.find(textMatches = "(")`:               "no regular expression",
		`page.find(checked = True, index = 1)`:       "n-th of the page",
		`page.find(text = "Wi-Fi", index = -1)`:      "want a number from 0",
		`page.find(className = "Switch", below = 1)`: "want a widget",
		`page.tap(text = "OK")`:                      "a condition looks only",
	} {
		_, err := starlark.EvalOptions(&syntax.FileOptions{}, &starlark.Thread{}, "x", expression,
			starlark.StringDict{"page": p})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", expression, err, want)
		}
	}
}

// TestFaultsOfTheFileAreTold demands that code that fails while a search runs is a
// finding that says where and why, once.
func TestFaultsOfTheFileAreTold(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"def f(app):\n    app.tap(text = 1)\nrule('r', f, probability = 1)":                                                "test.star:2:12: tap: text: have a int, want a text",
		"def f(app):\n    app.nothing()\nrule('r', f, probability = 1)":                                                    "test.star:2:8: page has no .nothing",
		"rule('r', lambda app: app.back(), when = lambda page: 1 // 0)":                                                    "test.star:1:57: floored division by zero",
		"rule('r', lambda app: app.back(), when = lambda page: 1)":                                                         "want True or False",
		"invariant('i', lambda page: page.state['x'])":                                                                     `key "x" not in dict`,
		"def f(app):\n    for i in range(10000000):\n        pass\nrule('r', f, probability = 1)":                          "too many steps",
		"def f(app):\n    w = app.find(resourceId = 'add')\n    app.back()\n    app.tap(w)\nrule('r', f, probability = 1)": "earlier screen",
		"state = {1: 2}\ndef f(app):\n    app.state['f'] = f\n    app.back()\nrule('r', f, probability = 1)":               "a function cannot be remembered",
	} {
		o, app := New(parse(t, source), rand.New(rand.NewSource(1))), oracletest.NewNotes("")
		var found []oracle.Violation
		for range 6 {
			e, turn := o.Propose(app.Screen(t))
			if turn != oracle.Play {
				e = event.Event{Kind: event.Back}
			}
			found = append(found, app.Play(t, o, e).Found...)
		}
		if len(found) != 1 || !strings.Contains(found[0].Title, want) {
			t.Errorf("%q: %+v, want one with %q", source, found, want)
		}
	}
}

// TestBrokenOffIsNoFailure is for rules that cannot go on.
func TestBrokenOffIsNoFailure(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"def f(app):\n    app.back()\n    app.tap(text = 'nowhere')\nrule('r', f, probability = 1)",
		"def f(app):\n    app.back()\n    app.tap(app.find(text = 'nowhere'))\nrule('r', f, probability = 1)",
		"def f(app):\n    app.back()\n    app.assume(False)\nrule('r', f, probability = 1)",
		"def f(app):\n    app.back()\n    app.choose([])\nrule('r', f, probability = 1)",
	} {
		rng := rand.New(rand.NewSource(1))
		o := New(parse(t, source), rng)
		for _, p := range oracletest.NewNotes("").Search(t, o, rng, search(20)) {
			if len(p.Found) > 0 {
				t.Fatalf("%q: %+v", source, p.Found)
			}
		}
		if c := o.Tallies()[0]; c.BrokenOff < 5 || c.Judged != 0 {
			t.Errorf("%q: %v", source, c)
		}
	}
}

// TestSetupComesFirst demands that no other rule begins before setup came to its end, and
// that it comes again when the data is cleared.
func TestSetupComesFirst(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
setup(lambda app: [app.home(), app.back()])
rule("other", lambda app: app.rotate("landscape"), probability = 1)
`)
	o, app := New(spec, rand.New(rand.NewSource(1))), oracletest.NewNotes("")
	for range 2 {
		o.Reset()
		var kinds []string
		for range 4 {
			e, _ := o.Propose(app.Screen(t))
			kinds = append(kinds, string(e.Kind))
			app.Play(t, o, e)
		}
		if got := strings.Join(kinds, " "); got != "home back rotate rotate" {
			t.Errorf("played %s", got)
		}
	}
}

// TestStatesAreCopies demands that what a rule does to the state counts at its end only.
func TestStatesAreCopies(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
state = {"n": 0, "deep": [{"set": set([1])}]}
def f(app):
    app.state["n"] += 1
    app.state["deep"][0]["set"].add(app.state["n"] + 1)
    app.back()
    app.back()
rule("r", f, probability = 1)
`)
	o, app := New(spec, rand.New(rand.NewSource(1))), oracletest.NewNotes("")
	for i, want := range []string{`{"n": 0, "deep": [{"set": set([1])}]}`, `{"n": 1, "deep": [{"set": set([1, 2])}]}`,
		`{"n": 1, "deep": [{"set": set([1, 2])}]}`, `{"n": 2, "deep": [{"set": set([1, 2, 3])}]}`} {
		e, _ := o.Propose(app.Screen(t))
		app.Play(t, o, e)
		if got := o.state.String(); got != want {
			t.Errorf("after event %d: %s, want %s", i+1, got, want)
		}
	}
	if got := spec.state.String(); got != `{"n": 0, "deep": [{"set": set([1])}]}` {
		t.Errorf("the file's own state became %s", got)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"":                                "states no rule",
		"rule(":                           "test.star:1:6: got end of file",
		"x = y":                           "test.star:1:5: undefined: y",
		"rule('', len)":                   "the name is empty",
		"rule('a')":                       "missing argument for do",
		"rule('a', 1)":                    "want callable",
		"rule('a', len)\nrule('a', len)":  `test.star:2:5: rule: "a" is stated twice`,
		"rule('a', len, when = 1)":        `rule "a": when: have a int, want a function`,
		"rule('a', len, probability = 2)": "not above 0 and at most 1",
		"invariant('a', len)\ninvariant('a', len)":              "stated twice",
		"setup(len)\nsetup(len)":                                "setup is stated twice",
		"reserve('OK')":                                         "by name",
		"rule('a', len)\nstate = 1":                             "state is a int",
		"rule('a', len)\nstate = {'f': len}":                    "cannot be remembered",
		"load('x.star', 'y')":                                   "load not implemented",
		"[x for x in range(100000000)]":                         "too many steps",
		"def f(): f()\nf()":                                     "called recursively",
		"rule('a', len)\nx = []\nx.append(x)\nstate = {'x': x}": "too much in it",
	} {
		if _, err := Parse("test.star", []byte(source)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", source, err, want)
		}
	}
	if _, err := Parse("big.star", make([]byte, maxSource+1)); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a big file: %v", err)
	}
	if _, err := Read("testdata/none.star"); err == nil {
		t.Error("a missing file was read")
	}
}

// TestActions_eachIsAnEvent plays each action once and looks at what is asked for.
func TestActions_eachIsAnEvent(t *testing.T) {
	t.Parallel()
	app := oracletest.NewNotes("")
	s := app.Screen(t)
	for action, want := range map[string]string{
		`tap(resourceId = "add")`: "tap", `long_tap(text = "Add")`: "longtap", `double_tap(text = "Add")`: "doubletap",
		`type("x", resourceId = "query")`: "text value=x", `type("", resourceId = "query")`: "clear",
		`clear(resourceId = "query")`: "clear", `scroll("down")`: "scroll down",
		`scroll("bottom", className = "ListView")`: "scroll bottom",
		`scroll_to(text = "far")`:                  "scroll down", `back()`: "back", `home()`: "home", `press("MENU")`: "key MENU",
		`enter()`:            "key ENTER",
		`rotate("portrait")`: "rotate portrait", `wait(0.5)`: "wait ms=500", `restart()`: "restart", `kill()`: "kill",
		`launch()`: "launch",
	} {
		r := parse(t, "def f(app):\n    app."+action+"\nrule('r', f)").Rules[0]
		out := (&attempt{rule: &r, first: s, state: starlark.NewDict(0)}).run(nil)
		if got := out.event.String(); out.ending != wants || !strings.HasPrefix(got, strings.Fields(want)[0]) ||
			!strings.Contains(got, strings.TrimPrefix(want, strings.Fields(want)[0]+" ")) {
			t.Errorf("%s: %s, ending %d %s, want %s", action, got, out.ending, out.why, want)
		}
	}
	var tried []string
	for name := range actions {
		tried = append(tried, name)
	}
	for _, wrong := range []string{`rotate("up")`, `press("a b")`, `wait(0)`, `wait(1000)`, `scroll("around")`, `type(1)`,
		`scroll()`,
		`type()`, `back(1)`, `number(2, 1)`, `tap(1)`} {
		r := parse(t, "def f(app):\n    app."+wrong+"\nrule('r', f)").Rules[0]
		if out := (&attempt{rule: &r, first: s, state: starlark.NewDict(0)}).run(nil); out.ending != faulty {
			t.Errorf("%s: ending %d, event %s", wrong, out.ending, out.event)
		}
	}
	if len(tried) != len(actions) {
		t.Errorf("actions %v", slices.Sorted(maps.Keys(actions)))
	}
}

// FuzzParse demands that no file makes the oracle fail, whatever it says.
func FuzzParse(f *testing.F) {
	data, err := os.ReadFile("testdata/notes.star")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("state = {'a': 1}\nrule('r', lambda app: [app.back(), app.check(False)], probability = 1)"))
	f.Fuzz(func(t *testing.T, data []byte) {
		spec, err := Parse("fuzz.star", data)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewSource(1))
		oracletest.NewNotes("").Search(t, New(spec, rng), rng, search(5))
	})
}

// TestParse_first_example: what the guide begins with can be copied as it stands.
func TestParse_first_example(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "oracle-properties.md"))
	if err != nil {
		t.Fatal(err)
	}
	const last = "    rule(\"add a note\""
	_, example, found := strings.Cut(string(guide), "\n    state = ")
	rules, rest, ended := strings.Cut(example, last)
	rule, _, _ := strings.Cut(rest, "\n")
	if !found || !ended {
		t.Fatal("the guide has no first example")
	}
	text := strings.ReplaceAll("    state = "+rules+last+rule, "\n    ", "\n")
	spec := parse(t, strings.TrimPrefix(text, "    ")+"\n")
	o := New(spec, nil)
	if got := o.Tallies(); len(got) != 1 || got[0].Property != "add a note" {
		t.Errorf("%+v", got)
	}
}
