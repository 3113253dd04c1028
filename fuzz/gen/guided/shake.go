package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// A method can run a hundred times and fail only when the screen was taken away
// before, and what it relied on is lost, or is taken away after, and what it has
// begun comes back to nobody. On the device what is begun is mostly done at once; so
// the device is also set to have it come late (restraint). Where the method of the crash
// ran and did not fail, the generator shakes the app so.
const (
	// closeBy is how near to the crash an event is that may be shaken: it runs the
	// method of the crash or one that calls it, and few others do.
	closeBy = 0.6
	// shakesAfter and shakesBefore are the parts of such events that are shaken after
	// and before; those before once the action came close in vain so often.
	shakesAfter  = 0.15
	shakesBefore = 0.3
	inVain       = 2
	// delays is the part of those before that restrain the device.
	delays = 0.6
	// blind is the part of all actions around which it is restrained where nothing tells
	// what comes near: no crash is wanted, or the trace has no frame of the app.
	blind = 0.01
)

// shaken returns an event that takes the screen away after one that came close to
// the crash; false if there was none.
func (g *Generator) shaken(v gen.View, offers []offer) (event.Event, bool) {
	if !g.shake {
		return event.Event{}, false
	}
	i := g.draft(offers, func(e event.Event) float64 {
		if e.Kind == event.Back || e.Kind == event.Notification {
			return 1
		}
		return shakes(e)
	})
	if i < 0 {
		return event.Event{}, false
	}
	g.plan = nil
	return g.play(v, offers[i], gen.ValidValue), true
}

// prime returns an event to be played before an action that came close to the crash
// in vain, which is planned next: one that takes the screen away, or that restrains the
// device for what is planned then; false if the action is not to be shaken.
func (g *Generator) prime(v gen.View, o offer, mood gen.ValueClass, offers []offer) (event.Event, bool) {
	a := g.here.byKey[o.Key]
	often, restrained := 0.0, delays
	switch {
	case g.primed || g.held != nil:
	case len(g.heard.weights) == 0:
		often, restrained = blind, 1
	case a.echo.tries >= inVain && a.echo.mean() > closeBy:
		often = shakesBefore
	}
	if g.primed = often > 0 && g.rng.Float64() < often; !g.primed {
		return event.Event{}, false
	}
	return g.surround(v, o, mood, offers, restrained)
}

// surround returns the event that is played before an action that is to be shaken, and
// plans the action; restrained is the part of such events that restrain the device. False
// if there is none here.
func (g *Generator) surround(
	v gen.View, o offer, mood gen.ValueClass, offers []offer, restrained float64,
) (event.Event, bool) {
	if g.rng.Float64() < restrained {
		return g.restrain(o, mood, offers)
	}
	i := g.draft(offers, shakes)
	if i < 0 || o.system {
		return event.Event{}, false
	}
	g.plan = append([]step{{key: o.Key, mood: mood}}, g.plan...)
	return g.play(v, offers[i], gen.ValidValue), true
}

// draft draws one of the events that need no widget by weight; -1 if there is none.
func (g *Generator) draft(offers []offer, weight func(event.Event) float64) int {
	return gen.Draw(g.rng, len(offers), func(i int) float64 {
		if !offers[i].system {
			return 0
		}
		e := offers[i].Event
		return weight(e) * max(1, g.worth.wanted[e.Kind]) * g.here.byKey[offers[i].Key].risk()
	})
}

// shakes weighs the events after which the app comes back to the same screen, made
// anew or in another state, at once or, where activities are dropped, the next time.
func shakes(e event.Event) float64 {
	switch {
	case e.Kind == event.Rotate:
		return 2
	case gen.Anew(e):
		return 0.5
	case e.Kind == event.Kill, e.Kind == event.Home:
		return 1
	case e == dropActivities:
		return 0.3
	}
	return 0
}

// departs weighs the events that take the screen away from what it has begun, for a
// while or for good; the app's process lives on.
func departs(e event.Event) float64 {
	switch {
	case e.Kind == event.Back:
		return 2
	case e.Kind == event.Kill, e == dropActivities:
		return 0
	}
	return shakes(e)
}
