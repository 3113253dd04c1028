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
}

// offers returns all that can be done now, weighed by how much it matters.
func (g *Generator) offers(v gen.View) []offer {
	list := gen.Candidates(v.Screen)
	offers := make([]offer, 0, len(list)+16)
	at := g.relevance.place(v.Screen)
	for _, c := range list {
		factor, texts := at.widget(v.Screen, c), at.texts(v.Screen, c)
		c.Weight *= factor
		doubtful := g.feedback.probed && (c.Verb == ui.Press || c.Verb == ui.LongPress)
		offers = append(offers, offer{Candidate: c, factor: factor, doubtful: doubtful,
			sets: g.preferences.settingOf(v.Screen, c, texts), opens: g.preferences.opensOf(v.Screen, c, texts)})
	}
	for _, s := range g.systemOffers(v) {
		if s.Key == 0 {
			s.Key = gen.KeyOf(s.Event)
			s.Kind = s.Key
		}
		factor := at.system(s.Event)
		s.Weight *= factor
		offers = append(offers, offer{Candidate: s, system: true, factor: factor})
	}
	return offers
}

// weightConfig is the weight of a setting of the device that the guide asks for.
const weightConfig = 0.06

// systemOffers returns the events that need no widget and make sense now.
func (g *Generator) systemOffers(v gen.View) []gen.Candidate {
	list := gen.System(v)
	_, config := g.relevance.wanted[event.Config]
	known := len(g.relevance.components) > 0
	for i := range list {
		if known && list[i].Event.Intent != nil {
			list[i].Weight = g.relevance.intent(list[i].Event.Intent)
		}
	}
	list = slices.DeleteFunc(list, func(c gen.Candidate) bool {
		switch {
		case c.Event.Kind == event.Permission:
			return known // the guide knows which of them matter
		case gen.Cold(c.Event):
			return g.warm <= coldPause
		case c.Event.Kind == event.Config && c.Event.Arg == "locale":
			return g.relevance.routed && !config // another language hides the words that the guide knows
		}
		return false
	})
	return append(list, g.relevance.outside...)
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
func (g *Generator) valueClass(s *ui.Screen) gen.ValueClass {
	nasty := 0.5
	switch at := g.relevance.place(s); {
	case at.target:
		nasty = 0.7
	case at.routed && g.relevance.told:
		nasty = 0.4
	case at.routed:
		nasty = 0.15
	}
	if g.rng.Float64() < nasty {
		return gen.EdgeValue
	}
	return gen.ValidValue
}

// interrupted is the part of the forms that are left, turned or killed when
// they are filled, in place of being confirmed.
const interrupted = 0.15

// fields returns the text fields that can be typed into, at random some left out.
func (g *Generator) fields(offers []offer) []gen.Key {
	var fields []gen.Key
	for i := range offers {
		often := 0.85
		if offers[i].factor < 0.1 {
			often = 0.1 // what reads the field cannot matter
		}
		if o := &offers[i]; o.Verb == ui.Type && !o.system && g.rng.Float64() < often {
			fields = append(fields, o.Key)
		}
	}
	return fields
}

// form plans to fill text fields and then to press what confirms, as a person does.
func (g *Generator) form(s *ui.Screen, offers []offer, fields []gen.Key) []step {
	clear(g.typed)
	plan := make([]step, 0, len(fields)+1)
	class, odd := g.valueClass(s), g.rng.Intn(max(1, len(fields)))
	for i, key := range fields {
		field := step{key: key, class: gen.ValidValue}
		// Mostly one value only is odd: what reads it comes after what checks the rest.
		if class == gen.EdgeValue && (i == odd || g.rng.Float64() < 0.2) {
			field.class = gen.EdgeValue
		}
		plan = append(plan, field)
	}
	interrupt := g.rng.Float64() < interrupted
	i := gen.Draw(g.rng, len(offers), func(i int) float64 {
		o := &offers[i]
		switch {
		case interrupt:
			return interruption(o)
		case o.system && o.Event.Kind == event.Key && o.Event.Arg == "ENTER":
			return 2
		case o.system || o.Verb != ui.Press || o.Event.Kind != event.Tap || s.Widgets[o.Widget].Editable():
			return 0
		case confirms(&s.Widgets[o.Widget], o.Label):
			return 2 * o.Weight
		case o.Listed:
			return 0.05 * o.Weight
		}
		return 0.3 * o.Weight
	})
	if i >= 0 {
		plan = append(plan, step{key: offers[i].Key})
	}
	return plan
}

// interruption is the chance of an event to interrupt a filled form: what takes
// the screen away from it or its process. All are alike: what is rare elsewhere
// has its place here.
func interruption(o *offer) float64 {
	switch o.Event.Kind {
	case event.Back, event.Rotate, event.Home, event.Kill, event.Notification:
		return o.factor
	}
	return 0
}

// confirmWords begin the labels and ids of buttons that take a form's content.
var confirmWords = []string{"ok", "save", "add", "done", "create", "submit", "login", "log in", "sign", "search",
	"confirm", "yes", "apply", "go", "next", "set", "send", "start", "accept", "finish", "update", "import", "insert",
	"calculate", "convert", "connect", "continue"}

// confirms says whether the widget looks like one that takes a form's content.
func confirms(w *ui.Widget, label string) bool {
	_, id, _ := strings.Cut(w.ID, "/")
	if id == "button1" && strings.HasPrefix(w.ID, "android:") {
		return true
	}
	label, id = strings.ToLower(label), strings.ToLower(id)
	for _, word := range confirmWords {
		if strings.HasPrefix(label, word) && len(label) < len(word)+16 || len(word) > 2 && strings.Contains(id, word) {
			return true
		}
	}
	return false
}

// isPermissionDialog says whether the system asks the user for a permission.
func isPermissionDialog(s *ui.Screen) bool {
	return strings.Contains(s.Package, "permissioncontroller") || strings.Contains(s.Package, "packageinstaller")
}
