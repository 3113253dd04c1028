package environment

import "slices"

// firstTurn is the number of events of an environment's first turn; each later turn has twice as many as the one
// before. Most crashes that an environment can host are met within the first (docs/cases.md). A
// search that needs more goes on in its next turn where it stopped, so it shares its events with the other
// environments and loses none: a portfolio by time slices (Huberman, Lukose and Hogg, "An Economics Approach to Hard
// Computational Problems", 1997).
const firstTurn = 200

// earlyTurn is the number of events after which the first turn may end where the app has asked for hosts that it did
// not reach: its lists may stay empty for the rest of it. Half of the crashes that need no server are met within 15
// events.
const earlyTurn = 80

// plannedTurn is that number where the plan wants a certain answer of a server: nothing of the plan can be done before.
const plannedTurn = 10

// Turns shares the events of a search out among environments. T is what the search keeps of each.
type Turns[T any] struct {
	all     []*Turn[T]
	present int
	made    int // that there ever were
}

// Turn is an environment that has its turns.
type Turn[T any] struct {
	Environment
	Of    T
	had   int // turns that are over
	spent int // events of the one that is not
}

// NewTurns begins with the first of some environments. of makes what the search keeps of each.
func NewTurns[T any](list []Environment, of func(i int) T) *Turns[T] {
	t := &Turns[T]{}
	t.Set(list, of)
	return t
}

// Set makes the environments these; those that were among them before keep what they had. of makes what the search
// keeps of each new one, which is the i-th that there ever was.
func (t *Turns[T]) Set(list []Environment, of func(i int) T) {
	var all []*Turn[T]
	for _, e := range list {
		i := slices.IndexFunc(t.all, func(old *Turn[T]) bool { return old.Environment == e })
		if i >= 0 {
			all = append(all, t.all[i])
			continue
		}
		all = append(all, &Turn[T]{Environment: e, Of: of(t.made)})
		t.made++
	}
	if len(t.all) > 0 {
		t.present = slices.Index(all, t.all[t.present])
	}
	t.all = all
}

// Present is the environment whose turn it is.
func (t *Turns[T]) Present() *Turn[T] { return t.all[t.present] }

// All are the environments in their order.
func (t *Turns[T]) All() []*Turn[T] { return t.all }

// Environments are the same without what is kept of them.
func (t *Turns[T]) Environments() []Environment {
	var list []Environment
	for _, turn := range t.all {
		list = append(list, turn.Environment)
	}
	return list
}

// Length is how many events the turn has.
func (t *Turn[T]) Length() int {
	const most = 20 // doublings; no search has so many events
	return firstTurn << min(t.had, most)
}

// Left is how many of them are left.
func (t *Turn[T]) Left() int { return max(0, t.Length()-t.spent) }

// Early says whether the turn is the first and has had enough events, with so many more, to make way for an environment
// that the app is known to want. planned says that the plan of the search wants it, too.
func (t *Turn[T]) Early(events int, planned bool) bool {
	enough := earlyTurn
	if planned {
		enough = plannedTurn
	}
	return t.had == 0 && t.spent+events >= enough
}

// Spend counts events of the turn.
func (t *Turn[T]) Spend(events int) { t.spent += events }

// Begun says whether it had any event.
func (t *Turn[T]) Begun() bool { return t.had > 0 || t.spent > 0 }

// Next chooses the environment to go on in, of those where something is left to do: the present one while its turn
// lasts, then the one that had fewest turns, the first of equals. nil: there is none.
func (t *Turns[T]) Next(open func(T) bool) *Turn[T] {
	if p := t.Present(); p.Left() == 0 {
		p.had, p.spent = p.had+1, 0
	} else if open(p.Of) {
		return p
	}
	next := -1
	for i, turn := range t.all {
		if open(turn.Of) && (next < 0 || turn.had < t.all[next].had) {
			next = i
		}
	}
	if next < 0 {
		return nil
	}
	t.present = next
	return t.all[next]
}
