package fuzz

import (
	"math/rand"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/team"
	"talpa/fuzz/gen/upgrade"
)

// Upgrading makes a generator of the policy whose episodes begin on the older build of that
// path; nil without one.
func (p Policy) Upgrading(older string, g *guide.Guide, m team.Member, without ...string,
) func(*rand.Rand) gen.Generator {
	if older == "" {
		return nil
	}
	return func(rng *rand.Rand) gen.Generator {
		return upgrade.New(p.NewMember(g, rng, m, without...), Model.New(nil, rng), rng)
	}
}
