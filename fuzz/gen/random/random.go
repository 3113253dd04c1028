// Package random generates events without memory, in the manner of Android's
// Monkey but aimed at widgets: it mostly acts on what the screen offers, and
// sometimes on raw pixels, keys, rotation and the app's life. It is the
// baseline that the other generators are measured against.
package random

import (
	"math/rand"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// Generator draws events; it keeps no state but the count of states met.
type Generator struct {
	rng    *rand.Rand
	texts  *gen.Texts
	states map[ui.State]bool
}

// New returns a generator that draws from rng and types values from texts.
func New(rng *rand.Rand, texts *gen.Texts) *Generator {
	return &Generator{rng: rng, texts: texts, states: map[ui.State]bool{}}
}

// Begin implements gen.Generator.
func (g *Generator) Begin() {}

// Observe implements gen.Generator.
func (g *Generator) Observe(o gen.Outcome) {
	if o.After.InApp() {
		g.states[o.After.Screen.Structure()] = true
	}
}

// States implements gen.Generator.
func (g *Generator) States() int { return len(g.states) }

// Next implements gen.Generator. It never ends an episode.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	if !v.InApp() {
		if v.Alive && g.rng.Intn(3) == 0 {
			return event.Event{Kind: event.Back}, true
		}
		return event.Event{Kind: event.Launch}, true
	}
	p := g.rng.Float64()
	switch {
	case p < 0.78:
		if e, ok := g.widget(v.Screen); ok {
			return e, true
		}
		return g.pixel(v.Screen), true
	case p < 0.83:
		return g.pixel(v.Screen), true
	case p < 0.90:
		return event.Event{Kind: event.Back}, true
	case p < 0.94:
		return event.Event{Kind: event.Menu}, true
	}
	return g.system(v), true
}

// widget draws one of the screen's candidates by weight, tempered: rare kinds
// of action come more often than their weight says.
func (g *Generator) widget(s *ui.Screen) (event.Event, bool) {
	list := gen.Candidates(s)
	i := gen.Draw(g.rng, len(list), func(i int) float64 { return 1 + list[i].Weight })
	if i < 0 {
		return event.Event{}, false
	}
	return gen.Finish(list[i], s, g.texts, gen.AnyValue, g.rng), true
}

// pixel draws a touch somewhere on the screen.
func (g *Generator) pixel(s *ui.Screen) event.Event {
	b := s.Bounds()
	x, y := b.Left+g.rng.Intn(max(1, b.Width())), b.Top+g.rng.Intn(max(1, b.Height()))
	switch g.rng.Intn(6) {
	case 0:
		return event.Event{Kind: event.LongTap, X: x, Y: y}
	case 1:
		return event.Event{Kind: event.Swipe, X: x, Y: y,
			X2: b.Left + g.rng.Intn(max(1, b.Width())), Y2: b.Top + g.rng.Intn(max(1, b.Height()))}
	case 2:
		return event.Event{Kind: event.Pinch, X: x, Y: y, Arg: []string{"in", "out"}[g.rng.Intn(2)]}
	}
	return event.Event{Kind: event.Tap, X: x, Y: y}
}

// keys are the key names that Key events press.
var keys = []string{"ENTER", "DPAD_DOWN", "DPAD_UP", "DPAD_CENTER", "TAB", "SEARCH", "VOLUME_UP", "DEL", "SPACE"}

// system draws an event that no widget shows.
func (g *Generator) system(v gen.View) event.Event {
	switch p := g.rng.Float64(); {
	case p < 0.35:
		return gen.Rotate(v.Screen)
	case p < 0.6:
		return event.Event{Kind: event.Key, Arg: keys[g.rng.Intn(len(keys))]}
	case p < 0.72:
		return event.Event{Kind: event.Home}
	case p < 0.75:
		return event.Event{Kind: event.Lock}
	case p < 0.8:
		return event.Event{Kind: event.Wait, Millis: 2000}
	case p < 0.9:
		return g.around(v)
	case p < 0.95:
		return event.Event{Kind: event.Restart}
	}
	return event.Event{Kind: event.Kill}
}

// around draws an event of what is around the app, of other apps or the system.
func (g *Generator) around(v gen.View) event.Event {
	list := gen.System(v)
	i := gen.Draw(g.rng, len(list), func(i int) float64 {
		switch e := list[i].Event; e.Kind {
		case event.Key, event.Wait, event.Swipe:
			return 0
		default:
			if gen.Wide(e) {
				return list[i].Weight
			}
			return 0
		}
	})
	if i < 0 {
		return event.Event{Kind: event.Home}
	}
	return list[i].Event
}
