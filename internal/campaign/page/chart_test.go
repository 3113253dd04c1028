package page

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"talpa/fuzz/report"
	"talpa/internal/campaign"
)

// TestAxis_ticks: a mark at each power of ten up to the longest search, the last one included.
func TestAxis_ticks(t *testing.T) {
	t.Parallel()
	for most, want := range map[int]string{
		0: "1 10", 3: "1 10", 10: "1 10", 11: "1 10", 99: "1 10", 100: "1 10 100", 1000: "1 10 100 1,000",
		1001: "1 10 100 1,000", 1_000_000: "1 10 100 1,000 10,000 100,000 1,000,000",
	} {
		a := newAxis([][]search{nil, {{events: most}}})
		var texts []string
		before := plotLeft - 1.0
		for _, tick := range a.ticks() {
			texts = append(texts, tick.Text)
			at, err := strconv.ParseFloat(tick.At, 64)
			if err != nil || at <= before || at > plotRight+0.05 {
				t.Errorf("up to %d: the mark %s is at %s, after %.1f", most, tick.Text, tick.At, before)
			}
			before = at
		}
		if got := strings.Join(texts, " "); got != want {
			t.Errorf("up to %d: %s, want %s", most, got, want)
		}
	}
}

// TestAxis_ends: the first event is at the left end, also for a search that ended before it, the last at the right.
func TestAxis_ends(t *testing.T) {
	t.Parallel()
	a := newAxis([][]search{{{events: 40}, {events: 3000}}})
	for events, want := range map[int]float64{-1: plotLeft, 0: plotLeft, 1: plotLeft, 3000: plotRight} {
		if got := a.x(events); got != want {
			t.Errorf("%d events are at %v, want %v", events, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12345: "12,345", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// points are the corners of a path.
func points(t *testing.T, path string) [][2]float64 {
	t.Helper()
	var all [][2]float64
	for word := range strings.SplitSeq(strings.Trim(path, "MZ"), " L") {
		var p [2]float64
		if _, err := fmt.Sscanf(word, "%f %f", &p[0], &p[1]); err != nil {
			t.Fatalf("%q of %s: %v", word, path, err)
		}
		all = append(all, p)
	}
	return all
}

// TestNewCurve_stairs: a curve goes to the right and up only, within the drawing, and ends where the longest search
// ended; its band lies around it.
func TestNewCurve_stairs(t *testing.T) {
	t.Parallel()
	all := ran(2, 5, -7, 30, -100, 400, -900)
	c := newCurve(newAxis([][]search{all}), "a", 0, estimate(all), all)
	line := points(t, c.Line)
	for i, p := range line {
		if p[0] < plotLeft || p[0] > plotRight || p[1] < plotTop || p[1] > plotBottom {
			t.Errorf("%v is outside", p)
		}
		if i > 0 && (p[0] < line[i-1][0] || p[1] > line[i-1][1] || p[0] != line[i-1][0] && p[1] != line[i-1][1]) {
			t.Errorf("from %v to %v", line[i-1], p)
		}
	}
	if end := line[len(line)-1]; end[0] != plotRight {
		t.Errorf("it ends at %v", end)
	}
	band := points(t, c.Band)
	if len(band) != 2*len(line) || !strings.HasSuffix(c.Band, "Z") {
		t.Fatalf("a band of %d corners around a line of %d", len(band), len(line))
	}
	for i, p := range line {
		high, low := band[i], band[len(band)-1-i]
		if high[0] != p[0] || low[0] != p[0] || high[1] > p[1] || low[1] < p[1] {
			t.Errorf("at %v the band goes from %v to %v", p, low, high)
		}
	}
}

// TestNewCurve_breaks: a cross where searches ended without the crash, one for those that ended together, on the curve.
func TestNewCurve_breaks(t *testing.T) {
	t.Parallel()
	all := ran(10, -10, -10, -1000, -5)
	c := newCurve(newAxis([][]search{all}), "a", 0, estimate(all), all)
	share := estimate(all)[0].share
	want := []dot{{"161.3", units(y(share))}, {"392.0", units(y(share))}, {"126.6", units(y(0))}}
	if len(c.Breaks) != len(want) {
		t.Fatalf("%+v", c.Breaks)
	}
	for i, w := range want {
		if c.Breaks[i] != w {
			t.Errorf("cross %d at %+v, want %+v", i, c.Breaks[i], w)
		}
	}
}

// TestNewChart_never: searches that never met the crash have a flat curve without a band, and the drawing says so for
// who cannot see it.
func TestNewChart_never(t *testing.T) {
	t.Parallel()
	c := newChart([]string{"a", "b", "c"}, [][]search{ran(-10, -20), ran(2000, 2000), nil})
	for _, i := range []int{0, 2} {
		if c.Curves[i].Band != "" {
			t.Errorf("a band of nothing: %s", c.Curves[i].Band)
		}
		for _, p := range points(t, c.Curves[i].Line) {
			if p[1] != plotBottom {
				t.Errorf("%s rises to %v", c.Curves[i].Name, p)
			}
		}
	}
	want := "a: never in half of the searches; b: half of the searches after 2,000 events; " +
		"c: never in half of the searches"
	if c.Says != want {
		t.Errorf("says %q, want %q", c.Says, want)
	}
}

// TestNewChart_kinds: more curves than there are colours begin again with the first.
func TestNewChart_kinds(t *testing.T) {
	t.Parallel()
	names, all := make([]string, kinds+2), make([][]search, kinds+2)
	c := newChart(names, all)
	for i, one := range c.Curves {
		if one.Kind != i%kinds {
			t.Errorf("curve %d looks as %d", i, one.Kind)
		}
	}
}

// TestMethods_falling: what a search has run stays run, so a count that falls, as only a damaged result has, raises
// nothing and lowers nothing.
func TestMethods_falling(t *testing.T) {
	t.Parallel()
	got := heights([]growth{methods(&campaign.Result{Events: 9, Methods: []report.Covered{
		{Events: 1, Methods: 10}, {Events: 2, Methods: -5}, {Events: 3, Methods: 10}, {Events: 4, Methods: 12},
	}})})
	if len(got) != 2 || got[0] != (height{1, 10}) || got[1] != (height{4, 12}) {
		t.Errorf("%+v", got)
	}
}
