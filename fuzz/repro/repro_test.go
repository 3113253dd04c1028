package repro_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/repro"
)

// world is an app in a nutshell: it crashes when the events of need have come
// in this order, and then ignores the rest.
type world struct {
	need    []int // pixels X that have to be tapped
	states  bool
	flaky   func() bool // true: this run does not crash
	broken  int         // the replay that fails, from 1
	replays int
}

var errLost = errors.New("lost")

func (w *world) replay(_ context.Context, s *event.Script) (repro.Outcome, error) {
	w.replays++
	if w.replays == w.broken {
		return repro.Outcome{}, errLost
	}
	var out repro.Outcome
	at := 0
	skip := w.flaky != nil && w.flaky()
	for _, e := range s.Events {
		out.Done++
		if at < len(w.need) && e.X == w.need[at] {
			at++
		}
		if w.states {
			out.States = append(out.States, fmt.Sprint(at))
		}
		if at == len(w.need) && !skip {
			out.Crashes = []crash.Crash{{Kind: crash.Java, Trace: boom()}}
			break
		}
	}
	return out, nil
}

func boom() trace.Trace {
	return trace.Trace{Fatal: true, Chain: []trace.Throwable{{
		Class: "java.lang.IllegalStateException", Message: "boom",
		Frames: []trace.Frame{{Class: "org.example.Main", Method: "onClick", File: "Main.java", Line: 7}},
	}}}
}

func script(n int) *event.Script {
	s := &event.Script{Package: "org.example", Events: []event.Event{{Kind: event.Launch}}}
	for x := 1; x < n; x++ {
		s.Events = append(s.Events, event.Event{Kind: event.Tap, X: x, Y: 1})
	}
	return s
}

func (w *world) options() repro.Options {
	return repro.Options{Replay: w.replay, Matcher: crash.Matcher{Want: boom()}}
}

func pixels(s *event.Script) string {
	var xs []string
	for _, e := range s.Events {
		xs = append(xs, fmt.Sprint(e.X))
	}
	return strings.Join(xs, " ")
}

func TestMinimise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		world  world
		events int
		want   string
		most   int // replays
	}{
		{"last only", world{need: []int{99}}, 100, "0 99", 10},
		{"first event needed", world{need: []int{0, 99}}, 100, "0 99", 20},
		{"spread", world{need: []int{3, 40, 41, 77}}, 100, "0 3 40 41 77", 90},
		{"spread, states known", world{need: []int{3, 40, 41, 77}, states: true}, 100, "0 3 40 41 77", 40},
		{"all needed", world{need: []int{0, 1, 2, 3, 4, 5}}, 6, "0 1 2 3 4 5", 40},
		{"one event", world{need: []int{0}}, 1, "0", 5},
		{"crash long before the end", world{need: []int{5}}, 200, "0 5", 12},
	} {
		w := c.world
		got, err := repro.Minimise(t.Context(), w.options(), script(c.events))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if p := pixels(got.Script); p != c.want || !got.Complete {
			t.Errorf("%s: events %s (complete %v), want %s", c.name, p, got.Complete, c.want)
		}
		if got.Replays != w.replays || got.Replays > c.most {
			t.Errorf("%s: %d replays counted, %d done, at most %d expected", c.name, got.Replays, w.replays, c.most)
		}
	}
}

// TestMinimiseRandom: the result is always exactly what the app needs.
func TestMinimiseRandom(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + rnd.IntN(60)
		w := world{states: rnd.IntN(2) == 0}
		for x := range n {
			if rnd.IntN(8) == 0 {
				w.need = append(w.need, x)
			}
		}
		if len(w.need) == 0 {
			w.need = []int{n - 1}
		}
		o := w.options()
		o.MaxReplays = 10_000
		got, err := repro.Minimise(t.Context(), o, script(n))
		if err != nil {
			t.Fatal(err)
		}
		if w.need[0] != 0 {
			w.need = append([]int{0}, w.need...) // the launch stays
		}
		if want := strings.Trim(fmt.Sprint(w.need), "[]"); pixels(got.Script) != want {
			t.Fatalf("events %s, want %s", pixels(got.Script), want)
		}
	}
}

