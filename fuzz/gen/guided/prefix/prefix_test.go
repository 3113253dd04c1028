package prefix

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// episode plays events to a prefix replay; the last one runs the method, if any.
func episode(r *Prefix, method string, events ...event.Event) {
	for i, e := range events {
		o := gen.Outcome{Event: e}
		if i == len(events)-1 && method != "" {
			o.Ran = []string{method}
		}
		r.Take(o, func(method string) float64 {
			return map[string]float64{"point": 1, "caller": 0.8, "rarer": 0.8, "far": 0.3}[method]
		})
	}
}

func newPrefix() *Prefix { return New(0.6) }

// waits are so many events that differ.
func waits(n int) []event.Event {
	var list []event.Event
	for i := range n {
		list = append(list, event.Event{Kind: event.Wait, Millis: i + 1})
	}
	return list
}

// The prefix is the shortest to the method nearest to the crash, by events without a crash.
func TestPrefixTakes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	for _, c := range []struct {
		name   string
		play   func(r *Prefix)
		length int
		method string
	}{
		{"what says little", func(r *Prefix) { episode(r, "far", waits(3)...) }, 0, ""},
		{"what came near", func(r *Prefix) { episode(r, "caller", waits(3)...) }, 3, "caller"},
		{"what came nearer", func(r *Prefix) {
			episode(r, "caller", waits(3)...)
			r.Again(rng)
			episode(r, "point", waits(9)...)
		}, 9, "point"},
		{"what is farther is not taken", func(r *Prefix) {
			episode(r, "point", waits(9)...)
			r.Again(rng)
			episode(r, "caller", waits(2)...)
		}, 9, "point"},
		{"what is shorter", func(r *Prefix) {
			episode(r, "point", waits(9)...)
			r.Again(rng)
			episode(r, "point", waits(4)...)
		}, 4, "point"},
		{"what is as near and rarer", func(r *Prefix) {
			episode(r, "caller", waits(3)...)
			episode(r, "caller", waits(1)...)
			r.Again(rng)
			episode(r, "rarer", waits(9)...)
		}, 9, "rarer"},
		{"after a crash", func(r *Prefix) {
			r.Take(gen.Outcome{Event: event.Event{Kind: event.Back}, Crash: "other"}, nil)
			episode(r, "point", waits(2)...)
		}, 0, ""},
	} {
		r := newPrefix()
		c.play(r)
		if len(r.prefix) != c.length || r.method != c.method {
			t.Errorf("%s: %d events to %q, want %d to %q", c.name, len(r.prefix), r.method, c.length, c.method)
		}
	}
}

// A prefix is played while other events hardly ever run the method, and its first and last
// event always are; one that leads elsewhere is forgotten.
func TestPrefixBegins(t *testing.T) {
	t.Parallel()
	begun := func(often bool) int {
		n, r, rng := 0, newPrefix(), rand.New(rand.NewSource(2))
		prefix := waits(20)
		episode(r, "point", prefix...)
		for range 60 {
			if r.Again(rng) {
				n++
				if left := r.play.left; left[0].event != prefix[0] || left[len(left)-1].event != prefix[19] {
					t.Fatalf("%v is left of it", left)
				}
				r.spent += len(r.play.left)
				r.play.hit = true
				continue
			}
			episode(r, "", waits(40)...)
			if often {
				for range 40 {
					episode(r, "point", waits(21)[20:]...)
				}
			}
		}
		return n
	}
	if seldom, often := begun(false), begun(true); seldom < 10 || often > 5 {
		t.Errorf("played in %d of 60 episodes where its end is seldom met, in %d where often", seldom, often)
	}
	r, rng := newPrefix(), rand.New(rand.NewSource(1))
	episode(r, "point", waits(2)...)
	for range 100 {
		r.Again(rng)
	}
	if r.prefix != nil {
		t.Error("a prefix that leads elsewhere is kept")
	}
}

// segments are events that each lead to the screen of that number.
func segments(screens ...ui.State) []segment {
	var list []segment
	for i, e := range waits(len(screens)) {
		list = append(list, segment{e, screens[i]})
	}
	return list
}

