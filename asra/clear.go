package asra

import (
	"context"
	"maps"
	"slices"

	"talpa/asra/attr"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// clear applies R17 and R19: it finds the callbacks without an effect that
// relevant code could see. What relevant code reads is needed, and so is what
// decides whether relevant callbacks run; whatever writes something needed is
// relevant, and what it reads is needed in turn. The error is that of ctx.
func (a *analysis) clear(ctx context.Context) error {
	c := &clearing{
		a: a, x: effect.New(a.app), walked: make([]bool, a.p.Len()), kept: map[callgraph.MethodID]verdict{},
		cause: map[callgraph.MethodID]callgraph.MethodID{}, meter: newMeter(a.opts.Budget, a.opts.Now),
	}
	c.walks = &walker{a: a, effects: c.x}
	c.way()
	for i := range a.p.Callbacks {
		cb := &a.p.Callbacks[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		c.meter.steps = c.walks.steps
		if i%64 == 0 && c.meter.spent(c.needs.size) {
			break
		}
		switch {
		case !a.entered(cb), a.stuck[cb.Method] != (guide.Reason{}):
		case a.way.has(a.p.Method(cb.Method)):
			c.trigger(cb)
			c.open = append(c.open, a.rejections(c.walks, cb)...)
			if runs := a.inSlice(cb.Method); runs != nil {
				c.open = append(c.open, c.walks.restOf(cb, runs))
			}
		default:
			c.open = append(c.open, c.walks.closureOf(cb).result())
			c.open = append(c.open, a.rejections(c.walks, cb)...)
		}
	}
	for c.meter.over == "" && c.round() {
		c.meter.spent(c.needs.size)
	}
	a.g.Stats.Facts = c.needs.size
	if c.meter.over != "" {
		a.fallBack(c.meter.over)
		return nil
	}
	if a.opts.Explain != "" {
		a.clearing = c
	}
	a.kept, a.cleared, a.rejected = c.kept, map[callgraph.MethodID]bool{}, map[callgraph.MethodID][]icfg.Widget{}
	for _, o := range c.open {
		switch {
		case o.rest:
		case o.reject == nil:
			a.cleared[o.cb.Method] = true
		default:
			a.rejected[o.cb.Method] = append(a.rejected[o.cb.Method], *o.reject)
		}
	}
	return nil
}

// clearing is the state of clear.
type clearing struct {
	a     *analysis
	x     *effect.Summaries
	walks *walker
	needs needs
	// walked are the nodes of the program whose reads are needed.
	walked []bool
	order  []callgraph.MethodID // the methods among them
	open   []*closure
	kept   map[callgraph.MethodID]verdict // why callbacks are not cleared
	// cause is the kept callback that a method runs in.
	cause map[callgraph.MethodID]callgraph.MethodID
	meter *meter
}

// verdict is what decided about a callback: the number of a rule, "" for none, and
// what it found.
type verdict struct {
	rule   string
	reason guide.Reason
	reader callgraph.MethodID // who depends on what the callback changes
}

// round takes those callbacks out of open that have an effect which is needed, and
// says whether there were any.
func (c *clearing) round() bool {
	before := len(c.open)
	c.open = slices.DeleteFunc(c.open, func(o *closure) bool {
		v := c.matters(o)
		if v.rule == "" {
			return false
		}
		if o.reject == nil && !o.rest {
			c.kept[o.cb.Method] = v
		}
		c.keep(o)
		c.trigger(o.cb)
		return true
	})
	return len(c.open) < before
}

// matters says by which rule a closure has an effect that relevant code could see,
// and why; nothing if it has none. It is R7 for attributes, R19 for other facts, R8
// for what leads on, R20 for effects that are not known.
func (c *clearing) matters(o *closure) verdict {
	at := func(m callgraph.MethodID) string {
		if m == o.cb.Method || m == callgraph.NoMethod {
			return ""
		}
		return c.a.p.Calls.Method(m).String()
	}
	switch {
	case o.relevant:
		return verdict{"R8", guide.Reason{Kind: guide.ReasonRunsOn, Method: at(o.at)}, callgraph.NoMethod}
	case o.lasting.Kind != "":
		reason := o.lasting
		reason.Method = at(o.at)
		return verdict{"R20", reason, callgraph.NoMethod}
	}
	for _, d := range o.writes {
		if by, needed := c.needs.find(d.Fact, d.Values); needed {
			reason := guide.Reason{
				Kind: guide.ReasonChanges, Subject: d.Fact.Subject(), Method: at(d.by), Reader: c.a.p.Calls.Method(by).String(),
			}
			rule := "R19"
			if d.Fact.Kind == effect.Attribute {
				rule = "R7"
			}
			return verdict{rule, reason, by}
		}
	}
	return verdict{}
}

// trigger adds what decides whether a relevant callback runs.
func (c *clearing) trigger(cb *icfg.Callback) {
	for _, t := range c.a.triggersOf(cb) {
		c.needs.add(t.fact, t.values, cb.Method)
	}
}

// way adds what the methods on the way read. Of callbacks on the way, and of the
// methods on the stack, it is what their slice reads; what else a callback does is
// looked at like an irrelevant one (restOf).
func (c *clearing) way() {
	p := c.a.p
	var whole []callgraph.MethodID
	for id := range callgraph.MethodID(p.Calls.Len()) {
		onStack := slices.Contains(c.a.chain, id)
		if !onStack && (!c.a.way.has(p.Method(id)) || !c.a.ownCode(p.Calls.Method(id))) {
			continue
		}
		runs := c.a.inSlice(id)
		if runs == nil || !onStack && p.CallbackOf(id) == nil {
			whole = append(whole, id)
			continue
		}
		wanted := c.tested(id)
		c.reads(id, c.x.Part(id, runs, wanted.values))
		c.calls(id, runs, wanted)
	}
	for _, id := range whole {
		c.need(p.Method(id))
	}
	for i := range p.Callbacks {
		if c.answersOnWay(&p.Callbacks[i]) {
			c.need(p.Method(p.Callbacks[i].Method))
		}
	}
}

// answersOnWay says that a callback is of a component on the way, and that what it
// answers matters: whether a key or a touch was handled.
func (c *clearing) answersOnWay(cb *icfg.Callback) bool {
	p := c.a.p
	return c.a.entered(cb) && !told(p.Calls.Method(cb.Method)) && c.a.app.OfComponent(cb.Method) &&
		slices.ContainsFunc(cb.Components, func(i int) bool { return c.a.way.has(p.Component(i)) })
}

func (c *clearing) reads(m callgraph.MethodID, e *effect.Effect) {
	for _, r := range e.Reads {
		c.needed(r.Fact, r.Values, m)
	}
}

// tested is what matters of what the slice of a method reads. Helpers that do more
// than read are left out: what else they do may matter with any value.
func (c *clearing) tested(m callgraph.MethodID) *wantedReads {
	cb := c.a.p.CallbackOf(m)
	if cb == nil {
		return newWantedReads(m)
	}
	wanted := c.a.tested(cb)
	maps.DeleteFunc(wanted.asked, func(_ uint32, inner *wantedReads) bool { return !c.readsOnly(inner) })
	return wanted
}

// readsOnly says that a helper, and those that it asks, change nothing and call nothing
// else of the app.
func (c *clearing) readsOnly(w *wantedReads) bool {
	e := c.x.Of(w.in)
	if len(e.Writes)+len(e.Starts) > 0 || e.Lasting.Kind != "" || e.Leaves || e.Closes || len(c.x.HiddenTargets(w.in)) > 0 {
		return false
	}
	for e := range c.a.p.Succs(c.a.p.Method(w.in)) {
		if inner := w.asked[e.PC]; inner == nil || c.a.callee(e.To) != inner.in || !c.readsOnly(inner) {
			return false
		}
	}
	return true
}

// needed adds a read of a method, and which values matter. A place of the screen is
// that of each component under which the method can run.
func (c *clearing) needed(f effect.Fact, v attr.Values, m callgraph.MethodID) {
	if f.Owner != "" || !f.Kind.OfPlace() {
		c.needs.add(f, v, m)
		return
	}
	for _, i := range c.a.app.PlacesOf(m) {
		f.Owner = c.a.p.Components[i].Name
		c.needs.add(f, v, m)
	}
}

// rejections are the walks from a callback that serves several widgets, for those
// of them that do not lead on (R16). For one on the stack the lines of the trace
// decide what leads on; they have to agree with the calls of the next frame.
func (a *analysis) rejections(x *walker, cb *icfg.Callback) []*closure {
	m := a.p.Calls.Method(cb.Method)
	key, ok := primary(m)
	if !ok || !guide.Role(cb.Role).Prunable() || !handlesEvent(m) ||
		slices.Contains(a.chain, cb.Method) && !a.consistent() {
		return nil
	}
	g := a.gatesOf(cb.Method)
	if g == nil || !slices.ContainsFunc(g.tests, func(t test) bool { return t.key == key }) {
		return nil
	}
	var accepted attr.Values
	if a.way.has(a.p.Method(cb.Method)) {
		accepted = a.accepted(cb.Method, key, 0)
	}
	var all []*closure
	for i := range cb.Widgets {
		w := &cb.Widgets[i]
		if n, known := number(*w); known && w.Name != "" && !accepted.Has(n) {
			all = append(all, x.rejectionOf(cb, w, key, g).result())
		}
	}
	return all
}

// consistent says that each frame on the stack, down to the anchor, calls the next
// one on its line: the trace is of this build.
func (a *analysis) consistent() bool {
	for i := 1; i <= a.anchor && i < len(a.chain); i++ {
		onLine := slices.ContainsFunc(a.frameSteps(i), func(s step) bool {
			return s.to == a.chain[i-1] && a.onLine(i, s.pc) && a.calls(i, s.pc)
		})
		if !onLine {
			return false
		}
	}
	return a.anchor > 0 && len(a.lines[0]) > 0
}

// calls says that the instruction at pc in frame i can call the next frame.
func (a *analysis) calls(i int, pc uint32) bool {
	m := a.p.Calls.Method(a.chain[i])
	in := m.Code().At(pc)
	return in.Op.Invokes() && slices.Contains(a.p.Calls.Targets(m, in), a.chain[i-1])
}

// guard is the run-time test for the rejected widgets of a callback.
func (a *analysis) guard(cb *icfg.Callback) *guide.Guard {
	m := a.p.Calls.Method(cb.Method)
	key, _ := primary(m)
	out := &guide.Guard{}
	reg := int64(1)
	for i, p := range dex.Params(m.Desc) {
		switch key {
		case parameterKey(reg):
			out.Argument = i
		case idKey(reg):
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
	for _, w := range a.rejected[cb.Method] {
		if n, ok := number(w); ok && !slices.Contains(out.Rejects, int32(n)) {
			out.Rejects = append(out.Rejects, int32(n))
		}
	}
	slices.Sort(out.Rejects)
	return out
}
