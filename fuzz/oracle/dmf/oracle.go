package dmf

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// Name is the word by which the oracle is asked for.
const Name = "dmf"

// Oracle judges one run of an app by its specification.
type Oracle struct {
	spec  *Spec
	rng   *rand.Rand
	pkg   string // of the app, from the first step
	model model
	// initial counts the objects of the model that were there from the start, by type; touched says that
	// data may have been changed since, so that no more of them are looked for.
	initial  map[string]int
	touched  bool
	listings []rows
	homes    homes
	later    []Widget // Spec.later
	live     []*attempt
	plan     *plan
	doubt    *doubt // of the function that came to its end last, nil if there is none
	// lost says that the model may be wrong.
	lost bool
	// eager says that functions begin wherever they may, those first that were judged least.
	eager bool
	// tallies are those of the functions, in their order.
	tallies []tally
}

// New returns an oracle; rng chooses functions and texts.
func New(spec *Spec, rng *rand.Rand) *Oracle {
	o := &Oracle{spec: spec, rng: rng, listings: spec.listings(), later: spec.later()}
	for i := range spec.Functions {
		o.tallies = append(o.tallies, newTally(&spec.Functions[i]))
	}
	o.Reset()
	return o
}

// NewEager returns an oracle that carries functions out wherever they may begin, those first that were
// judged least, whatever their weight: for trying a specification out.
func NewEager(spec *Spec, rng *rand.Rand) *Oracle {
	o := New(spec, rng)
	o.eager = true
	return o
}

// Name implements oracle.Oracle.
func (o *Oracle) Name() string { return Name }

// Reset implements oracle.Oracle.
func (o *Oracle) Reset() {
	o.model, o.live, o.plan, o.doubt, o.lost = model{}, nil, nil, nil, false
	o.initial, o.touched, o.homes = map[string]int{}, false, homes{}
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
	o.pkg = s.Package
	if !s.Alive || s.Before == nil || s.After == nil {
		o.lost = o.keyed() || o.mayUseKey(s.Event, s.Before)
		o.live, o.doubt = nil, nil
		if s.Alive && s.After != nil { // as after the launch
			o.look(s.After)
		}
		return nil
	}
	o.look(s.Before)
	var found []oracle.Violation
	if o.doubt != nil {
		found = o.lookAgain(s)
	} else {
		found = o.follow(s)
	}
	o.look(s.After)
	return found
}

// look takes from a screen what it tells of the app before anything is done.
func (o *Oracle) look(s *ui.Screen) {
	o.homes.see(o, s)
	o.readInitial(s)
}

// keyed says whether a function is underway that may have changed data.
func (o *Oracle) keyed() bool {
	return slices.ContainsFunc(o.live, func(a *attempt) bool { return a.keyed })
}

// follow takes the event for a step of all functions that it can be a step of.
func (o *Oracle) follow(s oracle.Step) []oracle.Violation {
	key := o.usesKey(s.Event, s.Before)
	o.touched = o.touched || key
	must := key || o.keyed() // some function must account for the event
	var going []*attempt
	why := ""
	for _, a := range append(o.live, o.beginnings(s)...) {
		switch {
		case o.advance(a, s):
			a.keyed = a.keyed || key
			going = append(going, a)
		case o.plan != nil && a.fn == o.plan.fn && a.why != "":
			why = a.why
		}
	}
	if o.plan != nil && !slices.ContainsFunc(going, func(a *attempt) bool { return a.fn == o.plan.fn }) {
		o.breakOff(why)
	}
	ended := slices.DeleteFunc(slices.Clone(going), func(a *attempt) bool { return a.at < len(a.fn.Steps) })
	o.live = slices.DeleteFunc(going, func(a *attempt) bool { return a.at == len(a.fn.Steps) })
	accounted := o.keyed() || slices.ContainsFunc(ended, func(a *attempt) bool { return a.keyed })
	if must && !accounted {
		o.lose()
		return nil
	}
	return o.end(ended, s.After)
}

// beginnings are the functions that may begin before the event.
func (o *Oracle) beginnings(s oracle.Step) []*attempt {
	var list []*attempt
	for i := range o.spec.Functions {
		if a, ok := o.able(&o.spec.Functions[i], s.Before); ok {
			list = append(list, a)
		}
	}
	return list
}

