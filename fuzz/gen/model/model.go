// Package model generates events from a state graph whose abstraction refines
// itself, in the manner of Ape (Gu et al., "Practical GUI Testing of Android
// Applications via Model Abstraction and Refinement", ICSE 2019) and Stoat (Su
// et al., FSE 2017).
//
// A state is at first all screens of one structure. Where an action of a state
// leads now here, now there, and telling the screens by their labels, or else by
// their content, explains it, that state alone is told so from then on, and the
// graph is made anew of what has been played. A state that would fall into many
// parts is left alone: what differs there is data.
//
// The generator tries what it has not tried: in the state that it is in, or over
// known edges in another one, drawn by the worth of what is untried there and by
// the distance. When all is tried, it does what was tried least. It knows nothing
// of a wanted crash: that is package guided. A part of the events is the random
// generator's.
package model

import (
	"math"
	"math/rand"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/random"
)

// Tuning.
const (
	wildEvents = 0.05 // part of the events that the random generator chooses
	discount   = 0.6  // what is left of a state's worth one step away
	sharpness  = 2    // exponent that turns worth into the chance of going there
	textTries  = 4    // values typed into a field of a state
	// manyRows is how many rows of a list are actions of their own; the rest
	// share one, worth rowTries.
	manyRows = 5
	rowTries = 2
	// wideTries is the tries, in the whole app, of an event that does not depend
	// on the screen.
	wideTries = 3
	wideShare = 0.05 // part of the events left to those
	coldPause = 30   // events between two starts of the process
	// stagnation is the number of events without anything untried after which an
	// episode may end.
	stagnation = 60
	// formFirst is the part of the choices on a screen with text fields that fill
	// them all and press something.
	formFirst = 0.3
)

// Generator is the model generator.
type Generator struct {
	rng    *rand.Rand
	texts  *gen.Texts
	random *random.Generator
	graph  *graph

	plan     []planned
	played   *transition // what Observe is going to tell of; nil: not this generator's
	wide     map[gen.Key]int
	warm     int // events since the process was started
	stagnant int // events since something was tried for the first time
}

// planned is a step of a path, or of a form.
type planned struct {
	at  *state // nil: any
	key gen.Key
}

// offer is an action of a screen.
type offer struct {
	key    gen.Key
	weight float64
	want   int
	cold   bool
}

// New returns a generator that draws from rng and types values from texts.
func New(rng *rand.Rand, texts *gen.Texts) *Generator {
	return &Generator{rng: rng, texts: texts, random: random.New(rng, texts), graph: newGraph(), wide: map[gen.Key]int{}}
}

// Begin implements gen.Generator.
func (g *Generator) Begin() { g.plan, g.played, g.warm, g.stagnant = nil, nil, 0, 0 }

// States implements gen.Generator.
func (g *Generator) States() int { return len(g.graph.states) }

// Next implements gen.Generator.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	g.played = nil
	if !v.InApp() {
		g.plan = nil
		return g.random.Next(v)
	}
	if g.rng.Float64() < wildEvents {
		return g.random.Next(v)
	}
	if g.stagnant > stagnation && g.rng.Float64() < 0.02 {
		return event.Event{}, false
	}
	list, keys := g.candidates(v)
	if g.rng.Float64() < wideShare {
		if e, ok := g.anywhere(list); ok {
			return e, true
		}
	}
	p := printOf(v.Screen)
	here := g.graph.meet(p, offersOf(list, keys))
	key, ok := g.choose(here, list, keys)
	if !ok {
		return g.random.Next(v)
	}
	g.played = &transition{from: p, key: key}
	c := list[g.pick(key, keys)]
	if c.Widget < 0 {
		return c.Event, true
	}
	return gen.Finish(c, v.Screen, g.texts, gen.AnyValue, g.rng), true
}

// candidates returns what can be done now, with the key of the action that each
// is of: 0 for those that do not depend on the screen.
func (g *Generator) candidates(v gen.View) ([]gen.Candidate, []gen.Key) {
	list := append(gen.Candidates(v.Screen), gen.System(v)...)
	keys := make([]gen.Key, len(list))
	rows := map[gen.Key]map[gen.Key]bool{}
	for i := range list {
		c := &list[i]
		keys[i] = c.Key
		if c.Widget < 0 && gen.Wide(c.Event) {
			keys[i] = 0
			continue
		}
		if !c.Listed || c.Key == c.Kind {
			continue
		}
		known := rows[c.Kind]
		if known == nil {
			known = map[gen.Key]bool{}
			rows[c.Kind] = known
		}
		if len(known) < manyRows {
			known[c.Key] = true
		}
		if !known[c.Key] {
			keys[i] = c.Kind
		}
	}
	return list, keys
}

func offersOf(list []gen.Candidate, keys []gen.Key) []offer {
	offers := make([]offer, 0, len(list))
	for i := range list {
		if keys[i] == 0 {
			continue
		}
		o := offer{key: keys[i], weight: list[i].Weight, want: 1, cold: gen.Cold(list[i].Event)}
		switch {
		case list[i].Event.Kind == event.Text:
			o.want = textTries
		case keys[i] != list[i].Key:
			o.want = rowTries
		}
		offers = append(offers, o)
	}
	return offers
}

