package guided

import (
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
)

// maxIcons is how often what a field is behind is pressed in a task.
const maxIcons = 2

// openField presses what a text field is behind, such as the icon of a search; false where nothing is known to be so.
func (p *planned) openField(s *state, t goals.Task) (choice, bool) {
	i := s.Presses().Icon(t.Widgets)
	if i < 0 || p.present.icons == maxIcons {
		return choice{}, false
	}
	p.present.icons++
	return take(i, gen.AnyValue)
}
