package dataflow

import "container/heap"

// worklist is a priority queue of nodes, each in it at most once.
type worklist struct {
	rank   []int // nil: by number
	heap   []int
	queued []bool
}

func newWorklist(n int, rank []int) *worklist {
	return &worklist{rank: rank, queued: make([]bool, n)}
}

func (w *worklist) push(node int) {
	if !w.queued[node] {
		w.queued[node] = true
		heap.Push((*rankHeap)(w), node)
	}
}

func (w *worklist) pop() (node int, ok bool) {
	if len(w.heap) == 0 {
		return 0, false
	}
	node = heap.Pop((*rankHeap)(w)).(int)
	w.queued[node] = false
	return node, true
}

// rankHeap is the worklist as container/heap wants it.
type rankHeap worklist

func (h *rankHeap) Len() int { return len(h.heap) }

func (h *rankHeap) Less(i, j int) bool {
	a, b := h.heap[i], h.heap[j]
	if h.rank != nil && h.rank[a] != h.rank[b] {
		return h.rank[a] < h.rank[b]
	}
	return a < b
}

func (h *rankHeap) Swap(i, j int) { h.heap[i], h.heap[j] = h.heap[j], h.heap[i] }

func (h *rankHeap) Push(x any) { h.heap = append(h.heap, x.(int)) }

func (h *rankHeap) Pop() any {
	last := len(h.heap) - 1
	node := h.heap[last]
	h.heap = h.heap[:last]
	return node
}
