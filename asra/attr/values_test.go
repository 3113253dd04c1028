package attr_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"talpa/asra/attr"
	"talpa/dex"
)

func TestString(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		v    attr.Values
		want string
	}{
		{attr.Values{}, "none"},
		{attr.All(), ".."},
		{attr.Only(1, 2, 3, 7), "1..3, 7"},
		{attr.Only(0).Complement(), "..-1, 1.."},
		{attr.Range(5, 4), "none"},
		{attr.Range(math.MinInt64, 3).Union(attr.Range(4, math.MaxInt64)), ".."},
	} {
		if got := test.v.String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestTaken states for all six comparisons, in both forms and mirrored, that
// the set agrees with the comparison itself.
func TestTaken(t *testing.T) {
	t.Parallel()
	compare := map[dex.Op]func(x, n int64) bool{
		dex.OpIfEq: func(x, n int64) bool { return x == n },
		dex.OpIfNe: func(x, n int64) bool { return x != n },
		dex.OpIfLt: func(x, n int64) bool { return x < n },
		dex.OpIfGe: func(x, n int64) bool { return x >= n },
		dex.OpIfGt: func(x, n int64) bool { return x > n },
		dex.OpIfLe: func(x, n int64) bool { return x <= n },
	}
	edges := []int64{math.MinInt64, math.MinInt64 + 1, -2, -1, 0, 1, 2, 7, math.MaxInt64 - 1, math.MaxInt64}
	for op, holds := range compare {
		for _, n := range edges {
			v, ok := attr.Taken(op, n)
			if !ok {
				t.Fatalf("%s is not known", op)
			}
			mirrored, _ := attr.Taken(attr.Mirrored(op), n)
			zero, _ := attr.Taken(op-dex.OpIfEq+dex.OpIfEqz, n)
			for _, x := range edges {
				if v.Has(x) != holds(x, n) {
					t.Errorf("%s: %d against %d: %v", op, x, n, v.Has(x))
				}
				if v.Complement().Has(x) == v.Has(x) {
					t.Errorf("%s: %d is on both sides", op, x)
				}
				if mirrored.Has(x) != holds(n, x) {
					t.Errorf("mirrored %s: %d against %d: %v", op, n, x, mirrored.Has(x))
				}
				if zero.Has(x) != holds(x, 0) {
					t.Errorf("%s with zero: %d: %v", op, x, zero.Has(x))
				}
			}
		}
	}
	if _, ok := attr.Taken(dex.OpGoto, 0); ok {
		t.Error("goto is a comparison")
	}
}

// TestAlgebra states the laws of sets on random ones, point by point.
func TestAlgebra(t *testing.T) {
	t.Parallel()
	point := rapid.OneOf(rapid.Int64Range(-20, 20), rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64}))
	set := rapid.Custom(func(t *rapid.T) attr.Values {
		v := attr.Values{}
		for range rapid.IntRange(0, 5).Draw(t, "parts") {
			v = v.Union(attr.Range(point.Draw(t, "lo"), point.Draw(t, "hi")))
		}
		return v
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b, x := set.Draw(t, "a"), set.Draw(t, "b"), point.Draw(t, "x")
		if got, want := a.Union(b).Has(x), a.Has(x) || b.Has(x); got != want {
			t.Errorf("union: %v", got)
		}
		if got, want := a.Intersect(b).Has(x), a.Has(x) && b.Has(x); got != want {
			t.Errorf("intersection: %v", got)
		}
		if a.Complement().Has(x) == a.Has(x) {
			t.Error("complement")
		}
		if !a.Complement().Complement().Equal(a) {
			t.Errorf("complement of complement of %s is %s", a, a.Complement().Complement())
		}
		if !a.Union(a.Complement()).IsAll() || !a.Intersect(a.Complement()).IsEmpty() {
			t.Error("a set and its complement")
		}
		for i, p := range a.Intervals() {
			if p.Min > p.Max || i > 0 && a.Intervals()[i-1].Max+1 >= p.Min {
				t.Errorf("%v is not in normal form", a.Intervals())
			}
		}
	})
}

// TestLattice states that sets are a lattice under union and intersection, with
// structural equality, and that what a branch does to them is monotone: the
// solver of package dataflow rests on it.
func TestLattice(t *testing.T) {
	t.Parallel()
	set := rapid.Custom(func(t *rapid.T) attr.Values {
		v := attr.Values{}
		for range rapid.IntRange(0, 4).Draw(t, "parts") {
			v = v.Union(attr.Range(rapid.Int64Range(-9, 9).Draw(t, "lo"), rapid.Int64Range(-9, 9).Draw(t, "hi")))
		}
		if rapid.Bool().Draw(t, "complement") {
			v = v.Complement()
		}
		return v
	})
	within := func(a, b attr.Values) bool { return a.Union(b).Equal(b) }
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := set.Draw(t, "a"), set.Draw(t, "b"), set.Draw(t, "c")
		for law, holds := range map[string]bool{
			"union is idempotent":         a.Union(a).Equal(a),
			"union commutes":              a.Union(b).Equal(b.Union(a)),
			"union associates":            a.Union(b).Union(c).Equal(a.Union(b.Union(c))),
			"intersection is idempotent":  a.Intersect(a).Equal(a),
			"intersection commutes":       a.Intersect(b).Equal(b.Intersect(a)),
			"intersection associates":     a.Intersect(b).Intersect(c).Equal(a.Intersect(b.Intersect(c))),
			"absorption":                  a.Union(a.Intersect(b)).Equal(a) && a.Intersect(a.Union(b)).Equal(a),
			"distribution":                a.Intersect(b.Union(c)).Equal(a.Intersect(b).Union(a.Intersect(c))),
			"De Morgan":                   a.Union(b).Complement().Equal(a.Complement().Intersect(b.Complement())),
			"the empty set is the bottom": a.Union(attr.Values{}).Equal(a) && a.Intersect(attr.Values{}).IsEmpty(),
			"all is the top":              a.Union(attr.All()).IsAll() && a.Intersect(attr.All()).Equal(a),
			"the orders agree":            within(a, b) == a.Intersect(b).Equal(a),
		} {
			if !holds {
				t.Errorf("%s: not for %s, %s, %s", law, a, b, c)
			}
		}
		op := dex.OpIfEq + dex.Op(rapid.IntRange(0, 11).Draw(t, "op"))
		taken, ok := attr.Taken(op, rapid.Int64Range(-9, 9).Draw(t, "n"))
		if !ok {
			t.Fatalf("%s is not known", op)
		}
		for _, way := range []attr.Values{taken, taken.Complement()} {
			if !within(a.Intersect(way), a.Union(b).Intersect(way)) {
				t.Errorf("%s is not monotone", op)
			}
		}
	})
}

func TestAPI(t *testing.T) {
	t.Parallel()
	same := func(sub, super string) bool { return sub == super }
	if row, ok := attr.Getter("Landroid/view/View;", "getVisibility", same); !ok || row.Attribute != "visibility" {
		t.Errorf("getVisibility: %v %v", row, ok)
	}
	if row, ok := attr.Setter("Landroid/view/View;", "setVisibility", same); !ok || row.Attribute != "visibility" {
		t.Errorf("setVisibility: %v %v", row, ok)
	}
	if _, ok := attr.Getter("Ljava/lang/Object;", "getVisibility", same); ok {
		t.Error("every object has a visibility")
	}
	if len(attr.Calls("Ljava/lang/Integer;", "parseInt", same)) == 0 {
		t.Error("parseInt has no meaning")
	}
}
