// Package guided generates events by a table of strategies that share what was learned of the
// app and what the guide says. It does well without a guide: then every action matters equally.
//
// What is learned is a graph (package transition). Every action in it has a weight:
//
//   - what kind of action it is: a press weighs more than a scroll, events
//     that no widget shows (back, rotation, drawers from the edge, process
//     death, answers of other apps) are tried now and then on every screen;
//   - how much it matters (package relevance): the widgets, texts and roles of the
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
// A strategy proposes plans, each a few events with an end, and owns them; the table
// (newTable) says which strategy is asked when and for what part of the events, and package bandit
// moves those parts to what comes near the crash. A file has one strategy.
//
// The graph follows the model-based exploration of Stoat, Ape and DroidBot. It
// does not model the app's data beyond what a screen shows.
package guided

import (
	"math/rand"
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/bandit"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/team"
)

// Generator is the guided generator.
type Generator struct {
	state  *state
	table  []*row
	drawn  []*row // those of the table that the bandit draws, by its arms
	bandit *bandit.Bandit
	plans  []*active // under way, the innermost last
	last   *row      // of the strategy that chose the last event; nil: by weight, of no plan
	near   bool      // the last event came near the crash
	rose   bool      // the last event came nearer than any before
	best   float64   // evidence so far
}

// active is a plan under way.
type active struct {
	plan
	row    *row
	arm    int // of the bandit; -1: it was not drawn
	events int
	gain   float64 // evidence of its events, rare ones more than common ones
	found  int     // states that its events met first
}

// New returns a generator for one app. g may be nil; without are the names of strategies that
// are left out.
func New(g *guide.Guide, rng *rand.Rand, without ...string) *Generator {
	return NewMember(g, rng, team.Member{}, without...)
}

// NewMember returns the generator of a member of a team.
func NewMember(g *guide.Guide, rng *rand.Rand, m team.Member, without ...string) *Generator {
	if m.Team == nil {
		m.Team = team.New()
	}
	s := newState(g, rng)
	s.member = m
	table := newTable(g, s, rng, without)
	made := &Generator{state: s, table: table}
	var shares []float64
	for _, r := range table {
		if r.moment == drawn {
			made.drawn, shares = append(made.drawn, r), append(shares, r.share)
		}
	}
	made.bandit = bandit.New(shares)
	return made
}

// Begin implements gen.Generator.
func (g *Generator) Begin() {
	for len(g.plans) > 0 {
		g.end()
	}
	g.state.Begin()
	g.near, g.rose = false, false
	for _, r := range g.table {
		if b, ok := r.strategy.(beginner); ok {
			b.begin(g.state)
		}
	}
}

// Learn implements gen.Learner.
func (g *Generator) Learn(n gen.Near) {
	for _, r := range g.table {
		if l, ok := r.strategy.(learner); ok {
			l.learn(g.state, n)
		}
	}
}

// States implements gen.Generator.
func (g *Generator) States() int { return len(g.state.Graph.Nodes) }

// Next implements gen.Generator.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	g.state.Look(v)
	g.last = nil
	if !v.InApp() {
		return g.outside(), true
	}
	g.interrupt()
	// Each turn ends a plan, begins one, or plays.
	for range maxTurns {
		if len(g.plans) == 0 {
			if g.exhausted() {
				return event.Event{}, false
			}
			g.propose()
		}
		c := choice{kind: drawOffer}
		if n := len(g.plans); n > 0 {
			var ok bool
			if c, ok = g.plans[n-1].next(g.state); !ok {
				g.end()
				continue
			}
		}
		return g.perform(c)
	}
	return g.perform(choice{kind: drawOffer})
}

// interrupt begins what does not wait for the plan under way to end.
func (g *Generator) interrupt() {
	other := len(g.plans) > 0 && !g.guided()
	if g.rose && other {
		for len(g.plans) > 0 {
			g.end()
		}
		if r := g.pick(raised); r != nil {
			g.begin(r, noArm)
		}
	}
	g.rose = false
	if other && !g.guided() {
		g.beginAny(arrival)
	}
	if r := g.pick(after); g.near && r != nil {
		g.state.about = choice{}
		if g.begin(r, noArm) {
			g.near = false
		}
	}
}

