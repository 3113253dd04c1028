package workflow

import (
	"talpa/asra/guide"
	"talpa/fuzz/gen/guided"
)

// The execution feedback of a search: which methods get a probe, and how near to the
// crash their running is. The guided generator defines both; a search by any other
// generator is measured by the same, for the closest miss.

// feedbackMethods are the methods that get a probe.
func feedbackMethods(g *guide.Guide) []string { return guided.Watch(g) }

// nearness returns how near the crash a run came, from 0 to 1, by the methods that ran.
func nearness(g *guide.Guide) func(ran []string) float64 { return guided.Nearness(g) }
