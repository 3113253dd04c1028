package origin

import (
	"talpa/cfg"
	"talpa/dex"
)

// tested is the edge that a branch takes with a value that is true, not null, or above zero, by the branch.
var tested = map[dex.Op]cfg.Kind{
	dex.OpIfNez: cfg.True, dex.OpIfGtz: cfg.True, dex.OpIfEqz: cfg.False, dex.OpIfLez: cfg.False,
}

// Passed are the values that branches have found true, not null, or above zero, wherever control comes to a position
// (cfg.Graph.Passed). Values that may have several origins are left out, and a field that is read twice is two, as
// another thread may write in between.
func (a *Analysis) Passed(pc uint32) []Origin {
	var all []Origin
	for last, e := range a.Graph.Passed(pc) {
		if found, tests := tested[last.Op]; !tests || e.Kind != found {
			continue
		}
		if from := a.At(last.Off, last.A()); len(from) == 1 {
			all = append(all, from[0])
		}
	}
	return all
}
