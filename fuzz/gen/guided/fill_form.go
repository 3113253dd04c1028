package guided

import (
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
)

// fillForm fills the text fields of a screen and confirms them as a whole: most of what such a
// screen does, it does with all fields filled.
type fillForm struct{ noFeedback }

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

// form plans to fill text fields and then to press what confirms.
func (s *state) form(fields []gen.Key) []form.Step {
	clear(s.Typed)
	return form.Fill(s.Front(), fields, s.ValueClass(s.View.Screen), s.Rng)
}

// fields are the text fields of a form to fill.
func (s *state) fields() []gen.Key { return form.Fields(s.Front(), s.Rng) }
