package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/answer"
	"talpa/asra/plan/byname"
	"talpa/cfg/callgraph"
	"talpa/specs"
)

// answered are the answers that the path waits for: results of the app's own activities that the screen
// starts for one, then answers of other apps. The action is that of the first input that awaits one; "" if the
// app's code does not tell it.
// All answers of other apps are alternatives of one goal, since the trace seldom tells which it was.
func (p *planner) answered(screen string) []guide.Achiever {
	action := ""
	for i := range p.Inputs {
		if p.Inputs[i].Cause == guide.CauseAwaited {
			action = p.Inputs[i].Action
			break
		}
	}
	all := slices.DeleteFunc(p.results.of(screen), func(a guide.Achiever) bool {
		return a.Change == guide.ChangeBack && !canceled(p)
	})
	for _, answer := range answersOfOthers(p, len(all) == 0) {
		all = append(all, guide.Achiever{
			Kind: guide.AchieveAnswer, Action: action, Answer: answer, Screen: screen, Label: p.Label(screen),
		})
	}
	return all
}

// answersOfOthers are the answers of other apps with which the crash can happen; alone says that no activity of the
// app's own answers.
func answersOfOthers(p *planner, alone bool) []guide.Answer {
	return answer.OfApps(p.Crash, tested(p), p.results.wanted.Told, alone)
}

// canceled says that the crash can happen with the answer no.
func canceled(p *planner) bool {
	return answer.Passes(tested(p), guide.AnswerCanceled) && p.results.wanted.Is(answer.ResultCanceled, false)
}

// tested is what the callback of the stack tests of an answer that it is given; nothing where it is given none.
func tested(p *planner) []guide.Condition {
	if !p.Stack.Known() {
		return nil
	}
	anchor := p.Stack.Chain[p.Stack.Anchor]
	if m := p.App.Calls.Method(anchor); m.Name != "onActivityResult" || m.Desc != "(IILandroid/content/Intent;)V" {
		return nil
	}
	return p.Conditions(anchor)
}

// running is what runs a callback, the likeliest first. For the callback that the stack begins with the
// moment of the crash is an alternative, too: its widget alone may have been pressed a hundred times. What
// runs it: its widgets for a handler; the button of the dialog
// where a preference hears of its own change; else what has the framework call it.
// Pressing a widget that is gone achieves nothing, but the plan does not ask: what shows it is a goal of its
// own, by a branch or a registration.
func (p *planner) running(callback string, role guide.Role, widgets []guide.Widget, screen string) []guide.Achiever {
	if all := endingDialog(p, callback, role, widgets, screen); len(all) > 0 {
		return all
	}
	var all []guide.Achiever
	if appcode.IsEvent(string(role)) && !byname.HearsSetting(callback) {
		if m := p.Method(callback); m != callgraph.NoMethod && len(widgets) == 0 && byname.Bare(callback) == touchOfEntry {
			widgets = listener(p, p.App.Calls.Method(m), p.screen).Touched()
		}
		all = append(all, p.Using(callback, role, widgets, screen))
	}
	if p.isAnchor(callback) {
		if len(all) > 0 {
			all = fastTwice(p, all[0])
		}
		if len(all) > 0 && p.Crash != nil && p.Crash.Kind == guide.CrashState {
			twice := all[0] // what is undone twice, or done before it is set up
			twice.Kind, twice.First = guide.AchieveOrder, callback
			all = append(all, twice)
		}
		return append(all, p.moments()...)
	}
	all = append(all, changing(p, callback, screen)...)
	return append(all, p.Events(specs.CallbackEvents(byname.Bare(callback)), screen)...)
}

// endingDialog is what runs a callback that hears that a dialog ends: Back does, and what is in the dialog may.
func endingDialog(
	p *planner, callback string, role guide.Role, widgets []guide.Widget, screen string,
) []guide.Achiever {
	name := byname.Bare(callback)
	if role != guide.RoleDialog || len(widgets) > 0 || name != "onCancel" && name != "onDismiss" {
		return nil
	}
	all := append(p.Events(specs.CallbackEvents(name), screen), p.Using(callback, role, widgets, screen))
	if p.isAnchor(callback) {
		return achieve.AddNew(all, p.moments()...)
	}
	return all
}

// touchOfEntry is the callback of an entry of a settings screen that is touched.
const touchOfEntry = "onPreferenceClick"

// moments are what brings the moment of the crash about by the platform's rules. The message is asked
// first, since it is about this very crash, then the frames of the framework, which tell what it was
// doing, last the name of the callback, which tells least.
// Names that several of the sources give stand where the first of them put them.
func (p *planner) moments() []guide.Achiever {
	var names []string
	add := func(some []string) {
		for _, e := range some {
			if slices.Contains([]string{"refuse", "nobody", "offline", "full", "restricted"}, e) {
				continue // a state that holds, and no moment
			}
			if !slices.Contains(names, e) {
				names = append(names, e)
			}
		}
	}
	if f, ok := specs.FailureOf(p.Target.Exception, p.Target.Message); ok {
		add(f.Events)
	}
	for i := range p.Target.Frames {
		f := &p.Target.Frames[i]
		add(specs.FrameEvents(f.Class + "." + f.Method))
	}
	var first []guide.Achiever
	if p.Stack.Known() {
		anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
		switch {
		case byname.HearsSetting(anchor.String()):
			first = []guide.Achiever{{Kind: guide.AchieveConfirm}}
		case len(names) == 0 && byname.ComesUp(anchor.Name) && p.screen != "":
			first = []guide.Achiever{{Kind: guide.AchieveOpen, Screen: p.screen, Label: p.Label(p.screen)}}
		default:
			first = append(startedAgain(p, anchor), received(p, anchor)...)
		}
		if !p.ownMoment() {
			add(specs.CallbackEvents(anchor.Name))
		}
	}
	return append(first, p.Events(names, p.screen)...)
}

// ownMoment says that the callback of the stack runs when work in the background is done, and fails by a value that it
// got: no change of its screen has a part in that.
func (p *planner) ownMoment() bool {
	cb := p.App.CallbackOf(p.Stack.Chain[p.Stack.Anchor])
	return cb != nil && cb.Role == string(guide.RoleAsync) && p.Crash != nil && slices.Contains([]guide.CrashKind{
		guide.CrashNumber, guide.CrashText, guide.CrashKey, guide.CrashEmpty,
	}, p.Crash.Kind)
}
