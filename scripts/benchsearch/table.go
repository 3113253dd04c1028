package main

import (
	"fmt"
	"io"
	"math"
	"math/rand"
	"slices"
	"strings"
)

// writeTable prints a line for each variant: how often the crash was reproduced, with its
// interval, medians of those that did, and beside the first variant the probability A12 (Vargha
// and Delaney, "A critique and improvement of the CL common language effect size statistics",
// 2000) that the first needs fewer events, where a search that fails needs more than any. A12 compares
// seeds within a case, on the cases that both have, and is the mean over cases.
func writeTable(out io.Writer, variants []variant, cases []string, results map[string]map[string][]cell) error {
	var b strings.Builder
	first := variants[0].name
	fmt.Fprintf(&b, "| variant | reproduced | 95 %% | events | CPU s | A12 of %s | 95 %% |\n", first)
	b.WriteString("|---|---|---|---|---|---|---|\n")
	for _, v := range variants {
		var all, found []cell
		for _, c := range cases {
			all = append(all, results[v.name][c]...)
		}
		for _, c := range all {
			if c.Reproduced {
				found = append(found, c)
			}
		}
		if len(all) == 0 {
			continue
		}
		low, high := wilson(len(found), len(all))
		fmt.Fprintf(&b, "| %s | %d of %d | %.2f to %.2f | %.0f | %.0f |", v.name, len(found), len(all), low, high,
			median(found, func(c cell) float64 { return float64(c.Events) }),
			median(found, func(c cell) float64 { return c.CPU }))
		if v.name == first {
			b.WriteString(" | |\n")
			continue
		}
		a, low, high := compare(cases, results[first], results[v.name])
		fmt.Fprintf(&b, " %.2f | %.2f to %.2f |\n", a, low, high)
	}
	_, err := io.WriteString(out, b.String())
	if err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}

// writeCases prints a line for each case: in how many runs each variant reproduced it, with the
// median of the events that took. A case that the first variant reproduces and another never
// does counts as lost by that one.
func writeCases(out io.Writer, variants []variant, cases []string, results map[string]map[string][]cell) error {
	var b strings.Builder
	b.WriteString("\n| case |")
	for _, v := range variants {
		b.WriteString(" " + v.name + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(variants)) + "\n")
	lost := map[string]int{}
	for _, c := range cases {
		before := reproduced(results[variants[0].name][c])
		fmt.Fprintf(&b, "| %s |", c)
		for _, v := range variants {
			all := results[v.name][c]
			found := reproduced(all)
			switch {
			case len(all) == 0:
				b.WriteString(" |")
				continue
			case len(found) == 0:
				fmt.Fprintf(&b, " 0 of %d |", len(all))
			default:
				events := median(found, func(c cell) float64 { return float64(c.Events) })
				fmt.Fprintf(&b, " %d of %d, %.0f |", len(found), len(all), events)
			}
			if len(found) == 0 && len(before) > 0 {
				lost[v.name]++
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("| lost |")
	for _, v := range variants {
		fmt.Fprintf(&b, " %d |", lost[v.name])
	}
	_, err := io.WriteString(out, b.String()+"\n")
	if err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}

// reproduced are the cells of searches that made the crash happen.
func reproduced(cells []cell) []cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return !c.Reproduced })
}

// quantile of the normal distribution for 95 %.
const z = 1.96

// wilson is the score interval of a share (Wilson, 1927).
func wilson(hits, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	p, m := float64(hits)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, centre-half), min(1, centre+half)
}

func median(cells []cell, of func(cell) float64) float64 {
	if len(cells) == 0 {
		return math.NaN()
	}
	values := make([]float64, len(cells))
	for i, c := range cells {
		values[i] = of(c)
	}
	slices.Sort(values)
	if n := len(values); n%2 == 0 {
		return (values[n/2-1] + values[n/2]) / 2
	}
	return values[len(values)/2]
}

// resamples is the number of bootstrap samples of an interval.
const resamples = 2000

// compare is the mean over cases of A12, with the bootstrap's interval over seeds.
func compare(cases []string, ours, theirs map[string][]cell) (a, low, high float64) {
	mean := func(pick func([]cell) []cell) float64 {
		sum, n := 0.0, 0
		for _, c := range cases {
			if x, y := ours[c], theirs[c]; len(x) > 0 && len(y) > 0 {
				sum += a12(pick(x), pick(y))
				n++
			}
		}
		return sum / float64(n)
	}
	a = mean(func(x []cell) []cell { return x })
	rng := rand.New(rand.NewSource(1)) // the same table of the same cells
	samples := make([]float64, resamples)
	for i := range samples {
		samples[i] = mean(func(x []cell) []cell {
			drawn := make([]cell, len(x))
			for i := range drawn {
				drawn[i] = x[rng.Intn(len(x))]
			}
			return drawn
		})
	}
	slices.Sort(samples)
	return a, samples[resamples*25/1000], samples[resamples*975/1000]
}

// a12 is the probability that one of ours needs fewer events than one of theirs, ties half.
func a12(ours, theirs []cell) float64 {
	wins := 0.0
	for _, x := range ours {
		for _, y := range theirs {
			switch a, b := cost(x), cost(y); {
			case a < b:
				wins++
			case a == b:
				wins += 0.5
			}
		}
	}
	return wins / float64(len(ours)*len(theirs))
}

// cost is what a search needed, in events.
func cost(c cell) float64 {
	if !c.Reproduced {
		return math.Inf(1)
	}
	return float64(c.Events)
}
