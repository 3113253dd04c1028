package guided

import (
	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
)

// typeInto chooses to type what an achiever wants into a field.
func (s *state) typeInto(offer int, a *guide.Achiever) (choice, bool) {
	value, ok := goals.Text(a, s.Rng)
	if !ok {
		return take(offer, gen.EdgeValue)
	}
	c := choice{kind: giveEvent, offer: offer, event: s.Offers[offer].Event}
	c.event.Value = value
	return c, true
}
