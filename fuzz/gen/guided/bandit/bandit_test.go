package bandit

import (
	"math"
	"math/rand"
	"testing"
)

func equal(int) float64 { return 1 }

// The arm that gains gets more plays, none starves, and when another gains instead, that one does.
func TestRewardMovesShares(t *testing.T) {
	t.Parallel()
	b, rng := New([]float64{0.5, 0.5, 0.5, 0.5}), rand.New(rand.NewSource(1))
	play := func(best, plays int) (drawn [4]int) {
		for range plays {
			i := b.Draw(rng, equal, nil)
			drawn[i]++
			gain := 0.05
			if i == best {
				gain = 0.8
			}
			b.Reward(i, gain)
		}
		return drawn
	}
	for _, best := range []int{2, 0} {
		drawn := play(best, 400)
		for i, n := range drawn {
			if i != best && n >= drawn[best] || n < 8 {
				t.Errorf("arm %d gains most, drawn %v", best, drawn)
			}
		}
	}
	sum := 0.0
	for i := range 4 {
		sum += b.Share(i)
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("shares add up to %v", sum)
	}
}

// Before anything is gained the shares are those given, whatever their unit.
func TestNewShares(t *testing.T) {
	t.Parallel()
	b := New([]float64{30, 10})
	if got := b.Share(0); math.Abs(got-0.75) > 1e-9 {
		t.Errorf("share %v, want 0.75", got)
	}
	rng := rand.New(rand.NewSource(1))
	for range 1000 {
		b.Reward(b.Draw(rng, equal, nil), 0)
	}
	if got := b.Share(0); math.Abs(got-0.75) > 1e-9 {
		t.Errorf("share %v after plays that gained nothing, want 0.75", got)
	}
}

// Exp3.S: a full gain of an arm drawn with chance p of k multiplies its weight by exp(gamma/(p k)),
// so that what is drawn seldom is not at a disadvantage; alpha of the weight is then shared anew.
func TestRewardIsWeighedByChance(t *testing.T) {
	t.Parallel()
	b := New([]float64{0.5, 0.5})
	rng := rand.New(rand.NewSource(1))
	i := b.Draw(rng, equal, nil)
	b.Reward(i, 1)
	raised := 0.5 * math.Exp(mixing/0.5/2)
	weight := (1-forgetting)*raised/(raised+0.5) + forgetting*0.5
	want := (1-mixing)*weight + mixing*0.5
	if got := b.Share(i); math.Abs(got-want) > 1e-9 {
		t.Errorf("share %v after a full gain, want %v", got, want)
	}
}

// No run of full gains drives a share, and so a weight, to zero, infinity or NaN.
func TestSharesStayFinite(t *testing.T) {
	t.Parallel()
	b, rng := New([]float64{1, 1e-6, 1}), rand.New(rand.NewSource(1))
	for range 20_000 {
		i := b.Draw(rng, equal, nil)
		gain := 0.0
		if i == 0 {
			gain = 1
		}
		b.Reward(i, gain)
	}
	for i := range 3 {
		if s := b.Share(i); !(s > 0 && s < 1) {
			t.Errorf("share of arm %d is %v", i, s)
		}
	}
	if b.Share(2) < mixing/2-1e-3 {
		t.Errorf("an arm fell to %v, below the part that goes by the shares given", b.Share(2))
	}
}

// Shares are of what is spent: an arm that costs ten times as much is drawn a tenth as often.
func TestSharesAreOfCost(t *testing.T) {
	t.Parallel()
	b, rng := New([]float64{1, 1}), rand.New(rand.NewSource(1))
	costs, spent := []float64{100, 10}, [2]float64{}
	for range 2000 {
		i := b.Draw(rng, func(i int) float64 { return costs[i] }, nil)
		spent[i] += costs[i]
		b.Reward(i, 0)
	}
	if ratio := spent[0] / spent[1]; ratio < 0.8 || ratio > 1.25 {
		t.Errorf("spent %v", spent)
	}
}

func TestDrawLeavesOut(t *testing.T) {
	t.Parallel()
	b, rng := New([]float64{1, 1, 1}), rand.New(rand.NewSource(1))
	for range 50 {
		if i := b.Draw(rng, equal, []int{0, 2}); i != 1 {
			t.Fatalf("drew %d, though it was left out", i)
		}
	}
	if i := b.Draw(rng, equal, []int{2, 0, 1}); i != -1 {
		t.Errorf("drew %d though all were left out", i)
	}
	if i := New(nil).Draw(rng, equal, nil); i != -1 {
		t.Errorf("drew %d of no arms", i)
	}
}
