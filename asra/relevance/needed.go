package relevance

import (
	"talpa/asra/attr"
	"talpa/asra/effect"
	"talpa/cfg/callgraph"
)

// need is what relevant code reads of one fact.
type need struct {
	values attr.Values        // those that matter
	by     callgraph.MethodID // code that reads it
}

// needs are the facts that relevant code reads, found by overlap: an empty name or owner overlaps
// with every one. A fact without a name has to look at all of its kind.
type needs struct {
	index map[effect.Fact]int32 // into all
	all   []needed
	named map[name][]int32        // those of a name, whoever owns them
	kinds map[effect.Kind][]int32 // those of a kind
}

// needed is a need with the owner of its fact.
type needed struct {
	owner string
	need
}

// name is what facts of several owners have in common.
type name struct {
	kind effect.Kind
	name string
}

// size is the number of facts.
func (n *needs) size() int { return len(n.all) }

// add notes a read and says whether it is news. Whoever read a fact first stays its reader in
// reports.
func (n *needs) add(f effect.Fact, values attr.Values, by callgraph.MethodID) bool {
	if n.index == nil {
		n.index, n.named, n.kinds = map[effect.Fact]int32{}, map[name][]int32{}, map[effect.Kind][]int32{}
	}
	i, known := n.index[f]
	if !known {
		i = int32(len(n.all))
		n.all = append(n.all, needed{f.Owner, need{values, by}})
		n.index[f] = i
		n.named[name{f.Kind, f.Name}] = append(n.named[name{f.Kind, f.Name}], i)
		n.kinds[f.Kind] = append(n.kinds[f.Kind], i)
		return true
	}
	joined := n.all[i].values.Union(values)
	if joined.Equal(n.all[i].values) {
		return false
	}
	n.all[i].values = joined
	return true
}

// find looks for a read that overlaps with a write of some values. Of several it
// gives the one of the least method, so that reports do not depend on chance.
// Values that do not meet do not overlap: a constant that no reader wants changes nothing (R3, R4).
func (n *needs) find(f effect.Fact, values attr.Values) (by callgraph.MethodID, ok bool) {
	by = callgraph.NoMethod
	look := func(some []int32) {
		for _, i := range some {
			need := &n.all[i]
			if f.Owner != "" && need.owner != "" && need.owner != f.Owner || values.Intersect(need.values).IsEmpty() {
				continue
			}
			if !ok || need.by < by {
				by, ok = need.by, true
			}
		}
	}
	if f.Name == "" {
		look(n.kinds[f.Kind])
		return by, ok
	}
	look(n.named[name{f.Kind, f.Name}])
	look(n.named[name{f.Kind, ""}])
	return by, ok
}
