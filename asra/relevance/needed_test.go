package relevance

import (
	"testing"

	"pgregory.net/rapid"

	"talpa/asra/attr"
	"talpa/asra/effect"
	"talpa/cfg/callgraph"
)

var (
	anyFact = rapid.Custom(func(t *rapid.T) effect.Fact {
		return effect.Fact{
			Kind:  rapid.SampledFrom([]effect.Kind{effect.Field, effect.Attribute}).Draw(t, "kind"),
			Name:  rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "name"),
			Owner: rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, "owner"),
		}
	})
	anyValues = rapid.Custom(func(t *rapid.T) attr.Values {
		if rapid.Bool().Draw(t, "all") {
			return attr.All()
		}
		return attr.Range(rapid.Int64Range(0, 4).Draw(t, "lo"), rapid.Int64Range(2, 6).Draw(t, "hi"))
	})
	anyRead = rapid.Custom(func(t *rapid.T) effect.Access {
		return effect.Access{Fact: anyFact.Draw(t, "fact"), Values: anyValues.Draw(t, "values")}
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
			_, before := forth.find(w.Fact, w.Values)
			forth.add(r.Fact, r.Values, callgraph.MethodID(1))
			if _, after := forth.find(w.Fact, w.Values); before && !after {
				t.Fatalf("a read more hides %v", w)
			}
			if forth.add(r.Fact, r.Values, callgraph.MethodID(1)) {
				t.Fatalf("%v is news twice", r)
			}
			last := reads[len(reads)-1-i]
			back.add(last.Fact, last.Values, callgraph.MethodID(1))
			seen = seen || overlaps(r.Fact, w.Fact) && !r.Values.Intersect(w.Values).IsEmpty()
		}
		_, found := forth.find(w.Fact, w.Values)
		if found != seen {
			t.Fatalf("found %v, want %v", found, seen)
		}
		if _, other := back.find(w.Fact, w.Values); other != found || back.size() != forth.size() {
			t.Fatal("the order of reads shows")
		}
		wide := w.Values.Union(anyValues.Draw(t, "more"))
		if _, wider := forth.find(w.Fact, wide); found && !wider {
			t.Fatal("a wider write is found less")
		}
		if _, unnamed := forth.find(effect.Fact{Kind: w.Fact.Kind}, w.Values); found && !unnamed {
			t.Fatal("a write of what is not known is found less")
		}
	})
}

// overlaps says that two facts may be one.
func overlaps(a, b effect.Fact) bool {
	same := func(x, y string) bool { return x == "" || y == "" || x == y }
	return a.Kind == b.Kind && same(a.Name, b.Name) && same(a.Owner, b.Owner)
}
