package property

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// shows is a screen with one clickable widget for each text, in rows of 100 pixels.
func shows(t *testing.T, texts ...string) *ui.Screen {
	t.Helper()
	var b strings.Builder
	for i, text := range texts {
		fmt.Fprintf(&b, `<node class="android.widget.Button" resource-id="p:id/row" text="%s" package="p" clickable="true"`+
			` enabled="true" bounds="[0,%d][400,%d]"/>`, text, i*100, i*100+100)
	}
	s, err := ui.Parse([]byte(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p"`+
		` enabled="true" bounds="[0,0][400,1600]">`+b.String()+`</node></hierarchy>`), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tapOf is a tap on the widget with a text.
func tapOf(t *testing.T, s *ui.Screen, text string) event.Event {
	t.Helper()
	for i := range s.Widgets {
		if s.Widgets[i].Text == text {
			x, y := s.Point(i)
			return event.Event{Kind: event.Tap, Target: s.Selector(i), X: x, Y: y}
		}
	}
	t.Fatalf("no widget %q", text)
	return event.Event{}
}

// given tells the oracle of an event between two screens.
func given(o *Oracle, e event.Event, before, after *ui.Screen) []oracle.Violation {
	return o.Judge(oracle.Step{Event: e, Package: "p", Before: before, After: after, Alive: true})
}

var (
	back = event.Event{Kind: event.Back}
	wait = event.Event{Kind: event.Wait, Millis: graceMillis}
)

// TestInvariantsGetTimeFirst demands that what does not hold is looked at once more, and is a
// violation only if it does not hold then, after a wait.
func TestInvariantsGetTimeFirst(t *testing.T) {
	t.Parallel()
	spec := parse(t, `invariant("no error", lambda page: not page.has(text = "error"))`)
	good, bad := shows(t, "fine"), shows(t, "error")
	for name, c := range map[string]struct {
		then  event.Event
		later *ui.Screen
		found int
	}{
		"it goes away by itself":    {wait, good, 0},
		"it stays":                  {wait, bad, 1},
		"another event, it stays":   {back, bad, 0},
		"too short a wait":          {event.Event{Kind: event.Wait, Millis: graceMillis - 1}, bad, 0},
		"another event, it is gone": {back, good, 0},
	} {
		o := New(spec, nil)
		if found := given(o, back, good, bad); len(found) > 0 {
			t.Fatalf("%s: at once: %+v", name, found)
		}
		if e, turn := New(spec, nil).Propose(bad); turn != oracle.Pass {
			t.Fatalf("a replay is asked for %s", e)
		}
		found := given(o, c.then, bad, c.later)
		if len(found) != c.found {
			t.Errorf("%s: %+v", name, found)
		}
		if c.found > 0 && (found[0].Signature != "no error" || o.Tallies()[0].Failed != 1 || o.lost) {
			t.Errorf("%s: %+v, counts %v, lost %v", name, found, o.Tallies(), o.lost)
		}
	}
}

// TestInvariantsWaitForRules demands that an invariant is not judged while a rule underway has
// changed the state: the screen follows at the rule's end only.
func TestInvariantsWaitForRules(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
state = {"n": 0}
def f(app):
    app.state["n"] = 1
    app.tap(text = "more")
    app.tap(text = "save")
rule("f", f, when = lambda page: page.has(text = "more"))
invariant("shown", lambda page: page.has(text = str(page.state["n"])))
`)
	first, form, saved := shows(t, "0", "more"), shows(t, "save"), shows(t, "1", "more")
	o := New(spec, nil)
	given(o, tapOf(t, first, "more"), first, form)
	if o.doubt != nil || o.lost || len(o.live) != 1 {
		t.Fatalf("in doubt %v, lost %v, %d rules underway", o.doubt, o.lost, len(o.live))
	}
	given(o, tapOf(t, form, "save"), form, saved)
	if c := o.Tallies(); o.doubt != nil || c[1].Judged != 1 || o.state.String() != `{"n": 1}` {
		t.Errorf("in doubt %v, counts %v, state %s", o.doubt, c, o.state)
	}
}

// TestRulesThatDisagreeMakeSilent is for two rules with the same events that remember
// different things: nobody can tell which of them it was.
func TestRulesThatDisagreeMakeSilent(t *testing.T) {
	t.Parallel()
	const source = `
state = {"who": ""}
def as_%s(app):
    app.tap(text = "go")
    app.state["who"] = "%s"
rule("%s", as_%s)
`
	s := shows(t, "go")
	for names, lost := range map[[2]string]bool{{"a", "b"}: true, {"a", ""}: false} {
		text := fmt.Sprintf(source, names[0], "a", names[0], names[0])
		if names[1] != "" {
			text += strings.Replace(fmt.Sprintf(source, names[1], "b", names[1], names[1]), `state = {"who": ""}`, "", 1)
		}
		o := New(parse(t, text), nil)
		given(o, tapOf(t, s, "go"), s, s)
		if o.lost != lost {
			t.Errorf("%v: lost %v, state %s", names, o.lost, o.state)
		}
	}
}

// TestOtherChoicesAreRecognised demands that a script tells which row a rule had chosen, and
// which number and texts it had drawn.
func TestOtherChoicesAreRecognised(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
def f(app):
    row = app.choose(["a", "b", "c"])
    n = app.number(1, 9)
    app.tap(text = row)
    app.type("%s: %d %s" % (row, n, app.word()), text = "field")
    app.check(False, "%s with %d" % (row, n))
rule("f", f, when = lambda page: page.has(text = "a"))
`)
	list, form := shows(t, "a", "b", "c"), shows(t, "field")
	for typed, want := range map[string]string{
		"c: 7 word":  "f: c with 7",
		"c: 12 word": "", // there is no such number
		"b: 7 word":  "", // the row was another one
		"c: 7":       "",
		"c: 7 a 1 %": "f: c with 7",
	} {
		o := New(spec, nil)
		given(o, tapOf(t, list, "c"), list, form)
		e := tapOf(t, form, "field")
		e.Kind, e.Value = event.Text, typed
		given(o, e, form, form)
		got := ""
		for _, v := range given(o, wait, form, form) {
			got = v.Title
		}
		if got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// TestScrollToEnds demands that a list that never shows the widget is given up.
func TestScrollToEnds(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
def f(app):
    app.tap(app.scroll_to(text = "far"))
    app.check(False, "it is there")
rule("f", f, probability = 1)
`)
	near, far := shows(t, "near"), shows(t, "far")
	for scrolls, want := range map[int]string{3: "f: it is there", maxScrolls: "f: it is there", maxScrolls + 1: ""} {
		o := New(spec, rand.New(rand.NewSource(1)))
		s, title, played := near, "", 0
		for range maxScrolls + 6 {
			e, turn := o.Propose(s)
			if turn != oracle.Play {
				break
			}
			after := s
			if e.Kind == event.Scroll {
				if played++; played == scrolls {
					after = far
				}
			}
			for _, v := range given(o, e, s, after) {
				title = v.Title
			}
			s = after
			if title != "" || o.Tallies()[0].BrokenOff > 0 {
				break
			}
		}
		if title != want {
			t.Errorf("shown after %d scrolls: %q, want %q; %v", scrolls, title, want, o.Tallies())
		}
	}
}

// TestReasonsForBreakingOff are told by what was missing, four different ones at most.
func TestReasonsForBreakingOff(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
state = {"n": 0}
def f(app):
    app.back()
    app.tap(text = "missing " + app.word())
rule("f", f, probability = 1)
`)
	o := New(spec, rand.New(rand.NewSource(1)))
	s := shows(t, "row")
	for range 40 {
		e, turn := o.Propose(s)
		if turn != oracle.Play {
			t.Fatalf("turn %v, counts %v", turn, o.Tallies())
		}
		given(o, e, s, s)
	}
	c := o.Tallies()[0]
	if c.BrokenOff != 20 || len(c.Reasons) != 4 || !strings.Contains(c.Reasons[0].Why, `no widget with text="missing `) {
		t.Errorf("%+v", c)
	}
}

// TestConditionsCannotChangeTheState demands that a precondition that writes is told.
func TestConditionsCannotChangeTheState(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
state = {"seen": []}
rule("f", lambda app: app.back(), when = lambda page: page.state["seen"].append(1))
`)
	o, s := New(spec, nil), shows(t, "row")
	found := given(o, back, s, s)
	if len(found) != 1 || !strings.Contains(found[0].Title, "frozen") || o.state.String() != `{"seen": []}` {
		t.Errorf("%+v, state %s", found, o.state)
	}
}

// TestUnseenScreensEndRules is for screens that could not be read.
func TestUnseenScreensEndRules(t *testing.T) {
	t.Parallel()
	spec := parse(t, "def f(app):\n    app.back()\n    app.home()\nrule('f', f)")
	s := shows(t, "row")
	for _, step := range []oracle.Step{
		{Event: event.Event{Kind: event.Home}, Before: s, Alive: true},
		{Event: event.Event{Kind: event.Home}, After: s, Alive: true},
		{Event: event.Event{Kind: event.Home}, Before: s, After: s},
	} {
		o := New(spec, nil)
		given(o, back, s, s)
		if len(o.live) != 1 {
			t.Fatalf("%d rules underway", len(o.live))
		}
		if found := o.Judge(step); len(found)+len(o.live) > 0 || o.lost {
			t.Errorf("%+v: found %+v, %d rules underway, lost %v", step, found, len(o.live), o.lost)
		}
	}
	o := New(spec, nil)
	given(o, back, s, s)
	o.Judge(oracle.Step{Event: event.Event{Kind: event.Home}, Refused: true})
	if len(o.live) != 1 {
		t.Error("a refused event, of which nothing was done, ended a rule")
	}
}

// TestInitially reads what is there from the start, over several screens, until data is changed.
func TestInitially(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
state = {"rows": []}
reserve(text = "add")
def read(page):
    for w in page.all(textStartsWith = "row"):
        if w.text not in page.state["rows"]:
            page.state["rows"].append(w.text)
initially(read, when = lambda page: page.has(text = "add"))
rule("add", lambda app: app.tap(text = "add"))
`)
	list, more, form := shows(t, "row 1", "add"), shows(t, "row 2", "add"), shows(t, "row 9")
	o := New(spec, nil)
	want := func(step, rows string) {
		t.Helper()
		if got := o.state.String(); got != `{"rows": [`+rows+`]}` {
			t.Errorf("%s: %s", step, got)
		}
	}
	given(o, back, form, list)
	want("the first list", `"row 1"`)
	given(o, back, list, more)
	want("after scrolling", `"row 1", "row 2"`)
	given(o, tapOf(t, more, "add"), more, shows(t, "row 3", "add"))
	want("after data was changed", `"row 1", "row 2"`)
	given(o, event.Event{Kind: event.ClearData}, list, list)
	want("after data was cleared", ``)

	bad := parse(t, "state = {'n': 0}\ninitially(lambda page: page.tap(text = 'x'))\nrule('r', lambda app: app.back())")
	found := given(New(bad, nil), back, list, list)
	if len(found) != 1 || !strings.Contains(found[0].Title, "initially: the property itself is wrong") {
		t.Errorf("a fault of it: %+v", found)
	}
}
