package trace_test

import (
	"encoding/binary"
	"testing"

	"talpa/asra/trace"
)

func FuzzParse(f *testing.F) {
	f.Add("E/AndroidRuntime( 12): FATAL EXCEPTION: main\nE/AndroidRuntime( 12): Process: a.b, PID: 12\n" +
		"E/AndroidRuntime( 12): java.lang.Error: x\nE/AndroidRuntime( 12): \tat a.b.C.d(C.java:1)\n" +
		"E/AndroidRuntime( 12): Caused by: a.X: y\nE/AndroidRuntime( 12): \tat a.b.C.e(Native Method)\n\t... 3 more\n")
	f.Add("11-21 09:00:02.000   300   300 E AndroidRuntime: java.lang.Error\n" +
		"11-21 09:00:02.000 1 1 E x: \tat a.B.c(Unknown Source:2)\n")
	f.Add("> - java.lang.Error: x<br>&nbsp; at a.B.&lt;init&gt;(B.java:1)\n" +
		"\tSuppressed: a.E: z\n\t\tat a.B.c(\nB.java:2)\n")
	f.Add("*** *** *** ***\nsignal 11 (SIGSEGV), code 1\n    #00 pc 0001 /lib/libx.so (f+1)\n")
	f.Add("ANR in a.b (a.b/.C)\nReason: slow\n\"main\" prio=5 tid=1 Blocked\n  at a.B.c(B.java:1)\n")
	f.Add("[ 11-21 09:00:02.000 300:300 E/AndroidRuntime ]\njava.lang.Error: x\n\tat a.B.c(B.java:1)\n")
	f.Add("x.Y: z\n\n\nat a.B.c(") // a frame that breaks off, at the end, below an unsure heading
	f.Add(sentryEvent)
	f.Add("Date,Stack Trace\n1,\"a.E: x\n\tat a.B.c(B.java:1)\"\n")
	f.Add(utf16Text("a.E: x\n\tat a.B.c(B.java:1)\n", binary.LittleEndian))
	f.Fuzz(func(t *testing.T, text string) {
		traces, err := trace.Parse(text)
		if (err == nil) != (len(traces) > 0) {
			t.Fatalf("%d traces and error %v", len(traces), err)
		}
		if len(traces) == 0 {
			return
		}
		trace.Choose(traces, trace.Hint{})
		for _, tr := range traces {
			if tr.Line < 1 || tr.End < tr.Line {
				t.Fatalf("lines %d to %d", tr.Line, tr.End)
			}
			if m := trace.Compare(tr, tr, nil); len(tr.Chain) > 0 && m.Level != trace.Exact && m.Level != trace.Point &&
				tr.Chain[0].Class != "" {
				t.Fatalf("a trace is not like itself: %s, %s\n%s", m.Level, m.Why, tr.Format())
			}
			if s := trace.Sign(tr, nil); len(s) != 16 {
				t.Fatalf("signature %q", s)
			}
		}
	})
}
