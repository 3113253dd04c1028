package locate_test

import (
	"slices"
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex/dextest"
)

const movedCode = `
.class La/Main;
.super Ljava/lang/Object;
.method public static outer()V
    .registers 1
    .line 10
    invoke-static {}, La/Main;->middle()V
    return-void
.end method
.method public static middle()V
    .registers 1
    .line 20
    invoke-static {}, La/Main;->inner()V
    .line 22
    invoke-static {}, La/Main;->inner()V
    return-void
.end method
.method public static inner()V
    .registers 2
    .line 30
    new-instance v0, Ljava/lang/IllegalStateException;
    invoke-direct {v0}, Ljava/lang/IllegalStateException;-><init>()V
    throw v0
.end method
`

// TestResolve_movedLines: lines of another build are told where two frames of the file agree by how much they moved.
func TestResolve_movedLines(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, movedCode)
	for _, c := range []struct {
		name                 string
		inner, middle, outer int
		want                 []uint32 // where middle goes on; nil if that is not known
	}{
		{"moved by five", 35, 27, 15, []uint32{3}},
		{"moved up", 25, 15, 5, []uint32{0}},
		{"one frame moved otherwise", 35, 27, 16, []uint32{3}},
		{"each moved otherwise", 35, 28, 17, nil},
		{"two lines would fit as well", 37, 27, 15, nil},
		{"moved too far", 3035, 3027, 3015, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := locate.Resolve(set, []trace.Trace{{Chain: []trace.Throwable{{
				Class: "java.lang.IllegalStateException",
				Frames: []trace.Frame{
					{Class: "a.Main", Method: "inner", File: "Main.java", Line: c.inner},
					{Class: "a.Main", Method: "middle", File: "Main.java", Line: c.middle},
					{Class: "a.Main", Method: "outer", File: "Main.java", Line: c.outer},
				},
			}}}}, locate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if at := got.Chain[1].Offsets; !slices.Equal(at, c.want) {
				t.Errorf("middle at %v, not %v", at, c.want)
			}
			if got.Precision != locate.PrecisionMethod {
				t.Errorf("precision %s", got.Precision)
			}
		})
	}
}
