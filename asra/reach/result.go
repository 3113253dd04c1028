package reach

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/branch"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/apk"
)

// Result is what can reach the crash point, and how. It is frozen: what it remembers
// of questions asked changes no answer. It is for one goroutine.
type Result struct {
	Stack
	// Paths leads back from the anchor over the whole program, Routes over components.
	*Paths
	Routes *Routes
	// Begin is the component that the path to the target begins at: the launcher, or the
	// one from which the target is cheapest to reach; -1 if there is no path.
	Begin    int
	app      *appcode.Reader
	branches *branch.Table
	slices   map[callgraph.MethodID][]bool // see slice
	demanded map[callgraph.MethodID][]demand
}

// Find walks back from the crash point. cannotRun says which callbacks cannot run (R22):
// no path goes through them.
func Find(app *appcode.Reader, branches *branch.Table, stack Stack, cannotRun func(m callgraph.MethodID) bool) *Result {
	r := newResult(app, branches)
	r.Stack = stack
	never := func(e icfg.Edge, _ *icfg.Edge) bool {
		return (e.Kind == icfg.CallbackEdge || e.Kind == icfg.Handle) && cannotRun(app.MethodAt(e.To))
	}
	var roots []icfg.Node
	if stack.Known() {
		roots = append(roots, stack.AnchorNode())
	}
	r.Paths = Back(app.Program, roots, never)
	r.Routes = FindRoutes(app.Program, stack.AnchorNode(), stack.Hosts, func(e icfg.Edge, next *icfg.Edge) bool {
		return never(e, next) || stack.otherReceiver(e) || r.contradicts(e, next)
	}, r.afterUse)
	r.Begin = r.begin()
	return r
}

// newResult is a Result without a target.
func newResult(app *appcode.Reader, branches *branch.Table) *Result {
	return &Result{
		app: app, branches: branches,
		slices: map[callgraph.MethodID][]bool{}, demanded: map[callgraph.MethodID][]demand{},
	}
}

// afterUse says that the tests of a method let control take an edge only once a setting has been stored, if it opens a
// screen, or with the state that was saved of its own screen.
func (r *Result) afterUse(e icfg.Edge) bool {
	m := r.app.MethodAt(e.From)
	switch {
	case m == callgraph.NoMethod:
	case e.Kind == icfg.Open:
		g := r.branches.Of(m)
		return g != nil && !r.branches.BeforeUse(g, e.PC)
	case e.Kind == icfg.Call || e.Kind == icfg.Create:
		return r.branches.AfterRestore(m, e.PC)
	}
	return false
}

// begin is Result.Begin. That another app starts an exported component is one thing that the
// system must do (costSystem): where the path from the launcher asks for more of that kind, such as
// an app widget's broadcast, the one that begins with the start is easier. A component that
// nobody outside may start comes last. Of several that are as cheap it is the first of the manifest.
func (r *Result) begin() int {
	begin, least := -1, uint32(0)
	for c, cost := range r.Routes.cost {
		if cost == 0 {
			continue
		}
		if at := &r.app.Components[c]; !at.Launcher && at.Exported {
			cost += costSystem
		} else if !at.Launcher {
			cost += costClosed
		}
		if begin < 0 || cost < least {
			begin, least = c, cost
		}
	}
	return begin
}

// Route lists the edges of the path from where it begins to the target.
func (r *Result) Route() []icfg.Edge {
	if r.Begin < 0 {
		return nil
	}
	return r.Routes.Path(r.Begin)
}

// Callbacks are those that can matter on their own account, in the order of their
// methods: what is on the stack, and what can run under a component and is not of the
// platform's libraries.
func (r *Result) Callbacks() []*icfg.Callback {
	var all []*icfg.Callback
	for i := range r.app.Callbacks {
		cb := &r.app.Callbacks[i]
		platform := !appcode.Own(r.app.Calls.Method(cb.Method))
		if r.OnStack(cb.Method) || len(cb.Components) > 0 && !platform {
			all = append(all, cb)
		}
	}
	return all
}

// Step is an instruction of a method that reaches the target, and where it goes:
// NoMethod if not to a method by a call.
type Step struct {
	PC uint32 // in code units
	To callgraph.MethodID
}

// Calls says that a step is a call, and not something made that is used later.
func (s Step) Calls(code *dex.Code) bool {
	op := code.At(s.PC).Op
	return op.Invokes() && op.Ref() == dex.RefMethod && s.To != callgraph.NoMethod
}

