package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/fault"
)

// unstoredHold makes a goal of a row that could not be stored, where the crash misses one and a frame of the stack
// hands the next one the number that storing it gave: the room in the storage is gone as the last handler runs, and
// there before. Deleting rows takes none away that is stored and read at once. False where no frame does so.
func unstoredHold(p *planner) bool {
	missing := []guide.SubjectKind{guide.SubjectTable, guide.SubjectColumn}
	row := func(s guide.Source) bool { return slices.Contains(missing, s.Subject.Kind) }
	if !row(guide.Source{Subject: p.Crash.Subject}) && !slices.ContainsFunc(p.Crash.Sources, row) {
		return false
	}
	for i := range p.Stack.Inner() {
		given := func(pc uint32) bool { return fault.Unstored(p.App, p.Stack.Chain[i], pc) }
		if i == 0 || !slices.ContainsFunc(p.Stack.Positions(i), given) {
			continue
		}
		g := guide.Goal{Kind: guide.GoalHold, Want: guide.Want{Class: guide.WantAbsent}}
		g.Subject, g.Achievers = whatFails(p, fault.Storage)
		p.Gone(g)
		return true
	}
	return false
}
