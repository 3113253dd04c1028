package guided

import (
	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/fault"
	"talpa/fuzz/gen/guided/form"
)

// On the device what an app begins is mostly done at once, and servers answer as they should.
// injectFaults has it otherwise for an action that came near the crash: what is begun comes
// late, the next event comes early, a server answers badly.
type injectFaults struct {
	faults  []fault.Fault
	refused map[string]bool // settings that the device does not know
}

func newInjectFaults(g *guide.Guide) *injectFaults {
	return &injectFaults{fault.New(g), map[string]bool{}}
}

// Name implements Strategy.
func (*injectFaults) Name() string { return "inject_faults" }

// Propose implements Strategy: a fault that is on for the action, what goes with it, and an
// event that takes the fault away.
func (f *injectFaults) Propose(s *state) (plan, bool) {
	i := gen.Draw(s.Rng, len(f.faults), func(i int) float64 {
		if f.refused[f.faults[i].Off.Arg] {
			return 0
		}
		return f.faults[i].Weight
	})
	if i < 0 {
		return nil, false
	}
	x := f.faults[i]
	left := s.with(x.With, form.Step{Key: s.Offers[s.about.offer].Key, Class: s.about.class})
	if left == nil {
		return nil, false
	}
	return &faultPlan{owner: f, fault: x, steps: steps{left}}, true
}

// Observe implements Strategy: what the device refuses is not tried again.
func (f *injectFaults) Observe(_ *state, o gen.Outcome) {
	if o.Refused && o.Event.Kind == event.Config {
		f.refused[o.Event.Arg] = true
	}
}

// faultPlan is a plan under a fault. It ends the fault wherever the app is.
type faultPlan struct {
	steps
	owner   *injectFaults
	fault   fault.Fault
	on, off bool // the fault was begun, ended
}

// outside implements outsidePlanner.
func (p *faultPlan) outside(s *state) (event.Event, bool) {
	c, ok := p.end(s)
	return c.event, ok
}

func (p *faultPlan) next(s *state) (choice, bool) {
	if !p.on {
		p.on, s.Delayed = true, true
		return give(p.fault.On[s.Rng.Intn(len(p.fault.On))])
	}
	if !p.refused() {
		if c, ok := p.steps.next(s); ok {
			return c, true
		}
	}
	return p.end(s)
}

// refused says that the device does not know the fault.
func (p *faultPlan) refused() bool { return p.owner.refused[p.fault.Off.Arg] }

// end gives the event that ends the fault, once.
func (p *faultPlan) end(s *state) (choice, bool) {
	s.Delayed = false
	if p.off || p.refused() {
		return choice{}, false
	}
	p.off = true
	return give(p.fault.Off)
}

// thenLeave returns the action and an event that takes the screen away from what it begins.
func (s *state) thenLeave(planned form.Step) []form.Step {
	i := s.DrawSystem(gen.LeavesScreen)
	if i < 0 || s.Offers[s.about.offer].System {
		return nil
	}
	return []form.Step{planned, {Key: s.Offers[i].Key}}
}

// race returns the action with another event so soon before or after it that what
// the first of both begins is not done when the second one comes: one that takes the
// screen away, or any other action of the screen, itself included.
func (s *state) race(planned form.Step) []form.Step {
	if s.Rng.Intn(2) == 0 {
		if plan := s.thenLeave(planned); plan != nil {
			return plan
		}
	}
	i := gen.Draw(s.Rng, len(s.Offers), func(i int) float64 {
		switch e := s.Offers[i].Event; {
		case s.Offers[i].System && e.Kind != event.Back, e.Kind == event.Text:
			return 0
		}
		return s.Action(i).Weight()
	})
	if i < 0 {
		return nil
	}
	other := form.Step{Key: s.Offers[i].Key}
	if s.Offers[s.about.offer].System || s.Rng.Intn(2) == 0 {
		return []form.Step{other, planned}
	}
	return []form.Step{planned, other}
}

// with returns the action with what goes with it; nil if nothing does here.
func (s *state) with(w fault.With, planned form.Step) []form.Step {
	switch w {
	case fault.Leaving:
		return s.thenLeave(planned)
	case fault.Racing:
		return s.race(planned)
	case fault.Alone:
	}
	return []form.Step{planned}
}
