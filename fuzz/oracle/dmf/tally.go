package dmf

import (
	"fmt"

	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// tally counts what became of a function, and knows what its beginning waits for.
type tally struct {
	oracle.Tally
	// wants are the conditions and texts that must be there before the first step; met says of each
	// whether any screen had it.
	wants []want
	met   []bool
	// looked says that any screen was looked at.
	looked bool
}

// want is something that a function needs before it begins.
type want struct {
	words string
	holds func(o *Oracle, a *attempt, s *ui.Screen) bool
}

func newTally(fn *Function) tally {
	t := tally{Tally: oracle.Tally{Property: fn.Name}}
	for i := range fn.Before {
		c := &fn.Before[i]
		t.wants = append(t.wants, want{c.describe(fn), func(o *Oracle, a *attempt, s *ui.Screen) bool {
			return o.hold(a, s, c)
		}})
	}
	for _, name := range fn.referred {
		if w := fn.Widgets[name]; w.Layout == 0 {
			t.wants = append(t.wants, want{"the text of " + describe(&w, w.Text),
				func(o *Oracle, a *attempt, s *ui.Screen) bool {
					_, ok := w.find(s, "", o.means(a, w.Text))
					return ok
				}})
		}
	}
	t.met = make([]bool, len(t.wants))
	return t
}

// describe says a condition for people.
func (c *Condition) describe(fn *Function) string {
	if c.Widget == "" {
		return fmt.Sprintf("objects of type %q: %s", c.Type, c.Relation)
	}
	w := fn.Widgets[c.Widget]
	text := describe(&w, w.Text)
	if c.Type != "" {
		text += fmt.Sprintf(" with the text of an object of type %q", c.Type)
	}
	if c.Relation == NotIn {
		text = "not " + text
	}
	return text
}

// look notes what a screen has of what the function needs.
func (t *tally) look(o *Oracle, a *attempt, s *ui.Screen) {
	t.looked = true
	for i := range t.wants {
		t.met[i] = t.met[i] || t.wants[i].holds(o, a, s)
	}
}

// Tallies implements oracle.Tallier.
func (o *Oracle) Tallies() []oracle.Tally {
	all := make([]oracle.Tally, len(o.tallies))
	for i := range o.tallies {
		t := &o.tallies[i]
		all[i] = t.Tally
		for n := range t.wants {
			if t.looked && t.Held == 0 && t.Judged == 0 && !t.met[n] {
				all[i].Lacking = append(all[i].Lacking, t.wants[n].words)
			}
		}
	}
	return all
}

// tally is that of a function.
func (o *Oracle) tally(fn *Function) *oracle.Tally {
	for i := range o.spec.Functions {
		if &o.spec.Functions[i] == fn {
			return &o.tallies[i].Tally
		}
	}
	return &oracle.Tally{} // not one of the specification's
}

// breakOff counts that the function that the oracle carries out cannot go on.
func (o *Oracle) breakOff(why string) {
	if o.plan != nil && o.plan.begun {
		o.tally(o.plan.fn).Break(why)
	}
	o.plan = nil
}
