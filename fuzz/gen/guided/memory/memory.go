// Package memory keeps what all strategies of the guided generator know: the graph of what was met, what matters, what
// came near the crash, and what is in front.
package memory

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
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// Memory is what all strategies know. Only the generator changes it, but for what a plan is told to.
type Memory struct {
	Rng       *rand.Rand
	Graph     *transition.Graph
	Relevance *relevance.Relevance
	Feedback  *evidence.Feedback
	Texts     *gen.Texts
	Settings  *settings.Settings

	View   gen.View
	Offers []transition.Offer
	Here   *transition.Node     // the state in front; nil outside the app
	Typed  map[gen.Field]string // what the present form was told
	Rows   transition.Rows

	Warm     int // events since the app's process was started
	Length   int // of the episode so far
	Stagnant int // events since something new was met
	Delayed  bool
	Turned   string // how the device was turned last in the episode
	// Fixed says of activities that were in front when the device was turned whether they did not turn with it.
	Fixed map[string]bool

	Before  ui.State           // the content that the last event was decided on
	Played  *transition.Action // the action whose outcome Observe is going to tell
	Episode int                // its number, from 1
}

// New returns what is known of an app before it was started.
func New(g *guide.Guide, rng *rand.Rand) *Memory {
	r := relevance.New(g)
	return &Memory{
		Rng: rng, Graph: transition.New(), Relevance: r, Feedback: evidence.NewFeedback(g), Texts: relevance.Texts(g),
		Settings: settings.New(g, r.Mentions), Typed: map[gen.Field]string{}, Rows: transition.Rows{},
		Fixed: map[string]bool{},
	}
}

// Begin forgets what was in front.
func (m *Memory) Begin() {
	m.Here, m.Played, m.Offers = nil, nil, nil
	m.Warm, m.Length, m.Stagnant, m.Delayed, m.Turned = 0, 0, 0, false, ""
	m.Episode++
}

// Look takes in what is in front.
func (m *Memory) Look(v gen.View) {
	m.View, m.Played, m.Offers = v, nil, nil
	if !v.InApp() {
		m.Here = nil
		return
	}
	m.Before = v.Screen.Content()
	m.Offers = offer.Lister{Relevance: m.Relevance, Settings: m.Settings}.All(v, offer.Moment{
		Probed: m.Feedback.Probed, Warm: m.Warm, Turned: m.Turned,
	})
	if m.Here == nil {
		m.Here = m.Graph.Node(v.Screen)
	}
	m.Here.Update(m.Offers, m.Graph)
	m.Here.Target = m.Relevance.Place(v.Screen).Target
}

// Front is what is in front.
func (m *Memory) Front() front.Front {
	return front.Front{Screen: m.View.Screen, Offers: m.Offers, At: m.Relevance.Place(m.View.Screen)}
}

// Presses are those of what is in front.
func (m *Memory) Presses() press.Presses {
	return press.Presses{Front: m.Front(), Activity: m.Here.Activity, Action: m.Action, Rows: m.Rows, Rng: m.Rng}
}

// Action returns what is known of an offer here.
func (m *Memory) Action(offer int) *transition.Action { return m.Here.ByKey[m.Offers[offer].Key] }

// Draw draws one of the offers by weight, -1 if none has any.
func (m *Memory) Draw(onPath bool) int {
	actions := m.Here.Actions
	i := gen.Draw(m.Rng, len(actions), func(i int) float64 {
		switch a := actions[i]; {
		case !a.Offered:
			return 0
		case onPath:
			return a.PathWeight()
		default:
			return a.Weight()
		}
	})
	if i < 0 {
		return -1
	}
	return m.Find(actions[i].Key)
}

// Play returns the event of an offer and remembers that it is being tried.
func (m *Memory) Play(offer int, class gen.ValueClass) event.Event {
	o := m.Offers[offer]
	m.Played = m.Here.ByKey[o.Key]
	if o.Listed {
		m.Rows[transition.RowOf(m.Here.Activity, m.Offers, offer)]++
	}
	if o.System {
		return o.Event
	}
	e := gen.Finish(o.Candidate, m.View.Screen, m.Texts, class, m.Rng)
	if e.Kind == event.Text && class == gen.ValidValue {
		// A form that asks twice wants to be told the same.
		w := &m.View.Screen.Widgets[o.Widget]
		if value, ok := m.Typed[gen.FieldOf(w)]; ok && w.Password {
			e.Value = value
		}
		m.Typed[gen.FieldOf(w)] = e.Value
	}
	return e
}

