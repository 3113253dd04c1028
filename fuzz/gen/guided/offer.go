package guided

import (
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// offersOf returns all that can be done now, weighed by how much it matters.
func (s *state) offersOf(v gen.View) []transition.Offer {
	list := gen.Candidates(v.Screen)
	offers := make([]transition.Offer, 0, len(list)+16)
	at := s.relevance.Place(v.Screen)
	for _, c := range list {
		factor, texts := at.Widget(v.Screen, c), at.Texts(v.Screen, c)
		c.Weight *= factor
		doubtful := s.feedback.Probed && (c.Verb == ui.Press || c.Verb == ui.LongPress)
		offers = append(offers, transition.Offer{Candidate: c, Factor: factor, Doubtful: doubtful,
			Sets: s.settings.SettingOf(v.Screen, c, texts), Opens: s.settings.OpensOf(v.Screen, c, texts),
			ID: relevance.ShortID(v.Screen.Widgets[c.Widget].ID)})
	}
	for _, c := range s.systemOffers(v) {
		if c.Key == 0 {
			c.Key = gen.KeyOf(c.Event)
			c.Kind = c.Key
		}
		factor := at.System(c.Event)
		c.Weight *= factor
		offers = append(offers, transition.Offer{Candidate: c, System: true, Factor: factor})
	}
	return offers
}

// systemOffers returns the events that need no widget and make sense now.
func (s *state) systemOffers(v gen.View) []gen.Candidate {
	list := gen.System(v)
	config := s.relevance.Wants(event.Config) > 0
	known := s.relevance.Known()
	for i := range list {
		if list[i].Event.Kind == event.Rotate && s.turned != "" {
			list[i].Event = gen.Turn(s.turned) // how a screen looks that keeps its orientation does not tell
		}
		if known && list[i].Event.Intent != nil {
			list[i].Weight = s.relevance.Intent(list[i].Event.Intent)
		}
	}
	list = slices.DeleteFunc(list, func(c gen.Candidate) bool {
		switch {
		case c.Event.Kind == event.Permission:
			return known // the guide knows which of them matter
		case gen.Cold(c.Event):
			return s.warm <= coldPause
		case c.Event.Kind == event.Config && c.Event.Arg == "locale":
			return s.relevance.Routed && !config // another language hides the words that the guide knows
		}
		return false
	})
	return append(list, s.relevance.Outside()...)
}

// coldPause is the least number of events between two that start a process,
// which takes as long as dozens of others.
const coldPause = 30

// valueClass draws how to fill a form: on the path to the target it is to let one
// pass, at the target it is to break. A text that the crash tells of may have been
// typed on any screen.
func (s *state) valueClass(screen *ui.Screen) gen.ValueClass {
	nasty := 0.5
	switch at := s.relevance.Place(screen); {
	case at.Target:
		nasty = 0.7
	case at.Routed && s.relevance.Told:
		nasty = 0.4
	case at.Routed:
		nasty = 0.15
	}
	if s.rng.Float64() < nasty {
		return gen.EdgeValue
	}
	return gen.ValidValue
}
