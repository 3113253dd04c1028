package offer_test

import (
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/offer"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/ui/uitest"
)

// TestSystem states which events that need no widget are left out, and when.
func TestSystem(t *testing.T) {
	t.Parallel()
	launcher := guide.Component{Name: "p.Main", Kind: guide.Activity, Verdict: guide.Necessary}
	offered := func(g *guide.Guide, warm int, kind event.Kind, arg string) bool {
		r := relevance.New(g)
		l := offer.Lister{Relevance: r, Settings: settings.New(g, r.Mentions)}
		view := gen.View{Screen: uitest.Buttons(t, "Main", "one"), Package: "p", Alive: true}
		for _, c := range l.System(view, offer.Moment{Warm: warm}) {
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
		{"no restart after a start", routed, offer.ColdPause, event.Restart, "", false},
		{"a restart later", routed, offer.ColdPause + 1, event.Restart, "", true},
		{"a locale without a guide", nil, 0, event.Config, "locale", true},
		{"no locale on a path that asks for none", routed, 0, event.Config, "locale", false},
		{"a locale that the path asks for", french, 0, event.Config, "locale", true},
	} {
		if got := offered(c.guide, c.warm, c.kind, c.arg); got != c.want {
			t.Errorf("%s: offered %v", c.name, got)
		}
	}
}
