package screen_test

import (
	"fmt"
	"slices"
	"testing"

	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
	"talpa/cfg/icfg/screen"
)

const screensApp = `
.class public Lt/Main;
.super Landroid/app/Activity;
.method public onCreate(Landroid/os/Bundle;)V
    .registers 4
    const v0, {layout/main}
    invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V
    new-instance v1, Lt/Main$1;
    invoke-direct {v1}, Lt/Main$1;-><init>()V
    const v0, {id/ask}
    invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;
    move-result-object v0
    invoke-virtual {v0, v1}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V
    return-void
.end method
.class Lt/Main$1;
.super Ljava/lang/Object;
.implements Landroid/view/View$OnClickListener;
.method constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public onClick(Landroid/view/View;)V
    .registers 4
    const/4 v0, 0x0
    new-instance v1, Landroid/app/AlertDialog$Builder;
    invoke-direct {v1, v0}, Landroid/app/AlertDialog$Builder;-><init>(Landroid/content/Context;)V
    const-string v0, "Sure?"
    invoke-virtual {v1, v0}, Landroid/app/AlertDialog$Builder;->setTitle(Ljava/lang/CharSequence;)Landroid/app/AlertDialog$Builder;
    invoke-virtual {v1}, Landroid/app/AlertDialog$Builder;->show()Landroid/app/AlertDialog;
    return-void
.end method
`

func screens(t *testing.T) *icfg.Program {
	t.Helper()
	const ns = icfgtest.NS
	return icfgtest.Build(t, map[string]string{
		"app": "activity t.Main\n", "in.smali": screensApp,
		"layout/main": `<LinearLayout ` + ns + ` android:id="@+id/root"><include layout="@layout/part"/></LinearLayout>`,
		"layout/part": `<merge ` + ns + `><Button android:id="@+id/ask" android:enabled="false"/><include layout="@layout/main"/></merge>`,
	})
}

func TestScreens(t *testing.T) {
	t.Parallel()
	p := screens(t)
	s := screen.Find(p)
	var got []string
	for i := range s.All {
		got = append(got, string(s.All[i].Kind)+" "+s.All[i].Label())
	}
	for _, tr := range s.Transitions {
		got = append(got, fmt.Sprintf("%d to %d by %s", tr.From, tr.To, p.Calls.Method(tr.Callback).Name))
	}
	want := []string{"activity Main", "dialog \"Sure?\"\nMain$1.onClick", "0 to 1 by onClick"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if holding := s.Holding(p.Resources.ID("id/ask")); !slices.Equal(holding, []int{0}) {
		t.Errorf("id/ask is on the screens %v", holding)
	}
}
