package locate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/asra/locate"
	"talpa/asra/retrace"
	"talpa/asra/trace"
	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/internal/golden"
)

// TestResolve states what pasted texts mean in small apps. "app.smali" is the app's code,
// "trace" the text; "mapping" and "options" ("crash 2", "package t") may follow. "want" is
// what Resolve makes of it.
func TestResolve(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		traces, err := trace.Parse(files["trace"])
		if err != nil {
			t.Fatal(err)
		}
		pasted := format(traces)
		got, err := locate.Resolve(dextest.Set(t, files["app.smali"]), traces, options(t, files))
		if again := format(traces); again != pasted {
			t.Errorf("the pasted traces were changed to\n%s", again)
		}
		if err != nil {
			return map[string]string{"want": err.Error() + "\n"}
		}
		return map[string]string{"want": render(&got)}
	})
}

func format(traces []trace.Trace) string {
	var b strings.Builder
	for _, t := range traces {
		b.WriteString(t.Format())
	}
	return b.String()
}

func options(t *testing.T, files map[string]string) locate.Options {
	t.Helper()
	var o locate.Options
	for line := range strings.Lines(files["options"]) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "package":
			o.Package = rest
		case "crash":
			if _, err := fmt.Sscan(rest, &o.Crash); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("options: %q", line)
		}
	}
	if text, ok := files["mapping"]; ok {
		mapping, err := retrace.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		o.Mapping = mapping
	}
	return o
}

// render writes a target: the precision and the exception; the frames, each with what it
// is in the app, best first, a star where its line is known; the chain with code units;
// the frames that this build prints otherwise; the notes.
func render(t *locate.Target) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("known by %s: %s %q", t.Precision, t.Exception, t.Message)
	for i := range t.Frames {
		f := &t.Frames[i]
		is := "not in the app"
		if f.InApp {
			is = "no method"
		}
		var methods []string
		for _, m := range f.Methods {
			methods = append(methods, m.String())
		}
		if len(methods) > 0 {
			is = strings.Join(methods, " or ")
		}
		if f.LineFound {
			is += " *"
		}
		line("frame %s = %s", f.Frame, is)
	}
	for _, at := range t.Chain {
		line("chain %s %v", at.Method, at.Offsets)
	}
	for i := range t.Crash.Chain {
		for j, f := range t.Crash.Chain[i].Frames {
			if e := t.Expected.Chain[i].Frames[j]; e != f {
				line("expected %s for %s", e, f)
			}
		}
	}
	for _, n := range t.Notes {
		line("note %s: %s", n.Kind, n)
	}
	return b.String()
}

// resolve finds what one crash means.
func resolve(t *testing.T, code *dex.Set, pasted trace.Trace) locate.Target {
	t.Helper()
	got, err := locate.Resolve(code, []trace.Trace{pasted}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// crash is a crash of one throwable.
func crash(class, message string, frames ...trace.Frame) trace.Trace {
	return trace.Trace{Chain: []trace.Throwable{{Class: class, Message: message, Frames: frames}}}
}

// TestResolveStackOverflow looks at a bounded number of frames, and keeps all in the crash.
func TestResolveStackOverflow(t *testing.T) {
	t.Parallel()
	deep := crash("java.lang.StackOverflowError", "",
		slices.Repeat([]trace.Frame{{Class: "a.Main", Method: "open", File: "Main.java", Line: 10}}, 1024)...)
	got := resolve(t, dextest.Set(t, linesCode), deep)
	if len(got.Frames) != 256 || len(got.Chain) != 256 || len(got.Expected.Chain[0].Frames) != 1024 {
		t.Errorf("%d frames, chain of %d, %d expected", len(got.Frames), len(got.Chain), len(got.Expected.Chain[0].Frames))
	}
}

// FuzzResolve states of any text that Resolve tells an error or a target that agrees with
// itself, and the same one every time.
func FuzzResolve(f *testing.F) {
	for _, text := range []string{
		"java.lang.Error: x\n\tat a.Main.open(Main.java:10)\n\tat a.Main$7.onClick(Main.java:20)\n",
		"java.lang.Error\n\tat Main.first(Main.java:20)\n\tat a.Main.lambda$load$4(Main.java:40)\n",
		"java.lang.RuntimeException: Unable to start activity ComponentInfo{a/a.Main}: x\n\tat android.app.A.b(A.java:1)\n" +
			"Caused by: java.lang.Error\n\tat a.Main.shut(Main.java:61)\n\t... 1 more\n",
	} {
		f.Add(text, 0)
	}
	f.Add("java.lang.Error\n\tat a.Main.open(Main.java:10)\n\njava.lang.Error\n\tat a.Main.shut(Main.java:60)\n", 2)
	code := dextest.Set(f, linesCode, renumberCode)
	f.Fuzz(func(t *testing.T, text string, number int) {
		traces, err := trace.Parse(text)
		if err != nil {
			return
		}
		o := locate.Options{Package: "a", Crash: number}
		got, err := locate.Resolve(code, traces, o)
		if err != nil {
			return
		}
		checkTarget(t, &got)
		again, err := locate.Resolve(code, traces, o)
		if err != nil || render(&again) != render(&got) {
			t.Errorf("first\n%sthen\n%s%v", render(&got), render(&again), err)
		}
	})
}

// checkTarget states what holds for each target.
func checkTarget(t *testing.T, got *locate.Target) {
	t.Helper()
	if (got.Precision == locate.PrecisionNone) != (got.Method() == nil) {
		t.Errorf("known by %s, the method is %v", got.Precision, got.Method())
	}
	if got.Precision == locate.PrecisionLine && len(got.Chain[0].Offsets) == 0 {
		t.Error("known by line, without a position")
	}
	for _, at := range got.Chain {
		for _, offset := range at.Offsets {
			if offset >= at.Method.Code().Units {
				t.Errorf("%s has no code unit %d", at.Method, offset)
			}
		}
	}
	for i := range got.Frames {
		if f := &got.Frames[i]; len(f.Offsets) > 0 && !f.LineFound || len(f.Methods) > 0 && !f.InApp {
			t.Errorf("frame %s contradicts itself", f.Frame)
		}
	}
	for i, th := range got.Crash.Chain {
		if len(th.Frames) != len(got.Expected.Chain[i].Frames) {
			t.Errorf("%d frames, %d expected", len(th.Frames), len(got.Expected.Chain[i].Frames))
		}
	}
}
