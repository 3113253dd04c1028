package asra

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/plan"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// write writes the guide from the results of the stages. It decides nothing: what it lists is what
// they found. The order of the fields is that of what they need: settings and milestones before the
// plan, all of it before the notes.
func write(s *stages, opts Options) *guide.Guide {
	g := &guide.Guide{
		Version: guide.Version, Level: opts.Level, App: appOf(s.app.Program, opts), Target: guideTarget(s.target),
		Components: s.components(), Dependencies: s.relevance.Dependencies(), Settings: s.settings(),
		Crash: s.crash, Milestones: s.milestones(), Report: s.target.Crash.Prose,
	}
	if g.Target.Doubts = s.doubts; len(s.doubts) > 0 && g.Target.Precision == guide.PrecisionLine {
		// A line proves nothing where the code on it is not that of the trace.
		g.Target.Precision, g.Target.Offsets = guide.PrecisionMethod, nil
	}
	if s.reach.Known() {
		g.Target.Callback = s.name(s.reach.Chain[s.reach.Anchor])
	}
	for _, cb := range s.callbacks {
		g.Callbacks = append(g.Callbacks, s.callback(cb))
	}
	g.Inputs, g.Strings = s.inputs()
	g.Plan = s.plan(g)
	nameAround(g, tabs(s.app))
	g.Stats = s.stats()
	s.explain(g, opts.Explain)
	g.Notes = s.notes(g, opts.Explain)
	return g
}

// plan says how to make the crash happen, from what the guide has.
func (s *stages) plan(g *guide.Guide) *guide.Plan {
	return plan.Make(plan.Input{
		App: s.app, Stack: &s.reach.Stack, Target: s.target, Crash: g.Crash, Milestones: g.Milestones,
		Dependencies: g.Dependencies, Settings: g.Settings, Inputs: g.Inputs,
		Conditions: func(m callgraph.MethodID) []guide.Condition { return s.conditions.Of(m).Conditions },
		OutOfReach: s.conditions.OutOfReach,
		Openers: func(key string) []guide.Widget {
			shown := s.app.PreferencesOf(key)
			if len(shown) == 0 {
				return nil
			}
			return s.screenOpeners(s.app.PreferenceScreen(shown[0]))
		},
		Begin: s.startedByOthers(), Starters: s.starters, Users: s.users, At: s.reach.WidgetsAt, Clicked: s.clicked,
		Numbers: s.reach.Numbers, Holds: s.holds,
	})
}

// startedByOthers is the Java name of the activity at which the path begins, "" if that is the launcher's or none.
func (s *stages) startedByOthers() string {
	if s.reach.Begin < 0 {
		return ""
	}
	c := &s.app.Components[s.reach.Begin]
	if c.Launcher || !c.Exported || c.Kind != icfg.Activity {
		return ""
	}
	return c.Name
}

// name is the DEX name of a method, by which the guide knows it.
func (s *stages) name(m callgraph.MethodID) string { return s.app.Calls.Method(m).String() }

// appOf is what the guide tells of the app as a whole. Permissions are all that the manifest asks
// for, granted or not: a search may refuse them.
func appOf(p *icfg.Program, opts Options) guide.App {
	m := p.Manifest
	out := guide.App{
		Package: m.Package, VersionName: m.VersionName, VersionCode: m.VersionCode,
		MinSDK: m.MinSDK, TargetSDK: m.TargetSDK, SHA256: opts.SHA256, NativeLibs: opts.NativeLibs,
	}
	if l := m.Launcher(); l != nil {
		out.Launcher = l.Class()
	}
	for _, perm := range m.Permissions {
		out.Permissions = append(out.Permissions, perm.Name)
	}
	return out
}

// guideTarget is the target as the guide shows it; Callback is set by write.
// The innermost frame of the chain is the crash point; frames that are not of the app are listed for people
// and for the match.
func guideTarget(t *locate.Target) guide.Target {
	out := guide.Target{Exception: t.Exception, Message: t.Message, Precision: guide.Precision(t.Precision)}
	if len(t.Chain) > 0 {
		out.Method = t.Chain[0].Method.String()
		for _, offset := range t.Chain[0].Offsets {
			out.Offsets = append(out.Offsets, int(offset))
		}
	}
	for i := range t.Frames {
		f := &t.Frames[i]
		frame := guide.Frame{
			Class: f.Class, Method: f.Method, File: f.File, Line: f.Line, InApp: f.InApp, LineFound: f.LineFound,
		}
		for _, m := range f.Methods {
			frame.Resolved = append(frame.Resolved, m.String())
		}
		out.Frames = append(out.Frames, frame)
	}
	return out
}

