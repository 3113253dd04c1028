package trace_test

import (
	"errors"
	"testing"

	"talpa/asra/trace"
)

// TestChoose: each trace wins by one criterion, and the criteria are in this order.
func TestChoose(t *testing.T) {
	t.Parallel()
	var (
		logged  = trace.Trace{Tag: "System.err", Chain: chain([]string{"okio.Buffer"}).Chain}
		library = chain([]string{"okio.Buffer"})
		own     = chain([]string{"org.jam.Jar"})
		foreign = trace.Trace{Process: "org.other", Fatal: true, Chain: own.Chain}
		ours    = trace.Trace{Process: "org.jam:remote", Chain: library.Chain}
		fatal   = trace.Trace{Fatal: true, Chain: own.Chain}
		worker  = trace.Trace{Fatal: true, Chain: chain([]string{"okio.Buffer"}).Chain}
		empty   = trace.Trace{Fatal: true, Process: "org.jam", Chain: chain(nil).Chain}
	)
	hint := trace.Hint{Package: "org.jam", InApp: func(class string) bool { return class == "org.jam.Jar" || class == "okio.Buffer" }}
	for _, c := range []struct {
		name string
		in   []trace.Trace
		want int
	}{
		{"process_of_this_app_before_fatal", []trace.Trace{foreign, ours}, 1},
		{"own_code_before_fatal", []trace.Trace{worker, own}, 1},
		{"fatal_before_logged", []trace.Trace{own, fatal}, 1},
		{"thrown_before_printed", []trace.Trace{logged, library}, 1},
		{"first_of_equals", []trace.Trace{own, own}, 0},
		{"frames_before_none", []trace.Trace{empty, logged}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := trace.Choose(c.in, hint); err != nil || got != c.want {
				t.Errorf("%d, %v; want %d", got, err, c.want)
			}
		})
	}
}

// TestChoose_textWithoutJavaTrace: the error says what the text has instead of a Java trace.
func TestChoose_textWithoutJavaTrace(t *testing.T) {
	t.Parallel()
	native := trace.Trace{Native: &trace.NativeCrash{Signal: "SIGSEGV", Libs: []string{"libgame.so"}}, Line: 3}
	for _, c := range []struct {
		name string
		in   []trace.Trace
		want error
		text string
	}{
		{"no_trace", nil, trace.ErrNoTrace, "no stack trace in the text"},
		{"native_crash", []trace.Trace{native}, trace.ErrNative,
			"a native crash, not a Java exception: line 3 shows SIGSEGV in libgame.so; " +
				"only exceptions of Java and Kotlin code can be reproduced"},
		{"signal_before_its_tombstone", []trace.Trace{{Native: &trace.NativeCrash{Signal: "SIGSEGV"}, Line: 1}, native}, trace.ErrNative,
			"a native crash, not a Java exception: line 3 shows SIGSEGV in libgame.so; " +
				"only exceptions of Java and Kotlin code can be reproduced"},
		{"anr", []trace.Trace{{ANR: &trace.ANR{Reason: "Input dispatching timed out"}, Line: 2}}, trace.ErrANR,
			"an ANR (application not responding), not an exception: line 2 (Input dispatching timed out); " +
				"only exceptions can be reproduced"},
		{"exception_without_frames", []trace.Trace{{Line: 4, Chain: chain(nil).Chain}}, trace.ErrNoFrames,
			"an exception without stack frames: line 4 names java.lang.Error, " +
				"but no line \"at package.Class.method(File.java:12)\" follows"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := trace.Choose(c.in, trace.Hint{}); !errors.Is(err, c.want) || err.Error() != c.text {
				t.Errorf("%v, want %s", err, c.text)
			}
		})
	}
}
