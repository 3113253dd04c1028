package guided

import (
	"math/rand"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/front"
	"talpa/fuzz/gen/guided/offer"
	"talpa/fuzz/gen/guided/press"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/gen/guided/team"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// state is what all strategies know: the graph, what matters, what came near, and what is in
// front. Only the generator changes it, but for what a plan is told to.
type state struct {
	member    team.Member
	rng       *rand.Rand
	graph     *transition.Graph
	relevance *relevance.Relevance
	feedback  *evidence.Feedback
	texts     *gen.Texts
	settings  *settings.Settings

	view   gen.View
	offers []transition.Offer
	here   *transition.Node     // the state in front; nil outside the app
	typed  map[gen.Field]string // what the present form was told
	rows   transition.Rows

	warm     int // events since the app's process was started
	length   int // of the episode so far
	stagnant int // events since something new was met
	delayed  bool
	turned   string // how the device was turned last in the episode
	// fixed says of activities that were in front when the device was turned whether they did not turn with it.
	fixed map[string]bool

	about   choice             // of the moments around and anywhere: what is going to be done
	before  ui.State           // the content that the last event was decided on
	played  *transition.Action // the action whose outcome Observe is going to tell
	episode int                // its number, from 1
}

func newState(g *guide.Guide, rng *rand.Rand) *state {
	r := relevance.New(g)
	return &state{rng: rng, graph: transition.New(), relevance: r, feedback: evidence.NewFeedback(g),
		texts:    relevance.Texts(g),
		settings: settings.New(g, r.Mentions), typed: map[gen.Field]string{}, rows: transition.Rows{},
		fixed: map[string]bool{}}
}

// begin forgets what was in front.
func (s *state) begin() {
	s.here, s.played, s.offers = nil, nil, nil
	s.warm, s.length, s.stagnant, s.delayed, s.turned = 0, 0, 0, false, ""
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
	s.offers = offer.Lister{Relevance: s.relevance, Settings: s.settings}.All(v, offer.Moment{
		Probed: s.feedback.Probed, Warm: s.warm, Turned: s.turned,
	})
	if s.here == nil {
		s.here = s.graph.Node(v.Screen)
	}
	s.here.Update(s.offers, s.graph)
	s.here.Target = s.relevance.Place(v.Screen).Target
}

// front is what is in front.
func (s *state) front() front.Front {
	return front.Front{Screen: s.view.Screen, Offers: s.offers, At: s.relevance.Place(s.view.Screen)}
}

// presses are those of what is in front.
func (s *state) presses() press.Presses {
	return press.Presses{Front: s.front(), Activity: s.here.Activity, Action: s.action, Rows: s.rows, Rng: s.rng}
}

// action returns what is known of an offer here.
func (s *state) action(offer int) *transition.Action { return s.here.ByKey[s.offers[offer].Key] }

// draw draws one of the offers by weight, -1 if none has any.
func (s *state) draw(onPath bool) int {
	actions := s.here.Actions
	i := gen.Draw(s.rng, len(actions), func(i int) float64 {
		switch a := actions[i]; {
		case !a.Offered:
			return 0
		case onPath:
			return a.Onward()
		default:
			return a.Weight()
		}
	})
	if i < 0 {
		return -1
	}
	return s.find(actions[i].Key)
}

// play returns the event of an offer and remembers that it is being tried.
func (s *state) play(offer int, class gen.ValueClass) event.Event {
	o := s.offers[offer]
	s.played = s.here.ByKey[o.Key]
	if o.Listed {
		s.rows[transition.RowOf(s.here.Activity, s.offers, offer)]++
	}
	if o.System {
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
func (s *state) offPath() bool { return s.relevance.Place(s.view.Screen).Factor < offPathFactor }

// drawSystem draws one of the events that need no widget by weight; -1 if there is none. A turn of the device does
// nothing to a screen that keeps its orientation.
func (s *state) drawSystem(weight func(event.Event) float64) int {
	return gen.Draw(s.rng, len(s.offers), func(i int) float64 {
		e := s.offers[i].Event
		if !s.offers[i].System || e.Kind == event.Rotate && s.fixed[s.here.Activity] {
			return 0
		}
		return weight(e) * max(1, s.relevance.Wants(e.Kind)) * s.action(i).Risk()
	})
}

// valueClass draws how to fill a form of a screen.
func (s *state) valueClass(screen *ui.Screen) gen.ValueClass {
	return offer.ValueClass(s.relevance, screen, s.rng)
}

// knownTries is the number of tries from which on an action tells nothing new of
// how many events run a method.
const knownTries = 5

// observe takes in what an event led to and returns how near to the crash it came, less the
// more events do.
func (s *state) observe(o gen.Outcome) float64 {
	near := s.feedback.Observe(o.Ran, s.played != nil && s.played.Coverage.Tries >= knownTries)
	credited := near
	var to *transition.Node
	known := len(s.graph.Nodes)
	if o.After.InApp() {
		to = s.graph.Node(o.After.Screen)
	}
	s.stagnant++
	s.warm++
	s.length++
	if gen.Cold(o.Event) || o.Crash != "" {
		s.warm = 0
	}
	if len(s.graph.Nodes) > known {
		s.stagnant = 0
	}
	if o.Event.Kind == event.Rotate {
		s.turned = o.Event.Arg
		if to != nil {
			s.fixed[to.Activity] = gen.Rotate(o.After.Screen).Arg == o.Event.Arg
		}
	}
	if s.played == nil && s.here == nil && to != nil && o.Event.Kind == event.Launch {
		s.graph.Start = to
	}
	if a := s.played; a != nil {
		if a.Tries == 0 {
			s.stagnant = 0
		}
		if s.delayed {
			credited = a.Coverage.Mean() // what it begins is yet to come
		}
		a.Observe(to, o, credited)
		a.Credit(s.graph, s.before, o)
	}
	if to != nil && to != s.here {
		to.Visits++
	}
	s.here = to
	return near
}

// routes measures from the present state. Restarts are too dear to come soon after one another.
func (s *state) routes() transition.Routes { return s.graph.Routes(s.here, s.warm > offer.ColdPause) }
