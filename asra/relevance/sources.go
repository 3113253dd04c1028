package relevance

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/reach"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// rank orders the sources of what is necessary. The rank only chooses the reason that is told; a
// handler is as necessary by the last source as by the first.
type rank int

// The sources, those first whose reasons say most.
const (
	setsAttribute rank = iota // R7
	setsState                 // R19
	opensSetting              // R19
	addsRows                  // R19
	leadsToNull               // R21
	ranks
)

// Bounds of what sources name.
const (
	maxDependencies = 200 // that a guide lists, of states and nulls
	maxSetters      = 40  // handlers that set states
	maxStored       = 40  // handlers that add rows
	// maxLeadCost bounds the path from a handler to the code that adds rows or has the null.
	maxLeadCost = 2*reach.CostEvent + 20
	// maxSettingSteps is how near code has to be that names a setting.
	maxSettingSteps = 3
)

// sources finds handlers that are necessary though no fact leads to them, and who depends
// on whom. What it finds adds up: it takes nothing back. It asks the stages before and
// nothing of the fixpoint but who is near, so that the order of the sources does not show
// in the set of handlers, only in the reasons: that of the least rank is told.
type sources struct {
	Input
	walker      *reach.Walker // nil until it is needed: it takes room for every node
	found       []promotion
	named       map[callgraph.MethodID]rank // of found: the least rank of each callback
	depends     [ranks][]guide.Dependency
	nullSources []NullSource
	readers     map[string]SettingReader
}

// newSources prepares the sources of what is necessary.
func newSources(in Input) *sources {
	return &sources{Input: in, named: map[callgraph.MethodID]rank{}}
}

// dependencies are those of all sources, in their order. Equal ones of two sources stand once, at
// the place of the first.
func (s *sources) dependencies() []guide.Dependency {
	var all []guide.Dependency
	for _, some := range s.depends {
		for _, d := range some {
			if !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all
}

// depend notes a dependency once.
func (s *sources) depend(r rank, d guide.Dependency) {
	if !slices.Contains(s.depends[r], d) {
		s.depends[r] = append(s.depends[r], d)
	}
}

// promote names a callback as necessary. Whether it can run, and whether it is relevant
// anyway, is for the fixpoint to say.
func (s *sources) promote(m callgraph.MethodID, r rank, rule string, reason guide.Reason) {
	if least, known := s.named[m]; known && least <= r {
		return
	}
	s.named[m] = r
	s.found = append(s.found, promotion{m, r, rule, reason})
}

// name is the DEX name of a method.
func (s *sources) name(m callgraph.MethodID) string { return s.App.Calls.Method(m).String() }

// leadingTo are the handlers of events from which cheap paths lead to a method, with the widgets
// with which they take them. Cheap means one event and some calls: what is farther is on another
// screen's account.
func (s *sources) leadingTo(m callgraph.MethodID, found func(cb *icfg.Callback, widgets []icfg.Widget)) {
	if s.walker == nil {
		s.walker = reach.NewWalker(s.App.Program)
	}
	paths := s.walker.Near(s.App.Method(m), maxLeadCost)
	for _, cb := range s.Callbacks {
		n := s.App.Method(cb.Method)
		if !appcode.IsEvent(cb.Role) || !paths.Has(n) || appcode.MakesForCaller(s.App.Calls.Method(cb.Method)) {
			continue
		}
		widgets := cb.Widgets
		if next := paths.Next(n); next != nil {
			widgets = s.Reach.Widgets(cb, next)
		}
		found(cb, widgets)
	}
}

// trigger is the first of some widgets in the guide's form; zero if there is none.
func (s *sources) trigger(widgets []icfg.Widget) guide.Widget {
	if len(widgets) == 0 {
		return guide.Widget{}
	}
	return s.App.GuideWidget(widgets[0])
}

// maxNear bounds the methods that count as near.
const maxNear = 400

// anyVerdict accepts every verdict.
func anyVerdict(Verdict) bool { return true }

// near is Result.Near as things stand: with those handlers that store what the path reads (R19)
// whose verdict counts. It takes its candidates from the inside of the crash outwards, so that the
// bound cuts off what is farthest.
func (f *fixpoint) near(counts func(v Verdict) bool) []callgraph.MethodID {
	var all []callgraph.MethodID
	seen := map[callgraph.MethodID]bool{}
	add := func(m callgraph.MethodID) {
		if m != callgraph.NoMethod && !seen[m] && len(all) < maxNear && appcode.Own(f.App.Calls.Method(m)) {
			seen[m] = true
			all = append(all, m)
		}
	}
	for _, m := range f.Reach.Inner() {
		add(m)
	}
	for _, e := range f.Reach.Route() {
		add(f.App.MethodAt(e.From))
	}
	for _, cb := range f.Callbacks {
		if v := f.verdict(cb); v.Rule == "R19" && counts(v) {
			add(cb.Method)
		}
	}
	for _, m := range slices.Clone(all) {
		own := callgraph.Vendor(f.App.Calls.Method(m).Class.Descriptor)
		for _, e := range f.App.Calls.Out(m) {
			if callgraph.Vendor(f.App.Calls.Method(e.To).Class.Descriptor) == own {
				add(e.To)
			}
		}
	}
	return all
}
