package guided

import (
	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
)

// find returns an offer with the key, -1 if there is none; of rows, which share a key, any.
func (s *state) find(key gen.Key) int { return s.presses().Find(key) }

// typeInto chooses to type what an achiever wants into a field.
func (s *state) typeInto(offer int, a *guide.Achiever) (choice, bool) {
	value, ok := goals.Text(a, s.rng)
	if !ok {
		return take(offer, gen.EdgeValue)
	}
	c := choice{kind: giveEvent, offer: offer, event: s.offers[offer].Event}
	c.event.Value = value
	return c, true
}
