package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/answer"
	"talpa/asra/plan/order"
	"talpa/asra/plan/result"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// An activity hears of a result from another app, or from an activity of its own app that it started for one.
// The latter takes two steps: a handler starts the other activity, and there a handler sets a result or
// ends it, or Back does.

// maxResults bounds the activities whose results are alternatives.
const maxResults = 3

// results are the achievers of results by the app's own activities, by the Java name of the activity that
// hears of them.
// They are kept, since several sources of one crash ask for the same screen, and the goals that they need are
// made only once so.
type results struct {
	*planner
	known  map[string][]guide.Achiever
	wanted result.Wanted
}

func newResults(p *planner) results {
	r := results{planner: p, known: map[string][]guide.Achiever{}, wanted: result.Wanted{App: p.App}}
	if told, ok := p.Target.Crash.ActivityResult(); ok {
		r.wanted.Told = &told
	}
	r.wanted.NoData = p.Crash.Subject.Kind == guide.SubjectResult && p.Crash.Want.Class == guide.WantNull
	return r
}

// of are what has the app's own activities answer the one on a screen, the likeliest first: handlers that set a
// result, Back, handlers that only end the activity, then those whose result cannot be the crash's. Each needs that
// the other activity has been started, where the path does not start it.
func (r *results) of(screen string) []guide.Achiever {
	if _, ok := r.known[screen]; !ok {
		r.known[screen] = r.find(screen)
	}
	all := slices.Clone(r.known[screen])
	for i := range all {
		all[i].Needs = slices.Clone(all[i].Needs) // listed numbers each list anew
	}
	return all
}

// find makes the list: first one way for each activity, so that one with many buttons does not hide the others,
// then Back, which needs no widget, then the other ways.
// An activity that starts itself is left out: its own plan would be a part of itself.
func (r *results) find(screen string) []guide.Achiever {
	at := r.App.Activity(screen)
	if at < 0 {
		return nil
	}
	asking := r.wanted.Requests()
	asks, enders := result.Runners(r.App, asking), r.wanted.Enders()
	var first, more, back, last []guide.Achiever
	for _, other := range r.App.Components[at].Opens {
		if r.App.Components[other].Kind != icfg.Activity || other == at || len(first) == maxResults {
			continue
		}
		name := r.App.Components[other].Name
		starters := slices.DeleteFunc(r.Starters(screen, name), func(m guide.Milestone) bool {
			return !asks[r.Method(m.Callback)]
		})
		if len(starters) == 0 {
			continue
		}
		opened, needs := r.started(screen, starters)
		ends, others := r.ending(enders, other, name)
		for _, some := range [][]guide.Achiever{ends, others} {
			for i := range some {
				some[i].Needs = slices.Concat(needs, filledFirst(r.planner, some[i].Method, enders.Calls, opened))
			}
		}
		last = append(last, others...)
		if !r.wanted.OfRequest(r.App.Components[other].Type, asking) {
			last = append(last, ends...)
			continue
		}
		leave := guide.Achiever{
			Kind: guide.AchieveLifecycle, Change: guide.ChangeBack, Screen: name, Label: r.Label(name), Needs: needs,
		}
		if len(ends) == 0 {
			first = append(first, leave)
			continue
		}
		first, more, back = append(first, ends[0]), append(more, ends[1:]...), append(back, leave)
	}
	return slices.Concat(first, back, more, last)
}

// started makes the goal that one of some handlers on a screen has run, after the path, and returns its number, which
// is what is needed. Where one of them is a step of the path, the others become alternatives of that step, it is the
// one returned, and nothing more is needed.
func (r *results) started(screen string, starters []guide.Milestone) (opened int, needs []int) {
	var all []guide.Achiever
	for _, m := range starters {
		all = append(all, r.Using(m.Callback, m.Role, m.Widgets, screen))
	}
	for i := range r.Path {
		g := &r.Path[i]
		if g.Kind == guide.GoalRun && g.Screen == screen && slices.ContainsFunc(all, func(a guide.Achiever) bool {
			return a.Method == g.Subject.Name
		}) {
			all = slices.DeleteFunc(all, func(a guide.Achiever) bool { return a.Method == g.Subject.Name })
			all = slices.Concat(g.Achievers, all)
			g.Achievers = order.Likeliest(all)
			return g.ID, nil
		}
	}
	opened = r.AfterPath(order.Run(screen, all))
	return opened, []int{opened}
}

// ending are the handlers of an activity that set its result, then those that end it without; others are those
// whose result cannot be the crash's.
// A handler that does both is listed once, as one that sets it. What ends without a result gives RESULT_CANCELED
// and no data, by the documentation of Activity.
func (r *results) ending(by result.Enders, component int, screen string) (all, others []guide.Achiever) {
	for _, wanted := range []map[callgraph.MethodID]bool{by.Set, by.End} {
		for i := range r.App.Callbacks {
			cb := &r.App.Callbacks[i]
			if !wanted[cb.Method] || !appcode.IsEvent(cb.Role) || !slices.Contains(cb.Components, component) {
				continue
			}
			a := r.On(cb, screen)
			to := &all
			if by.Set[cb.Method] && !by.Fit[cb.Method] || !by.Set[cb.Method] && !r.wanted.Is(answer.ResultCanceled, false) {
				to = &others
			}
			if !slices.ContainsFunc(slices.Concat(all, others), func(b guide.Achiever) bool { return achieve.Same(a, b) }) {
				*to = append(*to, a)
			}
		}
	}
	return all, others
}
