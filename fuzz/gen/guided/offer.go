package guided

import (
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// offer is something that can be done now: a candidate of the screen, or an
// event that needs no widget (system).
type offer struct {
	gen.Candidate
	system bool
	factor float64 // how much it matters to the wanted crash; Weight has it already
	// doubtful says that the factor stands for a handler with a probe.
	doubtful bool
	sets     *setting // see action
	opens    []string
	id       string // of the widget, without the package
}

// offers returns all that can be done now, weighed by how much it matters.
func (s *state) offersOf(v gen.View) []offer {
	list := gen.Candidates(v.Screen)
	offers := make([]offer, 0, len(list)+16)
	at := s.relevance.place(v.Screen)
	for _, c := range list {
		factor, texts := at.widget(v.Screen, c), at.texts(v.Screen, c)
		c.Weight *= factor
		doubtful := s.feedback.probed && (c.Verb == ui.Press || c.Verb == ui.LongPress)
		offers = append(offers, offer{Candidate: c, factor: factor, doubtful: doubtful,
			sets: s.settings.settingOf(v.Screen, c, texts), opens: s.settings.opensOf(v.Screen, c, texts),
			id: shortID(v.Screen.Widgets[c.Widget].ID)})
	}
	for _, c := range s.systemOffers(v) {
		if c.Key == 0 {
			c.Key = gen.KeyOf(c.Event)
			c.Kind = c.Key
		}
		factor := at.system(c.Event)
		c.Weight *= factor
		offers = append(offers, offer{Candidate: c, system: true, factor: factor})
	}
	return offers
}

// weightConfig is the weight of a setting of the device that the guide asks for.
const weightConfig = 0.06

// systemOffers returns the events that need no widget and make sense now.
func (s *state) systemOffers(v gen.View) []gen.Candidate {
	list := gen.System(v)
	_, config := s.relevance.wanted[event.Config]
	known := len(s.relevance.components) > 0
	for i := range list {
		if known && list[i].Event.Intent != nil {
			list[i].Weight = s.relevance.intent(list[i].Event.Intent)
		}
	}
	list = slices.DeleteFunc(list, func(c gen.Candidate) bool {
		switch {
		case c.Event.Kind == event.Permission:
			return known // the guide knows which of them matter
		case gen.Cold(c.Event):
			return s.warm <= coldPause
		case c.Event.Kind == event.Config && c.Event.Arg == "locale":
			return s.relevance.routed && !config // another language hides the words that the guide knows
		}
		return false
	})
	return append(list, s.relevance.outside...)
}

// coldPause is the least number of events between two that start a process,
// which takes as long as dozens of others.
const coldPause = 30

// everywhere says whether it does not even depend on the activity.
func everywhere(e event.Event) bool {
	return gen.Wide(e) && e.Kind != event.Key && e.Kind != event.Swipe && e.Kind != event.Wait
}

// valueClass draws how to fill a form: on the path to the target it is to let one
// pass, at the target it is to break. A text that the crash tells of may have been
// typed on any screen.
func (s *state) valueClass(screen *ui.Screen) gen.ValueClass {
	nasty := 0.5
	switch at := s.relevance.place(screen); {
	case at.target:
		nasty = 0.7
	case at.routed && s.relevance.told:
		nasty = 0.4
	case at.routed:
		nasty = 0.15
	}
	if s.rng.Float64() < nasty {
		return gen.EdgeValue
	}
	return gen.ValidValue
}

// isPermissionDialog says whether the system asks the user for a permission.
func isPermissionDialog(s *ui.Screen) bool {
	return strings.Contains(s.Package, "permissioncontroller") || strings.Contains(s.Package, "packageinstaller")
}
