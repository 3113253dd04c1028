package plan_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/icfg/icfgtest"
	"talpa/internal/golden"
)

// TestPlan analyses small apps: "trace" is the crash, "want" the crash condition with its
// sources, the plan in words, and its goals.
func TestPlan(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		p := icfgtest.Build(t, files)
		crashes, err := trace.Parse(files["trace"])
		if err != nil {
			t.Fatal(err)
		}
		target, err := locate.Resolve(p.Hierarchy.Set(), crashes, locate.Options{Package: "t"})
		if err != nil {
			t.Fatal(err)
		}
		g, err := asra.Analyze(context.Background(), p, target, asra.Options{})
		if err != nil {
			t.Fatal(err)
		}
		data, err := guide.Encode(g)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := guide.Decode(data); err != nil {
			t.Error(err)
		}
		return map[string]string{"want": render(g)}
	})
}

// render writes condition and plan, a line each.
func render(g *guide.Guide) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", g.Crash)
	for _, s := range g.Crash.Sources {
		fmt.Fprintf(&b, "  from %s in %s", s.Subject, guide.SimpleMethod(s.Where))
		for _, w := range s.Writers {
			fmt.Fprintf(&b, ", written by %s", guide.SimpleMethod(w))
		}
		b.WriteByte('\n')
	}
	for _, d := range g.Target.Doubts {
		fmt.Fprintf(&b, "%s, precision %s: %s\n", d.Kind, g.Target.Precision, d)
	}
	fmt.Fprintf(&b, "%s\n", strings.Join(g.Plan.Steps(), "  "))
	for i := range g.Plan.Goals {
		goal := &g.Plan.Goals[i]
		fmt.Fprintf(&b, "goal %d %s %s", goal.ID, goal.Kind, goal.Subject)
		if !goal.Want.IsZero() {
			fmt.Fprintf(&b, " is %s", goal.Want)
		}
		if len(goal.After) > 0 {
			fmt.Fprintf(&b, " after %d", goal.After)
		}
		b.WriteByte('\n')
		for j := range goal.Achievers {
			a := &goal.Achievers[j]
			fmt.Fprintf(&b, "  %s: %s", a.Kind, a)
			if len(a.Values) > 0 {
				fmt.Fprintf(&b, " %q", a.Values)
			}
			if a.Kind == guide.AchievePreference {
				for _, w := range a.Widgets {
					fmt.Fprintf(&b, ", screen opened by %q", w.Text)
				}
			}
			if len(a.Needs) > 0 {
				fmt.Fprintf(&b, " needs %d", a.Needs)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
