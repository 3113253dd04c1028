package callgraph

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

// Reach is the result of a walk: the methods reached, and how far they are.
type Reach struct {
	// Order lists the methods in the order of their distance, the roots first.
	Order []MethodID
	// dist is the number of edges from the nearest root plus 1, 0 if not
	// reached.
	dist []int32
}

// Has reports whether a method was reached.
func (r *Reach) Has(m MethodID) bool { return m >= 0 && r.dist[m] > 0 }

// Distance is the number of edges between a method and the nearest root, -1 if
// it was not reached.
func (r *Reach) Distance(m MethodID) int { return int(r.dist[m]) - 1 }

// Backward finds the methods from which control can get to one of the roots.
// The creators of a class are reached once, at the first method of it that is: later methods of the same class
// would reach the same creators, no nearer.
func (g *Graph) Backward(roots []MethodID, w Walk) *Reach {
	created := make(map[TypeID]bool) // classes whose creators have been reached
	return g.walk(roots, w, func(m MethodID, reach func(MethodID)) {
		for e := range g.In(m) {
			reach(e.From)
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
				reach(use.Method)
			}
		}
	})
}

// Forward finds the methods that control can get to from one of the roots.
func (g *Graph) Forward(roots []MethodID, w Walk) *Reach {
	created := make(map[TypeID]bool)
	return g.walk(roots, w, func(m MethodID, reach func(MethodID)) {
		for _, e := range g.Out(m) {
			reach(e.To)
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
				reach(to)
			}
		}
	})
}

// Breadth first, so that a method is first reached on a shortest path. Time is in methods and edges.
func (g *Graph) walk(roots []MethodID, w Walk, next func(m MethodID, reach func(MethodID))) *Reach {
	r := &Reach{dist: make([]int32, g.Len())}
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
		reach := func(to MethodID) {
			if to >= 0 && r.dist[to] == 0 {
				r.dist[to] = r.dist[m] + 1
				r.Order = append(r.Order, to)
			}
		}
		next(m, reach)
		if w.Extra != nil {
			for _, x := range w.Extra(m) {
				reach(x)
			}
		}
	}
	return r
}
