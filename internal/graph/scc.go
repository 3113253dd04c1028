package graph

// Components gives each node the number of its strongly connected component
// (Tarjan 1972). Components are numbered in reverse topological order: an edge
// between two components leads from the higher number to the lower.
func (g *Graph) Components() (component []int32, count int) {
	t := &tarjan{
		g:         g,
		index:     make([]int32, g.Len()),
		low:       make([]int32, g.Len()),
		component: make([]int32, g.Len()),
	}
	for v := range t.component {
		t.component[v] = -1
	}
	for v := range int32(g.Len()) {
		if t.index[v] == 0 {
			t.visit(v)
		}
	}
	return t.component, int(t.count)
}

type tarjan struct {
	g         *Graph
	index     []int32 // order of discovery from 1, 0 if not found yet
	low       []int32 // smallest index reachable through the tree and one more edge
	component []int32 // -1 while open
	open      []int32 // found, component not known yet
	clock     int32
	count     int32
}

func (t *tarjan) visit(root int32) {
	stack := []frame{t.enter(root)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		v := top.node
		if top.edge == t.g.start[v+1] {
			t.leave(v)
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				parent := stack[len(stack)-1].node
				t.low[parent] = min(t.low[parent], t.low[v])
			}
			continue
		}
		w := t.g.next[top.edge]
		top.edge++
		switch {
		case t.index[w] == 0:
			stack = append(stack, t.enter(w))
		case t.component[w] < 0:
			t.low[v] = min(t.low[v], t.index[w])
		}
	}
}

func (t *tarjan) enter(v int32) frame {
	t.clock++
	t.index[v], t.low[v] = t.clock, t.clock
	t.open = append(t.open, v)
	return frame{v, t.g.start[v]}
}

// leave closes a component when v is the first of it that was found.
func (t *tarjan) leave(v int32) {
	if t.low[v] != t.index[v] {
		return
	}
	for {
		w := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.component[w] = t.count
		if w == v {
			break
		}
	}
	t.count++
}
