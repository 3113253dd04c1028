package guided

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/team"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// doors is an app with buttons of which one crashes; the plan names them all.
type doors struct{ right string }

const manyDoors = 8

func (d *doors) view(t *testing.T) *ui.Screen {
	t.Helper()
	ids := []string{"help", "about"}
	for i := range manyDoors {
		ids = append(ids, fmt.Sprint("door", i))
	}
	return uitest.Buttons(t, "Main", ids...)
}

func (d *doors) do(e event.Event) bool { return e.Kind == event.Tap && e.Target.ID == "p:id/"+d.right }

func doorsGuide() *guide.Guide {
	var all []guide.Achiever
	for i := range manyDoors {
		id := fmt.Sprint("door", i)
		all = append(all, guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleClick, Method: "Lp/Main;->" + id + "()V",
			Widgets: []guide.Widget{{ID: "id/" + id}}})
	}
	return one(guide.Goal{Kind: guide.GoalCrash, Achievers: all})
}

// modelApp is an app of these tests.
type modelApp interface {
	view(t *testing.T) *ui.Screen
	do(e event.Event) bool // it crashes
}

// link is an account that crashes where the field behind its link was typed into.
type link struct{ account }

func (l *link) do(e event.Event) bool { return l.account.do(e) && l.typed }

// twoBoxes is an account that crashes where two boxes are checked.
type twoBoxes struct{ account }

func (b *twoBoxes) do(e event.Event) bool {
	checked := 0
	for _, on := range b.boxes {
		if on {
			checked++
		}
	}
	return b.account.do(e) && checked >= 2
}

// search has some generators play an app each, an event of each in turn, and returns how many events one had when
// one of them met the crash.
func search(t *testing.T, makeApp func() modelApp, all []*Generator) int {
	t.Helper()
	const most = 300
	apps := make([]modelApp, len(all))
	for i, g := range all {
		apps[i] = makeApp()
		g.Begin()
	}
	for n := 1; n <= most; n++ {
		for i, g := range all {
			e, ok := g.Next(view(apps[i].view(t)))
			if !ok {
				apps[i] = makeApp()
				g.Begin()
				continue
			}
			if apps[i].do(e) {
				return n
			}
			g.Observe(gen.Outcome{Event: e, After: view(apps[i].view(t))})
		}
	}
	return most
}

// TestTeam_meetsSooner: four members share out what a lone search does one after the other. Searches that only differ
// by chance are no team.
func TestTeam_meetsSooner(t *testing.T) {
	t.Parallel()
	const seeds, members = 25, 4
	for _, c := range []struct {
		name string
		g    func() *guide.Guide
		app  func() modelApp
		most float64 // part of the lone search's events
	}{
		{"one of eight alternatives", doorsGuide, func() modelApp { return &doors{right: "door7"} }, 0.4},
		{"a field that a link shows", goGuide, func() modelApp { return &link{} }, 0.5},
		{"two boxes", goGuide, func() modelApp { return &twoBoxes{} }, 0.5},
	} {
		var alone, joined, chance []int
		for seed := range int64(seeds) {
			g := c.g()
			rng := func(i int) *rand.Rand { return rand.New(rand.NewSource(1000*seed + int64(i))) }
			var together, apart []*Generator
			shared := team.New()
			for i := range members {
				together = append(together, NewMember(g, rng(i), team.Member{Number: i, Team: shared}))
				apart = append(apart, New(g, rng(i)))
			}
			alone = append(alone, search(t, c.app, []*Generator{New(g, rng(0))}))
			joined = append(joined, search(t, c.app, together))
			chance = append(chance, search(t, c.app, apart))
		}
		a, b, s := median(alone), median(joined), median(chance)
		t.Logf("%s: alone %d, four seeds %d, a team of four %d events", c.name, a, s, b)
		if float64(b) > c.most*float64(a) || b >= s {
			t.Errorf("%s: a team needs %d events, one alone %d, four seeds %d", c.name, b, a, s)
		}
	}
}

func median(list []int) int { return slices.Sorted(slices.Values(list))[len(list)/2] }

// TestTeam_firstMemberGoesByThePlan: whatever the others do, most crashes are met by the plan as it is.
func TestTeam_firstMemberGoesByThePlan(t *testing.T) {
	t.Parallel()
	shared := team.New()
	screen := uitest.Buttons(t, "Main", "one", "two", "go")
	first := func(number int) string {
		g := NewMember(goGuide(), rand.New(rand.NewSource(1)), team.Member{Number: number, Team: shared})
		g.Begin()
		e, _ := g.Next(view(screen))
		return e.Target.ID + string(e.Kind)
	}
	if got := first(0); got != "p:id/gotap" {
		t.Errorf("the first begins with %s", got)
	}
	if one, two := first(1), first(2); one == "p:id/gotap" || two == "p:id/gotap" || one == two {
		t.Errorf("the others begin with %s and %s", one, two)
	}
}