// TowardTarget are the instructions of a method that reach the target: for a method on the
// stack those of its frame's line, or its calls of the next frame (R13), else all with
// an edge to something that reaches it.
func (r *Result) TowardTarget(m callgraph.MethodID) []Step {
	if i := slices.Index(r.Inner(), m); i >= 0 {
		if steps := r.steps(i); len(steps) > 0 {
			return steps
		}
	}
	var all []Step
	for e := range r.app.Succs(r.app.Method(m)) {
		if r.Has(e.To) {
			all = append(all, r.step(e))
		}
	}
	return all
}

// step is the step along an edge that leaves a method. Who hands an object over
// does not call its callbacks with what it hands over beside.
func (r *Result) step(e icfg.Edge) Step {
	if e.Kind == icfg.Use {
		return Step{e.PC, callgraph.NoMethod}
	}
	return Step{e.PC, r.app.MethodAt(e.To)}
}

// maxCallDepth bounds how far a tested value is followed into callees.
const maxCallDepth = 4

// Accepted is the set of values of a subject with which a method can reach the target
// (R16), over all its steps onward, followed into callees.
func (r *Result) Accepted(m callgraph.MethodID, key string) attr.Values { return r.accepted(m, key, 0) }

// accepted is Accepted at a depth of calls: beyond maxCallDepth every value counts as
// accepted, which errs by rejecting too little.
func (r *Result) accepted(m callgraph.MethodID, key string, depth int) attr.Values {
	g := r.branches.Of(m)
	if g == nil || depth > maxCallDepth {
		return attr.All()
	}
	var all attr.Values
	for _, step := range r.TowardTarget(m) {
		all = all.Union(r.through(g, key, step, depth))
		if all.IsAll() {
			break
		}
	}
	return all
}

// through is the set of values with which control takes a step, the tests in
// the callee included (R12). A step that is no call takes the object somewhere else, with
// whatever number: only the tests before it count.
func (r *Result) through(g *branch.Constraints, key string, s Step, depth int) attr.Values {
	v := g.At(key, s.PC)
	if s.To == callgraph.NoMethod || v.IsEmpty() {
		return v
	}
	in := g.Origins.Graph.Code.At(s.PC)
	if !in.Op.Invokes() {
		return v
	}
	if inner := r.branches.Passed(g, &in, key, s.To); inner != "" {
		v = v.Intersect(r.accepted(s.To, inner, depth+1))
	}
	if depth < maxCallDepth {
		v = v.Intersect(r.handed(g, key, &in, s.To))
	}
	return v
}

// Widgets are the widgets of a callback with which it takes the next edge of a path;
// nil next means to the target. All of them where no test tells them apart, and where the
// tests leave none: then they speak of widgets that the program does not know.
func (r *Result) Widgets(cb *icfg.Callback, next *icfg.Edge) []icfg.Widget {
	return r.some(cb.Widgets, r.takes(cb, next))
}

// Likely are those of Widgets that also bear the text which the callback asks for on the way. It is advice: code may
// give a widget another text than that which is known.
func (r *Result) Likely(cb *icfg.Callback, next *icfg.Edge) []icfg.Widget {
	at := offsets(r.TowardTarget(cb.Method))
	if next != nil {
		at = []uint32{next.PC}
	}
	return r.titled(cb, r.Widgets(cb, next), at)
}

// WidgetsAt are the widgets of a callback with which control comes to a position in it; all of them where no test tells
// them apart.
func (r *Result) WidgetsAt(cb *icfg.Callback, pc uint32) []icfg.Widget {
	key, ok := branch.Primary(r.app.Calls.Method(cb.Method))
	g := r.branches.Of(cb.Method)
	if !ok || g == nil {
		return r.titled(cb, cb.Widgets, []uint32{pc})
	}
	return r.titled(cb, r.some(cb.Widgets, g.At(key, pc)), []uint32{pc})
}

// maxTested is how many ids that code tests are named where no registration tells the widgets of a handler.
const maxTested = 6

// some are the widgets with one of the numbers. If none has, the tests speak of widgets that the program does not know,
// such as those of a list of ids for each of which a loop registers the handler: then the ids themselves name them, and
// all are returned where the numbers are no ids.
func (r *Result) some(widgets []icfg.Widget, wanted attr.Values) []icfg.Widget {
	var all []icfg.Widget
	for _, w := range widgets {
		if n, known := appcode.Number(w); known && wanted.Has(n) {
			all = append(all, w)
		}
	}
	if len(all) == 0 {
		all = r.tested(wanted)
	}
	if len(all) == 0 {
		return widgets
	}
	return all
}

