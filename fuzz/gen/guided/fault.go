package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// fault is a setting of the device that is on for an action that came close to the
// crash, and what goes with it. It lets the app meet what it hardly ever does where each
// step is done before the next one comes, and where servers answer as they should.
type fault struct {
	on      []event.Event
	off     event.Event
	refused bool // the device cannot
	weight  float64
	// around returns the action with what goes with it; nil if nothing does here.
	around func(g *Generator, o offer, planned step, offers []offer) []step
}

// likely is the weight of a fault that the wanted crash speaks of; 1 is that of others.
const likely = 4

// newFaults returns those there are, weighed by the frames of the wanted crash.
func newFaults(g *guide.Guide) []*fault {
	setting := func(arg, value string) event.Event {
		return event.Event{Kind: event.Config, Arg: arg, Value: value}
	}
	weight := func(parts ...string) float64 {
		if g != nil && slices.ContainsFunc(g.Target.Frames, func(f guide.Frame) bool {
			return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(f.Class+"."+f.Method, part) })
		}) {
			return likely
		}
		return 1
	}
	late := &fault{around: (*Generator).thenLeave, weight: weight("AsyncTask", "Loader", "ServiceDispatcher"),
		on:  []event.Event{setting(event.Background, event.BackgroundSlow)},
		off: setting(event.Background, event.BackgroundNormal)}
	hasty := &fault{around: (*Generator).race, weight: weight("Animat", "ViewHolder"),
		on:  []event.Event{setting(event.InputSpeed, event.InputFast)},
		off: setting(event.InputSpeed, event.InputNormal)}
	servers := &fault{around: (*Generator).onlyAction,
		weight: weight("json", "http", "retrofit", "gson", "volley", "XmlPull"),
		off:    setting(event.Responses, event.ResponsesNormal)}
	for _, odd := range event.FaultyResponses() {
		servers.on = append(servers.on, setting(event.Responses, odd))
	}
	if g != nil && posted(g) {
		hasty.weight = likely
	}
	return []*fault{late, hasty, servers}
}

// posted says whether the crash came in what the app had the main thread do later.
func posted(g *guide.Guide) bool {
	frames := g.Target.Frames
	for i := 1; i < len(frames); i++ {
		if frames[i].Method == "handleCallback" {
			return frames[i-1].InApp && frames[i-1].Method == "run"
		}
	}
	return false
}

// inject returns the event that sets up a fault, and plans the action with what
// goes with it; false if the device cannot or nothing goes with it here.
func (g *Generator) inject(o offer, class gen.ValueClass, offers []offer) (event.Event, bool) {
	i := gen.Draw(g.rng, len(g.faults), func(i int) float64 {
		if g.faults[i].refused {
			return 0
		}
		return g.faults[i].weight
	})
	if i < 0 {
		return event.Event{}, false
	}
	r := g.faults[i]
	if g.plan = r.around(g, o, step{key: o.Key, class: class}, offers); g.plan == nil {
		return event.Event{}, false
	}
	g.fault = r
	return r.on[g.rng.Intn(len(r.on))], true
}

// thenLeave returns the action and an event that takes the screen away from what it begins.
func (g *Generator) thenLeave(o offer, planned step, offers []offer) []step {
	i := g.drawSystem(offers, leavesScreen)
	if i < 0 || o.system {
		return nil
	}
	return []step{planned, {key: offers[i].Key}}
}

// race returns the action with another event so soon before or after it that what
// the first of both begins is not done when the second one comes: one that takes the
// screen away, or any other action of the screen, itself included.
func (g *Generator) race(o offer, planned step, offers []offer) []step {
	if g.rng.Intn(2) == 0 {
		if plan := g.thenLeave(o, planned, offers); plan != nil {
			return plan
		}
	}
	i := gen.Draw(g.rng, len(offers), func(i int) float64 {
		switch e := offers[i].Event; {
		case offers[i].system && e.Kind != event.Back, e.Kind == event.Text:
			return 0
		}
		return g.here.byKey[offers[i].Key].weight()
	})
	if i < 0 {
		return nil
	}
	other := step{key: offers[i].Key}
	if o.system || g.rng.Intn(2) == 0 {
		return []step{other, planned}
	}
	return []step{planned, other}
}

// onlyAction returns nothing but the action: what is set is enough.
func (*Generator) onlyAction(_ offer, planned step, _ []offer) []step { return []step{planned} }

// restored returns the event that ends the fault once what was planned
// under it is played; false if there is none.
func (g *Generator) restored() (event.Event, bool) {
	if g.fault == nil || len(g.plan) > 0 {
		return event.Event{}, false
	}
	return g.fault.off, true
}

// watchFault takes in whether a fault is on after an event.
func (g *Generator) watchFault(o gen.Outcome) {
	if g.fault == nil || o.Event.Kind != event.Config || o.Event.Arg != g.fault.off.Arg {
		return
	}
	g.fault.refused = g.fault.refused || o.Refused
	if o.Refused || o.Event == g.fault.off {
		g.fault = nil
	}
}
