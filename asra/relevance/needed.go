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
// with every one. Three levels of maps make a look-up of an exact fact cheap; one without a name
// has to look at all of its kind.
type needs struct {
	byKind map[effect.Kind]map[string]map[string]need // kind, name, owner
	size   int
}

// add notes a read and says whether it is news. Whoever read a fact first stays its reader in
// reports.
func (n *needs) add(f effect.Fact, values attr.Values, by callgraph.MethodID) bool {
	if n.byKind == nil {
		n.byKind = map[effect.Kind]map[string]map[string]need{}
	}
	names := n.byKind[f.Kind]
	if names == nil {
		names = map[string]map[string]need{}
		n.byKind[f.Kind] = names
	}
	owners := names[f.Name]
	if owners == nil {
		owners = map[string]need{}
		names[f.Name] = owners
	}
	old, known := owners[f.Owner]
	if !known {
		owners[f.Owner] = need{values, by}
		n.size++
		return true
	}
	joined := old.values.Union(values)
	if joined.Equal(old.values) {
		return false
	}
	owners[f.Owner] = need{joined, old.by}
	return true
}

// find looks for a read that overlaps with a write of some values. Of several it
// gives the one of the least method, so that reports do not depend on chance.
// Values that do not meet do not overlap: a constant that no reader wants changes nothing (R3, R4).
func (n *needs) find(f effect.Fact, values attr.Values) (by callgraph.MethodID, ok bool) {
	by = callgraph.NoMethod
	look := func(owners map[string]need) {
		for owner, need := range owners {
			if f.Owner != "" && owner != "" && owner != f.Owner || values.Intersect(need.values).IsEmpty() {
				continue
			}
			if !ok || need.by < by {
				by, ok = need.by, true
			}
		}
	}
	names := n.byKind[f.Kind]
	if f.Name == "" {
		for _, owners := range names {
			look(owners)
		}
		return by, ok
	}
	look(names[f.Name])
	look(names[""])
	return by, ok
}
