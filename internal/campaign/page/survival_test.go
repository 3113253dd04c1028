package page

import (
	"math"
	"testing"
)

// ran are searches that met the crash after these events; negative numbers ended without it.
func ran(events ...int) []search {
	all := make([]search, len(events))
	for i, n := range events {
		all[i] = search{max(n, -n), n > 0}
	}
	return all
}

// TestEstimate_leukemia holds the estimate against the textbook's: remissions under 6-MP (Freireich et al.
// 1963), with the intervals that R's survfit gives for conf.type = "log-log".
func TestEstimate_leukemia(t *testing.T) {
	t.Parallel()
	got := estimate(ran(6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35))
	want := []step{
		{6, 0.857, 0.620, 0.952, 3, 21}, {7, 0.807, 0.563, 0.923, 1, 17}, {10, 0.753, 0.503, 0.889, 1, 15},
		{13, 0.690, 0.432, 0.849, 1, 12}, {16, 0.627, 0.368, 0.805, 1, 11}, {22, 0.538, 0.268, 0.747, 1, 7},
		{23, 0.448, 0.188, 0.680, 1, 6},
	}
	if len(got) != len(want) {
		t.Fatalf("%d steps, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		g := got[i]
		near := func(a, b float64) bool { return math.Abs(a-b) < 0.0006 }
		if g.events != w.events || g.met != w.met || g.left != w.left ||
			!near(g.share, 1-w.share) || !near(g.low, 1-w.high) || !near(g.high, 1-w.low) {
			t.Errorf("step %d: %+v, want survival %+v", i, g, w)
		}
	}
	if n, ok := medianEvents(got); !ok || n != 23 {
		t.Errorf("half after %d, %v; want 23", n, ok)
	}
}

// TestEstimate_ends: no search, none that met the crash, one, and all.
func TestEstimate_ends(t *testing.T) {
	t.Parallel()
	for name, all := range map[string][]search{"no search": nil, "never": ran(-5, -7)} {
		if got := estimate(all); len(got) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		if _, ok := medianEvents(estimate(all)); ok {
			t.Errorf("%s: has a median", name)
		}
	}
	if got := estimate(ran(4)); len(got) != 1 || got[0] != (step{4, 1, 0, 1, 1, 1}) {
		t.Errorf("one: %+v", got)
	}
	got := estimate(ran(4, 9, 9))
	if len(got) != 2 || got[1].share != 1 || got[1].high != 1 || got[1].low != got[0].low || got[0].low <= 0 {
		t.Errorf("all: %+v", got)
	}
	// A search that ended before any met the crash says nothing.
	if a, b := estimate(ran(-1, 4, -9)), estimate(ran(4, -9)); a[0] != b[0] {
		t.Errorf("%+v, %+v", a, b)
	}
}
