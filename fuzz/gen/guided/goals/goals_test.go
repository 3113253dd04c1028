package goals

import (
	"math/rand"
	"strings"
	"testing"

	"talpa/asra/guide"
)

// Tasks come after what they need, of alternatives one, and a plan in a circle has an end.
func TestOrder(t *testing.T) {
	t.Parallel()
	achieve := func(method string, needs ...int) guide.Achiever {
		return guide.Achiever{Kind: guide.AchieveHandler, Method: method, Needs: needs}
	}
	for _, c := range []struct {
		name  string
		goals []guide.Goal
		want  string
	}{
		{"one after the other", []guide.Goal{
			{ID: 2, After: []int{1}, Achievers: []guide.Achiever{achieve("b")}}, {ID: 1,
				Achievers: []guide.Achiever{achieve("a")}}}, "a b"},
		{"needs of the alternative that is taken", []guide.Goal{
			{ID: 1, Achievers: []guide.Achiever{achieve("need")}}, {ID: 2, Achievers: []guide.Achiever{achieve("other")}},
			{ID: 3, Achievers: []guide.Achiever{achieve("a", 1), achieve("b", 2)}}}, "need a"},
		{"a goal without achievers", []guide.Goal{{ID: 1}, {ID: 2, After: []int{1},
			Achievers: []guide.Achiever{achieve("a")}}}, "a"},
		{"a circle", []guide.Goal{{ID: 1, After: []int{2}, Achievers: []guide.Achiever{achieve("a")}},
			{ID: 2, After: []int{1}, Achievers: []guide.Achiever{achieve("b")}}}, "b a"},
		{"what lasts comes first", []guide.Goal{{ID: 1, Achievers: []guide.Achiever{achieve("a")}}, {ID: 2, After: []int{1},
			Achievers: []guide.Achiever{{Kind: guide.AchievePermission, Method: "deny"}}}}, "deny a"},
		{"what lasts comes first, but for a server's answer that has a place", []guide.Goal{
			{ID: 1, Achievers: []guide.Achiever{achieve("a")}},
			{ID: 2, After: []int{1}, Achievers: []guide.Achiever{{Kind: guide.AchieveServer, Method: "empty"}}},
			{ID: 3, Achievers: []guide.Achiever{{Kind: guide.AchieveServer, Method: "error"}}}}, "error a empty"},
		{"what lasts comes first, but for a full storage on a screen", []guide.Goal{
			{ID: 1, Achievers: []guide.Achiever{achieve("a")}},
			{ID: 2, Screen: "p.Main", Achievers: []guide.Achiever{
				{Kind: guide.AchieveDevice, Change: guide.ChangeFull, Method: "full"}}}}, "a full"},
		{"slow work ends after the first change of the screen", []guide.Goal{
			{ID: 1, Achievers: []guide.Achiever{{Kind: guide.AchieveDevice, Change: guide.ChangeSlow, Method: "slow"}}},
			{ID: 2, After: []int{1}, Achievers: []guide.Achiever{achieve("a")}},
			{ID: 3, Kind: guide.GoalCrash, After: []int{2}, Achievers: []guide.Achiever{
				{Kind: guide.AchieveLifecycle, Change: guide.ChangeLeave, Method: "leave"}}}}, "slow a leave 5000 normal"},
		{"the same handler twice", []guide.Goal{{ID: 1, Achievers: []guide.Achiever{{Kind: guide.AchieveOrder, First: "a",
			Method: "a"}}}}, "a a"},
		{"a goal that is not there", []guide.Goal{{ID: 1, After: []int{7}, Achievers: []guide.Achiever{achieve("a", 9)}}},
			"a"},
	} {
		var got []string
		for _, x := range Order(&guide.Plan{Goals: c.goals}, func(g guide.Goal) (first []*guide.Achiever) {
			for i := range g.Achievers[:min(1, len(g.Achievers))] {
				first = append(first, &g.Achievers[i])
			}
			return first
		}) {
			if x.Method != "" {
				got = append(got, x.Method)
			}
			got = append(got, x.Values...)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
}

// Numbers that are not known, and an index below the size, are no index beyond the end.
func TestIndexBeyond(t *testing.T) {
	t.Parallel()
	n := func(v int64) *int64 { return &v }
	for _, c := range []struct {
		kind        guide.CrashKind
		index, size *int64
		want        bool
	}{
		{guide.CrashIndex, n(3), n(3), true}, {guide.CrashIndex, n(4), n(3), true}, {guide.CrashIndex, n(-1), n(3), false},
		{guide.CrashIndex, n(0), n(0), false}, {guide.CrashIndex, nil, n(3), false}, {guide.CrashNull, n(3), n(3), false},
	} {
		if got := IndexBeyond(&guide.Guide{Crash: &guide.CrashCondition{Kind: c.kind, Index: c.index,
			Size: c.size}}); got != c.want {
			t.Errorf("%s: %v", c.kind, got)
		}
	}
	if IndexBeyond(&guide.Guide{}) {
		t.Error("without a condition")
	}
}

// TestOfMilestones: milestones that the framework calls by itself are no goals, and each goal comes after
// the one before.
func TestOfMilestones(t *testing.T) {
	t.Parallel()
	p := OfMilestones(&guide.Guide{Milestones: []guide.Milestone{
		{Activity: "p.A", Callback: "onCreate", Role: guide.RoleLifecycle},
		{Activity: "p.A", Callback: "a", Role: guide.RoleClick, Widgets: []guide.Widget{{ID: "id/a"}}},
		{Activity: "p.B"},
		{Activity: "p.B", Callback: "b", Role: guide.RoleItem},
	}})
	if len(p.Goals) != 2 || p.Goals[0].After != nil || len(p.Goals[1].After) != 1 || p.Goals[1].After[0] != p.Goals[0].ID {
		t.Fatalf("%+v", p.Goals)
	}
	a := p.Goals[0].Achievers[0]
	if a.Method != "a" || a.Screen != "p.A" || a.Role != guide.RoleClick || len(a.Widgets) != 1 {
		t.Errorf("%+v", a)
	}
}

// TestWords: the class of a handler names the way where its screen is in front, the screen and the label
// elsewhere.
func TestWords(t *testing.T) {
	t.Parallel()
	task := Task{Achiever: &guide.Achiever{Method: "Lp/PlantAdapter$1;->onClick(Landroid/view/View;)V",
		Screen: "p.GardenActivity", Label: "Water"}}
	if here := task.Words(true); !here["plant"] || here["garden"] || here["water"] {
		t.Errorf("in front: %v", here)
	}
	if away := task.Words(false); !away["plant"] || !away["garden"] || !away["water"] {
		t.Errorf("elsewhere: %v", away)
	}
}

// What failed gives way to others; what no start survives is out, though what changes nothing around the app stays.
func TestTally(t *testing.T) {
	t.Parallel()
	goal := guide.Goal{ID: 1, Achievers: []guide.Achiever{{Kind: guide.AchieveServer}, {Kind: guide.AchieveHandler}}}
	tasks := []Task{{goal, &goal.Achievers[0]}, {goal, &goal.Achievers[1]}, {guide.Goal{ID: 2}, &guide.Achiever{}}}
	y := NewTally()
	y.Miss(tasks[1])
	y.Died(tasks)
	if first, second := y.Weight(goal, 0), y.Weight(goal, 1); first != 1 || second != 0.125 {
		t.Errorf("after a failure and a start that died %v and %v", first, second)
	}
	y.Died(tasks)
	if first, second := y.Weight(goal, 0), y.Weight(goal, 1); first != 0 || second != 0.125 {
		t.Errorf("after two starts that died %v and %v", first, second)
	}
}

// An achiever that was never done comes to its turn where another one was done in vain, however often it was missed.
// One that needs other goals does not, nor another of the crash's, which are done one after the other anyway.
func TestUntried(t *testing.T) {
	t.Parallel()
	handler := func(method string, needs ...int) guide.Achiever {
		return guide.Achiever{Kind: guide.AchieveHandler, Method: method, Needs: needs}
	}
	goal := guide.Goal{Kind: guide.GoalRun, Achievers: []guide.Achiever{handler("a"), handler("b"), handler("c"),
		handler("d", 7), {Kind: guide.AchieveGesture}}}
	task := func(i int) Task { return Task{goal, &goal.Achievers[i]} }
	y := NewTally()
	if got := y.Untried(task(0)); got != nil {
		t.Errorf("before it was done: %v", got)
	}
	y.Failed([]Task{task(0), task(2)})
	y.Miss(task(1))
	if got := y.Untried(task(0)); len(got) != 1 || got[0].Method != "b" {
		t.Errorf("after a and c were in vain: %v", got)
	}
	crash := task(0)
	crash.Goal.Kind = guide.GoalCrash
	if got := y.Untried(crash); got != nil {
		t.Errorf("of the crash: %v", got)
	}
}

// In the first plan achievers come in the guide's order, later what was in vain gives way; none comes twice.
func TestChoose(t *testing.T) {
	t.Parallel()
	goal := guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler, Method: "a"},
		{Kind: guide.AchieveHandler, Method: "b"}, {Kind: guide.AchieveHandler, Method: "c"}}}
	y, rng := NewTally(), rand.New(rand.NewSource(1))
	if got := y.Choose(goal, false, 0, rng); len(got) != 1 || got[0].Method != "a" {
		t.Errorf("the first: %v", got)
	}
	if got := y.Choose(goal, true, 0, rng); len(got) != 3 || got[0].Method != "a" || got[1].Method != "b" {
		t.Errorf("in order: %v", got)
	}
	for range 9 {
		y.Failed([]Task{{goal, &goal.Achievers[0]}})
	}
	first := map[string]int{}
	for range 60 {
		got := y.Choose(goal, true, -1, rng)
		if len(got) != 3 || got[0] == got[1] || got[1] == got[2] || got[0] == got[2] {
			t.Fatalf("by weight: %v", got)
		}
		first[got[0].Method]++
	}
	if first["a"] > 5 || first["b"] < 20 {
		t.Errorf("first came %v", first)
	}
}

