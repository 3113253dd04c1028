package random

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

func TestMix(t *testing.T) {
	t.Parallel()
	s, err := ui.Parse([]byte(`<hierarchy><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,800]">`+
		`<node class="android.widget.Button" package="p" enabled="true" clickable="true" text="Go" bounds="[0,0][400,80]"/>`+
		`<node class="android.widget.EditText" package="p" enabled="true" bounds="[0,80][400,160]"/></node></hierarchy>`), "p/p.M")
	if err != nil {
		t.Fatal(err)
	}
	g := New(rand.New(rand.NewSource(1)), &gen.Texts{})
	g.Begin()
	kinds, widgets := map[event.Kind]int{}, 0
	const n = 20000
	for range n {
		e, ok := g.Next(gen.View{Screen: s, Package: "p", Alive: true,
			Outside: []event.Event{{Kind: event.Start, Intent: &event.Intent{Component: "p/p.M"}}}})
		if !ok {
			t.Fatal("the episode ended")
		}
		if err := e.Validate(); err != nil {
			t.Fatalf("%v: %v", e, err)
		}
		kinds[e.Kind]++
		if !e.Target.IsZero() {
			widgets++
		}
	}
	for _, kind := range []event.Kind{event.Tap, event.Text, event.LongTap, event.Swipe, event.Pinch, event.Back, event.Menu,
		event.Rotate, event.Key, event.Home, event.Wait, event.Restart, event.Kill, event.DoubleTap, event.Answer, event.Config, event.Alarm,
		event.Notification, event.Start, event.Lock} {
		if kinds[kind] == 0 {
			t.Errorf("no %s in %d events", kind, n)
		}
	}
	if widgets < n*7/10 || widgets > n*9/10 {
		t.Errorf("%d of %d events act on widgets", widgets, n)
	}
}

func TestComesBack(t *testing.T) {
	t.Parallel()
	g := New(rand.New(rand.NewSource(1)), &gen.Texts{})
	if e, _ := g.Next(gen.View{Package: "p"}); e.Kind != event.Launch {
		t.Errorf("a dead app gets %v", e)
	}
}
