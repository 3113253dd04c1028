package guided

import (
	"maps"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
)

// approach goes to where a task can be done: over known edges, by the menu, by scrolling, or by
// what matters.
func (p *planned) approach(s *state, t goals.Task) (choice, bool) {
	from := s.Routes()
	node, seen := p.nearest(s, from, t)
	if node != nil && node != s.Here {
		if c, ok := p.walkTo(s, from, node, nil); ok {
			return c, true
		}
	}
	if i := s.GoBack(); node == nil && seen && i >= 0 && p.present.spent <= maxBacks && len(p.present.missed) == 0 {
		return take(i, gen.AnyValue) // it was behind
	}
	shown := p.owner.shows(t, s.Relevance.Place(s.View.Screen).Activity)
	named, words := slices.ContainsFunc(t.Widgets, relevance.Named), t.Words(shown)
	if shown && (!named || t.Goal.Kind == guide.GoalScreen) {
		maps.Copy(words, goals.NextScreen(p.tasks, t))
	}
	item := shown && named && t.OfMenu() // of a menu of this screen, and not in sight
	lacking := item && s.View.Screen.Floating()
	if lacking {
		maps.Copy(words, t.Titles()) // a menu below it is mostly called like what it holds
	}
	alike := s.Presses().Alike(words)
	if i := s.Front().Scrollable(false); shown && named && !t.OfMenu() && i >= 0 &&
		p.present.scrolled < scrollsFirst && !s.View.Screen.Floating() && (alike < 0 || t.Goal.Kind != guide.GoalScreen) {
		p.present.scrolled++ // what has a name and is not there is mostly below
		return take(i, gen.AnyValue)
	}
	if shown && named && !t.OfMenu() {
		if c, ok := p.otherRow(s); ok {
			return c, true
		}
	}
	untried := func(key gen.Key) bool { return s.Here.ByKey[key].Tries == 0 }
	menu := s.Front().MenuOpener(untried)
	if item && p.present.menus > 0 {
		if i := p.holdRow(s); i >= 0 {
			return take(i, gen.ValidValue)
		}
	}
	if menu >= 0 && item && !lacking {
		p.present.menus++
		return take(menu, gen.AnyValue) // before what is called like the screen, which the item need not be behind
	}
	if alike >= 0 && (lacking || s.Rng.Float64() < alikeShare) {
		return take(alike, gen.ValidValue)
	}
	if i := s.Presses().Dismissal(s.GoBack); i >= 0 {
		return take(i, gen.ValidValue)
	}
	if menu >= 0 && (t.OfMenu() || !shown || !named) {
		return take(menu, gen.AnyValue)
	}
	// What is wanted next after a text is mostly the button below, which the keyboard covers.
	if i := s.Front().Scrollable(2*p.present.spent > taskEvents); shown && i >= 0 &&
		(p.typed && p.present.spent <= 2 || s.Rng.Intn(2) == 0) {
		return take(i, gen.AnyValue)
	}
	if i := s.Front().FromEdge(untried); i >= 0 && shown && named && p.present.spent > edgeFrom {
		return take(i, gen.AnyValue)
	}
	if !p.typed {
		if c, ok := p.seek(s, from); ok {
			return c, true
		}
	}
	c, ok := s.onPath()
	c.whole = p.typed
	return c, ok
}

// holdRow is the long touch of a row, once for a task, where the menu that was opened lacks its item: where rows can be
// picked, what is done to them comes into the menu with the first. -1 where no row can be touched so.
func (p *planned) holdRow(s *state) int {
	if p.present.held || s.View.Screen.Floating() {
		return -1
	}
	i := s.Presses().Serving(nil, guide.RoleLongClick)
	p.present.held = i >= 0
	return i
}

// seek goes to another known screen for what is most likely to lead on, where that is not in front: where a task can
// be done is not known, so what has not been tried is worth more than what has, wherever it is.
func (p *planned) seek(s *state, from transition.Routes) (choice, bool) {
	node, action := from.DrawOnPath(s.Rng)
	if node == nil || node == s.Here {
		return choice{}, false
	}
	c, ok := p.walkTo(s, from, node, action)
	if ok {
		steps, _ := from.Steps(node)
		p.present.spent += steps // unlike a walk to where the task is done
	}
	return c, ok
}

// walkTo begins to walk to a node, and to do an action there unless that is nil; false if there is no path.
func (p *planned) walkTo(s *state, from transition.Routes, to *transition.Node, do *transition.Action) (choice, bool) {
	p.present.walk = walkOf(from, to, do)
	c, ok := p.present.walk.next(s)
	if !ok {
		p.present.walk = nil
	}
	return c, ok
}

// edgeFrom is the number of events of a task from which on panels are drawn in from the edges: what is
// below or behind a button is nearer at hand.
const edgeFrom = 2

// scrollsFirst is how often a screen is scrolled before anything else for a widget that is known by its id or text.
const scrollsFirst = 2

// alikeShare is the part of the choices in which what is called like the task's screen is pressed, where it
// is in front: names deceive.
const alikeShare = 0.8

// elsewhereSteps is how many steps a screen counts as more than one that showed what is wanted.
const elsewhereSteps = 3

// nearest returns the known node where a task was done last; or else the nearest that offers what bears the id or text
// of the task's widgets, or that is its screen. Those that a walk went to in vain are left out. seen says that there
// is one, though no path to it may be known.
func (p *planned) nearest(s *state, from transition.Routes, t goals.Task) (best *transition.Node, seen bool) {
	if at := p.owner.doneAt[t.Achiever]; p.reachable(s, from, at) {
		return at, true
	}
	wanted := func(a *transition.Action) bool {
		return slices.ContainsFunc(t.Widgets, func(w guide.Widget) bool {
			return w.ID != "" && a.ID == relevance.ShortID(w.ID) || w.Text != "" && a.Label == strings.ToLower(w.Text)
		})
	}
	return from.Nearest(func(n *transition.Node) (more int, ok bool) {
		switch {
		case slices.Contains(p.present.missed, n):
		case slices.ContainsFunc(n.Actions, wanted):
			return 0, true
		case t.Screen != "" && relevance.JavaName(n.Activity) == t.Screen:
			return elsewhereSteps, true
		}
		return 0, false
	})
}

// doneElsewhere says whether a task was done before on another screen that can be come back to.
func (p *planned) doneElsewhere(s *state, t goals.Task) bool {
	at := p.owner.doneAt[t.Achiever]
	return at != nil && p.reachable(s, s.Routes(), at)
}

// reachable says whether a node is another than the one in front, and a path to it is known that was not taken in vain.
func (p *planned) reachable(s *state, from transition.Routes, n *transition.Node) bool {
	if n == nil || n == s.Here || slices.Contains(p.present.missed, n) {
		return false
	}
	steps, _ := from.Steps(n)
	return steps >= 0
}
