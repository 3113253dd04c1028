package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/answer"
	"talpa/asra/plan/fault"
)

// failedHold makes a goal of what has to fail for a frame of the stack to be in an error branch: the innermost such
// frame tells. What the path needs before works as ever: it fails from the last handler of the path on, or, where the
// crash has a handler of its own, after the path.
func failedHold(p *planner) {
	kinds := failing(p)
	if len(kinds) == 0 {
		return
	}
	g := guide.Goal{Kind: guide.GoalHold, Want: guide.Want{Class: guide.WantAbsent}}
	for _, k := range kinds {
		subject, some := whatFails(p, k)
		if len(some) > 0 && len(g.Achievers) == 0 {
			g.Subject = subject
		}
		g.Achievers = append(g.Achievers, some...)
	}
	same := func(other guide.Goal) bool { return other.Subject.Kind == g.Subject.Kind && other.Kind == g.Kind }
	if len(g.Achievers) == 0 || slices.ContainsFunc(slices.Concat(p.Early, p.Late), same) {
		return
	}
	p.Gone(g)
}

// failing are the things one of which fails before the innermost frame of the stack that is in an error branch,
// wherever on its line control is.
func failing(p *planner) []fault.Kind {
	for i, m := range p.Stack.Inner() {
		var all []fault.Kind
		for j, pc := range positions(p, i) {
			some := fault.At(p.App, m, pc)
			if j == 0 {
				all = some
			}
			all = slices.DeleteFunc(all, func(k fault.Kind) bool { return !slices.Contains(some, k) })
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// positions are those at which control may be in a frame of the stack: where the crash is, as far as that is known.
func positions(p *planner, frame int) []uint32 {
	if frame == 0 && p.Crash != nil && p.Crash.Offset >= 0 && p.Method(p.Crash.Where) == p.Stack.Chain[0] {
		return []uint32{uint32(p.Crash.Offset)}
	}
	return p.Stack.Positions(frame)
}

// whatFails is the subject that is to fail, and what has it fail.
func whatFails(p *planner, k fault.Kind) (guide.Subject, []guide.Achiever) {
	switch k {
	case fault.Server:
		return guide.Subject{Kind: guide.SubjectServer}, answer.Failing()
	case fault.Network:
		return absentPart(guide.PartNetwork)
	case fault.Places:
		return absentPart(guide.PartPlaces)
	case fault.Permission:
		return guide.Subject{Kind: guide.SubjectPermission}, permissions(p, "")
	case fault.NoActivity:
		return guide.Subject{Kind: guide.SubjectResult}, []guide.Achiever{{
			Kind: guide.AchieveAnswer, Answer: guide.AnswerNone,
		}}
	case fault.File:
		return guide.Subject{Kind: guide.SubjectFile}, append(picked(p), lost(p)...)
	case fault.Storage:
		return absentPart(guide.PartSpace)
	}
	return guide.Subject{}, nil
}

// absentPart is a part of the phone, and what takes it away.
func absentPart(name string) (guide.Subject, []guide.Achiever) {
	s := guide.Subject{Kind: guide.SubjectPart, Name: name}
	return s, achieve.Absent(s, guide.Want{Class: guide.WantAbsent})
}

// lost is what takes files of a person's away: shared storage is gone, or nothing is on it. Only where the app gets at
// shared storage at all.
func lost(p *planner) []guide.Achiever {
	missing := slices.Contains([]guide.CrashKind{guide.CrashNull, guide.CrashFile, guide.CrashOwn}, p.Crash.Kind)
	if !missing || !p.App.Manifest.AsksFor(guide.StoragePermission) {
		return nil
	}
	return []guide.Achiever{
		{Kind: guide.AchieveDevice, Change: guide.ChangeAbsent, Values: []string{guide.PartStorage}},
		{Kind: guide.AchieveDevice, Change: guide.ChangeEmptied},
	}
}
