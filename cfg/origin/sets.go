package origin

import (
	"encoding/binary"
	"slices"
)

// Handles of the two ends of the lattice.
const (
	none uint32 = 0 // no value yet; the least element
	top  uint32 = 1 // anything; the greatest, which absorbs all others
)

// setTable interns sets of origin numbers, so that equal sets have equal
// handles.
type setTable struct {
	elems  [][]int32 // sorted, by handle
	byKey  map[string]uint32
	unions map[[2]uint32]uint32
}

func (t *setTable) init() {
	t.elems = [][]int32{none: {}, top: {0}}
	t.byKey = map[string]uint32{"": none, key([]int32{0}): top}
	t.unions = map[[2]uint32]uint32{}
}

func key(elems []int32) string {
	b := make([]byte, 0, 4*len(elems))
	for _, e := range elems {
		b = binary.LittleEndian.AppendUint32(b, uint32(e))
	}
	return string(b)
}

func (t *setTable) intern(elems []int32) uint32 {
	k := key(elems)
	if h, ok := t.byKey[k]; ok {
		return h
	}
	h := uint32(len(t.elems))
	t.elems = append(t.elems, elems)
	t.byKey[k] = h
	return h
}

func (t *setTable) single(id int32) uint32 {
	return t.intern([]int32{id})
}

// union returns the handle of the union, top if it grows beyond the limit.
func (t *setTable) union(a, b uint32) uint32 {
	switch {
	case a == b || b == none:
		return a
	case a == none:
		return b
	case a == top || b == top:
		return top
	case a > b:
		a, b = b, a
	}
	if h, ok := t.unions[[2]uint32{a, b}]; ok {
		return h
	}
	all := slices.Concat(t.elems[a], t.elems[b])
	slices.Sort(all)
	all = slices.Compact(all)
	h := top
	if len(all) <= limit {
		h = t.intern(all)
	}
	t.unions[[2]uint32{a, b}] = h
	return h
}
