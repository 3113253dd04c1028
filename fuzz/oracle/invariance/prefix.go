package invariance

import (
	"cmp"
	"slices"
)

// Seeds that begin on an app without data reach little of it: its lists have no rows, and rows are
// what most independent views are. So what seeds did that made rows is kept, and most seeds begin
// with it, from cleared data as all of them. A script needs nothing but its events all the same.

// Bounds of the prefixes that seeds begin with.
const (
	maxPrefix   = 20  // events of one
	maxPrefixes = 6   // kept
	prefixShare = 0.6 // part of the seeds that begin with one
	// What seeds with a prefix have of events of their own.
	minAfterPrefix, maxAfterPrefix = 4, 9
)

// prefix is what a seed did to make rows.
type prefix struct {
	actions []action
	rows    int // how many it made
}

// prefixes are the best of them, the most rows first.
type prefixes []prefix

// add takes the prefix of a run, if it made rows by other actions than a known one.
func (g *prefixes) add(r *run) {
	made, ok := r.prefix()
	if !ok || slices.ContainsFunc(*g, func(old prefix) bool {
		return old.rows >= made.rows && slices.EqualFunc(old.actions, made.actions, same)
	}) {
		return
	}
	list := append(*g, made)
	slices.SortStableFunc(list, func(a, b prefix) int {
		return cmp.Or(b.rows-a.rows, len(a.actions)-len(b.actions))
	})
	*g = list[:min(len(list), maxPrefixes)]
}

// prefix cuts a run off where it had made the most rows; false if it made none.
func (r *run) prefix() (prefix, bool) {
	best, first := prefix{}, map[string]int{}
	for i, p := range r.pages[:min(len(r.pages), maxPrefix+1)] {
		if !p.inApp() || p.Floating() {
			continue
		}
		title, chosen := p.heading()
		name := p.Activity + "\n" + title + "\n" + chosen
		rows := len(p.rows.at)
		least, known := first[name]
		if !known || rows < least {
			first[name] = rows
			continue
		}
		if rows-least > best.rows {
			best = prefix{r.actions[:i], rows - least}
		}
	}
	return best, best.rows > 0
}
