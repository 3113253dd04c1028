package guide

import (
	"slices"
	"strings"
)

// Explains says whether the guide explains the verdict on a callback.
func (g *Guide) Explains() bool {
	return slices.ContainsFunc(g.Callbacks, func(c Callback) bool { return len(c.Why) > 0 })
}

// maxSimilar is how many names Similar offers.
const maxSimilar = 3

// Similar are the callbacks and ids of widgets whose names have most letters in common with a name,
// in its order, and at least half of their own.
func (g *Guide) Similar(name string) []string {
	best, score := []string{}, 0
	offer := func(candidate string) {
		short := candidate[strings.LastIndexAny(candidate, "./")+1:]
		common := commonLetters(strings.ToLower(short), strings.ToLower(name[strings.LastIndexAny(name, "./")+1:]))
		switch {
		case 2*common < len(short) || slices.Contains(best, candidate):
		case common > score:
			best, score = []string{candidate}, common
		case common == score && len(best) < maxSimilar:
			best = append(best, candidate)
		}
	}
	for _, c := range g.Callbacks {
		offer(ShortMethod(c.Method))
		for _, w := range c.Widgets {
			if w.ID != "" {
				offer(w.ID)
			}
		}
	}
	return best
}

// commonLetters is the length of a longest common subsequence of two names.
func commonLetters(a, b string) int {
	row := make([]int, len(b)+1)
	for i := range len(a) {
		before := 0
		for j := range len(b) {
			above := row[j+1]
			if row[j+1] = max(row[j], above); a[i] == b[j] {
				row[j+1] = before + 1
			}
			before = above
		}
	}
	return row[len(b)]
}
