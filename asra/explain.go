package asra

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// Bounds of an explanation.
const (
	maxExplained = 12 // callbacks
	maxWhy       = 24 // steps of one
	maxReaders   = 4  // who reads what, who reads that in turn
)

// explain fills in the chains of rules of the callbacks that Options.Explain names.
func (a *analysis) explain() {
	if a.opts.Explain == "" {
		return
	}
	left := maxExplained
	for i := range a.g.Callbacks {
		out := &a.g.Callbacks[i]
		if left == 0 || !explains(a.opts.Explain, out) {
			continue
		}
		left--
		e := &explanation{a: a, out: out}
		e.callback(a.p.CallbackOf(a.methods[out.Method]))
	}
	if left == maxExplained {
		a.noteOnce(fmt.Sprintf("no callback is named %q: write a part of its name, or the id of a widget", a.opts.Explain))
	}
}

// explains says that a callback is meant by a text: a part of its name in either
// form, or the id of one of its widgets.
func explains(text string, cb *guide.Callback) bool {
	return strings.Contains(guide.ShortMethod(cb.Method), text) || strings.Contains(cb.Method, text) ||
		slices.ContainsFunc(cb.Widgets, func(w guide.Widget) bool { return w.ID == text })
}

// explanation is a chain of rules in the making.
type explanation struct {
	a    *analysis
	out  *guide.Callback
	seen []callgraph.MethodID // callbacks explained on the way
}

func (e *explanation) step(s guide.Step) {
	if len(e.out.Why) < maxWhy {
		e.out.Why = append(e.out.Why, s)
	}
}

// says writes a step of a subject and, unless it is zero, an object.
func (e *explanation) says(rule string, kind guide.ReasonKind, subject, object guide.Subject) {
	e.step(guide.Step{Rule: rule, Reason: guide.Reason{Kind: kind, Subject: subject, Object: object}})
}

func (e *explanation) method(m callgraph.MethodID) guide.Subject {
	return guide.Subject{Kind: guide.SubjectMethod, Name: e.a.p.Calls.Method(m).String()}
}

func (e *explanation) callback(cb *icfg.Callback) {
	a := e.a
	if cb == nil || len(a.roots) == 0 {
		return
	}
	e.seen = append(e.seen, cb.Method)
	if e.out.Rule == "R18" {
		e.step(guide.Step{Rule: "R18", Reason: e.out.Reason})
	}
	switch {
	case slices.Contains(a.chain, cb.Method):
		for i := slices.Index(a.chain, cb.Method); i > 0; i-- {
			e.says("R13", guide.StepTraceCalls, e.method(a.chain[i]), e.method(a.chain[i-1]))
		}
		e.says("R6", guide.StepCrashPoint, e.method(a.chain[0]), guide.Subject{})
	case a.way.has(a.p.Method(cb.Method)):
		e.way(cb.Method)
	case a.clearing == nil:
		e.step(guide.Step{Rule: e.out.Rule, Reason: e.out.Reason})
	default:
		e.effects(cb)
	}
	if cb.Method == a.methods[e.out.Method] {
		e.rejects()
	}
}

// way tells the cheapest way to the target.
func (e *explanation) way(m callgraph.MethodID) {
	for _, edge := range e.a.way.path(e.a.p.Method(m)) {
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
	e.says("R8", guide.StepLeads, e.node(e.a.anchorNode()), guide.Subject{})
}

func (e *explanation) node(n icfg.Node) guide.Subject {
	switch kind, i := e.a.p.Kind(n); kind {
	case icfg.MethodNode:
		return e.method(callgraph.MethodID(i))
	case icfg.TypeNode:
		name := dex.JavaName(e.a.p.Hierarchy.Name(callgraph.TypeID(i)))
		return guide.Subject{Kind: guide.SubjectClass, Class: name}
	case icfg.ComponentNode:
		c := &e.a.p.Components[i]
		return guide.Subject{Kind: guide.SubjectComponent, Name: string(c.Kind), Class: c.Name}
	}
	return guide.Subject{Kind: guide.SubjectResource, Name: e.a.p.String(n)}
}

// effects tells what a callback changes, and who depends on it.
func (e *explanation) effects(cb *icfg.Callback) {
	c := e.a.clearing
	w := c.walks.closureOf(cb)
	switch {
	case w.relevant:
		e.walked(w, w.at)
		if w.at != callgraph.NoMethod {
			e.way(w.at)
		}
		return
	case w.lasting.Kind != "":
		e.walked(w, w.at)
		e.step(guide.Step{
			Rule: "R20", Reason: guide.Reason{Kind: guide.StepUnnoticed, Subject: e.method(w.at)}, Because: &w.lasting,
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
	for i := range e.a.p.Components {
		n := e.a.p.Component(i)
		if _, started := w.from[n]; started {
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

// walked tells how a walk came to a method.
func (e *explanation) walked(w *forward, m callgraph.MethodID) {
	if m == callgraph.NoMethod {
		return
	}
	var path []icfg.Node
	for n := e.a.p.Method(m); ; n = w.from[n] {
		path = append(path, n)
		if up, known := w.from[n]; !known || up == n || len(path) > maxWhy/2 {
			break
		}
	}
	slices.Reverse(path)
	for i := 1; i < len(path); i++ {
		e.says("R12", guide.StepRuns, e.node(path[i-1]), e.node(path[i]))
	}
}

// reader tells why it matters that a method reads something.
func (e *explanation) reader(m callgraph.MethodID) {
	c := e.a.clearing
	for range maxReaders {
		switch {
		case slices.Contains(e.a.chain, m):
			e.says("R19", guide.StepReadOnStack, e.method(m), guide.Subject{})
			return
		case e.a.way.has(e.a.p.Method(m)):
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

// rejects tells for which widgets the callback returns at once.
func (e *explanation) rejects() {
	if len(e.out.Rejects) > 0 {
		e.says("R16", guide.StepRejects, guide.Subject{}, guide.Subject{})
	}
}
