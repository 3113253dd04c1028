package locate_test

import (
	"context"
	"testing"

	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/dex/dextest"
	"talpa/specs"
)

const anchorCode = `
.class public Lcom/foo/Main;
.super Landroid/app/Activity;
.method public onCreate(Landroid/os/Bundle;)V
    .registers 3
    .line 10
    new-instance v0, Lcom/foo/Main$1;
    invoke-direct {v0}, Lcom/foo/Main$1;-><init>()V
    invoke-virtual {p0, v0}, Landroid/app/Activity;->setOnClickListener(Landroid/view/View$OnClickListener;)V
    invoke-virtual {p0}, Lcom/foo/Main;->open()V
    return-void
.end method
.method public open()V
    .registers 1
    .line 20
    return-void
.end method

.class Lcom/foo/Main$1;
.super Ljava/lang/Object;
.implements Landroid/view/View$OnClickListener;
.method constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public onClick(Landroid/view/View;)V
    .registers 2
    .line 30
    return-void
.end method

.class public Lokio/Host;
.super Landroid/app/Activity;
.method public onStart()V
    .registers 1
    .line 40
    return-void
.end method
`

// TestAnchor states which frame the walk back from the crash starts at.
func TestAnchor(t *testing.T) {
	t.Parallel()
	code := dextest.Set(t, anchorCode)
	calls, err := callgraph.New(context.Background(), code, specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	activity := func(name string) apk.Activity {
		return apk.Activity{Component: apk.Component{Name: name, Enabled: true}}
	}
	p, err := icfg.Build(context.Background(), icfg.Input{Calls: calls, Manifest: &apk.Manifest{
		Package: "com.foo", Activities: []apk.Activity{activity("com.foo.Main"), activity("okio.Host")},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var (
		open      = trace.Frame{Class: "com.foo.Main", Method: "open", File: "Main.java", Line: 20}
		create    = trace.Frame{Class: "com.foo.Main", Method: "onCreate", File: "Main.java", Line: 10}
		click     = trace.Frame{Class: "com.foo.Main$1", Method: "onClick", File: "Main.java", Line: 30}
		library   = trace.Frame{Class: "okio.Host", Method: "onStart", File: "Host.java", Line: 40}
		own       = trace.Frame{Class: "com.foo.Gone", Method: "run", File: "Gone.java", Line: 1}
		framework = trace.Frame{Class: "android.app.Activity", Method: "performCreate", File: "Activity.java", Line: 1}
	)
	for _, c := range []struct {
		name   string
		frames []trace.Frame
		want   string // name of the anchor; "" for none
		direct bool
	}{
		{"callback_called_by_the_framework", []trace.Frame{open, create, framework}, "onCreate", true},
		{"outermost_of_two_callbacks", []trace.Frame{click, create, framework}, "onCreate", true},
		{"callback_called_by_code_of_the_app_that_is_gone", []trace.Frame{open, create, own, framework}, "onCreate", false},
		{"callback_at_the_end_of_the_text", []trace.Frame{open, create}, "onCreate", false},
		{"no_callback", []trace.Frame{open, framework}, "open", true},
		{"library_outside_the_app", []trace.Frame{open, create, library, framework}, "onCreate", true},
		{"library_alone", []trace.Frame{library, framework}, "onStart", true},
		{"no_method_of_the_app", []trace.Frame{{Class: "com.foo.Main", Method: "gone"}, framework}, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			target := resolve(t, code, crash("java.lang.Error", "", c.frames...))
			got := target.Anchor(p)
			name := ""
			if got.Index >= 0 {
				name = target.Chain[got.Index].Method.Name
			}
			if name != c.want || got.Direct != c.direct {
				t.Errorf("%q, direct %v; want %q, %v", name, got.Direct, c.want, c.direct)
			}
		})
	}
}
