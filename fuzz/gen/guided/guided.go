// Package guided generates events from what it has learned of the app and from
// the guide. It does well without a guide: then every action matters equally.
//
// It learns a graph: nodes are abstract states (ui.Screen.Labelled, coarser
// where an activity has very many), its actions are what the state offers,
// edges say where they led. Every action has a weight:
//
//   - what kind of action it is: a press weighs more than a scroll, events
//     that no widget shows (back, rotation, drawers from the edge, process
//     death, answers of other apps) are tried now and then on every screen;
//   - how much it matters (relevance): the widgets, texts and roles of the
//     guide's callbacks, its milestones and inputs, the distance of the
//     activity to the target, and the framework frames of the wanted trace,
//     which tell what kind of event called the app. What the guide proves
//     irrelevant is left for the end, never banned;
//   - how far it has decayed: by tries in the state and, less, by tries of its siblings
//     in the activity (so a button is not explored anew on every state). What
//     goes on showing new content decays slowly, what changed nothing fast;
//   - execution feedback, where the app has probes: an action that runs
//     methods of the wanted trace matters more than the guide says, one that
//     should and does not matters as any other;
//   - the crashes it is known to cause, which hide what lies behind them and
//     cost a start of the process.
//
// A run plays so: the first events of the first episodes follow the guide's
// path. Then, in turn, a goal is drawn, a path to it is planned over the graph
// and walked, and about a dozen actions are drawn by weight from there on. A goal
// is a node, drawn by the weight left there and discounted by the steps to it,
// or, for a part of the goals, one of the target's activity, or one of the actions
// next to the target: trying them again and again on other data is what reproduces
// a crash. Where that did not fail, settings are changed in between (preference variation). Screens with
// text fields are filled and confirmed as a whole, with usual values on the path
// to the target and odd ones, mostly one at a time, at the target. Around what came near in
// vain, the app is perturbed (lifecycle perturbation) and faults are injected; what came near once
// and hardly ever again is met again by the events of that episode (prefix replay). A small part
// of events and episodes is the random generator's, since an abstraction can
// hide what chance finds, and a larger part of the episodes the model
// generator's (package model), which tries what was never tried.
//
// The policy follows the model-based exploration of Stoat, Ape and DroidBot. It
// does not model the app's data beyond what a screen shows.
package guided

import (
	"math"
	"math/rand"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/model"
	"talpa/fuzz/gen/random"
	"talpa/fuzz/ui"
)

// Tuning of the policy; measured on the fake app of package fuzz's tests and
// on real apps.
const (
	// discount is the part of a weight that is left one step away.
	discount = 0.75
	// sharpness is the exponent that turns weight into probability.
	sharpness = 1.3
	// wildEpisodes is the part of the episodes left to the random generator:
	// the learned graph is an abstraction and can hide what chance finds.
	wildEpisodes = 0.12
	// modelEpisodes is the part of the episodes left to the model generator, which
	// tries each action once where this one goes by weight; modelRouted is that part
	// where the guide knows the path.
	modelEpisodes = 0.3
	modelRouted   = 0.15
	// wildEvents is the part of single events left to it.
	wildEvents = 0.04
	// formFirst is the part of the choices on a screen with text fields that
	// fill and confirm them all.
	formFirst = 0.4
	// straightEvents is the number of events at the begin of an episode that
	// follow the guide's path before anything else is explored; the first
	// episodes begin so, and a part of the later ones.
	straightEvents = 25
	firstStraight  = 2
	laterStraight  = 0.3
	// turnBack is the part of those events that leave a screen off the path.
	turnBack = 0.6
	// restartCost is the number of steps that a restart counts as.
	restartCost = 4
	// emptyEvents is the number of events from which on an episode may end where
	// the crash wants empty data, emptyEnd the chance that it does at each.
	emptyEvents = 40
	emptyEnd    = 0.04
	// patience is the number of events without a new state or action after
	// which an episode may end.
	patience = 80
)

