package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"talpa/internal/campaign"
)

// growth is what one search covered over time, rising, and after how many events it ended.
type growth struct {
	rises  []rise
	events int
}

// rise says that so many screens or methods came after so many events.
type rise struct{ events, n int }

// screens is what a search met of an app's screens.
func screens(r *campaign.Result) growth {
	g := growth{events: r.Events}
	for _, events := range r.Growth {
		g.rises = append(g.rises, rise{events, 1})
	}
	return g
}

// methods is what a search ran of an app's methods.
func methods(r *campaign.Result) growth {
	g, before := growth{events: r.Events}, 0
	for _, c := range r.Methods {
		if c.Methods > before { // what was run stays so
			g.rises = append(g.rises, rise{c.Events, c.Methods - before})
			before = c.Methods
		}
	}
	return g
}

// height is the mean of what searches had covered from a number of events on. One that has ended counts with what
// it had covered.
type height struct {
	events int
	mean   float64
}

// heights are the steps at which the mean of some searches rises.
func heights(all []growth) []height {
	var rises []rise
	for _, g := range all {
		rises = append(rises, g.rises...)
	}
	slices.SortFunc(rises, func(a, b rise) int { return cmp.Compare(a.events, b.events) })
	var out []height
	sum := 0
	for i, r := range rises {
		sum += r.n
		if i+1 < len(rises) && rises[i+1].events == r.events {
			continue
		}
		out = append(out, height{r.events, float64(sum) / float64(len(all))})
	}
	return out
}

// upTicks is about how many marks the axis of what was covered has.
const upTicks = 4

// rounded is the next number from n on that is 1, 2 or 5 times a power of ten.
func rounded(n int) int {
	for power := 1; ; power *= 10 {
		for _, first := range []int{1, 2, 5} {
			if first*power >= n {
				return first * power
			}
		}
	}
}

// newCoverage draws how much of what, such as screens, the searches of several configurations, which have names,
// covered over time; nil where nothing is known of that.
func newCoverage(what string, names []string, all [][]growth) *chart {
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
	step := rounded(1 + int(most)/upTicks)
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
		says = append(says, fmt.Sprintf("%s: %.1f %s in the end", name, end, what))
	}
	c.Says = strings.Join(says, "; ")
	return c
}
