package dmf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// generatorWeight is the weight of an event of the generator, beside those of the functions
// that may begin. It is PBFDroid's.
const generatorWeight = 30

// graceMillis is how long a function in doubt is given, in milliseconds.
const graceMillis = 1000

// plan is a function that the oracle itself is carrying out.
type plan struct {
	fn    *Function
	begun bool
}

// Propose implements oracle.Proposer.
func (o *Oracle) Propose(s *ui.Screen) (event.Event, oracle.Turn) {
	switch {
	case o.lost:
		return event.Event{}, oracle.End
	case s == nil:
		return event.Event{}, oracle.Pass
	case o.doubt != nil:
		return o.doubt.next(o, s), oracle.Play
	}
	if o.plan != nil && o.plan.begun && o.underway(o.plan.fn) == nil {
		o.plan = nil // it came to its end, or was broken off
	}
	if o.plan == nil {
		o.plan = o.choose(s)
	}
	if o.plan == nil {
		return event.Event{}, oracle.Pass
	}
	e, why := o.next(s)
	if why != "" {
		o.breakOff(why)
		return event.Event{}, oracle.Pass
	}
	if !o.plan.begun {
		o.tally(o.plan.fn).Begun++
	}
	o.plan.begun = true
	return e, oracle.Play
}

// underway is the attempt at a function that came furthest.
func (o *Oracle) underway(fn *Function) *attempt {
	var best *attempt
	for _, a := range o.live {
		if a.fn == fn && (best == nil || a.at > best.at) {
			best = a
		}
	}
	return best
}

// choose draws one of the functions that may begin, or none.
func (o *Oracle) choose(s *ui.Screen) *plan {
	o.homes.see(o, s)
	var able []*Function
	sum := 0
	for i := range o.spec.Functions {
		fn := &o.spec.Functions[i]
		a, ok := o.able(fn, s)
		o.tallies[i].look(o, a, s)
		if ok && fn.Weight > 0 {
			o.tallies[i].Held++
			able = append(able, fn)
			sum += fn.Weight
		}
	}
	if o.eager {
		return o.least(able)
	}
	draw := o.rng.Intn(sum + generatorWeight)
	for _, fn := range able {
		if draw -= fn.Weight; draw < 0 {
			return &plan{fn: fn}
		}
	}
	return nil
}

// eagerRest is the share of events, one in so many, that an eager oracle leaves to the generator.
const eagerRest = 3

// least is the function among some that was judged or broken off least often, or none now and then.
func (o *Oracle) least(able []*Function) *plan {
	if len(able) == 0 || o.rng.Intn(eagerRest) == 0 {
		return nil
	}
	tried := func(fn *Function) int { return o.tally(fn).Judged + o.tally(fn).BrokenOff }
	return &plan{fn: slices.MinFunc(able, func(a, b *Function) int { return cmp.Compare(tried(a), tried(b)) })}
}

// next is the event of the plan's next step, or why it cannot go on here.
func (o *Oracle) next(s *ui.Screen) (e event.Event, why string) {
	a := o.underway(o.plan.fn)
	if a == nil {
		var ok bool
		if a, ok = o.begin(o.plan.fn, s); !ok || !o.skip(a, s) {
			return event.Event{}, a.why
		}
	}
	if a.at == len(a.fn.Steps) {
		return event.Event{}, "all its steps are optional and have nothing to do"
	}
	st := &a.fn.Steps[a.at]
	widget, there := o.where(a, st, s)
	if !there && needsWidget(st.Action) {
		if a.begun && !a.waited {
			return event.Event{Kind: event.Wait, Millis: graceMillis}, ""
		}
		w := a.fn.Widgets[st.Widget]
		return event.Event{}, fmt.Sprintf("step %d, %s: no widget %s", a.at+1, st.Action, describe(&w, o.text(a, w.Text)))
	}
	text, ok := o.typed(a, st, s)
	if !ok {
		return event.Event{}, fmt.Sprintf("step %d, %s: there is no object to choose for %q", a.at+1, st.Action, st.Text)
	}
	return st.make(s, widget, text), ""
}

// typed chooses what a step types.
func (o *Oracle) typed(a *attempt, st *Step, s *ui.Screen) (string, bool) {
	if st.Action != Type {
		return "", true
	}
	if st.Text == "random" {
		return o.word(s), true
	}
	if kind, ok := strings.CutSuffix(st.Text, random); ok {
		if chosen, ok := a.names[st.Text]; ok {
			return chosen, true
		}
		objects := o.model[kind]
		if len(objects) == 0 {
			return "", false
		}
		return objects[o.rng.Intn(len(objects))], true
	}
	return o.text(a, st.Text), true
}

// word makes a short text that no object has and that is not on the screen, so
// that it is not taken for something else.
func (o *Oracle) word(s *ui.Screen) string {
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	for tries := 0; ; tries++ {
		from := []string{letters, digits, letters + digits}[o.rng.Intn(3)]
		b := make([]byte, 2+o.rng.Intn(4)+tries/10)
		for i := range b {
			b[i] = from[o.rng.Intn(len(from))]
		}
		text := string(b)
		if o.rng.Intn(8) == 0 {
			text = "?" + text // what a query or a path might stumble over
		}
		if !o.model.has(text) && !shows(s, text) {
			return text
		}
	}
}

// Allows implements oracle.Guard: key views are for functions only.
func (o *Oracle) Allows(e event.Event, s *ui.Screen) bool {
	return s == nil || o.lost || !o.usesKey(e, s)
}
