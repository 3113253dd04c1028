package main

import (
	"fmt"
	"slices"
	"testing"

	"talpa/dex"
	"talpa/dex/dextest"
)

// guarded has checks and handlers that can be taken away, and of each kind that cannot.
const guarded = `
.class public Lorg/x/Main;
.super Landroid/app/Activity;
.source "Main.java"
.method public onResume()V
    .registers 4
    .line 10
    invoke-static {}, Lorg/x/Main;->text()Ljava/lang/String;
    move-result-object v0
    if-eqz v0, :none
    .line 11
    invoke-virtual {v0}, Ljava/lang/String;->length()I
    move-result v1
    .line 12
    if-nez v1, :some
    goto :none
    :some
    .line 13
    const/4 v1, 0x0
    invoke-virtual {v0, v1}, Ljava/lang/String;->charAt(I)C
    :start
    .line 14
    invoke-static {v0}, Ljava/lang/Integer;->parseInt(Ljava/lang/String;)I
    :stop
    .line 15
    invoke-static {}, Lorg/x/Main;->text()Ljava/lang/String;
    move-result-object v0
    if-eqz v0, :none
    .line 16
    const/4 v0, 0x0
    invoke-virtual {v0}, Ljava/lang/String;->length()I
    :none
    return-void
    :failed
    move-exception v2
    const-string v3, "no number"
    return-void
    .catch Ljava/lang/RuntimeException; {:start .. :stop} :failed
.end method
.method public onCreate(Landroid/os/Bundle;)V
    .registers 2
    .line 30
    if-eqz p1, :none
    invoke-virtual {p1}, Landroid/os/Bundle;->size()I
    :none
    return-void
.end method
.method public onPause()V
    .registers 3
    :start
    .line 40
    new-instance v0, Lorg/json/JSONObject;
    invoke-direct {v0}, Lorg/json/JSONObject;-><init>()V
    .line 41
    const-string v1, "kind"
    invoke-virtual {v0, v1, v1}, Lorg/json/JSONObject;->put(Ljava/lang/String;Ljava/lang/Object;)Lorg/json/JSONObject;
    :stop
    return-void
    :failed
    move-exception v2
    const-string v0, "not written"
    return-void
    .catch Lorg/json/JSONException; {:start .. :stop} :failed
.end method
`

// Checks for null and for what is there go, and handlers throw what they caught; a value that is another one behind
// the check and a state that Android does not give the first time are left alone.
func TestGuards(t *testing.T) {
	t.Parallel()
	f := dextest.File(t, guarded)
	m := f.Class("Lorg/x/Main;").Method("onResume", "()V")
	var got []string
	for _, p := range append(guards(m), catches(m)...) {
		got = append(got, fmt.Sprintf("%s: %s %s at line %d", p.what, dex.JavaName(p.class), p.message, m.Code().Line(p.pc)))
	}
	want := []string{
		"null check: java.lang.NullPointerException Attempt to invoke virtual method 'int java.lang.String.length()' " +
			"on a null object reference at line 11",
		"check by length: java.lang.StringIndexOutOfBoundsException index=0, length=0 at line 13",
		`handler of java.lang.RuntimeException: java.lang.NumberFormatException For input string: "" at line 14`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := guards(f.Class("Lorg/x/Main;").Method("onCreate", "(Landroid/os/Bundle;)V")); len(got) > 0 {
		t.Errorf("of what comes empty anyway: %+v", got)
	}
	if got := catches(f.Class("Lorg/x/Main;").Method("onPause", "()V")); len(got) > 0 {
		t.Errorf("of an object that reads no text: %+v", got)
	}
}

// The check that is taken away lets the code go on to what it guarded, whatever the value.
func TestGuards_codeGoesOn(t *testing.T) {
	t.Parallel()
	f := dextest.File(t, guarded)
	m := f.Class("Lorg/x/Main;").Method("onResume", "()V")
	var ops []string
	for _, p := range append(guards(m), catches(m)...) {
		out, err := change(f, m.Code(), p)
		if err != nil {
			t.Fatal(err)
		}
		g, err := dex.Parse(out)
		if err != nil || len(g.Faults) > 0 {
			t.Fatalf("%s: %v, %v", p.what, err, g.Faults)
		}
		c := g.Class("Lorg/x/Main;").Method("onResume", "()V").Code()
		in := c.At(p.at)
		ops = append(ops, c.Format(in))
	}
	if want := []string{"nop", "goto/16 000d", "throw v2"}; !slices.Equal(ops, want) {
		t.Errorf("%q, want %q", ops, want)
	}
}
