package transition

import (
	"math/rand"

	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// RowKey is the place of a row among those of an activity that share a key.
type RowKey struct {
	activity string
	key      gen.Key
	place    int
}

// RowOf is the place of an offer among those with its key.
func RowOf(activity string, offers []Offer, offer int) RowKey {
	at := RowKey{activity: activity, key: offers[offer].Key}
	for i := range offer {
		if offers[i].Key == at.key {
			at.place++
		}
	}
	return at
}

// Rows counts how often each row was touched.
type Rows map[RowKey]int

// Tries is how often the row of an offer was touched.
func (r Rows) Tries(activity string, offers []Offer, offer int) int {
	return r[RowOf(activity, offers, offer)]
}

// Untouched counts the rows that share the key of an offer, itself left out, and were never touched.
func (r Rows) Untouched(activity string, offers []Offer, offer int) (n int) {
	for i := range offers {
		if i != offer && offers[i].Key == offers[offer].Key && r.Tries(activity, offers, i) == 0 {
			n++
		}
	}
	return n
}

// Parts of the draws among rows that are the first and the last one; the others are any. What goes wrong in
// a list does so at its ends more often than in the middle.
const (
	firstRow = 0.3
	lastRow  = 0.2
)

// Draw draws one of some equal offers, of rows the first and the last more often than others; -1 of none. Rows that
// were touched give way to others: which of them matters hangs on the data behind it, which only a try tells.
func (r Rows) Draw(rng *rand.Rand, activity string, offers []Offer, equal []int) int {
	n := len(equal)
	i := gen.Draw(rng, n, func(i int) float64 {
		w := (1 - firstRow - lastRow) / float64(n)
		if i == 0 {
			w += firstRow
		} else if i == n-1 {
			w += lastRow
		}
		tries := float64(1 + r.Tries(activity, offers, equal[i]))
		return w / (tries * tries)
	})
	if i < 0 {
		return -1
	}
	return equal[i]
}

// Sharing counts the offers with a key: the rows of a list share one.
func Sharing(offers []Offer, key gen.Key) (n int) {
	for i := range offers {
		if offers[i].Key == key {
			n++
		}
	}
	return n
}

// RowsShown are the offers to press a row of the list in front, or a cell of the grid, from the top: the first of
// each.
func RowsShown(screen *ui.Screen, offers []Offer) []int {
	var rows []int
	seen := map[int]bool{}
	for i := range offers {
		o := &offers[i]
		if !o.PressesWidget() || !o.Listed {
			continue
		}
		if row := screen.Row(o.Widget); !seen[row] {
			seen[row] = true
			rows = append(rows, i)
		}
	}
	return rows
}

// RowAt is the press of a row at one of some places of the list in front, from 0, the one tried least; -1 if none
// of them is shown.
func RowAt(screen *ui.Screen, offers []Offer, places []int, tried func(offer int) int) int {
	best, rows := -1, RowsShown(screen, offers)
	for _, at := range places {
		if at < len(rows) && (best < 0 || tried(rows[at]) < tried(best)) {
			best = rows[at]
		}
	}
	return best
}
