package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/repro"
	"talpa/fuzz/ui"
	"talpa/internal/golden"
)

// TestDuration: no time is told as a whole of its unit that is the next one.
func TestDuration(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]string{
		0.0004: "0 s", 0.001: "1 ms", 0.9994: "999 ms", 0.9996: "1.0 s", 59.94: "59.9 s", 59.96: "1 min 0 s", 60: "1 min 0 s",
		3599.9: "59 min 59 s", 3600: "1 h 0 min", 90000: "25 h 0 min", 1e10: "?", math.NaN(): "?", math.Inf(1): "?", math.Inf(-1): "?",
	} {
		if got := duration(seconds); got != want {
			t.Errorf("duration(%v) = %q, want %q", seconds, got, want)
		}
	}
}

// TestClean_random: whatever the app says, what comes out is valid, has no characters that
// steer, is no longer than asked for, and clean already.
func TestClean_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 2000 {
		b := make([]byte, r.IntN(40))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		text := string(b) + string([]rune{rune(r.IntN(0x11000)), 0x202e, 0xfeff, '\n', rune(r.IntN(32))})
		limit := 1 + r.IntN(30)
		got := clean(text, limit)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > limit+1 {
			t.Fatalf("%q is cleaned to %q, limit %d", text, got, limit)
		}
		if strings.ContainsFunc(got, func(r rune) bool {
			return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
		}) {
			t.Fatalf("%q keeps what has no shape: %q", text, got)
		}
		if again := clean(got, limit+1); again != got {
			t.Fatalf("%q is cleaned again to %q", got, again)
		}
	}
}

// TestPairs: steps of two runs stand side by side, and both screens that differ are marked.
func TestPairs(t *testing.T) {
	t.Parallel()
	f := Finding{Steps: make([]Step, 5), Twice: &Twice{
		Pairs: [][2]int{{0, 3}, {-1, 4}, {1, 5}, {7, 8}},
		Lost:  [2]Place{{1, ui.Rect{Right: 10, Bottom: 20}}, {5, ui.Rect{}}},
	}}
	steps := make([]stepView, 6)
	for i := range steps {
		steps[i].Number = i
	}
	got := ""
	for _, p := range pairs(f, steps) {
		for _, s := range []*stepView{p.First, p.Second} {
			if s != nil {
				got += fmt.Sprint(s.Number)
			} else {
				got += "-"
			}
		}
		got += p.Class + " "
	}
	if want := "03 -4inserted 15differs "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if steps[1].Lost == nil || steps[1].Lost.H != 20 || steps[5].Lost != nil {
		t.Errorf("marked are %v and %v", steps[1].Lost, steps[5].Lost)
	}
	if f.Twice = nil; pairs(f, steps) != nil {
		t.Error("one run is compared")
	}
	f = Finding{Twice: &Twice{Pairs: [][2]int{{0, 1}}}}
	if pairs(f, steps) != nil {
		t.Error("steps without pictures are laid side by side")
	}
}

// TestPage_pairs: the page shows both runs, each step once.
func TestPage_pairs(t *testing.T) {
	t.Parallel()
	step := Step{Event: event.Event{Kind: event.Back}}
	page, err := Page(&Run{Job: "fuzz", State: Done, Findings: []Finding{{Title: "lost", Steps: []Step{step, step, step},
		Twice: &Twice{Pairs: [][2]int{{0, 1}, {-1, 2}}}}}}, "")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	if !strings.Contains(text, `<ul class="pairs">`) || strings.Count(text, "<figure>") != 3 ||
		!strings.Contains(text, `<li class="inserted"><div></div>`) {
		t.Errorf("the page has no table of two runs")
	}
}

// randomTrace has classes of the app p and of the framework.
func randomTrace(r *rand.Rand) trace.Trace {
	var t trace.Trace
	for range 1 + r.IntN(3) {
		th := trace.Throwable{Class: "java.lang.Error", Message: []string{"", "m"}[r.IntN(2)], Omitted: r.IntN(2) * 3}
		for range r.IntN(9) {
			th.Frames = append(th.Frames, trace.Frame{
				Class: []string{"p.A", "p.B", "android.view.View"}[r.IntN(3)], Method: []string{"f", "g"}[r.IntN(2)], Line: 1 + r.IntN(3),
			})
		}
		t.Chain = append(t.Chain, th)
	}
	return t
}

