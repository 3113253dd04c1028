package report

import (
	"fmt"
	"slices"
	"strings"

	"talpa/asra/guide"
)

// maxRows bounds the rows of a table of the analysis.
const maxRows = 300

// guideView is what the page says of the static analysis.
type guideView struct {
	Target   string
	Point    string
	Exact    string // how precisely the crash point is known
	Android  string // which Android wrote the trace, "" if that is not known
	Level    string
	Rewriter string
	Shares   []share
	Path     []waypoint
	Inputs   []string
	Depends  []string
	Rules    []ruleView
	Rows     []callbackRow // pruned callbacks
	Cut      int           // rows not shown
	Kept     []callbackRow // nearest callbacks that were kept
	Stats    []Item
	Notes    []string
}

// share is a part of all callbacks.
type share struct {
	Class, Name string
	Count       int
	// From and Percent are where it begins and how long it is.
	From, Percent float64
}

// waypoint is a step of the path to the crash point that the analysis found.
type waypoint struct{ Activity, Callback, Widgets string }

// ruleView counts the callbacks that a rule decided.
type ruleView struct {
	Rule, Verdict, Example string
	Count                  int
}

// callbackRow is a callback in a table.
type callbackRow struct{ Method, Role, Widgets, Rule, Reason string }

func newGuideView(g *guide.Guide, rewriter string) *guideView {
	v := &guideView{
		Target: clean(g.Target.Exception, maxTitle),
		Point:  clean(guide.ShortMethod(g.Target.Method), maxTitle),
		Exact:  precision(g.Target.Precision),
		Level:  string(g.Level), Rewriter: clean(rewriter, maxTitle),
		Notes: cleanAll(g.Notes), Stats: stats(g),
	}
	if a := g.Target.Android; a != nil {
		v.Android = a.String()
	}
	v.shares(g)
	v.rules(g)
	v.callbacks(g)
	for _, m := range g.Milestones {
		v.Path = append(v.Path, waypoint{
			clean(guide.SimpleName(m.Activity), maxTitle), clean(guide.SimpleMethod(m.Callback), maxTitle), widgets(m.Widgets),
		})
	}
	for i := range g.Inputs {
		v.Inputs = append(v.Inputs, asked(g, &g.Inputs[i], 5))
	}
	for _, d := range g.Dependencies[:min(len(g.Dependencies), maxRows)] {
		v.Depends = append(v.Depends, clean(d.String(), maxTitle))
	}
	return v
}

func precision(p guide.Precision) string {
	switch p {
	case guide.PrecisionLine:
		return "the line of the trace is in this APK"
	case guide.PrecisionMethod:
		return "the method is in this APK, the line is not"
	case guide.PrecisionChain:
		return "only an outer frame of the trace is in this APK"
	}
	return "no frame of the trace is in this APK"
}

// shares counts the callbacks by verdict.
func (v *guideView) shares(g *guide.Guide) {
	count := map[guide.Verdict]int{}
	for _, c := range g.Callbacks {
		count[c.Verdict]++
	}
	from := 0.0
	for _, s := range []share{
		{Class: "need", Name: "necessary", Count: count[guide.Necessary]},
		{Class: "keep", Name: "unknown, kept", Count: count[guide.Unknown]},
		{Class: "drop", Name: "irrelevant", Count: count[guide.Irrelevant]},
	} {
		if s.Count > 0 {
			s.From, s.Percent = from, float64(s.Count)/float64(len(g.Callbacks))*100
			from += s.Percent
			v.Shares = append(v.Shares, s)
		}
	}
}

// rules counts the callbacks by the rule that decided.
func (v *guideView) rules(g *guide.Guide) {
	type key struct {
		rule    string
		verdict guide.Verdict
	}
	at := map[key]int{}
	for i := range g.Callbacks {
		c := &g.Callbacks[i]
		k := key{c.Rule, c.Verdict}
		n, ok := at[k]
		if !ok {
			n = len(v.Rules)
			at[k] = n
			v.Rules = append(v.Rules, ruleView{
				Rule: clean(c.Rule, maxTitle), Verdict: string(c.Verdict), Example: clean(c.Explanation(), maxTitle),
			})
		}
		v.Rules[n].Count++
	}
	slices.SortStableFunc(v.Rules, func(a, b ruleView) int { return b.Count - a.Count })
	v.Rules = v.Rules[:min(len(v.Rules), 20)]
}

// callbacks lists what was pruned, and the kept ones that are nearest to the
// crash point.
func (v *guideView) callbacks(g *guide.Guide) {
	kept := make([]guide.Callback, 0, len(g.Callbacks))
	for _, c := range g.Callbacks {
		switch {
		case c.Verdict != guide.Irrelevant:
			if c.Distance >= 0 {
				kept = append(kept, c)
			}
		case len(v.Rows) < maxRows:
			v.Rows = append(v.Rows, callback(c))
		default:
			v.Cut++
		}
	}
	slices.SortStableFunc(kept, func(a, b guide.Callback) int { return a.Distance - b.Distance })
	for _, c := range kept[:min(len(kept), 12)] {
		v.Kept = append(v.Kept, callback(c))
	}
}

func callback(c guide.Callback) callbackRow {
	return callbackRow{
		clean(guide.SimpleMethod(c.Method), maxTitle), string(c.Role), widgets(c.Widgets),
		clean(c.Rule, maxTitle), clean(c.Explanation(), maxTitle),
	}
}

func widgets(all []guide.Widget) string {
	var names []string
	for i, w := range all {
		if i == 4 {
			names = append(names, "…")
			break
		}
		names = append(names, w.String())
	}
	return clean(strings.Join(names, ", "), maxTitle)
}

func stats(g *guide.Guide) []Item {
	s := g.Stats
	var items []Item
	for _, i := range []struct {
		name string
		n    int
	}{
		{"classes", s.Classes},
		{"methods", s.Methods},
		{"instructions", s.Instructions},
		{"call edges", s.CallEdges},
		{"reachable methods", s.ReachableMethods},
		{"relevant methods", s.RelevantMethods},
		{"instructions pruned", s.PrunedInstructions},
		{"facts", s.Facts},
	} {
		if i.n > 0 {
			items = append(items, Item{i.name, fmt.Sprint(i.n)})
		}
	}
	if s.Fallback != "" {
		items = append(items, Item{"budget that ran out", clean(s.Fallback, maxTitle)})
	}
	if s.AnalysisMillis > 0 {
		items = append(items, Item{"time", duration(float64(s.AnalysisMillis) / 1000)})
	}
	return items
}
