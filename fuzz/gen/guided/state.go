package guided

import (
	"math/rand"

	"talpa/asra/guide"
	"talpa/fuzz/gen/guided/memory"
	"talpa/fuzz/gen/guided/team"
)

// state is what strategies are told: what all of them know, and what the generator is about to do. Only the generator
// changes it, but for what a plan is told to.
type state struct {
	*memory.Memory
	member team.Member
	about  choice // of the moments around and anywhere: what is going to be done
}

func newState(g *guide.Guide, rng *rand.Rand) *state { return &state{Memory: memory.New(g, rng)} }
