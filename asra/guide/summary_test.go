package guide_test

import (
	"fmt"
	"strings"
	"testing"

	"talpa/asra/guide"
)

// TestSummarySections states what the page says of each part of a guide, in its words.
func TestSummarySections(t *testing.T) {
	t.Parallel()
	callback := func(n int, verdict guide.Verdict, rule string, kind guide.ReasonKind, distance int) guide.Callback {
		return guide.Callback{
			Method: fmt.Sprintf("Lcom/foo/H%d;->onClick(Landroid/view/View;)V", n), Role: guide.RoleClick, Verdict: verdict,
			Rule: rule, Reason: guide.Reason{Kind: kind}, Distance: distance,
		}
	}
	for _, c := range []struct {
		name   string
		change func(g *guide.Guide)
		want   []string
		not    []string
	}{
		{
			"no frame in the app", func(g *guide.Guide) {
				g.Target = guide.Target{Exception: "java.lang.Error", Precision: guide.PrecisionNone}
			},
			[]string{"crash      java.lang.Error: no frame of the trace is in this app\n"}, []string{"target "},
		},
		{
			"an outer frame", func(g *guide.Guide) { g.Target.Precision = guide.PrecisionChain },
			[]string{"target     com.foo.Parser.parse (matched to an outer frame)\ncalled in  com.foo.Main$1.onClick\n"}, nil,
		},
		{
			"no path", func(g *guide.Guide) { g.Milestones = nil },
			[]string{"path       not known\n"}, nil,
		},
		{
			"components by distance", func(g *guide.Guide) {
				g.Components = []guide.Component{
					{Name: "com.foo.Far", Kind: guide.Activity, Distance: 2},
					{Name: "com.foo.Off", Kind: guide.Service, Distance: -1},
					{Name: "com.foo.Near", Kind: guide.Activity, Distance: 0},
				}
			},
			[]string{"components 3, 2 lead to the target\n   0       activity com.foo.Near\n   2       activity com.foo.Far\n"},
			[]string{"com.foo.Off"},
		},
		{
			"what is dropped", func(g *guide.Guide) {
				g.Callbacks = []guide.Callback{callback(1, guide.Irrelevant, "R17", guide.ReasonNoEffect, -1)}
				g.Stats.Fallback = "steps"
			},
			[]string{
				"dropped    1 callback that cannot run, or change nothing that the path depends on\n",
				"the budget of steps ran out\n", "  R17      click com.foo.H1.onClick\n",
			}, nil,
		},
		{
			"more dropped than is listed", func(g *guide.Guide) {
				g.Callbacks = nil
				for n := range 15 {
					g.Callbacks = append(g.Callbacks, callback(n, guide.Irrelevant, "R17", guide.ReasonNoEffect, -1))
				}
			},
			[]string{"click com.foo.H11.onClick\n           and 3 more\n"}, []string{"com.foo.H12"},
		},
		{
			"for some widgets", func(g *guide.Guide) {
				g.Callbacks = []guide.Callback{callback(1, guide.Necessary, "R16", guide.ReasonLeads, 1)}
				g.Callbacks[0].Accepts, g.Callbacks[0].Rejects = []string{"id/a"}, []string{"id/b", "id/c"}
			},
			[]string{
				"   1       click com.foo.H1.onClick\n           only for id/a\n", "  R16      click com.foo.H1.onClick not for id/b id/c\n",
			}, nil,
		},
		{
			"kept, with the reason", func(g *guide.Guide) {
				g.Callbacks = []guide.Callback{
					callback(1, guide.Unknown, "R20", guide.ReasonUnexamined, -1), callback(2, guide.Unknown, "R18", guide.ReasonRole, -1),
				}
			},
			[]string{
				"kept       2 callbacks that do not reach the crash point; 1 of them handles no event of the user's, " +
					"so it is never dropped (R18)\n",
				"  R20      click com.foo.H1.onClick\n           its effects may matter\n",
			}, []string{"com.foo.H2"},
		},
		{
			"many inputs", func(g *guide.Guide) {
				g.Inputs = nil
				for n := range 14 {
					g.Inputs = append(g.Inputs, guide.Input{
						Kind: guide.InputResult, Cause: guide.CauseAwaited, Action: fmt.Sprint("com.foo.action.", n),
					})
				}
			},
			[]string{"input      result com.foo.action.11\n           and 2 more inputs\n"}, []string{"action.12"},
		},
		{
			"extras of an intent", func(g *guide.Guide) {
				g.Inputs = []guide.Input{{Kind: guide.InputIntent, Cause: guide.CauseExtra, Extras: []string{"id", "name"}}}
			},
			[]string{"input      intent extra id name\n"}, nil,
		},
		{"texts", func(g *guide.Guide) { g.Strings = []string{"a b", "c"} }, []string{`strings    "a b" "c"` + "\n"}, nil},
		{
			"many widgets", func(g *guide.Guide) {
				for n := range 5 {
					g.Milestones[0].Widgets = append(g.Milestones[0].Widgets, guide.Widget{ID: fmt.Sprint("id/w", n)})
				}
			},
			[]string{`id/add "Add" id/w0 id/w1 id/w2 ...` + "\n"}, nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := sample()
			g.Callbacks[0].Why = nil
			c.change(g)
			text := g.Summary()
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			for _, not := range c.not {
				if strings.Contains(text, not) {
					t.Errorf("%q in\n%s", not, text)
				}
			}
		})
	}
}
