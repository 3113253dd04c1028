package page

import (
	"fmt"
	"math"
	"strings"
)

// The drawing in its own units; the page scales it. Text of 12 units is readable on a phone, where the
// whole is about as wide as it is here.
const (
	chartWide, chartHigh = 400, 250
	plotLeft, plotRight  = 46, 392
	plotTop, plotBottom  = 10, 212
	// kinds is how many curves look different: the style sheet has that many colours.
	kinds = 6
)

// chart is the drawing of the curves of one crash.
type chart struct {
	Wide, High int
	Left       int
	Right      int
	Bottom     int
	Middle     int
	Across     []tick
	Up         []tick
	Curves     []curve
	Says       string // for who cannot see it
}

// tick is a mark of an axis.
type tick struct {
	At   string // in units of the drawing
	Text string
}

// curve is one configuration.
type curve struct {
	Name   string
	Kind   int // colour and dashes
	Line   string
	Band   string // the interval
	Breaks []dot  // where searches ended without the crash
}

type dot struct{ X, Y string }

// axis maps events to the drawing, logarithmically: searches end after 3 or after 3,000.
type axis struct {
	events int
	most   float64 // the logarithm of events
}

// newAxis ends at the largest number of events, and not before 10.
func newAxis(all [][]search) axis {
	most := 10
	for _, one := range all {
		for _, s := range one {
			most = max(most, s.events)
		}
	}
	return axis{most, math.Log10(float64(most))}
}

func (a axis) x(events int) float64 {
	return plotLeft + (plotRight-plotLeft)*math.Log10(float64(max(events, 1)))/a.most
}

func (a axis) ticks() []tick {
	var all []tick
	for n := 1; ; n *= 10 {
		all = append(all, tick{units(a.x(n)), grouped(n)})
		if n > a.events/10 {
			return all
		}
	}
}

func y(share float64) float64 { return plotBottom - (plotBottom-plotTop)*share }

func units(v float64) string { return fmt.Sprintf("%.1f", v) }

// grouped writes a number with commas between thousands.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// newChart draws the searches of several configurations, which have names.
func newChart(names []string, all [][]search) *chart {
	a := newAxis(all)
	c := &chart{Wide: chartWide, High: chartHigh, Left: plotLeft, Right: plotRight, Bottom: plotBottom,
		Middle: (plotLeft + plotRight) / 2, Across: a.ticks()}
	for _, percent := range []int{0, 25, 50, 75, 100} {
		c.Up = append(c.Up, tick{units(y(float64(percent) / 100)), fmt.Sprintf("%d %%", percent)})
	}
	var says []string
	for i, name := range names {
		steps := estimate(all[i])
		c.Curves = append(c.Curves, newCurve(a, name, i%kinds, steps, all[i]))
		line := name + ": never in half of the searches"
		if events, ok := medianEvents(steps); ok {
			line = fmt.Sprintf("%s: half of the searches after %s events", name, grouped(events))
		}
		says = append(says, line)
	}
	c.Says = strings.Join(says, "; ")
	return c
}

func newCurve(a axis, name string, kind int, steps []step, all []search) curve {
	last := 0 // where the longest search ended
	for _, s := range all {
		last = max(last, s.events)
	}
	stairs := func(value func(step) float64) []dot {
		points := []dot{{units(a.x(1)), units(y(0))}}
		for _, s := range steps {
			x := units(a.x(s.events))
			points = append(points, dot{x, points[len(points)-1].Y}, dot{x, units(y(value(s)))})
		}
		return append(points, dot{units(a.x(last)), points[len(points)-1].Y})
	}
	path := func(points []dot) string {
		var words []string
		for _, p := range points {
			words = append(words, p.X+" "+p.Y)
		}
		return strings.Join(words, " L")
	}
	c := curve{Name: name, Kind: kind, Line: "M" + path(stairs(func(s step) float64 { return s.share }))}
	if len(steps) > 0 {
		low := stairs(func(s step) float64 { return s.low })
		for i, j := 0, len(low)-1; i < j; i, j = i+1, j-1 {
			low[i], low[j] = low[j], low[i]
		}
		c.Band = "M" + path(stairs(func(s step) float64 { return s.high })) + " L" + path(low) + "Z"
	}
	seen := map[int]bool{}
	for _, s := range all {
		if s.met || seen[s.events] {
			continue
		}
		seen[s.events] = true
		share := 0.0
		for _, step := range steps {
			if step.events <= s.events {
				share = step.share
			}
		}
		c.Breaks = append(c.Breaks, dot{units(a.x(s.events)), units(y(share))})
	}
	return c
}
