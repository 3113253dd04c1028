package result_test

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/plan/result"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex"
)

// activities are one that asks two others for results, by two codes, and one of these with three handlers: one gives
// data, one none, one only ends.
const activities = icfgtest.Main + `
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 4
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    new-instance v0, Landroid/content/Intent;
    const-class v1, Lt/Pick;
    invoke-direct {v0, p0, v1}, Landroid/content/Intent;-><init>(Landroid/content/Context;Ljava/lang/Class;)V
    const/4 v1, 0x1
    invoke-virtual {p0, v0, v1}, Lt/Main;->startActivityForResult(Landroid/content/Intent;I)V
    return-void
.end method
.method protected onResume()V
    .registers 3
    invoke-super {p0}, Landroid/app/Activity;->onResume()V
    new-instance v0, Landroid/content/Intent;
    const-class v1, Lt/Other;
    invoke-direct {v0, p0, v1}, Landroid/content/Intent;-><init>(Landroid/content/Context;Ljava/lang/Class;)V
    const/4 v1, 0x2
    invoke-virtual {p0, v0, v1}, Lt/Main;->startActivityForResult(Landroid/content/Intent;I)V
    return-void
.end method
.class public Lt/Other;
.super Landroid/app/Activity;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.class public Lt/Pick;
.super Landroid/app/Activity;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.method protected onPause()V
    .registers 4
    invoke-super {p0}, Landroid/app/Activity;->onPause()V
    const/4 v0, -0x1
    new-instance v1, Landroid/content/Intent;
    invoke-direct {v1}, Landroid/content/Intent;-><init>()V
    invoke-virtual {p0, v0, v1}, Lt/Pick;->setResult(ILandroid/content/Intent;)V
    return-void
.end method
.method protected onStop()V
    .registers 2
    invoke-super {p0}, Landroid/app/Activity;->onStop()V
    const/4 v0, -0x1
    invoke-virtual {p0, v0}, Lt/Pick;->setResult(I)V
    return-void
.end method
.method public onBackPressed()V
    .registers 1
    invoke-virtual {p0}, Lt/Pick;->finish()V
    return-void
.end method
`

func reader(t *testing.T) *appcode.Reader {
	t.Helper()
	return appcode.New(icfgtest.Build(t, map[string]string{
		"app": "activity t.Main\nactivity t.Other\nactivity t.Pick\n", "in.smali": activities,
	}))
}

// TestEnders: which handlers can give the crash's answer is told by result code and data of the trace, or where it shows
// none, by whether the data is what fails.
func TestEnders(t *testing.T) {
	t.Parallel()
	app := reader(t)
	for name, c := range map[string]struct {
		wanted result.Wanted
		fit    []string
	}{
		"nothing is known":    {result.Wanted{}, []string{"onPause", "onStop"}},
		"the data is missing": {result.Wanted{NoData: true}, []string{"onStop"}},
		"told with data":      {result.Wanted{Told: &trace.ActivityResult{Result: -1, Data: true}}, []string{"onPause"}},
		"told as canceled":    {result.Wanted{Told: &trace.ActivityResult{}}, nil},
	} {
		c.wanted.App = app
		e := c.wanted.Enders()
		if got := names(app, e.Set); !slices.Equal(got, []string{"onPause", "onStop"}) {
			t.Errorf("%s: %q set a result", name, got)
		}
		if got := names(app, e.End); !slices.Equal(got, []string{"onBackPressed"}) {
			t.Errorf("%s: %q end the activity", name, got)
		}
		if got := names(app, e.Fit); !slices.Equal(got, c.fit) || len(e.Calls) != len(c.fit) {
			t.Errorf("%s: %q by %d calls, want %q", name, got, len(e.Calls), c.fit)
		}
	}
}

// TestOfRequest: a request tells by its code whether the answer of the trace is that of an activity.
func TestOfRequest(t *testing.T) {
	t.Parallel()
	app := reader(t)
	for name, c := range map[string]struct {
		told        *trace.ActivityResult
		other, pick bool
	}{
		"the trace shows none":   {nil, true, true},
		"the code of one":        {&trace.ActivityResult{Request: 1}, false, true},
		"the code of the other":  {&trace.ActivityResult{Request: 2}, true, false},
		"a code that nobody has": {&trace.ActivityResult{Request: 3}, false, false},
	} {
		w := result.Wanted{App: app, Told: c.told}
		for class, want := range map[string]bool{"Lt/Other;": c.other, "Lt/Pick;": c.pick, "Lt/Main;": true} {
			if got := w.OfRequest(app.Hierarchy.ID(class), w.Requests()); got != want {
				t.Errorf("%s: of %s is %v", name, dex.JavaName(class), got)
			}
		}
	}
}

// names are the names of some methods, sorted.
func names(app *appcode.Reader, methods map[callgraph.MethodID]bool) []string {
	var all []string
	for m := range methods {
		all = append(all, app.Calls.Method(m).Name)
	}
	slices.Sort(all)
	return all
}
