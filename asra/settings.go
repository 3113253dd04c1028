package asra

import (
	"cmp"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
)

// Bounds of what the guide lists.
const (
	maxSettings = 60
	maxChoices  = 40
	maxOpeners  = 12
)

// settings lists the settings that the screens of the app show, by how near to the crash code is
// that names their keys (R19). Comparing distances as unsigned numbers puts -1, which is unknown,
// last.
func (s *stages) settings() []guide.Setting {
	openers := map[apk.ID][]guide.Widget{}
	var all []guide.Setting
	for _, pref := range s.app.Preferences() {
		old := func(v guide.Setting) bool { return v.Key == pref.Key && v.Title == pref.Widget.Text }
		if pref.Widget.Text == "" || slices.ContainsFunc(all, old) {
			continue
		}
		v := guide.Setting{Key: pref.Key, Title: pref.Widget.Text, Screen: pref.Name, Distance: -1}
		v.Choices = slices.Clone(pref.Choices[:min(len(pref.Choices), maxChoices)])
		if r, known := s.relevance.Reader(pref.Key); known {
			v.Reader, v.Distance = s.name(r.In), r.Steps
			if _, known := openers[pref.Screen]; !known {
				openers[pref.Screen] = s.screenOpeners(s.app.PreferenceScreen(pref))
			}
			v.Openers = openers[pref.Screen]
		}
		all = append(all, v)
	}
	slices.SortStableFunc(all, func(x, y guide.Setting) int {
		return cmp.Or(cmp.Compare(uint(x.Distance), uint(y.Distance)), cmp.Compare(len(y.Choices), len(x.Choices)))
	})
	return all[:min(len(all), maxSettings)]
}

// screenOpeners are the widgets whose handlers name the resource of a screen; where other code
// does, such as that which makes a component's screen, those whose handlers start the component.
// Widgets without id and text are left out: nobody could find them.
func (s *stages) screenOpeners(screen icfg.Node) []guide.Widget {
	var all []guide.Widget
	add := func(m callgraph.MethodID, on *icfg.Edge) {
		cb := s.app.CallbackOf(m)
		if cb == nil || !appcode.IsEvent(cb.Role) {
			return
		}
		for _, w := range s.triggers(cb, on) {
			if (w.ID != "" || w.Text != "") && len(all) < maxOpeners && !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	for e := range s.app.Preds(screen) {
		setter := s.app.MethodAt(e.From)
		if setter == callgraph.NoMethod {
			continue
		}
		direct, before := false, len(all)
		runners := s.app.Runners(setter)
		for _, m := range runners {
			if m == setter {
				add(m, &e)
				direct = true
			} else if call := s.callTo(m, setter); call != nil {
				add(m, call)
				direct = true
			}
		}
		if !direct {
			for _, m := range runners {
				add(m, nil)
			}
		}
		if len(all) == before {
			for _, m := range s.app.OpenersOf(setter) {
				for _, e := range s.openings(m, setter) {
					add(m, &e)
				}
			}
		}
	}
	return all
}

// openings are the edges that leave a callback for an activity under which a method runs:
// one handler of a menu starts many activities, and each edge tells the items of its own.
// A callback in between ends the walk: it opens the activity by an event of its own.
func (s *stages) openings(callback, method callgraph.MethodID) []icfg.Edge {
	var all []icfg.Edge
	for c := range s.app.Components {
		if s.app.Components[c].Kind == icfg.Activity && s.app.Runs(c, method) {
			all = append(all, s.starts(callback, c)...)
		}
	}
	return all
}

// starts are the edges that leave a callback for a component, without a further callback
// in between.
func (s *stages) starts(callback callgraph.MethodID, component int) []icfg.Edge {
	var all []icfg.Edge
	seen := map[icfg.Node]bool{}
	for todo := []icfg.Node{s.app.Component(component)}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for e := range s.app.Preds(n) {
			m := s.app.MethodAt(e.From)
			switch {
			case (e.Kind == icfg.Open) != (n == s.app.Component(component)) || m == callgraph.NoMethod:
			case m == callback:
				all = append(all, e)
			case !seen[e.From] && s.app.CallbackOf(m) == nil:
				seen[e.From] = true
				todo = append(todo, e.From)
			}
		}
	}
	return all
}

// callTo is a call of one method by another; nil if there is none.
func (s *stages) callTo(from, to callgraph.MethodID) *icfg.Edge {
	for e := range s.app.Succs(s.app.Method(from)) {
		if s.app.MethodAt(e.To) == to {
			return &e
		}
	}
	return nil
}
