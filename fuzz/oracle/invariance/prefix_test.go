package invariance

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
)

// TestPrefixes: a run is cut off where it had made the most rows; one that made none is no prefix.
func TestPrefixes(t *testing.T) {
	t.Parallel()
	empty, one, two := list(t, false), list(t, false, "a"), list(t, false, "a", "b")
	act := action{}
	for name, c := range map[string]struct {
		pages []*page
		long  int // of the prefix
		rows  int
	}{
		"rows_are_made":     {[]*page{nil, empty, one, two, one}, 3, 2},
		"rows_are_there":    {[]*page{nil, two, two}, 0, 0},
		"rows_are_deleted":  {[]*page{nil, two, one}, 0, 0},
		"deleted_and_again": {[]*page{nil, two, empty, one}, 3, 1},
		"nothing_is_shown":  {[]*page{nil, nil}, 0, 0},
	} {
		r := &run{pages: c.pages}
		for range len(c.pages) - 1 {
			r.actions = append(r.actions, act)
		}
		g, ok := r.prefix()
		if len(g.actions) != c.long || g.rows != c.rows || ok != (c.rows > 0) {
			t.Errorf("%s: %d actions for %d rows, %v", name, len(g.actions), g.rows, ok)
		}
	}
}

// TestExploringEnds: the generator's own episodes are short, those that only judge never end.
func TestExploringEnds(t *testing.T) {
	t.Parallel()
	for _, rng := range []*rand.Rand{nil, rand.New(rand.NewSource(1))} {
		o, app := New(rng), newChores("", "")
		o.Reset()
		played := 0
		for ; played < 2*exploring; played++ {
			if _, turn := o.Propose(app.screen(t)); turn == oracle.End {
				break
			}
			step(t, o, app, event.Event{Kind: event.Launch})
		}
		if want := exploring; rng == nil && played != 2*want || rng != nil && played != want {
			t.Errorf("with chance %t: %d events", rng != nil, played)
		}
	}
}

// TestSeedsBeginWithRows: once a seed has made rows, most begin with what made them, and what their mutants
// begin with is played before anything is inserted.
func TestSeedsBeginWithRows(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	o := New(rng)
	if v, script := search(t, o, "", "", rng, 60); v != nil {
		t.Fatalf("%s\n%v", v.Title, script)
	}
	if len(o.prefixes) == 0 {
		t.Fatal("no seed made rows")
	}
	for _, g := range o.prefixes {
		if len(g.actions) > maxPrefix || g.rows <= 0 {
			t.Errorf("a prefix of %d actions makes %d rows", len(g.actions), g.rows)
		}
	}
	tally := o.Tallies()[0]
	if len(tally.Stages) != stageCount || tally.Begun < tally.Judged+tally.BrokenOff || tally.Judged == 0 {
		t.Errorf("the stages do not add up: %s", oracle.Table([]oracle.Tally{tally}))
	}
}
