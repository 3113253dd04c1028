package guided

import (
	"math/rand"
	"slices"
	"testing"

	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui/uitest"
)

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
	g.state.Look(view(screen))
	press := func(text string) bool {
		return slices.ContainsFunc(g.state.Offers, func(o transition.Offer) bool { return o.PressesWidget() && o.Label == text })
	}
	if press("Buy") || !press("Settings") {
		t.Errorf("offers are %v", g.state.Offers)
	}
}
