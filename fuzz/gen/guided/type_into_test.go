package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui/uitest"
)

// inFront is a generator that has looked at nodes of a dump.
func inFront(t *testing.T, nodes ...string) *Generator {
	t.Helper()
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	g.state.Look(view(uitest.Screen(t, "Main", nodes...)))
	return g
}

// node is a widget of a dump, with more attributes than its class and place.
func node(class, bounds, more string) string {
	return `<node class="android.widget.` + class + `" package="p" enabled="true" bounds="` + bounds + `" ` + more + `/>`
}

// TestTypeInto: what is typed, by what an achiever wants of the text.
func TestTypeInto(t *testing.T) {
	t.Parallel()
	g := inFront(t, node("EditText", "[0,0][400,100]", `clickable="true" focusable="true"`))
	i := g.state.Presses().Serving([]guide.Widget{{Class: "android.widget.EditText"}}, guide.RoleText)
	if i = max(i, 0); g.state.Offers[i].Event.Kind != event.Text {
		i = transition.OfferOf(g.state.Offers, event.Event{Kind: event.Text, X: g.state.Offers[i].Event.X, Y: g.state.Offers[i].Event.Y})
	}
	for name, c := range map[string]struct {
		achiever guide.Achiever
		kind     choiceKind
		value    string
	}{
		"one of its values": {guide.Achiever{Values: []string{"7"}, Want: guide.Want{Class: guide.WantText, Text: "8"}},
			giveEvent, "7"},
		"the text":           {guide.Achiever{Want: guide.Want{Class: guide.WantText, Text: "1,5"}}, giveEvent, "1,5"},
		"nothing":            {guide.Achiever{Want: guide.Want{Class: guide.WantEmpty}}, giveEvent, ""},
		"what breaks a form": {guide.Achiever{Want: guide.Want{Class: guide.WantNoText}}, takeOffer, ""},
	} {
		got, ok := g.state.typeInto(max(i, 0), &c.achiever)
		if !ok || got.kind != c.kind || c.kind == giveEvent && got.event.Value != c.value ||
			c.kind == takeOffer && got.class != gen.EdgeValue {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
