package trace_test

import (
	"testing"

	"talpa/asra/trace"
)

// TestParseFrameForms states that a frame of every form that compilers and runtimes
// print is kept as it stands, between two others: lambdas of desugaring and of R8,
// Kotlin's functions and coroutines, shrunken names, frames without a line table.
func TestParseFrameForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		frame, class, method, file string
		line                       int
	}{
		{"org.jam.Main.onCreate(Main.java:78)", "org.jam.Main", "onCreate", "Main.java", 78},
		{"org.jam.Main.<init>(Main.kt:43)", "org.jam.Main", "<init>", "Main.kt", 43},
		{"org.jam.Main$Task.doInBackground(Main.java:18)", "org.jam.Main$Task", "doInBackground", "Main.java", 18},
		{"org.jam.Main$20.onPostExecute(Main.java:1364)", "org.jam.Main$20", "onPostExecute", "Main.java", 1364},
		{"org.jam.Bar.onSetInitialValue(Unknown Source:2)", "org.jam.Bar", "onSetInitialValue", "", 2},
		{"org.jam.Main.lambda$onLoaded$2$Main(Main.java:673)", "org.jam.Main", "lambda$onLoaded$2$Main", "Main.java", 673},
		{"org.jam.-$$Lambda$Main$cpk2FDlr72riVUwAw9LYn.onItemLongClick(Unknown Source:6)",
			"org.jam.-$$Lambda$Main$cpk2FDlr72riVUwAw9LYn", "onItemLongClick", "", 6},
		{"org.jam.Main$$Lambda$3.onClick(Unknown Source)", "org.jam.Main$$Lambda$3", "onClick", "", 0},
		{"org.jam.Main$$ExternalSyntheticLambda0.run(R8$$SyntheticClass)",
			"org.jam.Main$$ExternalSyntheticLambda0", "run", "R8$$SyntheticClass", 0},
		{"org.jam.Main.$r8$lambda$abc-DEF_g(Main.kt)", "org.jam.Main", "$r8$lambda$abc-DEF_g", "Main.kt", 0},
		{"org.jam.Main.-$$Nest$mopen(Unknown Source:0)", "org.jam.Main", "-$$Nest$mopen", "", 0},
		{"org.jam.Main$load$$inlined$map$lambda$1.invokeSuspend(Main.kt:33)",
			"org.jam.Main$load$$inlined$map$lambda$1", "invokeSuspend", "Main.kt", 33},
		{"org.jam.Main.access$getLid$p(Main.kt:20)", "org.jam.Main", "access$getLid$p", "Main.kt", 20},
		{"org.jam.ToolsKt.tidy(Tools.kt:121)", "org.jam.ToolsKt", "tidy", "Tools.kt", 121},
		{"org.jam.Main$onViewCreated$uiRunnable$1.run(Main.kt:73)", "org.jam.Main$onViewCreated$uiRunnable$1", "run", "Main.kt", 73},
		{"_COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)", "_COROUTINE._BOUNDARY", "_", "CoroutineDebugging.kt", 46},
		{"xdd.a(SourceFile:13)", "xdd", "a", "SourceFile", 13},
		{"bCE.onCreateActionMode(PG:5)", "bCE", "onCreateActionMode", "PG", 5},
		{"a.b.c(:12)", "a.b", "c", "", 12},
		{"a.b.c(r8-map-id-0a1b2c3d:12)", "a.b", "c", "r8-map-id-0a1b2c3d", 12},
		{"$Proxy0.subscribe(Unknown Source)", "$Proxy0", "subscribe", "", 0},
		{"java.base/java.lang.Thread.run(Thread.java:833)", "java.lang.Thread", "run", "Thread.java", 833},
		{"org.jäm.Gläser.öffne(Gläser.kt:3)", "org.jäm.Gläser", "öffne", "Gläser.kt", 3},
	} {
		got := one(t, "a.C: x\n\tat top.Top.a(Top.java:1)\n\tat "+c.frame+"\n\tat bottom.Bottom.b(Bottom.java:2)\n")
		frames := got.Chain[0].Frames
		if len(frames) != 3 {
			t.Errorf("%s: %d frames, want 3", c.frame, len(frames))
			continue
		}
		f := frames[1]
		f.Native = false
		if want := (trace.Frame{Class: c.class, Method: c.method, File: c.file, Line: c.line}); f != want {
			t.Errorf("%s: %+v, want %+v", c.frame, f, want)
		}
	}
}

// TestParseServices states that the forms in which services show a crash give its
// chain and its crash point.
func TestParseServices(t *testing.T) {
	t.Parallel()
	const want = "org.jam.Main.open(Main.java:12)"
	for name, text := range map[string]string{
		"Crashlytics": "# Issue: Main.java line 12\n# Date: 2026-01-01\nFatal Exception: java.lang.NullPointerException: lid\n" +
			"       at org.jam.Main.open(Main.java:12)\n       at android.view.View.performClick(View.java:7448)\n",
		"Play Console": "java.lang.RuntimeException: \n  at android.app.ActivityThread.performLaunchActivity (ActivityThread.java:2946)\n" +
			"Caused by: java.lang.NullPointerException: \n  at org.jam.Main.open (Main.java:12)\n  at org.jam.Main.onCreate (Main.java:9)\n",
		"Play Console vitals": "Exception java.lang.NullPointerException: lid\n  at org.jam.Main.open (Main.java:12)\n" +
			"  at android.view.View.performClick (View.java:7448)\n",
		"Sentry": "NullPointerException: lid\n    at org.jam.Main.open(Main.java:12)\n    at android.view.View.performClick(View.java:7448)\n",
		"ACRA":   "STACK_TRACE=java.lang.NullPointerException: lid\n\tat org.jam.Main.open(Main.java:12)\n",
		"recovered coroutine": "java.lang.NullPointerException: lid\n\tat org.jam.Main.open(Main.java:12)\n" +
			"\tat _COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)\n\tat org.jam.Main$load$1.invokeSuspend(Main.kt:2)\n" +
			"Caused by: java.lang.NullPointerException: lid\n\tat org.jam.Main.open(Main.java:12)\n" +
			"\tat org.jam.Main$load$1.invokeSuspend(Main.kt:7)\n\tSuppressed: kotlinx.coroutines.internal." +
			"DiagnosticCoroutineContextException: [StandaloneCoroutine{Cancelling}@d1a, Dispatchers.Main]\n",
	} {
		got := one(t, text)
		if _, f, ok := got.Point(nil); !ok || f.String() != want {
			t.Errorf("%s: the crash point is %s", name, f)
		}
	}
}
