package locate_test

import (
	"testing"

	"talpa/asra/trace"
	"talpa/dex/dextest"
)

// TestQualify finds the packages of simple names where only one class can be meant.
func TestQualify(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, linesCode, `
.class Lb/Main;
.super Ljava/lang/Object;
.method public static first()V
    .registers 1
    .line 70
    return-void
.end method
.method public static close()V
    .registers 1
    return-void
.end method
`)
	for _, c := range []struct {
		frame trace.Frame
		want  string
	}{
		{trace.Frame{Class: "Main", Method: "close", Line: 4}, "b.Main"},
		{trace.Frame{Class: "Main", Method: "open", Line: 999}, "a.Main"},
		{trace.Frame{Class: "Main", Method: "first", Line: 20}, "a.Main"},
		{trace.Frame{Class: "Main", Method: "first", Line: 70}, "b.Main"},
		{trace.Frame{Class: "Main", Method: "first", Line: 1}, "Main"},
		{trace.Frame{Class: "Other", Method: "first", Line: 20}, "Other"},
		{trace.Frame{Class: "c.Main", Method: "first", Line: 20}, "c.Main"},
	} {
		pasted := crash("java.lang.Error", "", c.frame, trace.Frame{Class: "a.Main", Method: "shut"})
		got := resolve(t, set, pasted)
		if name := got.Crash.Chain[0].Frames[0].Class; name != c.want {
			t.Errorf("%+v: %s, want %s", c.frame, name, c.want)
		}
		if pasted.Chain[0].Frames[0] != c.frame {
			t.Errorf("%+v: the input changed", c.frame)
		}
	}
}
