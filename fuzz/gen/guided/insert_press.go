package guided

import (
	"slices"

	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/transition"
)

// A plan that could be done and did not crash lacks something that no analysis saw: a box that is checked, a link that
// shows one more field, another button of the first dialog. So it is done again with one more press on one of its
// screens, each time another one, or with the screen made anew there: those below the one in front are made anew, too,
// and what comes back to them finds nothing of what they had. That is the mutation by insertion of search-based crash
// reproduction (EvoCrash, Botsing), with the guide's plan as the test that is mutated.

const (
	// insertFrom is the number of plans done in vain from which on presses are inserted: before,
	// other achievers of the goals are nearer at hand.
	insertFrom = 2
	// sureInsertions is how many of them the first episodes begin with, while less than insertEvents
	// events were spent: a third of a first episode. The first one ends then: what it was asked
	// once, such as in the first dialog, is asked again in the next, and answered otherwise.
	sureInsertions = 10
	insertEvents   = 50
	// insertShare is the part of the later plans that have one.
	insertShare = 0.6
	// insertLast is the part of the presses that come before the last task, where what the crash
	// point reads is near; others come before any.
	insertLast = 0.6
	// insertAfter is the number of events that a dialog may take that the press has brought up.
	insertAfter = 3
	// insertRecreation is the part of the insertions before the last task that make the screen anew. A guess: one of
	// the ten that the first episode begins with.
	insertRecreation = 0.2
)

// ending is a plan that ends the episode.
type ending struct{}

func (ending) next(*state) (choice, bool) { return choice{kind: endEpisode}, true }

// insertion is the press that a plan has more than the guide says.
type insertion struct {
	recreates bool      // the screen is made anew in place of a press
	at        int       // how many tasks are left when it comes; 0: none is to come
	activity  string    // that it was done in; "" before
	fields    []gen.Key // text fields that were there before
	left      int       // events for what it brought up
}

// inserts says whether the next plan is done with one more press.
func (f *followGuide) inserts(s *state) bool {
	return f.vain >= insertFrom && (s.Episode <= surePaths || s.Rng.Float64() < insertShare)
}

// insertInto draws where in a plan of so many tasks the press comes.
func insertInto(s *state, tasks int) insertion {
	if s.Rng.Float64() < insertLast {
		return insertion{at: 1, recreates: s.Rng.Float64() < insertRecreation}
	}
	return insertion{at: 1 + s.Rng.Intn(tasks)}
}

// insert returns the press before a task that can be done here, then what deals with what it
// brought up; false if neither is due.
func (p *planned) insert(s *state, t goals.Task, elsewhere bool) (choice, bool) {
	x := &p.extra
	if x.activity != "" {
		return p.takeIn(s)
	}
	if x.at == 0 || len(p.tasks) > x.at || elsewhere {
		return choice{}, false
	}
	if x.recreates {
		*x = insertion{}
		return give(gen.Turn(s.Turned))
	}
	if i := s.Front().Upright(); i >= 0 && !s.Action(i).Idle() { // upright it shows most
		return take(i, gen.AnyValue)
	}
	row := func(offer int) transition.RowKey { return transition.RowOf(s.Here.Activity, s.Offers, offer) }
	i := s.Presses().Extra(s.Front().WithWidgets(t.Widgets, t.Role), func(i int) int {
		return p.owner.team.Insertions(row(i))
	})
	if x.at = 0; i < 0 {
		return choice{}, false
	}
	p.owner.team.Insert(row(i))
	x.activity, x.fields, x.left, p.present.spent = s.Here.Activity, s.Front().Fields(), insertAfter, 0
	return take(i, gen.ValidValue)
}

// takeIn deals with what the press has brought up: fields that are new are typed into, a dialog is
// answered, another screen is left. Then the plan goes on.
func (p *planned) takeIn(s *state) (choice, bool) {
	x := &p.extra
	var fresh []form.Step
	for _, key := range s.Front().Fields() {
		if !slices.Contains(x.fields, key) {
			fresh = append(fresh, form.Step{Key: key, Class: s.ValueClass(s.View.Screen)})
		}
	}
	x.left--
	switch floating := s.View.Screen.Floating(); {
	case x.left < 0:
	case len(fresh) > 0 && !floating:
		x.activity, p.form.left = "", fresh
		return p.form.next(s)
	case len(fresh) > 0:
		x.fields, p.form.left = s.Front().Fields(), s.validForm()
		return p.form.next(s)
	case floating:
		if i := s.Presses().Answer(); i >= 0 {
			return take(i, gen.ValidValue)
		}
	case s.Here.Activity != x.activity:
		if i := s.GoBack(); i >= 0 {
			return take(i, gen.AnyValue)
		}
	}
	*x = insertion{}
	return choice{}, false
}
