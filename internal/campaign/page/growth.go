package page

import (
	"fmt"
	"slices"
	"strings"
)

// growth is what one search covered over time: after how many events each screen was met first, rising, and after how
// many it ended.
type growth struct {
	met    []int
	events int
}

// height is the mean number of screens that searches had met from a number of events on. One that has ended counts with
// what it had met.
type height struct {
	events int
	mean   float64
}

// heights are the steps at which the mean of some searches rises.
func heights(all []growth) []height {
	var at []int
	for _, g := range all {
		at = append(at, g.met...)
	}
	slices.Sort(at)
	var out []height
	for i, events := range at {
		if i+1 < len(at) && at[i+1] == events {
			continue
		}
		out = append(out, height{events, float64(i+1) / float64(len(all))})
	}
	return out
}

// upTicks is about how many marks the axis of screens has.
const upTicks = 4

// newCoverage draws how many screens the searches of several configurations, which have names, met over time; nil where
// nothing is known of that.
func newCoverage(names []string, all [][]growth) *chart {
	ends, most := make([][]search, len(all)), 0.0
	for i, searches := range all {
		for _, g := range searches {
			ends[i] = append(ends[i], search{events: g.events})
		}
		for _, h := range heights(searches) {
			most = max(most, h.mean)
		}
	}
	if most == 0 {
		return nil
	}
	a := newAxis(ends)
	c := &chart{Wide: chartWide, High: chartHigh, Left: plotLeft, Right: plotRight, Bottom: plotBottom,
		Middle: (plotLeft + plotRight) / 2, Across: a.ticks()}
	step := 1 + int(most)/upTicks
	top := step * (1 + int(most)/step)
	for n := 0; n <= top; n += step {
		c.Up = append(c.Up, tick{units(y(float64(n) / float64(top))), grouped(n)})
	}
	var says []string
	for i, name := range names {
		last := 0
		for _, g := range all[i] {
			last = max(last, g.events)
		}
		line, up := []string{units(a.x(1)) + " " + units(y(0))}, units(y(0))
		end := 0.0
		for _, h := range heights(all[i]) {
			x := units(a.x(h.events))
			line = append(line, x+" "+up)
			up, end = units(y(h.mean/float64(top))), h.mean
			line = append(line, x+" "+up)
		}
		line = append(line, units(a.x(last))+" "+up)
		c.Curves = append(c.Curves, curve{Name: name, Kind: i % kinds, Line: "M" + strings.Join(line, " L")})
		says = append(says, fmt.Sprintf("%s: %.1f screens in the end", name, end))
	}
	c.Says = strings.Join(says, "; ")
	return c
}
