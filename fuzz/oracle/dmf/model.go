package dmf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// fewObjects is what Smaller allows, beside those that were there from the start: it is there for lists
// to end on the screen, and who wrote it counted what functions add.
const fewObjects = 5

// model has the objects that must be there, by type.
type model map[string][]string

// apply returns the model after a function, whose widgets showed the given texts.
func (m model) apply(fn *Function, names map[string]string) model {
	next := model{}
	for t, objects := range m {
		next[t] = slices.Clone(objects)
	}
	for _, im := range fn.Impacts {
		object := names[im.Object]
		has := slices.Contains(next[fn.Type], object)
		switch {
		case im.Operator == Clear:
			next[fn.Type] = nil
		case im.Operator == Remove, im.Operator == AddConflict && has:
			next.remove(fn.Type, object)
		case im.Operator == AddNoDuplicate && has:
		default:
			next[fn.Type] = append(next[fn.Type], object)
		}
	}
	return next
}

func (m model) remove(kind, object string) {
	if i := slices.Index(m[kind], object); i >= 0 {
		m[kind] = slices.Delete(m[kind], i, i+1)
	}
}

// has says whether any object has that text.
func (m model) has(text string) bool {
	for _, objects := range m {
		if slices.Contains(objects, text) {
			return true
		}
	}
	return false
}

// count is how many objects of a type have that text.
func (m model) count(kind, text string) int {
	n := 0
	for _, object := range m[kind] {
		if object == text {
			n++
		}
	}
	return n
}

// equal says whether two models have the same objects in the same order; a type of which
// there are none need not be named.
func (m model) equal(o model) bool {
	for _, kind := range slices.AppendSeq(slices.Collect(maps.Keys(m)), maps.Keys(o)) {
		if !slices.Equal(m[kind], o[kind]) {
			return false
		}
	}
	return true
}

// String lists the objects for people.
func (m model) String() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(m)) {
		if len(m[kind]) > 0 {
			parts = append(parts, fmt.Sprintf("%s: %q", kind, m[kind]))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, "; ")
}
