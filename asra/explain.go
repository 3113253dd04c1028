package asra

import (
	"fmt"
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

func (e *explanation) step(rule, format string, args ...any) {
	if len(e.out.Why) < maxWhy {
		e.out.Why = append(e.out.Why, guide.Step{Rule: rule, Text: fmt.Sprintf(format, args...)})
	}
}

func (e *explanation) name(m callgraph.MethodID) string {
	return guide.ShortMethod(e.a.p.Calls.Method(m).String())
}

func (e *explanation) callback(cb *icfg.Callback) {
	a := e.a
	if cb == nil || len(a.roots) == 0 {
		return
	}
	e.seen = append(e.seen, cb.Method)
	if e.out.Rule == "R18" {
		e.step("R18", "%s", e.out.Reason)
	}
	switch {
	case slices.Contains(a.chain, cb.Method):
		for i := slices.Index(a.chain, cb.Method); i > 0; i-- {
			e.step("R13", "%s calls %s, as the trace says", e.name(a.chain[i]), e.name(a.chain[i-1]))
		}
		e.step("R6", "%s is the crash point", e.name(a.chain[0]))
	case a.way.has(a.p.Method(cb.Method)):
		e.way(cb.Method)
	case a.clearing == nil:
		e.step(e.out.Rule, "%s", e.out.Reason)
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
		from, to := e.nodeName(edge.From), e.nodeName(edge.To)
		switch edge.Kind {
		case icfg.Call:
			e.step("R12", "%s calls %s", from, to)
		case icfg.Create, icfg.Inflate, icfg.Declare:
			e.step("R14", "%s makes %s", from, to)
		case icfg.Use:
			e.step("R14", "%s uses %s", from, to)
		case icfg.CallbackEdge, icfg.Handle:
			e.step("R14", "so that %s can run", to)
		case icfg.Open:
			e.step("R15", "%s starts %s", from, to)
		case icfg.Answer, icfg.Show:
			e.step("R14", "%s asks for %s", from, to)
		}
	}
	e.step("R8", "%s leads to the crash point", e.nodeName(e.a.anchorNode()))
}

func (e *explanation) nodeName(n icfg.Node) string {
	switch kind, i := e.a.p.Kind(n); kind {
	case icfg.MethodNode:
		return e.name(callgraph.MethodID(i))
	case icfg.TypeNode:
		return dex.JavaName(e.a.p.Hierarchy.Name(callgraph.TypeID(i)))
	}
	return e.a.p.String(n)
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
	case w.lasting != "":
		e.walked(w, w.at)
		e.step("R20", "%s %s, and who notices is not known", e.name(w.at), w.lasting)
		return
	}
	for _, d := range w.writes {
		by, needed := c.needs.find(d.Fact, d.Values)
		if !needed {
			continue
		}
		e.walked(w, d.by)
		e.step("R2", "%s changes %s%s", e.name(d.by), d.Fact, valueText(d.Values))
		e.reader(by)
		return
	}
	for _, d := range w.writes {
		e.step("R17", "%s changes %s%s, on which nothing relevant depends", e.name(d.by), d.Fact, valueText(d.Values))
	}
	if len(w.writes) == 0 {
		e.step("R17", "it changes nothing that other code could see")
	}
	for i := range e.a.p.Components {
		n := e.a.p.Component(i)
		if _, started := w.from[n]; started {
			e.step("R15", "it starts %s, from which no way leads to the target", e.nodeName(n))
		}
	}
}

func valueText(v attr.Values) string {
	if v.IsAll() {
		return ""
	}
	return " to " + v.String()
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
		e.step("R12", "%s runs %s", e.nodeName(path[i-1]), e.nodeName(path[i]))
	}
}

// reader tells why it matters that a method reads something.
func (e *explanation) reader(m callgraph.MethodID) {
	c := e.a.clearing
	for range maxReaders {
		switch {
		case slices.Contains(e.a.chain, m):
			e.step("R19", "%s depends on it and is on the stack of the crash", e.name(m))
			return
		case e.a.way.has(e.a.p.Method(m)):
			e.step("R19", "%s depends on it and leads to the target", e.name(m))
			return
		}
		cb, kept := c.cause[m]
		if !kept {
			e.step("R19", "%s depends on it and runs on the way", e.name(m))
			return
		}
		v := c.kept[cb]
		e.step("R19", "%s depends on it; it runs in %s, of which: %s", e.name(m), e.name(cb), v.reason)
		if v.reason == "" || slices.Contains(e.seen, cb) || v.rule != "R19" && v.rule != "R7" {
			return
		}
		e.seen = append(e.seen, cb)
		m = v.reader
	}
}

// rejects tells for which widgets the callback returns at once.
func (e *explanation) rejects() {
	if len(e.out.Rejects) > 0 {
		e.step("R16", "for %s it changes nothing on which something relevant depends", strings.Join(e.out.Rejects, ", "))
	}
}
