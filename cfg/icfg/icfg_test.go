package icfg_test

import (
	"testing"

	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
	"talpa/internal/corpus"
)

const burrow = "../../testdata/apps/burrow.apk"

// TestEdges states that both directions of the program agree, on a whole app.
func TestEdges(t *testing.T) {
	t.Parallel()
	p := icfgtest.Load(t, burrow)
	seen := map[icfg.Edge]int{}
	for n := range icfg.Node(p.Len()) {
		for e := range p.Succs(n) {
			if e.From != n {
				t.Fatalf("an edge of %s leaves %s", p.String(n), p.String(e.From))
			}
			seen[e]++
		}
	}
	total := 0
	for n := range icfg.Node(p.Len()) {
		for e := range p.Preds(n) {
			if e.To != n {
				t.Fatalf("an edge to %s enters %s", p.String(n), p.String(e.To))
			}
			seen[e]--
			total++
		}
	}
	for e, count := range seen {
		if count != 0 {
			t.Errorf("edge %v is in one direction only", e)
		}
	}
	if total != p.Size() || total == 0 {
		t.Errorf("%d edges, size %d", total, p.Size())
	}
}

// TestCorpus states of every app: it loads, its launcher has a life cycle, and
// each callback belongs to a class of the app.
func TestCorpus(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Part(corpus.Cases(t), 3) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			p := icfgtest.Load(t, c.APK)
			launchers, bound := 0, 0
			for i := range p.Components {
				if p.Components[i].Launcher {
					launchers++
					if len(p.Components[i].Main.Enter) == 0 {
						t.Errorf("%s: the launcher has no life cycle", p.Components[i].Name)
					}
				}
			}
			for i := range p.Callbacks {
				cb := &p.Callbacks[i]
				if p.CallbackOf(cb.Method) != cb {
					t.Errorf("callback %s is not found by its method", p.Calls.Method(cb.Method))
				}
				if len(cb.Widgets) > 0 {
					bound++
				}
			}
			if launchers != 1 || bound == 0 {
				t.Errorf("%d launchers, %d callbacks with widgets", launchers, bound)
			}
			t.Logf("%d components, %d callbacks, %d of them bound, %d nodes, %d edges",
				len(p.Components), len(p.Callbacks), bound, p.Len(), p.Size())
		})
	}
}
