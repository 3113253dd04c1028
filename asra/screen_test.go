package asra_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/dextest"
	"talpa/specs"
)

// listener is the smali of a class t.NAME that handles clicks for an activity, which
// it has in the field on.
const listener = `
.class public Lt/NAME;
.super Ljava/lang/Object;
.implements Landroid/view/View$OnClickListener;
.implements Landroid/content/DialogInterface$OnClickListener;
.field final on:Lt/HOST;
.method constructor <init>(Lt/HOST;)V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lt/NAME;->on:Lt/HOST;
    return-void
.end method
.method public SIGNATURE
    .registers 8
    iget-object v0, p0, Lt/NAME;->on:Lt/HOST;
    BODY
    return-void
.end method
`

// newListener writes a class t.name for an activity host.
func newListener(name, host, signature, body string) string {
	return strings.NewReplacer("NAME", name, "HOST", host, "SIGNATURE", signature, "BODY", body).Replace(listener)
}

// screensApp is an app that starts at Main, with a dialog of which one button leads to
// the crash. Main opens Other, and that opens Deep, which can handle Back. NO is what
// the other button does, TRY a click in Deep.
const screensApp = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field dialog:Landroid/app/AlertDialog;
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    new-instance v0, Landroid/app/AlertDialog$Builder;
    invoke-direct {v0, p0}, Landroid/app/AlertDialog$Builder;-><init>(Landroid/content/Context;)V
    const-string v1, "x"
    new-instance v2, Lt/Yes;
    invoke-direct {v2, p0}, Lt/Yes;-><init>(Lt/Main;)V
    invoke-virtual {v0, v1, v2}, BUILDER->setPositiveButton(Ljava/lang/CharSequence;CLICKED)BUILDER
    new-instance v2, Lt/No;
    invoke-direct {v2, p0}, Lt/No;-><init>(Lt/Main;)V
    invoke-virtual {v0, v1, v2}, BUILDER->setNegativeButton(Ljava/lang/CharSequence;CLICKED)BUILDER
    const v1, 0
    invoke-virtual {v0, v1}, BUILDER->setCancelable(Z)BUILDER
    invoke-virtual {v0}, BUILDER->show()Landroid/app/AlertDialog;
    move-result-object v0
    iput-object v0, p0, Lt/Main;->dialog:Landroid/app/AlertDialog;
    OPEN ToOther(Main)
    return-void
.end method
.method crash()V
    .registers 2
    .line 5
    const v0, 0
    throw v0
.end method
.class public Lt/Other;
.super Landroid/app/Activity;
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    OPEN ToDeep(Other)
    return-void
.end method
.class public Lt/Deep;
.super Landroid/app/Activity;
.field next:Ljava/lang/Class;
.field any:Ljava/lang/Class;
.field dirty:Z
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    const-class v0, Lt/Other;
    iput-object v0, p0, Lt/Deep;->next:Ljava/lang/Class;
    invoke-virtual {p0}, Ljava/lang/Object;->getClass()Ljava/lang/Class;
    move-result-object v0
    iput-object v0, p0, Lt/Deep;->any:Ljava/lang/Class;
    OPEN Try(Deep)
    return-void
.end method
.method public onBackPressed()V
    .registers 3
    BACK
    return-void
.end method
`

// newView is what OPEN NAME(HOST) stands for: a button with the listener NAME.
const newView = `new-instance v0, Landroid/widget/Button;
invoke-direct {v0, p0}, Landroid/widget/Button;-><init>(Landroid/content/Context;)V
new-instance v1, Lt/$1;
invoke-direct {v1, p0}, Lt/$1;-><init>(Lt/$2;)V
invoke-virtual {v0, v1}, Landroid/widget/Button;->setOnClickListener(Landroid/view/View$$OnClickListener;)V`

// startOf is code of a listener that starts what a class is of.
func startOf(class string) string {
	return "new-instance v1, Landroid/content/Intent;\n" + class + `