// components lists the components with the number of starts on the path from each to the target. A
// component without a path to the target is unknown, not irrelevant: pruning is by callbacks, and a
// component has none of its own.
func (s *stages) components() []guide.Component {
	var all []guide.Component
	for i := range s.app.Components {
		c := &s.app.Components[i]
		out := guide.Component{
			Name: c.Name, Kind: guide.ComponentKind(c.Kind), Exported: c.Exported, Launcher: c.Launcher,
			Verdict: guide.Unknown, Distance: s.reach.Routes.Steps(i), Actions: c.Actions,
		}
		for _, o := range c.Opens {
			if s.app.Components[o].Kind == icfg.Activity {
				out.Opens = append(out.Opens, s.app.Components[o].Name)
			}
		}
		if out.Distance >= 0 {
			out.Verdict = guide.Necessary
		}
		all = append(all, out)
	}
	return all
}

// callback lists a callback with its verdict, and what must hold for it.
func (s *stages) callback(cb *icfg.Callback) guide.Callback {
	node, v, must := s.app.Method(cb.Method), s.relevance.Of(cb.Method), s.conditions.Of(cb.Method)
	out := guide.Callback{
		Method: s.name(cb.Method), Role: guide.Role(cb.Role),
		Verdict: v.Verdict, Rule: v.Rule, Reason: v.Reason, Distance: s.reach.Distance(node),
		Conditions: must.Conditions, Accepts: slices.Clone(must.Accepts),
	}
	onStack := slices.Contains(s.reach.Inner(), cb.Method)
	for _, c := range cb.Components {
		if !onStack || s.reach.Hosts(c) {
			out.Components = append(out.Components, s.app.Components[c].Name)
		}
	}
	for _, w := range cb.Widgets {
		out.Widgets = append(out.Widgets, s.app.GuideWidget(w))
	}
	if out.Verdict != guide.Irrelevant {
		s.reject(cb, &out)
	}
	return out
}

// reject lists for which widgets a kept callback changes nothing that matters (R16). Of a callback
// that does not reach the target itself, the others are those that it is kept for. A widget that
// the conditions accept is never rejected, whatever the walk behind it found: of two answers the
// careful one.
func (s *stages) reject(cb *icfg.Callback, out *guide.Callback) {
	for _, w := range s.relevance.Rejected(cb.Method) {
		if !slices.Contains(out.Rejects, w.Name) && !slices.Contains(out.Accepts, w.Name) {
			out.Rejects = append(out.Rejects, w.Name)
		}
	}
	if len(out.Rejects) == 0 {
		return
	}
	out.Guard = s.guard(cb)
	if s.reach.OnStack(cb.Method) || s.reach.Has(s.app.Method(cb.Method)) {
		return
	}
	for _, w := range cb.Widgets {
		if w.Name != "" && !slices.Contains(out.Rejects, w.Name) && !slices.Contains(out.Accepts, w.Name) {
			out.Accepts = append(out.Accepts, w.Name)
		}
	}
}

// guard is the run-time test for the rejected widgets of a callback. It is only asked for where the
// fixpoint rejected a widget, which asks for such a key first (branch.Primary).
func (s *stages) guard(cb *icfg.Callback) *guide.Guard {
	m := s.app.Calls.Method(cb.Method)
	key, _ := branch.Primary(m)
	out := &guide.Guard{}
	reg := int64(1)
	for i, p := range dex.Params(m.Desc) {
		switch key {
		case branch.ParameterKey(reg):
			out.Argument = i
		case branch.IDKey(reg):
			out.Argument, out.Getter = i, guide.GuardView
			if p == "Landroid/view/MenuItem;" {
				out.Getter = guide.GuardMenuItem
			}
		}
		reg++
		if dex.IsWide(p) {
			reg++
		}
	}
	for _, w := range s.relevance.Rejected(cb.Method) {
		if n, ok := appcode.Number(w); ok && !slices.Contains(out.Rejects, int32(n)) {
			out.Rejects = append(out.Rejects, int32(n))
		}
	}
	slices.Sort(out.Rejects)
	return out
}
