package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/answer"
	"talpa/cfg/callgraph"
)

// picked are the answers of other apps by which a file cannot be read: the path asks for something to be picked, and
// what is picked is gone when it is opened, or is told as a path that the app may not read. No file of the app's own
// comes so.
func picked(p *planner) []guide.Achiever {
	i := asksToPick(p)
	if i < 0 || !slices.Contains([]guide.CrashKind{guide.CrashNull, guide.CrashFile}, p.Crash.Kind) {
		return nil
	}
	in, all := p.Inputs[i], []guide.Achiever(nil)
	for _, gone := range answer.LeadNowhere {
		all = append(all, guide.Achiever{Kind: guide.AchieveAnswer, Action: in.Action, Answer: gone})
	}
	return all
}

// asksToPick is the index of the input that tells of what the path asks another app to pick; -1 if there is none.
func asksToPick(p *planner) int {
	return slices.IndexFunc(p.Inputs, func(in guide.Input) bool {
		return in.Kind == guide.InputMedia && in.Cause == guide.CauseAwaited
	})
}

// picking is the index of the last step of the path from which control gets to where something is asked for, without
// another handler; -1 if there is none.
func picking(p *planner) int {
	i := asksToPick(p)
	if i < 0 {
		return -1
	}
	at := p.Method(p.Inputs[i].Where)
	if at == callgraph.NoMethod {
		return -1
	}
	return lastRun(p, p.App.Calls.Backward([]callgraph.MethodID{at}, callgraph.Walk{Stop: p.App.IsHandler}))
}