// guided says whether a plan under way is the guide's, or leads to what came near before.
func (g *Generator) guided() bool {
	return slices.ContainsFunc(g.plans, func(p *active) bool {
		switch p.row.strategy.(type) {
		case beginning, finishing, *followGuide, *replayPrefix:
			return true
		}
		return false
	})
}

// maxTurns bounds the plans that are begun for one event, in case each is over at once.
const maxTurns = 8

const (
	// stagnation is the number of events without a new state or action after which an episode may
	// end, endChance the chance that it does where a plan ends: an app without data is worth more then.
	stagnation = 80
	endChance  = 0.25
	// emptyEvents is the number of events from which on an episode may end where
	// the crash wants empty data, emptyEnd the chance that it does where a plan ends.
	emptyEvents = 40
	emptyEnd    = 0.4
)

// exhausted says whether it is time for an episode to end, now that nothing is planned.
func (g *Generator) exhausted() bool {
	return g.state.Stagnant > stagnation && g.state.Rng.Float64() < endChance ||
		g.state.Relevance.Empty && g.state.Length > emptyEvents && g.state.Rng.Float64() < emptyEnd
}

// propose begins a plan: of the strategies that come first, or else of one that is drawn.
func (g *Generator) propose() {
	if g.beginAny(first) {
		return
	}
	length := func(arm int) float64 { return g.drawn[arm].length() }
	var asked []int
	for a := g.bandit.Draw(g.state.Rng, length, nil); a >= 0; a = g.bandit.Draw(g.state.Rng, length, asked) {
		if g.begin(g.drawn[a], a) {
			return
		}
		asked = append(asked, a)
	}
}

// beginAny begins a plan of the strategies of a moment: of the first in the table that has one.
func (g *Generator) beginAny(m moment) bool {
	return slices.ContainsFunc(g.table, func(r *row) bool { return r.moment == m && g.begin(r, noArm) })
}

// noArm says that the bandit did not draw a plan.
const noArm = -1

// begin begins a plan of a strategy, if it has one.
func (g *Generator) begin(r *row, arm int) bool {
	p, ok := r.strategy.Propose(g.state)
	if !ok {
		return false
	}
	r.Plans++
	g.plans = append(g.plans, &active{plan: p, row: r, arm: arm})
	return true
}

// end ends the innermost plan.
func (g *Generator) end() {
	n := len(g.plans) - 1
	p := g.plans[n]
	g.plans = g.plans[:n]
	if p.arm == noArm || p.events == 0 {
		return
	}
	gain := p.gain
	if g.state.Feedback.Scale.Blind() {
		gain = float64(p.found)
	}
	g.bandit.Reward(p.arm, min(1, gain*dwell/float64(p.events)))
}

// pick draws a strategy of a moment by the shares of occasions; nil is the rest.
func (g *Generator) pick(m moment) *row {
	p := -1.0
	for _, r := range g.table {
		if r.moment != m {
			continue
		}
		if p < 0 {
			p = g.state.Rng.Float64()
		}
		if p -= r.share; p < 0 {
			return r
		}
	}
	return nil
}

// perform turns a choice of the innermost plan, or of none, into an event. Other strategies
// come in between: within a plan that goes by weight, and around what came near the crash.
func (g *Generator) perform(c choice) (event.Event, bool) {
	if n := len(g.plans); n > 0 {
		g.last = g.plans[n-1].row
	}
	switch c.kind {
	case endEpisode:
		return event.Event{}, false
	case drawOffer:
		if r := g.pick(within); r != nil && !c.whole && g.begin(r, noArm) {
			return g.inner(choice{kind: drawOffer, onPath: c.onPath})
		}
		i := g.state.Draw(c.onPath)
		if i < 0 {
			return event.Event{Kind: event.Back}, true
		}
		c = choice{kind: takeOffer, offer: i, class: g.state.ValueClass(g.state.View.Screen)}
	}
	if r := g.surrounds(c); r != nil {
		g.state.about = choice{kind: takeOffer, offer: c.offer, class: c.class}
		if g.begin(r, noArm) {
			return g.inner(c)
		}
	}
	if c.kind == giveEvent {
		if c.offer >= 0 {
			g.state.Played = g.state.Action(c.offer)
		}
		return c.event, true
	}
	return g.state.Play(c.offer, c.class), true
}

