package page

import (
	"cmp"
	"math"
	"slices"
)

// search is one job as survival analysis sees it: it met the crash after so many events, or had not
// when it ended (it is censored then).
type search struct {
	events int
	met    bool
}

// step is the estimate from a number of events on.
type step struct {
	events    int
	share     float64 // of searches that have met the crash by then, 0 to 1
	low, high float64 // 95 % interval of the share
	met, left int     // searches that met it at this step, and that were still running before it
}

// normal95 is the quantile of the normal distribution that bounds an interval of 95 %.
const normal95 = 1.959964

// estimate is one minus the Kaplan-Meier estimate of survival, with pointwise intervals by Greenwood's
// variance on the scale log(-log) (Kalbfleisch and Prentice), which stay within 0 and 1. Where all
// searches have met the crash that variance is not defined: the upper bound is 1 then, and the lower one
// that of the step before (0 without one).
func estimate(all []search) []step {
	all = slices.SortedFunc(slices.Values(all), func(a, b search) int { return cmp.Compare(a.events, b.events) })
	var steps []step
	survival, greenwood, low := 1.0, 0.0, 0.0
	for i := 0; i < len(all); {
		at, met, end := all[i].events, 0, i
		for ; end < len(all) && all[end].events == at; end++ {
			if all[end].met {
				met++
			}
		}
		left := len(all) - i
		if i = end; met == 0 {
			continue
		}
		survival *= 1 - float64(met)/float64(left)
		s := step{events: at, share: 1 - survival, low: low, high: 1, met: met, left: left}
		if met < left {
			greenwood += float64(met) / float64(left) / float64(left-met)
			spread := math.Exp(normal95 * math.Sqrt(greenwood) / -math.Log(survival))
			low = 1 - math.Pow(survival, 1/spread)
			s.low, s.high = low, 1-math.Pow(survival, spread)
		}
		steps = append(steps, s)
	}
	return steps
}

// medianEvents is after how many events half of the searches have met the crash; false if they never have.
func medianEvents(steps []step) (int, bool) {
	for _, s := range steps {
		if s.share >= 0.5 {
			return s.events, true
		}
	}
	return 0, false
}
