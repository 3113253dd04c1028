package script

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// wanderer is the other generator: it waits, and counts.
type wanderer struct{ seen int }

func (w *wanderer) Begin() {}
func (w *wanderer) Next(gen.View) (event.Event, bool) {
	return event.Event{Kind: event.Wait, Millis: 1}, true
}
func (w *wanderer) Observe(gen.Outcome) { w.seen++ }
func (w *wanderer) States() int         { return 3 }

// rows is a screen with a row for each word.
func rows(t *testing.T, words ...string) gen.View {
	t.Helper()
	var b strings.Builder
	b.WriteString(`<hierarchy><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,800]">`)
	for i, word := range words {
		fmt.Fprintf(&b, `<node class="android.widget.TextView" resource-id="p:id/row" text="%s" package="p" enabled="true" `+
			`clickable="true" bounds="[0,%d][400,%d]"/>`, word, i*100, i*100+100)
	}
	b.WriteString(`</node></hierarchy>`)
	s, err := ui.Parse([]byte(b.String()), "p/p.M")
	if err != nil {
		t.Fatal(err)
	}
	return gen.View{Screen: s, Package: "p", Alive: true}
}

func tapRow(word string) event.Event {
	return event.Event{Kind: event.Tap, X: 200, Y: 750,
		Target: event.Selector{ID: "p:id/row", Class: "android.widget.TextView", Text: word}}
}

// TestFollow: a step waits for a screen that offers it, however rows moved; one
// that never comes is left out, and after the last step the other generator goes on.
func TestFollow(t *testing.T) {
	t.Parallel()
	then := &wanderer{}
	s := &event.Script{Events: []event.Event{{Kind: event.Launch}, tapRow("Mail"), tapRow("Gone"), tapRow("Send"),
		{Kind: event.Back}}}
	g := Follow(s, then, rand.New(rand.NewSource(1)))
	g.Begin()
	var got []string
	observed := 0
	play := func(v gen.View) {
		t.Helper()
		e, ok := g.Next(v)
		if !ok {
			t.Fatal("the episode ended")
		}
		got = append(got, fmt.Sprintf("%s %s %d", e.Kind, e.Target.Text, e.Y))
		observed++
		g.Observe(gen.Outcome{Event: e, After: v})
	}
	play(gen.View{Package: "p"})
	play(rows(t, "Clock", "News"))         // no mail here yet: another row is no substitute
	play(rows(t, "Clock", "News", "Mail")) // it is the third row now
	play(rows(t, "Send"))                  // "Gone" is left out
	play(rows(t, "Clock"))
	play(rows(t, "Clock"))
	want := []string{"launch  0", "wait  0", "tap Mail 250", "tap Send 50", "back  0", "wait  0"}
	if !slices.Equal(got, want) || then.seen != observed || g.States() != 3 {
		t.Errorf("played %q, want %q; the other saw %d of %d", got, want, then.seen, observed)
	}
}

// TestFollowEnds: an episode ends even if no step is ever offered.
func TestFollowEnds(t *testing.T) {
	t.Parallel()
	s := &event.Script{Events: []event.Event{{Kind: event.Launch}, tapRow("Mail"), tapRow("Send"), {Kind: event.Back}}}
	g := Follow(s, &wanderer{}, rand.New(rand.NewSource(1)))
	for range 3 {
		g.Begin()
		events := 0
		for _, ok := g.Next(rows(t, "Clock")); ok; _, ok = g.Next(rows(t, "Clock")) {
			if events++; events > 200 {
				t.Fatal("no end")
			}
		}
	}
}
