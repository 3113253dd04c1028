package guide

import (
	"slices"
	"testing"
)

// TestSimilar: names that a person may have meant, of callbacks by their short form and of widgets
// by their ids; nothing where no name is near.
func TestSimilar(t *testing.T) {
	t.Parallel()
	g := &Guide{Callbacks: []Callback{
		{Method: "Lorg/mole/Main;->onClick(Landroid/view/View;)V", Widgets: []Widget{{ID: "id/settings"}}},
		{Method: "Lorg/mole/Main;->onLongClick(Landroid/view/View;)Z", Widgets: []Widget{{ID: "id/sort"}, {ID: ""}}},
	}}
	for name, want := range map[string][]string{
		"onClik":      {ShortMethod(g.Callbacks[0].Method), ShortMethod(g.Callbacks[1].Method)},
		"id/setings":  {"id/settings"},
		"onLongClick": {ShortMethod(g.Callbacks[1].Method)},
		"zzz":         {},
		"":            {},
	} {
		if got := g.Similar(name); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if g.Explains() {
		t.Error("explains without a reason")
	}
	g.Callbacks[1].Why = append(g.Callbacks[1].Why, Step{})
	if !g.Explains() {
		t.Error("does not explain what has a reason")
	}
}
