package locate_test

import (
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex/dextest"
)

// TestResolveMessage finds the component that the framework was busy with where no frame of
// the trace is in the app. Nothing is pruned for such a target.
func TestResolveMessage(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, `
.class public La/Base;
.super Landroid/app/Activity;
.method public onResume()V
    .registers 1
    return-void
.end method

.class public La/Main;
.super La/Base;
.method public onCreate(Landroid/os/Bundle;)V
    .registers 2
    return-void
.end method

.class public La/Serve;
.super Landroid/app/Service;
.method public onStartCommand(Landroid/content/Intent;II)I
    .registers 5
    return p2
.end method
`)
	frames := []trace.Frame{{Class: "android.app.ActivityThread", Method: "main", Line: 1}}
	for message, want := range map[string]string{
		"Unable to start activity ComponentInfo{a/a.Main}: java.lang.SecurityException: no":    "La/Main;->onCreate(Landroid/os/Bundle;)V",
		"Unable to resume activity {a/a.Main}: java.lang.SecurityException: no":                "La/Base;->onResume()V",
		"Unable to start service a.Serve@4a2 with Intent { cmp=a/.Serve }: x":                  "La/Serve;->onStartCommand(Landroid/content/Intent;II)I",
		"Unable to start activity ComponentInfo{b/b.Main}: java.lang.SecurityException: no":    "",
		"Unable to destroy activity {a/a.Main}: java.lang.SecurityException: no":               "",
		"Attempt to invoke virtual method 'void a.Main.onCreate()' on a null object reference": "",
	} {
		chain := []trace.Throwable{
			{Class: "java.lang.RuntimeException", Message: message, Frames: frames},
			{Class: "java.lang.SecurityException", Message: "no", Frames: frames},
		}
		got := resolve(t, set, trace.Trace{Chain: chain})
		method, precision := "", locate.PrecisionNone
		if m := got.Method(); m != nil {
			method = m.String()
		}
		if want != "" {
			precision = locate.PrecisionChain
		}
		if method != want || got.Precision != precision {
			t.Errorf("%s: %s by %s, want %s by %s", message, method, got.Precision, want, precision)
		}
	}
}
