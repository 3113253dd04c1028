package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/answer"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// An activity hears of a result from another app, or from an activity of its own app that it started for one.
// The latter takes two steps: a handler starts the other activity, and there a handler sets a result or
// ends it, or Back does.

// maxResults bounds the activities whose results are alternatives.
const maxResults = 3

// Methods that start an activity for a result, and those of an activity that set one or end it, by name.
var (
	requests = []string{
		"startActivityForResult", "startActivityFromFragment", "startActivityIfNeeded", "startActivityFromChild",
	}
	endings = []string{"finish", "finishAfterTransition", "supportFinishAfterTransition"}
)

const activityClass = "Landroid/app/Activity;"

// results are the achievers of results by the app's own activities, by the Java name of the activity that
// hears of them.
// They are kept, since several sources of one crash ask for the same screen, and the goals that they need are
// made only once so.
// Results that pass through an activity between (FLAG_ACTIVITY_FORWARD_RESULT), and contracts that are launched
// (ActivityResultLauncher), are not modelled.
type results struct {
	*planner
	known map[string][]guide.Achiever
	told  *trace.ActivityResult // that the trace shows; nil for none
}

func newResults(p *planner) results {
	r := results{planner: p, known: map[string][]guide.Achiever{}}
	if told, ok := p.Target.Crash.ActivityResult(); ok {
		r.told = &told
	}
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
	asking := r.callsOf(requests, "")
	asks, enders := r.runnersOf(asking, nil), r.enders()
	var first, more, back, last []guide.Achiever
	for _, other := range r.App.Components[at].Opens {
		if r.App.Components[other].Kind != icfg.Activity || other == at || len(first) == maxResults {
			continue
		}
		name := r.App.Components[other].Name
		starters := slices.DeleteFunc(r.Starters(screen, name), func(m guide.Milestone) bool {
			return !asks[r.methodID(m.Callback)]
		})
		if len(starters) == 0 {
			continue
		}
		needs := r.started(screen, starters)
		ends, others := r.ending(enders, other, name)
		for _, some := range [][]guide.Achiever{ends, others} {
			for i := range some {
				some[i].Needs = needs
			}
		}
		last = append(last, others...)
		if !r.asksFor(r.App.Components[other].Type, asking) {
			last = append(last, ends...)
			continue
		}
		leave := guide.Achiever{
			Kind: guide.AchieveLifecycle, Change: guide.ChangeBack, Screen: name, Label: r.label(name), Needs: needs,
		}
		if len(ends) == 0 {
			first = append(first, leave)
			continue
		}
		first, more, back = append(first, ends[0]), append(more, ends[1:]...), append(back, leave)
	}
	return slices.Concat(first, back, more, last)
}

// started makes the goal that one of some handlers on a screen has run, after the path, and returns its number.
// Where one of them is a step of the path, the others become alternatives of that step, and nothing more is needed.
func (r *results) started(screen string, starters []guide.Milestone) []int {
	var all []guide.Achiever
	for _, m := range starters[:min(len(starters), maxAchievers)] {
		all = append(all, r.using(m.Callback, m.Role, m.Widgets, screen))
	}
	for i := range r.path {
		g := &r.path[i]
		if g.Kind == guide.GoalRun && g.Screen == screen && slices.ContainsFunc(all, func(a guide.Achiever) bool {
			return a.Method == g.Subject.Name
		}) {
			all = slices.DeleteFunc(all, func(a guide.Achiever) bool { return a.Method == g.Subject.Name })
			all = slices.Concat(g.Achievers, all)
			g.Achievers = all[:min(len(all), maxAchievers)]
			return nil
		}
	}
	g := r.goal(guide.Goal{
		Kind: guide.GoalRun, Screen: screen, Subject: method(starters[0].Callback), Achievers: all,
	})
	if n := len(r.path); n > 0 {
		g.After = []int{r.path[n-1].ID}
	}
	r.late = append(r.late, g)
	return []int{g.ID}
}

