package invariance

import (
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// The stages from seeds to judgements, in their order.
const (
	stageBegun       = iota // seeds begun
	stageSeeds              // of these, played to their end
	stageScreens            // of seeds, on which something may be inserted
	stageViews              // on these, that can be pressed
	stageGrouped            // of these, in a group
	stageIndependent        // of the views, grouped or not
	stageTargets            // of these, that inserted events are to begin on
	stageMutants            // begun
	stageInserts            // begun in these: inserted events
	stagePlayed             // of these, in mutants that were played to their end
	stageLacking            // mutants that lacked an effect of the seed
	stageAgain              // of these, that lacked it when seed and mutant were played again
	stageCount
)

// stageWords says what each stage counts.
var stageWords = [stageCount]string{"seeds begun", "seeds played", "screens with an effect after them", "views on them",
	"views in groups", "independent views", "targets", "mutants begun", "insertions begun in them",
	"insertions played to the mutant's end",
	"mutants that lacked an effect", "that lacked it again"}

// Why mutants are broken off.
const (
	brokenBefore = "what the seed does before the insertion could not be done again"
	brokenAway   = "the inserted events did not come back"
	brokenAfter  = "what the seed does after the insertion could not be done any more"
	brokenUsing  = "the app was left, died, or showed a screen that could not be read"
)

// funnel counts what comes to each stage, and why mutants do not.
type funnel struct {
	times [stageCount]int
	tally oracle.Tally
}

func newFunnel() *funnel {
	return &funnel{tally: oracle.Tally{Oracle: Name, Property: "independent views"}}
}

// add counts that something came to a stage.
func (f *funnel) add(stage, n int) { f.times[stage] += n }

// result is the row of the table that people read, with the stages as data.
func (f *funnel) result() oracle.Tally {
	t := f.tally
	t.Held, t.Begun, t.Judged, t.Failed = f.times[stageIndependent], f.times[stageInserts], f.times[stagePlayed],
		f.times[stageAgain]
	for stage, what := range stageWords {
		t.Stages = append(t.Stages, oracle.Stage{What: what, Times: f.times[stage]})
	}
	return t
}

// screen counts the views of a screen that mutants may begin at, of which so many are independent.
func (f *funnel) screen(p *page, independent int) {
	f.add(stageScreens, 1)
	f.add(stageIndependent, independent)
	if !p.inApp() {
		return
	}
	views := map[int]bool{}
	for _, a := range p.Actions() {
		if (a.Verb == ui.Press || a.Verb == ui.LongPress) && !views[a.Widget] {
			views[a.Widget] = true
			f.add(stageViews, 1)
			if p.members[a.Widget] >= 0 {
				f.add(stageGrouped, 1)
			}
		}
	}
}
