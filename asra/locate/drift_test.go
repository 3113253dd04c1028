package locate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/internal/corpus"
)

// drifted copies a trace with other frames.
func drifted(t trace.Trace, change func(f trace.Frame) trace.Frame) trace.Trace {
	t.Chain = slices.Clone(t.Chain)
	for i := range t.Chain {
		t.Chain[i].Frames = slices.Clone(t.Chain[i].Frames)
		for j, f := range t.Chain[i].Frames {
			t.Chain[i].Frames[j] = change(f)
		}
	}
	return t
}

// TestDriftCases changes the traces of real crashes as another build would, and states
// that what is known of the target is never more than what the app still has of them.
func TestDriftCases(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Cases(t) {
		if absent[c.Name] {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			_, set, tr := load(t, c)
			inApp := func(f trace.Frame) bool { return set.Class(dex.Descriptor(f.Class)) != nil }
			exact := located(t, set, tr)

			got := located(t, set, drifted(tr, func(f trace.Frame) trace.Frame {
				if inApp(f) {
					f.Line += 100000
				}
				return f
			}))
			if got.Method != exact.Method || got.Precision != guide.PrecisionMethod || len(got.Offsets) > 0 {
				t.Errorf("other lines: %s at %v", got.Precision, got.Method)
			}
			for _, lines := range got.Lines {
				if len(lines) > 0 {
					t.Errorf("other lines: lines %v", lines)
				}
			}

			got = located(t, set, drifted(tr, func(f trace.Frame) trace.Frame { f.Line = 0; return f }))
			if got.Method == nil || got.Precision == guide.PrecisionLine {
				t.Errorf("no lines: %s at %v", got.Precision, got.Method)
			}

			for i := range tr.Chain {
				tr.Chain[i].Message = "" // it may name the component
			}
			got = located(t, set, drifted(tr, func(f trace.Frame) trace.Frame {
				if inApp(f) {
					// A lambda is looked for by the method around it, which its name holds.
					f.Method = strings.Replace(f.Method, "lambda$", "lambda$renamed", 1) + "Renamed"
				}
				return f
			}))
			if got.Precision != guide.PrecisionNone || got.Method != nil {
				t.Errorf("methods renamed: %s at %v", got.Precision, got.Method)
			}

			got = located(t, set, drifted(tr, func(f trace.Frame) trace.Frame {
				f.Class = "renamed." + f.Class
				return f
			}))
			if got.Precision != guide.PrecisionNone || got.Method != nil {
				t.Errorf("other packages: %s at %v", got.Precision, got.Method)
			}

			exact = located(t, set, tr)
			shifted := 0
			got = located(t, set, drifted(tr, func(f trace.Frame) trace.Frame {
				if dollar := strings.LastIndexByte(f.Class, '$'); inApp(f) && dollar > 0 {
					if digits := f.Class[dollar+1:]; digits != "" && strings.Trim(digits, "0123456789") == "" {
						f.Class = fmt.Sprintf("%s$%d", f.Class[:dollar], 900+len(digits))
						shifted++
					}
				}
				return f
			}))
			if shifted > 0 && (got.Method != exact.Method || got.Precision != exact.Precision) {
				t.Errorf("%d anonymous classes renumbered: %s at %v", shifted, got.Precision, got.Method)
			}
		})
	}
}