// maze is an app of screens: an event leads from screen to screen, and crashes
// the app on one of them.
type maze struct{ replays int }

func (m *maze) replay(_ context.Context, s *event.Script) (repro.Outcome, error) {
	m.replays++
	var out repro.Outcome
	screen := 0
	for _, e := range s.Events {
		out.Done++
		if screen == 9 && e.X == 3 {
			out.Crashes = []crash.Crash{{Kind: crash.Java, Trace: boom()}}
			break
		}
		screen = (screen*2 + e.X) % 11
		out.States = append(out.States, fmt.Sprint(screen))
	}
	return out, nil
}

// TestMinimiseMaze: where only the screen counts, the way through the screens
// that were seen is found at once, however long the search was.
func TestMinimiseMaze(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		s := &event.Script{Package: "org.example", Events: []event.Event{{Kind: event.Launch}}}
		for range 2000 {
			s.Events = append(s.Events, event.Event{Kind: event.Tap, X: rnd.IntN(4), Y: 1})
		}
		var m maze
		o := repro.Options{Replay: m.replay, Matcher: crash.Matcher{Want: boom()}}
		v, out, err := repro.Confirm(t.Context(), o, s)
		if err != nil {
			t.Fatal(err)
		}
		o.Known = &repro.Known{Verdict: v, Outcome: out}
		got, err := repro.Minimise(t.Context(), o, s)
		if err != nil || !got.Complete || len(got.Script.Events) > 9 {
			t.Fatalf("%+v, %v", got, err)
		}
		if m.replays > len(got.Script.Events)+8 || got.Replays != m.replays-1 {
			t.Errorf("%d replays, %d counted, from %d events to %d", m.replays, got.Replays, out.Done, len(got.Script.Events))
		}
	}
}

// TestMinimiseFinal: what works on replays that are no verdict only is not the
// result; the events that those spare are found by the final replays.
func TestMinimiseFinal(t *testing.T) {
	t.Parallel()
	quick, final := world{need: []int{40, 77}}, world{need: []int{3, 40, 77}}
	o := quick.options()
	o.Final = final.replay
	got, err := repro.Minimise(t.Context(), o, script(100))
	if err != nil || got.Final.Hits == 0 || !got.Complete || pixels(got.Script) != "0 3 40 77" {
		t.Errorf("events %s, %+v, %v", pixels(got.Script), got, err)
	}
	if all := quick.replays + final.replays; got.Replays != all {
		t.Errorf("%d replays counted, %d done", got.Replays, all)
	}

	never := world{need: []int{1000}}
	o.Final = never.replay
	got, err = repro.Minimise(t.Context(), o, script(100))
	if err != nil || got.Final.Hits > 0 || got.Final.Runs == 0 {
		t.Errorf("never in the end: %+v, %v", got, err)
	}
}

// TestMinimiseKinds: restarts and settings that a long search played go in a few
// replays, and those that the crash needs stay.
func TestMinimiseKinds(t *testing.T) {
	t.Parallel()
	w := world{need: []int{3, 41, 78}}
	s := script(80)
	for i := range s.Events {
		if i%2 == 0 && i > 0 {
			s.Events[i].Kind = event.Restart
		}
	}
	got, err := repro.Minimise(t.Context(), w.options(), s)
	if err != nil || !got.Complete || pixels(got.Script) != "0 3 41 78" {
		t.Fatalf("events %s, %v", pixels(got.Script), err)
	}
	w.need, w.replays = []int{3, 41}, 0
	if got, err = repro.Minimise(t.Context(), w.options(), s); err != nil || len(got.Script.Events) != 3 || w.replays > 25 {
		t.Errorf("%d events after %d replays, %v", len(got.Script.Events), w.replays, err)
	}
}

