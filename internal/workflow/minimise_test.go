package workflow

import (
	"context"
	"testing"
	"time"

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

// TestLeftToShorten: a job with a limit keeps the time of two runs back, for fresh processes.
func TestLeftToShorten(t *testing.T) {
	t.Parallel()
	clock := newTestClock()
	v := verifier{job: testJob(clock)}
	met := &reproducer{took: 20 * time.Second}
	if got := v.leftToShorten(t.Context(), met); got != minimiseTime {
		t.Errorf("without a limit: %v", got)
	}
	for _, c := range []struct{ left, want time.Duration }{
		{time.Hour, minimiseTime},
		{time.Minute, 20 * time.Second},
		{40 * time.Second, 0},
		{10 * time.Second, -30 * time.Second},
	} {
		ctx, cancel := context.WithDeadline(t.Context(), clock.at.Add(c.left))
		if got := v.leftToShorten(ctx, met); got != c.want {
			t.Errorf("%v before the end: %v, want %v", c.left, got, c.want)
		}
		cancel()
	}
}