func located(t *testing.T, set *dex.Set, tr trace.Trace) locate.Target {
	t.Helper()
	got, err := locate.Locate(set, tr)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

const driftCode = `
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

// TestStale states that a line counts as known only if it does what the trace tells.
func TestStale(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, driftCode)
	const null = "Attempt to invoke virtual method 'int java.lang.Object.hashCode()' on a null object reference"
	for _, c := range []struct {
		name, class, message string
		frames               []trace.Frame
		want                 guide.Precision
		method               string
	}{
		{"calls the inner frame", "java.lang.Error", "", []trace.Frame{
			{Class: "b.B", Method: "gone", Line: 1}, {Class: "a.Main", Method: "open", Line: 12},
		}, guide.PrecisionChain, "open"},
		{"the inner frame is called on its line", "java.lang.Error", "", []trace.Frame{
			{Class: "java.lang.Object", Method: "hashCode"}, {Class: "a.Main", Method: "open", Line: 11},
		}, guide.PrecisionLine, "open"},
		{"the inner frame is called on another line", "java.lang.Error", "", []trace.Frame{
			{Class: "java.lang.Object", Method: "hashCode"}, {Class: "a.Main", Method: "open", Line: 12},
		}, guide.PrecisionMethod, "open"},
		{"the inner frame is called nowhere: of an inlined method, perhaps", "java.lang.Error", "", []trace.Frame{
			{Class: "java.lang.Object", Method: "wait"}, {Class: "a.Main", Method: "open", Line: 12},
		}, guide.PrecisionLine, "open"},
		{"the call on null is on its line", "java.lang.NullPointerException", null, []trace.Frame{
			{Class: "a.Main", Method: "open", Line: 11},
		}, guide.PrecisionLine, "open"},
		{"the call on null is on another line", "java.lang.NullPointerException", null, []trace.Frame{
			{Class: "a.Main", Method: "open", Line: 10},
		}, guide.PrecisionMethod, "open"},
		{"the cast is on another line", "java.lang.ClassCastException", "", []trace.Frame{
			{Class: "a.Main", Method: "open", Line: 12},
		}, guide.PrecisionMethod, "open"},
		{"the exception is made on its line", "java.lang.IllegalStateException", "", []trace.Frame{
			{Class: "a.Main", Method: "shut", Line: 61},
		}, guide.PrecisionLine, "shut"},
		{"the exception is made on another line", "java.lang.IllegalStateException", "", []trace.Frame{
			{Class: "a.Main", Method: "shut", Line: 60},
		}, guide.PrecisionMethod, "shut"},
		{"another exception is made", "java.lang.IllegalArgumentException", "", []trace.Frame{
			{Class: "a.Main", Method: "shut", Line: 60},
		}, guide.PrecisionLine, "shut"},
		{"another line of the file is of another build", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main", Method: "first", File: "Main.java", Line: 20},
			{Class: "a.Main", Method: "open", File: "Main.java", Line: 99},
		}, guide.PrecisionMethod, "first"},
		{"javac's lambda", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main", Method: "lambda$load$0", Line: 40},
		}, guide.PrecisionLine, "lambda$load$4$Main"},
		{"Kotlin's lambda, older", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main", Method: "load$lambda-7", Line: 50},
		}, guide.PrecisionLine, "load$lambda$2"},
		{"Kotlin's lambda, a class", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main$load$1", Method: "invoke", Line: 50},
		}, guide.PrecisionLine, "load$lambda$2"},
		{"Kotlin's lambda, a class, another line", "java.lang.Error", "", []trace.Frame{
			{Class: "a.Main$load$1", Method: "invoke", Line: 51},
		}, guide.PrecisionNone, ""},
	} {
		chain := []trace.Throwable{{Class: c.class, Message: c.message, Frames: c.frames}}
		got := located(t, set, trace.Trace{Chain: chain})
		name := ""
		if got.Method != nil {
			name = got.Method.Name
		}
		if got.Precision != c.want || name != c.method {
			t.Errorf("%s: %s at %q, want %s at %q; notes %q", c.name, got.Precision, name, c.want, c.method, got.Notes)
		}
	}
}

// TestQualify finds the packages of simple names where only one class can be meant.
func TestQualify(t *testing.T) {
	t.Parallel()
	set := dextest.Set(t, driftCode, `
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
		in := trace.Trace{Chain: []trace.Throwable{{Class: "java.lang.Error", Frames: []trace.Frame{c.frame}}}}
		if got := locate.Qualify(set, in).Chain[0].Frames[0].Class; got != c.want {
			t.Errorf("%+v: %s, want %s", c.frame, got, c.want)
		}
		if in.Chain[0].Frames[0] != c.frame {
			t.Errorf("%+v: the input changed", c.frame)
		}
	}
}

// TestComponent finds the component that the framework was busy with where no frame of
// the trace is in the app. Nothing is pruned for such a target.
func TestComponent(t *testing.T) {
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
		got := located(t, set, trace.Trace{Chain: chain})
		method, precision := "", guide.PrecisionNone
		if got.Method != nil {
			method = got.Method.String()
		}
		if want != "" {
			precision = guide.PrecisionChain
		}
		if method != want || got.Precision != precision {
			t.Errorf("%s: %s by %s, want %s by %s", message, method, got.Precision, want, precision)
		}
	}
}
