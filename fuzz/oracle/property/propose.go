package property

import (
	"cmp"
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// Propose implements oracle.Proposer: what the rule that is carried out asks for, else,
// by its probability, the beginning of one whose precondition holds.
func (o *Oracle) Propose(s *ui.Screen) (event.Event, oracle.Turn) {
	switch {
	case o.lost:
		return event.Event{}, oracle.End
	case s == nil || o.rng == nil:
		return event.Event{}, oracle.Pass
	case o.doubt != nil:
		return event.Event{Kind: event.Wait, Millis: graceMillis}, oracle.Play
	}
	if o.plan == nil {
		if o.plan = o.choose(s); o.plan == nil {
			return event.Event{}, oracle.Pass
		}
	}
	out := o.plan.next(o.rng)
	if out.ending != wants {
		if out.ending == faulty {
			o.fault(o.plan.rule.Name, out.why)
		}
		o.plan.planned = true
		o.note(o.plan, out.why)
		o.plan = nil
		return event.Event{}, oracle.Pass
	}
	return out.event, oracle.Play
}

// eagerRest is the share of events, one in so many, that an eager oracle leaves to the generator, which
// finds the screens where the other rules begin.
const eagerRest = 3

// tried is how often a rule was judged, or could not be; one that checks nothing, how often it began.
func (o *Oracle) tried(r *Rule) int {
	t := o.tallies[r.Name]
	return max(t.Begun, t.Judged+t.BrokenOff)
}

// choose draws one of the rules whose preconditions hold, or none.
func (o *Oracle) choose(s *ui.Screen) *attempt {
	var able []*Rule
	for _, r := range o.rules() {
		if o.may(r, s) {
			able = append(able, r)
			o.tallies[r.Name].Held++
		}
	}
	if len(able) == 0 {
		return nil
	}
	r := able[o.rng.Intn(len(able))]
	switch {
	case o.eager && o.rng.Intn(eagerRest) > 0:
		r = slices.MinFunc(able, func(a, b *Rule) int { return cmp.Compare(o.tried(a), o.tried(b)) })
	case o.eager, o.rng.Float64() >= r.Probability:
		return nil
	}
	return &attempt{rule: r, first: s, state: o.state}
}

// Allows implements oracle.Guard: reserved widgets are for rules only.
func (o *Oracle) Allows(e event.Event, s *ui.Screen) bool {
	return s == nil || o.lost || !o.usesReserved(e, s)
}
