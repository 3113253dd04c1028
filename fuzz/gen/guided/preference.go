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
// it reads. Where the method of the crash ran and did not fail, the generator varies
// the settings: it goes to a widget that changes one, those that the guide's values
// name first, takes the choice that was tried least, and goes back to what ran the
// method.
const (
	// varyFrom is the number of events that ran the method of the crash in vain from
	// which on settings are varied.
	varyFrom = 4
	// varyGoals is the part of the goals that are settings, varyLater that part once
	// varyMany were changed.
	varyGoals = 0.5
	varyLater = 0.15
	varyMany  = 24
	// varyReturns is how often the method of the crash is run again after a change:
	// the actions that run it differ.
	varyReturns = 3
	// maxBacks bounds the presses of back on the path there where none is known.
	maxBacks = 3
	// maxScrolls bounds the scrolling, down and then up, for a setting that is not to be
	// seen where others of its screen are.
	maxScrolls = 8
	// farSetting is the weight of a setting that nothing near the crash is known to
	// read, plainSetting that of a widget that looks like one; 1 is a setting
	// that the method of the crash reads itself.
	farSetting   = 0.003
	plainSetting = 0.01
	// elsewhere is the part of the weight of a setting that is left if it was not seen
	// yet, but another one of its screen, behind the part if only what opens that screen
	// was.
	elsewhere = 0.8
	behind    = 0.6
)

// setting is something that a widget changes, and how it was varied.
type setting struct {
	weight  float64
	screens []string       // that show one of its title, the nearest to the crash first
	choices []string       // what the guide knows of them, lower case
	tried   map[string]int // by label
	rounds  int            // changes of it
	missed  int            // times that it was not where it should be
}

// stage is how far the change of a setting has come.
type stage uint8

const (
	idle    stage = iota
	walking       // to a screen that shows it
	looking       // for it on the screen
	pressed
	chosen
	confirmed
)

// variation is the state of varying the preferences.
type variation struct {
	point   string // the method of the crash
	vain    int    // events that ran it and did not fail
	words   mentions
	titled  map[string]*setting
	plain   map[actionKey]*setting
	known   []*setting          // all of both, in the order met
	openers map[string][]string // screens, by the ids and texts of what opens them
	now     *setting            // what is being changed
	stage   stage
	shown   []string // what stood on it, its value perhaps, lower case
	walks   int      // to it
	scrolls int
	rounds  int       // settings changed
	returns int       // times that the method is still to be run
	rerun   []*action // since the change
	backs   int
}

func newVariation(g *guide.Guide, words mentions) *variation {
	s := &variation{words: words, titled: map[string]*setting{}, plain: map[actionKey]*setting{},
		openers: map[string][]string{}}
	if g == nil {
		return s
	}
	s.point = g.Target.Method
	texts := titlesOf(g)
	for _, v := range g.Settings {
		title := strings.ToLower(v.Title)
		for _, w := range v.Openers {
			s.open(v.Screen, append([]string{shortID(w.ID), strings.ToLower(w.Text)}, texts[shortID(w.ID)]...))
		}
		if old := s.titled[title]; old != nil {
			old.screens = append(old.screens, v.Screen)
			continue // the nearest of a title is the first
		}
		set := &setting{weight: farSetting, screens: []string{v.Screen}, tried: map[string]int{}}
		if v.Distance >= 0 {
			set.weight = 1 / float64((1+v.Distance)*(1+v.Distance))
		}
		set.weight *= words.factor([]string{title})
		for _, choice := range v.Choices {
			set.choices = append(set.choices, strings.ToLower(choice))
		}
		s.titled[title] = set
		s.known = append(s.known, set)
	}
	return s
}

// titlesOf are the texts, lower case, that the guide knows of widgets, by their ids: the
// row of a menu does not bear the id of its item.
func titlesOf(g *guide.Guide) map[string][]string {
	texts := map[string][]string{}
	for i := range g.Callbacks {
		for _, w := range g.Callbacks[i].Widgets {
			id, text := shortID(w.ID), strings.ToLower(w.Text)
			if id != "" && text != "" && !slices.Contains(texts[id], text) {
				texts[id] = append(texts[id], text)
			}
		}
	}
	return texts
}

// open notes what opens a screen, by ids and texts.
func (s *variation) open(screen string, names []string) {
	for _, name := range names {
		if name != "" && !slices.Contains(s.openers[name], screen) {
			s.openers[name] = append(s.openers[name], screen)
		}
	}
}

// opensOf are the screens that pressing a widget may open.
func (s *variation) opensOf(screen *ui.Screen, c gen.Candidate, texts []string) []string {
	if c.Verb != ui.Press || c.Event.Kind != event.Tap || len(s.openers) == 0 {
		return nil
	}
	for _, text := range texts {
		if screens := s.openers[text]; screens != nil {
			return screens
		}
	}
	if id := shortID(screen.Widgets[c.Widget].ID); id != "" {
		return s.openers[id]
	}
	return nil
}