// TestSideBySide_random: every line of both traces is on the page once and in its order, and
// what is folded away is no code of the app.
func TestSideBySide_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 500 {
		want, got := randomTrace(r), randomTrace(r)
		m := trace.Compare(want, got, nil)
		var left, right []string
		for _, b := range sideBySide(&want, &got, &m, nil) {
			for _, row := range b.Rows {
				if row.Want == nil && row.Got == nil {
					t.Fatal("an empty row")
				}
				if row.Want != nil {
					left = append(left, row.Want.Text)
				}
				if row.Got != nil {
					right = append(right, row.Got.Text)
				}
				if b.Folded != "" && !row.skippable() {
					t.Fatalf("folded away: %+v", row)
				}
			}
			if b.Folded != "" && len(b.Rows) < foldFrom {
				t.Fatalf("%d rows are folded away", len(b.Rows))
			}
		}
		for side, c := range map[string]struct {
			t   trace.Trace
			got []string
		}{"wanted": {want, left}, "met": {got, right}} {
			var text []string
			l := layout{inApp: func(string) bool { return false }}
			for _, id := range lines(&c.t) {
				text = append(text, l.cell(&c.t, id, true, nil).Text)
			}
			if !slices.Equal(text, c.got) {
				t.Fatalf("the %s trace\n%q\nis shown as\n%q", side, text, c.got)
			}
		}
	}
}

// TestSideBySide_marks: what frames of the app are marked as.
func TestSideBySide_marks(t *testing.T) {
	t.Parallel()
	frames := func(lines ...int) *trace.Trace {
		th := trace.Throwable{Class: "java.lang.Error"}
		for i, line := range lines {
			th.Frames = append(th.Frames, trace.Frame{Class: "p.A", Method: string(rune('f' + i)), File: "A.java", Line: line})
		}
		return &trace.Trace{Chain: []trace.Throwable{th}}
	}
	marks := func(want, got *trace.Trace) string {
		var m *trace.Match
		if got != nil {
			match := trace.Compare(*want, *got, nil)
			m = &match
		}
		var all []string
		for _, b := range sideBySide(want, got, m, nil) {
			for _, row := range b.Rows {
				if row.Want != nil && row.Want.Mark != "" {
					all = append(all, row.Want.Mark)
				}
			}
		}
		return strings.Join(all, " ")
	}
	for name, c := range map[string]struct {
		want, got *trace.Trace
		marks     string
	}{
		"same":            {frames(1, 2), frames(1, 2), "same same"},
		"another_line":    {frames(1, 2), frames(1, 7), "same near"},
		"a_frame_less":    {frames(1, 2), frames(1), "same off"},
		"nothing_to_hold": {frames(1, 2), nil, "app app"},
	} {
		if got := marks(c.want, c.got); got != c.marks {
			t.Errorf("%s: %s, want %s", name, got, c.marks)
		}
	}
}

