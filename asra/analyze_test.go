package asra_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/internal/corpus"
)

// noTarget are the cases whose APK has no method of the trace.
var noTarget = map[string]bool{"transistor-149": true}

// TestAnalyzeCases states of every published crash: the target is known by its
// line (or else TestResolveCases of asra/locate says why not), there is a path from the launcher to the
// callback on the stack, and at no level is anything on the stack or on that path pruned.
func TestAnalyzeCases(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Part(corpus.Cases(t), 2) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			p, traces := openCase(t, c)
			target := resolve(t, p, traces...)
			var last *guide.Guide
			for _, level := range []guide.Level{guide.LevelNone, guide.LevelReach, guide.LevelPaper, guide.LevelASRA} {
				g := analyzed(t, p, target, level)
				last = g
				if noTarget[c.Name] {
					if g.Stats.CallbacksPruned > 0 || g.Target.Precision != guide.PrecisionNone {
						t.Errorf("target %+v, %d pruned", g.Target, g.Stats.CallbacksPruned)
					}
					continue
				}
				checkCase(t, g, target)
				if len(g.Milestones) == 0 {
					t.Error("no path from the launcher")
				} else {
					checkPath(t, g)
				}
			}
			if again := analyzed(t, p, target, guide.LevelASRA); !bytes.Equal(encoded(t, last), encoded(t, again)) {
				t.Error("two analyses give different guides")
			}
		})
	}
}

func analyzed(t *testing.T, p *icfg.Program, target locate.Target, level guide.Level) *guide.Guide {
	t.Helper()
	g, err := asra.Analyze(context.Background(), p, target, asra.Options{Level: level})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func encoded(t *testing.T, g *guide.Guide) []byte {
	t.Helper()
	data, err := guide.Encode(g)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func checkCase(t *testing.T, g *guide.Guide, target locate.Target) {
	t.Helper()
	encoded(t, g)
	if string(g.Target.Precision) != string(target.Precision) || g.Target.Method == "" || g.Target.Callback == "" {
		t.Errorf("target %+v", g.Target)
	}
	kept := map[string]bool{}
	for _, at := range target.Chain {
		kept[at.Method.String()] = true
	}
	for _, m := range g.Milestones {
		kept[m.Callback] = true
	}
	pruned := 0
	for _, cb := range g.Callbacks {
		if cb.Verdict != guide.Irrelevant {
			continue
		}
		pruned++
		if kept[cb.Method] || g.Level == guide.LevelNone {
			t.Errorf("level %s prunes %s", g.Level, cb.Method)
		}
	}
	if g.Stats.CallbacksPruned != pruned {
		t.Errorf("%d pruned, the statistics say %d", pruned, g.Stats.CallbacksPruned)
	}
}

// checkPath states that the path goes from the launcher to the callback on the stack.
func checkPath(t *testing.T, g *guide.Guide) {
	t.Helper()
	if first := g.Milestones[0].Activity; first != g.App.Launcher {
		t.Errorf("the path starts at %s, not at the launcher %s", first, g.App.Launcher)
	}
	if last := g.Milestones[len(g.Milestones)-1].Callback; last != g.Target.Callback {
		t.Errorf("the path ends at %s, not at %s", last, g.Target.Callback)
	}
	if !slices.ContainsFunc(g.Components, func(c guide.Component) bool { return c.Distance == 0 }) {
		t.Error("no component holds the target")
	}
}

func TestAnalyzeUnknownTarget(t *testing.T) {
	t.Parallel()
	p := burrow(t)
	target, err := locate.Resolve(p.Hierarchy.Set(), []trace.Trace{{Chain: []trace.Throwable{{
		Class:  "java.lang.IllegalStateException",
		Frames: []trace.Frame{{Class: "dev.talpa.burrow.HomeActivity", Method: "gone", File: "HomeActivity.java", Line: 3}},
	}}}}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []guide.Level{guide.LevelReach, guide.LevelPaper, guide.LevelASRA} {
		g := analyzed(t, p, target, level)
		if g.Target.Precision != guide.PrecisionNone || len(g.Milestones) > 0 || g.Stats.CallbacksPruned > 0 {
			t.Errorf("precision %s, %d milestones, %d pruned", g.Target.Precision, len(g.Milestones), g.Stats.CallbacksPruned)
		}
		if len(g.Notes) == 0 {
			t.Error("nobody is told that nothing of the trace is in the app")
		}
		encoded(t, g)
	}
}

// FuzzAnalyze states that no code and no trace makes the analysis panic, and
// that whatever it writes is a valid guide.
func FuzzAnalyze(f *testing.F) {
	code := dextest.Bytes(f, `
.class public Lt/Main;
.super Landroid/app/Activity;
.implements Landroid/view/View$OnClickListener;
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 3
    const v0, 0x7f010001
    invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;
    move-result-object v0
    invoke-virtual {v0, p0}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V
    return-void
.end method
.method public onClick(Landroid/view/View;)V
    .registers 4
    .line 9
    invoke-virtual {p1}, Landroid/view/View;->getId()I
    move-result v0
    packed-switch v0, :table
    :end
    return-void
    :one
    const-class v0, Lt/Main;
    throw v0
    :table
    .packed-switch 2130771969
        :one
    .end packed-switch
.end method
`)
	f.Add(code, "java.lang.X: y\n\tat t.Main.onClick(Main.java:9)\n")
	f.Add(code, "java.lang.X: y\n\tat t.Main$1.run(Main.java:9)\n\tat t.Main.onCreate(Main.java)\n")
	f.Fuzz(func(t *testing.T, code []byte, text string) {
		files, err := dex.ParseAll(code)
		if err != nil {
			return
		}
		traces, err := trace.Parse(text)
		if err != nil {
			return
		}
		p := program(t, files)
		target, err := locate.Resolve(p.Hierarchy.Set(), []trace.Trace{traces[0]}, locate.Options{})
		if err != nil {
			return
		}
		g, err := asra.Analyze(context.Background(), p, target, asra.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Validate(); err != nil {
			t.Fatal(err)
		}
	})
}
