package kind_test

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/field"
	"talpa/asra/plan/kind"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
)

// made is a screen that makes elements of two kinds, by a helper that is given the number, and changes the kind of one.
const made = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field item:Lt/Item;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.method private put(I)V
    .registers 4
    new-instance v0, Lt/Item;
    invoke-direct {v0, p1}, Lt/Item;-><init>(I)V
    return-void
.end method
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 4
    const v0, 0
    invoke-direct {p0, v0}, Lt/Main;->put(I)V
    return-void
.end method
.method protected onStart()V
    .registers 4
    const v0, 1
    invoke-direct {p0, v0}, Lt/Main;->put(I)V
    return-void
.end method
.method protected onStop()V
    .registers 4
    iget-object v1, p0, Lt/Main;->item:Lt/Item;
    const v0, 1
    iput v0, v1, Lt/Item;->kind:I
    return-void
.end method
.class public Lt/Item;
.super Ljava/lang/Object;
.field kind:I
.method public constructor <init>(I)V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput p1, p0, Lt/Item;->kind:I
    return-void
.end method
`

// TestMade: an element of a kind is made where the number of the kind is given, not where one that is there changes.
func TestMade(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"app": "activity t.Main\n", "in.smali": made}))
	n := func(i int64) *int64 { return &i }
	for name, c := range map[string]struct {
		of   guide.Condition
		want []string
	}{
		"of kind 1":     {guide.Condition{Min: n(1), Max: n(1)}, []string{"onStart"}},
		"not of kind 1": {guide.Condition{Not: []int64{1}}, []string{"onCreate"}},
		"of any":        {guide.Condition{}, []string{"onCreate", "onStart"}},
		"of none":       {guide.Condition{Min: n(2)}, nil},
	} {
		var got []string
		for _, u := range kind.Made(app, field.Of(app, "t.Item", "kind"), c.of) {
			got = append(got, app.Calls.Method(u.Method).Name)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: by %q, want %q", name, got, c.want)
		}
	}
}

// TestWithoutView_none: a class that inflates nothing lacks no view.
func TestWithoutView_none(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"app": "activity t.Main\n", "in.smali": made}))
	none := func(callgraph.MethodID, uint32) []guide.Condition { return nil }
	if got := kind.WithoutView(app, app.Hierarchy.ID("Lt/Main;"), "caption", none); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}
