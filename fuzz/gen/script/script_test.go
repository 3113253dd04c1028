package script

import (
	"fmt"
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/random"
	"talpa/fuzz/ui"
)

// view is a screen with one button whose top edge is at y.
func view(t *testing.T, y int) gen.View {
	t.Helper()
	s, err := ui.Parse(fmt.Appendf(nil, `<hierarchy><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,800]">`+
		`<node class="android.widget.Button" resource-id="p:id/go" package="p" enabled="true" clickable="true" bounds="[0,%d][400,%d]"/>`+
		`</node></hierarchy>`, y, y+100), "p/p.M")
	if err != nil {
		t.Fatal(err)
	}
	return gen.View{Screen: s, Package: "p", Alive: true}
}

func TestPlaysThenHandsOver(t *testing.T) {
	t.Parallel()
	s := &event.Script{Package: "p", Events: []event.Event{{Kind: event.Launch},
		{Kind: event.Tap, X: 200, Y: 50, Target: event.Selector{ID: "p:id/go", Class: "android.widget.Button"}}}}
	for _, then := range []gen.Generator{nil, random.New(rand.New(rand.NewSource(1)), &gen.Texts{})} {
		g := New(s, then)
		for episode := range 2 {
			g.Begin()
			if e, ok := g.Next(gen.View{Package: "p"}); !ok || e.Kind != event.Launch {
				t.Fatalf("episode %d begins with %v, %v", episode, e, ok)
			}
			g.Observe(gen.Outcome{After: view(t, 300)})
			if e, ok := g.Next(view(t, 300)); !ok || e.Kind != event.Tap || e.Y != 350 {
				t.Errorf("episode %d: %v, %v: the button is at 350", episode, e, ok)
			}
			g.Observe(gen.Outcome{After: view(t, 300)})
			if _, ok := g.Next(view(t, 300)); ok != (then != nil) {
				t.Errorf("episode %d: goes on: %v", episode, ok)
			}
			g.Observe(gen.Outcome{After: view(t, 300)})
		}
		if g.States() != 1 {
			t.Errorf("%d states", g.States())
		}
	}
}
