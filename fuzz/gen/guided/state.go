package guided

import (
	"math"
	"math/rand"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// state is what all strategies know: the graph, what matters, what came near, and what is in
// front. Only the generator changes it, but for what a plan is told to.
type state struct {
	rng       *rand.Rand
	graph     *graph
	relevance *relevance
	feedback  *feedback
	texts     *gen.Texts
	settings  *settings

	view   gen.View
	offers []offer
	here   *node                // the state in front; nil outside the app
	typed  map[gen.Field]string // what the present form was told

	warm    int // events since the app's process was started
	length  int // of the episode so far
	bored   int // events since something new was met
	delayed bool

	about   choice   // of the moments around and anywhere: what is going to be done
	before  ui.State // the content that the last event was decided on
	played  *action  // the action whose outcome Observe is going to tell
	episode int      // its number, from 1
}

func newState(g *guide.Guide, rng *rand.Rand) *state {
	r := newRelevance(g)
	return &state{rng: rng, graph: newGraph(), relevance: r, feedback: newFeedback(g), texts: textsOf(g),
		settings: newSettings(g, r.mentions), typed: map[gen.Field]string{}}
}

// begin forgets what was in front.
func (s *state) begin() {
	s.here, s.played, s.offers = nil, nil, nil
	s.warm, s.length, s.bored, s.delayed = 0, 0, 0, false
	s.episode++
}

// look takes in what is in front.
func (s *state) look(v gen.View) {
	s.view, s.played, s.offers = v, nil, nil
	if !v.InApp() {
		s.here = nil
		return
	}
	s.before = v.Screen.Content()
	s.offers = s.offersOf(v)
	if s.here == nil {
		s.here = s.graph.node(v.Screen)
	}
	s.here.update(s.offers, s.graph)
	s.here.target = s.relevance.place(v.Screen).target
}

// action returns what is known of an offer here.
func (s *state) action(offer int) *action { return s.here.byKey[s.offers[offer].Key] }

// Parts of the rows of a list that are the first and the last one; the others are any. What
// goes wrong in a list does so at its ends more often than in the middle.
const (
	firstRow = 0.3
	lastRow  = 0.2
)

// find returns an offer with the key, -1 if there is none; among rows, which share a key, any,
// the first and the last more often than others.
func (s *state) find(key gen.Key) int {
	var equal []int
	for i := range s.offers {
		if s.offers[i].Key == key {
			equal = append(equal, i)
		}
	}
	return s.among(equal)
}

// pathPower sharpens how much an action matters where the path is followed.
const pathPower = 3

// draw draws one of the offers by weight, -1 if none has any.
func (s *state) draw(onPath bool) int {
	actions := s.here.actions
	i := gen.Draw(s.rng, len(actions), func(i int) float64 {
		switch a := actions[i]; {
		case !a.offered:
			return 0
		case onPath && !a.wide: // a setting of the device is no step of the path
			return a.weight() * math.Pow(a.matter(), pathPower)
		default:
			return a.weight()
		}
	})
	if i < 0 {
		return -1
	}
	return s.find(actions[i].key)
}

// play returns the event of an offer and remembers that it is being tried.
func (s *state) play(offer int, class gen.ValueClass) event.Event {
	o := s.offers[offer]
	s.played = s.here.byKey[o.Key]
	if o.system {
		return o.Event
	}
	e := gen.Finish(o.Candidate, s.view.Screen, s.texts, class, s.rng)
	if e.Kind == event.Text && class == gen.ValidValue {
		// A form that asks twice wants to be told the same.
		w := &s.view.Screen.Widgets[o.Widget]
		if value, ok := s.typed[gen.FieldOf(w)]; ok && w.Password {
			e.Value = value
		}
		s.typed[gen.FieldOf(w)] = e.Value
	}
	return e
}

// offPath says that nothing leads from the screen in front to the target.
func (s *state) offPath() bool { return s.relevance.place(s.view.Screen).factor < offPathFactor }

// drawSystem draws one of the events that need no widget by weight; -1 if there is none.
func (s *state) drawSystem(weight func(event.Event) float64) int {
	return gen.Draw(s.rng, len(s.offers), func(i int) float64 {
		if !s.offers[i].system {
			return 0
		}
		e := s.offers[i].Event
		return weight(e) * max(1, s.relevance.wanted[e.Kind]) * s.action(i).risk()
	})
}

// observe takes in what an event led to and returns how near to the crash it came, less the
// more events do.
func (s *state) observe(o gen.Outcome) float64 {
	near := s.feedback.observe(o.Ran, s.played != nil && s.played.coverage.tries >= knownTries)
	credited := near
	var to *node
	known := len(s.graph.nodes)
	if o.After.InApp() {
		to = s.graph.node(o.After.Screen)
	}
	s.bored++
	s.warm++
	s.length++
	if gen.Cold(o.Event) || o.Crash != "" {
		s.warm = 0
	}
	if len(s.graph.nodes) > known {
		s.bored = 0
	}
	if s.played == nil && s.here == nil && to != nil && o.Event.Kind == event.Launch {
		s.graph.start = to
	}
	if a := s.played; a != nil {
		if a.tries == 0 {
			s.bored = 0
		}
		if s.delayed {
			credited = a.coverage.mean() // what it begins is yet to come
		}
		a.observe(to, o, credited)
		a.credit(s.graph, s.before, o)
	}
	if to != nil && to != s.here {
		to.visits++
	}
	s.here = to
	return near
}
