package plan

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/asra/locate"
)

// An activity that waits for a result is not always the one that asked: while another one is in front, a rotation
// or a lack of memory may take it away, and what hears of the result is made anew, with its fields as they begin.
// Android tells by its frames: a result for an activity that is there is handed over by handleSendResult; one that
// has come before the activity, by performResumeActivity, which is the end of its launch (android.app.ActivityThread,
// deliverResults and pendingResults).

// recreation is what the trace tells of the activity that hears of a result.
type recreation uint8

const (
	asked    recreation = iota // it is the one that asked, as far as the trace tells
	launched                   // it was made anew
	relaunch                   // it was, by a change of the configuration
)

// recreationOf reads the frames of a crash under a result.
func recreationOf(t *locate.Target) recreation {
	const thread = "android.app.ActivityThread"
	at := func(method string) int {
		return slices.IndexFunc(t.Frames, func(f locate.Frame) bool {
			return f.Class == thread && strings.HasPrefix(f.Method, method)
		})
	}
	switch deliver := at("deliverResults"); {
	case deliver < 0 || deliver+1 == len(t.Frames) || t.Frames[deliver+1].Method != "performResumeActivity":
		return asked
	case at("handleRelaunchActivity") >= 0:
		return relaunch
	}
	return launched
}

// recreatedHold makes a goal of what the trace tells: that the screen which hears of the result is made anew while the
// one that gives it is in front. Where a field of that screen is wanted, this is what achieves it, and no goal of
// its own.
func recreatedHold(p *planner) {
	how := recreationOf(p.Target)
	if how == asked {
		return
	}
	all := recreatedBelow(p, how)
	if len(all) == 0 || slices.ContainsFunc(p.late, func(g guide.Goal) bool {
		return len(g.Achievers) > 0 && same(g.Achievers[0], all[0])
	}) {
		return
	}
	p.hold(activity(p.screen), guide.Want{Class: guide.WantChanged}, all[0].Screen, all)
}

// recreatedBelow are the changes, on the screens that give the activity of the crash a result, that have it made anew.
func recreatedBelow(p *planner, how recreation) []guide.Achiever {
	names := []string{"rotate", "destroy"}
	if how == launched {
		slices.Reverse(names)
	}
	var all []guide.Achiever
	for _, name := range names {
		for _, a := range p.events([]string{name}, p.screen) { // by what the lower one does not handle
			for _, result := range p.results.of(p.screen) {
				a.Screen, a.Label, a.Needs = result.Screen, result.Label, result.Needs
				all = addNew(all, a)
			}
		}
	}
	return all
}

// withRecreation puts, before what else achieves that a field of the activity which hears of a result is as wanted,
// that the activity is made anew, where the trace tells of it: its new object begins without what the old one had.
func withRecreation(p *planner, s guide.Source, all []guide.Achiever) []guide.Achiever {
	how := recreationOf(p.Target)
	if how == asked || s.Subject.Kind != guide.SubjectField || s.Subject.Class != p.screen {
		return all
	}
	return append(recreatedBelow(p, how), all...)
}
