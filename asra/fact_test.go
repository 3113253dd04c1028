package asra

import (
	"testing"

	"pgregory.net/rapid"

	"talpa/asra/attr"
	"talpa/cfg/callgraph"
)

var (
	anyFact = rapid.Custom(func(t *rapid.T) fact {
		return fact{
			rapid.SampledFrom([]factKind{fieldFact, attributeFact}).Draw(t, "kind"),
			rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "name"),
			rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, "owner"),
		}
	})
	anyValues = rapid.Custom(func(t *rapid.T) attr.Values {
		if rapid.Bool().Draw(t, "all") {
			return attr.All()
		}
		return attr.Range(rapid.Int64Range(0, 4).Draw(t, "lo"), rapid.Int64Range(2, 6).Draw(t, "hi"))
	})
	anyRead = rapid.Custom(func(t *rapid.T) write {
		return write{anyFact.Draw(t, "fact"), anyValues.Draw(t, "values")}
	})
)

// TestNeeds states what rounds of clearing rest on: a read is found by every write
// that overlaps with it, more reads and wider writes are never found less, adding
// the same again is no news, and the order of adding does not show.
func TestNeeds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		reads := rapid.SliceOfN(anyRead, 0, 8).Draw(t, "reads")
		w := anyRead.Draw(t, "write")
		var forth, back needs
		seen := false
		for i, r := range reads {
			_, before := forth.find(w.fact, w.values)
			forth.add(r.fact, r.values, callgraph.MethodID(1))
			if _, after := forth.find(w.fact, w.values); before && !after {
				t.Fatalf("a read more hides %v", w)
			}
			if forth.add(r.fact, r.values, callgraph.MethodID(1)) {
				t.Fatalf("%v is news twice", r)
			}
			last := reads[len(reads)-1-i]
			back.add(last.fact, last.values, callgraph.MethodID(1))
			seen = seen || overlaps(r.fact, w.fact) && !r.values.Intersect(w.values).IsEmpty()
		}
		_, found := forth.find(w.fact, w.values)
		if found != seen {
			t.Fatalf("found %v, want %v", found, seen)
		}
		if _, other := back.find(w.fact, w.values); other != found || back.size != forth.size {
			t.Fatal("the order of reads shows")
		}
		wide := w.values.Union(anyValues.Draw(t, "more"))
		if _, wider := forth.find(w.fact, wide); found && !wider {
			t.Fatal("a wider write is found less")
		}
		if _, unnamed := forth.find(fact{kind: w.fact.kind}, w.values); found && !unnamed {
			t.Fatal("a write of what is not known is found less")
		}
	})
}

// overlaps says that two facts may be one.
func overlaps(a, b fact) bool {
	same := func(x, y string) bool { return x == "" || y == "" || x == y }
	return a.kind == b.kind && same(a.name, b.name) && same(a.owner, b.owner)
}
