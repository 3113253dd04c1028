package guided

import (
	"math/rand"
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/team"
)

// moment is when a strategy is asked for a plan.
type moment uint8

const (
	first    moment = iota // nothing is planned: asked before others, in the order of the table
	drawn                  // nothing is planned: drawn by the share of events
	within                 // a plan goes on by weight: a part of such events
	around                 // an action came near the crash in vain: a part of its repetitions
	anywhere               // nothing tells what comes near the crash: a part of all actions
	after                  // an event came near the crash: a part of such events
	arrival                // another plan than the guide's has led to a screen
	raised                 // an event of such a plan came nearer than any before: a part of such events
)

// row is a strategy's line in the table.
type row struct {
	strategy Strategy
	moment   moment
	// share is the part of the events (drawn), of the choices (within), or of the occasions
	// (around, after, raised) that the strategy begins with; of first and arrival it is 1.
	share float64
	gen.StrategyCount
}

// length is the mean length of the strategy's plans in events: the shares are of events, and plans
// differ.
func (r *row) length() float64 { return float64(r.Events+dwell) / float64(r.Plans+1) }

// Shares of events to begin with; from there on the bandit moves them. A search with a path
// spends less on what knows nothing of the crash. docs/search-measured.md says what pays: chance, of
// which the model generator has some of its own, pays nothing on the model app and is kept small; the
// shares of strategies that need a guide are guesses that no measurement backs yet.
//
// Of the other moments: formFirst is the part of the choices by weight that fill the form of a
// screen which has one, perturbBefore and perturbAfter are the parts of what came near that is
// perturbed, faultShare that part of those before that inject a fault, perturbAnywhere that of all
// actions where nothing tells what is near, raisedFollow the part of the new best places from where the plan goes on
// and not what runs the most of the trace.
const (
	formFirst       = 0.4
	perturbBefore   = 0.3
	perturbAfter    = 0.15
	faultShare      = 0.6
	perturbAnywhere = 0.01
	raisedFollow    = 0.5

	shareRandom   = 0.04
	shareModel    = 0.30
	sharePath     = 0.15
	shareReport   = 0.10
	shareExploit  = 0.25
	shareFrontier = 0.33
	shareVary     = 0.50
)

// newTable returns the policy: which strategy is asked when, and for how much. Those that
// are left out are given by name.
func newTable(g *guide.Guide, s *state, rng *rand.Rand, without []string) []*row {
	other := shareModel
	follow, systematic := newFollowGuide(g, s.member), newModel(rng, s.Texts)
	if s.Relevance.Routed {
		other /= 2
		systematic.events = routedModelEvents
	}
	table := []*row{
		{strategy: newReplayPrefix(), moment: first, share: 1},
		{strategy: beginning{follow}, moment: first, share: 1},
		{strategy: unguided{systematic}, moment: first, share: 1},
		{strategy: follow, moment: drawn, share: sharePath},
		{strategy: newFollowReport(g), moment: drawn, share: shareReport},
		{strategy: &varyPreferences{}, moment: drawn, share: shareVary},
		{strategy: exploitTarget{}, moment: drawn, share: shareExploit},
		{strategy: exploreFrontier{}, moment: drawn, share: shareFrontier},
		{strategy: systematic, moment: drawn, share: other},
		{strategy: newRandom(rng, s.Texts), moment: drawn, share: shareRandom},
		{strategy: fillForm{}, moment: within, share: formFirst},
		{strategy: perturbLifecycle{}, moment: around, share: perturbBefore * (1 - faultShare)},
		{strategy: newInjectFaults(g), moment: around, share: perturbBefore * faultShare},
		{strategy: newInjectFaults(g), moment: anywhere, share: perturbAnywhere},
		{strategy: perturbLifecycle{}, moment: after, share: perturbAfter},
		{strategy: newFinishing(follow), moment: arrival, share: 1},
		{strategy: follow, moment: raised, share: raisedFollow},
		{strategy: exploitTarget{}, moment: raised, share: 1 - raisedFollow},
	}
	for _, r := range table {
		if r.moment == drawn && slices.Contains(s.member.Emphasized(), r.strategy.Name()) {
			r.share *= team.Emphasis
		}
	}
	return slices.DeleteFunc(table, func(r *row) bool { return slices.Contains(without, r.strategy.Name()) })
}

// Strategies implements gen.Strategic: rows of one strategy add up.
func (g *Generator) Strategies() []gen.StrategyCount {
	var counts []gen.StrategyCount
	for _, r := range g.table {
		name := r.strategy.Name()
		i := slices.IndexFunc(counts, func(c gen.StrategyCount) bool { return c.Name == name })
		if i < 0 {
			i = len(counts)
			counts = append(counts, gen.StrategyCount{Name: name})
		}
		counts[i].Plans += r.Plans
		counts[i].Events += r.Events
		counts[i].Raised += r.Raised
	}
	return counts
}

// Chose implements gen.Strategic.
func (g *Generator) Chose() string {
	if g.last == nil {
		return ""
	}
	return g.last.strategy.Name()
}

// Names are the names of all strategies, in the order of the table.
func Names() []string {
	var names []string
	for _, c := range New(nil, rand.New(rand.NewSource(0))).Strategies() {
		names = append(names, c.Name)
	}
	return names
}
