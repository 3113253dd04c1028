package guided

import (
	"testing"

	"talpa/asra/guide"
)

// A strike that came near the crash again and again without one leaves its place to
// another that was never tried, though that matters less.
func TestStrikesWear(t *testing.T) {
	t.Parallel()
	near := &arm{factor: 18, kin: &kin{}, echo: &echo{tries: 1, near: 1}}
	other := &arm{factor: 8, kin: &kin{}, echo: &echo{}}
	idle := &arm{factor: 1, kin: &kin{}, echo: &echo{}}
	if near.promise() <= other.promise() || idle.promise() != 0 {
		t.Errorf("promises %v, %v, %v", near.promise(), other.promise(), idle.promise())
	}
	near.tries, near.echo.tries, near.echo.near = 60, 60, 60
	if near.promise() >= other.promise() {
		t.Errorf("after 60 tries %v, untried %v", near.promise(), other.promise())
	}
}

// Where the crash is met on arrival, the screen of the target is no place to stay.
func TestArrival(t *testing.T) {
	t.Parallel()
	at := func(callback string) float64 {
		g := &guide.Guide{Target: guide.Target{Callback: callback},
			Components: []guide.Component{{Name: "p.Main", Kind: guide.Activity, Verdict: guide.Necessary}}}
		return newRelevance(g).place(screen(t, "Main", "one")).factor
	}
	if here, there := at("Lp/Main;->onCreate(Landroid/os/Bundle;)V"), at("Lp/Main;->onClick(Landroid/view/View;)V"); here >= 1 ||
		there <= 1 {
		t.Errorf("the target's screen matters %v where it crashes on arrival, %v where later", here, there)
	}
}