// end changes the model by the functions that the last event ended, and demands
// their post-conditions. Where another function with these steps goes on, or they
// do not agree, nobody can tell which it was.
func (o *Oracle) end(ended []*attempt, after *ui.Screen) []oracle.Violation {
	changing := slices.DeleteFunc(slices.Clone(ended), func(a *attempt) bool { return len(a.fn.Impacts) == 0 })
	if len(changing) > 0 {
		if o.keyed() {
			return nil
		}
		next := o.model.apply(changing[0].fn, changing[0].names)
		for _, a := range changing[1:] {
			if !next.equal(o.model.apply(a.fn, a.names)) {
				o.lose()
				return nil
			}
		}
		o.model, o.live, o.touched = next, nil, true
		ended = changing
	}
	for _, a := range ended {
		if o.holds(a, after, a.fn.After) {
			o.tally(a.fn).Judged++
			return nil
		}
	}
	if len(ended) > 0 {
		o.doubt = newDoubt(ended[0])
	}
	return nil
}

// lose ends judging until the data is cleared.
func (o *Oracle) lose() { o.lost, o.live, o.plan, o.doubt = true, nil, nil, nil }

// violation tells of the post-condition of that index, which does not hold.
func (o *Oracle) violation(a *attempt, i int) oracle.Violation {
	c := a.fn.After[i]
	w := a.fn.Widgets[c.Widget]
	what := describe(&w, o.text(a, w.Text))
	title := fmt.Sprintf("after %q: %s is not on the screen", a.fn.Name, what)
	if c.Relation == NotIn {
		title = fmt.Sprintf("after %q: %s is still on the screen", a.fn.Name, what)
	}
	if c.Widget == "" {
		what = "objects of type " + c.Type
		title = fmt.Sprintf("after %q: %q does not hold for the %s", a.fn.Name, c.Relation, what)
	}
	return oracle.Violation{
		Oracle: Name, Signature: fmt.Sprintf("%s|%s|%s|%s", a.fn.Name, c.Relation, c.Widget, c.Type), Title: title,
		Detail: fmt.Sprintf("function %q (%s), post-condition %d: %s %s\nobjects that must be there: %s",
			a.fn.Name, a.fn.Kind, i+1, what, c.Relation, o.model),
	}
}

// text is what a text of the specification stands for, as far as it is known.
func (o *Oracle) text(a *attempt, text string) string {
	if name, ok := reference(text); ok {
		if known, ok := a.names[name]; ok {
			return known
		}
	}
	if chosen, ok := a.names[text]; ok {
		return chosen
	}
	return text
}

// describe names a widget for people.
func describe(w *Widget, text string) string {
	var parts []string
	for _, p := range []struct{ what, value string }{
		{"text", text}, {"id", w.ID}, {"description", w.Desc}, {"class", w.Class}, {"path", w.XPath},
	} {
		if p.value != "" {
			parts = append(parts, fmt.Sprintf("%s %q", p.what, p.value))
		}
	}
	if len(parts) == 0 {
		return w.Name
	}
	return w.Name + " (" + strings.Join(parts, ", ") + ")"
}

// usesKey says whether an event acts on a key view.
func (o *Oracle) usesKey(e event.Event, s *ui.Screen) bool {
	at, ok := target(e, s)
	if !ok {
		return false
	}
	return slices.ContainsFunc(o.keys(s), func(key int) bool { return s.SameTouch(at, key) })
}

// mayUseKey says whether an event acts on a key view, or on a widget that nobody saw.
func (o *Oracle) mayUseKey(e event.Event, s *ui.Screen) bool {
	return s == nil && !e.Target.IsZero() || o.usesKey(e, s)
}

// keys are the key views on a screen. Where the specification names none, they are
// those of the first steps of the functions that change data, and all like them: what
// a step does to the first row of a list others do to the rows below it.
func (o *Oracle) keys(s *ui.Screen) []int {
	var all []int
	for i := range s.Widgets {
		if slices.ContainsFunc(o.spec.Keys, func(p Pattern) bool { return p.fits(&s.Widgets[i]) }) {
			all = append(all, i)
		}
	}
	if len(o.spec.Keys) > 0 {
		return all
	}
	for n := range o.spec.Functions {
		if fn := &o.spec.Functions[n]; len(fn.Impacts) > 0 && needsWidget(fn.Steps[0].Action) {
			all = append(all, o.starts(fn, s)...)
		}
	}
	return all
}

// starts are the widgets that a function may begin at. A description by name or text
// means all that it fits, one by class or path no other than its own.
func (o *Oracle) starts(fn *Function, s *ui.Screen) []int {
	w := fn.Widgets[fn.Steps[0].Widget]
	means := o.means(&attempt{fn: fn}, w.Text)
	if w.ID != "" || w.Text != "" {
		return w.findAll(s, "", means)
	}
	if at, ok := w.find(s, "", means); ok {
		return []int{at}
	}
	return nil
}
