package relevance

import (
	"context"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/branch"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// Find decides about the callbacks. The error is that of ctx. It ends: promotions and needs only
// grow, and there are as many as there are callbacks and facts.
func Find(ctx context.Context, in Input, opts Options) (Result, error) {
	// What these sources find depends on the path alone, so that once is enough; they come
	// first, while the effects of the app's code take no room as yet.
	s := newSources(in)
	s.attributeSetters()
	if opts.States {
		s.stateSetters()
	}
	s.rows()
	s.nulls()
	s.walker = nil
	f := newFixpoint(in, opts)
	if err := f.level(ctx); err != nil {
		return Result{}, err
	}
	f.promote(s.found)
	// Which settings the path reads depends on who stores what it reads, so that this
	// source and the fixpoint feed each other until nothing is new.
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		s.settings(f.near(func(v Verdict) bool { return v.Reason.Kind != guide.ReasonOpens }))
		more = f.promote(s.found)
	}
	return f.result(s), nil
}

// level does what the level asks for beside reachability. The error is that of ctx.
func (f *fixpoint) level(ctx context.Context) error {
	if !f.Reach.Known() {
		return nil
	}
	var err error
	switch f.opts.Level {
	case guide.LevelPaper:
		f.published, err = findPublished(ctx, f.Input)
	case guide.LevelASRA:
		if err = f.start(ctx); err == nil {
			f.settle()
		}
	}
	return err
}

// fixpoint is the state of Find. A closure is in open until an effect of it is needed, and never
// comes back. So what is in open at the end is all that no relevant code can see, which is the
// claim of R17.
type fixpoint struct {
	Input
	opts     Options
	clearing bool // R17 to R19 are applied, and no budget has run out
	walks    *walker
	needs    needs
	// walked are the nodes of the program whose reads are needed.
	walked []bool
	order  []callgraph.MethodID // the methods among them
	// open are the effects that are not relevant as yet.
	open []*closure
	// cleared are the callbacks of which the whole effect is open, kept says why others
	// are not.
	cleared map[callgraph.MethodID]bool
	kept    map[callgraph.MethodID]finding
	// cause is the relevant callback that a method runs in.
	cause map[callgraph.MethodID]callgraph.MethodID
	// promoted are the handlers that sources name.
	promoted map[callgraph.MethodID]promotion
	// published decides at the level that is named after the paper; nil at others.
	published *published
	meter     *meter
}

// newFixpoint prepares the fixpoint over the results of the stages before.
func newFixpoint(in Input, opts Options) *fixpoint {
	return &fixpoint{
		Input: in, opts: opts, walks: &walker{Input: in, backs: map[int]bool{}}, walked: make([]bool, in.App.Len()),
		cleared: map[callgraph.MethodID]bool{}, kept: map[callgraph.MethodID]finding{},
		cause:    map[callgraph.MethodID]callgraph.MethodID{},
		promoted: map[callgraph.MethodID]promotion{}, meter: newMeter(opts.Budget, opts.Now),
	}
}

// finding is why a callback is not cleared: the number of a rule, "" for none, and what
// it found.
type finding struct {
	rule   string
	reason guide.Reason
	reader callgraph.MethodID // who depends on what the callback changes
}

