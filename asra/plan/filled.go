package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/cfg/callgraph"
)

// maxFilled bounds the fields of a form that are goals.
const maxFilled = 6

// filledFirst makes goals of the texts that a handler wants in fields before control gets from it to one of some calls,
// and gives their numbers: a form that is not complete says so and stays. They come after the goal that opens its
// screen. The texts that the first of the calls wants are those wanted.
func filledFirst(p *planner, handler string, calls []callgraph.Use, opened int) []int {
	m := p.Method(handler)
	var places []uint32
	for _, u := range calls {
		places = append(places, p.App.PositionsOf(u, m)...)
	}
	if len(places) == 0 {
		return nil
	}
	var made []int
	for _, c := range p.Holds(m, places[0]) {
		want, ok := achieve.WantOf(c)
		if !ok || c.Subject.Kind != guide.SubjectAttribute || c.Subject.Widget.ID == "" || len(made) == maxFilled {
			continue
		}
		some, screen := p.attribute(guide.Source{Subject: c.Subject, Where: c.Where}, want)
		if len(some) == 0 || some[0].Kind != guide.AchieveText {
			continue
		}
		id := p.hold(c.Subject, want, screen, some)
		if id == 0 || slices.Contains(made, id) {
			continue
		}
		made = append(made, id)
		j := slices.IndexFunc(p.Early, func(g guide.Goal) bool { return g.ID == id })
		if j >= 0 && !slices.Contains(p.Early[j].After, opened) {
			p.Early[j].After = append(p.Early[j].After, opened)
		}
	}
	return made
}
