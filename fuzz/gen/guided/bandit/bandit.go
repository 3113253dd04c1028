// Package bandit shares plays among arms and moves the shares to those that gain.
//
// The rule is Exp3.S (Auer, Cesa-Bianchi, Freund, Schapire, "The nonstochastic multiarmed bandit
// problem", SIAM J. Comput. 2002), which SyzVegas (Wang et al., USENIX Security 2021) uses for the
// same end in a kernel fuzzer: it assumes nothing of how gains come about, which fits a search
// whose every event changes what pays next. In place of equal shares it mixes in shares that it
// is given, so that it begins with them and no arm starves. Shares are of what is spent, since
// plays differ in cost.
package bandit

import (
	"math"
	"math/rand"
	"slices"

	"talpa/fuzz/gen"
)

// Bandit is the state of the rule. Arms are known by their index.
type Bandit struct{ arms []arm }

// arm is one of the things to choose from.
type arm struct {
	prior  float64 // the share it was given, of all 1
	weight float64 // all together 1, but for the gain of the latest play
	chance float64 // with which it was drawn last
	others int     // arms that it was drawn of then
}

const (
	// mixing is Exp3.S's gamma: the part of the plays that goes by the shares given.
	mixing = 0.2
	// forgetting is Exp3.S's alpha: the part of all weight that is shared anew after each play, so
	// that what paid is forgotten within some 1/alpha plays. An episode has about as many plans.
	forgetting = 0.05
)

// New returns a bandit with an arm for each share to begin with, in any unit.
func New(shares []float64) *Bandit {
	b, sum := &Bandit{arms: make([]arm, 0, len(shares))}, 0.0
	for _, s := range shares {
		sum += s
	}
	for _, s := range shares {
		b.arms = append(b.arms, arm{prior: s / sum, weight: s / sum})
	}
	return b
}

// Share is the present share of an arm, of all 1.
func (b *Bandit) Share(i int) float64 {
	sum := 0.0
	for _, x := range b.arms {
		sum += x.weight
	}
	return (1-mixing)*b.arms[i].weight/sum + mixing*b.arms[i].prior
}

// Draw draws one of the arms by their shares, but for those left out; -1 if there is none. A play
// of an arm costs its mean cost, in any unit: what costs ten times as much is drawn a tenth as often.
func (b *Bandit) Draw(rng *rand.Rand, cost func(arm int) float64, leftOut []int) int {
	sum := 0.0
	weight := func(i int) float64 {
		if slices.Contains(leftOut, i) {
			return 0
		}
		return b.Share(i) / cost(i)
	}
	for i := range b.arms {
		sum += weight(i)
	}
	i := gen.Draw(rng, len(b.arms), weight)
	if i < 0 {
		return -1
	}
	b.arms[i].chance, b.arms[i].others = weight(i)/sum, len(b.arms)-len(leftOut)
	return i
}

// Reward tells what the play that an arm was drawn for last gained, from 0 to 1.
func (b *Bandit) Reward(i int, gain float64) {
	a := &b.arms[i]
	a.weight *= math.Exp(mixing * gain / a.chance / float64(a.others))
	sum := 0.0
	for _, x := range b.arms {
		sum += x.weight
	}
	for i := range b.arms {
		x := &b.arms[i]
		x.weight = (1-forgetting)*x.weight/sum + forgetting*x.prior
	}
}
