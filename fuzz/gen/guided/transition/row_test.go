package transition

import (
	"testing"

	"talpa/fuzz/gen"
)

// Rows that share a key are told apart by their place, and by their activity.
func TestRowOf(t *testing.T) {
	t.Parallel()
	var offers []Offer
	for _, key := range []gen.Key{1, 2, 1, 1} {
		offers = append(offers, Offer{Candidate: gen.Candidate{Key: key}})
	}
	rows := map[RowKey]bool{RowOf("p.Other", offers, 0): true}
	for i := range offers {
		rows[RowOf("p.List", offers, i)] = true
	}
	if len(rows) != 5 || rows[RowKey{activity: "p.List", key: 1, place: 3}] {
		t.Errorf("%v", rows)
	}
	if a, b := Sharing(offers, 1), Sharing(offers, 2); a != 3 || b != 1 {
		t.Errorf("%d and %d offers share a key", a, b)
	}
}
