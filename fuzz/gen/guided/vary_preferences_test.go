package guided

import (
	"fmt"
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// shop is an app of two screens: a list whose row runs the method of the crash, and
// settings, one of which opens a dialog with three choices. It fails with the last one.
type shop struct {
	screen, value string
	crashed       bool
}

const shopPoint = "La/Shop;->buy()V"

func (s *shop) dump() string {
	row := func(n int, class, text string) string {
		return fmt.Sprintf(`<node class="android.widget.%s" package="a" text="%s" enabled="true" clickable="true"`+
			` bounds="[60,%d][340,%d]"/>`, class, text, 100*n, 100*n+90)
	}
	left, list := 0, ""
	switch s.screen {
	case "list":
		list = row(1, "Button", "Buy") + row(2, "Button", "Settings")
	case "settings":
		list = row(1, "TextView", "Currency") + row(2, "TextView", "Colour") + row(3, "TextView", "Size")
	default:
		left = 50
		list = row(1, "CheckedTextView", "Euro") + row(2, "CheckedTextView", "Dollar") + row(3, "CheckedTextView", "None")
	}
	return fmt.Sprintf(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="a" enabled="true"`+
		` bounds="[%d,0][400,800]">%s</node></hierarchy>`, left, list)
}

func (s *shop) view(t *testing.T) gen.View {
	t.Helper()
	screen, err := ui.Parse([]byte(s.dump()), "a/a."+s.screen)
	if err != nil {
		t.Fatal(err)
	}
	return gen.View{Screen: screen, Package: "a", Alive: true}
}

// do performs an event and returns the methods that it ran.
func (s *shop) do(e event.Event) []string {
	row := e.Y / 100
	switch {
	case e.Kind == event.Launch, e.Kind == event.Restart, e.Kind == event.Back && s.screen == "settings":
		s.screen = "list"
	case e.Kind == event.Back && s.screen == "dialog":
		s.screen = "settings"
	case e.Kind != event.Tap:
	case s.screen == "list" && row == 1:
		s.crashed = s.value == "None"
		return []string{shopPoint}
	case s.screen == "list" && row == 2:
		s.screen = "settings"
	case s.screen == "settings" && row == 1:
		s.screen = "dialog"
	case s.screen == "dialog" && row >= 1 && row <= 3:
		s.value, s.screen = []string{"Euro", "Dollar", "None"}[row-1], "settings"
	}
	return nil
}

// TestVaryPreferences_findsTheValue demands that the setting which the path reads is changed, choice by choice,
// and the method of the crash run after it: that takes a quarter of the events off (42,542 for 300
// seeds, 56,854 without).
func TestVaryPreferences_findsTheValue(t *testing.T) {
	t.Parallel()
	guided := &guide.Guide{Version: guide.Version, Target: guide.Target{Method: shopPoint, Precision: guide.PrecisionLine},
		Settings: []guide.Setting{{Key: "currency", Title: "Currency", Screen: "xml/settings", Reader: shopPoint, Distance: 0,
			Choices: []string{"Euro", "Dollar", "None"}}}}
	const seeds = 150
	sum := func(without ...string) (events int) {
		for seed := range int64(seeds) {
			events += shopping(t, New(guided, rand.New(rand.NewSource(seed)), without...))
		}
		return events
	}
	with, without := sum(), sum("vary_preferences")
	if 100*with > 85*without {
		t.Errorf("%d events for %d seeds, %d without variation", with, seeds, without)
	}
}

// shopping is the number of events after which a generator crashes the shop.
func shopping(t *testing.T, g *Generator) int {
	t.Helper()
	const most = 2000
	app, events := &shop{screen: "list", value: "Euro"}, 0
	for g.Begin(); !app.crashed && events < most; events++ {
		e, ok := g.Next(app.view(t))
		if !ok {
			app.screen, app.value = "list", "Euro"
			g.Begin()
			continue
		}
		ran := app.do(e)
		g.Observe(gen.Outcome{Event: e, After: app.view(t), Ran: ran,
			Evidence: g.state.Feedback.Scale.Score(ran)})
	}
	if !app.crashed {
		t.Errorf("not in %d events", events)
	}
	return events
}

// Settings are varied once the method of the crash, and no other, ran in vain.
func TestVaryPreferences_afterVainRuns(t *testing.T) {
	t.Parallel()
	app := &shop{screen: "settings"}
	g := New(&guide.Guide{Target: guide.Target{Method: shopPoint}, Settings: []guide.Setting{{Key: "currency",
		Title: "Currency", Screen: "xml/settings"}}}, rand.New(rand.NewSource(1)))
	v := &varyPreferences{}
	proposes := func(method string) bool {
		g.state.Look(app.view(t))
		for range varyFrom {
			v.Observe(g.state, gen.Outcome{Evidence: g.state.Feedback.Scale.Score([]string{method})})
		}
		_, ok := v.Propose(g.state)
		return ok
	}
	if proposes("La/B;->c()V") {
		t.Error("varied for another method")
	}
	if !proposes(shopPoint) {
		t.Error("not varied after the method of the crash ran in vain")
	}
}

// Where other methods of the stack ran often and did not get to the method of the crash, settings that code
// near the crash reads are varied, and others are not.
func TestVaryPreferences_whereTheStackEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		runs, distance  int
		stack, proposed bool
	}{
		{"a setting that is read, often", varyStuck, 1, true, true},
		{"a setting that is read, seldom", varyStuck - 1, 1, true, false},
		{"a setting that nothing near reads", varyStuck, -1, true, false},
		{"a method that is not on the stack", varyStuck, 1, false, false},
	} {
		app := &shop{screen: "settings"}
		crash := &guide.Guide{Target: guide.Target{Method: shopPoint}, Settings: []guide.Setting{{Key: "currency",
			Title: "Currency", Screen: "xml/settings", Distance: c.distance}}}
		g, v := New(crash, rand.New(rand.NewSource(1))), &varyPreferences{}
		g.state.Look(app.view(t))
		score := evidence.Score{Approach: 0.4}
		if c.stack {
			score.Approach = 0.8
		}
		for range c.runs {
			v.Observe(g.state, gen.Outcome{Evidence: score})
		}
		proposed := false
		for range 40 { // a part of the plans only
			_, ok := v.Propose(g.state)
			proposed = proposed || ok
		}
		if proposed != c.proposed {
			t.Errorf("%s: proposed %v", c.name, proposed)
		}
	}
}
