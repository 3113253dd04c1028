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

// setTable gives sets of origin numbers handles, equal ones to equal sets. Most sets are of one
// number: their handles need no table. The set of number 0, which is Unknown, is top. Handles are
// compared instead of sets, and fit sixteen bits in most methods (see pack).
type setTable struct {
	singles uint32    // numbers there are: that of n has the handle n plus 1
	larger  [][]int32 // sorted; handles follow those of the single ones
	byKey   map[string]uint32
	unions  map[[2]uint32]uint32
}

// close drops what only the making of new sets needs.
func (t *setTable) close() { t.byKey, t.unions = nil, nil }

// single is the handle of the set of one number.
func (t *setTable) single(number int32) uint32 { return uint32(number) + 1 }

// appendTo appends the numbers of a set in ascending order.
func (t *setTable) appendTo(list []int32, h uint32) []int32 {
	switch {
	case h == none:
		return list
	case h <= t.singles:
		return append(list, int32(h)-1)
	}
	return append(list, t.larger[h-t.singles-1]...)
}

// union returns the handle of the union, top if it grows beyond the limit.
// It is remembered by the pair, the smaller handle first: loops ask for the same unions again and again.
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
	var room [2 * limit]int32
	all := t.appendTo(t.appendTo(room[:0], a), b)
	slices.Sort(all)
	h := top
	if all = slices.Compact(all); len(all) <= limit {
		h = t.intern(all)
	}
	if t.unions == nil {
		t.unions = map[[2]uint32]uint32{}
	}
	t.unions[[2]uint32{a, b}] = h
	return h
}

// intern gives a set of more than one number its handle. The numbers are sorted, so that equal sets
// have equal bytes, which are the key.
func (t *setTable) intern(numbers []int32) uint32 {
	var room [4 * limit]byte
	key := room[:0]
	for _, n := range numbers {
		key = binary.LittleEndian.AppendUint32(key, uint32(n))
	}
	if h, ok := t.byKey[string(key)]; ok {
		return h
	}
	t.larger = append(t.larger, slices.Clone(numbers))
	h := t.singles + uint32(len(t.larger))
	if t.byKey == nil {
		t.byKey = map[string]uint32{}
	}
	t.byKey[string(key)] = h
	return h
}