// offPathFactor is the factor of an activity below which nothing leads on to the target.
const offPathFactor = 0.5

// OffPath says that nothing leads from the screen in front to the target.
func (m *Memory) OffPath() bool { return m.Relevance.Place(m.View.Screen).Factor < offPathFactor }

// DrawSystem draws one of the events that need no widget by weight; -1 if there is none. A turn of the device does
// nothing to a screen that keeps its orientation.
func (m *Memory) DrawSystem(weight func(event.Event) float64) int {
	return gen.Draw(m.Rng, len(m.Offers), func(i int) float64 {
		e := m.Offers[i].Event
		if !m.Offers[i].System || e.Kind == event.Rotate && m.Fixed[m.Here.Activity] {
			return 0
		}
		return weight(e) * max(1, m.Relevance.Wants(e.Kind)) * m.Action(i).Risk()
	})
}

// ValueClass draws how to fill a form of a screen.
func (m *Memory) ValueClass(screen *ui.Screen) gen.ValueClass {
	return offer.ValueClass(m.Relevance, screen, m.Rng)
}

// knownTries is the number of tries from which on an action tells nothing new of
// how many events run a method.
const knownTries = 5

// Observe takes in what an event led to and returns how near to the crash it came, less the
// more events do.
func (m *Memory) Observe(o gen.Outcome) float64 {
	near := m.Feedback.Observe(o.Ran, m.Played != nil && m.Played.Coverage.Tries >= knownTries)
	credited := near
	var to *transition.Node
	known := len(m.Graph.Nodes)
	if o.After.InApp() {
		to = m.Graph.Node(o.After.Screen)
	}
	m.Stagnant++
	m.Warm++
	m.Length++
	if gen.Cold(o.Event) || o.Crash != "" {
		m.Warm = 0
	}
	if len(m.Graph.Nodes) > known {
		m.Stagnant = 0
	}
	if o.Event.Kind == event.Rotate {
		m.Turned = o.Event.Arg
		if to != nil {
			m.Fixed[to.Activity] = gen.Rotate(o.After.Screen).Arg == o.Event.Arg
		}
	}
	if m.Played == nil && m.Here == nil && to != nil && o.Event.Kind == event.Launch {
		m.Graph.Start = to
	}
	if a := m.Played; a != nil {
		if a.Tries == 0 {
			m.Stagnant = 0
		}
		if m.Delayed {
			credited = a.Coverage.Mean() // what it begins is yet to come
		}
		a.Observe(to, o, credited)
		a.Credit(m.Graph, m.Before, o)
	}
	if to != nil && to != m.Here {
		to.Visits++
	}
	m.Here = to
	return near
}

// Routes measures from the present state. Restarts are too dear to come soon after one another.
func (m *Memory) Routes() transition.Routes { return m.Graph.Routes(m.Here, m.Warm > offer.ColdPause) }

// Find returns an offer with the key, -1 if there is none; of rows, which share a key, any.
func (m *Memory) Find(key gen.Key) int { return m.Presses().Find(key) }

// GoBack returns the offer to press Back; -1 where that leaves the app, as far as is known.
func (m *Memory) GoBack() int {
	i := m.Find(gen.KeyOf(event.Event{Kind: event.Back}))
	if i < 0 || m.Here == m.Graph.Start || m.Action(i).Leaves() {
		return -1
	}
	return i
}

// Alike says whether the step of a path can be done here: in the state that it is meant in, or another of the activity
// that offers it. Where data are many, the state is seldom the very one that was met before.
func (m *Memory) Alike(next transition.Step) bool {
	if next.At == m.Here {
		return true
	}
	a := m.Here.ByKey[next.Key]
	return next.At.Activity == m.Here.Activity && a != nil && a.Offered
}
