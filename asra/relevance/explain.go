package relevance

import (
	"math"
	"slices"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// Bounds of an explanation.
const (
	maxWhy     = 24 // steps of one
	maxReaders = 4  // who reads what, who reads that in turn
)

// Why is the chain of rules behind the verdict on a callback; empty unless Options.Explain
// asked for it. rejects says that the callback returns at once for some of its widgets.
func (r Result) Why(cb *icfg.Callback, rejects bool) []guide.Step {
	if r.explain == nil || !r.explain.Reach.Known() {
		return nil
	}
	e := &explanation{f: r.explain, verdict: r.Of(cb.Method)}
	e.callback(cb)
	if rejects {
		e.says("R16", guide.StepRejects, guide.Subject{}, guide.Subject{})
	}
	return e.steps
}

// explanation is a chain of rules in the making. It asks the frozen fixpoint again and
// decides nothing: where it breaks off, the verdict stands all the same.
type explanation struct {
	f       *fixpoint
	verdict Verdict
	steps   []guide.Step
	seen    []callgraph.MethodID // callbacks explained on the path
}

// step adds a link; an explanation that is longer than people read ends there.
func (e *explanation) step(s guide.Step) {
	if len(e.steps) < maxWhy {
		e.steps = append(e.steps, s)
	}
}

// says writes a step of a subject and, unless it is zero, an object.
func (e *explanation) says(rule string, kind guide.ReasonKind, subject, object guide.Subject) {
	e.step(guide.Step{Rule: rule, Reason: guide.Reason{Kind: kind, Subject: subject, Object: object}})
}

// method is a method as a subject of the guide.
func (e *explanation) method(m callgraph.MethodID) guide.Subject {
	return guide.Subject{Kind: guide.SubjectMethod, Name: e.f.App.Calls.Method(m).String()}
}

// callback tells why the verdict on a callback is what it is: by the stack, by its path,
// or by what it changes.
func (e *explanation) callback(cb *icfg.Callback) {
	f := e.f
	e.seen = append(e.seen, cb.Method)
	if e.verdict.Rule == "R18" {
		e.step(guide.Step{Rule: "R18", Reason: e.verdict.Reason})
	}
	switch {
	case f.Reach.OnStack(cb.Method):
		for i := slices.Index(f.Reach.Chain, cb.Method); i > 0; i-- {
			e.says("R13", guide.StepTraceCalls, e.method(f.Reach.Chain[i]), e.method(f.Reach.Chain[i-1]))
		}
		e.says("R6", guide.StepCrashPoint, e.method(f.Reach.Chain[0]), guide.Subject{})
	case f.Reach.Has(f.App.Method(cb.Method)):
		e.path(cb.Method)
	case !f.clearing:
		e.step(guide.Step{Rule: e.verdict.Rule, Reason: e.verdict.Reason})
	default:
		e.effects(cb)
	}
}

// path tells the cheapest path to the target. Edges of other kinds are no news to people and are
// left out.
func (e *explanation) path(m callgraph.MethodID) {
	for _, edge := range e.f.Reach.Path(e.f.App.Method(m)) {
		from, to := e.node(edge.From), e.node(edge.To)
		switch edge.Kind {
		case icfg.Call:
			e.says("R12", guide.StepCalls, from, to)
		case icfg.Create, icfg.Inflate, icfg.Declare:
			e.says("R14", guide.StepMakes, from, to)
		case icfg.Use:
			e.says("R14", guide.StepUses, from, to)
		case icfg.CallbackEdge, icfg.Handle:
			e.says("R14", guide.StepCanRun, guide.Subject{}, to)
		case icfg.Open:
			e.says("R15", guide.StepStarts, from, to)
		case icfg.Answer, icfg.Show:
			e.says("R14", guide.StepAsks, from, to)
		}
	}
	e.says("R8", guide.StepLeads, e.node(e.f.Reach.AnchorNode()), guide.Subject{})
}

// node is a node of the program as a subject of the guide.
func (e *explanation) node(n icfg.Node) guide.Subject {
	switch kind, i := e.f.App.Kind(n); kind {
	case icfg.MethodNode:
		return e.method(callgraph.MethodID(i))
	case icfg.TypeNode:
		name := dex.JavaName(e.f.App.Hierarchy.Name(callgraph.TypeID(i)))
		return guide.Subject{Kind: guide.SubjectClass, Class: name}
	case icfg.ComponentNode:
		c := &e.f.App.Components[i]
		return guide.Subject{Kind: guide.SubjectComponent, Name: string(c.Kind), Class: c.Name}
	}
	return guide.Subject{Kind: guide.SubjectResource, Name: e.f.App.String(n)}
}

// effects tells what a callback changes, and who depends on it. It walks again instead of keeping
// all walks: explanations are asked for one callback at a time.
func (e *explanation) effects(cb *icfg.Callback) {
	c := e.f
	w := c.walks.closureOf(cb)
	switch {
	case w.relevant:
		e.walked(w, w.at)
		if w.at != callgraph.NoMethod {
			e.path(w.at)
		}
		return
	case w.lasting != nil:
		e.walked(w, w.at)
		e.step(guide.Step{
			Rule: "R20", Reason: guide.Reason{Kind: guide.StepUnnoticed, Subject: e.method(w.at)}, Because: w.lasting,
		})
		return
	}
	for _, d := range w.writes {
		by, needed := c.needs.find(d.Fact, d.Values)
		if !needed {
			continue
		}
		e.walked(w, d.by)
		e.writes("R2", guide.StepWrites, d)
		e.reader(by)
		return
	}
	for _, d := range w.writes {
		e.writes("R17", guide.StepWritesUnread, d)
	}
	if len(w.writes) == 0 {
		e.says("R17", guide.StepNoEffect, guide.Subject{}, guide.Subject{})
	}
	for i := range e.f.App.Components {
		n := e.f.App.Component(i)
		if _, started := w.x.trail.to(n); started {
			e.says("R15", guide.StepStartsAway, guide.Subject{}, e.node(n))
		}
	}
}

// writes tells of a change that a method makes.
func (e *explanation) writes(rule string, kind guide.ReasonKind, d done) {
	s := guide.Step{
		Rule: rule, Reason: guide.Reason{Kind: kind, Subject: e.method(d.by), Object: d.Fact.Subject()},
	}
	if !d.Values.IsAll() {
		for _, part := range d.Values.Intervals() {
			s.Values = append(s.Values, interval(part))
		}
	}
	e.step(s)
}

// interval is a part of a set of values in the guide's form: without a bound where there
// is none.
func interval(part attr.Interval) guide.Interval {
	var out guide.Interval
	if part.Min != math.MinInt64 {
		out.Min = &part.Min
	}
	if part.Max != math.MaxInt64 {
		out.Max = &part.Max
	}
	return out
}

// walked tells how a walk came to a method. Long ways are cut in the middle of nowhere: the steps
// nearest to the effect are told.
func (e *explanation) walked(w *forward, m callgraph.MethodID) {
	if m == callgraph.NoMethod {
		return
	}
	var path []icfg.Node
	for n := e.f.App.Method(m); ; {
		path = append(path, n)
		up, known := w.x.trail.to(n)
		if !known || up == n || len(path) > maxWhy/2 {
			break
		}
		n = up
	}
	slices.Reverse(path)
	for i := 1; i < len(path); i++ {
		e.says("R12", guide.StepRuns, e.node(path[i-1]), e.node(path[i]))
	}
}

// reader tells why it matters that a method reads something: from reader to reader until
// one is on the stack or reaches the target. A callback that was told already ends it, since
// callbacks may need each other in a circle.
func (e *explanation) reader(m callgraph.MethodID) {
	c := e.f
	for range maxReaders {
		switch {
		case e.f.Reach.OnStack(m):
			e.says("R19", guide.StepReadOnStack, e.method(m), guide.Subject{})
			return
		case e.f.Reach.Has(e.f.App.Method(m)):
			e.says("R19", guide.StepReadLeads, e.method(m), guide.Subject{})
			return
		}
		cb, kept := c.cause[m]
		if !kept {
			e.says("R19", guide.StepReadOnPath, e.method(m), guide.Subject{})
			return
		}
		v := c.kept[cb]
		step := guide.Step{
			Rule: "R19", Reason: guide.Reason{Kind: guide.StepReadKept, Subject: e.method(m), Object: e.method(cb)},
		}
		if v.rule != "" {
			step.Because = &v.reason
		}
		e.step(step)
		if v.rule == "" || slices.Contains(e.seen, cb) || v.rule != "R19" && v.rule != "R7" {
			return
		}
		e.seen = append(e.seen, cb)
		m = v.reader
	}
}
