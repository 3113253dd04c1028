package gen

import (
	"math/rand"
	"sync"
)

// Paused keeps the generators of a run's workers, so that a later run goes on with what they learned. The zero value
// has none.
type Paused struct {
	mu  sync.Mutex
	all []Generator
}

// GoOn returns what makes the generators of the next run: those of the run before, then new ones.
func (p *Paused) GoOn(newGenerator func(*rand.Rand) Generator) func(*rand.Rand) Generator {
	taken := 0
	return func(rng *rand.Rand) Generator {
		p.mu.Lock()
		defer p.mu.Unlock()
		if taken == len(p.all) {
			p.all = append(p.all, newGenerator(rng))
		}
		taken++
		return p.all[taken-1]
	}
}

// Forget has the next run begin with new generators.
func (p *Paused) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = nil
}
