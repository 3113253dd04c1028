package achieve

import (
	"slices"
	"testing"

	"talpa/asra/guide"
)

// handler is a handler of a screen.
func handler(method, screen string) guide.Achiever {
	return guide.Achiever{Kind: guide.AchieveHandler, Method: method, Screen: screen}
}

// TestSame: what is done counts, not the words for it; of a server's answer the values are what is done.
func TestSame(t *testing.T) {
	t.Parallel()
	base := guide.Achiever{
		Kind: guide.AchieveHandler, Method: "m", Screen: "s", Widgets: []guide.Widget{{ID: "id/go"}}, Values: []string{"1"},
	}
	for name, c := range map[string]struct {
		change func(a *guide.Achiever)
		want   bool
	}{
		"itself":            {func(*guide.Achiever) {}, true},
		"another label":     {func(a *guide.Achiever) { a.Label = "Go" }, true},
		"another title":     {func(a *guide.Achiever) { a.Title = "Go" }, true},
		"more rows":         {func(a *guide.Achiever) { a.Rows = 2 }, true},
		"other values":      {func(a *guide.Achiever) { a.Values = []string{"2"} }, true},
		"another kind":      {func(a *guide.Achiever) { a.Kind = guide.AchieveText }, false},
		"another method":    {func(a *guide.Achiever) { a.Method = "n" }, false},
		"another screen":    {func(a *guide.Achiever) { a.Screen = "t" }, false},
		"another widget":    {func(a *guide.Achiever) { a.Widgets = []guide.Widget{{ID: "id/stop"}} }, false},
		"another key":       {func(a *guide.Achiever) { a.Key = "k" }, false},
		"another change":    {func(a *guide.Achiever) { a.Change = guide.ChangeRotate }, false},
		"another gesture":   {func(a *guide.Achiever) { a.Gesture = guide.GestureSwipe }, false},
		"another action":    {func(a *guide.Achiever) { a.Action = "VIEW" }, false},
		"another answer":    {func(a *guide.Achiever) { a.Answer = guide.AnswerNone }, false},
		"other permissions": {func(a *guide.Achiever) { a.Permission = "CAMERA" }, false},
	} {
		other := base
		c.change(&other)
		if Same(base, other) != c.want || Same(other, base) != c.want {
			t.Errorf("%s: want same: %v", name, c.want)
		}
	}
	server := guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerError, Values: []string{"404"}}
	other := server
	other.Values = []string{"500"}
	if Same(server, other) {
		t.Error("two answers of a server are taken for one")
	}
	if all := AddNew([]guide.Achiever{server}, server, other, other); len(all) != 2 {
		t.Errorf("added to one answer: %v", all)
	}
}

// TestHandlers: handlers are picked out in their order, and what they are picked from stays.
func TestHandlers(t *testing.T) {
	t.Parallel()
	all := []guide.Achiever{{Kind: guide.AchieveText}, handler("a", "s"), {Kind: guide.AchieveOpen}, handler("b", "t")}
	before := slices.Clone(all)
	got := Handlers(all)
	if len(got) != 2 || got[0].Method != "a" || got[1].Method != "b" {
		t.Errorf("%v", got)
	}
	for i := range all {
		if !Same(all[i], before[i]) {
			t.Errorf("achiever %d of those handed over became %v", i, all[i])
		}
	}
}

// TestScreens: of one screen are those of which none is of another; without a handler nothing is handled.
func TestScreens(t *testing.T) {
	t.Parallel()
	text := guide.Achiever{Kind: guide.AchieveText, Screen: "t"}
	for name, c := range map[string]struct {
		all     []guide.Achiever
		only    string
		handled bool // on the screen s
	}{
		"one":               {[]guide.Achiever{handler("a", "s")}, "s", true},
		"two of one":        {[]guide.Achiever{handler("a", "s"), handler("b", "s")}, "s", true},
		"of two":            {[]guide.Achiever{handler("a", "s"), handler("b", "t")}, "", false},
		"of another":        {[]guide.Achiever{handler("a", "t")}, "t", false},
		"a text of another": {[]guide.Achiever{text, handler("a", "s")}, "", true},
		"a text":            {[]guide.Achiever{text}, "t", false},
	} {
		if got := OnlyScreen(c.all); got != c.only {
			t.Errorf("%s: screen %q, want %q", name, got, c.only)
		}
		if got := OnlyHandled(c.all, "s"); got != c.handled {
			t.Errorf("%s: handled on s only: %v, want %v", name, got, c.handled)
		}
	}
}

// TestNamed: each event of the platform's rules is something that a plan can say, and no other word is.
func TestNamed(t *testing.T) {
	t.Parallel()
	for event := range changes {
		a, ok := Named(event)
		if said := a.String(); !ok || said == "" || said == string(a.Kind) {
			t.Errorf("%s is said as %q", event, said)
		}
	}
	if a, ok := Named("earthquake"); ok {
		t.Errorf("earthquake is %v", a)
	}
}

// TestAbsent: a part of the phone is made to be missing where that is wanted, and has a way of its own if there is one.
func TestAbsent(t *testing.T) {
	t.Parallel()
	part := func(name string) guide.Subject { return guide.Subject{Name: name} }
	for name, c := range map[string]struct {
		of   guide.Subject
		want guide.Want
		said string // "" for nothing
	}{
		"a part without word of it": {part(guide.PartNFC), guide.Want{}, "a phone without NFC"},
		"to be null":                {part(guide.PartBluetooth), guide.Want{Class: guide.WantNull}, "a phone without Bluetooth"},
		"to be there":               {part(guide.PartNFC), guide.Want{Class: guide.WantPresent}, ""},
		"nameless":                  {part(""), guide.Want{}, ""},
		"the network":               {part(guide.PartNetwork), guide.Want{Class: guide.WantAbsent}, "no network"},
		"room":                      {part(guide.PartSpace), guide.Want{Class: guide.WantAbsent}, "no storage left"},
	} {
		said := ""
		for _, a := range Absent(c.of, c.want) {
			said += a.String()
		}
		if said != c.said {
			t.Errorf("%s: %q, want %q", name, said, c.said)
		}
	}
}
