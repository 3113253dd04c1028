// Package team is what guided generators of searches side by side share, a portfolio: what each of them tried in vain,
// so that the others try something else first, and how they differ from each other. What came near the crash does not
// go this way: the searches tell each other (gen.Learner).
package team

import (
	"sync"

	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/gen/guided/transition"
)

// Team is what its members share. All have the same guide.
//
// Members are numbered from 0. The first one does the guide's plan as it is, by which most crashes are met; the others
// begin where it would come later: with other achievers of the goals, with one more press in the plan, and with more of
// the events for some strategies.
type Team struct {
	Tally *goals.Tally // of the achievers of the guide's plan

	mu       sync.Mutex
	inserted transition.Rows // presses that plans were done with besides
	varied   map[string]int  // changes of settings, by name
}

// New returns a Team that has tried nothing.
func New() *Team {
	return &Team{Tally: goals.NewTally(), inserted: transition.Rows{}, varied: map[string]int{}}
}

// Member is a place in a team. The zero value is a search of its own.
type Member struct {
	Number int
	Team   *Team
}

// Insert counts a press that a plan is done with besides.
func (t *Team) Insert(row transition.RowKey) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.inserted[row]++
}

// Insertions is how often a press was inserted.
func (t *Team) Insertions(row transition.RowKey) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.inserted[row]
}

// Vary counts a change of a setting.
func (t *Team) Vary(set *settings.Setting) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.varied[set.Name]++
}

// Rounds is how often a setting was changed.
func (t *Team) Rounds(set *settings.Setting) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.varied[set.Name]
}

// Emphasis is the factor on the share of a strategy that a member has more of.
const Emphasis = 3

// emphases are the strategies that members after the first have more of, in turn: another press or alternative, other
// settings and data, other screens. The bandit moves shares from there.
var emphases = [][]string{
	{"follow_guide", "follow_report"},
	{"vary_preferences", "exploit_target"},
	{"explore_frontier", "model"},
}

// Emphasized are the strategies that a member has more of.
func (m Member) Emphasized() []string {
	if m.Number == 0 {
		return nil
	}
	return emphases[(m.Number-1)%len(emphases)]
}