// Generator is the guided generator.
type Generator struct {
	rng       *rand.Rand
	graph     *graph
	relevance *relevance
	feedback  *feedback
	texts     *gen.Texts
	random    *random.Generator
	model     *model.Generator

	here     *node // the state in front; nil outside the app
	episodes int
	warm     int // events since the app's process was started
	episodeState
	pursuit
	lastEvent

	fault       *fault   // that is on; nil: none
	faults      []*fault // all there are
	empty       bool     // the crash wants the app without data
	preferences *variation
	prefix      prefixReplay
}

// episodeState is the state of the present episode.
type episodeState struct {
	other    gen.Generator        // whose episode it is; nil: the guided generator's
	typed    map[gen.Field]string // what the present form was told
	bored    int                  // events since something new was met
	straight int                  // events that are still to follow the guide's path
	length   int                  // events so far
}

// pursuit is what is going to be done next, and what for.
type pursuit struct {
	plan         []step
	goal         *node   // where the plan leads, nil if nowhere
	walked       bool    // the last event was the last of the path to the goal
	stay         int     // events to play from where the app is before a new goal is drawn
	tries        int     // plans made for the goal
	targetAction *action // what to do at the goal first, nil if anything
}

// lastEvent is what is known of the event whose outcome is still to be told, or was just told.
type lastEvent struct {
	before  ui.State // the content that it was decided on
	played  *action  // the action whose outcome Observe is going to tell
	perturb bool     // it came close to the crash: it is to be perturbed
	primed  bool     // it perturbed the app before what is planned next
}

// step is one planned action, played if the screen offers it.
type step struct {
	key gen.Key
	// at is the state in which the step is meant, or one like it; nil: any.
	at    *node
	class gen.ValueClass // of the text to type
}

// New returns a generator for one app. g may be nil.
func New(g *guide.Guide, rng *rand.Rand) *Generator {
	texts, weight := textsOf(g), newRelevance(g)
	return &Generator{rng: rng, graph: newGraph(), relevance: weight, feedback: newFeedback(g), texts: texts,
		random: random.New(rng, texts), model: model.New(rng, texts),
		episodeState: episodeState{typed: map[gen.Field]string{}}, empty: wantsEmpty(g),
		preferences: newVariation(g, weight.mentions), faults: newFaults(g),
		prefix: prefixReplay{runs: map[string]int{}}}
}

// Begin implements gen.Generator.
func (g *Generator) Begin() {
	g.other = nil
	modelled := modelEpisodes
	if g.relevance.routed {
		modelled = modelRouted
	}
	switch p := g.rng.Float64(); {
	case p < wildEpisodes:
		g.other = g.random
	case p < wildEpisodes+modelled:
		g.other = g.model
		g.model.Begin()
	}
	g.here, g.plan, g.goal, g.played = nil, nil, nil, nil
	g.perturb, g.primed, g.fault, g.walked = false, false, nil, false
	g.preferences.begin()
	g.bored, g.stay, g.warm, g.straight, g.length = 0, dwell, 0, 0, 0
	if g.episodes++; g.relevance.routed && (g.episodes <= firstStraight || g.rng.Float64() < laterStraight) {
		g.other, g.straight = nil, straightEvents
	}
	if g.prefix.begin(g.rng) {
		g.other, g.straight = nil, 0
	}
}

// States implements gen.Generator.
func (g *Generator) States() int { return len(g.graph.nodes) }

