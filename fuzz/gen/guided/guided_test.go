package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/team"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

func view(s *ui.Screen) gen.View { return gen.View{Screen: s, Package: "p", Alive: true} }

// tree is an app of 3 levels of 3 buttons each; one leaf is special. Back goes up.
type tree struct{ path string }

func (m *tree) screen(t *testing.T) *ui.Screen {
	if len(m.path) == 3 {
		return uitest.Buttons(t, "Leaf"+m.path, "nothing")
	}
	return uitest.Buttons(t, "Node"+m.path, "a"+m.path, "b"+m.path, "c"+m.path)
}

func (m *tree) do(e event.Event) {
	switch e.Kind {
	case event.Back:
		m.path = m.path[:max(0, len(m.path)-1)]
	case event.Restart, event.Kill, event.Launch:
		m.path = ""
	case event.Tap:
		if at := e.Y / 100; len(m.path) < 3 && at < 3 {
			m.path += string("abc"[at])
		}
	}
}

// leaves plays n events and returns how often each leaf was entered.
func leaves(t *testing.T, g *Generator, n int) map[string]int {
	t.Helper()
	m, met := &tree{}, map[string]int{}
	g.Begin()
	for range n {
		e, ok := g.Next(view(m.screen(t)))
		if !ok {
			m.path = ""
			g.Begin()
			continue
		}
		before := m.path
		m.do(e)
		if len(m.path) == 3 && len(before) == 2 {
			met[m.path]++
		}
		g.Observe(gen.Outcome{Event: e, After: view(m.screen(t))})
	}
	return met
}

func TestVisitsEverything(t *testing.T) {
	t.Parallel()
	for seed := range int64(5) {
		g := New(nil, rand.New(rand.NewSource(seed)))
		if met := leaves(t, g, 1500); len(met) != 27 {
			t.Errorf("seed %d: %d of 27 leaves in 1500 events", seed, len(met))
		}
		if g.States() != 13+27 {
			t.Errorf("seed %d: %d states, want 40", seed, g.States())
		}
	}
}

func TestFollowsTheGuide(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Components: []guide.Component{
		{Name: "p.Node", Kind: guide.Activity, Distance: 3, Verdict: guide.Necessary},
		{Name: "p.Nodeb", Kind: guide.Activity, Distance: 2, Verdict: guide.Necessary},
		{Name: "p.Nodebb", Kind: guide.Activity, Distance: 1, Verdict: guide.Necessary},
		{Name: "p.Leafbbb", Kind: guide.Activity, Distance: 0, Verdict: guide.Necessary}}}
	for i, id := range []string{"id/b", "id/bb", "id/bbb"} {
		g.Callbacks = append(g.Callbacks, guide.Callback{Role: guide.RoleClick, Verdict: guide.Necessary, Distance: 2 - i,
			Widgets: []guide.Widget{{ID: id}}})
	}
	target, all := 0, 0
	for seed := range int64(10) {
		for leaf, n := range leaves(t, New(g, rand.New(rand.NewSource(seed))), 150) {
			all += n
			if leaf == "bbb" {
				target += n
			}
		}
	}
	// By chance one leaf of 27 is the target.
	if target*9 < all {
		t.Errorf("%d of %d visits went to the target", target, all)
	}
}

func TestKnownCrashIsAvoided(t *testing.T) {
	t.Parallel()
	screens := []*ui.Screen{uitest.Buttons(t, "Main", "boom", "fine"), uitest.Buttons(t, "Other", "boom", "fine")}
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	dead := gen.View{Package: "p"}
	v, booms, at := view(screens[0]), 0, 0
	for range 300 {
		e, ok := g.Next(v)
		if !ok {
			g.Begin()
			continue
		}
		if e.Target.ID == "p:id/fine" {
			at = 1 - at
		}
		o := gen.Outcome{Event: e, After: view(screens[at])}
		if e.Target.ID == "p:id/boom" {
			booms++
			o.Crash, o.After = "signature", dead
		}
		g.Observe(o)
		v = o.After
	}
	if booms == 0 || booms > 40 {
		t.Errorf("%d of 300 events went into the known crash", booms)
	}
}

// alone is a place in a team of one.
func alone() team.Member { return team.Member{Team: team.New()} }
