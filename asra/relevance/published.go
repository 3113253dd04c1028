package relevance

import (
	"context"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/branch"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/asra/reach"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/specs"
)

// published is the analysis as Mole's paper has it, for the level of that name: R1 to R12
// and nothing else. What leads to the crash point is held (R6, R8). So is what leads to a
// place that sets an attribute which the code held so far tests, to a value that the test
// wants (R3, R4, R7), until no such place is new. Who is not held is pruned, whatever else
// it changes: the level is not sound, and is there to be measured.
//
// Attributes are those with boolean values or numbers (section IV-D of the paper). They are
// told apart by the resource name of their widget, where the paper has variables; a widget
// that is not known may be any. A place that sets one counts on screens that lead to the
// crash, since the paper looks for it in the component of the test.
type published struct {
	Input
	setters []setter
	needs   needs
	// sites are the positions that set a needed attribute; paths leads to their methods
	// without a change of the screen.
	sites map[callgraph.MethodID][]uint32
	paths *reach.Paths
}

// setter is a place that sets an attribute.
type setter struct {
	at     reach.Site
	writes []effect.Access
}

// findPublished runs the analysis to its fixpoint. The error is that of ctx.
func findPublished(ctx context.Context, in Input) (*published, error) {
	x := &published{Input: in, sites: map[callgraph.MethodID][]uint32{}}
	x.setters = x.allSetters()
	for id := range callgraph.MethodID(in.App.Calls.Len()) {
		if in.Reach.OnStack(id) || in.Reach.Has(in.App.Method(id)) && appcode.Own(in.App.Calls.Method(id)) {
			var steps []uint32
			for _, s := range in.Reach.TowardTarget(id) {
				steps = append(steps, s.PC)
			}
			x.tests(id, steps)
		}
	}
	x.lead(nil)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		found := x.targets()
		if len(found) == 0 {
			return x, nil
		}
		x.lead(found)
	}
}

// allSetters are the places of the app's own code that set an attribute with finitely many
// values, a boolean or a number (R2).
func (x *published) allSetters() []setter {
	names := map[string]bool{}
	for _, row := range specs.Attributes() {
		for _, name := range row.Setters {
			names[name] = names[name] || finite(row.Kind)
		}
	}
	var all []setter
	for _, u := range x.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return names[ref.Name] }) {
		if !appcode.Own(x.App.Calls.Method(u.Method)) {
			continue
		}
		here := func(pc uint32) bool { return pc == u.PC }
		writes := x.Effects.Part(u.Method, here, nil).Writes
		writes = slices.DeleteFunc(writes, func(a effect.Access) bool { return a.Fact.Kind != effect.Attribute })
		if len(writes) > 0 {
			all = append(all, setter{reach.Site{In: u.Method, PC: u.PC}, writes})
		}
	}
	return all
}

// finite says that attributes of a kind are those of the paper.
func finite(k specs.AttributeKind) bool { return k == specs.KindBool || k == specs.KindInt }

// tests makes needed what the branches of a method want of attributes before its steps to a
// target: the interval of the branch taken (R3, R4). A test that lets every value pass
// demands nothing.
func (x *published) tests(m callgraph.MethodID, steps []uint32) {
	g := x.Branches.Of(m)
	if g == nil {
		return
	}
	for _, s := range g.Subjects() {
		var v attr.Values
		for _, pc := range steps {
			v = v.Union(g.At(s.Key, pc))
		}
		x.test(m, s, v)
	}
}

// test is tests for one subject, also where a method that is called reads it (R9, R11).
func (x *published) test(m callgraph.MethodID, s branch.Subject, v attr.Values) {
	if v.IsAll() || v.IsEmpty() || s.Kind == specs.KindBool && v.Has(0) && v.Has(1) {
		return
	}
	if h := s.Helper; h != nil {
		for i := range h.Tells {
			x.test(h.In, h.Tells[i].S, h.Tells[i].Wanted(v))
		}
		return
	}
	if s.Call == nil || !s.Read || !finite(s.Kind) {
		return
	}
	here := func(pc uint32) bool { return pc == s.PC }
	for _, r := range x.Effects.Part(m, here, map[uint32]attr.Values{s.PC: v}).Reads {
		if r.Fact.Kind == effect.Attribute {
			x.needs.add(r.Fact, r.Values, m)
		}
	}
}

