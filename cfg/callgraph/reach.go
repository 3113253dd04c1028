package callgraph

import "slices"

// Walk steers Backward and Forward; the zero value follows all edges.
type Walk struct {
	// CallsOnly leaves Alloc edges out.
	CallsOnly bool
	// Stop says at which methods the walk ends: they are reached, but not
	// passed. May be nil.
	Stop func(MethodID) bool
	// Extra gives further predecessors (of Backward) or successors (of Forward)
	// of a method, for what the graph does not know. May be nil.
	Extra func(MethodID) []MethodID
}

// Reach is the result of a walk: the methods reached, with shortest paths.
type Reach struct {
	// Order lists the methods in the order of their distance, the roots first.
	Order []MethodID
	// dist is the number of edges from the nearest root plus 1, 0 if not
	// reached; via the edge that reached the method.
	dist []int32
	via  []Edge
}

// Has reports whether a method was reached.
func (r *Reach) Has(m MethodID) bool { return m >= 0 && r.dist[m] > 0 }

// Distance is the number of edges between a method and the nearest root, -1 if
// it was not reached.
func (r *Reach) Distance(m MethodID) int { return int(r.dist[m]) - 1 }

// Path lists the edges between a method and the nearest root: in the direction
// of control, so after Backward from the method to the root, after Forward from
// the root to the method. Edges of Walk.Extra have PC 0. Empty for roots and for
// methods that were not reached.
func (r *Reach) Path(m MethodID) []Edge {
	var path []Edge
	for at := m; r.dist[at] > 1; {
		e := r.via[at]
		path = append(path, e)
		if e.From == at {
			at = e.To
		} else {
			at = e.From
		}
	}
	if len(path) > 0 && path[0].To == m {
		slices.Reverse(path)
	}
	return path
}

// Backward finds the methods from which control can get to one of the roots.
// The creators of a class are reached once, at the first method of it that is: later methods of the same class
// would reach the same creators, no nearer.
func (g *Graph) Backward(roots []MethodID, w Walk) *Reach {
	created := make(map[TypeID]bool) // classes whose creators have been reached
	return g.walk(roots, w, func(m MethodID, reach func(MethodID, Edge)) {
		for e := range g.In(m) {
			reach(e.From, e)
		}
		if w.CallsOnly {
			return
		}
		for t := range g.Receivers(m) {
			if created[t] {
				continue
			}
			created[t] = true
			for _, use := range g.Index.allocs.of(int(t)) {
				reach(use.Method, Edge{From: use.Method, To: m, PC: use.PC, Kind: Alloc})
			}
		}
	}, func(m, extra MethodID) Edge { return Edge{From: extra, To: m, Kind: Call} })
}

// Forward finds the methods that control can get to from one of the roots.
func (g *Graph) Forward(roots []MethodID, w Walk) *Reach {
	created := make(map[TypeID]bool)
	return g.walk(roots, w, func(m MethodID, reach func(MethodID, Edge)) {
		for _, e := range g.Out(m) {
			reach(e.To, e)
		}
		if w.CallsOnly {
			return
		}
		for _, a := range g.Index.allocsOf(m) {
			if created[a.typ] {
				continue
			}
			created[a.typ] = true
			for to := range g.called(a.typ) {
				reach(to, Edge{From: m, To: to, PC: a.pc, Kind: Alloc})
			}
		}
	}, func(m, extra MethodID) Edge { return Edge{From: m, To: extra, Kind: Call} })
}

// Breadth first, so that the first edge to reach a method is on a shortest path. Time is in methods and edges.
func (g *Graph) walk(roots []MethodID, w Walk, next func(MethodID, func(MethodID, Edge)),
	extra func(m, extra MethodID) Edge,
) *Reach {
	r := &Reach{dist: make([]int32, g.Len()), via: make([]Edge, g.Len())}
	for _, m := range roots {
		if m >= 0 && r.dist[m] == 0 {
			r.dist[m] = 1
			r.Order = append(r.Order, m)
		}
	}
	for head := 0; head < len(r.Order); head++ {
		m := r.Order[head]
		if w.Stop != nil && w.Stop(m) {
			continue
		}
		reach := func(to MethodID, e Edge) {
			if to >= 0 && r.dist[to] == 0 {
				r.dist[to], r.via[to] = r.dist[m]+1, e
				r.Order = append(r.Order, to)
			}
		}
		next(m, reach)
		if w.Extra != nil {
			for _, x := range w.Extra(m) {
				reach(x, extra(m, x))
			}
		}
	}
	return r
}
