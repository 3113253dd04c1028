package broadcast

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex"
)

const hearing = icfgtest.Main + `
.method public listen()V
    .registers 4
    new-instance v0, Lt/Ear;
    invoke-direct {v0}, Lt/Ear;-><init>()V
    new-instance v1, Landroid/content/IntentFilter;
    const-string v2, "android.intent.action.HEADSET_PLUG"
    invoke-direct {v1, v2}, Landroid/content/IntentFilter;-><init>(Ljava/lang/String;)V
    const-string v2, "t.DONE"
    invoke-virtual {v1, v2}, Landroid/content/IntentFilter;->addAction(Ljava/lang/String;)V
    invoke-virtual {p0, v0, v1}, Lt/Main;->registerReceiver(Landroid/content/BroadcastReceiver;Landroid/content/IntentFilter;)Landroid/content/Intent;
    return-void
.end method
.method public done()V
    .registers 3
    new-instance v0, Landroid/content/Intent;
    const-string v1, "t.DONE"
    invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    invoke-virtual {p0, v0}, Lt/Main;->sendBroadcast(Landroid/content/Intent;)V
    return-void
.end method
.method public begun()V
    .registers 3
    new-instance v0, Landroid/content/Intent;
    const-string v1, "t.BEGUN"
    invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    invoke-virtual {p0, v0}, Lt/Main;->sendBroadcast(Landroid/content/Intent;)V
    return-void
.end method
.class public Lt/Ear;
.super Landroid/content/BroadcastReceiver;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/content/BroadcastReceiver;-><init>()V
    return-void
.end method
.method public onReceive(Landroid/content/Context;Landroid/content/Intent;)V
    .registers 4
    const-string v0, "t.DONE"
    invoke-virtual {p2}, Landroid/content/Intent;->getAction()Ljava/lang/String;
    return-void
.end method
.class public Lt/Deaf;
.super Landroid/content/BroadcastReceiver;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/content/BroadcastReceiver;-><init>()V
    return-void
.end method
.method public onReceive(Landroid/content/Context;Landroid/content/Intent;)V
    .registers 3
    return-void
.end method
`

// TestFilterActions: a receiver hears the actions of the filter that it is registered with, first what it names itself, and
// one that nobody registers hears none.
func TestFilterActions(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": hearing}))
	class := func(name string) *dex.Class { return app.Hierarchy.Class(app.Hierarchy.ID(name)) }
	ear := class("Lt/Ear;")
	registered := Registered(app, ear)
	if got := in(app, registered); !slices.Equal(got, []string{"listen"}) {
		t.Errorf("registered by %q", got)
	}
	want := []string{"t.DONE", "android.intent.action.HEADSET_PLUG"}
	if got := FilterActions(app, ear, registered); !slices.Equal(got, want) {
		t.Errorf("hears %q, want %q", got, want)
	}
	if got := Registered(app, class("Lt/Deaf;")); len(got) != 0 {
		t.Errorf("one that nobody registers is registered by %q", in(app, got))
	}
}

// TestSenders: who sends an action, and nobody who sends another one.
func TestSenders(t *testing.T) {
	t.Parallel()
	app := appcode.New(icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": hearing}))
	for action, want := range map[string][]string{"t.DONE": {"done"}, "t.BEGUN": {"begun"}, "t.NEVER": nil} {
		if got := in(app, Senders(app, action)); !slices.Equal(got, want) {
			t.Errorf("%s is sent by %q, want %q", action, got, want)
		}
	}
}

// in are the methods that uses are in.
func in(app *appcode.Reader, uses []callgraph.Use) (names []string) {
	for _, u := range uses {
		names = append(names, app.Calls.Method(u.Method).Name)
	}
	return names
}
