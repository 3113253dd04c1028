// Package goals turns the plan of a guide into what is done one after the other: the achievers of
// its goals in an order that keeps the partial one, and the events of those that need no widget.
package goals

import (
	"cmp"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
)

// Task is one thing of the guide's plan to be done: an achiever of a goal.
type Task struct {
	Goal guide.Goal
	*guide.Achiever
}

// Order lists the tasks of a plan, each after those that it needs. Of the achievers of a goal
// those are taken that choose returns, one after the other. How the world around the app is to
// be comes first, as it lasts.
func Order(p *guide.Plan, choose func(goal guide.Goal) []*guide.Achiever) []Task {
	var tasks []Task
	goals := map[int]guide.Goal{}
	for _, g := range p.Goals {
		goals[g.ID] = g
	}
	needed := map[int]bool{} // by some achiever only: not a goal of all
	for _, g := range p.Goals {
		for _, a := range g.Achievers {
			for _, n := range a.Needs {
				needed[n] = true
			}
		}
	}
	done := map[int]bool{}
	var add func(id int)
	add = func(id int) {
		g, ok := goals[id]
		if !ok || done[id] {
			return
		}
		done[id] = true // before its needs, so that a plan in a circle ends
		for _, first := range g.After {
			add(first)
		}
		for _, a := range choose(g) {
			for _, need := range a.Needs {
				add(need)
			}
			tasks = append(tasks, Task{g, a})
			if a.Kind == guide.AchieveOrder && a.First == a.Method {
				tasks = append(tasks, Task{g, a}) // twice
			}
		}
	}
	for _, g := range p.Goals {
		if !needed[g.ID] {
			add(g.ID)
		}
	}
	slices.SortStableFunc(tasks, func(a, b Task) int { return cmp.Compare(a.Rank(), b.Rank()) })
	return withLateWork(tasks)
}

// withLateWork has slow work in the background end when the screen has changed once, as a goal of the plan wants it.
func withLateWork(tasks []Task) []Task {
	slow := slices.IndexFunc(tasks, func(t Task) bool { return t.Change == guide.ChangeSlow })
	if slow < 0 {
		return tasks
	}
	changed := slow + slices.IndexFunc(tasks[slow:], func(t Task) bool { return t.Kind == guide.AchieveLifecycle })
	if changed < slow {
		return tasks
	}
	if t := &tasks[changed]; t.Change == guide.ChangeLeave {
		long := *t.Achiever // the work ends while the app is not in front
		long.Values = []string{awayMillis}
		t.Achiever = &long
	}
	return slices.Insert(tasks, changed+1, Task{tasks[slow].Goal, &workEnds})
}

// awayMillis is how long the app is left for work in the background to end, in ms: more than what examples sleep.
const awayMillis = "5000"

// workEnds is what ends slow work in the background.
var workEnds = guide.Achiever{
	Kind: guide.AchieveDevice, Change: guide.ChangeSlow, Values: []string{event.BackgroundNormal},
}

// Rank is 0 for tasks that last from wherever they are done, 1 for others. Those of servers, the network, the storage
// and the files in it to which the plan gives a place are among the others: what comes before may need right answers,
// room, or the files.
func (t Task) Rank() int {
	if lasts(t.Achiever) && t.placed() == (event.Event{}) {
		return 0
	}
	return 1
}

// The usual settings of the device, with which what the plan gives a place begins: servers answer as they should,
// shared storage and what a person keeps are there.
var (
	rightAnswers = event.Event{Kind: event.Config, Arg: event.Responses, Value: event.ResponsesNormal}
	storageThere = event.Event{Kind: event.Config, Arg: event.Storage, Value: event.StorageOK}
	phoneInUse   = event.Event{Kind: event.Config, Arg: event.Phone, Value: event.PhoneUsed}
)

// placed is the usual setting of what a task changes at the place that the plan gives it; zero for what lasts from the
// begin.
func (t Task) placed() event.Event {
	faults := func(a guide.Achiever) bool { return a.FaultsNetwork() }
	after := len(t.Goal.After) > 0
	gone := after && t.Goal.Subject.Kind == guide.SubjectFile
	switch {
	case after && slices.ContainsFunc(t.Goal.Achievers, faults):
		return rightAnswers
	case t.Change == guide.ChangeFull && (after || t.Goal.Screen != ""), t.Change == guide.ChangeAbsent && gone:
		return storageThere
	case t.Change == guide.ChangeEmptied && gone:
		return phoneInUse
	}
	return event.Event{}
}

