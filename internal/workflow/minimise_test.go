package workflow

import (
	"testing"

	"talpa/fuzz/event"
)

// TestStarts: a run starts one process, and one more for each event that ends it; runs that
// were made already start none.
func TestStarts(t *testing.T) {
	t.Parallel()
	plain := []event.Event{{Kind: event.Launch}, {Kind: event.Tap}}
	killed := append(plain, event.Event{Kind: event.Kill}, event.Event{Kind: event.Tap}, event.Event{Kind: event.Restart})
	for _, c := range []struct {
		name   string
		events []event.Event
		runs   int
		want   int
	}{
		{"plain, five runs", plain, 5, 5},
		{"plain, four runs left", plain, 4, 4},
		{"killed and restarted", killed, 5, 15},
		{"none left", killed, 0, 0},
		{"more made than wanted", killed, -1, 0},
	} {
		if got := starts(&event.Script{Events: c.events}, c.runs); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
