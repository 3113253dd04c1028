package locate_test

import (
	"testing"

	"talpa/asra/trace"
	"talpa/dex/dextest"
)

const renumberCode = `
.class La/Main$1;
.super Ljava/lang/Object;
.method public onClick()V
    .registers 1
    .line 10
    return-void
.end method

.class La/Main$2;
.super Ljava/lang/Object;
.method public onClick()V
    .registers 1
    .line 20
    return-void
.end method

.class La/Main;
.super Ljava/lang/Object;
.method private static lambda$load$4()V
    .registers 1
    .line 40
    return-void
.end method
.method public static open()V
    .registers 1
    .line 50
    return-void
.end method
`

// TestResolveExpected states under which names the frames of another build are looked for.
func TestResolveExpected(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, renumberCode)
	for _, c := range []struct {
		class, method string
		line          int
		want          string
	}{
		{"a.Main$1", "onClick", 10, "a.Main$1.onClick"},
		{"a.Main$1", "onClick", 20, "a.Main$2.onClick"},
		{"a.Main$7", "onClick", 20, "a.Main$2.onClick"},
		{"a.Main$1", "onClick", 99, "a.Main$1.onClick"},
		{"a.Main", "lambda$load$9", 40, "a.Main.lambda$load$4"},
		{"a.Main", "open", 1, "a.Main.open"},
		{"a.Other$1", "onClick", 10, "a.Other$1.onClick"},
	} {
		pasted := trace.Trace{Chain: []trace.Throwable{
			{Class: "java.lang.RuntimeException", Message: "around"},
			{Class: "java.lang.NullPointerException", Frames: []trace.Frame{
				{Class: "android.view.View", Method: "performClick", File: "View.java", Line: 4438},
				{Class: c.class, Method: c.method, File: "Main.java", Line: c.line},
				{Class: "a.Main", Method: "open", File: "Main.java", Line: 50},
			}},
		}}
		got := resolve(t, set, pasted).Expected
		frames := got.Chain[1].Frames
		if name := frames[1].Class + "." + frames[1].Method; name != c.want || frames[1].Line != c.line {
			t.Errorf("%s.%s, line %d: %s, line %d; want %s", c.class, c.method, c.line, name, frames[1].Line, c.want)
		}
		if frames[0] != pasted.Chain[1].Frames[0] || pasted.Chain[1].Frames[1].Class != c.class {
			t.Errorf("%s.%s: another frame or the pasted trace was changed", c.class, c.method)
		}
	}
}
