package fault_test

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/plan/fault"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex"
)

// Each method comes to failed, in an error branch or not.
const branches = `
.class public Lt/Main;
.super Landroid/app/Activity;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.method static failed()V
    .registers 0
    return-void
.end method
.method static tells(Ljava/io/File;)V
    .registers 2
    invoke-virtual {p0}, Ljava/io/File;->mkdir()Z
    move-result v0
    if-eqz v0, :no
    return-void
    :no
    invoke-static {}, Lt/Main;->failed()V
    return-void
.end method
.method static succeeds(Ljava/io/File;)V
    .registers 2
    invoke-virtual {p0}, Ljava/io/File;->mkdir()Z
    move-result v0
    if-eqz v0, :no
    invoke-static {}, Lt/Main;->failed()V
    :no
    return-void
.end method
.method static reads(Ljava/io/File;)V
    .registers 3
    :from
    new-instance v0, Ljava/io/FileInputStream;
    invoke-direct {v0, p0}, Ljava/io/FileInputStream;-><init>(Ljava/io/File;)V
    :to
    .catch Ljava/io/FileNotFoundException; {:from .. :to} :failed
    return-void
    :failed
    invoke-static {}, Lt/Main;->failed()V
    return-void
.end method
.method static helped(Ljava/net/URL;)V
    .registers 2
    :from
    invoke-static {p0}, Lt/Main;->ask(Ljava/net/URL;)V
    :to
    .catch Ljava/lang/Exception; {:from .. :to} :failed
    return-void
    :failed
    invoke-static {}, Lt/Main;->failed()V
    return-void
.end method
.method static ask(Ljava/net/URL;)V
    .registers 2
    invoke-virtual {p0}, Ljava/net/URL;->openStream()Ljava/io/InputStream;
    return-void
.end method
.method static refused(Landroid/content/Context;)V
    .registers 2
    :from
    const-string v0, "location"
    invoke-virtual {p0, v0}, Landroid/content/Context;->getSystemService(Ljava/lang/String;)Ljava/lang/Object;
    :to
    .catch Ljava/lang/SecurityException; {:from .. :to} :failed
    return-void
    :failed
    invoke-static {}, Lt/Main;->failed()V
    return-void
.end method
.method static nobody(Landroid/content/Context;Landroid/content/Intent;)V
    .registers 2
    :from
    invoke-virtual {p0, p1}, Landroid/content/Context;->startActivity(Landroid/content/Intent;)V
    :to
    .catch Landroid/content/ActivityNotFoundException; {:from .. :to} :failed
    return-void
    :failed
    invoke-static {}, Lt/Main;->failed()V
    return-void
.end method
.method static counts(Ljava/lang/String;)V
    .registers 2
    :from
    invoke-static {p0}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I
    :to
    .catch Ljava/lang/Exception; {:from .. :to} :failed
    return-void
    :failed
    invoke-static {}, Lt/Main;->failed()V
    return-void
.end method
.method static off(Landroid/location/LocationManager;)V
    .registers 3
    const-string v0, "gps"
    invoke-virtual {p0, v0}, Landroid/location/LocationManager;->isProviderEnabled(Ljava/lang/String;)Z
    move-result v0
    if-nez v0, :on
    invoke-static {}, Lt/Main;->failed()V
    :on
    return-void
.end method
.method static offline(Landroid/net/ConnectivityManager;)V
    .registers 2
    invoke-static {p0}, Lt/Main;->online(Landroid/net/ConnectivityManager;)Z
    move-result v0
    if-nez v0, :on
    invoke-static {}, Lt/Main;->failed()V
    :on
    return-void
.end method
.method static online(Landroid/net/ConnectivityManager;)Z
    .registers 2
    invoke-virtual {p0}, Landroid/net/ConnectivityManager;->getActiveNetworkInfo()Landroid/net/NetworkInfo;
    move-result-object v0
    if-eqz v0, :none
    invoke-virtual {v0}, Landroid/net/NetworkInfo;->isConnected()Z
    move-result v0
    return v0
    :none
    const/4 v0, 0
    return v0
.end method
.method static joins(Ljava/io/File;)V
    .registers 3
    :from
    new-instance v0, Ljava/io/FileInputStream;
    invoke-direct {v0, p0}, Ljava/io/FileInputStream;-><init>(Ljava/io/File;)V
    :to
    .catch Ljava/io/IOException; {:from .. :to} :failed
    goto :joined
    :failed
    const/4 v0, 0
    :joined
    invoke-static {}, Lt/Main;->failed()V
    return-void
.end method
`

// TestAt: what fails is told by the exception that is caught or by what the calls before it get at, or ask for; nothing
// has to where control comes without a failure.
func TestAt(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": branches})
	app := appcode.New(p)
	got := map[string][]fault.Kind{}
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return ref.Name == "failed" }) {
		got[app.Calls.Method(u.Method).Name] = fault.At(app, u.Method, u.PC)
	}
	want := map[string][]fault.Kind{
		"tells": {fault.Storage}, "succeeds": nil, "reads": {fault.File}, "helped": {fault.Server},
		"refused": {fault.Permission}, "nobody": {fault.NoActivity}, "counts": nil, "joins": nil,
		"off": {fault.Places}, "offline": {fault.Network},
	}
	for name, kinds := range want {
		if !slices.Equal(got[name], kinds) {
			t.Errorf("%s: %q fails, want %q", name, got[name], kinds)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d methods come to a failure, want %d", len(got), len(want))
	}
}