invoke-direct {v1, v0, v2}, Landroid/content/Intent;-><init>(Landroid/content/Context;Ljava/lang/Class;)V
invoke-virtual {v0, v1}, Landroid/app/Activity;->startActivity(Landroid/content/Intent;)V`
}

// TestAnalyze_handlersThatChangeTheScreen states which handlers are dropped that leave a screen, start one or take
// a dialog away.
func TestAnalyze_handlersThatChangeTheScreen(t *testing.T) {
	t.Parallel()
	const (
		leave     = "invoke-virtual {v0}, Landroid/app/Activity;->finish()V"
		superBack = "invoke-super {p0}, Landroid/app/Activity;->onBackPressed()V\n"
		dismiss   = "invoke-interface {p1}, Landroid/content/DialogInterface;->dismiss()V"
	)
	for _, row := range []struct {
		name, no, try, back string
		class               string // of the handler that is asked for
		drop                bool
	}{
		{"its own dialog", dismiss, "", superBack, "No", true},
		{
			"another dialog", "iget-object v1, v0, Lt/Main;->dialog:Landroid/app/AlertDialog;\n" +
				"invoke-virtual {v1}, Landroid/app/AlertDialog;->dismiss()V", "", superBack, "No", false,
		},
		{"as Back does", "", leave, superBack, "Try", true},
		{
			"as Back does, also where that fails", "", leave, ":from\n" + superBack + ":to\nreturn-void\n:catch\nmove-exception v0\n" +
				"invoke-virtual {p0}, Lt/Deep;->finish()V\n.catch Ljava/lang/IllegalStateException; {:from .. :to} :catch", "Try", true,
		},
		{
			"unlike Back where that fails", "", leave, ":from\n" + superBack + ":to\nreturn-void\n:catch\nmove-exception v0\n" +
				".catch Ljava/lang/IllegalStateException; {:from .. :to} :catch", "Try", false,
		},
		{
			"unlike Back", "", leave, "iget-boolean v0, p0, Lt/Deep;->dirty:Z\nif-eqz v0, :out\nreturn-void\n:out\n" + superBack,
			"Try", false,
		},
		{"a class in a field", "", startOf("iget-object v2, v0, Lt/Deep;->next:Ljava/lang/Class;"), superBack, "Try", true},
		{"any class in a field", "", startOf("iget-object v2, v0, Lt/Deep;->any:Ljava/lang/Class;"), superBack, "Try", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			const click, button = "onClick(Landroid/view/View;)V", "onClick(Landroid/content/DialogInterface;I)V"
			app := strings.NewReplacer("BUILDER", "Landroid/app/AlertDialog$Builder;", "BACK", row.back,
				"CLICKED", "Landroid/content/DialogInterface$OnClickListener;").Replace(screensApp)
			app = regexp.MustCompile(`OPEN (\w+)\((\w+)\)`).ReplaceAllString(app, newView)
			app += newListener("Yes", "Main", button, ".line 20\ninvoke-virtual {v0}, Lt/Main;->crash()V") +
				newListener("No", "Main", button, row.no) +
				newListener("ToOther", "Main", click, startOf("const-class v2, Lt/Other;")) +
				newListener("ToDeep", "Other", click, startOf("const-class v2, Lt/Deep;")) +
				newListener("Try", "Deep", click, row.try)
			for _, cb := range screensGuide(t, app).Callbacks {
				if strings.HasPrefix(cb.Method, "Lt/"+row.class+";->onClick") && (cb.Verdict == guide.Irrelevant) != row.drop {
					t.Errorf("%s by %s (%s)", cb.Verdict, cb.Rule, cb.Reason)
				}
			}
		})
	}
}

func screensGuide(t *testing.T, app string) *guide.Guide {
	t.Helper()
	classes := dextest.Set(t, app)
	calls, err := callgraph.New(context.Background(), classes, specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	manifest, crash, _ := parseApp(t, `activity t.Main
activity t.Other
activity t.Deep
at t.Main.crash 5
at t.Yes.onClick 20
at android.app.AlertDialog.dispatch 1`)
	p, err := icfg.Build(context.Background(), icfg.Input{Manifest: manifest, Calls: calls})
	if err != nil {
		t.Fatal(err)
	}
	target, err := locate.Resolve(classes, []trace.Trace{crash}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := asra.Analyze(context.Background(), p, target, asra.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
