package guided

import (
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
)

const (
	// alikeEnough is the likeness from which on an entry is taken for the way: half of its words.
	alikeEnough = 0.5
	// alikeTries is how often it is pressed in a state.
	alikeTries = 2
)

// resembling returns the press of what is called most like the words; -1 if nothing is.
func (s *state) resembling(words naming.Words) int {
	best, most := -1, alikeEnough
	at := s.relevance.Place(s.view.Screen)
	for i := range s.offers {
		o := &s.offers[i]
		if !o.PressesWidget() || s.action(i).Tries >= alikeTries {
			continue
		}
		texts := at.Texts(s.view.Screen, o.Candidate)
		like := words.Likeness(relevance.ShortID(s.view.Screen.Widgets[o.Widget].ID))
		for _, text := range texts {
			like = max(like, words.Likeness(text))
		}
		if like > most || like == most && best < 0 {
			best, most = i, like
		}
	}
	return best
}