func TestMinimiseLimits(t *testing.T) {
	t.Parallel()
	w := world{need: []int{3, 40, 41, 77}}
	o := w.options()
	o.MaxReplays = 9
	got, err := repro.Minimise(t.Context(), o, script(100))
	if err != nil || got.Complete || got.Replays > 9 || len(got.Script.Events) >= 100 {
		t.Errorf("budget: %+v, %v", got, err)
	}

	w = world{need: []int{3, 40, 41, 77}, broken: 12}
	got, err = repro.Minimise(t.Context(), w.options(), script(100))
	if !errors.Is(err, errLost) || got == nil || got.Complete || w.replays != 12 {
		t.Errorf("lost device: %+v, %v", got, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	w = world{need: []int{3, 40, 41, 77}}
	o = w.options()
	o.Progress = func(p repro.Progress) {
		if p.Replays == 8 {
			cancel()
		}
	}
	got, err = repro.Minimise(ctx, o, script(100))
	if err != nil || got.Complete || got.Replays != 8 {
		t.Errorf("cancelled: %+v, %v", got, err)
	}

	w = world{need: []int{1000}}
	if got, err = repro.Minimise(t.Context(), w.options(), script(5)); !errors.Is(err, repro.ErrGone) || got != nil {
		t.Errorf("no crash at all: %+v, %v", got, err)
	}
}

// TestMinimiseFlaky: a crash that comes in two runs of three still leads to a
// script that holds all that is needed.
func TestMinimiseFlaky(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	w := world{need: []int{3, 40, 77}, flaky: func() bool { return rnd.IntN(3) == 0 }}
	var got *repro.Minimal
	err := repro.ErrGone
	for errors.Is(err, repro.ErrGone) {
		got, err = repro.Minimise(t.Context(), w.options(), script(100))
	}
	if err != nil {
		t.Fatal(err)
	}
	if p := " " + pixels(got.Script) + " "; !strings.Contains(p, " 3 ") || !strings.Contains(p, " 40 ") ||
		!strings.Contains(p, " 77 ") || len(got.Script.Events) > 30 {
		t.Errorf("events %s", p)
	}
	s, err := repro.Measure(t.Context(), w.options(), got.Script, 60, repro.Stability{})
	if err != nil || s.Runs != 60 || s.Hits < 25 || s.Hits > 55 || s.Levels[trace.Exact] != s.Hits {
		t.Errorf("stability %s %v, %v", s, s.Levels, err)
	}
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	w := world{need: []int{2}}
	o := w.options()
	v, _, err := repro.Confirm(t.Context(), o, script(4))
	if err != nil || v.Match.Level != trace.Exact {
		t.Errorf("confirm: %v, %v", v.Match, err)
	}
	o.Matcher.Want.Chain = []trace.Throwable{{Class: "java.lang.ArithmeticException", Frames: boom().Chain[0].Frames}}
	if _, _, err = repro.Confirm(t.Context(), o, script(4)); !errors.Is(err, repro.ErrGone) ||
		!strings.Contains(err.Error(), "wanted is java.lang.ArithmeticException") {
		t.Errorf("another crash: %v", err)
	}
}

// TestConfirm_logged: an exception that the app caught and logged is called no crash.
func TestConfirm_logged(t *testing.T) {
	t.Parallel()
	o := repro.Options{Matcher: crash.Matcher{Want: boom()},
		Replay: func(context.Context, *event.Script) (repro.Outcome, error) {
			return repro.Outcome{Crashes: []crash.Crash{{Kind: crash.Logged, Trace: boom()}}}, nil
		}}
	_, _, err := repro.Confirm(t.Context(), o, script(4))
	if !errors.Is(err, repro.ErrGone) || !strings.Contains(err.Error(), "the app only logged java.lang.Illegal") ||
		strings.Contains(err.Error(), "crashed") {
		t.Error(err)
	}
}
