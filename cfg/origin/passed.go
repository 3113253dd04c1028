package origin

import (
	"talpa/cfg"
	"talpa/dex"
)

// Passed are the results of calls that branches have found true, or not null, wherever control comes to a position: a
// test of nothing but that result, with the way that it takes then before the position on every path.
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
		if len(from) != 1 || from[0].Kind != Result {
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