// TestBanner: the verdict of each way in which a run ends.
func TestBanner(t *testing.T) {
	t.Parallel()
	match := func(level trace.Level) *Finding { return &Finding{Match: &trace.Match{Level: level, Why: "why"}} }
	wanted := &trace.Trace{}
	for name, c := range map[string]struct {
		run  Run
		want string
	}{
		"exact":           {Run{Wanted: wanted, Found: match(trace.Exact)}, "good Reproduced"},
		"methods":         {Run{Wanted: wanted, Found: match(trace.Method)}, "good Reproduced"},
		"point":           {Run{Wanted: wanted, Found: match(trace.Point)}, "fair Reproduced"},
		"another_crash":   {Run{Wanted: wanted, Found: match(trace.None)}, "bad Another crash"},
		"replayed":        {Run{Job: "replay", Wanted: wanted, Found: match(trace.Exact)}, "good Happened again"},
		"no_wanted_trace": {Run{Job: "replay", Found: &Finding{}}, "good Happened again"},
		"replay_in_vain":  {Run{Job: "replay", State: Done}, "bad Did not happen"},
		"not_reproduced": {
			Run{Job: "reproduce", Wanted: wanted, State: Done, Search: Search{Events: 50}}, "bad Not reproduced",
		},
		"too_little_tried": {
			Run{Job: "reproduce", Wanted: wanted, State: Done, Search: Search{Events: 49}}, "idle No verdict",
		},
		"few_asked_for": {
			Run{Job: "reproduce", Wanted: wanted, State: Done, MaxEvents: 5, Search: Search{Events: 5}}, "bad Not reproduced",
		},
		"fewer_than_asked_for": {
			Run{Job: "reproduce", Wanted: wanted, State: Done, MaxEvents: 5, Search: Search{Events: 4}}, "idle No verdict",
		},
		"fuzz_too_little": {Run{Job: "fuzz", State: Done, Search: Search{Events: 1}}, "idle No verdict"},
		"met_once": {
			Run{Job: "reproduce", Wanted: wanted, State: Interrupted, Unconfirmed: FileUnconfirmed}, "idle Interrupted",
		},
		"met_once_time_up": {
			Run{Job: "reproduce", Wanted: wanted, State: Done, Unconfirmed: FileUnconfirmed, Search: Search{Events: 900}},
			"idle No verdict",
		},
		"our_fault":        {Run{Wanted: wanted, State: Failed, Fault: "no JVM"}, "idle No verdict"},
		"interrupted":      {Run{Wanted: wanted, State: Interrupted}, "idle Interrupted"},
		"running":          {Run{Wanted: wanted, State: Running}, "idle Still running"},
		"fuzz_found":       {Run{Job: "fuzz", State: Done, Findings: make([]Finding, 2)}, "bad 2 findings"},
		"fuzz_interrupted": {Run{Job: "fuzz", State: Interrupted, Findings: make([]Finding, 1)}, "bad 1 finding"},
		"fuzz_found_then_fault": {Run{Job: "fuzz", State: Failed, Findings: make([]Finding, 2), Fault: "no JVM"},
			"bad 2 findings"},
		"fuzz_nothing": {Run{Job: "fuzz", State: Done, Search: Search{Events: 50}}, "good No findings"},
		"fuzz_unseen": {Run{Job: "fuzz", State: Done, Search: Search{Events: 50, Unseen: true}},
			"idle No verdict"},
		"found_then_fault": {Run{Wanted: wanted, State: Failed, Found: match(trace.Exact)}, "good Reproduced"},
	} {
		b := builder{run: &c.run}
		if got := b.banner(); got.Class+" "+got.Word != c.want || got.Line == "" {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
}

// TestVerdict: the word and the exit code of each end of a run.
func TestVerdict(t *testing.T) {
	t.Parallel()
	other := &Finding{Match: &trace.Match{Level: trace.None}}
	for name, c := range map[string]struct {
		run  Run
		want Verdict
		code int
	}{
		"found":                  {Run{Found: &Finding{}, State: Done}, Reproduced, 0},
		"found, then stopped":    {Run{Found: &Finding{}, State: Interrupted}, Reproduced, 0},
		"found, then a fault":    {Run{Found: &Finding{}, State: Failed}, Reproduced, 0},
		"another crash":          {Run{Job: "replay", Found: other, State: Done}, NotReproduced, 1},
		"replay":                 {Run{Job: "replay", State: Done}, NotReproduced, 1},
		"stopped":                {Run{Job: "reproduce", State: Interrupted}, Stopped, 130},
		"a fault":                {Run{Job: "reproduce", State: Failed, Search: Search{Events: 900}}, NoVerdict, 3},
		"tried":                  {Run{Job: "reproduce", State: Done, Search: Search{Events: 900}}, NotReproduced, 1},
		"refused":                {Run{Job: "fuzz", State: Refused, Refusal: "not signed"}, NoVerdict, 2},
		"met once, time up":      {Run{State: Done, Unconfirmed: "x", Search: Search{Events: 900}}, NoVerdict, 3},
		"not tried":              {Run{Job: "reproduce", State: Done}, NoVerdict, 3},
		"findings":               {Run{Job: "fuzz", State: Done, Findings: make([]Finding, 1)}, Violated, 1},
		"findings, then stopped": {Run{Job: "fuzz", State: Interrupted, Findings: make([]Finding, 1)}, Violated, 1},
		"findings, then a fault": {Run{Job: "fuzz", State: Failed, Findings: make([]Finding, 1)}, Violated, 1},
		"not written":            {Run{Job: "fuzz", State: Failed, Findings: make([]Finding, 1), Unsaved: true}, NoVerdict, 3},
		"nothing":                {Run{Job: "fuzz", State: Done, Search: Search{Events: 900}}, Clean, 0},
		"nothing tried":          {Run{Job: "fuzz", State: Done}, NoVerdict, 3},
		"never in front":         {Run{Job: "fuzz", State: Done, Search: Search{Events: 900, Unseen: true}}, NoVerdict, 3},
		"it crashes at once": {Run{Job: "fuzz", State: Done, Findings: make([]Finding, 1),
			Search: Search{Events: 900, Unseen: true}}, Violated, 1},
	} {
		if got, code := c.run.Verdict(), c.run.ExitCode(); got != c.want || code != c.code {
			t.Errorf("%s: %s, exit %d; want %s, %d", name, got, code, c.want, c.code)
		}
	}
	if got := (&Run{State: Running}).Verdict(); got != "" {
		t.Errorf("while it goes on: %s", got)
	}
}

// TestVerdict_few: below 50 events no search says that something does not happen, however it ended, unless it was
// asked for fewer; with 50 it does.
func TestVerdict_few(t *testing.T) {
	t.Parallel()
	says := func(v Verdict) bool { return v == NotReproduced || v == Clean }
	for _, job := range []string{"reproduce", "fuzz"} {
		for _, state := range []State{Done, Interrupted, Failed} {
			for _, most := range []int{0, 7, 49, 50, 900} {
				for events := range 60 {
					run := Run{Job: job, State: state, MaxEvents: most, Search: Search{Events: events}}
					enough := events >= 50 || most > 0 && events >= most
					if got := run.Verdict(); says(got) != (enough && state == Done) {
						t.Errorf("%s, %s, %d of %d events: %s", job, state, events, most, got)
					}
				}
			}
		}
	}
}

// A run that tried too little says of which time it wants more: of the one that was up.
func TestReason_whichTimeWasUp(t *testing.T) {
	t.Parallel()
	for out, want := range map[bool]string{false: "give it more --time", true: "give it more --limit"} {
		run := Run{Job: "reproduce", State: Done, OutOfLimit: out, Search: Search{Events: 3}}
		if got := run.Reason(); !strings.HasSuffix(got, want) {
			t.Errorf("out of --limit %v: %q, want %q", out, got, want)
		}
	}
}

// TestTouched: where the finger is drawn, and what stands for an event without a place.
func TestTouched(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		e    event.Event
		want string
	}{
		"tap":                {event.Event{Kind: event.Tap, X: 3, Y: 4}, "(3,4) 1"},
		"long_tap":           {event.Event{Kind: event.LongTap, X: 3, Y: 4}, "(3,4) 2"},
		"two_taps":           {event.Event{Kind: event.DoubleTap, X: 3, Y: 4}, "(3,4) 2"},
		"scroll":             {event.Event{Kind: event.Scroll, X: 3, Y: 4, X2: 3, Y2: 9}, "(3,4) to (3,9) 1"},
		"scroll_without_end": {event.Event{Kind: event.Scroll, X: 3, Y: 4}, "(3,4) 1"},
		"at_the_left_edge":   {event.Event{Kind: event.Tap, Y: 4}, "(0,4) 1"},
		"back":               {event.Event{Kind: event.Back}, "back"},
		"launch":             {event.Event{Kind: event.Launch}, "start"},
		"key":                {event.Event{Kind: event.Key, Arg: "DPAD_DOWN"}, "dpad_down"},
	} {
		got := badge(c.e)
		if at := touched(c.e); at != nil {
			got = fmt.Sprintf("(%d,%d)", at.X, at.Y)
			if at.Swipe {
				got += fmt.Sprintf(" to (%d,%d)", at.X2, at.Y2)
			}
			got += fmt.Sprint(" ", at.Rings)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestGuideView: shares are of all callbacks, rules are counted, and long lists are cut with
// their rest told.
func TestGuideView(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Version: guide.Version}
	for i := range 400 {
		c := guide.Callback{Method: fmt.Sprintf("Lp/A;->f%d()V", i), Verdict: guide.Irrelevant, Rule: "R17", Distance: -1, Reason: guide.Reason{Kind: guide.ReasonNoEffect}}
		switch {
		case i%10 == 0:
			c.Verdict, c.Rule, c.Distance = guide.Necessary, "R8", 400-i
		case i%10 == 1:
			c.Verdict, c.Rule = guide.Unknown, "R20"
		}
		g.Callbacks = append(g.Callbacks, c)
	}
	v := newGuideView(g, "dex")
	end, count := 0.0, 0
	for _, s := range v.Shares {
		if math.Abs(s.From-end) > 1e-9 {
			t.Errorf("%s begins at %v, want %v", s.Name, s.From, end)
		}
		end, count = s.From+s.Percent, count+s.Count
	}
	if math.Abs(end-100) > 1e-9 || count != 400 {
		t.Errorf("shares of %d callbacks end at %v", count, end)
	}
	if len(v.Rows) != maxRows || v.Cut != 320-maxRows {
		t.Errorf("%d rows and %d cut, want 320", len(v.Rows), v.Cut)
	}
	if len(v.Rules) != 3 || v.Rules[0].Rule != "R17" || v.Rules[0].Count != 320 {
		t.Errorf("rules %+v", v.Rules)
	}
	if len(v.Kept) != 12 || v.Kept[0].Method != "A.f390" {
		t.Errorf("the nearest of %d kept is %+v", len(v.Kept), v.Kept[0])
	}
	if empty := newGuideView(&guide.Guide{}, ""); len(empty.Shares)+len(empty.Rows)+len(empty.Rules) != 0 {
		t.Errorf("a guide without callbacks: %+v", empty)
	}
}

// TestAgain: what people are told to type, with names of files that a shell would take apart.
func TestAgain(t *testing.T) {
	t.Parallel()
	lines := func(r Run, dir string) []string {
		var all []string
		for _, c := range (&builder{run: &r, dir: dir}).again() {
			all = append(all, c.Line)
		}
		return all
	}
	script := &event.Script{Package: "p"}
	found := Run{Job: "reproduce", State: Done, App: App{File: "my app; rm -rf x.apk"},
		Found: &Finding{Script: script, Stability: &repro.Stability{}}, Command: "talpa reproduce --seed 7"}
	for dir, want := range map[string][]string{
		"my run": {"talpa replay 'my run' 'my app; rm -rf x.apk'",
			"talpa replay 'my run' 'my app; rm -rf x.apk' --device SERIAL",
			"adb install -r 'my app; rm -rf x.apk' && sh 'my run/repro.sh'", "python3 'my run/repro.py'",
			"CrashTest.kt, in a test module", "maestro test 'my run/flow.yaml'",
			"talpa reproduce --seed 7"},
		".": {"talpa replay . 'my app; rm -rf x.apk'", "talpa replay . 'my app; rm -rf x.apk' --device SERIAL",
			"adb install -r 'my app; rm -rf x.apk' && sh repro.sh", "python3 repro.py", "CrashTest.kt, in a test module",
			"maestro test flow.yaml", "talpa reproduce --seed 7"},
	} {
		if got := lines(found, dir); !slices.Equal(got, want) {
			t.Errorf("in %s: %q, want %q", dir, got, want)
		}
	}
	other := []command{{"On the embedded device", "talpa replay out/run/findings/2.talpa 'my app; rm -rf x.apk'"}}
	if got := (&builder{run: &found, dir: "out/run"}).replays(*found.Found, "findings/2.talpa", "findings/2"); got[0] !=
		other[0] || got[3].Line != "python3 out/run/findings/2/repro.py" {
		t.Errorf("a finding beside it: %q", got)
	}
	for _, seed := range []string{" --seed 7", " --seed=7"} {
		search := "talpa reproduce a.apk b" + seed
		got := lines(Run{Job: "reproduce", State: Done, Seed: 7, Rewriter: "dex",
			Command: strings.Replace(search, " b", "\nb", 1)}, "run")
		want := []string{search, "talpa reproduce a.apk b --seed 8", search + " --level none"}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := lines(Run{Job: "fuzz", State: Done}, "run"); len(got) != 0 {
		t.Errorf("nothing to repeat, told is %q", got)
	}
}

// TestProperties: what became of each property is a table on the page, and data in run.json.
func TestProperties(t *testing.T) {
	t.Parallel()
	r := &Run{Job: "fuzz", State: Done, Properties: []oracle.Tally{{Oracle: "property", Property: "add <a> note",
		Held: 12, Begun: 3, BrokenOff: 3, Reasons: []oracle.Reason{{Why: "line 7: no widget", Times: 3}}}}}
	page, err := Page(r, "")
	if err != nil {
		t.Fatal(err)
	}
	data, err := encode(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`property: add &lt;a&gt; note<br><small>never judged: it was always broken off</small>`,
		`broken off 3 times: line 7: no widget`, `<td class="num">12</td><td class="num">3</td>`} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page lacks %s", want)
		}
	}
	var got struct{ Properties []oracle.Tally }
	if err := json.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got.Properties, r.Properties) {
		t.Errorf("run.json has %+v, %v", got.Properties, err)
	}
}