// start makes needed what the path to the crash reads, and opens the effects of all callbacks (R17,
// R19). The error is that of ctx. Three cases: a callback that nobody runs is not looked at; one
// that leads to the crash is needed, and only its parts that do not lead there are open; any other
// is open as a whole until something speaks for it.
func (f *fixpoint) start(ctx context.Context) error {
	f.clearing = true
	f.path()
	for i := range f.App.Callbacks {
		cb := &f.App.Callbacks[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if i%64 == 0 && f.spent() {
			break
		}
		switch {
		case !f.entered(cb), f.cannotRun(cb.Method):
		case f.Reach.Has(f.App.Method(cb.Method)):
			f.register(cb)
			f.open = append(f.open, f.rejections(cb)...)
			if runs := f.Reach.InSlice(cb.Method); runs != nil {
				f.open = append(f.open, f.walks.restOf(cb, runs))
			}
		default:
			f.cleared[cb.Method] = true
			f.open = append(f.open, f.walks.closureOf(cb).result())
			f.open = append(f.open, f.rejections(cb)...)
		}
	}
	return nil
}

// cannotRun says that R22 has found that no event runs a callback.
func (f *fixpoint) cannotRun(m callgraph.MethodID) bool {
	_, never := f.CannotRun[m]
	return never
}

// spent says whether a budget has run out.
func (f *fixpoint) spent() bool {
	f.meter.steps = f.walks.steps
	if f.meter.spent(f.needs.size()) {
		f.clearing = false
	}
	return !f.clearing
}

// settle makes relevant what changes something needed, until nothing more does. It says
// whether anything did.
func (f *fixpoint) settle() bool {
	any := false
	for f.clearing && f.round() {
		any = true
		f.spent()
	}
	return any
}

// promotion is a handler that a source names as necessary. Of several sources that with
// the least rank gives the reason.
type promotion struct {
	callback callgraph.MethodID
	rank     rank
	rule     string
	reason   guide.Reason
}

// asPublished says that at this level nothing is kept for what a source names: the levels that are
// there to be measured do what the literature does. The levels none and asra keep them.
func (f *fixpoint) asPublished() bool {
	return f.opts.Level == guide.LevelReach || f.opts.Level == guide.LevelPaper
}

// promote makes the handlers necessary that sources name, and what they read needed
// (R19), and says whether that was news. What cannot run is left as it is: a source names
// who brings something about, and nobody can bring it about by a handler that no event
// runs (R22).
func (f *fixpoint) promote(found []promotion) bool {
	news := false
	if f.asPublished() {
		return false
	}
	for _, p := range found {
		old, known := f.promoted[p.callback]
		if f.cannotRun(p.callback) || known && old.rank <= p.rank {
			continue
		}
		f.promoted[p.callback] = p
		if !known {
			news = true
			f.enter(p.callback)
		}
	}
	return f.settle() || news
}

// enter makes what a promoted handler reads needed, unless it is relevant already.
// It goes the way of a closure whose effect is needed, so that a promoted handler is in no way special
// afterwards.
func (f *fixpoint) enter(m callgraph.MethodID) {
	if !f.clearing {
		return
	}
	whole := func(o *closure) bool { return o.cb.Method == m && o.reject == nil && !o.rest }
	if i := slices.IndexFunc(f.open, whole); i >= 0 {
		o := f.open[i]
		f.open = slices.Delete(f.open, i, i+1)
		delete(f.cleared, m)
		f.keep(o)
		f.register(o.cb)
	}
}

// result freezes what was found.
func (f *fixpoint) result(s *sources) Result {
	out := Result{
		verdicts: map[callgraph.MethodID]Verdict{}, rejected: map[callgraph.MethodID][]icfg.Widget{},
		dependencies: s.dependencies(), nulls: s.nullSources, readers: s.readers, near: f.near(anyVerdict),
		facts: f.needs.size(), fallback: f.meter.over,
	}
	if f.clearing {
		for _, o := range f.open {
			if o.reject != nil {
				out.rejected[o.cb.Method] = append(out.rejected[o.cb.Method], *o.reject)
			}
		}
	}
	for _, cb := range f.Callbacks {
		if f.published != nil {
			out.rejected[cb.Method] = f.published.rejected(cb)
		}
		v := f.verdict(cb)
		if v.Rule == "R8" && v.Verdict == guide.Necessary || v.Rule == "R13" {
			accepts := f.Conditions.Of(cb.Method).Accepts
			refuses := func(w icfg.Widget) bool { return !slices.Contains(accepts, w.Name) }
			if slices.ContainsFunc(out.rejected[cb.Method], refuses) {
				v.Rule = "R16"
			}
		}
		out.verdicts[cb.Method] = v
	}
	if f.opts.Explain {
		out.explain = f
	}
	return out
}

// round takes those callbacks out of open that have an effect which is needed, and says whether
// there were any. What is taken out adds needs at once, which closures later in the list meet in
// the same round: fewer rounds, and the same set at the end.
func (f *fixpoint) round() bool {
	before := len(f.open)
	f.open = slices.DeleteFunc(f.open, func(o *closure) bool {
		v := f.matters(o)
		if v.rule == "" {
			return false
		}
		if o.reject == nil && !o.rest {
			f.kept[o.cb.Method] = v
			delete(f.cleared, o.cb.Method)
		}
		f.keep(o)
		f.register(o.cb)
		return true
	})
	return len(f.open) < before
}

// matters says by which rule a closure has an effect that relevant code could see,
// and why; nothing if it has none. It is R7 for attributes, R19 for other facts, R8
// for what reaches the target, R20 for effects that are not known.
func (f *fixpoint) matters(o *closure) finding {
	at := func(m callgraph.MethodID) string {
		if m == o.cb.Method || m == callgraph.NoMethod {
			return ""
		}
		return f.App.Calls.Method(m).String()
	}
	switch {
	case o.relevant:
		return finding{"R8", guide.Reason{Kind: guide.ReasonRunsOn, Method: at(o.at)}, callgraph.NoMethod}
	case o.lasting != nil:
		reason := *o.lasting
		reason.Method = at(o.at)
		return finding{"R20", reason, callgraph.NoMethod}
	}
	for _, d := range o.writes {
		if by, needed := f.needs.find(d.Fact, d.Values); needed {
			reason := guide.Reason{
				Kind: guide.ReasonChanges, Subject: d.Fact.Subject(), Method: at(d.by), Reader: f.App.Calls.Method(by).String(),
			}
			rule := "R19"
			if d.Fact.Kind == effect.Attribute {
				rule = "R7"
			}
			return finding{rule, reason, by}
		}
	}
	return finding{}
}

// register adds what decides whether a relevant callback runs. Without it a handler could be kept
// while the one that shows its button is cleared.
func (f *fixpoint) register(cb *icfg.Callback) {
	for _, t := range registrationsOf(f.App, cb) {
		f.needs.add(t.Fact, t.Values, cb.Method)
	}
}

// rejections are the walks from a callback that serves several widgets, for those
// of them that do not reach the target (R16). For one on the stack the lines of the trace
// decide what reaches it; they have to agree with the calls of the next frame.
// A widget without a name is not rejected: a guard by its number would not survive another build of the
// resources.
func (f *fixpoint) rejections(cb *icfg.Callback) []*closure {
	m := f.App.Calls.Method(cb.Method)
	key, ok := branch.Primary(m)
	if !ok || !guide.Role(cb.Role).Prunable() || !handlesEvent(m) ||
		f.Reach.OnStack(cb.Method) && !f.Reach.Consistent() {
		return nil
	}
	g := f.Branches.Of(cb.Method)
	if g == nil || !g.Tests(key) {
		return nil
	}
	var accepted attr.Values
	if f.Reach.Has(f.App.Method(cb.Method)) {
		accepted = f.Reach.Accepted(cb.Method, key)
	}
	var all []*closure
	for i := range cb.Widgets {
		w := &cb.Widgets[i]
		if n, known := appcode.Number(*w); known && w.Name != "" && !accepted.Has(n) {
			all = append(all, f.walks.rejectionOf(cb, w, key, g).result())
		}
	}
	return all
}
