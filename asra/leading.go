package asra

import (
	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// Leading returns a function that tells which widgets of a transition's callback
// bring its screen up: those with whose id control gets there (R3, R4, R12). All of
// them where no test tells them apart.
func Leading(p *icfg.Program, s *icfg.Screens) func(t icfg.Transition) []icfg.Widget {
	app := appcode.New(p)
	a := &analysis{
		p: p, app: app, q: app.Query, gates: map[callgraph.MethodID]*gates{}, way: newWay(p),
	}
	screen := -1
	return func(t icfg.Transition) []icfg.Widget {
		if t.To != screen {
			screen = t.To
			a.way.reset()
			for n := range s.Before(screen) {
				a.way.cost[n] = 1
				a.way.reached = append(a.way.reached, n)
			}
		}
		return a.choosing(p.CallbackOf(t.Callback))
	}
}

// choosing are the widgets with which a callback leads on; all of them if none is
// told from the others.
func (a *analysis) choosing(cb *icfg.Callback) []icfg.Widget {
	v := attr.All()
	if key, ok := primary(a.p.Calls.Method(cb.Method)); ok {
		v = a.accepted(cb.Method, key, 0)
	}
	var some []icfg.Widget
	for _, w := range cb.Widgets {
		if n, known := number(w); known && v.Has(n) {
			some = append(some, w)
		}
	}
	if len(some) == 0 {
		return cb.Widgets
	}
	return some
}
