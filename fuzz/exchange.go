package fuzz

import (
	"slices"
	"sync"

	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
)

// Exchange carries what came near the wanted crash from each device of a search to the others: those of one run, and
// those of runs side by side that are given the same Exchange. Safe for use by several goroutines.
type Exchange struct {
	mu     sync.Mutex
	misses []miss // each nearer to the crash than the one before
}

// origin is where a miss comes from: the member of a portfolio and its worker.
type origin struct{ member, worker int }

// miss is what came near the crash.
type miss struct {
	gen.Near
	from     origin
	approach float64
}

// take keeps the events of an episode if the last one came nearer to the crash than any before: ran a method of the
// trace that is further up its stack.
func (x *Exchange) take(from origin, levels map[string]float64, played []event.Event) {
	x.mu.Lock()
	defer x.mu.Unlock()
	best := 0.0
	if n := len(x.misses); n > 0 {
		best = x.misses[n-1].approach
	}
	method := ""
	for m, a := range levels {
		if (a > best || a == best && m < method) && (evidence.Score{Approach: a}).OnStack() {
			method, best = m, a
		}
	}
	if method != "" {
		x.misses = append(x.misses, miss{gen.Near{Events: slices.Clone(played), Method: method}, from, best})
	}
}

// since returns the near misses but for the first n.
func (x *Exchange) since(n int) []miss {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.misses[n:len(x.misses):len(x.misses)]
}
