package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// A method can run a hundred times and fail only when the screen was taken away
// before, and what it relied on is lost, or is taken away after, and what it has
// begun comes back to nobody. On the device what is begun is mostly done at once; so
// the device is also set to have it come late (a fault). Where the method of the crash
// ran and did not fail, the generator perturbs the app so.
const (
	// closeBy is how near to the crash an event is that may be perturbed: it runs the
	// method of the crash or one that calls it, and few others do.
	closeBy = 0.6
	// perturbAfter and perturbBefore are the parts of such events that are perturbed after
	// and before; those before once the action came close in vain so often.
	perturbAfter  = 0.15
	perturbBefore = 0.3
	inVain        = 2
	// faultShare is the part of those before that inject a fault.
	faultShare = 0.6
	// perturbAnywhere is the part of all actions around which a fault is injected where nothing tells
	// what comes near: no crash is wanted, or the trace has no frame of the app.
	perturbAnywhere = 0.01
)

// perturbed returns an event that takes the screen away after one that came close to
// the crash; false if there was none.
func (g *Generator) perturbed(v gen.View, offers []offer) (event.Event, bool) {
	if !g.perturb {
		return event.Event{}, false
	}
	i := g.drawSystem(offers, func(e event.Event) float64 {
		if e.Kind == event.Back || e.Kind == event.Notification {
			return 1
		}
		return perturbs(e)
	})
	if i < 0 {
		return event.Event{}, false
	}
	g.plan = nil
	return g.play(v, offers[i], gen.ValidValue), true
}

// prime returns an event to be played before an action that came close to the crash
// in vain, which is planned next: one that takes the screen away, or that injects a
// fault for what is planned then; false if the action is not to be perturbed.
func (g *Generator) prime(v gen.View, o offer, class gen.ValueClass, offers []offer) (event.Event, bool) {
	a := g.here.byKey[o.Key]
	often, share := 0.0, faultShare
	switch {
	case g.primed || g.fault != nil:
	case g.feedback.scale.Blind():
		often, share = perturbAnywhere, 1
	case a.coverage.tries >= inVain && a.coverage.mean() > closeBy:
		often = perturbBefore
	}
	if g.primed = often > 0 && g.rng.Float64() < often; !g.primed {
		return event.Event{}, false
	}
	return g.surround(v, o, class, offers, share)
}

// surround returns the event that is played before an action that is to be perturbed, and
// plans the action; share is the part of such events that inject a fault. False
// if there is none here.
func (g *Generator) surround(
	v gen.View, o offer, class gen.ValueClass, offers []offer, share float64,
) (event.Event, bool) {
	if g.rng.Float64() < share {
		return g.inject(o, class, offers)
	}
	i := g.drawSystem(offers, perturbs)
	if i < 0 || o.system {
		return event.Event{}, false
	}
	g.plan = append([]step{{key: o.Key, class: class}}, g.plan...)
	return g.play(v, offers[i], gen.ValidValue), true
}

// drawSystem draws one of the events that need no widget by weight; -1 if there is none.
func (g *Generator) drawSystem(offers []offer, weight func(event.Event) float64) int {
	return gen.Draw(g.rng, len(offers), func(i int) float64 {
		if !offers[i].system {
			return 0
		}
		e := offers[i].Event
		return weight(e) * max(1, g.relevance.wanted[e.Kind]) * g.here.byKey[offers[i].Key].risk()
	})
}

// perturbs weighs the events after which the app comes back to the same screen, made
// anew or in another state, at once or, where activities are dropped, the next time.
func perturbs(e event.Event) float64 {
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

// leavesScreen weighs the events that take the screen away from what it has begun, for a
// while or for good; the app's process lives on.
func leavesScreen(e event.Event) float64 {
	switch {
	case e.Kind == event.Back:
		return 2
	case e.Kind == event.Kill, e == dropActivities:
		return 0
	}
	return perturbs(e)
}