// inner plays the first event of the plan that has just begun, or the choice if it has none.
func (g *Generator) inner(otherwise choice) (event.Event, bool) {
	p := g.plans[len(g.plans)-1]
	c, ok := p.next(g.state)
	if !ok {
		g.end()
		c = otherwise
	} else {
		g.last = p.row
	}
	switch {
	case c.kind == giveEvent:
		return c.event, true
	case c.kind == takeOffer:
		return g.state.Play(c.offer, c.class), true
	}
	if i := g.state.Draw(c.onPath); i >= 0 {
		return g.state.Play(i, g.state.ValueClass(g.state.View.Screen)), true
	}
	return event.Event{Kind: event.Back}, true
}

// surrounds draws a strategy that comes around the choice; nil: none does. What perturbs is not
// perturbed itself.
func (g *Generator) surrounds(c choice) *row {
	if c.offer < 0 || slices.ContainsFunc(g.plans, func(p *active) bool {
		return p.row.moment == around || p.row.moment == anywhere || p.row.moment == after
	}) {
		return nil
	}
	a := g.state.Action(c.offer)
	switch {
	case c.around > 0:
		if g.state.Rng.Float64() >= c.around {
			return nil
		}
		return g.any(around)
	case g.state.Feedback.Scale.Blind():
		return g.pick(anywhere)
	case a.Coverage.Tries >= inVain && a.Coverage.Mean() > closeBy:
		return g.pick(around)
	}
	return nil
}

// any draws one of the strategies of a moment by their shares; nil if there is none.
func (g *Generator) any(m moment) *row {
	i := gen.Draw(g.state.Rng, len(g.table), func(i int) float64 {
		if g.table[i].moment != m {
			return 0
		}
		return g.table[i].share
	})
	if i < 0 {
		return nil
	}
	return g.table[i]
}

// outside brings the app back to the front, unless a plan says otherwise; another app's screen
// is given one chance to be left or answered like a person would.
func (g *Generator) outside() event.Event {
	for n := len(g.plans) - 1; n >= 0; n-- {
		p, ok := g.plans[n].plan.(outsidePlanner)
		if !ok {
			g.end()
			continue
		}
		if e, ok := p.outside(g.state); ok {
			g.last = g.plans[n].row
			return e
		}
		break
	}
	v := g.state.View
	if !v.Alive || v.Screen == nil || len(v.Screen.Widgets) == 0 {
		return event.Event{Kind: event.Launch}
	}
	list := gen.Candidates(v.Screen)
	if naming.AsksPermission(v.Screen) && len(list) > 0 {
		if i := gen.Draw(g.state.Rng, len(list), func(i int) float64 { return g.state.Relevance.Answer(list[i]) }); i >= 0 {
			return gen.Finish(list[i], v.Screen, g.state.Texts, gen.AnyValue, g.state.Rng)
		}
	}
	if g.state.Rng.Intn(2) == 0 {
		return event.Event{Kind: event.Back}
	}
	return event.Event{Kind: event.Launch}
}

// Observe implements gen.Generator.
func (g *Generator) Observe(o gen.Outcome) {
	known := len(g.state.Graph.Nodes)
	wasNear := g.near
	near := g.state.Observe(o)
	g.near = near > closeBy && o.Crash == "" && !wasNear
	raised := o.Evidence.Value() > g.best
	g.rose = raised && o.Crash == "" && g.best > 0
	g.best = max(g.best, o.Evidence.Value())
	if g.last != nil {
		g.last.Events++
		if raised {
			g.last.Raised++
		}
	}
	for _, p := range g.plans {
		p.events++
		p.gain += max(near, o.Evidence.Likeness)
		p.found += len(g.state.Graph.Nodes) - known
		if p.row != g.last && p.arm != noArm {
			p.row.Events++
		}
	}
	seen := map[string]bool{}
	for _, r := range g.table {
		if name := r.strategy.Name(); !seen[name] {
			seen[name] = true
			r.strategy.Observe(g.state, o)
		}
	}
	g.state.Played = nil // the next event may be another generator's
}
