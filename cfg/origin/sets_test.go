package origin

import (
	"slices"
	"testing"

	"talpa/internal/golden"
)

// numbers is what a handle stands for; nil for top.
func numbers(t *setTable, h uint32) []int32 {
	if h == top {
		return nil
	}
	return t.appendTo([]int32{}, h)
}

// TestUnion_laws states of sets made at random that the union is that of sets, up to the
// limit, whatever the order, and that equal sets have equal handles.
func TestUnion_laws(t *testing.T) {
	t.Parallel()
	random := golden.Rand(t)
	for range 300 {
		table := &setTable{singles: 40}
		set := func() uint32 {
			h := none
			for range random.IntN(5) {
				h = table.union(h, table.single(1+int32(random.IntN(12))))
			}
			return h
		}
		a, b, c := set(), set(), set()
		if x, y := table.union(a, b), table.union(b, a); x != y {
			t.Fatalf("union of %v and %v has two handles, %d and %d", numbers(table, a), numbers(table, b), x, y)
		}
		x, y := table.union(table.union(a, b), c), table.union(a, table.union(b, c))
		if x != y {
			t.Fatalf("union of %v, %v and %v depends on the order", numbers(table, a), numbers(table, b), numbers(table, c))
		}
		want := slices.Concat(numbers(table, a), numbers(table, b), numbers(table, c))
		slices.Sort(want)
		want = slices.Compact(want)
		if len(want) > limit {
			if x != top {
				t.Fatalf("%d numbers are more than the limit and not top", len(want))
			}
		} else if got := numbers(table, x); !slices.Equal(got, want) {
			t.Fatalf("union is %v, want %v", got, want)
		}
	}
}

// TestUnion_ends states what the ends of the lattice do.
func TestUnion_ends(t *testing.T) {
	t.Parallel()
	table := &setTable{singles: 20}
	one := table.single(3)
	if got := table.union(none, one); got != one {
		t.Errorf("nothing and 3 are %v", numbers(table, got))
	}
	for _, h := range []uint32{none, one, top, table.union(one, table.single(4))} {
		if got := table.union(top, h); got != top {
			t.Errorf("anything and %v are not anything", numbers(table, h))
		}
		if got := table.union(h, h); got != h {
			t.Errorf("%v with itself is %v", numbers(table, h), numbers(table, got))
		}
	}
	if table.single(0) != top {
		t.Error("the set of Unknown is not top")
	}
}

// TestUnion_limit states that a set of as many numbers as the limit is known, and one more
// makes it anything.
func TestUnion_limit(t *testing.T) {
	t.Parallel()
	table := &setTable{singles: 20}
	h := none
	for n := range int32(limit) {
		if h = table.union(h, table.single(n+1)); h == top {
			t.Fatalf("%d numbers are anything", n+1)
		}
	}
	if h = table.union(h, table.single(limit+1)); h != top {
		t.Errorf("%d numbers are %v", limit+1, numbers(table, h))
	}
}