// tested are the widgets with the numbers as their ids, a few; none where others than ids are among the numbers.
func (r *Result) tested(wanted attr.Values) []icfg.Widget {
	var all []icfg.Widget
	for _, part := range wanted.Intervals() {
		if part.Max-part.Min >= maxTested || part.Max < part.Min {
			return nil // of a test for what it is not
		}
		for n := part.Min; n <= part.Max; n++ {
			id := apk.ID(uint32(n))
			name := r.app.Resources.Name(id)
			if int64(int32(n)) != n || !strings.HasPrefix(name, "id/") || len(all) == maxTested {
				return nil
			}
			all = append(all, icfg.Widget{ID: id, Name: name, Screen: -1})
		}
	}
	return all
}

// positions are the registers in which callbacks of lists get the place of a row, from 0, by name and first
// parameter: those of android.widget.AdapterView, ListActivity and DialogInterface.
var positions = map[string]int64{
	"onItemClick(Landroid/widget/AdapterView;": 3, "onItemLongClick(Landroid/widget/AdapterView;": 3,
	"onItemSelected(Landroid/widget/AdapterView;": 3, "onListItemClick(Landroid/widget/ListView;": 3,
	"onClick(Landroid/content/DialogInterface;": 2,
}

// maxPositions is how many rows are worth naming: of more, most do.
const maxPositions = 4

// Positions are the places, from 0, of the rows of a list with which a callback takes the next edge of a path;
// nil next means to the target. None where no test tells rows apart, or too many do.
func (r *Result) Positions(cb *icfg.Callback, next *icfg.Edge) []int {
	m := r.app.Calls.Method(cb.Method)
	first, _, _ := strings.Cut(m.Desc, ";")
	register, ok := positions[m.Name+first+";"]
	if key, tests := branch.Primary(m); !ok || !tests || key != branch.ParameterKey(register) {
		return nil
	}
	return few(r.takes(cb, next))
}

// few are the numbers of a set, none if they are many or below zero.
func few(of attr.Values) (all []int) {
	for _, part := range of.Intervals() {
		if part.Min < 0 || part.Max-part.Min >= maxPositions {
			return nil // the button of a dialog, or rows up to any
		}
		for n := part.Min; n <= part.Max; n++ {
			all = append(all, int(n))
		}
	}
	if len(all) > maxPositions {
		return nil
	}
	return all
}

// Numbers are the values of a parameter, by its register, with which control comes to a position in a method; none
// where no test tells them apart, or too many do.
func (r *Result) Numbers(m callgraph.MethodID, register int64, pc uint32) []int {
	g := r.branches.Of(m)
	if g == nil {
		return nil
	}
	return few(g.At(branch.ParameterKey(register), pc))
}

// takes is the set of numbers of widgets with which a callback takes the next edge of a
// path.
func (r *Result) takes(cb *icfg.Callback, next *icfg.Edge) attr.Values {
	key, ok := branch.Primary(r.app.Calls.Method(cb.Method))
	if !ok {
		return attr.All()
	}
	g := r.branches.Of(cb.Method)
	if next == nil || g == nil {
		return r.Accepted(cb.Method, key)
	}
	return r.through(g, key, r.step(*next), 0)
}

// Site is a position in a method.
type Site struct {
	In callgraph.MethodID
	PC uint32 // in code units
}

// Sites are the positions that control passes on the cheapest path from a callback to
// the next event, or to the target: in the callback itself and in what it calls.
func (r *Result) Sites(m callgraph.MethodID) []Site {
	var all []Site
	if i := slices.Index(r.Inner(), m); i >= 0 {
		for ; i >= 0; i-- {
			if steps := r.steps(i); len(steps) > 0 {
				all = append(all, Site{r.Chain[i], steps[0].PC})
			}
		}
		return all
	}
	for _, e := range r.Path(r.app.Method(m)) {
		from := r.app.MethodAt(e.From)
		if from == callgraph.NoMethod {
			break
		}
		all = append(all, Site{from, e.PC})
		if e.Kind != icfg.Call {
			break
		}
	}
	return all
}