// Next implements gen.Generator.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	g.played = nil
	if !v.InApp() {
		g.here, g.plan = nil, nil
	}
	if e, ok := g.restored(); ok {
		return e, true
	}
	if g.prefix.ended() {
		return event.Event{}, false
	}
	if !v.InApp() {
		if e, ok := g.replayed(v, nil); ok {
			return e, true
		}
		return g.outside(v), true
	}
	g.before = v.Screen.Content()
	offers := g.offers(v)
	if g.here == nil {
		g.here = g.graph.node(v.Screen)
	}
	g.here.update(offers, g.graph)
	g.here.target = g.relevance.place(v.Screen).target
	if e, ok := g.replayed(v, offers); ok {
		return e, true
	}
	switch {
	case g.other != nil:
		return g.chance(g.other, v, offers)
	case g.rng.Float64() < wildEvents:
		return g.chance(g.random, v, offers)
	}
	if e, ok := g.change(v, offers); ok {
		return e, true
	}
	if e, ok := g.perturbed(v, offers); ok {
		return e, true
	}
	if e, ok := g.follow(v, offers); ok {
		return e, true
	}
	if g.bored > patience && g.rng.Float64() < 0.02 || g.empty && g.length > emptyEvents && g.rng.Float64() < emptyEnd {
		return event.Event{}, false
	}
	if g.preferences.returns > 0 {
		g.stay = 0
	}
	if g.stay--; g.relevance.place(v.Screen).factor < 0.5 && g.rng.Float64() < 0.3 {
		g.stay = -1 // nothing leads from here to the target
	}
	if g.straight--; g.straight > 0 {
		if g.relevance.place(v.Screen).factor < 0.5 && g.rng.Float64() < turnBack {
			back := event.Event{Kind: event.Back}
			g.played = g.here.byKey[gen.KeyOf(back)]
			return back, true
		}
		return g.local(v, offers), true
	}
	if g.stay < 0 {
		planned := g.head()
		if e, ok := g.change(v, offers); ok {
			return e, true // what was to be found elsewhere is here
		}
		if planned {
			if e, ok := g.follow(v, offers); ok {
				return e, true
			}
		}
	}
	return g.local(v, offers), true
}

// chance takes an event of another generator, again if it is known to crash.
func (g *Generator) chance(other gen.Generator, v gen.View, offers []offer) (e event.Event, ok bool) {
	const draws = 8
	for range draws {
		if e, ok = other.Next(v); !ok {
			return e, false
		}
		g.played = nil
		if i := match(offers, e); i >= 0 {
			g.played = g.here.byKey[offers[i].Key]
		}
		if g.played == nil || g.rng.Float64() < g.played.risk() {
			break
		}
	}
	return e, true
}

// outside brings the app back to the front; another app's screen is given one
// chance to be left or answered like a person would.
func (g *Generator) outside(v gen.View) event.Event {
	if !v.Alive || v.Screen == nil || len(v.Screen.Widgets) == 0 {
		return event.Event{Kind: event.Launch}
	}
	list := gen.Candidates(v.Screen)
	if isPermissionDialog(v.Screen) && len(list) > 0 {
		if i := gen.Draw(g.rng, len(list), func(i int) float64 { return list[i].Weight }); i >= 0 {
			return gen.Finish(list[i], v.Screen, g.texts, gen.AnyValue, g.rng)
		}
	}
	if g.rng.Intn(2) == 0 {
		return event.Event{Kind: event.Back}
	}
	return event.Event{Kind: event.Launch}
}

// follow plays the next planned step. A step of a path that has been left ends
// the plan; a field that has gone is skipped.
func (g *Generator) follow(v gen.View, offers []offer) (event.Event, bool) {
	for len(g.plan) > 0 {
		next := g.plan[0]
		g.plan = g.plan[1:]
		if next.at != nil && !g.alike(next) {
			g.plan = nil
			break
		}
		g.walked = next.at != nil && len(g.plan) == 0
		if i := g.find(next.key, offers); i >= 0 {
			return g.act(v, offers, i, next.class), true
		}
	}
	return event.Event{}, false
}

// alike says whether the planned step can be done here: in the state that it is
// meant in or another of the activity that offers it. Where data are many, the state
// is seldom the very one that was met before.
func (g *Generator) alike(next step) bool {
	if next.at == g.here {
		return true
	}
	a := g.here.byKey[next.key]
	return next.at.activity == g.here.activity && a != nil && a.offered
}

