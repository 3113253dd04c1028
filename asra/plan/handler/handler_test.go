package handler_test

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/field"
	"talpa/asra/plan/handler"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
)

// screen fills one field by a handler and as it comes up, another by the handler only.
const screen = icfgtest.Main + `
.field first:Ljava/lang/Object;
.field second:Ljava/lang/Object;
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 3
    iput-object p0, p0, Lt/Main;->first:Ljava/lang/Object;
    return-void
.end method
.method public onBackPressed()V
    .registers 2
    iput-object p0, p0, Lt/Main;->first:Ljava/lang/Object;
    invoke-direct {p0}, Lt/Main;->fill()V
    return-void
.end method
.method protected onActivityResult(IILandroid/content/Intent;)V
    .registers 5
    return-void
.end method
.method private fill()V
    .registers 2
    iput-object p0, p0, Lt/Main;->second:Ljava/lang/Object;
    return-void
.end method
`

// handlersOf are the handlers of that screen, where answers come as one achiever.
func handlersOf(t *testing.T) (*appcode.Reader, *handler.Handlers) {
	t.Helper()
	app := appcode.New(icfgtest.Build(t, map[string]string{
		"app": "activity t.Main\n", "in.smali": screen,
	}))
	return app, handler.New(app,
		func(*icfg.Callback, uint32) []icfg.Widget { return nil },
		func(screen string) []guide.Achiever {
			return []guide.Achiever{{Kind: guide.AchieveAnswer, Screen: screen}}
		})
}

// TestMakers: handlers make what they alone put into a field, by a helper too.
func TestMakers(t *testing.T) {
	t.Parallel()
	app, h := handlersOf(t)
	for name, want := range map[string][]string{"first": nil, "second": {"Lt/Main;->onBackPressed()V"}} {
		var got []string
		for _, a := range h.Makers(field.Of(app, "t.Main", name)) {
			got = append(got, a.Method)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: made by %q, want %q", name, got, want)
		}
	}
}

// TestNamed: who hears of an answer is run by one, a method that nobody calls by nothing.
func TestNamed(t *testing.T) {
	t.Parallel()
	_, h := handlersOf(t)
	for name, want := range map[string]guide.AchieverKind{
		"Lt/Main;->onBackPressed()V":                              guide.AchieveHandler,
		"Lt/Main;->onActivityResult(IILandroid/content/Intent;)V": guide.AchieveAnswer,
		"Lt/Main;->fill()V":                                       "",
		"Lt/Main;->onActivityResult(IILandroid/content/Intent;)Z": "",
		"nothing of the kind":                                     "",
	} {
		var got guide.AchieverKind
		if all := h.Named(name, guide.Widget{}); len(all) > 0 {
			got = all[0].Kind
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestLabel: a screen is called as the manifest says, or by its class.
func TestLabel(t *testing.T) {
	t.Parallel()
	_, h := handlersOf(t)
	if got := h.Label("t.Other"); got != "Other" {
		t.Errorf("%q", got)
	}
	if !h.RunsOn(h.Method("Lt/Main;->fill()V"), "t.Main") || h.RunsOn(h.Method("Lt/Main;->fill()V"), "t.Other") {
		t.Error("fill runs on Main only")
	}
	if h.Method("Lt/Main;->gone()V") != callgraph.NoMethod {
		t.Error("a method that the app has not")
	}
}

// TestUsing: whoever hears of a search is told by its widget, or by a search field of which nothing is known: a library
// wraps that of a menu in a view of its own, which has no name.
func TestUsing(t *testing.T) {
	t.Parallel()
	_, h := handlersOf(t)
	const query, click = "Lt/Main;->onQueryTextSubmit(Ljava/lang/String;)Z", "Lt/Main;->onClick(Landroid/view/View;)V"
	wrapper, find := guide.Widget{Class: "lib.Wrapper"}, guide.Widget{ID: "id/find", Class: "lib.Wrapper"}
	search := guide.Widget{Class: guide.SearchView}
	for name, c := range map[string]struct {
		callback string
		widgets  []guide.Widget
		want     []guide.Widget
	}{
		"none":           {query, nil, []guide.Widget{search}},
		"a wrapper":      {query, []guide.Widget{wrapper}, []guide.Widget{search}},
		"one with an id": {query, []guide.Widget{find}, []guide.Widget{find}},
		"no search":      {click, []guide.Widget{wrapper}, []guide.Widget{wrapper}},
	} {
		if got := h.Using(c.callback, guide.RoleText, c.widgets, "t.Main").Widgets; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