// Changed is which of the usual settings an event changes, told by its Arg, and whether it brings it back; "" for
// other events.
func Changed(e event.Event) (arg string, back bool) {
	for _, usual := range []event.Event{rightAnswers, storageThere, phoneInUse} {
		if e.Kind == event.Config && e.Arg == usual.Arg {
			return e.Arg, e.Value == usual.Value
		}
	}
	return "", false
}

// Restored are the events that bring back the usual settings which tasks change later only, of those that are changed
// already, by their Arg.
func Restored(tasks []Task, changed map[string]bool) []event.Event {
	var all []event.Event
	for _, t := range tasks {
		if usual := t.placed(); changed[usual.Arg] && !slices.Contains(all, usual) {
			all = append(all, usual)
		}
	}
	return all
}

// OfScreen says whether the handler is a method of the screen's class, or of a class in it.
func (t Task) OfScreen() bool {
	return strings.HasPrefix(t.Method, "L"+strings.ReplaceAll(t.Screen, ".", "/"))
}

func lasts(a *guide.Achiever) bool {
	switch a.Kind {
	case guide.AchievePermission, guide.AchieveAnswer, guide.AchieveServer:
		return true
	}
	return slices.Contains([]guide.Change{
		guide.ChangeOffline, guide.ChangeFull, guide.ChangeEmptied, guide.ChangeAbsent, guide.ChangeRestricted,
	}, a.Change)
}

// Alternative says whether a task is one of the crash's that a finger does on its widget. A rotation or
// the like is not: it comes where the handler has led to.
func (t Task) Alternative() bool {
	switch t.Kind {
	case guide.AchieveHandler, guide.AchieveOrder:
		return t.Goal.Kind == guide.GoalCrash
	case guide.AchieveGesture:
		return t.Goal.Kind == guide.GoalCrash && len(t.Widgets) == 0 && onWidget(t.Gesture)
	}
	return false
}

// onWidget says whether a gesture is done on a widget, as a handler's press is.
func onWidget(g guide.Gesture) bool {
	switch g {
	case guide.GestureDoubleTap, guide.GestureLongPress, guide.GestureSwipe:
		return true
	}
	return false
}

// Excluded says whether an alternative is not to be done beside those that are chosen: it is one of them, or it
// lasts, or they do. Of two answers only the last would hold.
func Excluded(chosen []*guide.Achiever, a *guide.Achiever) bool {
	return slices.Contains(chosen, a) || len(chosen) > 0 && (lasts(a) || lasts(chosen[0]))
}

// Of is the plan of a guide, or one of its milestones if it has none; nil if it has neither.
func Of(g *guide.Guide) *guide.Plan {
	switch {
	case g.Plan != nil && len(g.Plan.Goals) > 0:
		return g.Plan
	case len(g.Milestones) > 0:
		return OfMilestones(g)
	}
	return nil
}

// Shown are the activities that each callback may run in, by its DEX name.
func Shown(g *guide.Guide) map[string][]string {
	shown := map[string][]string{}
	for i := range g.Callbacks {
		shown[g.Callbacks[i].Method] = g.Callbacks[i].Components
	}
	return shown
}

// Leading are the components from which something leads to the crash, by their Java names.
func Leading(g *guide.Guide) map[string]bool {
	leads := map[string]bool{}
	for i := range g.Components {
		leads[g.Components[i].Name] = g.Components[i].Distance >= 0
	}
	return leads
}

// OfMilestones makes a plan of a guide's milestones, for a guide that has none: each
// is a goal that comes after the one before.
func OfMilestones(g *guide.Guide) *guide.Plan {
	p := &guide.Plan{}
	for _, m := range g.Milestones {
		if m.Callback == "" || !m.Role.Prunable() {
			continue // the framework calls it on arrival
		}
		goal := guide.Goal{ID: len(p.Goals) + 1, Kind: guide.GoalRun, Screen: m.Activity,
			Subject: guide.Subject{Kind: guide.SubjectMethod, Name: m.Callback},
			Achievers: []guide.Achiever{{Kind: guide.AchieveHandler, Screen: m.Activity, Method: m.Callback, Role: m.Role,
				Widgets: m.Widgets}}}
		if goal.ID > 1 {
			goal.After = []int{goal.ID - 1}
		}
		p.Goals = append(p.Goals, goal)
	}
	return p
}

