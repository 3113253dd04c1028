// Package attr models what the analysis knows of one tested value: a widget's
// attribute, an argument, a field. It holds sets of integers, as unions of
// intervals, and reads from package specs which methods get and set which
// attribute.
//
// Booleans are 0 and 1, null is 0, a resource id is its number as Java has it,
// a signed 32-bit integer. Unlike the coding of the Mole tool, which writes "not
// v" as -v, sets keep 0, 1, -1 and "anything else" apart.
package attr

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Interval is the integers from Min to Max, both included.
type Interval struct{ Min, Max int64 }

// Values is a set of integers: disjoint intervals that do not touch, in order.
// The zero value is the empty set. Values are immutable.
type Values struct{ parts []Interval }

// everything is shared: most sets are it.
var everything = Values{[]Interval{{math.MinInt64, math.MaxInt64}}}

// All is the set of all integers.
func All() Values { return everything }

// Only is the set of the given integers.
func Only(all ...int64) Values {
	var v Values
	for _, n := range all {
		v = v.Union(Range(n, n))
	}
	return v
}

// Range is the integers from lo to hi; empty if lo is above hi.
func Range(lo, hi int64) Values {
	if lo > hi {
		return Values{}
	}
	return Values{[]Interval{{lo, hi}}}
}

// Intervals are the parts of the set in order. The caller must not change them.
func (v Values) Intervals() []Interval { return v.parts }

// IsAll says whether the set holds every integer.
func (v Values) IsAll() bool {
	return len(v.parts) == 1 && v.parts[0] == Interval{math.MinInt64, math.MaxInt64}
}

// IsEmpty says whether the set holds nothing.
func (v Values) IsEmpty() bool { return len(v.parts) == 0 }

// Has says whether n is in the set.
func (v Values) Has(n int64) bool {
	_, found := slices.BinarySearchFunc(v.parts, n, func(p Interval, n int64) int {
		switch {
		case p.Max < n:
			return -1
		case p.Min > n:
			return 1
		}
		return 0
	})
	return found
}

// Equal says whether the sets hold the same integers.
func (v Values) Equal(w Values) bool { return slices.Equal(v.parts, w.parts) }

// Union is the integers of either set. Intervals that overlap or touch become one, which keeps the
// form of a set unique: Equal may compare the parts.
func (v Values) Union(w Values) Values {
	switch {
	case v.IsAll() || w.IsEmpty():
		return v
	case w.IsAll() || v.IsEmpty():
		return w
	}
	parts := slices.Concat(v.parts, w.parts)
	slices.SortFunc(parts, func(a, b Interval) int {
		switch {
		case a.Min < b.Min:
			return -1
		case a.Min > b.Min:
			return 1
		}
		return 0
	})
	var out []Interval
	for _, p := range parts {
		last := len(out) - 1
		if last >= 0 && (out[last].Max == math.MaxInt64 || p.Min <= out[last].Max+1) {
			out[last].Max = max(out[last].Max, p.Max)
			continue
		}
		out = append(out, p)
	}
	return Values{out}
}

// Intersect is the integers of both sets.
func (v Values) Intersect(w Values) Values {
	switch {
	case v.IsAll():
		return w
	case w.IsAll():
		return v
	}
	var out []Interval
	for i, j := 0, 0; i < len(v.parts) && j < len(w.parts); {
		a, b := v.parts[i], w.parts[j]
		if lo, hi := max(a.Min, b.Min), min(a.Max, b.Max); lo <= hi {
			out = append(out, Interval{lo, hi})
		}
		if a.Max < b.Max {
			i++
		} else {
			j++
		}
	}
	return Values{out}
}

// Complement is the integers that are not in the set. It is where the ends of int64 matter: nothing
// lies below MinInt64 or above MaxInt64, so neither is stepped over.
func (v Values) Complement() Values {
	var out []Interval
	next := int64(math.MinInt64)
	for _, p := range v.parts {
		if p.Min > next {
			out = append(out, Interval{next, p.Min - 1})
		}
		if p.Max == math.MaxInt64 {
			return Values{out}
		}
		next = p.Max + 1
	}
	return Values{append(out, Interval{next, math.MaxInt64})}
}

// String writes the set as "1..3, 7"; open ends are left out.
func (v Values) String() string {
	if v.IsEmpty() {
		return "none"
	}
	var words []string
	for _, p := range v.parts {
		lo, hi := fmt.Sprint(p.Min), fmt.Sprint(p.Max)
		if p.Min == math.MinInt64 {
			lo = ""
		}
		if p.Max == math.MaxInt64 {
			hi = ""
		}
		if lo == hi && lo != "" {
			words = append(words, lo)
		} else {
			words = append(words, lo+".."+hi)
		}
	}
	return strings.Join(words, ", ")
}
