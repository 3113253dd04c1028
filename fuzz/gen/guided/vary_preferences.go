package guided

import (
	"math"
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/gen/guided/transition"
)

// A method can run a hundred times and fail only with another value of a setting that it reads, or call the next one of
// the stack only with another value. Where the method of the crash ran and did not fail, or others of the stack did not
// get there, varyPreferences goes to a widget that changes a setting, those that the guide names first, takes the
// choice that was tried least, and goes back to what ran the method.
type varyPreferences struct {
	vain   int // events that ran it and did not fail
	stuck  int // events that ran others of the stack, but not it
	rounds int // settings changed
}

const (
	// varyFrom is the number of events that ran the method of the crash in vain from
	// which on settings are varied: before, other data are nearer at hand.
	varyFrom = 4
	// varyStuck is that of events that ran others of the stack only: the outer ones run often, and what keeps them from
	// the next frame is mostly no setting. Then only those are varied that code near the crash reads.
	varyStuck = 12
	// varyMany is the number of changes from which on only a part of the plans are made, varyLater:
	// most apps have fewer settings that the path may read.
	varyMany  = 24
	varyLater = 0.3
	// varyReturns is how often the method of the crash is run again after a change: the actions that run it differ.
	varyReturns = 3
	// maxBacks bounds the presses of back on the path there where none is known.
	maxBacks = 3
	// maxScrolls bounds the scrolling, down and then up, for a setting that is not to be
	// seen where others of its screen are.
	maxScrolls = 8
)

// Name implements Strategy.
func (*varyPreferences) Name() string { return "vary_preferences" }

// Observe implements Strategy: it counts the events that ran methods of the stack in vain.
func (v *varyPreferences) Observe(_ *state, o gen.Outcome) {
	switch {
	case o.Crash != "":
	case o.Evidence.AtPoint():
		v.vain++
	case o.Evidence.OnStack():
		v.stuck++
	}
}

// Propose implements Strategy.
func (v *varyPreferences) Propose(s *state) (plan, bool) {
	stuck := v.vain < varyFrom
	if stuck && v.stuck < varyStuck || (stuck || v.rounds >= varyMany) && s.Rng.Float64() >= varyLater {
		return nil, false
	}
	from := s.Routes()
	where, known := from.Spots(), s.Settings.Known
	i := gen.Draw(s.Rng, len(known), func(i int) float64 {
		set := known[i]
		if stuck && !set.Near {
			return 0
		}
		return where(set).At * set.Weight / (float64(1+s.member.Team.Rounds(set)) * math.Sqrt(float64(1+set.Missed)))
	})
	if i < 0 {
		return nil, false
	}
	p := where(known[i])
	return &change{owner: v, set: known[i], walk: walkOf(from, p.Node, p.Do), walks: 1}, true
}

// stage is how far the change of a setting has come.
type stage uint8

const (
	walking stage = iota // to a screen that shows it
	looking              // for it on the screen
	pressed
	chosen
	confirmed
	returning // to what ran the method of the crash
)

// change is a plan: it changes a setting and runs the method of the crash again.
type change struct {
	stays
	owner   *varyPreferences
	set     *settings.Setting
	stage   stage
	shown   []string // what stood on it, its value perhaps, lower case
	walk    *visit   // under way; nil: none
	walks   int      // to it
	scrolls int
	form    steps
	returns int                  // times that the method is still to be run
	rerun   []*transition.Action // since the change
	backs   int
}

func (c *change) next(s *state) (choice, bool) {
	if c.stage == walking || c.stage == looking {
		if i := slices.IndexFunc(s.Offers, func(o transition.Offer) bool { return o.Sets == c.set }); i >= 0 {
			c.stage, c.walk = pressed, nil
			c.shown = s.Relevance.Place(s.View.Screen).Texts(s.View.Screen, s.Offers[i].Candidate)
			return take(i, gen.ValidValue)
		}
	}
	switch c.stage {
	case walking:
		return c.goThere(s)
	case looking:
		if i := c.scroll(s); i >= 0 {
			return take(i, gen.ValidValue)
		}
		c.stage = walking // it is not here
		return c.goThere(s)
	case pressed, chosen:
		if i := c.set1(s); i >= 0 {
			c.stage++
			return take(i, gen.ValidValue)
		}
		c.changed(s)
	case confirmed:
		c.changed(s)
	}
	if next, ok := c.form.next(s); ok {
		return next, true
	}
	return c.goBack(s)
}

// goThere walks on to where the setting is shown.
func (c *change) goThere(s *state) (choice, bool) {
	if c.walk != nil {
		if next, ok := c.walk.next(s); ok {
			return next, true
		}
		if c.walk.here {
			c.walk, c.stage = nil, looking
			return c.next(s)
		}
	}
	from := s.Routes()
	p := from.Spots()(c.set)
	if c.walks++; c.walks > maxPaths || p.Node == nil {
		c.set.Missed++
		return choice{}, false
	}
	c.walk = walkOf(from, p.Node, p.Do)
	return c.goThere(s)
}

// set1 returns the offer that takes a choice, or confirms it; -1 if there is none.
func (c *change) set1(s *state) int {
	if !s.View.Screen.Floating() {
		return -1
	}
	if c.stage == chosen {
		return s.Front().Confirmation()
	}
	if fields := s.fields(); len(fields) > 0 {
		c.form.left = s.form(fields)
		return -1
	}
	i := s.Presses().ValueOf(c.set, s.Settings.Words, c.shown)
	if i >= 0 {
		c.set.Tried[strings.ToLower(s.Offers[i].Label)]++
	}
	return i
}

// changed ends the change; what ran the method of the crash comes next.
func (c *change) changed(s *state) {
	s.member.Team.Vary(c.set)
	c.owner.rounds++
	c.stage, c.returns = returning, varyReturns
}

// goBack goes to what ran the method of the crash, some times.
func (c *change) goBack(s *state) (choice, bool) {
	for {
		if c.walk != nil {
			if next, ok := c.walk.next(s); ok {
				return next, true
			}
			c.walk = nil
			c.returns--
		}
		if c.returns <= 0 {
			return choice{}, false
		}
		from := s.Routes()
		if goal, do := from.Rerun(s.Rng, c.rerun); goal != nil {
			c.rerun = append(c.rerun, do)
			c.walk = walkOf(from, goal, do)
			continue
		}
		if c.backs++; c.backs > maxBacks {
			return choice{}, false
		}
		if i := s.Find(gen.KeyOf(event.Event{Kind: event.Back})); i >= 0 {
			return take(i, gen.AnyValue)
		}
	}
}

// scroll returns an offer that shows more of the screen: upright where it lies on its side, then further down, then up
// again, of the largest widget that scrolls; -1 if there is none or the setting was looked for long enough.
func (c *change) scroll(s *state) int {
	if c.scrolls++; c.scrolls > maxScrolls {
		return -1
	}
	if i := s.Front().Upright(); i >= 0 {
		return i
	}
	return s.Front().Scrollable(c.scrolls > maxScrolls/2)
}
