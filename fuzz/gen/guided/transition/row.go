package transition

import "talpa/fuzz/gen"

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