// miss gives up the path to a setting.
func (s *variation) miss() {
	s.now.missed++
	s.now, s.stage = nil, idle
}

// begin forgets what was being done.
func (s *variation) begin() { s.now, s.stage, s.returns, s.backs = nil, idle, 0, 0 }

// observe counts the events that ran the method of the crash in vain.
func (s *variation) observe(o gen.Outcome) {
	if s.point != "" && o.Crash == "" && slices.Contains(o.Ran, s.point) {
		s.vain++
	}
}

// share is the part of the goals that are settings.
func (s *variation) share() float64 {
	switch {
	case s.vain < varyFrom:
		return 0
	case s.rounds >= varyMany:
		return varyLater
	}
	return varyGoals
}

// settingOf is what pressing a widget changes, as far as its words or its class tell;
// nil if it looks like nothing of the kind. texts are the words on it, lower case.
func (s *variation) settingOf(screen *ui.Screen, c gen.Candidate, texts []string) *setting {
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
	at := actionKey{screen.Activity, c.Kind}
	if s.plain[at] == nil {
		s.plain[at] = &setting{weight: plainSetting, tried: map[string]int{}}
		s.known = append(s.known, s.plain[at])
	}
	return s.plain[at]
}

// variation draws a setting to be changed, unless one is under way, and returns the node to go
// to for it and what to do there, if anything; nil if none is known.
func (r routes) variation() (*node, *action) {
	s := r.g.preferences
	where := r.places()
	if s.stage == walking {
		if s.walks++; s.walks > maxPlans {
			s.miss()
			return nil, nil
		}
		p := where(s.now)
		return p.node, p.do
	}
	i := gen.Draw(r.g.rng, len(s.known), func(i int) float64 {
		set := s.known[i]
		return where(set).at * set.weight / (float64(1+set.rounds) * math.Sqrt(float64(1+set.missed)))
	})
	if i < 0 {
		return nil, nil
	}
	s.now, s.stage, s.scrolls, s.walks = s.known[i], walking, 0, 1
	p := where(s.now)
	return p.node, p.do
}

// spot is where to go for a setting: a node that shows it or others of its screen, or one
// with an action that opens the screen. The zero value says that none can be reached.
type spot struct {
	node *node
	do   *action
	at   float64 // how near it is, from 0 to 1
}

// places returns what tells the spot of a setting.
func (r routes) places() func(*setting) spot {
	shown, screens, doors := map[*setting]spot{}, map[string]spot{}, map[string]spot{}
	for _, n := range r.g.graph.nodes {
		steps, _ := r.steps(n)
		if steps < 0 {
			continue
		}
		at := math.Pow(discount, float64(steps)/4) / math.Sqrt(float64(1+n.missed))
		for _, a := range n.actions {
			if a.sets != nil && at > shown[a.sets].at {
				shown[a.sets] = spot{n, nil, at}
			}
			if a.sets != nil && len(a.sets.screens) == 1 && at > screens[a.sets.screens[0]].at {
				screens[a.sets.screens[0]] = spot{n, nil, at}
			}
			tired := at / math.Sqrt(1+float64(a.tries))
			for _, screen := range a.opens {
				if tired > doors[screen].at {
					doors[screen] = spot{n, a, tired}
				}
			}
		}
	}
	return func(set *setting) spot {
		if p := shown[set]; p.node != nil || len(set.screens) == 0 {
			return p
		}
		p := screens[set.screens[0]]
		p.at *= elsewhere
		if p.node == nil {
			p = doors[set.screens[0]]
			p.at *= behind
		}
		return p
	}
}

// nearness is how near a try of the action came to the crash, on average; 0 for one that starts
// the app anew.
func (a *action) nearness() float64 {
	if a.cold {
		return 0
	}
	return a.coverage.mean()
}

// rerun draws one of the actions that ran the method of the crash, and the node to do
// it in; nil if no path there is known.
func (r routes) rerun() (*node, *action) {
	nodes, actions, most := r.within((*action).nearness)
	i := gen.Draw(r.g.rng, len(actions), func(i int) float64 {
		often := actions[i].nearness()
		if often < most/2 {
			return 0
		}
		n, _ := r.steps(nodes[i])
		if slices.Contains(r.g.preferences.rerun, actions[i]) {
			often /= 8
		}
		return often * math.Pow(discount, float64(n)) / float64(1+nodes[i].missed)
	})
	if i < 0 {
		return nil, nil
	}
	r.g.preferences.rerun = append(r.g.preferences.rerun, actions[i])
	return nodes[i], actions[i]
}