// anywhere draws an event that does not depend on the screen and has not decayed to
// nothing.
func (g *Generator) anywhere(list []gen.Candidate) (event.Event, bool) {
	i := gen.Draw(g.rng, len(list), func(i int) float64 {
		c := &list[i]
		if c.Widget >= 0 || !gen.Wide(c.Event) {
			return 0
		}
		return c.Weight / float64(1+g.wide[c.Key]/wideTries)
	})
	if i < 0 {
		return event.Event{}, false
	}
	g.wide[list[i].Key]++
	return list[i].Event, true
}

// choose returns the action to do: that of the path under way, an untried one
// here, the first of a path to untried ones elsewhere, or a decayed one.
func (g *Generator) choose(here *state, list []gen.Candidate, keys []gen.Key) (gen.Key, bool) {
	offered := make(map[gen.Key]bool, len(keys))
	for _, k := range keys {
		offered[k] = k != 0
	}
	if key, ok := g.follow(here, offered); ok {
		return key, true
	}
	g.stagnant++
	if g.rng.Float64() < formFirst && g.form(list, keys) {
		return g.follow(here, offered)
	}
	draw := func(weight func(a *action) float64) (gen.Key, bool) {
		i := gen.Draw(g.rng, len(here.actions), func(i int) float64 {
			a := here.actions[i]
			if !offered[a.key] || a.cold && g.warm < coldPause {
				return 0
			}
			return weight(a)
		})
		if i < 0 {
			return 0, false
		}
		return here.actions[i].key, true
	}
	if g.plan = g.path(here); len(g.plan) > 0 {
		if key, ok := g.follow(here, offered); ok {
			return key, true
		}
	}
	if key, ok := draw(untried); ok {
		g.stagnant = 0
		return key, true
	}
	return draw((*action).decayed)
}

// form plans to fill the text fields of the screen and then to press something,
// as a person does; false if there are none.
func (g *Generator) form(list []gen.Candidate, keys []gen.Key) bool {
	g.plan = nil
	for i := range list {
		if list[i].Event.Kind == event.Text {
			g.plan = append(g.plan, planned{key: keys[i]})
		}
	}
	if len(g.plan) == 0 {
		return false
	}
	i := gen.Draw(g.rng, len(list), func(i int) float64 {
		if list[i].Event.Kind != event.Tap || keys[i] == 0 {
			return 0
		}
		return list[i].Weight
	})
	if i >= 0 {
		g.plan = append(g.plan, planned{key: keys[i]})
	}
	return true
}

// follow returns the next action of the path under way, if it still leads on.
func (g *Generator) follow(here *state, offered map[gen.Key]bool) (gen.Key, bool) {
	if len(g.plan) == 0 {
		return 0, false
	}
	next := g.plan[0]
	g.plan = g.plan[1:]
	if next.at != nil && next.at != here || !offered[next.key] {
		g.plan = nil
		return 0, false
	}
	return next.key, true
}

// untried is the weight of an action that is not tried enough.
func untried(a *action) float64 {
	if !a.open() {
		return 0
	}
	return a.weight / float64(1+a.tries)
}

// decayed is the weight of an action that was tried enough: it falls with each try.
func (a *action) decayed() float64 {
	n := float64(a.tries)
	w := a.weight / (1 + n)
	if a.tries > 0 {
		w *= 1 - 0.8*float64(a.idle)/n
		w *= math.Pow(0.1, float64(min(a.ended, 3)))
	}
	return w
}

// path returns the steps to a state where something is untried, drawn by what
// that is worth and by the distance; none if it is here, or if there is none.
func (g *Generator) path(here *state) []planned {
	found := g.graph.distances(here)
	i := gen.Draw(g.rng, len(found), func(i int) float64 {
		if found[i].steps < 0 {
			return 0
		}
		worth := 0.0
		for _, a := range g.graph.states[i].actions {
			worth += untried(a)
		}
		return math.Pow(worth*math.Pow(discount, float64(found[i].steps)), sharpness)
	})
	if i < 0 {
		return nil
	}
	steps := make([]planned, found[i].steps)
	for n, s := len(steps)-1, i; n >= 0; n-- {
		r := found[s]
		steps[n], s = planned{at: r.from, key: r.by.key}, r.from.index
	}
	return steps
}

// pick returns the index of one of the candidates of an action.
func (g *Generator) pick(key gen.Key, keys []gen.Key) int {
	var equal []int
	for i, k := range keys {
		if k == key {
			equal = append(equal, i)
		}
	}
	return equal[g.rng.Intn(len(equal))]
}

// Observe implements gen.Generator.
func (g *Generator) Observe(o gen.Outcome) {
	g.random.Observe(o)
	if g.warm++; gen.Cold(o.Event) || o.Crash != "" {
		g.warm = 0
	}
	t := g.played
	g.played = nil
	if t == nil {
		return
	}
	switch {
	case o.Refused:
		t.end = refused
	case o.Crash != "":
		t.end = crashed
	case !o.After.InApp():
		t.end = left
	default:
		t.to = printOf(o.After.Screen)
		t.same = t.to[2] == t.from[2] && o.Event.Kind != event.Text
	}
	g.graph.observe(*t)
}
