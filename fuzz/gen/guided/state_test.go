package guided

import (
	"math/rand"
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui/uitest"
)

// TestValueClass states that odd values are typed at the target more often than on the path
// there, and that a text which the crash gives back is tried anywhere.
func TestValueClass(t *testing.T) {
	t.Parallel()
	odd := func(distance int, crash *guide.CrashCondition) int {
		g := New(&guide.Guide{
			Crash: crash,
			Components: []guide.Component{{
				Name: "p.Main", Kind: guide.Activity, Verdict: guide.Necessary, Distance: distance,
			}},
		}, rand.New(rand.NewSource(3)))
		n := 0
		for range 400 {
			if g.state.valueClass(uitest.Buttons(t, "Main", "one")) == gen.EdgeValue {
				n++
			}
		}
		return n
	}
	text := &guide.CrashCondition{Kind: guide.CrashNumber, Want: guide.Want{Class: guide.WantText, Text: "x"}}
	target, path, told := odd(0, nil), odd(1, nil), odd(1, text)
	if !(target > told && told > path && path > 0) {
		t.Errorf("odd values: %d of 400 at the target, %d where the crash tells a text, %d elsewhere on the path", target, told, path)
	}
}

// What is behind a drawer that is out is no offer; what is in the drawer is.
func TestOffersOf_nothingBehindADrawer(t *testing.T) {
	t.Parallel()
	n := &notes{}
	screen := uitest.Screen(t, "Main", `<node class="androidx.drawerlayout.widget.DrawerLayout" package="p" enabled="true" bounds="[0,0][400,800]">`+
		`<node class="android.widget.LinearLayout" package="p" enabled="true" bounds="[0,0][400,800]">`+n.node("Button", "Buy", 600, usable)+
		`</node><node class="android.widget.ListView" package="p" enabled="true" bounds="[0,0][345,800]">`+
		n.node("TextView", "Settings", 0, usable)+`</node></node>`)
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	g.look(view(screen))
	press := func(text string) bool {
		return slices.ContainsFunc(g.offers, func(o transition.Offer) bool { return o.PressesWidget() && o.Label == text })
	}
	if press("Buy") || !press("Settings") {
		t.Errorf("offers are %v", g.offers)
	}
}
