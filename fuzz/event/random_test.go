package event

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/fuzz/ui"
	"talpa/internal/golden"
)

// word is a random value: plain, with what the codec quotes, or empty.
func word(r *rand.Rand) string {
	of := []string{"", "plain", "com.foo:id/a", "two words", "a=b", "\"",
		"\\", "\n\t", "#", "ünï", "\xff\x00", "servers", "wipe", " ", "at=1,2"}
	return of[r.IntN(len(of))]
}

// random is a valid event of a kind with some of what it may carry.
func random(r *rand.Rand, kind Kind) Event {
	s := shapes[kind]
	e := Event{Kind: kind}
	some := func() bool { return r.IntN(2) == 0 }
	if s.args != nil {
		e.Arg = s.args[r.IntN(len(s.args))]
	}
	if s.word {
		e.Arg = []string{"ENTER", "servers", "pace", "wipe", "A_1"}[r.IntN(5)]
	}
	if s.pixel && some() {
		e.Target = Selector{ID: word(r), Class: word(r), Text: word(r), Desc: word(r), Nth: r.IntN(3)}
	}
	if s.pixel {
		e.X, e.Y = r.IntN(5)-2, r.IntN(2000)
	}
	if s.end && some() {
		e.X2, e.Y2 = r.IntN(5)-2, r.IntN(2000)
	}
	if s.value {
		e.Value = word(r)
	}
	if s.filled && e.Value == "" {
		e.Value = "x"
	}
	if kind == Select {
		e.Value = []string{"", "2", "50"}[r.IntN(3)]
	}
	if kind == Document {
		e.Value = []string{"a.epub", "a b", "\"ü.zip"[1:], "x%=.csv"}[r.IntN(4)]
	}
	if s.check != nil { // one of the values that it takes
		for _, e.Value = range []string{"", "1,2", "7", "$GPTXT " + word(r),
			"content://" + word(r) + "x", "Bank " + word(r),
			"1", "1,2,3", "1,2,3,4,5", "p/p.C", "p/p.C 60x40"} {
			if s.check(e) == nil {
				break
			}
		}
	}
	if s.millis && some() {
		e.Millis = r.IntN(maxMillis + 1)
	}
	if s.intent {
		e.Intent = &Intent{Action: "a", Component: word(r), Data: word(r), Type: word(r), Flags: r.IntN(2) * 0xFFFFFFFF}
		for range r.IntN(3) {
			e.Intent.Categories = append(e.Intent.Categories, "c "+word(r))
		}
		for range r.IntN(3) {
			if e.Intent.Extras == nil {
				e.Intent.Extras = map[string]string{}
			}
			e.Intent.Extras[[]string{"k", "k 2", "\""}[r.IntN(3)]] = word(r)
		}
		if some() {
			e.Intent.URIs = map[string]string{"u": word(r), "u 2": "file:///a=b"}
		}
	}
	return e
}

// TestRoundTrip_random: every valid event survives its line, and no line holds another.
func TestRoundTrip_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for kind := range shapes {
		for range 100 {
			e := random(r, kind)
			if err := e.Validate(); err != nil {
				t.Fatalf("%+v: %v", e, err)
			}
			line := e.String()
			if strings.ContainsAny(line, "\n\r\x00") {
				t.Fatalf("%q is more than a line", line)
			}
			got, err := DecodeEvent(line)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if diff := cmp.Diff(e, got); diff != "" {
				t.Fatalf("%s (-written +read):\n%s", line, diff)
			}
		}
	}
}

