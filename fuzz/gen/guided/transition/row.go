package transition

import (
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

// Sharing counts the offers with a key: the rows of a list share one.
func Sharing(offers []Offer, key gen.Key) (n int) {
	for i := range offers {
		if offers[i].Key == key {
			n++
		}
	}
	return n
}

// RowsShown are the offers to press a row of the list in front, from the top.
func RowsShown(screen *ui.Screen, offers []Offer) []int {
	var rows []int
	bottom := -1
	for i := range offers {
		o := &offers[i]
		if !o.PressesWidget() || !o.Listed || o.Event.Y <= bottom {
			continue
		}
		rows = append(rows, i)
		bottom = screen.Widgets[o.Widget].Bounds.Bottom - 1
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
