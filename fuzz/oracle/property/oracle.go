package property

import (
	"fmt"
	"math/rand"
	"slices"

	"go.starlark.net/starlark"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// Name is the word by which the oracle is asked for.
const Name = "property"

// graceMillis is how long a screen is given, in milliseconds, before what does not hold on
// it is a violation.
const graceMillis = 1000

// Oracle judges one run of an app by its properties.
type Oracle struct {
	spec  *Spec
	rng   *rand.Rand // nil: nobody asks what to play
	state *starlark.Dict
	// live are the rules underway, whoever plays them; plan is the one among them, or
	// about to begin, that the oracle plays.
	live []*attempt
	plan *attempt
	// doubt is what did not hold on the last screen: it is looked at once more.
	doubt *doubt
	// lost says that the state may be wrong.
	lost bool
	// readied says that setup came to its end in this episode.
	readied bool
	// touched says that data may have been changed since it was cleared.
	touched bool
	// eager says that rules begin wherever they may, those first that were judged least.
	eager   bool
	tallies map[string]*oracle.Tally
	// lookups is what preconditions asked of screens, by the name of the rule or invariant.
	lookups map[string]*lookups
	// faults are errors of the file's own code, each told once.
	faults []oracle.Violation
	told   map[string]bool
}

// doubt is a rule that failed or could not go on, or an invariant that did not hold.
type doubt struct {
	attempt   *attempt
	invariant *Invariant
}

// New returns an oracle; rng chooses rules and values.
func New(spec *Spec, rng *rand.Rand) *Oracle {
	o := &Oracle{spec: spec, rng: rng, tallies: map[string]*oracle.Tally{}, lookups: map[string]*lookups{},
		told: map[string]bool{}}
	for _, name := range spec.names() {
		o.tallies[name], o.lookups[name] = &oracle.Tally{Property: name}, newLookups()
	}
	o.Reset()
	return o
}

// NewEager returns an oracle that carries rules out wherever they may begin, those first that were
// judged least, whatever their probability: for trying a file out.
func NewEager(spec *Spec, rng *rand.Rand) *Oracle {
	o := New(spec, rng)
	o.eager = true
	return o
}

// names are those of the properties, setup first, in the order of the file.
func (s *Spec) names() []string {
	var all []string
	if s.setup != nil {
		all = append(all, s.setup.Name)
	}
	for i := range s.Rules {
		all = append(all, s.Rules[i].Name)
	}
	for i := range s.Invariants {
		all = append(all, s.Invariants[i].Name)
	}
	return all
}

// Name implements oracle.Oracle.
func (o *Oracle) Name() string { return Name }

// Reset implements oracle.Oracle.
func (o *Oracle) Reset() {
	o.live, o.plan, o.doubt, o.lost, o.readied, o.touched = nil, nil, nil, false, false, false
	state, _ := copied(o.spec.state) // Parse copied it once
	o.state, _ = state.(*starlark.Dict)
}

// Tallies implements oracle.Tallier: of setup, each rule and each invariant, in the order of the file.
func (o *Oracle) Tallies() []oracle.Tally {
	var all []oracle.Tally
	for _, name := range o.spec.names() {
		t := *o.tallies[name]
		if t.Held == 0 && t.Judged == 0 {
			t.Lacking = o.lookups[name].lacking()
		}
		all = append(all, t)
	}
	return all
}

// Judge implements oracle.Oracle.
func (o *Oracle) Judge(s oracle.Step) []oracle.Violation {
	if s.Event.Kind == event.ClearData && !s.Refused {
		o.Reset()
		return nil
	}
	if s.Refused || o.lost {
		return nil
	}
	if !s.Alive || s.Before == nil || s.After == nil {
		o.abandon(s)
		return nil
	}
	if o.doubt != nil {
		return o.lookAgain(s)
	}
	o.readInitial(s.Before)
	found := o.follow(s)
	if len(found) == 0 && o.doubt == nil && !o.lost {
		o.readInitial(s.After)
		o.invariants(s.After)
	}
	found = append(found, o.faults...)
	o.faults = nil
	return found
}

// remembers says whether the file keeps a state that may become wrong.
func (o *Oracle) remembers() bool { return o.spec.state.Len() > 0 }

// keyed says whether a rule is underway that used a reserved widget.
func (o *Oracle) keyed() bool {
	return slices.ContainsFunc(o.live, func(a *attempt) bool { return a.keyed })
}

// abandon takes in an event of which the app died, or around which a screen could not be
// read: rules that were underway are over.
func (o *Oracle) abandon(s oracle.Step) {
	unseen := s.Before == nil && !s.Event.Target.IsZero()
	if o.remembers() && (unseen || o.keyed() || o.usesReserved(s.Event, s.Before)) {
		o.lose()
	}
	o.live, o.plan, o.doubt = nil, nil, nil
}

// lose ends judging until the data is cleared.
func (o *Oracle) lose() { o.lost, o.live, o.plan, o.doubt = true, nil, nil, nil }

// follow takes the event for one of all rules that may have asked for it.
func (o *Oracle) follow(s oracle.Step) []oracle.Violation {
	_, at, _ := event.Resolve(s.Event, s.Before)
	step := played{event: s.Event, widget: at, after: s.After}
	key := o.usesReserved(s.Event, s.Before)
	account := o.remembers() && (key || o.keyed())
	o.touched = o.touched || key
	var going []*attempt
	var results []result
	for _, a := range o.candidates(s.Before) {
		b, out, ok := a.accept(step, o.rng)
		if !ok {
			if a == o.plan && out.ending != wants {
				o.note(a, out.why)
			}
			continue
		}
		b.keyed, b.planned = a.keyed || key, a == o.plan
		if b.planned && len(a.steps) == 0 {
			o.tallies[a.rule.Name].Begun++
		}
		if a == o.plan {
			o.plan = b
		}
		going, results = append(going, b), append(results, out)
	}
	if o.plan != nil && !slices.Contains(going, o.plan) {
		o.plan = nil
	}
	if account && !slices.ContainsFunc(going, func(a *attempt) bool { return a.keyed }) {
		o.lose()
		return nil
	}
	return o.settle(going, results)
}

// candidates are the rules underway, and those that may begin on a screen.
func (o *Oracle) candidates(s *ui.Screen) []*attempt {
	all := slices.Clone(o.live)
	for _, r := range o.rules() {
		if o.plan != nil && len(o.plan.steps) == 0 && o.plan.rule == r {
			all = append(all, o.plan)
		} else if o.may(r, s) {
			all = append(all, &attempt{rule: r, first: s, state: o.state})
		}
	}
	return all
}

// rules are those that may begin now.
func (o *Oracle) rules() []*Rule {
	if o.spec.setup != nil && !o.readied {
		return []*Rule{o.spec.setup}
	}
	all := make([]*Rule, len(o.spec.Rules))
	for i := range o.spec.Rules {
		all[i] = &o.spec.Rules[i]
	}
	return all
}

// note counts a rule that the oracle carried out and that was broken off, and keeps why.
func (o *Oracle) note(a *attempt, why string) {
	if a.planned {
		o.tallies[a.rule.Name].Break(why)
	}
}

// settle sorts the rules that went on by the event: those underway, those at their end,
// which change the state, and those that are in doubt.
func (o *Oracle) settle(going []*attempt, results []result) []oracle.Violation {
	o.live = nil
	var over []int
	for i, out := range results {
		switch a := going[i]; out.ending {
		case wants:
			o.live = append(o.live, a)
		case ended:
			over = append(over, i)
		case faulty:
			o.fault(a.rule.Name, out.why)
		case failed, broken:
			// A screen that only chance led to is not waited for: nobody would, in a search.
			if wait := out.ending == failed || a == o.plan || o.rng == nil; wait && (o.doubt == nil || a == o.plan) {
				o.doubt = &doubt{attempt: a}
			} else if o.drop(a, out.why); o.lost {
				return nil
			}
		}
	}
	if len(over) == 0 {
		return nil
	}
	state := results[over[0]].state
	for _, i := range over[1:] {
		if !equal(results[i].state, state) {
			o.lose() // nobody can tell which of them it was
			return nil
		}
	}
	for _, i := range over {
		o.finish(going[i], results[i])
	}
	if !equal(state, o.state) {
		// What else is underway knows an older state.
		o.state, o.live, o.doubt, o.touched = state, nil, nil, true
	}
	return nil
}

// drop gives up a rule that cannot go on.
func (o *Oracle) drop(a *attempt, why string) {
	o.note(a, why)
	if a == o.plan {
		o.plan = nil
	}
	if a.keyed && o.remembers() {
		o.lose()
	}
}

// finish counts a rule that came to its end.
func (o *Oracle) finish(a *attempt, out result) {
	if a.rule == o.spec.setup {
		o.readied = true
	}
	if out.checks > 0 {
		o.judge(a)
	}
	if a == o.plan {
		o.plan = nil
	}
}

// judge counts a rule that was judged; one that others played was not counted as begun.
func (o *Oracle) judge(a *attempt) {
	o.tallies[a.rule.Name].Judged++
	if !a.planned {
		o.tallies[a.rule.Name].Begun++
	}
}

// equal compares two states; values that cannot be compared differ.
func equal(a, b *starlark.Dict) bool {
	same, err := starlark.Equal(a, b)
	return err == nil && same
}

// lookAgain judges what was in doubt after the screen had time to change. Another event
// in place of the wait leaves it open.
func (o *Oracle) lookAgain(s oracle.Step) []oracle.Violation {
	d := o.doubt
	o.doubt = nil
	if s.Event.Kind != event.Wait || s.Event.Millis < graceMillis {
		if d.attempt != nil {
			o.drop(d.attempt, "the screen was not given time")
		}
		if o.lost {
			return nil
		}
		return o.follow(s)
	}
	for i, a := range o.live {
		o.replace(a, a.later(s.After), i)
	}
	if d.invariant != nil {
		return o.invariantAgain(d.invariant, s.After)
	}
	b := d.attempt.later(s.After)
	out := b.next(o.rng)
	o.replace(d.attempt, b, -1)
	switch out.ending {
	case failed:
		o.judge(b)
		o.tallies[b.rule.Name].Failed++
		v := o.violation(b, out)
		o.end()
		return []oracle.Violation{v}
	case broken, diverged:
		o.drop(b, out.why)
		return nil
	}
	live, state := o.live, o.state
	found := o.settle([]*attempt{b}, []result{out})
	if !o.lost && equal(state, o.state) {
		o.live = append(live, o.live...)
	}
	return found
}

// later is the attempt after the last screen had time to change.
func (a *attempt) later(s *ui.Screen) *attempt {
	b := a.with(a.draws)
	b.steps = slices.Clone(a.steps)
	b.steps[len(b.steps)-1].after = s
	return b
}

// replace puts one attempt in the place of another, at an index of the live ones if that
// is not -1.
func (o *Oracle) replace(a, b *attempt, at int) {
	if at >= 0 {
		o.live[at] = b
	}
	if o.plan == a {
		o.plan = b
	}
}

// end is after a violation: what the app has is not known any more.
func (o *Oracle) end() {
	o.live, o.plan, o.doubt = nil, nil, nil
	o.lost = o.remembers()
}

func (o *Oracle) violation(a *attempt, out result) oracle.Violation {
	return oracle.Violation{
		Oracle: Name, Signature: fmt.Sprintf("%s|line %d", a.rule.Name, out.at.Line),
		Title: fmt.Sprintf("%s: %s", a.rule.Name, out.why),
		Detail: fmt.Sprintf("rule %q, the check at %s does not hold on %s\nstate when it began: %s\nstate now: %s",
			a.rule.Name, out.at, activityOf(a.last()), a.state, out.state),
	}
}

// fault has an error of the file's own code told as a finding, once, so that it is seen:
// with where and why.
func (o *Oracle) fault(name, why string) {
	v := oracle.Violation{Oracle: Name, Signature: "fault|" + name, Title: name + ": the property itself is wrong: " + why}
	if !o.told[v.Signature] {
		o.told[v.Signature] = true
		o.faults = append(o.faults, v)
	}
}

func activityOf(s *ui.Screen) string { return (&page{screen: s}).activity() }

// invariants puts the first invariant that does not hold on a screen in doubt.
func (o *Oracle) invariants(s *ui.Screen) {
	if o.unsettled() {
		return
	}
	for i := range o.spec.Invariants {
		inv := &o.spec.Invariants[i]
		applies, holds := o.holds(inv, s)
		if !applies {
			continue
		}
		tally := o.tallies[inv.Name]
		if tally.Held++; !holds {
			o.doubt = &doubt{invariant: inv}
			return
		}
		tally.Judged++
	}
}

// unsettled says whether a rule underway has changed the state: what is on the screen
// and what is remembered need not agree before its end.
func (o *Oracle) unsettled() bool {
	return slices.ContainsFunc(o.live, func(a *attempt) bool { return !equal(a.next(o.rng).state, o.state) })
}

// holds says whether an invariant applies to a screen, and whether it holds.
func (o *Oracle) holds(inv *Invariant, s *ui.Screen) (applies, holds bool) {
	applies = o.ask(inv.when, inv.Name, s)
	holds = applies && o.ask(inv.holds, inv.Name, s)
	return applies && !o.told["fault|"+inv.Name], holds
}

func (o *Oracle) invariantAgain(inv *Invariant, s *ui.Screen) []oracle.Violation {
	applies, holds := o.holds(inv, s)
	if !applies {
		return nil
	}
	o.tallies[inv.Name].Judged++
	if holds {
		return nil
	}
	o.tallies[inv.Name].Failed++
	v := oracle.Violation{Oracle: Name, Signature: inv.Name, Title: inv.Name + ": it does not hold",
		Detail: fmt.Sprintf("invariant %q does not hold on %s\nstate: %s", inv.Name, activityOf(s), o.state)}
	o.end()
	return []oracle.Violation{v}
}

// ask calls a condition of the file with a screen; none holds always, a faulty one never.
func (o *Oracle) ask(condition starlark.Callable, name string, s *ui.Screen) bool {
	if condition == nil {
		return true
	}
	state, _ := copied(o.state) // what came into it was copied before
	d, _ := state.(*starlark.Dict)
	d.Freeze()
	p := &page{screen: s, state: d, asked: o.lookups[name]}
	v, err := starlark.Call(newThread(name), condition, starlark.Tuple{p}, nil)
	if err != nil {
		o.fault(name, explain(err).Error())
		return false
	}
	b, ok := v.(starlark.Bool)
	if !ok {
		o.fault(name, fmt.Sprintf("its condition answered %s, want True or False", v))
	}
	return bool(b)
}

// may says whether a rule may begin on a screen.
func (o *Oracle) may(r *Rule, s *ui.Screen) bool { return o.ask(r.when, r.Name, s) }

// usesReserved says whether an event acts on a widget that only rules may use.
func (o *Oracle) usesReserved(e event.Event, s *ui.Screen) bool {
	if s == nil {
		return false
	}
	_, at, ok := event.Resolve(e, s)
	if !ok {
		return false
	}
	return slices.ContainsFunc(o.reserved(s), func(i int) bool { return s.SameTouch(i, at) })
}

// reserved are the widgets on a screen that only rules may use. Where a file that keeps
// a state names none, they are those that its rules begin at, and all of the same name.
func (o *Oracle) reserved(s *ui.Screen) []int {
	var all []int
	for i := range o.spec.reserved {
		all = append(all, o.spec.reserved[i].all(s, -1)...)
	}
	if len(o.spec.reserved) > 0 || !o.remembers() {
		return all
	}
	for i := range o.spec.Rules {
		r := &o.spec.Rules[i]
		if !o.may(r, s) {
			continue
		}
		a := &attempt{rule: r, first: s, state: o.state}
		out := a.run(nil)
		if out.ending != wants || out.widget < 0 {
			continue
		}
		id := s.Widgets[out.widget].ID
		for j := range s.Widgets {
			if j == out.widget || id != "" && s.Widgets[j].ID == id {
				all = append(all, j)
			}
		}
	}
	return all
}
