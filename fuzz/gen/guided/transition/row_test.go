package transition

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
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

// Of rows that share a key those that were touched count no more as untouched, and seldom come again.
func TestRows(t *testing.T) {
	t.Parallel()
	var offers []Offer
	var equal []int
	for i := range 5 {
		offers, equal = append(offers, Offer{Candidate: gen.Candidate{Key: 1}}), append(equal, i)
	}
	offers = append(offers, Offer{Candidate: gen.Candidate{Key: 2}})
	rows, rng, drawn := Rows{}, rand.New(rand.NewSource(1)), make([]int, len(equal))
	if n := rows.Untouched("p.List", offers, 2); n != 4 {
		t.Errorf("%d rows are untouched beside one, want 4", n)
	}
	rows[RowOf("p.List", offers, 0)] = 3
	if n, other := rows.Untouched("p.List", offers, 2), rows.Untouched("p.Other", offers, 2); n != 3 || other != 4 {
		t.Errorf("%d and %d rows are untouched beside one, want 3 and 4", n, other)
	}
	for range 1000 {
		drawn[rows.Draw(rng, "p.List", offers, equal)]++
	}
	if drawn[0] > 60 || drawn[4] < 2*drawn[1] {
		t.Errorf("drawn %v: the touched row seldom, the last more often than others", drawn)
	}
	if i := rows.Draw(rng, "p.List", offers, nil); i != -1 {
		t.Errorf("of none %d is drawn", i)
	}
}

// Cells of a grid that stand side by side are rows as well, whichever ends first.
func TestRowsShown_ofAGrid(t *testing.T) {
	t.Parallel()
	cell := func(bounds string) string {
		return `<node class="android.widget.FrameLayout" package="p" clickable="true" enabled="true" bounds="` + bounds + `"/>`
	}
	screen := uitest.Screen(t, "grid", `<node class="android.support.v7.widget.RecyclerView" package="p" enabled="true" `+
		`bounds="[0,0][400,900]">`+cell("[0,0][200,300]")+cell("[200,0][400,100]")+cell("[200,100][400,400]")+"</node>")
	var offers []Offer
	for _, c := range gen.Candidates(screen) {
		offers = append(offers, Offer{Candidate: c})
	}
	if rows := RowsShown(screen, offers); len(rows) != 3 {
		t.Errorf("%d rows, want 3", len(rows))
	}
}

// Rows are the presses of a list from the top, each once: what lies in a row is not another one.
func TestRowsShown(t *testing.T) {
	t.Parallel()
	node := func(class, bounds, inside string) string {
		return fmt.Sprintf(`<node class="android.widget.%s" package="p" clickable="%t" enabled="true" bounds="%s">%s</node>`,
			class, class != "ListView", bounds, inside)
	}
	screen := uitest.Screen(t, "list", node("Button", "[0,0][400,90]", ""), node("ListView", "[0,100][400,900]",
		node("TextView", "[0,100][400,200]", "")+
			node("LinearLayout", "[0,200][400,300]", node("CheckBox", "[300,210][390,290]", ""))+
			node("TextView", "[0,300][400,400]", "")))
	var offers []Offer
	for _, c := range gen.Candidates(screen) {
		offers = append(offers, Offer{Candidate: c})
	}
	var tops []int
	for _, i := range RowsShown(screen, offers) {
		tops = append(tops, screen.Widgets[offers[i].Widget].Bounds.Top)
	}
	if !slices.Equal(tops, []int{100, 200, 300}) {
		t.Fatalf("rows begin at %v", tops)
	}
	rows := RowsShown(screen, offers)
	tries := map[int]int{rows[0]: 2, rows[2]: 1}
	tried := func(i int) int { return tries[i] }
	for _, c := range []struct {
		places []int
		want   int
	}{{[]int{1}, rows[1]}, {[]int{0, 2}, rows[2]}, {[]int{0, 9}, rows[0]}, {[]int{3}, -1}, {nil, -1}} {
		if got := RowAt(screen, offers, c.places, tried); got != c.want {
			t.Errorf("at %v: %d, want %d", c.places, got, c.want)
		}
	}
}
