package upgrade

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// one always chooses the same event, and counts what it is told.
type one struct {
	kind           event.Kind
	begun, told    int
	outOfEvents    bool
	toldOfAnothers bool
}

func (o *one) Begin() { o.begun++ }

func (o *one) Next(gen.View) (event.Event, bool) {
	return event.Event{Kind: o.kind}, !o.outOfEvents
}

func (o *one) Observe(out gen.Outcome) {
	o.told++
	o.toldOfAnothers = o.toldOfAnothers || out.Event.Kind != o.kind
}

func (o *one) States() int { return o.told }

// play returns the kinds of an episode's events; the device refuses those of the given kind.
func play(g *Generator, events int, refuses event.Kind) []event.Kind {
	g.Begin()
	var kinds []event.Kind
	for range events {
		e, _ := g.Next(gen.View{})
		g.Observe(gen.Outcome{Event: e, Refused: e.Kind == refuses})
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// TestEpisodes: the older build, some use of it, the update, and then the other generator;
// one episode in four is without.
func TestEpisodes(t *testing.T) {
	t.Parallel()
	newer, user := &one{kind: event.Back}, &one{kind: event.Tap}
	g := New(newer, user, rand.New(rand.NewSource(1)))
	for episode := range 8 {
		kinds := play(g, 40, "")
		if episode%freshShare == freshShare-1 {
			if kinds[0] != event.Back {
				t.Errorf("episode %d begins with %s", episode, kinds[0])
			}
			continue
		}
		used := 0
		for kinds[1+used] == event.Tap {
			used++
		}
		if kinds[0] != event.Older || used < minUse || used > maxUse || kinds[1+used] != event.Update ||
			kinds[2+used] != event.Back || kinds[39] != event.Back {
			t.Errorf("episode %d: %v", episode, kinds)
		}
	}
	if newer.begun != 8 || newer.toldOfAnothers || user.toldOfAnothers {
		t.Errorf("newer %+v, user %+v: each hears of its own events only", newer, user)
	}
}

// TestRefused: a device without the older build is not asked for it again.
func TestRefused(t *testing.T) {
	t.Parallel()
	g := New(&one{kind: event.Back}, &one{kind: event.Tap}, rand.New(rand.NewSource(1)))
	if kinds := play(g, 3, event.Older); kinds[0] != event.Older || kinds[1] != event.Back {
		t.Errorf("%v after a refusal", kinds)
	}
	if kinds := play(g, 3, event.Older); kinds[0] != event.Back {
		t.Errorf("%v in the next episode", kinds)
	}
}

// TestUserGivesUp: a generator that has nothing to do on the older build updates at once.
func TestUserGivesUp(t *testing.T) {
	t.Parallel()
	g := New(&one{kind: event.Back}, &one{kind: event.Tap, outOfEvents: true}, rand.New(rand.NewSource(1)))
	if kinds := play(g, 3, ""); kinds[0] != event.Older || kinds[1] != event.Update || kinds[2] != event.Back {
		t.Errorf("%v", kinds)
	}
	if g.Strategies() != nil || g.Chose() != "" {
		t.Error("a generator without strategies has some")
	}
}
