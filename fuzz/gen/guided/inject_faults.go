package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// On the device what an app begins is mostly done at once, and servers answer as they should.
// injectFaults has it otherwise for an action that came near the crash: what is begun comes
// late, the next event comes early, a server answers badly.
type injectFaults struct{ faults []*fault }

func newInjectFaults(g *guide.Guide) *injectFaults { return &injectFaults{newFaults(g)} }

// Name implements Strategy.
func (*injectFaults) Name() string { return "inject_faults" }

// Propose implements Strategy: a fault that is on for the action, what goes with it, and an
// event that takes the fault away.
func (f *injectFaults) Propose(s *state) (plan, bool) {
	i := gen.Draw(s.rng, len(f.faults), func(i int) float64 {
		if f.faults[i].refused {
			return 0
		}
		return f.faults[i].weight
	})
	if i < 0 {
		return nil, false
	}
	fault := f.faults[i]
	left := fault.around(s, step{key: s.offers[s.about.offer].Key, class: s.about.class})
	if left == nil {
		return nil, false
	}
	return &faultPlan{fault: fault, steps: steps{left}}, true
}

// Observe implements Strategy: what the device refuses is not tried again.
func (f *injectFaults) Observe(_ *state, o gen.Outcome) {
	if !o.Refused || o.Event.Kind != event.Config {
		return
	}
	for _, x := range f.faults {
		x.refused = x.refused || x.off.Arg == o.Event.Arg
	}
}

// faultPlan is a plan under a fault. It ends the fault wherever the app is.
type faultPlan struct {
	steps
	fault   *fault
	on, off bool // the fault was begun, ended
}

// outside implements roamer.
func (p *faultPlan) outside(s *state) (event.Event, bool) {
	c, ok := p.end(s)
	return c.event, ok
}

func (p *faultPlan) next(s *state) (choice, bool) {
	if !p.on {
		p.on, s.delayed = true, true
		return give(p.fault.on[s.rng.Intn(len(p.fault.on))])
	}
	if !p.fault.refused {
		if c, ok := p.steps.next(s); ok {
			return c, true
		}
	}
	return p.end(s)
}

// end gives the event that ends the fault, once.
func (p *faultPlan) end(s *state) (choice, bool) {
	s.delayed = false
	if p.off || p.fault.refused {
		return choice{}, false
	}
	p.off = true
	return give(p.fault.off)
}

// fault is a setting of the device that is on for an action that came close to the
// crash, and what goes with it. It lets the app meet what it hardly ever does where each
// step is done before the next one comes, and where servers answer as they should.
type fault struct {
	on      []event.Event
	off     event.Event
	refused bool // the device cannot
	weight  float64
	// around returns the action with what goes with it; nil if nothing does here.
	around func(s *state, planned step) []step
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
	late := &fault{around: (*state).thenLeave, weight: weight("AsyncTask", "Loader", "ServiceDispatcher"),
		on:  []event.Event{setting(event.Background, event.BackgroundSlow)},
		off: setting(event.Background, event.BackgroundNormal)}
	hasty := &fault{around: (*state).race, weight: weight("Animat", "ViewHolder"),
		on:  []event.Event{setting(event.InputSpeed, event.InputFast)},
		off: setting(event.InputSpeed, event.InputNormal)}
	servers := &fault{around: (*state).onlyAction,
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

// thenLeave returns the action and an event that takes the screen away from what it begins.
func (s *state) thenLeave(planned step) []step {
	i := s.drawSystem(leavesScreen)
	if i < 0 || s.offers[s.about.offer].System {
		return nil
	}
	return []step{planned, {key: s.offers[i].Key}}
}

// race returns the action with another event so soon before or after it that what
// the first of both begins is not done when the second one comes: one that takes the
// screen away, or any other action of the screen, itself included.
func (s *state) race(planned step) []step {
	if s.rng.Intn(2) == 0 {
		if plan := s.thenLeave(planned); plan != nil {
			return plan
		}
	}
	i := gen.Draw(s.rng, len(s.offers), func(i int) float64 {
		switch e := s.offers[i].Event; {
		case s.offers[i].System && e.Kind != event.Back, e.Kind == event.Text:
			return 0
		}
		return s.action(i).Weight()
	})
	if i < 0 {
		return nil
	}
	other := step{key: s.offers[i].Key}
	if s.offers[s.about.offer].System || s.rng.Intn(2) == 0 {
		return []step{other, planned}
	}
	return []step{planned, other}
}

// onlyAction returns nothing but the action: what is set is enough.
func (*state) onlyAction(planned step) []step { return []step{planned} }
