package evidence

import (
	"slices"

	"talpa/asra/guide"
)

// place is a frame of the wanted stack: the methods of this app that it may be, and their
// approach level.
type place struct {
	methods []string
	weight  float64
}

// stack is the wanted stack as far as probes tell of it.
type stack struct {
	places []place // the outermost first
	// loose says that the outermost frame is the body of a thread or of a task, which began in
	// an event before.
	loose bool
}

// aside is the approach level at most of a method of the trace that ran without those that call
// it there: it was called by others, so what ran it is no nearer than a handler on the path.
const aside = pathPart

// bodies are the methods in which threads and tasks spend their lives.
var bodies = []string{"run", "call", "doInBackground"}

// stackFrom returns the wanted stack of a guide. Frames without a probe are left out.
func stackFrom(g *guide.Guide, weights map[string]float64, watched []string) stack {
	var s stack
	frames := framesOf(g)
	outermost := -1
	for method, at := range frames {
		if at > outermost && slices.Contains(watched, method) {
			outermost = at
		}
	}
	for at := outermost; at >= 0; at-- {
		var p place
		for method, other := range frames {
			if other == at && slices.Contains(watched, method) {
				p.methods, p.weight = append(p.methods, method), weights[method]
			}
		}
		if len(p.methods) > 0 {
			slices.Sort(p.methods)
			s.places = append(s.places, p)
		}
	}
	for _, f := range slices.Backward(g.Target.Frames) {
		if f.InApp && len(f.Resolved) > 0 {
			s.loose = slices.Contains(bodies, f.Method)
			break
		}
	}
	return s
}

// depth is how many places of the stack ran one inside the other, from the outermost on.
func (s stack) depth(ran []string) int {
	if s.loose {
		return len(s.places)
	}
	for i, p := range s.places {
		if !slices.ContainsFunc(p.methods, func(m string) bool { return slices.Contains(ran, m) }) {
			return i
		}
	}
	return len(s.places)
}

// Levels are the approach levels that the methods that one event ran show, by DEX name. A
// method of the trace counts in full only if the frames that call it there ran as well: what
// many call runs all the time, and says nothing where another one called it.
func (s *Scale) Levels(ran []string) map[string]float64 {
	levels := map[string]float64{}
	if s == nil {
		return levels
	}
	for _, m := range ran {
		levels[m] = s.weights[m]
	}
	for _, p := range s.stack.places[s.stack.depth(ran):] {
		for _, m := range p.methods {
			if w, ok := levels[m]; ok {
				levels[m] = min(w, aside)
			}
		}
	}
	return levels
}
