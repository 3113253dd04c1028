package plan

import (
	"slices"

	"talpa/asra/guide"
)

// typedAlready is the number of the goal that has a text typed into a field of which no more is wanted than that it is
// not empty; 0 if there is none. What is typed is not empty then, so that the goal has one text less to try, and a
// second text, which would take the place of the first, is not typed.
func typedAlready(p *planner, s guide.Subject, want guide.Want) int {
	if s.Kind != guide.SubjectAttribute || s.Widget.ID == "" || want.Class != guide.WantPresent {
		return 0
	}
	for _, goals := range [][]guide.Goal{p.Early, p.Late} {
		for i := range goals {
			g := &goals[i]
			if g.Kind != guide.GoalHold || g.Subject.Kind != s.Kind || g.Subject.Name != "text" ||
				g.Subject.Widget.ID != s.Widget.ID || g.Want.Class != guide.WantNoText && g.Want.Class != guide.WantText {
				continue
			}
			for j := range g.Achievers {
				a := &g.Achievers[j]
				a.Values = slices.DeleteFunc(slices.Clone(a.Values), func(text string) bool { return text == "" })
			}
			return g.ID
		}
	}
	return 0
}