// contradicts is asked by Routes only: Paths, by which callbacks are kept, takes every edge
// that some run may take, while a route is advice and may leave out doubtful ones.
//
// It says that a call gives its callee a number or text with which the callee
// does not take the next edge: showDialog(1), when only dialog 2 reaches the target. It
// also says so of calls of the callback on the stack by code of the app, where
// the stack shows that the framework or a library called it.
func (r *Result) contradicts(e icfg.Edge, next *icfg.Edge) bool {
	switch {
	case e.Kind == icfg.Answer:
		return r.otherRequest(e, next)
	case e.Kind != icfg.Call && e.Kind != icfg.Show:
		return false
	case next == nil:
		return r.direct && e.Kind == icfg.Call && e.To == r.AnchorNode()
	}
	caller, callee := r.app.MethodAt(e.From), r.app.MethodAt(e.To)
	if caller == callgraph.NoMethod || callee == callgraph.NoMethod ||
		len(dex.Params(r.app.Calls.Method(callee).Desc)) == 0 {
		return false
	}
	to := r.branches.Of(callee)
	if to == nil {
		return false
	}
	// Most methods want nothing of their parameters; what the values of the caller are is then not asked.
	demands := demandsAt(to, next.PC)
	used := r.usedWidget(callee, to, next.PC)
	if len(demands) == 0 && used == nil {
		return false
	}
	from := r.branches.Of(caller)
	if from == nil {
		return false
	}
	in := from.Origins.Graph.Code.At(e.PC)
	return in.Op.Invokes() && r.givesOther(from, callee, &in, demands) ||
		used != nil && r.noWidgetFor(from, &in, callee, *used)
}

// otherRequest is contradicts for a request to another activity: its code is not that of the answer that the trace
// shows, or none with which the method that takes the answer goes on to the target, nor to a request of its own
// whose answer does.
func (r *Result) otherRequest(e icfg.Edge, next *icfg.Edge) bool {
	if next == nil && e.To == r.AnchorNode() && r.asked() {
		n, ok := r.requestCode(e)
		return ok && !r.asks(n)
	}
	taker := r.app.MethodAt(e.To)
	key, ok := branch.Primary(r.app.Calls.Method(taker))
	to := r.branches.Of(taker)
	if !ok || key != branch.ParameterKey(1) || to == nil {
		return false
	}
	wanted := attr.All()
	switch {
	case next != nil:
		wanted = to.At(key, next.PC)
	case e.To == r.AnchorNode():
		wanted = r.Accepted(taker, key)
	}
	if wanted.IsEmpty() {
		return false // tests that no run passes tell no request from another
	}
	for again := range r.app.Succs(e.To) {
		if n, ok := r.requestCode(again); ok && again.To == e.To && again.Kind == icfg.Answer && wanted.Has(n) {
			wanted = wanted.Union(to.At(key, again.PC))
		}
	}
	n, ok := r.requestCode(e)
	return ok && !wanted.Has(n)
}

// asked says that some request of the app has the code of the trace's: another build may have other numbers.
func (r *Result) asked() bool {
	if r.asks == nil {
		return false
	}
	for e := range r.app.Preds(r.AnchorNode()) {
		if n, ok := r.requestCode(e); ok && r.asks(n) {
			return true
		}
	}
	return false
}

// requestCode is the number that a request gives, which comes back with its answer; ok is false where it is
// no constant.
func (r *Result) requestCode(e icfg.Edge) (n int64, ok bool) {
	if e.Kind != icfg.Answer {
		return 0, false // such as the edge of the component, which comes from no method
	}
	from := r.branches.Of(r.app.MethodAt(e.From))
	if from == nil {
		return 0, false
	}
	in := from.Origins.Graph.Code.At(e.PC)
	return appcode.RequestCode(from.Origins, &in)
}

// usedWidget is the set of numbers of widgets with which a callback goes on to an instruction; nil where it takes any.
func (r *Result) usedWidget(m callgraph.MethodID, g *branch.Constraints, pc uint32) *attr.Values {
	key, ok := branch.Primary(r.app.Calls.Method(m))
	if !ok || key != branch.ParameterKey(1) || r.app.CallbackOf(m) == nil {
		return nil
	}
	wanted := g.At(key, pc)
	if wanted.IsAll() {
		return nil
	}
	return &wanted
}

// noWidgetFor is contradicts for a callback that passes on the number of the
// widget that was used: no widget of the callback has a wanted number.
func (r *Result) noWidgetFor(g *branch.Constraints, in *dex.Insn, callee callgraph.MethodID, wanted attr.Values) bool {
	cb := r.app.CallbackOf(g.In)
	key, ok := branch.Primary(r.app.Calls.Method(g.In))
	if cb == nil || !ok || len(cb.Widgets) == 0 || r.branches.Passed(g, in, key, callee) != branch.ParameterKey(1) {
		return false
	}
	return !slices.ContainsFunc(cb.Widgets, func(w icfg.Widget) bool {
		n, known := appcode.Number(w)
		return !known || wanted.Has(n)
	})
}