// What is left out of a prefix are events in a row.
func TestOmit(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	lengths := map[int]bool{}
	for range 300 {
		r := &Prefix{prefix: segments(1, 2, 3, 4, 5, 6)}
		left, _ := r.omit(rng)
		lengths[len(left)] = true
		gaps := 0
		for i := 1; i < len(left); i++ {
			if left[i].event.Millis != left[i-1].event.Millis+1 {
				gaps++
			}
		}
		if gaps > 1 {
			t.Fatalf("%d gaps in %v", gaps, left)
		}
	}
	if got := fmt.Sprint(lengths); got != "map[4:true 5:true 6:true]" {
		t.Errorf("of 6 events are left: %s", got)
	}
}

// Loops between equal screens are left out, the last event never.
func TestWithoutLoops(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		screens []ui.State
		want    string // numbers of the events that are left
	}{
		{[]ui.State{1}, "1"},
		{[]ui.State{1, 2, 3}, "1 2 3"},
		{[]ui.State{1, 2, 1, 3, 4}, "1 4 5"},
		{[]ui.State{1, 2, 3, 2, 3, 1, 4, 5}, "1 7 8"},
		{[]ui.State{1, 2, 1}, "1 2 3"},
		{[]ui.State{0, 1, 0, 2}, "1 2 3 4"},
	} {
		var got []string
		for _, l := range withoutLoops(segments(c.screens...)) {
			got = append(got, fmt.Sprint(l.event.Millis))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%v: left are %s, want %s", c.screens, text, c.want)
		}
	}
}

// Without loops that lead elsewhere a prefix is tried a few times only; one event more is
// let in once.
func TestPrefixVaries(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(3))
	r := newPrefix()
	episode(r, "point", waits(1)...)
	r.prefix = segments(1, 2, 1, 2, 1, 2, 3, 4)
	strays := 0
	for range 200 {
		if !r.Again(rng) {
			continue
		}
		for range 20 {
			if r.Inserts() {
				strays++
				if r.Inserts() {
					t.Fatal("two events more")
				}
			}
			if len(r.play.left) > 0 {
				r.play.left = r.play.left[1:]
			}
		}
		r.play.hit = !r.play.loopless
	}
	if r.inVain != maxVain || strays == 0 {
		t.Errorf("without loops in vain %d times, want %d; %d events more", r.inVain, maxVain, strays)
	}
}

// What came near on another device is taken if nothing here came as near, and forgotten where
// it leads elsewhere.
func TestPrefixLearns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(4))
	other := func(method string, n int) gen.Near { return gen.Near{Method: method, Events: waits(n)} }
	for _, c := range []struct {
		name   string
		before func(r *Prefix)
		near   gen.Near
		weight float64
		length int
		method string
	}{
		{"nothing came near", func(*Prefix) {}, other("caller", 5), 0.8, 5, "caller"},
		{"it is not near", func(*Prefix) {}, other("far", 5), 0.3, 0, ""},
		{"it has no events", func(*Prefix) {}, other("caller", 0), 0.8, 0, ""},
		{"it is nearer", func(r *Prefix) { episode(r, "caller", waits(3)...) }, other("point", 5), 1, 5, "point"},
		{"as near came here", func(r *Prefix) { episode(r, "caller", waits(3)...) }, other("rarer", 2), 0.8, 3, "caller"},
		{"nearer came here", func(r *Prefix) { episode(r, "point", waits(3)...) }, other("caller", 2), 0.8, 3, "point"},
		{"the method ran here", func(r *Prefix) { episode(r, "point", waits(9)...) }, other("point", 2), 1, 9, "point"},
	} {
		r := newPrefix()
		c.before(r)
		r.Again(rng)
		r.Learn(c.near, c.weight)
		if len(r.prefix) != c.length || r.method != c.method {
			t.Errorf("%s: %d events to %q, want %d to %q", c.name, len(r.prefix), r.method, c.length, c.method)
		}
	}
	r := newPrefix()
	r.Learn(other("point", 2), 1)
	episode(r, "", waits(40)...)
	played := 0
	for range 100 {
		if r.Again(rng) {
			played++
		}
		episode(r, "", waits(20)...)
	}
	if played == 0 || r.prefix != nil {
		t.Errorf("what leads elsewhere was played %d times and is kept: %t", played, r.prefix != nil)
	}
}