// TestChoose_members: the first plans of those that share a Tally divide the achievers.
func TestChoose_members(t *testing.T) {
	t.Parallel()
	var all []guide.Achiever
	for _, method := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		all = append(all, guide.Achiever{Kind: guide.AchieveHandler, Method: method})
	}
	y, rng := NewTally(), rand.New(rand.NewSource(1))
	crash := guide.Goal{Kind: guide.GoalCrash, Achievers: all}
	step := guide.Goal{Kind: guide.GoalRun, Achievers: all[:3]}
	for member, want := range []string{"abc a", "def b", "gab c", "cde a"} {
		got := ""
		for _, a := range y.Choose(crash, true, member, rng) {
			got += a.Method
		}
		if got += " " + y.Choose(step, false, member, rng)[0].Method; got != want {
			t.Errorf("member %d begins with %s, want %s", member, got, want)
		}
	}
	for _, c := range []struct {
		plan   guide.Plan
		member int
		want   bool
	}{
		{guide.Plan{Goals: []guide.Goal{crash}}, 1, true},
		{guide.Plan{Goals: []guide.Goal{step}}, 3, false},
		{guide.Plan{Goals: []guide.Goal{{Kind: guide.GoalCrash, Achievers: all[:3]}}}, 1, false},
		{guide.Plan{Goals: []guide.Goal{{Kind: guide.GoalRun, Achievers: all[:1]}, {Kind: guide.GoalScreen}}}, 2, false},
	} {
		if got := Differs(&c.plan, c.member); got != c.want {
			t.Errorf("member %d of %d goals: %v", c.member, len(c.plan.Goals), got)
		}
	}
}
