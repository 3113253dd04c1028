package origin

import (
	"talpa/cfg"
	"talpa/dex"
)

// tested is the edge that a branch takes with a value that is true, not null, or above zero, by the branch.
var tested = map[dex.Op]cfg.Kind{
	dex.OpIfNez: cfg.True, dex.OpIfGtz: cfg.True, dex.OpIfEqz: cfg.False, dex.OpIfLez: cfg.False,
}

// Passed are the values that branches have found true, not null, or above zero, wherever control comes to a position.
// It asks of dominance, so that a test on one of two paths is none, and of the block that the branch alone leads to:
// one with other predecessors is met without the test as well. Values that may have several origins are left out, and
// a field that is read twice is two, as another thread may write in between.
func (a *Analysis) Passed(pc uint32) []Origin {
	g := a.Graph
	target := g.BlockAt(pc)
	if target == nil {
		return nil
	}
	var all []Origin
	for b := range g.Blocks {
		last, ok := g.Last(int32(b))
		found, tests := tested[last.Op]
		if !ok || !tests {
			continue
		}
		from := a.At(last.Off, last.A())
		if len(from) != 1 {
			continue
		}
		for _, e := range g.Succs(int32(b)) {
			if e.Kind == found && len(g.Preds(e.To)) == 1 && g.Dominates(e.To, target.ID) {
				all = append(all, from[0])
			}
		}
	}
	return all
}
