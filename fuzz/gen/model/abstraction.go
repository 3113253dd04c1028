package model

import "talpa/fuzz/ui"

// print is a screen told ever more finely: its structure; its labels, and which
// text fields are filled; its content.
type print [3]ui.State

func printOf(s *ui.Screen) print {
	p := print{s.Structure(), s.Labelled(), s.Content()}
	for i := range s.Widgets {
		if w := &s.Widgets[i]; w.Editable() && w.Typed() != "" {
			p[1], p[2] = below(p[1], ui.State(i)), below(p[2], ui.State(i))
		}
	}
	return p
}

// abstraction says which screens are one state. It begins with the structure;
// a state that turns out to hide a difference is told more finely from then on,
// and others are not: the abstraction is a tree of depth 3.
type abstraction struct {
	refined map[ui.State]int  // states told more finely, and at which level
	sealed  map[ui.State]bool // states that must not be
}

func newAbstraction() abstraction {
	return abstraction{refined: map[ui.State]int{}, sealed: map[ui.State]bool{}}
}

// of returns the state of a screen, and how finely it is told: an index into
// the print.
func (a *abstraction) of(p print) (s ui.State, level int) {
	s = p[0]
	for a.refined[s] > level {
		level = a.refined[s]
		s = below(s, p[level])
	}
	return s, level
}

// below is the state of a finer print inside a state.
func below(s, fine ui.State) ui.State {
	const prime = 1099511628211
	return (s*prime ^ fine) * prime
}

// Bounds of the abstraction.
const (
	// maxParts is the number of parts into which a state may fall: what has more
	// is data, such as a list or a clock, not place.
	maxParts = 12
	// leastTries is how often an action must have been tried before its outcomes
	// say something about the state.
	leastTries = 3
)

// splits says whether telling a state by the print at a level explains why an
// action leads to different states: the tries whose screens agree at that level
// agree more in where they led.
func splits(tries []transition, level int, to func(transition) ui.State) bool {
	coarse := map[ui.State]bool{}
	fine := map[ui.State]map[ui.State]bool{}
	for _, t := range tries {
		target, part := to(t), t.from[level]
		coarse[target] = true
		if fine[part] == nil {
			fine[part] = map[ui.State]bool{}
		}
		fine[part][target] = true
	}
	if len(coarse) < 2 || len(fine) < 2 || len(fine) == len(tries) {
		return false // nothing to explain, or each screen was there once: no evidence
	}
	unexplained := 0
	for _, targets := range fine {
		unexplained += len(targets) - 1
	}
	return unexplained < len(coarse)-1
}
