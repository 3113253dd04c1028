package asra

import (
	"context"

	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/relevance"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// Decided runs the stages behind a target and returns what relevance decided about each
// callback that the guide lists, in its order.
func Decided(p *icfg.Program, target locate.Target, level guide.Level) ([]callgraph.MethodID, relevance.Result, error) {
	s, err := findStages(context.Background(), p, &target, Options{Level: level, Sensitivity: SensitivityField})
	if err != nil {
		return nil, relevance.Result{}, err
	}
	var all []callgraph.MethodID
	for _, cb := range s.callbacks {
		all = append(all, cb.Method)
	}
	return all, s.relevance, nil
}