// varied draws a goal of the variation: back to the method of the crash after a change, else
// now and then a setting. False leaves the goal to others; true without a goal says that
// something else is planned first.
func (g *Generator) varied(from routes) bool {
	s := g.preferences
	switch share := s.share(); {
	case s.returns > 0:
		if g.goal, g.targetAction = from.rerun(); g.goal == nil && s.backs < maxBacks {
			s.backs++
			g.plan = []step{{key: gen.KeyOf(event.Event{Kind: event.Back})}}
			return true
		}
		s.returns--
	case s.stage == walking, share > 0 && g.rng.Float64() < share:
		if g.goal, g.targetAction = from.variation(); g.goal == nil && s.now != nil {
			s.miss()
		}
	}
	return g.goal != nil
}

// change goes on with the change of a setting: it presses its widget once it is seen,
// takes one of the choices that come up, and confirms it. False says that nothing is
// being changed here, or that it is done.
func (g *Generator) change(v gen.View, offers []offer) (event.Event, bool) {
	s := g.preferences
	i := -1
	switch s.stage {
	case idle:
		return event.Event{}, false
	case walking, looking:
		if i = slices.IndexFunc(offers, func(o offer) bool { return o.sets == s.now }); i >= 0 {
			s.stage, g.goal, g.plan = pressed, nil, nil
			s.shown = g.relevance.place(v.Screen).texts(v.Screen, offers[i].Candidate)
			return g.play(v, offers[i], gen.ValidValue), true
		}
		if s.stage == walking || len(g.plan) > 0 {
			return event.Event{}, false // what opens its screen comes first
		}
		if i = g.scroll(v.Screen, offers); i < 0 {
			s.stage = walking // it is not here
			g.stay = -1
			return event.Event{}, false
		}
		return g.play(v, offers[i], gen.ValidValue), true
	case pressed:
		if !v.Screen.Floating() {
			break
		}
		if fields := g.fields(offers); len(fields) > 0 {
			g.plan = g.form(v.Screen, offers, fields)
			break
		}
		if i = g.choice(v.Screen, offers); i >= 0 {
			s.now.tried[strings.ToLower(offers[i].Label)]++
		}
	case chosen:
		if v.Screen.Floating() {
			i = slices.IndexFunc(offers, func(o offer) bool {
				return !o.system && o.Verb == ui.Press && o.Event.Kind == event.Tap &&
					confirms(&v.Screen.Widgets[o.Widget], o.Label)
			})
		}
	}
	if i < 0 {
		g.changed()
		return event.Event{}, false
	}
	s.stage++
	return g.play(v, offers[i], gen.ValidValue), true
}

// scroll returns an offer that shows more of the screen: upright where it lies on its side,
// then further down, then up again, of the largest widget that scrolls; -1 if there is none
// or the setting was looked for long enough.
func (g *Generator) scroll(screen *ui.Screen, offers []offer) int {
	s := g.preferences
	if s.scrolls++; s.scrolls > maxScrolls {
		return -1
	}
	best, most := -1, 0
	for i := range offers {
		o := &offers[i]
		if o.system {
			if b := screen.Bounds(); o.Event.Kind == event.Rotate && o.Event.Arg == "portrait" && b.Width() > b.Height() {
				return i
			}
			continue
		}
		down := o.Verb == ui.ScrollDown || o.Verb == ui.ScrollRight
		up := o.Verb == ui.ScrollUp || o.Verb == ui.ScrollLeft
		w := &screen.Widgets[o.Widget]
		if (s.scrolls <= maxScrolls/2 && down || s.scrolls > maxScrolls/2 && up) && w.Bounds.Area() > most &&
			!strings.HasSuffix(w.Class, "Spinner") {
			best, most = i, w.Bounds.Area()
		}
	}
	return best
}

// changed ends the change of a setting; what ran the method of the crash comes next.
func (g *Generator) changed() {
	s := g.preferences
	s.now.rounds++
	s.rounds++
	s.now, s.stage, s.returns, s.backs, s.rerun = nil, idle, varyReturns, 0, nil
	g.goal, g.stay = nil, -1
}

// choice draws one of the choices of a dialog or of a list that dropped down: what was
// tried least, not what is chosen already.
func (g *Generator) choice(screen *ui.Screen, offers []offer) int {
	s := g.preferences.now
	return gen.Draw(g.rng, len(offers), func(i int) float64 {
		o := &offers[i]
		if o.system || o.Event.Kind != event.Tap && o.Verb != ui.Slide || o.Verb != ui.Press && o.Verb != ui.Slide {
			return 0
		}
		label := strings.ToLower(o.Label)
		tried := float64(1 + s.tried[label])
		w := g.preferences.words.factor([]string{label}) / (tried * tried)
		widget := &screen.Widgets[o.Widget]
		switch {
		case slices.Contains(s.choices, label):
		case o.Listed || widget.Checkable || o.Verb == ui.Slide:
			w *= 0.5
		default:
			w *= 0.02 // most likely a button of the dialog
		}
		if widget.Checked || widget.Selected || slices.Contains(g.preferences.shown, label) {
			w *= 0.1 // it has this value
		}
		return w * g.here.byKey[o.Key].risk()
	})
}
