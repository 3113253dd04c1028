package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
)

// server is for what a server answers. A failure of the network wants that there is no answer; any other
// failure wants an answer that the app did not expect, the likeliest for the failure first, and none comes last.
func server(p *planner) []guide.Achiever {
	offline := guide.Achiever{Kind: guide.AchieveDevice, Change: guide.ChangeOffline}
	if p.Crash.Kind == guide.CrashNetwork {
		return append([]guide.Achiever{offline}, answersOf(guide.AnswerNone, guide.AnswerError)...)
	}
	return append(answersOf(unexpected(p.Crash)...), offline)
}

// answersOf are servers that answer so.
func answersOf(list ...guide.Answer) []guide.Achiever {
	all := make([]guide.Achiever, len(list))
	for i, a := range list {
		all[i] = guide.Achiever{Kind: guide.AchieveServer, Answer: a}
	}
	return all
}

// unexpected are the answers of a server that can lead to a failure, the likeliest first: what lacks a key or has
// nothing at an index is data without members, a text that ends at its begin is none at all. A null is one that a
// method gives that could not read the data, or was left out of it, or there is no data for an error. Else apps forget
// a page in place of data first.
func unexpected(c *guide.CrashCondition) []guide.Answer {
	switch {
	case c.Kind == guide.CrashKey, c.Kind == guide.CrashIndex:
		return []guide.Answer{guide.AnswerBare, guide.AnswerEmpty, guide.AnswerBroken, guide.AnswerError}
	case c.Kind == guide.CrashNull:
		return []guide.Answer{guide.AnswerBroken, guide.AnswerBare, guide.AnswerError, guide.AnswerEmpty}
	case c.Want.Class == guide.WantEmpty:
		return []guide.Answer{guide.AnswerEmpty, guide.AnswerBare, guide.AnswerError, guide.AnswerBroken}
	}
	return []guide.Answer{guide.AnswerBroken, guide.AnswerEmpty, guide.AnswerBare, guide.AnswerError}
}

// asking is the index of the last step of the path that has a server asked, so that the answer gets to the method that
// tests it; the number of steps if it is the callback of the stack, -1 if none is known. It is a handler from which
// control gets there without another one, or the one that leads to the only screen on which that method can run.
// Servers answer as they should until then: the path may need a login and a list first.
func asking(p *planner) int {
	at := p.methodID(p.tester)
	if at == callgraph.NoMethod {
		return -1
	}
	from := []callgraph.MethodID{at} // and what makes the object: a library that calls it may not lead back there
	for _, made := range p.App.Calls.Index.Allocs(p.App.Calls.Method(at).Class.Descriptor) {
		from = append(from, made.Method)
	}
	askers := p.App.Calls.Backward(from, callgraph.Walk{Stop: p.App.IsHandler})
	if p.Stack.Known() {
		if anchor := p.Stack.Chain[p.Stack.Anchor]; p.App.IsHandler(anchor) && askers.Has(anchor) {
			return len(p.path)
		}
	}
	for i, g := range slices.Backward(p.path) {
		if g.Kind == guide.GoalRun && askers.Has(p.methodID(g.Subject.Name)) {
			return i
		}
	}
	screen := readOn(p, p.tester)
	if screen == "" {
		return -1
	}
	if i := slices.IndexFunc(p.path, func(g guide.Goal) bool { return g.Screen == screen }); i >= 0 {
		return i - 1
	}
	if screen == p.screen {
		return len(p.path) - 1
	}
	return -1
}
