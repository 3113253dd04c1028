package random

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// TestNext_bare: on a screen without widgets, or of no size, events are still valid ones.
func TestNext_bare(t *testing.T) {
	t.Parallel()
	for _, dump := range []string{
		`<hierarchy><node class="android.view.View" package="p" bounds="[0,0][0,0]"/></hierarchy>`,
		`<hierarchy><node class="android.view.View" package="p" bounds="[10,10][11,11]"/></hierarchy>`,
	} {
		s, err := ui.Parse([]byte(dump), "p/p.M")
		if err != nil {
			t.Fatal(err)
		}
		g := New(rand.New(rand.NewSource(2)), &gen.Texts{})
		v := gen.View{Screen: s, Package: "p", Alive: true}
		for range 2000 {
			e, ok := g.Next(v)
			if err := e.Validate(); !ok || err != nil {
				t.Fatalf("%v: %v, %v", e, ok, err)
			}
			g.Observe(gen.Outcome{Event: e, After: v})
		}
		if g.States() != 1 {
			t.Errorf("%d states of one screen", g.States())
		}
	}
}

// TestNext_outside: another app in front is left by Back or by starting the app again.
func TestNext_outside(t *testing.T) {
	t.Parallel()
	s, err := ui.Parse([]byte(`<hierarchy><node class="V" package="other" bounds="[0,0][9,9]"/></hierarchy>`), "other/other.M")
	if err != nil {
		t.Fatal(err)
	}
	g, kinds := New(rand.New(rand.NewSource(1)), &gen.Texts{}), map[event.Kind]int{}
	for range 100 {
		e, _ := g.Next(gen.View{Screen: s, Package: "p", Alive: true})
		kinds[e.Kind]++
	}
	if len(kinds) != 2 || kinds[event.Back] == 0 || kinds[event.Launch] == 0 {
		t.Errorf("%v", kinds)
	}
}
