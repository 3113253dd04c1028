package evidence

import (
	"maps"
	"slices"

	"talpa/asra/guide"
)

// maxWatched bounds the methods that are watched, those nearest to the crash first: each is a
// line in the log.
const maxWatched = 150

func watch(g *guide.Guide) []string {
	var all []string
	busy := busyMethods(g)
	add := func(method string) {
		if method != "" && !busy[method] && len(all) < maxWatched && !slices.Contains(all, method) {
			all = append(all, method)
		}
	}
	for _, method := range slices.Sorted(maps.Keys(framesOf(g))) {
		add(method)
	}
	for _, m := range g.Milestones {
		add(m.Callback)
	}
	if g.Plan != nil {
		for i := range g.Plan.Goals {
			if goal := &g.Plan.Goals[i]; goal.Kind == guide.GoalRun {
				add(goal.Subject.Name)
			}
		}
	}
	var leading []*guide.Callback
	for i := range g.Callbacks {
		if cb := &g.Callbacks[i]; leads(cb) {
			leading = append(leading, cb)
		}
	}
	slices.SortStableFunc(leading, func(a, b *guide.Callback) int { return a.Distance - b.Distance })
	for _, cb := range leading {
		add(cb.Method)
	}
	slices.Sort(all)
	return all
}

// busyMethods run many times a second, or call themselves: they would fill the log.
func busyMethods(g *guide.Guide) map[string]bool {
	busy := map[string]bool{}
	for i := range g.Callbacks {
		if cb := &g.Callbacks[i]; cb.Role == guide.RoleDraw || cb.Role == guide.RoleTouch {
			busy[cb.Method] = true
		}
	}
	count := map[string]int{}
	for _, f := range g.Target.Frames {
		if len(f.Resolved) == 0 {
			continue
		}
		method := f.Resolved[0]
		if count[method]++; count[method] > 1 {
			busy[method] = true
		}
	}
	return busy
}

// leads says whether the callback is a user's event that leads to the crash.
func leads(cb *guide.Callback) bool {
	return cb.Verdict == guide.Necessary && cb.Distance >= 0 && cb.Role.Prunable()
}

// framesOf returns the methods of the wanted trace with their place in it: 0
// for the crash point, then outwards.
func framesOf(g *guide.Guide) map[string]int {
	frames := map[string]int{}
	add := func(method string, place int) {
		if old, ok := frames[method]; method != "" && (!ok || place < old) {
			frames[method] = place
		}
	}
	add(g.Target.Method, 0)
	place := 0
	for _, f := range g.Target.Frames {
		if !f.InApp || len(f.Resolved) == 0 {
			continue
		}
		for _, method := range f.Resolved {
			add(method, place)
		}
		place++
	}
	add(g.Target.Callback, max(0, place-1))
	return frames
}

// Approach levels. The scale has two halves, the path to the stack and the stack itself, so
// that whatever ran on the stack is nearer than whatever did not.
const (
	pathPart = 0.5 // of a handler that calls the outermost frame
	// outermost is the level of the outermost frame: to get there is most of the way, as
	// what is left is done by the app and not by the user.
	outermost = 0.7
	// stepCost lessens the level of a handler by its calls to the stack. A hyperbola, as
	// Arcuri ("It does matter how you normalise the branch distance in search based software
	// testing", STVR 2013) normalises distances without an upper bound.
	stepCost = 0.4
)

// weigh gives methods, by DEX name, their approach levels.
func weigh(g *guide.Guide) map[string]float64 {
	weights := map[string]float64{}
	for i := range g.Callbacks {
		if cb := &g.Callbacks[i]; leads(cb) {
			weights[cb.Method] = pathPart / (1 + stepCost*float64(cb.Distance))
		}
	}
	frames := framesOf(g)
	last := 1
	for _, place := range frames {
		last = max(last, place)
	}
	for method, place := range frames {
		weights[method] = 1 - (1-outermost)*float64(place)/float64(last)
	}
	return weights
}