// Answers are the events' words for how another app answers, Responses those for a server.
var (
	Answers = map[guide.Answer]string{
		guide.AnswerCanceled: "cancelled", guide.AnswerEmpty: "empty", guide.AnswerBare: "bare",
		guide.AnswerData:   "ok",
		guide.AnswerBroken: "ok", guide.AnswerError: "cancelled", guide.AnswerGone: "gone", guide.AnswerFile: "file"}
	Responses = map[guide.Answer]string{
		guide.AnswerError: event.ResponsesError, guide.AnswerEmpty: event.ResponsesEmpty,
		guide.AnswerBroken: event.ResponsesPage, guide.AnswerBare: event.ResponsesBare,
		guide.AnswerData: event.ResponsesNormal, guide.AnswerMissing: event.ResponsesMissing,
		guide.AnswerNull: event.ResponsesNull, guide.AnswerText: event.ResponsesText,
		guide.AnswerValue: event.ResponsesValue, guide.AnswerSize: event.ResponsesSize}
)

// away is that the app is left for some time in ms, the first of the values, and come back to.
func away(values []string) event.Event {
	e := event.Event{Kind: event.Home}
	if len(values) > 0 {
		e.Millis, _ = strconv.Atoi(values[0])
	}
	return e
}

// changes are the events that bring a change of the screen or the device about.
func changes(c guide.Change, turned string, values []string) []event.Event {
	setting, ok := relevance.Setting(c, values)
	switch c {
	case guide.ChangeRotate:
		return []event.Event{gen.Turn(turned)}
	case guide.ChangeLeave:
		return []event.Event{away(values)}
	case guide.ChangeBack:
		return []event.Event{{Kind: event.Back}}
	case guide.ChangeLock:
		return []event.Event{{Kind: event.Lock}}
	case guide.ChangeKill:
		return []event.Event{{Kind: event.Kill}}
	case guide.ChangeDestroy:
		return []event.Event{setting, {Kind: event.Home}}
	case guide.ChangeConfigure:
		locale := "de-DE" // a language with other words, numbers and dates
		if len(values) > 0 {
			locale = values[0]
		}
		return []event.Event{{Kind: event.Config, Arg: "locale", Value: locale}}
	}
	if ok {
		return []event.Event{setting}
	}
	return nil
}

// IndexBeyond says whether the crash is an index that is not below the size.
func IndexBeyond(g *guide.Guide) bool {
	c := g.Crash
	return c != nil && c.Kind == guide.CrashIndex && c.Index != nil && c.Size != nil && *c.Size > 0 && *c.Index >= *c.Size
}

// Concurrent says whether the crash is a collection that changes while it is walked.
func Concurrent(g *guide.Guide) bool { return g.Crash != nil && g.Crash.Kind == guide.CrashConcurrent }

// Words are the words of the class of a task's handler, and where its screen is not in front those of its
// class and label.
func (t Task) Words(inFront bool) naming.Words {
	class, _, _ := strings.Cut(t.Method, "->")
	class = class[strings.LastIndexByte(class, '/')+1:]
	outer, _, _ := strings.Cut(strings.TrimSuffix(class, ";"), "$")
	if strings.HasPrefix(t.Method, "Landroid/") {
		outer = "" // the platform's names tell nothing of the app's
	}
	if inFront {
		return naming.WordsOf(outer)
	}
	return naming.WordsOf(outer, guide.SimpleName(t.Screen), t.Label)
}

// Titles are the words of the texts of a task's widgets.
func (t Task) Titles() naming.Words {
	words := naming.Words{}
	for i := range t.Widgets {
		maps.Copy(words, naming.WordsOf(t.Widgets[i].Text))
	}
	return words
}

// CrashWords are the words of the method of the crash and of those on the stack.
func CrashWords(g *guide.Guide) naming.Words {
	names := []string{guide.SimpleMethod(g.Target.Method)}
	for _, f := range g.Target.Frames {
		if f.InApp {
			names = append(names, f.Method)
		}
	}
	return naming.WordsOf(names...)
}

// Text is what an achiever wants a text to be, one of its values if it has some, the first most often; ok is false
// if it only wants one that breaks a form.
func Text(a *guide.Achiever, rng *rand.Rand) (text string, ok bool) {
	switch {
	case len(a.Values) > 0:
		return a.Values[gen.Draw(rng, len(a.Values), func(i int) float64 { return 1 / float64(1+i) })], true
	case a.Want.Class == guide.WantText:
		return a.Want.Text, true
	}
	return "", a.Want.Class == guide.WantEmpty
}
