package retrace_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"talpa/asra/retrace"
	"talpa/asra/trace"
)

const mapping = `# compiler: R8
# {"id":"com.android.tools.r8.mapping","version":"2.0"}
org.jam.Jar -> a.a:
# {"id":"sourceFile","fileName":"Jar.kt"}
    org.jam.Lid lid -> a
    1:3:void open(int):10:12 -> a
    4:4:void org.jam.Lid.turn():7 -> a
    4:4:void open(int):13 -> a
    5:5:boolean org.jam.Lid.isStuck():9:9 -> a
    5:5:void org.jam.Lid.turn():8:8 -> a
    5:5:void open(int):14:14 -> a
    void close() -> b
    1:1:int size():20 -> c
    2:2:int size():22 -> c
    1:1:java.lang.String name():30 -> c
    1:2:void fresh() -> d
org.jam.Main$1 -> a.b:
    1:1:void onClick(android.view.View):40:40 -> onClick
    1:1:void access$000():5:5 -> e
    # {"id":"com.android.tools.r8.synthesized"}
    1:1:void run():6:6 -> e
org.jam.Spoiled -> a.c:
org.jam.Out$$ExternalSyntheticOutline0 -> a.o:
    1:2:int org.jam.Out.shared() -> x
    # {"id":"com.android.tools.r8.outline"}
    # {"id":"com.android.tools.r8.residualsignature","signature":"()I"}
org.jam.Caller -> a.k:
    1:1:void first():60:60 -> f
    # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"La/o;x()I"}
    4:4:void first():61:61 -> f
    5:5:void org.jam.Lid.turn():62:62 -> f
    5:5:void first():63:63 -> f
    7:7:java.lang.Object java.util.Objects.requireNonNull(java.lang.Object):0:0 -> g
    7:7:void second():70:70 -> g
    # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
org.jam.Out$$ExternalSyntheticLambda0 -> a.l:
    1:2:void org.jam.Lid.lambda$turn$0():8:8 -> run
    1:2:void org.jam.Out$$ExternalSyntheticLambda0.run():0 -> run
    # {"id":"com.android.tools.r8.synthesized"}
    3:3:void org.jam.Lid.lambda$turn$1():9:9 -> run
    3:3:void org.jam.Out$$ExternalSyntheticLambda0.run():0:0 -> run
    4:4:void org.jam.Lid.<init>():0:0 -> <init>
    5:5:void org.jam.Out$$ExternalSyntheticLambda0.run():0:0 -> run
org.jam.ToolsKt -> a.d:
    1:1:void tidy():3:3 -> a
`

// one reads the first trace of a text.
func one(t *testing.T, text string) trace.Trace {
	t.Helper()
	traces, err := trace.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return traces[0]
}