// enders are the callbacks that set a result, those of them that can set the crash's, and those that end their
// activity.
type enders struct{ set, fit, end map[callgraph.MethodID]bool }

func (r *results) enders() enders {
	sets := r.callsOf([]string{setResult}, activityClass)
	return enders{
		set: r.runnersOf(sets, nil), fit: r.runnersOf(sets, r.fits), end: r.runnersOf(r.callsOf(endings, activityClass), nil),
	}
}

// ending are the handlers of an activity that set its result, then those that end it without; others are those
// whose result cannot be the crash's.
// A handler that does both is listed once, as one that sets it. What ends without a result gives RESULT_CANCELED
// and no data, by the documentation of Activity.
func (r *results) ending(by enders, component int, screen string) (all, others []guide.Achiever) {
	for _, wanted := range []map[callgraph.MethodID]bool{by.set, by.end} {
		for i := range r.App.Callbacks {
			cb := &r.App.Callbacks[i]
			if !wanted[cb.Method] || !appcode.IsEvent(cb.Role) || !slices.Contains(cb.Components, component) {
				continue
			}
			a := handlerOn(r.planner, cb, screen)
			to := &all
			if by.set[cb.Method] && !by.fit[cb.Method] || !by.set[cb.Method] && !r.answer(answer.ResultCanceled, false) {
				to = &others
			}
			if !slices.ContainsFunc(slices.Concat(all, others), func(b guide.Achiever) bool { return same(a, b) }) {
				*to = append(*to, a)
			}
		}
	}
	return all, others
}

const setResult = "setResult"

// fits says whether a call of setResult can give the crash's answer. What code does not tell can be so.
// Arguments are counted with the receiver: 1 is the result code, 2 the intent, which one of the two forms lacks.
// An intent that is null for certain is no data, one that is never null always is.
func (r *results) fits(u callgraph.Use) bool {
	an := r.App.OriginsOf(u.Method)
	if an == nil {
		return true
	}
	call := an.Graph.Code.At(u.PC)
	code, known := appcode.Constant(an.Args(&call, 1))
	if r.told != nil && !known {
		code = r.told.Result
	}
	withData := []bool{false}
	if len(an.Graph.Code.File.MethodAt(call.Index).Params()) > 1 {
		intent := an.Args(&call, 2)
		if none, ok := appcode.Constant(intent); !ok || none != 0 {
			withData = append(withData, true)
		}
		if !appcode.Constants(intent).Has(0) {
			withData = withData[1:]
		}
	}
	return slices.ContainsFunc(withData, func(data bool) bool { return r.answer(code, data) })
}

// answer says whether an answer with a result code, with data or without, can be the crash's: it is the one that
// the trace shows, or where it shows none, has no data if that is what fails.
func (r *results) answer(code int64, data bool) bool {
	if r.told != nil {
		return code == r.told.Result && data == r.told.Data
	}
	c := r.Crash
	return !data || c == nil || c.Subject.Kind != guide.SubjectResult || c.Want.Class != guide.WantNull
}

// callsOf are the calls of a method with one of some names, of a class or a subclass of it; "" is any class.
func (r *results) callsOf(names []string, class string) []callgraph.Use {
	return r.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return slices.Contains(names, ref.Name) && (class == "" || r.App.Hierarchy.IsSubtype(ref.Class, class))
	})
}

// runnersOf are the callbacks that can run, by calls alone, one of some calls that is wanted; nil is any of them.
// Work that a callback hands to a thread or a message is not its doing here: whether it comes before the user
// goes on is not known.
func (r *results) runnersOf(calls []callgraph.Use, wanted func(u callgraph.Use) bool) map[callgraph.MethodID]bool {
	all := map[callgraph.MethodID]bool{}
	for _, use := range calls {
		if wanted != nil && !wanted(use) {
			continue
		}
		for _, m := range r.App.Runners(use.Method) {
			all[m] = true
		}
	}
	return all
}
