package asra_test

import (
	"context"
	"slices"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/icfg/icfgtest"
)

// tabbed is an app of which t.Notes is shown in a tab of t.Main, which has more code.
func tabbed(more string) map[string]string {
	return map[string]string{"app": "activity t.Main\nactivity t.Notes\n", "layout/notes": `
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android">
<Button android:id="@+id/go" android:text="Go" android:onClick="go"/>
</LinearLayout>`, "in.smali": icfgtest.Class("Main", "Landroid/app/TabActivity;", nil, `.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    invoke-super {p0, p1}, Landroid/app/TabActivity;->onCreate(Landroid/os/Bundle;)V
    new-instance v0, Landroid/content/Intent;
    const-class v1, Lt/Notes;
    invoke-direct {v0, p0, v1}, Landroid/content/Intent;-><init>(Landroid/content/Context;Ljava/lang/Class;)V
    invoke-virtual {p0}, Lt/Main;->getTabHost()Landroid/widget/TabHost;
    move-result-object v2
    const-string v3, "notes"
    invoke-virtual {v2, v3}, Landroid/widget/TabHost;->newTabSpec(Ljava/lang/String;)Landroid/widget/TabHost$TabSpec;
    move-result-object v3
    invoke-virtual {v3, v0}, Landroid/widget/TabHost$TabSpec;->setContent(Landroid/content/Intent;)Landroid/widget/TabHost$TabSpec;
    move-result-object v3
    invoke-virtual {v2, v3}, Landroid/widget/TabHost;->addTab(Landroid/widget/TabHost$TabSpec;)V
    return-void
.end method
`, more) + icfgtest.Class("Notes", "Landroid/app/Activity;", nil, `.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    const v0, {layout/notes}
    invoke-virtual {p0, v0}, Lt/Notes;->setContentView(I)V
    return-void
.end method
.method public go(Landroid/view/View;)V
    .registers 3
    .line 9
    new-instance v0, Ljava/lang/IllegalStateException;
    invoke-direct {v0}, Ljava/lang/IllegalStateException;-><init>()V
    throw v0
.end method
`)}
}

// TestAnalyze_tabs: what is to be in front of a screen in a tab is the screen around it, unless it is also shown by
// itself.
func TestAnalyze_tabs(t *testing.T) {
	t.Parallel()
	const itself = `.method public open(Landroid/view/View;)V
    .registers 5
    new-instance v0, Landroid/content/Intent;
    const-class v1, Lt/Notes;
    invoke-direct {v0, p0, v1}, Landroid/content/Intent;-><init>(Landroid/content/Context;Ljava/lang/Class;)V
    invoke-virtual {p0, v0}, Lt/Main;->startActivity(Landroid/content/Intent;)V
    return-void
.end method
`
	crashes, err := trace.Parse("java.lang.IllegalStateException\n\tat t.Notes.go(Notes.java:9)\n\tat android.view.View.performClick(View.java:1)\n")
	if err != nil {
		t.Fatal(err)
	}
	for more, want := range map[string]string{"": "t.Main", itself: "t.Notes"} {
		p := icfgtest.Build(t, tabbed(more))
		target, err := locate.Resolve(p.Hierarchy.Set(), crashes, locate.Options{Package: "t"})
		if err != nil {
			t.Fatal(err)
		}
		g, err := asra.Analyze(context.Background(), p, target, asra.Options{})
		if err != nil {
			t.Fatal(err)
		}
		last := g.Plan.Goals[len(g.Plan.Goals)-1]
		if last.Kind != guide.GoalCrash || last.Screen != want || last.Achievers[0].Screen != want {
			t.Errorf("the crash happens on %s by %+v, want %s", last.Screen, last.Achievers, want)
		}
		if m := g.Milestones[len(g.Milestones)-1]; m.Activity != want {
			t.Errorf("the last milestone is on %s, want %s", m.Activity, want)
		}
		i := slices.IndexFunc(g.Callbacks, func(cb guide.Callback) bool { return cb.Method == "Lt/Notes;->go(Landroid/view/View;)V" })
		if i < 0 || !slices.Contains(g.Callbacks[i].Components, want) || !slices.Contains(g.Callbacks[i].Components, "t.Notes") {
			t.Errorf("the handler runs under %v, want %s too", g.Callbacks, want)
		}
	}
}
