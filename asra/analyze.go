package asra

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Options steer Analyze; the zero value is the default.
type Options struct {
	// Level is the strength of the verdicts; "" means guide.LevelASRA.
	Level guide.Level
	// Sensitivity says which tests on the way become conditions; "" means
	// SensitivityField.
	Sensitivity Sensitivity
	// Explain asks for the chain of rules of some callbacks: a part of their name, or
	// the id of a widget.
	Explain string
	// Budget bounds the work.
	Budget Budget
	// SHA256 is the digest of the APK, for the guide.
	SHA256 string
	// NativeLibs are the names of the APK's native libraries, for the guide.
	NativeLibs []string
	// Log hears of budgets and oddities; nil means silence.
	Log *slog.Logger
	// Now tells the time for Stats.AnalysisMillis; nil leaves that at 0, so that
	// equal input gives equal output.
	Now func() time.Time
}

// Sensitivity is what the conditions of the guide are about.
type Sensitivity string

// Sensitivities.
const (
	// SensitivityAttr is that of the paper: attributes of widgets, ids, texts.
	SensitivityAttr Sensitivity = "attr"
	// SensitivityField adds fields, settings and arguments, and who sets them.
	SensitivityField Sensitivity = "field"
)

// Analyze writes the guide that leads to the target. A target that is not in
// the app gives a guide without verdicts. The error is that of ctx.
func Analyze(ctx context.Context, p *icfg.Program, target locate.Target, opts Options) (*guide.Guide, error) {
	if opts.Level == "" {
		opts.Level = guide.LevelASRA
	}
	// Where the crash is in code that this app does not have, nobody knows what it needs.
	notes := targetNotes(&target)
	if opts.Level == guide.LevelASRA && target.Precision == locate.PrecisionChain {
		opts.Level = guide.LevelNone
		notes = append(notes, "nothing is pruned: the crash is deeper than the target")
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	var start time.Time
	if opts.Now != nil {
		start = opts.Now()
	}
	app := appcode.New(p)
	a := &analysis{p: p, app: app, q: app.Query, target: target, opts: opts, gates: map[callgraph.MethodID]*gates{},
		methods: map[string]callgraph.MethodID{}, backs: map[int]bool{}, slices: map[callgraph.MethodID][]bool{},
		g: &guide.Guide{
			Version: guide.Version, Level: opts.Level, App: appOf(p, opts), Target: guideTarget(&target),
			Notes:  slices.Concat(notes, p.Notes),
			Report: target.Crash.Prose,
		}}
	a.anchors()
	a.stuckCallbacks()
	a.way = walkBack(p, a.roots, a.cannotRun)
	a.routes = findRoutes(p, a.anchorNode(), a.contradicts)
	a.findStart()
	if a.routes.budget < 0 {
		a.g.Stats.Fallback = "routes"
		a.g.Notes = append(a.g.Notes, "the search for ways between components was cut short: distances may be too long")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.components()
	if err := a.callbacks(ctx); err != nil {
		return nil, err
	}
	a.dependencies()
	if a.opts.Sensitivity != SensitivityAttr {
		a.stateDependencies()
	}
	a.values()
	a.stored()
	a.nullSources()
	a.milestones()
	a.veilNotes()
	a.inputs()
	a.stats()
	a.explain()
	if opts.Now != nil {
		a.g.Stats.AnalysisMillis = opts.Now().Sub(start).Milliseconds()
	}
	return a.g, nil
}

// analysis is the state of one Analyze.
type analysis struct {
	p      *icfg.Program
	app    *appcode.Reader
	q      *icfg.Query
	target locate.Target
	opts   Options
	g      *guide.Guide
	// chain are the method numbers of the trace's app frames, innermost first;
	// anchor is the index in it of the callback that the walk starts from.
	chain  []callgraph.MethodID
	lines  [][]uint32 // of chain: where the frame's line starts
	anchor int
	direct bool // the stack shows that the framework or a library called the anchor
	roots  []icfg.Node
	way    *way
	routes *routes
	begin  int // the component that the way starts at, -1 if there is no way
	// methods finds the callbacks of the guide by name.
	methods map[string]callgraph.MethodID
	// gates and origins hold what has been found out about methods.
	gates   map[callgraph.MethodID]*gates
	helpers helpers
	// cleared are the callbacks that R17 clears, rejected the widgets that it
	// clears of callbacks that serve others as well.
	cleared  map[callgraph.MethodID]bool
	rejected map[callgraph.MethodID][]icfg.Widget
	kept     map[callgraph.MethodID]verdict // why R17 does not clear a callback
	backs    map[int]bool                   // by component: it handles Back itself
	slices   map[callgraph.MethodID][]bool
	clearing *clearing // kept for explanations only
	tests    []stateTest
	stuck    map[callgraph.MethodID]guide.Reason // why callbacks cannot run
}

// originsOf are the values in a method; nil if it has no code that can be analysed.
func (a *analysis) originsOf(m callgraph.MethodID) *origin.Analysis { return a.app.OriginsOf(m) }

// callee is the method of a node; NoMethod for other nodes.
func (a *analysis) callee(n icfg.Node) callgraph.MethodID { return a.app.MethodAt(n) }

// runners are the callbacks that can run a method by calls alone.
func (a *analysis) runners(m callgraph.MethodID) []callgraph.MethodID { return a.app.Runners(m) }

// anchorNode is the node of the anchor; one that nothing leads to if there is none.
func (a *analysis) anchorNode() icfg.Node {
	if len(a.roots) == 0 {
		return noNode
	}
	return a.roots[0]
}

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

// guideTarget is the target as the guide shows it; Callback is set by anchors.
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

// targetNotes say what of the trace is not in the app.
func targetNotes(t *locate.Target) []string {
	var notes []string
	for _, n := range t.Notes {
		notes = append(notes, n.String())
	}
	return notes
}

// anchors takes the stack over into the numbers of the call graph (R6, R13).
func (a *analysis) anchors() {
	for _, at := range a.target.Chain {
		a.chain = append(a.chain, a.p.Calls.ID(at.Method))
		a.lines = append(a.lines, at.Offsets)
	}
	anchor := a.target.Anchor(a.p)
	a.anchor, a.direct = max(anchor.Index, 0), anchor.Direct
	if anchor.Index < 0 {
		return
	}
	a.roots = []icfg.Node{a.p.Method(a.chain[a.anchor])}
	a.g.Target.Callback = a.p.Calls.Method(a.chain[a.anchor]).String()
}

// components writes the components with the number of starts on the way from
// each to the target.
func (a *analysis) components() {
	for i := range a.p.Components {
		c := &a.p.Components[i]
		out := guide.Component{
			Name: c.Name, Kind: guide.ComponentKind(c.Kind), Exported: c.Exported, Launcher: c.Launcher,
			Verdict: guide.Unknown, Distance: a.routes.steps[i], Actions: c.Actions,
		}
		for _, o := range c.Opens {
			if a.p.Components[o].Kind == icfg.Activity {
				out.Opens = append(out.Opens, a.p.Components[o].Name)
			}
		}
		if a.routes.steps[i] >= 0 {
			out.Verdict = guide.Necessary
		}
		a.g.Components = append(a.g.Components, out)
	}
}

// callbacks writes the callbacks with their verdicts.
func (a *analysis) callbacks(ctx context.Context) error {
	if a.opts.Level == guide.LevelASRA && len(a.roots) > 0 {
		if err := a.clear(ctx); err != nil {
			return err
		}
	}
	onStack := map[callgraph.MethodID]bool{}
	for _, m := range a.chain {
		onStack[m] = true
	}
	for i := range a.p.Callbacks {
		cb := &a.p.Callbacks[i]
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !onStack[cb.Method] && (len(cb.Components) == 0 || platform(a.p, cb)) {
			continue
		}
		a.g.Callbacks = append(a.g.Callbacks, a.callback(cb, onStack[cb.Method]))
		a.methods[a.p.Calls.Method(cb.Method).String()] = cb.Method
	}
	return nil
}

// platform says that the callback is of the platform's own libraries, which
// serve every app alike.
func platform(p *icfg.Program, cb *icfg.Callback) bool {
	return appcode.Platform(p.Calls.Method(cb.Method).Class.Descriptor)
}

func (a *analysis) callback(cb *icfg.Callback, onStack bool) guide.Callback {
	node := a.p.Method(cb.Method)
	out := guide.Callback{
		Method: a.p.Calls.Method(cb.Method).String(), Role: guide.Role(cb.Role),
		Verdict: guide.Unknown, Distance: a.way.distance(node),
	}
	for _, c := range cb.Components {
		out.Components = append(out.Components, a.p.Components[c].Name)
	}
	for _, w := range cb.Widgets {
		out.Widgets = append(out.Widgets, a.widget(w))
	}
	a.judge(cb, onStack, &out)
	leads := onStack || a.way.has(node)
	if leads {
		a.gate(cb, &out)
		a.unveil(cb, &out)
	}
	if out.Verdict != guide.Irrelevant {
		a.reject(cb, &out, leads)
	}
	return out
}

// reject writes for which widgets a kept callback changes nothing that matters. Of
// a callback that does not lead on itself, the others are those that it is kept for.
func (a *analysis) reject(cb *icfg.Callback, out *guide.Callback, leads bool) {
	for _, w := range a.rejected[cb.Method] {
		if !slices.Contains(out.Rejects, w.Name) && !slices.Contains(out.Accepts, w.Name) {
			out.Rejects = append(out.Rejects, w.Name)
		}
	}
	if len(out.Rejects) == 0 {
		return
	}
	out.Guard = a.guard(cb)
	if leads {
		out.Rule = "R16"
	}
	for _, w := range cb.Widgets {
		if !leads && w.Name != "" && !slices.Contains(out.Rejects, w.Name) && !slices.Contains(out.Accepts, w.Name) {
			out.Accepts = append(out.Accepts, w.Name)
		}
	}
}

// judge gives the verdict.
func (a *analysis) judge(cb *icfg.Callback, onStack bool, out *guide.Callback) {
	node := a.p.Method(cb.Method)
	switch {
	case len(a.roots) == 0:
		out.Rule, out.Reason.Kind = "R20", guide.ReasonNoTarget
	case onStack:
		out.Verdict, out.Rule, out.Reason.Kind = guide.Necessary, "R13", guide.ReasonOnStack
	case a.stuck[cb.Method] != (guide.Reason{}):
		out.Verdict, out.Rule, out.Reason = guide.Irrelevant, "R22", a.stuck[cb.Method]
	case a.way.has(node):
		out.Verdict, out.Rule, out.Reason.Kind = guide.Necessary, "R8", guide.ReasonLeads
	case !out.Role.Prunable():
		out.Rule, out.Reason.Kind = "R18", guide.ReasonRole
	case !handlesEvent(a.p.Calls.Method(cb.Method)):
		out.Rule, out.Reason.Kind = "R18", guide.ReasonMakes
	case a.opts.Level == guide.LevelReach:
		out.Verdict, out.Rule, out.Reason.Kind = guide.Irrelevant, "R8", guide.ReasonUnreached
	case a.opts.Level == guide.LevelASRA && a.cleared[cb.Method] && empty(a.p.Calls.Method(cb.Method)):
		out.Rule, out.Reason.Kind = "R17", guide.ReasonEmpty
	case a.opts.Level == guide.LevelASRA && a.cleared[cb.Method]:
		out.Verdict, out.Rule, out.Reason.Kind = guide.Irrelevant, "R17", guide.ReasonNoEffect
	case a.kept[cb.Method].rule != "":
		out.Rule, out.Reason = a.kept[cb.Method].rule, a.kept[cb.Method].reason
	default:
		out.Rule, out.Reason.Kind = "R20", guide.ReasonUnexamined
	}
}

// empty says that a method does nothing but return: the other half of a listener of
// which code wants one method. That it ran may be counted.
func empty(m *dex.Method) bool {
	code := m.Code()
	if code == nil {
		return false
	}
	for in := range code.Insns() {
		constant := in.Op >= dex.OpConst4 && in.Op <= dex.OpConstHigh16
		if !in.Op.Returns() && in.Op != dex.OpNop && !constant && !counts(code.File, &in) {
			return false
		}
	}
	return true
}

// counts says that an instruction is one of those by which a coverage tool counts.
func counts(f *dex.File, in *dex.Insn) bool {
	switch in.Op {
	case dex.OpInvokeStatic, dex.OpInvokeStaticRange:
		return appcode.OfCoverage(f.MethodAt(in.Index).Name)
	}
	return in.Op == dex.OpMoveResultObject || in.Op == dex.OpAputBoolean
}

// handlesEvent says that a method is told of an event and nothing more (R18): it
// makes nothing for its caller, and the caller needs no answer. A false answer
// says that the event was not handled.
func handlesEvent(m *dex.Method) bool {
	switch m.Name {
	case "onLongClick", "onItemLongClick", "onOptionsItemSelected", "onContextItemSelected", "onMenuItemClick",
		"onNavigationItemSelected", "onActionItemClicked", "onPreferenceClick", "onEditorAction", "onChildClick":
		return true
	}
	if !strings.HasSuffix(m.Desc, ")V") {
		return false
	}
	if strings.HasPrefix(m.Desc, "(Landroid/view/View;)") {
		return true // of clicks, or named in a layout
	}
	for _, prefix := range []string{"onCreate", "onPrepare", "onBind", "onBuild", "onApply"} {
		if strings.HasPrefix(m.Name, prefix) {
			return false // it makes something in what it is given
		}
	}
	return strings.HasPrefix(m.Name, "on") || strings.HasSuffix(m.Name, "TextChanged")
}

// widget turns a widget into the guide's form.
func (a *analysis) widget(w icfg.Widget) guide.Widget {
	out := guide.Widget{ID: w.Name, Class: w.Class, Text: w.Text, Menu: w.Menu}
	if w.Screen >= 0 && w.Screen < len(a.p.Components) {
		out.Screen = a.p.Components[w.Screen].Name
	}
	return out
}