func parseMapping(t *testing.T) *retrace.Mapping {
	t.Helper()
	m, err := retrace.Parse(strings.NewReader(mapping))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRetrace(t *testing.T) {
	t.Parallel()
	m := parseMapping(t)
	for _, c := range []struct{ name, frame, want string }{
		{"range", "a.a.a(SourceFile:2)", "org.jam.Jar.open(Jar.kt:11)"},
		{"inlined", "a.a.a(SourceFile:4)", "org.jam.Lid.turn(Lid.java:7) org.jam.Jar.open(Jar.kt:13)"},
		{
			"inlined twice", "a.a.a(SourceFile:5)",
			"org.jam.Lid.isStuck(Lid.java:9) org.jam.Lid.turn(Lid.java:8) org.jam.Jar.open(Jar.kt:14)",
		},
		{"no lines", "a.a.b(SourceFile:77)", "org.jam.Jar.close(Jar.kt:77)"},
		{"no line in the frame", "a.a.a(Unknown Source)", "org.jam.Jar.open(Jar.kt)"},
		{"overloaded", "a.a.c(SourceFile:2)", "org.jam.Jar.size(Jar.kt:22)"},
		{"lines kept", "a.a.d(SourceFile:2)", "org.jam.Jar.fresh(Jar.kt:2)"},
		{"name kept", "a.b.onClick(SourceFile:1)", "org.jam.Main$1.onClick(Main.java:40)"},
		{"synthesised", "a.b.e(SourceFile:1)", "org.jam.Main$1.run(Main.java:6)"},
		{"lambda", "a.l.run(SourceFile:2)", "org.jam.Lid.lambda$turn$0(Lid.java:8)"},
		{"lambda, remark above", "a.l.run(SourceFile:3)", "org.jam.Lid.lambda$turn$1(Lid.java:9)"},
		{"no source line", "a.l.<init>(SourceFile:4)", "org.jam.Lid.<init>(Lid.java)"},
		{"nothing else", "a.l.run(SourceFile:5)", "a.l.run(SourceFile:5)"},
		{"file facade", "a.d.a(SourceFile:1)", "org.jam.ToolsKt.tidy(Tools.kt:3)"},
		{"unknown method", "a.c.zz(SourceFile:1)", "org.jam.Spoiled.zz(Spoiled.java:1)"},
		{"unknown class", "x.y.z(Native Method)", "x.y.z(Native Method)"},
	} {
		in := one(t, "a.c: x\n\tat "+c.frame+"\nCaused by: a.c\n\tat "+c.frame+"\n\tSuppressed: a.c\n\t\tat "+c.frame+"\n")
		before := in.Format()
		out := m.Retrace(in)
		for _, th := range append(out.Chain, out.Chain[1].Suppressed...) {
			var frames []string
			for _, f := range th.Frames {
				frames = append(frames, f.String())
			}
			if got := strings.Join(frames, " "); got != c.want || th.Class != "org.jam.Spoiled" {
				t.Errorf("%s: %s: %s, want %s", c.name, th.Class, got, c.want)
			}
		}
		if in.Format() != before {
			t.Errorf("%s: the input changed", c.name)
		}
	}
}

// TestRemarks retraces what R8's remarks say of outlines and rewritten frames.
func TestRemarks(t *testing.T) {
	t.Parallel()
	m := parseMapping(t)
	for _, c := range []struct{ name, in, want string }{
		{
			"outline", "a.c: x\n\tat a.o.x(SourceFile:1)\n\tat a.k.f(SourceFile:1)\n",
			"org.jam.Spoiled: x\n\tat org.jam.Caller.first(Caller.java:61)\n",
		},
		{
			"outline of inlined code", "a.c: x\n\tat a.o.x(SourceFile:2)\n\tat a.k.f(SourceFile:1)\n",
			"org.jam.Spoiled: x\n\tat org.jam.Lid.turn(Lid.java:62)\n\tat org.jam.Caller.first(Caller.java:63)\n",
		},
		{
			"not in the outline", "a.c: x\n\tat a.k.f(SourceFile:1)\n",
			"org.jam.Spoiled: x\n\tat org.jam.Caller.first(Caller.java:60)\n",
		},
		{
			"position unknown", "a.c: x\n\tat a.o.x(SourceFile:9)\n\tat a.k.f(SourceFile:1)\n",
			"org.jam.Spoiled: x\n\tat org.jam.Caller.first(Caller.java:60)\n",
		},
		{
			"rewritten", "java.lang.NullPointerException: x\n\tat a.k.g(SourceFile:7)\n",
			"java.lang.NullPointerException: x\n\tat org.jam.Caller.second(Caller.java:70)\n",
		},
		{
			"another exception", "a.c: x\n\tat a.k.g(SourceFile:7)\n",
			"org.jam.Spoiled: x\n\tat java.util.Objects.requireNonNull(Objects.java)\n\tat org.jam.Caller.second(Caller.java:70)\n",
		},
	} {
		if got := m.Retrace(one(t, c.in)).Format(); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
	// The way back leads to where the method calls the outline.
	const source, want = "a.c: x\n\tat org.jam.Caller.first(Caller.java:61)\n", "a.c: x\n\tat a.k.f(SourceFile:1)\n"
	if got := m.Obfuscate(one(t, source)).Format(); got != want {
		t.Errorf("obfuscated:\n%s, want\n%s", got, want)
	}
}

// TestObfuscate goes the way back: where the mapping is unambiguous, retracing
// and obfuscating again is the identity.
func TestObfuscate(t *testing.T) {
	t.Parallel()
	m := parseMapping(t)
	for _, frame := range []string{
		"a.a.a(SourceFile:2)", "a.a.a(SourceFile:4)", "a.a.a(SourceFile:5)", "a.a.c(SourceFile:2)",
		"a.b.onClick(SourceFile:1)", "a.a.b(SourceFile:77)", "x.y.z(Unknown Source)", "a.d.a(SourceFile:1)",
	} {
		in := one(t, "a.c: x\n\tat "+frame+"\n\tat android.a.B.c(B.java:1)\n")
		if got := m.Obfuscate(m.Retrace(in)).Format(); got != in.Format() {
			t.Errorf("%s comes back as\n%s", frame, got)
		}
	}
	stale := one(t, "org.jam.Spoiled: x\n\tat org.jam.Jar.open(Jar.kt:99)\n\tat org.jam.Jar.gone(Jar.kt:1)\n")
	const want = "a.c: x\n\tat a.a.a(SourceFile)\n\tat a.a.gone(SourceFile)\n"
	if got := m.Obfuscate(stale).Format(); got != want {
		t.Errorf("lines that the mapping lacks:\n%s", got)
	}
}

func TestParseMappingErrors(t *testing.T) {
	t.Parallel()
	if _, err := retrace.Parse(strings.NewReader("hello\nworld\n")); err == nil ||
		!strings.Contains(err.Error(), "it names no class") {
		t.Errorf("not a mapping: %v", err)
	}
	lost := errors.New("lost")
	if _, err := retrace.Parse(iotest.ErrReader(lost)); !errors.Is(err, lost) {
		t.Errorf("failing reader: %v", err)
	}
}

// TestObfuscateInlined: of the ranges that begin with a frame, the one is meant that stands
// for the most frames of the stack, as they follow each other.
func TestObfuscateInlined(t *testing.T) {
	t.Parallel()
	m := parseMapping(t)
	for _, c := range []struct{ name, in, want string }{
		{
			"all_frames_of_a_range", "org.jam.Lid.turn(Lid.java:7) org.jam.Jar.open(Jar.kt:13) org.jam.Main$1.onClick(Main.java:40)",
			"a.a.a(SourceFile:4) a.b.onClick(SourceFile:1)",
		},
		{
			"longest_range", "org.jam.Lid.isStuck(Lid.java:9) org.jam.Lid.turn(Lid.java:8) org.jam.Jar.open(Jar.kt:14)",
			"a.a.a(SourceFile:5)",
		},
		{"caller_on_another_line", "org.jam.Lid.turn(Lid.java:7) org.jam.Jar.open(Jar.kt:10)", "org.jam.Lid.turn(Lid.java:7) a.a.a(SourceFile:1)"},
		{"caller_missing", "org.jam.Lid.turn(Lid.java:7)", "org.jam.Lid.turn(Lid.java:7)"},
		{"class_without_methods", "org.jam.Spoiled.open(Spoiled.java:3)", "a.c.open(SourceFile)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := one(t, "a.c: x\n\tat "+strings.ReplaceAll(c.in, " ", "\n\tat ")+"\n")
			var got []string
			for _, f := range m.Obfuscate(in).Chain[0].Frames {
				got = append(got, f.String())
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%s, want %s", s, c.want)
			}
		})
	}
}

// TestRetraceANR renames the frames of the main thread as well.
func TestRetraceANR(t *testing.T) {
	t.Parallel()
	m := parseMapping(t)
	in := trace.Trace{ANR: &trace.ANR{Reason: "slow", Frames: []trace.Frame{
		{Class: "a.a", Method: "a", File: "SourceFile", Line: 2}, {Class: "android.os.Looper", Method: "loop"},
	}}}
	out := m.Retrace(in)
	if got := out.ANR.Frames[0].String(); got != "org.jam.Jar.open(Jar.kt:11)" || out.ANR.Reason != "slow" {
		t.Errorf("%s, %q", got, out.ANR.Reason)
	}
	if back := m.Obfuscate(out); back.ANR.Frames[0] != in.ANR.Frames[0] || in.ANR.Frames[0].Class != "a.a" {
		t.Errorf("back: %v, given: %v", back.ANR.Frames, in.ANR.Frames)
	}
}

// FuzzParse: no mapping and no trace is too odd; none of the throwables gets lost.
func FuzzParse(f *testing.F) {
	f.Add("a.B -> c:\n# {\"id\":\"sourceFile\",\"fileName\":\"B.kt\"}\n"+
		"    1:3:void m(int):10:12 -> a\n    4:4:void x.Y.n():7 -> a\n"+
		"    4:4:void m(int):11 -> a\n    void o() -> b\n",
		"java.lang.Error\n\tat c.a(SourceFile:4)\n\tat c.b(Unknown Source)\n")
	f.Fuzz(func(t *testing.T, text, pasted string) {
		m, err := retrace.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		traces, _ := trace.Parse(pasted)
		for _, in := range traces {
			before := in.Format()
			out := m.Obfuscate(m.Retrace(in))
			if len(out.Chain) != len(in.Chain) {
				t.Errorf("%d throwables became %d", len(in.Chain), len(out.Chain))
			}
			for i, th := range in.Chain {
				if len(th.Frames) > 0 && len(out.Chain[i].Frames) == 0 {
					t.Errorf("throwable %d lost its frames", i)
				}
			}
			if in.Format() != before {
				t.Error("the input changed")
			}
		}
	})
}
