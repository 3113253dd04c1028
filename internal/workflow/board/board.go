// Package board is what the searches of a job side by side know of each other: which of them is which member of a
// team, what came near the crash, and what all have spent. It searches nothing itself.
package board

import (
	"slices"
	"sync"

	"talpa/fuzz"
	"talpa/fuzz/gen/guided/team"
	"talpa/internal/workflow/environment"
	"talpa/internal/workflow/tally"
)

// Board is what the searches of a job side by side know of each other. Safe for use by several goroutines.
type Board struct {
	// Exchange carries what came near the crash from each to the others; nil where there are none.
	Exchange *fuzz.Exchange

	alone  bool
	number int

	mu     sync.Mutex
	total  tally.Tally // of the searches that are over
	spent  []spent     // by member
	best   int         // the member that came nearest
	value  float64     // how near
	teams  map[teamOf]*team.Team
	joined map[teamOf][]int // members, in the order in which they joined
}

// New returns the board of so many members; of one that is alone here number is that among searches elsewhere. total is
// what earlier commands came to.
func New(members, number int, total tally.Tally) *Board {
	b := &Board{alone: members == 1, number: number, total: total, spent: make([]spent, members),
		teams: map[teamOf]*team.Team{}, joined: map[teamOf][]int{}}
	if !b.alone {
		b.Exchange = &fuzz.Exchange{}
	}
	return b
}

// teamOf is what the members of a team have in common: what was in vain elsewhere may lead to the crash here.
type teamOf struct {
	environment environment.Environment
	apk         string
}

// spent is what a member has spent in this command.
type spent struct {
	events  int // of its searches that are over
	present fuzz.Progress
	seconds float64
}

// Member is the place of a member in the team that searches an APK in an environment.
func (b *Board) Member(number int, e environment.Environment, apk string) team.Member {
	if b.alone {
		return team.Member{Number: b.number}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	key := teamOf{e, apk}
	if b.teams[key] == nil {
		b.teams[key] = team.New()
	}
	for i, m := range b.joined[key] {
		if m == number {
			return team.Member{Number: i, Team: b.teams[key]}
		}
	}
	b.joined[key] = append(b.joined[key], number)
	return team.Member{Number: len(b.joined[key]) - 1, Team: b.teams[key]}
}

// Progress takes in how the search of a member goes, and returns how those of all do: events and seconds with those of
// earlier commands.
func (b *Board) Progress(number int, now fuzz.Progress, seconds float64) (all fuzz.Progress, rate, searched float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent[number].present, b.spent[number].seconds = now, seconds
	all = now
	all.Events, all.Path = b.total.Search.Events, b.spent[b.best].present.Path
	for _, m := range b.spent {
		all.Events += m.present.Events
		all.States, all.Violations = max(all.States, m.present.States), max(all.Violations, m.present.Violations)
		rate += m.present.PerSecond()
		searched = max(searched, m.seconds)
	}
	all.Violations = max(all.Violations, len(b.total.Others))
	return all, rate, searched
}

// Over takes in the result of a member's search.
func (b *Board) Over(number int, r *fuzz.Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total.Add(r)
	b.spent[number].events += r.Progress.Events
	b.spent[number].present = fuzz.Progress{}
}

// Events is how many events all members have spent, with those of earlier commands.
func (b *Board) Events() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	sum := b.total.Search.Events
	for _, m := range b.spent {
		sum += m.present.Events
	}
	return sum
}

// Count takes in how many events the present search of a member has had, and returns those of all.
func (b *Board) Count(number, events int) int {
	b.mu.Lock()
	b.spent[number].present.Events = events
	b.mu.Unlock()
	return b.Events()
}

// Nearer says whether a member came as near as any before: of equals the latest is shown.
func (b *Board) Nearer(number int, value float64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if value < b.value {
		return false
	}
	b.best, b.value = number, value
	return true
}

// Tally is what all searches came to.
func (b *Board) Tally() tally.Tally {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.total
	if b.alone {
		return all
	}
	members := slices.Clone(all.Search.Members) // of earlier commands
	members = append(members, make([]int, max(0, len(b.spent)-len(members)))...)
	for i, m := range b.spent {
		members[i] += m.events
	}
	all.Search.Members = members
	return all
}
