package timetravel

import (
	"slices"

	"talpa/fuzz/gen"
)

// Parameters of the detection of dead ends and loops: those of the paper but for maxSame, which is 200 there,
// where going back takes as long as 45 events; here it takes about five.
const (
	minIdle = 25  // events without new code, before which the search is not stuck
	maxSame = 20  // events in a row that lead to the state they began in
	window  = 10  // last states looked at for a loop
	top     = 0.2 // part of all states that counts as visited often
	easy    = 0.8 // part of the window that is repeated or visited often in a loop
)

// stuck watches whether a search makes progress (the paper's algorithm 2).
type stuck struct {
	same   int
	idle   int // events in a row without new code
	recent []*state
}

// step tells where an event led, whether it began there, and whether it ran new code.
func (s *stuck) step(to *state, same bool, code gen.Code) {
	switch s.idle++; code {
	case gen.CodeNew:
		s.idle = 0
	case gen.CodeUnknown:
		s.idle = minIdle
	}
	if same {
		s.same++
		return
	}
	s.same = 0
	if s.recent = append(s.recent, to); len(s.recent) > window {
		s.recent = s.recent[1:]
	}
}

// is says whether the search is in a dead end or a loop.
func (s *stuck) is(c *corpus) bool {
	if s.idle < minIdle {
		return false
	}
	if s.same > maxSame {
		return true
	}
	if len(s.recent) < window {
		return false
	}
	often := c.often(top)
	count := 0
	for i, a := range s.recent {
		if slices.Contains(s.recent[:i], a) || slices.Contains(s.recent[i+1:], a) || often[a] {
			count++
		}
	}
	return float64(count) > easy*window
}
