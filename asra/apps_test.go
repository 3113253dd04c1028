package asra_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/internal/corpus"
)

// everyNth app of the corpus is enough to meet all kinds of them.
const everyNth = 8

// TestAnalyzeApps takes the handlers of events of other people's apps in turn for
// the crash point, and states that the analysis ends within its budgets in a valid
// guide that never drops the crash point, and that the sharper level drops no more.
func TestAnalyzeApps(t *testing.T) {
	t.Parallel()
	for i, path := range corpus.APKs(t) {
		if i%everyNth != 0 {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			archive, err := apk.Open(path)
			if err != nil {
				t.Skip(err)
			}
			p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			target, ok := anyHandler(t, p, i)
			if !ok {
				t.Skip("no handler of events with a line")
			}
			dropped := map[string]bool{}
			for _, level := range []guide.Level{guide.LevelReach, guide.LevelASRA} {
				g, err := asra.Analyze(context.Background(), p, target, asra.Options{Level: level, Now: time.Now})
				if err != nil {
					t.Fatal(err)
				}
				encoded(t, g)
				if g.Stats.Fallback != "" {
					t.Errorf("%s: the budget of %s ran out", level, g.Stats.Fallback)
				}
				for _, cb := range g.Callbacks {
					switch {
					case cb.Verdict != guide.Irrelevant:
					case cb.Method == g.Target.Callback:
						t.Errorf("%s drops the crash point", level)
					case level == guide.LevelReach:
						dropped[cb.Method] = true
					case !dropped[cb.Method]:
						t.Errorf("asra drops %s, reach does not", cb.Method)
					}
				}
			}
		})
	}
}

// anyHandler makes a crash point of one of the app's handlers of events.
func anyHandler(t *testing.T, p *icfg.Program, n int) (locate.Target, bool) {
	t.Helper()
	var frames []trace.Frame
	for i := range p.Callbacks {
		cb := &p.Callbacks[i]
		m := p.Calls.Method(cb.Method)
		if !guide.Role(cb.Role).Prunable() || len(cb.Components) == 0 || m.Code() == nil {
			continue
		}
		if line := m.Code().Line(0); line > 0 {
			frames = append(frames, trace.Frame{Class: m.Class.JavaName(), Method: m.Name, Line: line})
		}
	}
	if len(frames) == 0 {
		return locate.Target{}, false
	}
	target, err := locate.Resolve(p.Hierarchy.Set(), []trace.Trace{{Chain: []trace.Throwable{{
		Class: "java.lang.IllegalStateException", Frames: frames[n%len(frames) : n%len(frames)+1],
	}}}}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return target, true
}