// targets are the places that set what is needed and are not known as targets yet (R7).
func (x *published) targets() []reach.Site {
	var found []reach.Site
	x.setters = slices.DeleteFunc(x.setters, func(s setter) bool {
		target := x.shown(s.at.In) && slices.ContainsFunc(s.writes, func(w effect.Access) bool {
			_, needed := x.needs.find(w.Fact, w.Values)
			return needed
		})
		if target {
			found = append(found, s.at)
		}
		return target
	})
	return found
}

// shown says that a method can run on a screen that leads to the crash, or on one that is
// not known.
func (x *published) shown(m callgraph.MethodID) bool {
	places := x.App.PlacesOf(m)
	return len(places) == 0 || slices.ContainsFunc(places, func(c int) bool { return x.Reach.Has(x.App.Component(c)) })
}

// lead adds targets, and makes needed what is tested on the paths to them (R8).
func (x *published) lead(found []reach.Site) {
	for _, s := range found {
		x.sites[s.In] = append(x.sites[s.In], s.PC)
	}
	var from []icfg.Node
	for m := range x.sites {
		from = append(from, x.App.Method(m))
	}
	slices.Sort(from)
	x.paths = reach.Back(x.App.Program, from, func(e icfg.Edge, _ *icfg.Edge) bool { return e.Kind == icfg.Open })
	for id := range callgraph.MethodID(x.App.Calls.Len()) {
		if x.paths.Has(x.App.Method(id)) && appcode.Own(x.App.Calls.Method(id)) {
			x.tests(id, x.steps(id))
		}
	}
}

// steps are the positions of a method that set what is needed, or lead to what does.
func (x *published) steps(m callgraph.MethodID) []uint32 {
	all := slices.Clone(x.sites[m])
	for e := range x.App.Succs(x.App.Method(m)) {
		if e.Kind != icfg.Open && x.paths.Has(e.To) {
			all = append(all, e.PC)
		}
	}
	return all
}

// holds says that a callback leads to a place that sets what is needed.
func (x *published) holds(m callgraph.MethodID) bool { return x.paths.Has(x.App.Method(m)) }

// rejected are the widgets for which a callback that tells them apart by their ids gets to
// no target: the paper's assertion over the ids that it has collected (R16).
func (x *published) rejected(cb *icfg.Callback) []icfg.Widget {
	m := x.App.Calls.Method(cb.Method)
	key, ok := branch.Primary(m)
	if !ok || !guide.Role(cb.Role).Prunable() || !handlesEvent(m) ||
		x.Reach.OnStack(cb.Method) && !x.Reach.Consistent() {
		return nil
	}
	if g := x.Branches.Of(cb.Method); g == nil || !g.Tests(key) {
		return nil
	}
	accepted := x.accepted(cb.Method, key, 0)
	if x.Reach.Has(x.App.Method(cb.Method)) {
		accepted = accepted.Union(x.Reach.Accepted(cb.Method, key))
	}
	if accepted.IsEmpty() {
		return nil // it is not held, or for no widget that is known
	}
	var all []icfg.Widget
	for _, w := range cb.Widgets {
		if n, known := appcode.Number(w); known && w.Name != "" && !accepted.Has(n) {
			all = append(all, w)
		}
	}
	return all
}

// maxPassed bounds the calls into which an id is followed.
const maxPassed = 4

// accepted are the values of a subject with which a method gets to a place that sets what is
// needed, followed into what it calls (R12).
func (x *published) accepted(m callgraph.MethodID, key string, depth int) attr.Values {
	g := x.Branches.Of(m)
	if g == nil || depth > maxPassed {
		return attr.All()
	}
	var all attr.Values
	for _, pc := range x.sites[m] {
		all = all.Union(g.At(key, pc))
	}
	for e := range x.App.Succs(x.App.Method(m)) {
		if e.Kind == icfg.Open || !x.paths.Has(e.To) {
			continue
		}
		v := g.At(key, e.PC)
		in := g.Origins.Graph.Code.At(e.PC)
		if to := x.App.MethodAt(e.To); e.Kind == icfg.Call && in.Op.Invokes() && to != callgraph.NoMethod && !v.IsEmpty() {
			if inner := x.Branches.Passed(g, &in, key, to); inner != "" {
				v = v.Intersect(x.accepted(to, inner, depth+1))
			}
		}
		all = all.Union(v)
	}
	return all
}