// find returns an offer with the key; among rows, which share a key, any, the
// first and the last more often than others.
func (g *Generator) find(key gen.Key, offers []offer) int {
	var equal []int
	for i := range offers {
		if offers[i].Key == key {
			equal = append(equal, i)
		}
	}
	switch p := g.rng.Float64(); {
	case len(equal) == 0:
		return -1
	case p < 0.3:
		return equal[0]
	case p < 0.5:
		return equal[len(equal)-1]
	}
	return equal[g.rng.Intn(len(equal))]
}

// local draws one of the actions here by weight. A screen with text fields is
// filled and confirmed more often than its single actions say: most of what it
// does, it does with all fields filled.
func (g *Generator) local(v gen.View, offers []offer) event.Event {
	if g.rng.Float64() < formFirst {
		if fields := g.fields(offers); len(fields) > 0 {
			g.plan = g.form(v.Screen, offers, fields)
			if e, ok := g.follow(v, offers); ok {
				return e
			}
		}
	}
	actions := g.here.actions
	i := gen.Draw(g.rng, len(actions), func(i int) float64 {
		switch a := actions[i]; {
		case !a.offered:
			return 0
		case g.straight > 0:
			if a.wide {
				return a.weight() // a setting is no step of the path
			}
			return a.weight() * math.Pow(a.matter(), 3)
		default:
			return a.weight()
		}
	})
	if i < 0 {
		return event.Event{Kind: event.Back}
	}
	return g.act(v, offers, g.find(actions[i].key, offers), g.valueClass(v.Screen))
}

// act plays the offer of an index, or first what perturbs the app before it.
func (g *Generator) act(v gen.View, offers []offer, i int, class gen.ValueClass) event.Event {
	if first, ok := g.prime(v, offers[i], class, offers); ok {
		return first
	}
	return g.play(v, offers[i], class)
}

// play returns the offer's event and remembers that it is being tried.
func (g *Generator) play(v gen.View, o offer, class gen.ValueClass) event.Event {
	g.played = g.here.byKey[o.Key]
	if o.system {
		return o.Event
	}
	e := gen.Finish(o.Candidate, v.Screen, g.texts, class, g.rng)
	if e.Kind == event.Text && class == gen.ValidValue {
		// A form that asks twice wants to be told the same.
		w := &v.Screen.Widgets[o.Widget]
		if value, ok := g.typed[gen.FieldOf(w)]; ok && w.Password {
			e.Value = value
		}
		g.typed[gen.FieldOf(w)] = e.Value
	}
	return e
}

// Observe implements gen.Generator.
func (g *Generator) Observe(o gen.Outcome) {
	g.random.Observe(o)
	g.model.Observe(o)
	near := g.feedback.observe(o.Ran, g.played != nil && g.played.coverage.tries >= knownTries)
	g.preferences.observe(o)
	g.prefix.observe(o, g.feedback.scale.Weight)
	g.perturb = near > closeBy && o.Crash == "" && !g.perturb && g.rng.Float64() < perturbAfter
	var to *node
	known := len(g.graph.nodes)
	if o.After.InApp() {
		to = g.graph.node(o.After.Screen)
	}
	g.bored++
	g.warm++
	g.length++
	if gen.Cold(o.Event) || o.Crash != "" {
		g.warm = 0
	}
	if len(g.graph.nodes) > known {
		g.bored = 0
	}
	if g.played == nil && g.here == nil && to != nil && o.Event.Kind == event.Launch {
		g.graph.start = to
	}
	if a := g.played; a != nil {
		if a.tries == 0 {
			g.bored = 0
		}
		if g.fault != nil {
			near = a.coverage.mean() // what it begins is yet to come
		}
		a.observe(to, o, near)
		a.credit(g.graph, g.before, o)
		g.played = nil // the next event may be another generator's
	}
	if to != nil && to != g.here {
		to.visits++
	}
	g.watchFault(o)
	g.here = to
}
