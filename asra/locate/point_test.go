package locate_test

import (
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex/dextest"
)

// TestResolvePosition finds code without line numbers by the position that the
// runtime prints in their place, if an instruction starts there.
func TestResolvePosition(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, `
.class La/b;
.super Ljava/lang/Object;
.method public static c()V
    .registers 1
    const/4 v0, 0x0
    const v0, 0x12345678
    return-void
.end method
`)
	for line, want := range map[int]locate.Precision{1: locate.PrecisionLine, 4: locate.PrecisionLine, 2: locate.PrecisionMethod} {
		target := resolve(t, set, crash("java.lang.Error", "", trace.Frame{Class: "a.b", Method: "c", Line: line}))
		if target.Precision != want {
			t.Errorf("position %d: %s at %v, want %s", line, target.Precision, target.Chain, want)
		}
	}
}
