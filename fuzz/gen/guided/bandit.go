package guided

import (
	"math/rand"

	"math"

	"talpa/fuzz/gen"
)

// bandit draws strategies and moves their shares to those whose plans come near the crash, or
// where nothing tells, to those that show new states. The rule is Exp3.S (Auer, Cesa-Bianchi,
// Freund, Schapire, "The nonstochastic multiarmed bandit problem", SIAM J. Comput. 2002), which
// SyzVegas (Wang et al., USENIX Security 2021) uses for the same end in a kernel fuzzer: it
// assumes nothing of how gains come about, which fits a search whose every event changes what
// pays next. In place of equal shares it mixes in the shares of the table, so that it begins
// with them and no strategy starves.
type bandit struct {
	arms []*arm
}

// arm is a strategy of the bandit.
type arm struct {
	*row
	prior  float64 // the table's share, of all 1
	weight float64
	chance float64 // with which the present plan was drawn
	others int     // arms that it was drawn of
}

const (
	// mixing is Exp3.S's gamma: the part of the plans that goes by the table.
	mixing = 0.2
	// forgetting is Exp3.S's alpha: the part of all weight that is shared anew after each plan, so
	// that what paid is forgotten within some 1/alpha plans. An episode has about as many.
	forgetting = 0.05
)

func newBandit(rows []*row) *bandit {
	b, sum := &bandit{}, 0.0
	for _, r := range rows {
		if r.moment == drawn {
			b.arms = append(b.arms, &arm{row: r})
			sum += r.share
		}
	}
	for _, a := range b.arms {
		a.prior = a.share / sum
		a.weight = a.prior
	}
	return b
}

// share is the present share of an arm.
func (b *bandit) share(a *arm) float64 {
	sum := 0.0
	for _, x := range b.arms {
		sum += x.weight
	}
	return (1-mixing)*a.weight/sum + mixing*a.prior
}

// length is the mean length of the plans of an arm: the shares are of events, and plans differ.
func (a *arm) length() float64 {
	return float64(a.Events+dwell) / float64(a.Plans+1)
}

// draw draws one of the arms that were not asked yet; nil if there is none.
func (b *bandit) draw(rng *rand.Rand, asked map[*arm]bool) *arm {
	sum := 0.0
	weight := func(i int) float64 {
		if asked[b.arms[i]] {
			return 0
		}
		return b.share(b.arms[i]) / b.arms[i].length()
	}
	for i := range b.arms {
		sum += weight(i)
	}
	i := gen.Draw(rng, len(b.arms), weight)
	if i < 0 {
		return nil
	}
	b.arms[i].chance, b.arms[i].others = weight(i)/sum, len(b.arms)-len(asked)
	return b.arms[i]
}

// reward tells what a plan of an arm gained, from 0 to 1.
func (b *bandit) reward(a *arm, gain float64) {
	a.weight *= math.Exp(mixing * gain / a.chance / float64(a.others))
	sum := 0.0
	for _, x := range b.arms {
		sum += x.weight
	}
	for _, x := range b.arms {
		x.weight = (1-forgetting)*x.weight/sum + forgetting*x.prior
	}
}
