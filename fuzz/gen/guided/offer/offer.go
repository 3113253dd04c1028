// Package offer lists what can be done on the screen in front, each with how much it matters to the crash: actions on
// widgets, and events that need none. It also draws with what kind of text the fields of the screen are filled.
package offer

import (
	"math/rand"
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// ColdPause is the least number of events between two that start a process, which takes as long as dozens of others.
const ColdPause = 30

// Lister lists the offers of one app.
type Lister struct {
	Relevance *relevance.Relevance
	Settings  *settings.Settings
}

// Moment is what of the past decides on what is offered.
type Moment struct {
	Probed bool   // probes tell what an event ran
	Warm   int    // events since the app's process was started
	Turned string // how the device was turned last in the episode; "" if it was not
}

// All returns all that can be done now, weighed by how much it matters.
func (l Lister) All(v gen.View, m Moment) []transition.Offer {
	list := gen.Candidates(v.Screen)
	offers := make([]transition.Offer, 0, len(list)+16)
	at := l.Relevance.Place(v.Screen)
	for _, c := range list {
		factor, texts := at.Widget(v.Screen, c), at.Texts(v.Screen, c)
		c.Weight *= factor
		doubtful := m.Probed && (c.Verb == ui.Press || c.Verb == ui.LongPress)
		offers = append(offers, transition.Offer{Candidate: c, Factor: factor, Doubtful: doubtful,
			Sets: l.Settings.SettingOf(v.Screen, c, texts), Opens: l.Settings.OpensOf(v.Screen, c, texts),
			ID: relevance.ShortID(v.Screen.Widgets[c.Widget].ID)})
	}
	for _, c := range l.System(v, m) {
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

// System returns the events that need no widget and make sense now.
func (l Lister) System(v gen.View, m Moment) []gen.Candidate {
	list := gen.System(v)
	config := l.Relevance.Wants(event.Config) > 0
	known := l.Relevance.Known()
	for i := range list {
		if list[i].Event.Kind == event.Rotate && m.Turned != "" {
			list[i].Event = gen.Turn(m.Turned) // how a screen looks that keeps its orientation does not tell
		}
		if known && list[i].Event.Intent != nil {
			list[i].Weight = l.Relevance.Intent(list[i].Event.Intent)
		}
	}
	list = slices.DeleteFunc(list, func(c gen.Candidate) bool {
		switch {
		case c.Event.Kind == event.Permission:
			return known // the guide knows which of them matter
		case gen.Cold(c.Event):
			return m.Warm <= ColdPause
		case c.Event.Kind == event.Config && c.Event.Arg == "locale":
			return l.Relevance.Routed && !config // another language hides the words that the guide knows
		}
		return false
	})
	return append(list, l.Relevance.Outside()...)
}

// ValueClass draws how to fill a form: on the path to the target it is to let one
// pass, at the target it is to break. A text that the crash tells of may have been
// typed on any screen.
func ValueClass(r *relevance.Relevance, screen *ui.Screen, rng *rand.Rand) gen.ValueClass {
	nasty := 0.5
	switch at := r.Place(screen); {
	case at.Target:
		nasty = 0.7
	case at.Routed && r.Told:
		nasty = 0.4
	case at.Routed:
		nasty = 0.15
	}
	if rng.Float64() < nasty {
		return gen.EdgeValue
	}
	return gen.ValidValue
}
