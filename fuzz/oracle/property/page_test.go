package property

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// TestPagesAndWidgetsAreValues: what a file can do with them beside calling them.
func TestPagesAndWidgetsAreValues(t *testing.T) {
	t.Parallel()
	s, err := ui.Parse([]byte(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p"`+
		` enabled="true" bounds="[0,0][400,800]"><node class="android.widget.ImageButton" resource-id="p:id/add"`+
		` content-desc="Add a note" package="p" enabled="true" clickable="true" bounds="[0,0][100,100]"/><node class="android.widget.ImageView"`+
		` resource-id="p:id/logo" package="p" enabled="true" bounds="[100,0][200,100]"/><node class="android.view.View"`+
		` package="p" bounds="[200,0][300,100]"/></node></hierarchy>`), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	look := starlark.StringDict{"page": &page{screen: s, state: starlark.NewDict(0)}}
	for expression, want := range map[string]string{
		`str(page)`:  `"page(p.Main)"`,
		`type(page)`: `"page"`,
		`[a for a in dir(page) if a in ("find", "tap", "state")]`: `["find", "state"]`,
		`hasattr(page, "colour")`:                                 "False",
		`bool(page)`:                                              "True",
		// A widget is called by its words, else by its name, else by its class.
		`str(page.find(className = "ImageButton"))`:                  `"widget(Add a note)"`,
		`str(page.find(resourceId = "logo"))`:                        `"widget(logo)"`,
		`str(page.find(className = "android.view.View"))`:            `"widget(View)"`,
		`type(page.find(resourceId = "logo"))`:                       `"widget"`,
		`page.find(descriptionStartsWith = "Add").words`:             `"Add a note"`,
		`page.find(descriptionMatches = "Add.*note").description`:    `"Add a note"`,
		`page.find(descriptionContains = "a n").className`:           `"android.widget.ImageButton"`,
		`page.has(description = "Add")`:                              "False",
		`page.find(className = "android.view.View").enabled`:         "False",
		`hasattr(page.find(resourceId = "logo"), "scrollable")`:      "True",
		`"longClickable" in dir(page.find(resourceId = "logo"))`:     "True",
		`bool(page.find(resourceId = "logo"))`:                       "True",
		`bool(page.find(resourceId = "gone"))`:                       "False",
		`page.has(resourceId = "logo", packageName = "q")`:           "False",
		`len(page.all(leftOf = page.find(resourceId = "logo")))`:     "1",
		`{page.find(resourceId = "logo"): 1}`:                        "unhashable: widget",
		`{page: 1}`:                                                  "unhashable: page",
		`page.find(resourceId = "logo").colour`:                      "widget has no .colour",
		`page.find(resourceId = "logo").find("Add")`:                 "takes attributes by name",
		`page.find(resourceId = "logo").tap()`:                       "widget has no .tap",
		`page.find(className = "View", index = 1.5)`:                 "want a number from 0",
		`page.find(resourceId = "logo", inside = page)`:              "have a page, want a widget",
		`page.all(descriptionMatches = "[", resourceId = "nothing")`: "no regular expression",
	} {
		v, err := starlark.EvalOptions(&syntax.FileOptions{}, &starlark.Thread{}, "x", expression, look)
		if err != nil && !strings.Contains(err.Error(), want) || err == nil && v.String() != want {
			t.Errorf("%s: %v, %v, want %s", expression, v, err, want)
		}
	}
	// Rules act too: all that they can do is named, each once.
	names := (&page{screen: s, act: &execution{}}).AttrNames()
	if len(names) != 2+len(looks)+len(actions) {
		t.Errorf("a rule can call %v", names)
	}
}

// TestWordsAreNew demands that a drawn text is neither shown nor remembered, even where all the
// short ones are.
func TestWordsAreNew(t *testing.T) {
	t.Parallel()
	var pairs strings.Builder
	for n := range 100 {
		fmt.Fprintf(&pairs, "%02d ", n)
	}
	for name, c := range map[string]struct{ shown, remembered string }{
		"on the screen": {pairs.String(), "{}"},
		"in the state":  {"row", `{"notes": "` + pairs.String() + `"}`},
		"nowhere":       {"row", "{}"},
	} {
		rng, s, numbers := rand.New(rand.NewSource(1)), shows(t, c.shown), 0
		for range 500 {
			word := newWord(rng, s, c.remembered)
			if len(word) < 2 {
				t.Fatalf("%s: %q is too short to be told from others", name, word)
			}
			if len(word) == 2 && strings.Contains(pairs.String(), word) {
				numbers++
			}
		}
		if (numbers > 0) != (name == "nowhere") {
			t.Errorf("numbers of two digits are %s: drawn %d times", name, numbers)
		}
	}
	if w := newWord(nil, nil, ""); w == "" {
		t.Error("a replay has no text to be told")
	}
}

// TestSlowScreens gives a rule that cannot go on, or whose check does not hold, a second look.
func TestSlowScreens(t *testing.T) {
	t.Parallel()
	const source = `
def f(app):
    app.back()
    app.tap(text = "saved")
    app.check(app.has(text = "done"), "it is done")
rule("f", f, when = lambda page: page.has(text = "row"))
`
	row, saved, done := shows(t, "row"), shows(t, "saved"), shows(t, "done")
	type step struct {
		e     event.Event
		after *ui.Screen
	}
	tap := tapOf(t, saved, "saved")
	for name, c := range map[string]struct {
		steps  []step
		title  string
		counts string // of "f", what is not zero
	}{
		"at once":                {[]step{{back, saved}, {tap, done}}, "", "begun judged"},
		"the widget comes late":  {[]step{{back, row}, {wait, saved}, {tap, done}}, "", "begun judged"},
		"the widget never comes": {[]step{{back, row}, {wait, row}}, "", ""},
		"the check holds late":   {[]step{{back, saved}, {tap, row}, {wait, done}}, "", "begun judged"},
		"the check never holds":  {[]step{{back, saved}, {tap, row}, {wait, row}}, "f: it is done", "begun judged failed"},
		"it is given no time":    {[]step{{back, saved}, {tap, row}, {event.Event{Kind: event.Home}, row}}, "", ""},
		"it waits too short": {[]step{{back, saved}, {tap, row},
			{event.Event{Kind: event.Wait, Millis: graceMillis / 2}, row}, {wait, row}}, "", ""},
	} {
		o, before, title := New(parse(t, source), nil), row, ""
		for _, s := range c.steps {
			for _, v := range given(o, s.e, before, s.after) {
				title = v.Title
			}
			before = s.after
		}
		var counts []string
		tally := o.Tallies()[0]
		for i, n := range []int{tally.Begun, tally.BrokenOff, tally.Judged, tally.Failed} {
			if n > 0 {
				counts = append(counts, []string{"begun", "broken off", "judged", "failed"}[i])
			}
		}
		if got := strings.Join(counts, " "); title != c.title || got != c.counts {
			t.Errorf("%s: %q, counted %q; want %q, %q", name, title, got, c.title, c.counts)
		}
	}
}

// TestReservedWidgetsAreForRules demands that a generator keeps off them until the state is lost.
func TestReservedWidgetsAreForRules(t *testing.T) {
	t.Parallel()
	o := New(parse(t, "state = {'n': 0}\nreserve(text = 'row')\nrule('f', lambda app: app.tap(text = 'row'))"), nil)
	s := shows(t, "row", "other")
	if o.Allows(tapOf(t, s, "row"), s) || !o.Allows(tapOf(t, s, "other"), s) || !o.Allows(back, s) ||
		!o.Allows(tapOf(t, s, "row"), nil) {
		t.Error("the reserved row alone is to be kept off, on a screen that was read")
	}
	o.lose()
	if _, turn := o.Propose(s); turn != oracle.End || !o.Allows(tapOf(t, s, "row"), s) {
		t.Errorf("turn %v after the state was lost: nothing is reserved any more", turn)
	}
}

// TestLikeness compares names as a person who mistyped one would.
func TestLikeness(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want float64
	}{{"safe", "save", 0.75}, {"Add", "add", 1}, {"", "add", 0}, {"abc", "xyz", 0}, {"button_save", "btn_save", 8. / 11}} {
		if got := likeness(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
