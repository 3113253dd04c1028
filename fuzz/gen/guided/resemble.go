package guided

import (
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/naming"
)

// resembling returns the press of what is called most like the words; -1 if nothing is.
func (s *state) resembling(words naming.Words) int {
	return s.front().Resembling(words, func(offer int) int { return s.action(offer).Tries })
}

// likeliest returns of the offers that use a task's widgets, where code does not tell which of them leads
// on, the one that is called like the next screen; of those that were tried no more often than otherwise, which
// it returns where none is called so.
func (p *planned) likeliest(s *state, t goals.Task, otherwise int) int {
	words := goals.NextScreen(p.tasks, t)
	if otherwise < 0 || len(words) == 0 || len(t.Widgets) < 2 {
		return otherwise
	}
	best, most := otherwise, s.front().Likeness(otherwise, words)
	for _, i := range s.front().Bearing(t.Widgets, t.Role) {
		if like := s.front().Likeness(i, words); like > most && s.action(i).Tries <= s.action(otherwise).Tries {
			best, most = i, like
		}
	}
	return best
}
