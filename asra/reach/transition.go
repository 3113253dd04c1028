package reach

import (
	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/screen"
)

// Choosing returns a function that tells which widgets of a transition's callback
// bring its screen up: those with whose id control gets there (R3, R4, R12). All of
// them where no test tells them apart.
func Choosing(p *icfg.Program, s *screen.Screens) func(t screen.Transition) []icfg.Widget {
	app := appcode.New(p)
	branches, walker := branch.New(app), NewWalker(p)
	var r *Result
	last := -1
	return func(t screen.Transition) []icfg.Widget {
		if t.To != last {
			last = t.To
			r = newResult(app, branches)
			r.Stack, r.Paths, r.Begin = Stack{app: app}, walker.At(s.Before(last)), -1
		}
		return r.Likely(p.CallbackOf(t.Callback), nil)
	}
}
