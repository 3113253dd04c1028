package report_test

import (
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/report"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// offer is what a screen offers: a widget with a text and a verb, or an event of the system.
func offer(kind event.Kind, verb ui.Verb, system bool) transition.Offer {
	return transition.Offer{Candidate: gen.Candidate{Event: event.Event{Kind: kind}, Verb: verb}, System: system}
}

// TestNext: what is named first is meant, of names at one place the longest, and "long" makes a press a long one.
func TestNext(t *testing.T) {
	t.Parallel()
	offers := []transition.Offer{offer(event.Tap, ui.Press, false), offer(event.Tap, ui.Press, false),
		offer(event.LongTap, ui.LongPress, false), offer(event.Rotate, 0, true)}
	texts := map[*transition.Offer][]string{&offers[0]: {"Settings"}, &offers[1]: {"Settings for sound"}, &offers[2]: {"Row"}}
	textsOf := func(o *transition.Offer) []string { return texts[o] }
	for _, c := range []struct {
		lines []string
		want  int
	}{
		{[]string{"1. open Settings", "2. rotate"}, 0},
		{[]string{"rotate, then open Settings"}, 3},
		{[]string{"open settings for sound"}, 1},
		{[]string{"hold the row"}, 2},
		{[]string{"press the row"}, -1},
		{nil, -1},
	} {
		r := report.New(c.lines)
		if got, _ := r.Next(0, offers, textsOf); got != c.want || r.Empty() != (c.lines == nil) {
			t.Errorf("%q: offer %d, empty %v; want %d", c.lines, got, r.Empty(), c.want)
		}
	}
	r := report.New([]string{"open Settings and rotate"})
	_, end := r.Next(0, offers, textsOf)
	if next, _ := r.Next(end, offers, textsOf); next != 3 {
		t.Errorf("after the first name: offer %d", next)
	}
}
