package guided

import (
	"math/rand"
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// TestConfirms states which widgets are taken for the button that takes a form's content.
func TestConfirms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		id, label string
		want      bool
	}{
		{"p:id/x", "OK", true},
		{"p:id/x", "Save changes", true},
		{"p:id/x", "Add everything to the shopping list", false},
		{"p:id/x", "Cancel", false},
		{"p:id/btn_submit", "", true},
		{"p:id/book", "", false},
		{"android:id/button1", "Weiter", true},
		{"p:id/button1", "Weiter", false},
		{"", "", false},
	} {
		if got := naming.Confirms(&ui.Widget{ID: c.id}, c.label); got != c.want {
			t.Errorf("%q %q: %v", c.id, c.label, got)
		}
	}
}

// TestSystemOffers states which events that need no widget are left out, and when.
func TestSystemOffers(t *testing.T) {
	t.Parallel()
	launcher := guide.Component{Name: "p.Main", Kind: guide.Activity, Verdict: guide.Necessary}
	offered := func(g *guide.Guide, warm int, kind event.Kind, arg string) bool {
		gen := New(g, rand.New(rand.NewSource(1)))
		gen.warm = warm
		for _, c := range gen.systemOffers(view(uitest.Buttons(t, "Main", "one"))) {
			if c.Event.Kind == kind && c.Event.Arg == arg {
				return true
			}
		}
		return false
	}
	routed := &guide.Guide{Components: []guide.Component{launcher}}
	french := &guide.Guide{Components: []guide.Component{launcher}, Inputs: []guide.Input{
		{Kind: guide.InputLocale, Cause: guide.CauseLanguage, Values: []string{"fr-FR"}},
	}}
	for _, c := range []struct {
		name  string
		guide *guide.Guide
		warm  int
		kind  event.Kind
		arg   string
		want  bool
	}{
		{"back at any time", routed, 0, event.Back, "", true},
		{"no restart after a start", routed, coldPause, event.Restart, "", false},
		{"a restart later", routed, coldPause + 1, event.Restart, "", true},
		{"a locale without a guide", nil, 0, event.Config, "locale", true},
		{"no locale on a path that asks for none", routed, 0, event.Config, "locale", false},
		{"a locale that the path asks for", french, 0, event.Config, "locale", true},
	} {
		if got := offered(c.guide, c.warm, c.kind, c.arg); got != c.want {
			t.Errorf("%s: offered %v", c.name, got)
		}
	}
}

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
