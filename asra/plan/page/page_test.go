package page_test

import (
	"fmt"
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/plan/page"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
)

// drawer is an activity that keeps fragments in an array and a list, and shows the one of a row that is touched.
const drawer = `
.class public Lt/Main;
.super Landroid/app/Activity;
.implements Landroid/widget/AdapterView$OnItemClickListener;
.field array:[Landroid/app/Fragment;
.field list:Ljava/util/List;
.method public constructor <init>()V
    .registers 6
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    const/4 v0, 2
    new-array v0, v0, [Landroid/app/Fragment;
    const/4 v1, 1
    new-instance v2, Lt/Second;
    invoke-direct {v2}, Lt/Second;-><init>()V
    aput-object v2, v0, v1
    iput-object v0, p0, Lt/Main;->array:[Landroid/app/Fragment;
    new-instance v0, Ljava/util/ArrayList;
    invoke-direct {v0}, Ljava/util/ArrayList;-><init>()V
    invoke-virtual {v0, p0}, Ljava/util/ArrayList;->add(Ljava/lang/Object;)Z
    invoke-virtual {v0, p0}, Ljava/util/ArrayList;->add(Ljava/lang/Object;)Z
    new-instance v2, Lt/Third;
    invoke-direct {v2}, Lt/Third;-><init>()V
    invoke-virtual {v0, v2}, Ljava/util/ArrayList;->add(Ljava/lang/Object;)Z
    iput-object v0, p0, Lt/Main;->list:Ljava/util/List;
    return-void
.end method
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 3
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    new-instance v0, Landroid/widget/ListView;
    invoke-direct {v0, p0}, Landroid/widget/ListView;-><init>(Landroid/content/Context;)V
    invoke-virtual {v0, p0}, Landroid/widget/ListView;->setOnItemClickListener(Landroid/widget/AdapterView$OnItemClickListener;)V
    return-void
.end method
.method public onItemClick(Landroid/widget/AdapterView;Landroid/view/View;IJ)V
    .registers 8
    iget-object v0, p0, Lt/Main;->array:[Landroid/app/Fragment;
    aget-object v0, v0, p3
    iget-object v0, p0, Lt/Main;->list:Ljava/util/List;
    invoke-interface {v0, p3}, Ljava/util/List;->get(I)Ljava/lang/Object;
    return-void
.end method
.class public Lt/Second;
.super Landroid/app/Fragment;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Fragment;-><init>()V
    return-void
.end method
.class public Lt/Third;
.super Landroid/app/Fragment;
.method public constructor <init>()V
    .registers 2
    invoke-direct {p0}, Landroid/app/Fragment;-><init>()V
    new-instance v0, Lt/Listener;
    invoke-direct {v0}, Lt/Listener;-><init>()V
    return-void
.end method
.class public Lt/Listener;
.super Ljava/lang/Object;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
`

// TestOf: the number of a row is that of the element which the fragment is, in an array and in a list as it was filled.
func TestOf(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"app": "activity t.Main\n", "in.smali": drawer}))
	none := func(callgraph.MethodID, int64, uint32) []int { return nil }
	for fragment, want := range map[string][]string{
		"Lt/Second;": {"onItemClick 1"}, "Lt/Third;": {"onItemClick 2"}, "Lt/Listener;": nil,
	} {
		var got []string
		for _, c := range page.Of(app, fragment, none) {
			got = append(got, fmt.Sprintf("%s %d", app.Calls.Method(c.Method).Name, c.Number))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is shown by %q, want %q", fragment, got, want)
		}
	}
}

// TestFragment: a class is part of the fragment that it is, or that alone makes it.
func TestFragment(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"app": "activity t.Main\n", "in.smali": drawer}))
	for class, want := range map[string]string{"Second": "Lt/Second;", "Listener": "Lt/Third;", "Main": ""} {
		if got := page.Fragment(app, app.Hierarchy.Set().Class("Lt/"+class+";")); got != want {
			t.Errorf("%s is part of %q, want %q", class, got, want)
		}
	}
}
