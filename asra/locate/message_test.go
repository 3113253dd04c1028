package locate_test

import (
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex"
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

.class public La/Main$Rows;
.super Landroid/widget/BaseAdapter;
.method public getCount()I
    .registers 2
    const/4 v0, 0
    return v0
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
		"Unable to start activity ComponentInfo{a/a.Main}: java.lang.SecurityException: no": "La/Main;->onCreate(Landroid/os/Bundle;)V",
		"Unable to resume activity {a/a.Main}: java.lang.SecurityException: no":             "La/Base;->onResume()V",
		"Unable to start service a.Serve@4a2 with Intent { cmp=a/.Serve }: x":               "La/Serve;->onStartCommand(Landroid/content/Intent;II)I",
		"Unable to start activity ComponentInfo{b/b.Main}: java.lang.SecurityException: no": "",
		"The content of the adapter has changed but ListView did not receive a notification. [in ListView(1, class " +
			"android.widget.ListView) with Adapter(class a.Main$Rows)]": "La/Main$Rows;->getCount()I",
		"Context.startForegroundService() did not then call Service.startForeground(): ServiceRecord{8d5 u0 a/.Serve}":  "La/Serve;->onStartCommand(Landroid/content/Intent;II)I",
		"Context.startForegroundService() did not then call Service.startForeground(): ServiceRecord{8d5 u0 b/a.Serve}": "La/Serve;->onStartCommand(Landroid/content/Intent;II)I",
		"Unable to destroy activity {a/a.Main}: java.lang.SecurityException: no":                                        "",
		"Attempt to invoke virtual method 'void a.Main.onCreate()' on a null object reference":                          "",
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

func TestNamedFragment(t *testing.T) {
	t.Parallel()
	point := func(class string) []locate.Position {
		return []locate.Position{{Method: &dex.Method{Class: &dex.Class{Descriptor: class}}}}
	}
	const added = "Fragment already added: Info{a1b2 #0 info}"
	for name, c := range map[string]struct {
		message string
		chain   []locate.Position
		want    string
	}{
		"added twice":         {added, nil, "Info"},
		"by AndroidX":         {added, point("Landroidx/fragment/app/FragmentManager;"), "Info"},
		"by the app itself":   {added, point("Lt/Main;"), ""},
		"a container is gone": {"No view found for id 0x7f02 (t:id/box) for fragment Pane{a1 #0 id=0x7f02}", nil, "Pane"},
		"not attached":        {"Fragment Pane{a1} (0b-4c) not attached to a context.", nil, "Pane"},
		"without a name":      {"Fragment already active", nil, ""},
	} {
		target := locate.Target{Chain: c.chain}
		target.Crash.Chain = []trace.Throwable{{Class: "java.lang.IllegalStateException", Message: c.message}}
		if got, ok := target.NamedFragment(); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", name, got, ok, c.want)
		}
	}
}

func TestMissingHandler(t *testing.T) {
	t.Parallel()
	const now, before = "Could not find method drop(View) in a parent or ancestor Context for android:onClick attribute " +
		"defined on view class android.widget.Button", "Could not find a method drop(View) in the activity class " +
		"t.Main for onClick handler on view class android.widget.Button with id 'drop'"
	button := locate.MissingHandler{Method: "drop", View: "android.widget.Button"}
	withID := button
	withID.ID = "drop"
	point := []locate.Position{{Method: &dex.Method{Class: &dex.Class{Descriptor: "Lt/Main;"}}}}
	library := []locate.Position{{Method: &dex.Method{Class: &dex.Class{
		Descriptor: "Landroidx/appcompat/app/AppCompatViewInflater$DeclaredOnClickListener;",
	}}}}
	for name, c := range map[string]struct {
		message string
		chain   []locate.Position
		want    locate.MissingHandler
		ok      bool
	}{
		"since Android 6":         {now + " with id 'drop'", nil, withID, true},
		"without id":              {now, nil, button, true},
		"before Android 6":        {before, nil, withID, true},
		"AppCompat's copy":        {now, library, button, true},
		"a frame of the app":      {now, point, locate.MissingHandler{}, false},
		"of something else":       {"Could not find method", nil, locate.MissingHandler{}, false},
		"the method is there":     {"Could not execute method for android:onClick", nil, locate.MissingHandler{}, false},
		"said in the middle only": {"He said: " + now, nil, locate.MissingHandler{}, false},
	} {
		target := locate.Target{Chain: c.chain}
		target.Crash.Chain = []trace.Throwable{{Class: "java.lang.IllegalStateException", Message: c.message}}
		if got, ok := target.MissingHandler(); got != c.want || ok != c.ok {
			t.Errorf("%s: %v, %v, want %v, %v", name, got, ok, c.want, c.ok)
		}
	}
}