// TestScript_cuts_random: the cuts that minimisation is made of agree with each other, share
// nothing with the script, and leave the rest of it as it is.
func TestScript_cuts_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	s := &Script{Package: "p", SHA256: "00", Device: "d", Seed: 3, StandIns: true, Oracle: "o"}
	for range 12 {
		s.Events = append(s.Events, random(r, Start))
	}
	before := s.Encode()
	for range 100 {
		from := r.IntN(len(s.Events) + 1)
		to := from + r.IntN(len(s.Events)-from+1)
		var kept []int
		for i := range s.Events {
			if i < from || i >= to {
				kept = append(kept, i)
			}
		}
		without, keep := s.Without(from, to), s.Keep(kept)
		if diff := cmp.Diff(string(without.Encode()), string(keep.Encode())); diff != "" {
			t.Fatalf("without %d to %d:\n%s", from, to, diff)
		}
		if got := s.Prefix(from); len(got.Events) != from || got.SHA256 != s.SHA256 || !got.StandIns ||
			got.Oracle != s.Oracle {
			t.Fatalf("prefix of %d: %+v", from, got)
		}
		for _, c := range []*Script{without, keep, s.Prefix(from), s.Clone()} {
			for i := range c.Events {
				c.Events[i].Value = "changed"
				c.Events[i].Intent.Action = "changed"
				c.Events[i].Intent.Categories = append(c.Events[i].Intent.Categories, "changed")
				if c.Events[i].Intent.Extras != nil {
					c.Events[i].Intent.Extras["k"] = "changed"
				}
			}
		}
	}
	if after := s.Encode(); string(after) != string(before) {
		t.Error("a change of a cut reached the script")
	}
}

// TestDecode_damaged: a script that was cut off or changed at any byte is an error or a
// script that can be written again.
func TestDecode_damaged(t *testing.T) {
	t.Parallel()
	text := full.Encode()
	r := golden.Rand(t)
	for n := range text {
		for _, damaged := range [][]byte{text[:n], slices.Concat(text[:n], []byte{byte(r.IntN(256))}, text[n+1:])} {
			s, err := Decode(damaged)
			if err != nil {
				if !strings.HasPrefix(err.Error(), "reading script: ") {
					t.Fatalf("byte %d: %v", n, err)
				}
				continue
			}
			again, err := Decode(s.Encode())
			if err != nil || !cmp.Equal(s, again) {
				t.Fatalf("byte %d: %v\n%s", n, err, cmp.Diff(s, again))
			}
		}
	}
	if _, err := Decode(make([]byte, MaxScript+1)); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("a script over the limit: %v", err)
	}
	many := "talpa script 1\npackage p\n" + strings.Repeat("back\n", MaxEvents+1)
	if _, err := Decode([]byte(many)); err == nil || !strings.Contains(err.Error(), "more than 100000 events") {
		t.Errorf("more events than the limit: %v", err)
	}
}

// TestDescribe: the words that people read of an event.
func TestDescribe(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]Event{
		`Tap "Save"`:                           {Kind: Tap, X: 1, Y: 2, Target: Selector{ID: "p:id/save", Text: "Save"}},
		`Tap "more"`:                           {Kind: Tap, Target: Selector{ID: "p:id/menu", Desc: "more"}},
		`Long-press save`:                      {Kind: LongTap, Target: Selector{ID: "p:id/save"}},
		`Tap twice, fast, row number 3`:        {Kind: DoubleTap, Target: Selector{ID: "p:id/row", Nth: 2}},
		`Empty the EditText at (3, 4)`:         {Kind: Clear, X: 3, Y: 4, Target: Selector{Class: "android.widget.EditText"}},
		`Tap the Map at (0, 0)`:                {Kind: Tap, Target: Selector{Class: "Map"}},
		`Tap (3, 4)`:                           {Kind: Tap, X: 3, Y: 4},
		`Type "a\nb" into (1, 2)`:              {Kind: Text, X: 1, Y: 2, Value: "a\nb"},
		`Swipe from (1, 2) to (3, 4)`:          {Kind: Swipe, X: 1, Y: 2, X2: 3, Y2: 4},
		`Press Back`:                           {Kind: Back},
		`Press the key ENTER`:                  {Kind: Key, Arg: "ENTER"},
		`Start activity p/.Main`:               {Kind: Start, Intent: &Intent{Action: "a", Component: "p/.Main"}},
		`Send broadcast a`:                     {Kind: Broadcast, Intent: &Intent{Action: "a", Data: "x:"}},
		`Start service x:`:                     {Kind: Service, Intent: &Intent{Data: "x:"}},
		`Deny CAMERA`:                          {Kind: Permission, Arg: "deny", Value: "android.permission.CAMERA"},
		`Grant p.OWN`:                          {Kind: Permission, Arg: "grant", Value: "p.OWN"},
		`Don't keep activities`:                {Kind: Config, Arg: KeepActivities, Value: "no"},
		`Keep activities`:                      {Kind: Config, Arg: KeepActivities, Value: "yes"},
		`Now work in the background gets done`: {Kind: Config, Arg: Background, Value: BackgroundNormal},
		`From here on, servers answer that there is no such thing (404)`: {Kind: Config, Arg: Responses,
			Value: ResponsesError},
		`Set responses to never`:                 {Kind: Config, Arg: Responses, Value: "never"},
		`Set night to yes`:                       {Kind: Config, Arg: "night", Value: "yes"},
		`Wait 20 ms`:                             {Kind: Wait, Millis: 20},
		`Type "x" into the field with the focus`: {Kind: Text, Value: "x"},
		`Switch location off`:                    {Kind: Location, Arg: "off"},
		`Tap "` + strings.Repeat("ü", 60) + `…"`: {Kind: Tap, Target: Selector{Text: strings.Repeat("ü", 61)}},
		`Type "` + strings.Repeat("a", 60) + `" into x`: {Kind: Text, Value: strings.Repeat("a", 60),
			Target: Selector{ID: "x/x"}},
	} {
		if got := e.Describe(); got != want {
			t.Errorf("%v: %s, want %s", e, got, want)
		}
	}
}

