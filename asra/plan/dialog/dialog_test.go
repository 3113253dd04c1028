package dialog

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex"
)

const showing = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field private kept:Landroid/app/AlertDialog;
.field private other:Landroid/app/AlertDialog;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.method public make()V
    .registers 4
    new-instance v0, Landroid/app/AlertDialog$Builder;
    invoke-direct {v0, p0}, Landroid/app/AlertDialog$Builder;-><init>(Landroid/content/Context;)V
    new-instance v1, Lt/Heard;
    invoke-direct {v1}, Lt/Heard;-><init>()V
    const-string v2, "ok"
    invoke-virtual {v0, v2, v1}, Landroid/app/AlertDialog$Builder;->setPositiveButton(Ljava/lang/CharSequence;Landroid/content/DialogInterface$OnClickListener;)Landroid/app/AlertDialog$Builder;
    invoke-virtual {v0}, Landroid/app/AlertDialog$Builder;->create()Landroid/app/AlertDialog;
    move-result-object v0
    iput-object v0, p0, Lt/Main;->kept:Landroid/app/AlertDialog;
    return-void
.end method
.method public open()V
    .registers 2
    iget-object v0, p0, Lt/Main;->kept:Landroid/app/AlertDialog;
    invoke-virtual {v0}, Landroid/app/AlertDialog;->show()V
    return-void
.end method
.method public openOther()V
    .registers 2
    iget-object v0, p0, Lt/Main;->other:Landroid/app/AlertDialog;
    invoke-virtual {v0}, Landroid/app/AlertDialog;->show()V
    return-void
.end method
.method public openOwn()V
    .registers 2
    new-instance v0, Landroid/app/AlertDialog$Builder;
    invoke-direct {v0, p0}, Landroid/app/AlertDialog$Builder;-><init>(Landroid/content/Context;)V
    invoke-virtual {v0}, Landroid/app/AlertDialog$Builder;->show()Landroid/app/AlertDialog;
    return-void
.end method
.class public Lt/Heard;
.super Ljava/lang/Object;
.implements Landroid/content/DialogInterface$OnClickListener;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public onClick(Landroid/content/DialogInterface;I)V
    .registers 3
    return-void
.end method
`

// TestShowing: of the calls that show a dialog those that show what the maker of a listener has kept, and where nobody
// kept it those that show what was kept or handed over.
func TestShowing(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": showing})
	app := appcode.New(p)
	shows := app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return Shows(app, ref) })
	in := func(uses []callgraph.Use) (names []string) {
		for _, u := range uses {
			names = append(names, app.Calls.Method(u.Method).Name)
		}
		slices.Sort(names)
		return names
	}
	if got := in(shows); !slices.Equal(got, []string{"open", "openOther", "openOwn"}) {
		t.Errorf("dialogs are shown by %q", got)
	}
	makers := app.Calls.Index.Allocs("Lt/Heard;")
	if got := in(Showing(app, shows, makers)); !slices.Equal(got, []string{"open"}) {
		t.Errorf("the dialog with the listener is shown by %q", got)
	}
	if got := in(Showing(app, shows, nil)); !slices.Equal(got, []string{"open", "openOther"}) {
		t.Errorf("a dialog made elsewhere is shown by %q", got)
	}
}
