package guided

import (
	"math"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// A method can run a hundred times and fail only with another value of a setting that
// it reads. Where the method of the crash ran and did not fail, the generator sweeps
// the settings: it goes to a widget that changes one, those that the guide's values
// name first, takes the choice that was tried least, and goes back to what ran the
// method.
const (
	// sweepFrom is the number of events that ran the method of the crash in vain from
	// which on settings are swept.
	sweepFrom = 4
	// sweepGoals is the part of the goals that are settings, sweepLater that part once
	// sweepMany were changed.
	sweepGoals = 0.4
	sweepLater = 0.15
	sweepMany  = 24
	// sweepReturns is how often the method of the crash is run again after a change:
	// the actions that run it differ.
	sweepReturns = 2
	// maxBacks bounds the presses of back on the way there where none is known.
	maxBacks = 3
	// farSetting is what a setting is worth that nothing near the crash is known to
	// read, plainSetting what a widget is worth that looks like one; 1 is a setting
	// that the method of the crash reads itself.
	farSetting   = 0.03
	plainSetting = 0.06
)

// setting is something that a widget changes, and how it was swept.
type setting struct {
	worth   float64
	choices []string       // what the guide knows of them, lower case
	tried   map[string]int // by label
	rounds  int
}

// stage is how far the change of a setting has come.
type stage uint8

const (
	idle stage = iota
	pressed
	chosen
	confirmed
)

// sweep is the state of sweeping.
type sweep struct {
	point   string // the method of the crash
	vain    int    // events that ran it and did not fail
	titled  map[string]*setting
	plain   map[kinKey]*setting
	now     *setting // what is being changed
	stage   stage
	rounds  int // settings changed
	returns int // times that the method is still to be run
	backs   int
}

func newSweep(g *guide.Guide) *sweep {
	s := &sweep{titled: map[string]*setting{}, plain: map[kinKey]*setting{}}
	if g == nil {
		return s
	}
	s.point = g.Target.Method
	for _, v := range g.Values {
		title := strings.ToLower(v.Title)
		if s.titled[title] != nil {
			continue // the nearest of a title is the first
		}
		set := &setting{worth: farSetting, tried: map[string]int{}}
		if v.Distance >= 0 {
			set.worth = 1 / float64(1+v.Distance)
		}
		for _, choice := range v.Choices {
			set.choices = append(set.choices, strings.ToLower(choice))
		}
		s.titled[title] = set
	}
	return s
}

// begin forgets what was being done.
func (s *sweep) begin() { s.now, s.stage, s.returns, s.backs = nil, idle, 0, 0 }

// hear counts the events that ran the method of the crash in vain.
func (s *sweep) hear(o gen.Outcome) {
	if s.point != "" && o.Crash == "" && slices.Contains(o.Ran, s.point) {
		s.vain++
	}
}

// press notes that the widget of the setting to be changed is pressed.
func (s *sweep) press(a *arm) {
	if s.now != nil && s.stage == idle && a != nil && a.sets == s.now {
		s.stage = pressed
	}
}

// share is the part of the goals that are settings.
func (s *sweep) share() float64 {
	switch {
	case s.vain < sweepFrom:
		return 0
	case s.rounds >= sweepMany:
		return sweepLater
	}
	return sweepGoals
}

// settingOf is what pressing a widget changes, as far as its words or its class tell;
// nil if it looks like nothing of the kind. texts are the words on it, lower case.
func (s *sweep) settingOf(screen *ui.Screen, c gen.Candidate, texts []string) *setting {
	if c.Verb != ui.Press || c.Event.Kind != event.Tap {
		return nil
	}
	for _, text := range texts {
		if set := s.titled[text]; set != nil {
			return set
		}
	}
	w := &screen.Widgets[c.Widget]
	if !w.Checkable && !strings.HasSuffix(w.Class, "Spinner") || screen.Floating() {
		return nil
	}
	at := kinKey{screen.Activity, c.Kind}
	if s.plain[at] == nil {
		s.plain[at] = &setting{worth: plainSetting, tried: map[string]int{}}
	}
	return s.plain[at]
}

// turn draws a widget that changes a setting, and the node to do it in; nil if none is
// known.
func (g *Generator) turn(near, far []reach) (*node, *arm) {
	var nodes []*node
	var arms []*arm
	for _, n := range g.graph.nodes {
		for _, a := range n.arms {
			if a.sets != nil {
				nodes, arms = append(nodes, n), append(arms, a)
			}
		}
	}
	i := gen.Draw(g.rng, len(arms), func(i int) float64 {
		n, _ := g.steps(near, far, nodes[i])
		if n < 0 {
			return 0
		}
		set := arms[i].sets
		return set.worth * arms[i].risk() * math.Pow(discount, float64(n)/2) /
			float64((1+set.rounds)*(1+nodes[i].missed))
	})
	if i < 0 {
		return nil, nil
	}
	g.sweep.now, g.sweep.stage = arms[i].sets, idle
	return nodes[i], arms[i]
}

// again draws one of the actions that ran the method of the crash, and the node to do
// it in; nil if no way there is known.
func (g *Generator) again(near, far []reach) (*node, *arm) {
	var nodes []*node
	var arms []*arm
	most := 0.0
	for _, n := range g.graph.nodes {
		if s, _ := g.steps(near, far, n); s < 0 {
			continue
		}
		for _, a := range n.arms {
			if a.echo.near > 0 && !a.cold {
				most = max(most, a.echo.near/float64(a.echo.tries))
				nodes, arms = append(nodes, n), append(arms, a)
			}
		}
	}
	i := gen.Draw(g.rng, len(arms), func(i int) float64 {
		often := arms[i].echo.near / float64(arms[i].echo.tries)
		if often < most/2 {
			return 0
		}
		n, _ := g.steps(near, far, nodes[i])
		return often * math.Pow(discount, float64(n)) / float64(1+nodes[i].missed)
	})
	if i < 0 {
		return nil, nil
	}
	return nodes[i], arms[i]
}

// swept draws a goal of the sweep: back to the method of the crash after a change, else
// now and then a setting. False leaves the goal to others; true without a goal says that
// something else is planned first.
func (g *Generator) swept(near, far []reach) bool {
	s := g.sweep
	switch share := s.share(); {
	case s.returns > 0:
		if g.goal, g.strike = g.again(near, far); g.goal == nil && s.backs < maxBacks {
			s.backs++
			g.plan = []step{{key: gen.KeyOf(event.Event{Kind: event.Back})}}
			return true
		}
		s.returns--
	case share > 0 && g.rng.Float64() < share:
		g.goal, g.strike = g.turn(near, far)
	}
	return g.goal != nil
}

// choose goes on with the change of a setting whose widget was pressed: it takes one
// of the choices that came up and confirms it. False says that nothing is being
// changed, or that it is done.
func (g *Generator) choose(v gen.View, offers []offer) (event.Event, bool) {
	s := g.sweep
	if s.stage == idle || s.now == nil {
		return event.Event{}, false
	}
	if !v.Screen.Floating() {
		g.changed()
		return event.Event{}, false
	}
	i := -1
	switch s.stage {
	case pressed:
		if fields := g.fields(offers); len(fields) > 0 {
			g.plan = g.form(v.Screen, offers, fields)
			g.changed()
			return event.Event{}, false
		}
		if i = g.choice(v.Screen, offers); i >= 0 {
			s.now.tried[strings.ToLower(offers[i].Label)]++
		}
	case chosen:
		i = slices.IndexFunc(offers, func(o offer) bool {
			return !o.system && o.Verb == ui.Press && o.Event.Kind == event.Tap &&
				confirms(&v.Screen.Widgets[o.Widget], o.Label)
		})
	}
	if i < 0 || s.stage == confirmed {
		g.changed()
		return event.Event{}, false
	}
	s.stage++
	return g.play(v, offers[i], gen.Usual), true
}

// changed ends the change of a setting; what ran the method of the crash comes next.
func (g *Generator) changed() {
	s := g.sweep
	s.now.rounds++
	s.rounds++
	s.now, s.stage, s.returns, s.backs = nil, idle, sweepReturns, 0
	g.goal, g.stay = nil, -1
}

// choice draws one of the choices of a dialog or of a list that dropped down: what was
// tried least, not what is chosen already.
func (g *Generator) choice(screen *ui.Screen, offers []offer) int {
	s := g.sweep.now
	return gen.Draw(g.rng, len(offers), func(i int) float64 {
		o := &offers[i]
		if o.system || o.Event.Kind != event.Tap && o.Verb != ui.Slide || o.Verb != ui.Press && o.Verb != ui.Slide {
			return 0
		}
		label := strings.ToLower(o.Label)
		tried := float64(1 + s.tried[label])
		w := 1 / (tried * tried)
		widget := &screen.Widgets[o.Widget]
		switch {
		case slices.Contains(s.choices, label):
		case o.Listed || widget.Checkable || o.Verb == ui.Slide:
			w *= 0.5
		default:
			w *= 0.02 // most likely a button of the dialog
		}
		if widget.Checked || widget.Selected {
			w *= 0.1
		}
		return w * g.here.byKey[o.Key].risk()
	})
}