// TestResolve_keeps_what_was_chosen: the pixel inside a widget, the length of a swipe that
// starts on one, and an event without a screen or a widget.
func TestResolve_keeps_what_was_chosen(t *testing.T) {
	t.Parallel()
	screen, err := ui.Parse([]byte(`<hierarchy><node class="F" enabled="true" bounds="[0,0][100,1000]">`+
		`<node class="android.widget.SeekBar" resource-id="p:id/seek" enabled="true" bounds="[0,100][100,200]"/></node></hierarchy>`), "")
	if err != nil {
		t.Fatal(err)
	}
	seek := Selector{ID: "p:id/seek", Class: "android.widget.SeekBar"}
	for name, c := range map[string]struct {
		in, want Event
		index    int
	}{
		"place_on_a_seek_bar": {Event{Kind: Tap, X: 7, Y: 190, Target: seek}, Event{Kind: Tap, X: 7, Y: 190,
			Target: seek}, 1},
		"swipe_from_a_moved_widget": {Event{Kind: Swipe, X: 40, Y: 50, X2: 90, Y2: 55, Target: seek}, Event{Kind: Swipe,
			X: 50, Y: 150, X2: 100, Y2: 155, Target: seek}, 1},
		"tap_on_a_moved_widget": {Event{Kind: Tap, X: 40, Y: 50, Target: seek}, Event{Kind: Tap, X: 50, Y: 150,
			Target: seek}, 1},
		"event_that_names_no_widget": {Event{Kind: Tap, X: 40, Y: 50}, Event{Kind: Tap, X: 40, Y: 50}, -1},
		"scroll_follows_the_widget": {Event{Kind: Scroll, Arg: "right", X: 1, Y: 150, Target: seek}, Event{Kind: Scroll,
			Arg: "right", X: 80, Y: 150, X2: 20, Y2: 150, Target: seek}, 1},
		"widget_that_is_not_the_same": {Event{Kind: Tap, X: 1, Y: 1, Target: Selector{ID: "p:id/x"}}, Event{Kind: Tap, X: 1,
			Y: 1, Target: Selector{ID: "p:id/x"}}, -1},
	} {
		got, i, ok := Resolve(c.in, screen)
		if got != c.want || i != c.index || ok != (c.index >= 0) {
			t.Errorf("%s: %v, %d, %v; want %v, %d", name, got, i, ok, c.want, c.index)
		}
	}
	if got, i, ok := Resolve(Event{Kind: Tap, X: 3, Target: seek}, nil); ok || i != -1 || got.X != 3 {
		t.Errorf("without a screen: %v, %d, %v", got, i, ok)
	}
}
