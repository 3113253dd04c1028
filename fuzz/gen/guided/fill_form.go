package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/ui"
)

// fillForm fills the text fields of a screen and confirms them as a whole: most of what such a
// screen does, it does with all fields filled.
type fillForm struct{ deaf }

// Name implements Strategy.
func (fillForm) Name() string { return "fill_form" }

// Propose implements Strategy.
func (fillForm) Propose(s *state) (plan, bool) {
	fields := s.fields()
	if len(fields) == 0 {
		return nil, false
	}
	return &steps{s.form(fields)}, true
}

// interrupted is the part of the forms that are left, turned or killed when
// they are filled, in place of being confirmed.
const interrupted = 0.15

// fields returns the text fields that can be typed into, at random some left out, the lowest first.
func (s *state) fields() []gen.Key {
	var fields []int
	for i := range s.offers {
		often := 0.85
		if s.offers[i].Factor < 0.1 {
			often = 0.1 // what reads the field cannot matter
		}
		if o := &s.offers[i]; o.Verb == ui.Type && !o.System && s.rng.Float64() < often {
			fields = append(fields, i)
		}
	}
	return s.front().LowestFirst(fields)
}

// form plans to fill text fields and then to press what confirms, as a person does.
func (s *state) form(fields []gen.Key) []step {
	clear(s.typed)
	plan := make([]step, 0, len(fields)+1)
	class, odd := s.valueClass(s.view.Screen), s.rng.Intn(max(1, len(fields)))
	for i, key := range fields {
		field := step{key: key, class: gen.ValidValue}
		// Mostly one value only is odd: what reads it comes after what checks the rest.
		if class == gen.EdgeValue && (i == odd || s.rng.Float64() < 0.2) {
			field.class = gen.EdgeValue
		}
		plan = append(plan, field)
	}
	interrupt := s.rng.Float64() < interrupted
	i := gen.Draw(s.rng, len(s.offers), func(i int) float64 {
		o := &s.offers[i]
		switch {
		case interrupt && gen.Interrupts(o.Event):
			return o.Factor
		case interrupt:
			return 0
		case o.System && o.Event.Kind == event.Key && o.Event.Arg == "ENTER":
			return 2
		case !o.PressesWidget() || s.view.Screen.Widgets[o.Widget].Editable():
			return 0
		case naming.Confirms(&s.view.Screen.Widgets[o.Widget], o.Label):
			return 2 * o.Weight
		case o.Listed:
			return 0.05 * o.Weight
		}
		return 0.3 * o.Weight
	})
	if i >= 0 {
		plan = append(plan, step{key: s.offers[i].Key})
	}
	return plan
}
