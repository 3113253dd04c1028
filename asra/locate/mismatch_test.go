package locate_test

import (
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex/dextest"
)

const linesCode = `
.class La/Main;
.super Ljava/lang/Object;
.method public static open(Ljava/lang/Object;)V
    .registers 2
    .line 10
    invoke-static {}, La/Main;->first()V
    .line 11
    invoke-virtual {p0}, Ljava/lang/Object;->hashCode()I
    .line 12
    invoke-static {}, La/Main;->second()V
    .line 13
    check-cast p0, Ljava/lang/String;
    return-void
.end method
.method public static first()V
    .registers 1
    .line 20
    return-void
.end method
.method public static second()V
    .registers 1
    .line 30
    return-void
.end method
.method public static shut()V
    .registers 2
    .line 60
    invoke-static {}, La/Main;->first()V
    .line 61
    new-instance v0, Ljava/lang/IllegalStateException;
    invoke-direct {v0}, Ljava/lang/IllegalStateException;-><init>()V
    throw v0
.end method
.method public static bare(Ljava/lang/Object;)V
    .registers 1
    invoke-static {}, La/Main;->first()V
    invoke-virtual {p0}, Ljava/lang/Object;->hashCode()I
    return-void
.end method
.method private static lambda$load$4$Main()V
    .registers 1
    .line 40
    return-void
.end method
.method private static load$lambda$2()V
    .registers 1
    .line 50
    return-void
.end method
`

// TestResolveLine states that a line counts as known only if it does what the trace tells.
func TestResolveLine(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, linesCode)
	const null = "Attempt to invoke virtual method 'int java.lang.Object.hashCode()' on a null object reference"
	for _, c := range []struct {
		name, class, message string
		frames               []trace.Frame
		want                 locate.Precision
		method               string
	}{
		{"calls the inner frame", "java.lang.Error", "", []trace.Frame{
			{Class: "b.B", Method: "gone", Line: 1}, {Class: "a.Main", Method: "open", Line: 12},
		}, locate.PrecisionChain, "open"},
		{"the inner frame is called on its line", "java.lang.Error", "", []trace.Frame{
			{Class: "java.lang.Object", Method: "hashCode"}, {Class: "a.Main", Method: "open", Line: 11},
		}, locate.PrecisionLine, "open"},
		{"the inner frame is called on another line", "java.lang.Error", "", []trace.Frame{
			{Class: "java.lang.Object", Method: "hashCode"}, {Class: "a.Main", Method: "open", Line: 12},
		}, locate.PrecisionMethod, "open"},
		{"the inner frame is called nowhere: of an inlined method, perhaps", "java.lang.Error", "", []trace.Frame{
			{Class: "java.lang.Object", Method: "wait"}, {Class: "a.Main", Method: "open", Line: 12},
		}, locate.PrecisionLine, "open"},
		{"the call on null is on its line", "java.lang.NullPointerException", null, []trace.Frame{
			{Class: "a.Main", Method: "open", Line: 11},
		}, locate.PrecisionLine, "open"},
		{"the call on null is on another line", "java.lang.NullPointerException", null, []trace.Frame{
			{Class: "a.Main", Method: "open", Line: 10},
		}, locate.PrecisionMethod, "open"},
		{"the cast is on another line", "java.lang.ClassCastException", "", []trace.Frame{
			{Class: "a.Main", Method: "open", Line: 12},
		}, locate.PrecisionMethod, "open"},
		{"the exception is made on its line", "java.lang.IllegalStateException", "", []trace.Frame{
			{Class: "a.Main", Method: "shut", Line: 61},
		}, locate.PrecisionLine, "shut"},
		{"the exception is made on another line", "java.lang.IllegalStateException", "", []trace.Frame{
			{Class: "a.Main", Method: "shut", Line: 60},
		}, locate.PrecisionMethod, "shut"},
		{"another exception is made", "java.lang.IllegalArgumentException", "", []trace.Frame{
			{Class: "a.Main", Method: "shut", Line: 60},
		}, locate.PrecisionLine, "shut"},
		{"another line of the file is of another build", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main", Method: "first", File: "Main.java", Line: 20},
			{Class: "a.Main", Method: "open", File: "Main.java", Line: 99},
		}, locate.PrecisionMethod, "first"},
		{"without lines, the call on null is in its place", "java.lang.NullPointerException", null, []trace.Frame{
			{Class: "a.Main", Method: "bare", Line: 3},
		}, locate.PrecisionLine, "bare"},
		{"without lines, the call on null is in another place", "java.lang.NullPointerException", null, []trace.Frame{
			{Class: "a.Main", Method: "bare", Line: 6},
		}, locate.PrecisionMethod, "bare"},
		{"javac's lambda", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main", Method: "lambda$load$0", Line: 40},
		}, locate.PrecisionLine, "lambda$load$4$Main"},
		{"Kotlin's lambda, older", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main", Method: "load$lambda-7", Line: 50},
		}, locate.PrecisionLine, "load$lambda$2"},
		{"Kotlin's lambda, a class", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main$load$1", Method: "invoke", Line: 50},
		}, locate.PrecisionLine, "load$lambda$2"},
		{"Kotlin's lambda, a class, another line", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main$load$1", Method: "invoke", Line: 51}, {Class: "a.Main", Method: "open", Line: 10},
		}, locate.PrecisionChain, "open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := resolve(t, set, crash(c.class, c.message, c.frames...))
			name := ""
			if m := got.Method(); m != nil {
				name = m.Name
			}
			if got.Precision != c.want || name != c.method {
				t.Errorf("%s at %q, want %s at %q; notes %q", got.Precision, name, c.want, c.method, got.Notes)
			}
		})
	}
}
