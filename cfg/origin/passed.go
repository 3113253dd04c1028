package origin

import (
	"talpa/cfg"
	"talpa/dex"
)

// Passed are the values that branches have found true, or not null, wherever control comes to a position. It asks of
// dominance, so that a test on one of two paths is none, and of the block that the branch alone leads to: one with
// other predecessors is met without the test as well. Values that may have several origins are left out, and a field
// that is read twice is two, as another thread may write in between.
func (a *Analysis) Passed(pc uint32) []Origin {
	g := a.Graph
	target := g.BlockAt(pc)
	if target == nil {
		return nil
	}
	var all []Origin
	for b := range g.Blocks {
		last, ok := g.Last(int32(b))
		if !ok || last.Op != dex.OpIfEqz && last.Op != dex.OpIfNez {
			continue
		}
		from := a.At(last.Off, last.A())
		if len(from) != 1 {
			continue
		}
		found := cfg.True
		if last.Op == dex.OpIfEqz {
			found = cfg.False
		}
		for _, e := range g.Succs(int32(b)) {
			if e.Kind == found && len(g.Preds(e.To)) == 1 && g.Dominates(e.To, target.ID) {
				all = append(all, from[0])
			}
		}
	}
	return all
}
