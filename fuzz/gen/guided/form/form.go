// Package form plans how a form is filled: which text fields with what kind of text, and what confirms it, as a person
// does. It knows nothing of what was tried.
package form

import (
	"math/rand"
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/front"
)

// Step is one planned action, played if the screen offers it.
type Step struct {
	Key   gen.Key
	Class gen.ValueClass // of the text to type
}

const (
	// interrupted is the part of the forms that are left, turned or killed when
	// they are filled, in place of being confirmed.
	interrupted = 0.15
	// often is the part of the forms in which a field is filled, seldom that of a field that cannot matter:
	// what reads it has at most littleFactor.
	often, seldom, littleFactor = 0.85, 0.1, 0.1
)

// Fields are the keys of the text fields that can be typed into, at random some left out, the lowest first.
func Fields(f front.Front, rng *rand.Rand) []gen.Key {
	return f.LowestFirst(slices.DeleteFunc(f.TextFields(), func(i int) bool {
		if f.Offers[i].Factor < littleFactor {
			return rng.Float64() >= seldom
		}
		return rng.Float64() >= often
	}))
}

// Fill plans to fill text fields with texts of a class, and then to press what confirms.
func Fill(f front.Front, fields []gen.Key, class gen.ValueClass, rng *rand.Rand) []Step {
	plan := make([]Step, 0, len(fields)+1)
	odd := rng.Intn(max(1, len(fields)))
	for i, key := range fields {
		field := Step{Key: key, Class: gen.ValidValue}
		// Mostly one value only is odd: what reads it comes after what checks the rest.
		if class == gen.EdgeValue && (i == odd || rng.Float64() < 0.2) {
			field.Class = gen.EdgeValue
		}
		plan = append(plan, field)
	}
	interrupt := rng.Float64() < interrupted
	i := gen.Draw(rng, len(f.Offers), func(i int) float64 {
		o := &f.Offers[i]
		switch {
		case interrupt && gen.Interrupts(o.Event):
			return o.Factor
		case interrupt:
			return 0
		case o.System && o.Event.Kind == event.Key && o.Event.Arg == "ENTER":
			return 2
		case f.Confirms(o):
			return 2 * o.Weight
		case !o.PressesWidget() || f.Screen.Widgets[o.Widget].Editable():
			return 0
		case o.Listed:
			return 0.05 * o.Weight
		}
		return 0.3 * o.Weight
	})
	if i >= 0 {
		plan = append(plan, Step{Key: f.Offers[i].Key})
	}
	return plan
}

// Texts plans to fill all text fields with what a form takes.
func Texts(f front.Front) []Step {
	var plan []Step
	for _, key := range f.Fields() {
		plan = append(plan, Step{Key: key, Class: gen.ValidValue})
	}
	return plan
}

// Valid plans to fill a form so and to confirm it, or to leave it where nothing is called so: many apps save then.
func Valid(f front.Front) []Step {
	plan := Texts(f)
	if i := f.Confirmation(); i >= 0 {
		return append(plan, Step{Key: f.Offers[i].Key})
	}
	return append(plan, Step{Key: gen.KeyOf(event.Event{Kind: event.Back})})
}
