package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// restraint is a setting of the device that is on for an action that came close to the
// crash, and what goes with it. It lets the app meet what it hardly ever does where each
// step is done before the next one comes, and where servers answer as they should.
type restraint struct {
	on      []event.Event
	off     event.Event
	refused bool // the device cannot
	weight  float64
	// around returns the action with what goes with it; nil if nothing does here.
	around func(g *Generator, o offer, action step, offers []offer) []step
}

// likely is the weight of a restraint that the wanted crash speaks of; 1 is that of others.
const likely = 4

// newRestraints returns those there are, weighed by the frames of the wanted crash.
func newRestraints(g *guide.Guide) []*restraint {
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
	late := &restraint{around: (*Generator).leave, weight: weight("AsyncTask", "Loader", "ServiceDispatcher"),
		on:  []event.Event{setting(event.Background, event.BackgroundSlow)},
		off: setting(event.Background, event.BackgroundNormal)}
	hasty := &restraint{around: (*Generator).overtake, weight: weight("Animat", "ViewHolder"),
		on:  []event.Event{setting(event.InputSpeed, event.InputFast)},
		off: setting(event.InputSpeed, event.InputNormal)}
	servers := &restraint{around: (*Generator).alone,
		weight: weight("json", "http", "retrofit", "gson", "volley", "XmlPull"),
		off:    setting(event.Responses, event.ResponsesNormal)}
	for _, odd := range event.FaultyResponses() {
		servers.on = append(servers.on, setting(event.Responses, odd))
	}
	if g != nil && posted(g) {
		hasty.weight = likely
	}
	return []*restraint{late, hasty, servers}
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

// restrain returns the event that restrains the device, and plans the action with what
// goes with it; false if the device cannot or nothing goes with it here.
func (g *Generator) restrain(o offer, mood gen.ValueClass, offers []offer) (event.Event, bool) {
	i := gen.Draw(g.rng, len(g.holds), func(i int) float64 {
		if g.holds[i].refused {
			return 0
		}
		return g.holds[i].weight
	})
	if i < 0 {
		return event.Event{}, false
	}
	r := g.holds[i]
	if g.plan = r.around(g, o, step{key: o.Key, mood: mood}, offers); g.plan == nil {
		return event.Event{}, false
	}
	g.held = r
	return r.on[g.rng.Intn(len(r.on))], true
}

// leave returns the action and an event that takes the screen away from what it begins.
func (g *Generator) leave(o offer, action step, offers []offer) []step {
	i := g.draft(offers, departs)
	if i < 0 || o.system {
		return nil
	}
	return []step{action, {key: offers[i].Key}}
}

// overtake returns the action with another event so soon before or after it that what
// the first of both begins is not done when the second one comes: one that takes the
// screen away, or any other action of the screen, itself included.
func (g *Generator) overtake(o offer, action step, offers []offer) []step {
	if g.rng.Intn(2) == 0 {
		if plan := g.leave(o, action, offers); plan != nil {
			return plan
		}
	}
	i := gen.Draw(g.rng, len(offers), func(i int) float64 {
		switch e := offers[i].Event; {
		case offers[i].system && e.Kind != event.Back, e.Kind == event.Text:
			return 0
		}
		return g.here.byKey[offers[i].Key].worth()
	})
	if i < 0 {
		return nil
	}
	other := step{key: offers[i].Key}
	if o.system || g.rng.Intn(2) == 0 {
		return []step{other, action}
	}
	return []step{action, other}
}

// alone returns nothing but the action: what is set is enough.
func (*Generator) alone(_ offer, action step, _ []offer) []step { return []step{action} }

// released returns the event that ends the restraint of the device once what was planned
// under it is played; false if there is none.
func (g *Generator) released() (event.Event, bool) {
	if g.held == nil || len(g.plan) > 0 {
		return event.Event{}, false
	}
	return g.held.off, true
}

// watchRestraint takes in whether the device is restrained after an event.
func (g *Generator) watchRestraint(o gen.Outcome) {
	if g.held == nil || o.Event.Kind != event.Config || o.Event.Arg != g.held.off.Arg {
		return
	}
	g.held.refused = g.held.refused || o.Refused
	if o.Refused || o.Event == g.held.off {
		g.held = nil
	}
}
