package trace_test

import (
	"strconv"
	"strings"
	"testing"

	"talpa/asra/trace"
)

// TestParseStyles reads crashes in the styles of loggers, services, tool chains and libraries
// that put more into a trace than Java does. What has to be found is the exceptions with
// the frames of the app's own code.
func TestParseStyles(t *testing.T) {
	t.Parallel()
	const plain = "java.lang.IllegalStateException org.jam.Jar.open:12 org.jam.Main.onCreate:40"
	for name, c := range map[string]struct{ text, want string }{
		"offset behind the name": {"#0. Crashed: main\n       at android.os.Looper.loop + 148(Looper.java:148)\n\n--\n\n" +
			"Fatal Exception: java.lang.IllegalStateException: lid\n       at org.jam.Jar.open + 12(Jar.java:12)\n       at org.jam.Main.onCreate + 40(Main.kt:40)\n", plain},
		"semicolons":   {"java.lang.IllegalStateException: lid\n\norg.jam.Jar.open (Jar.java:12);\n\norg.jam.Main.onCreate (Main.kt:40);\n", plain},
		"reason below": {"### Stacktrace ###\n\norg.jam.Jar.open (Jar.java:12);\n\norg.jam.Main.onCreate (Main.kt:40);\n\n### Reason ###\n\njava.lang.IllegalStateException\n", " org.jam.Jar.open:12 org.jam.Main.onCreate:40"},
		"own handler": {"2017-04-19 20:31:07,660\tERROR/CrashHandler:\tversionName: 3\n2017-04-19 20:31:07,661\tERROR/CrashHandler:\tjava.lang.IllegalStateException: lid\n" +
			"2017-04-19 20:31:07,661\tERROR/CrashHandler:\t\tat org.jam.Jar.open(Jar.java:12)\n2017-04-19 20:31:07,661\tERROR/CrashHandler:\t\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"line of native code": {"java.lang.IllegalStateException: \n  at java.lang.reflect.Method.invoke(Native Method:0)\n  at org.jam.Jar.open(Jar.java:12)\n  at org.jam.Main.onCreate(Main.kt:40)\n",
			"java.lang.IllegalStateException org.jam.Jar.open:12 org.jam.Main.onCreate:40"},
		"map id for a file": {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(r8-map-id-6c5921a0de65137a24e102afc7270f032a752bd5a69cd2977b8a9c653c47ad01:12)\n" +
			"\tat org.jam.Main.onCreate(r8-map-id-6c5921a0de65137a24e102afc7270f032a752bd5a69cd2977b8a9c653c47ad01:40)\n", plain},
		"synthetic class for a file": {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Jar$$ExternalSyntheticLambda0.run(D8$$SyntheticClass)\n\tat org.jam.Main.onCreate(Main.kt:40)\n",
			"java.lang.IllegalStateException org.jam.Jar.open:12 org.jam.Jar$$ExternalSyntheticLambda0.run:0 org.jam.Main.onCreate:40"},
		"no file, line":    {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(:12)\n\tat org.jam.Main.onCreate(:40)\n", plain},
		"PG":               {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(PG:12)\n\tat org.jam.Main.onCreate(PG:40)\n", plain},
		"file of a bundle": {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(jam-base.apk-stable-1047:12)\n\tat org.jam.Main.onCreate(jam-base.apk-stable-1047:40)\n", plain},
		"JavaScript in the message": {"E/AndroidRuntime: FATAL EXCEPTION: mqt_native_modules\n    Process: org.jam, PID: 47\n    com.facebook.react.common.JavascriptException: undefined is not a function (evaluating 'a.b()'), stack:\n" +
			"    value@32:1919\n    <unknown>@32:959\n       at org.jam.Jar.open(Jar.java:12)\n        at org.jam.Main.onCreate(Main.kt:40)\n",
			"com.facebook.react.common.JavascriptException org.jam.Jar.open:12 org.jam.Main.onCreate:40"},
		"coroutine context": {"FATAL EXCEPTION: DefaultDispatcher-worker-1\nProcess: org.jam, PID: 47\njava.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main$onCreate$1.invokeSuspend(Main.kt:40)\n" +
			"\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)\n\tSuppressed: kotlinx.coroutines.DiagnosticCoroutineContextException: [StandaloneCoroutine{Cancelling}@3a3339d, Dispatchers.Default]\n",
			"java.lang.IllegalStateException org.jam.Jar.open:12 org.jam.Main$onCreate$1.invokeSuspend:40"},
		"coroutine recovery": {"java.lang.IllegalStateException: lid\n\t(Coroutine boundary)\n\tat org.jam.Main.onCreate(Main.kt:40)\nCaused by: java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n",
			"java.lang.IllegalStateException org.jam.Main.onCreate:40 java.lang.IllegalStateException org.jam.Jar.open:12"},
		"coroutine boundary as a frame": {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat _COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"Crashlytics' cause": {"Fatal Exception: java.lang.RuntimeException: Unable to x\n       at android.os.Looper.loop(Looper.java:148)\n\nCaused by java.lang.IllegalStateException: lid\n       at org.jam.Jar.open(Jar.java:12)\n       at org.jam.Main.onCreate(Main.kt:40)\n",
			"java.lang.RuntimeException java.lang.IllegalStateException org.jam.Jar.open:12 org.jam.Main.onCreate:40"},
		"frame in three pieces": {"java.lang.IllegalStateException: lid\n\tat org.jam.Ja\nr.open(Jar.ja\nva:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"frame cut by its log, then words": {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n\tat org.jam.Main.onRes\nand then it was gone\n",
			plain},
		"heading":        {"### java.lang.IllegalStateException: lid\n\nat org.jam.Jar.open(Jar.java:12)\nat org.jam.Main.onCreate(Main.kt:40)\n\nAndroid 4.3, App-Version 1.1\n", plain},
		"Play":           {"Exception java.lang.IllegalStateException:\n  at org.jam.Jar.open (Jar.java:12)\n  at org.jam.Main.onCreate (Main.kt:40)\n", plain},
		"Flutter":        {"E/flutter ( 47): [ERROR:flutter/lib/ui/ui_dart_state.cc(177)] Unhandled Exception: PlatformException(error, lid, null, java.lang.IllegalStateException: lid\nE/flutter ( 47): \tat org.jam.Jar.open(Jar.java:12)\nE/flutter ( 47): \tat org.jam.Main.onCreate(Main.kt:40)\nE/flutter ( 47): )\n", plain},
		"method channel": {"E/MethodChannel#jam(  47): Failed to handle method call\nE/MethodChannel#jam(  47): java.lang.IllegalStateException: lid\nE/MethodChannel#jam(  47): \tat org.jam.Jar.open(Jar.java:12)\nE/MethodChannel#jam(  47): \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"System.err":     {"W/System.err(   47): java.lang.IllegalStateException: lid\nW/System.err(   47): \tat org.jam.Jar.open(Jar.java:12)\nW/System.err(   47): \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"Unity":          {"E/Unity   (   47): AndroidJavaException: java.lang.IllegalStateException: lid\nE/Unity   (   47): java.lang.IllegalStateException: lid\nE/Unity   (   47): \tat org.jam.Jar.open(Jar.java:12)\nE/Unity   (   47): \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"database's frame of signs": {"android.database.sqlite.SQLiteException: no such column: x (code 1): , while compiling: SELECT x FROM y\n#################################################################\nError Code : 1 (SQLITE_ERROR)\nCaused By : SQL(query) error or missing database.\n\t(no such column: x (code 1): , while compiling: SELECT x FROM y)\n#################################################################\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n",
			"android.database.sqlite.SQLiteException org.jam.Jar.open:12 org.jam.Main.onCreate:40"},
		"migration":           {"java.lang.IllegalStateException: Migration didn't properly handle: jar(org.jam.Jar).\n Expected:\nTableInfo{name='jar', columns={id=Column{name='id', type='INTEGER'}}}\n Found:\nTableInfo{name='jar', columns={}}\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"JSON in the message": {"java.lang.IllegalStateException: {\n  \"error\": \"lid\",\n  \"at\": [1, 2]\n}\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"circular":            {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n\t[CIRCULAR REFERENCE:java.lang.IllegalStateException: lid]\n", plain},
		"circular, new":       {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\nCaused by: [CIRCULAR REFERENCE: java.lang.IllegalStateException: lid]\n", plain},
		"beginning of crash":  {"--------- beginning of crash\n11-21 15:31:02.123  47  47 E AndroidRuntime: FATAL EXCEPTION: main\n11-21 15:31:02.123  47  47 E AndroidRuntime: Process: org.jam, PID: 47\n11-21 15:31:02.123  47  47 E AndroidRuntime: java.lang.IllegalStateException: lid\n--------- beginning of system\n11-21 15:31:02.123  47  47 E AndroidRuntime: \tat org.jam.Jar.open(Jar.java:12)\n11-21 15:31:02.123  47  47 E AndroidRuntime: \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"two logs in turns":   {"11-21 15:31:02.123  47  47 E AndroidRuntime: FATAL EXCEPTION: main\n11-21 15:31:02.123  47  47 E AndroidRuntime: java.lang.IllegalStateException: lid\n11-21 15:31:02.123  9  12 I chatty  : uid=1000 expire 3 lines\n11-21 15:31:02.123  47  47 E AndroidRuntime: \tat org.jam.Jar.open(Jar.java:12)\n11-21 15:31:02.124  9  9 W Binder  : java.lang.SecurityException: no\n11-21 15:31:02.124  9  9 W Binder  : \tat android.os.Parcel.x(Parcel.java:1)\n11-21 15:31:02.123  47  47 E AndroidRuntime: \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"logback":             {"15:31:02.123 [main] ERROR org.jam.Main - cannot open\njava.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12) ~[na:na]\n\tat org.jam.Main.onCreate(Main.kt:40) ~[na:na]\n", plain},
		"java.util.logging":   {"Nov 21, 2025 3:31:02 PM org.jam.Main onCreate\nSEVERE: cannot open\njava.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"proxies": {"java.lang.reflect.UndeclaredThrowableException\n\tat $Proxy12.open(Unknown Source)\n\tat org.jam.Main.onCreate(Main.kt:40)\nCaused by: java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat jdk.internal.reflect.GeneratedMethodAccessor12.invoke(Unknown Source)\n",
			"java.lang.reflect.UndeclaredThrowableException org.jam.Main.onCreate:40 java.lang.IllegalStateException org.jam.Jar.open:12"},
		"hooked":      {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat LSPHooker_.open(Unknown Source:8)\n\tat de.robv.android.xposed.XposedBridge.invokeOriginalMethodNative(Native Method)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"Robolectric": {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n\tat android.app.Activity.$$robo$$android_app_Activity$performCreate(Activity.java:8000)\n", plain},
		"value class": {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open-impl(Jar.kt:12)\n\tat org.jam.JarKt$open$$inlined$map$1$2.emit(Emitters.kt:223)\n\tat org.jam.Main.onCreate$app_debug(Main.kt:40)\n",
			"java.lang.IllegalStateException org.jam.Jar.open-impl:12 org.jam.JarKt$open$$inlined$map$1$2.emit:223 org.jam.Main.onCreate$app_debug:40"},
		"Scala":                    {"scala.MatchError: 7 (of class java.lang.Integer)\n\tat org.jam.Jar$$anonfun$open$1.$colon$plus(Jar.scala:12)\n", "scala.MatchError org.jam.Jar$$anonfun$open$1.$colon$plus:12"},
		"names of the world":       {"java.lang.IllegalStateException: lid\n\tat org.jam.Gläser.öffnen(Gläser.kt:12)\n", "java.lang.IllegalStateException org.jam.Gläser.öffnen:12"},
		"no message sign":          {"java.lang.IllegalStateException (no error message)\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"quoted by a chat":         {"> `java.lang.IllegalStateException: lid`\n> `    at org.jam.Jar.open(Jar.java:12)`\n> `    at org.jam.Main.onCreate(Main.kt:40)`\n", plain},
		"issue form":               {"### Logs\n\n```shell\njava.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n```\n\n### Android version\n\n14 (API 34)\n", plain},
		"table":                    {"| java.lang.IllegalStateException: lid |\n|---|\n| at org.jam.Jar.open(Jar.java:12) |\n| at org.jam.Main.onCreate(Main.kt:40) |\n", plain},
		"CSV":                      {"\"47\",\"E\",\"AndroidRuntime\",\"java.lang.IllegalStateException: lid\"\n\"47\",\"E\",\"AndroidRuntime\",\"\tat org.jam.Jar.open(Jar.java:12)\"\n\"47\",\"E\",\"AndroidRuntime\",\"\tat org.jam.Main.onCreate(Main.kt:40)\"\n", plain},
		"string literal":           {"\"java.lang.IllegalStateException: lid\\n\" +\n\"\\tat org.jam.Jar.open(Jar.java:12)\\n\" +\n\"\\tat org.jam.Main.onCreate(Main.kt:40)\\n\"\n", plain},
		"YAML":                     {"crash:\n  stack: |\n    java.lang.IllegalStateException: lid\n        at org.jam.Jar.open(Jar.java:12)\n        at org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"array of frames":          {"{\"exception\":\"java.lang.IllegalStateException: lid\",\"frames\":[\"org.jam.Jar.open(Jar.java:12)\",\"org.jam.Main.onCreate(Main.kt:40)\"]}", plain},
		"syslog":                   {"Nov 21 15:31:02 phone logcat[12]: E AndroidRuntime: java.lang.IllegalStateException: lid\nNov 21 15:31:02 phone logcat[12]: E AndroidRuntime: \tat org.jam.Jar.open(Jar.java:12)\nNov 21 15:31:02 phone logcat[12]: E AndroidRuntime: \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"brackets around the time": {"[2025-11-21 15:31:02.123] E/AndroidRuntime: java.lang.IllegalStateException: lid\n[2025-11-21 15:31:02.123] E/AndroidRuntime: \tat org.jam.Jar.open(Jar.java:12)\n[2025-11-21 15:31:02.123] E/AndroidRuntime: \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"continuous integration":   {"2025-11-21T15:31:02.1234567Z java.lang.IllegalStateException: lid\n2025-11-21T15:31:02.1234567Z \tat org.jam.Jar.open(Jar.java:12)\n2025-11-21T15:31:02.1234567Z \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"test report":              {"org.jam.MainTest > opens[Pixel_3(AVD) - 10] FAILED \n\tjava.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"instrumentation":          {"INSTRUMENTATION_RESULT: shortMsg=java.lang.IllegalStateException\nINSTRUMENTATION_RESULT: longMsg=java.lang.IllegalStateException: lid\nINSTRUMENTATION_STATUS: stack=java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"Sentry":                   {"IllegalStateException: lid\n    at org.jam.Jar.open(Jar.java:12)\n    at org.jam.Main.onCreate(Main.kt:40)\n", "IllegalStateException org.jam.Jar.open:12 org.jam.Main.onCreate:40"},
		"Sentry, ThreadId":         {"OS Version: Android 14 (UP1A)\nReport Version: 104\n\nException Type: Unknown (SIGABRT)\n\nApplication Specific Information:\nlid\n\njava.lang.IllegalStateException: lid\n    at org.jam.Jar.open(Jar.java:12)\n    at org.jam.Main.onCreate(Main.kt:40)\n\nEOF\n", plain},
		"Bugsnag":                  {"java.lang.IllegalStateException: lid \n    at org.jam.Jar.open(Jar.java:12)\n    at org.jam.Main.onCreate(Main.kt:40)\n\njava.lang.RuntimeException: other \n    at android.a.B.c(B.java:1)\n", plain},
		"Firebase, thread heading": {"Fatal Exception: main\njava.lang.IllegalStateException: lid\n       at org.jam.Jar.open(Jar.java:12)\n       at org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"Samsung":                  {"[11-21 15:31:02.123 47:47 E/AndroidRuntime] FATAL EXCEPTION: main\n[11-21 15:31:02.123 47:47 E/AndroidRuntime] java.lang.IllegalStateException: lid\n[11-21 15:31:02.123 47:47 E/AndroidRuntime] \tat org.jam.Jar.open(Jar.java:12)\n[11-21 15:31:02.123 47:47 E/AndroidRuntime] \tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"runtime's own frames":     {"A: java_vm_ext.cc:542] JNI DETECTED ERROR IN APPLICATION: JNI CallVoidMethodV called with pending exception java.lang.IllegalStateException: lid\nA: java_vm_ext.cc:542]   at void org.jam.Jar.open(int, java.lang.String) (Jar.java:12)\nA: java_vm_ext.cc:542]   at void org.jam.Main.onCreate(android.os.Bundle) (Main.kt:40)\n", plain},
		"lines of an assertion":    {"java.lang.AssertionError: expected:<1> but was:<2>\nExpected: 1\n     but: was 2\n\tat org.jam.Jar.open(Jar.java:12)\n", "java.lang.AssertionError org.jam.Jar.open:12"},
		"address in the message":   {"java.net.SocketTimeoutException: failed to connect to org.jam/10.0.0.1 (port 80) from /10.0.2.16 (port 4711) after 10000ms\n\tat org.jam.Jar.open(Jar.java:12)\n", "java.net.SocketTimeoutException org.jam.Jar.open:12"},
		"class of a component":     {"java.lang.RuntimeException: Unable to start receiver org.jam.Bell: java.lang.ClassNotFoundException: Didn't find class \"org.jam.Bell\" on path: DexPathList[[zip file \"/data/app/~~xc0==/org.jam-2R==/base.apk\"],nativeLibraryDirectories=[/data/app/~~xc0==/org.jam-2R==/lib/arm64, /system/lib64]]\n\tat org.jam.Main.onCreate(Main.kt:40)\n", "java.lang.RuntimeException org.jam.Main.onCreate:40"},
		"thread's name":            {"Exception in thread \"DefaultDispatcher-worker-1 @coroutine#7\" java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"no package":               {"java.lang.IllegalStateException: lid\n\tat a.b(Unknown Source:12)\n\tat c.d(SourceFile:40)\n", "java.lang.IllegalStateException a.b:12 c.d:40"},
		"frames by number":         {"java.lang.IllegalStateException: lid\n#0 org.jam.Jar.open(Jar.java:12)\n#1 org.jam.Main.onCreate(Main.kt:40)\n", plain},
		"frames by number, padded": {"java.lang.IllegalStateException: lid\n  00  org.jam.Jar.open (Jar.java:12)\n  01  org.jam.Main.onCreate (Main.kt:40)\n", plain},
		"copied from Studio":       {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12) \n\tat org.jam.Main.onCreate(Main.kt:40) \n\tat android.app.Activity.performCreate(Activity.java:7802) \n", plain},
		"folded frames":            {"java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.java:12)\n\tat android.os.Handler.dispatchMessage(Handler.java:106) <4 internal lines>\n\tat org.jam.Main.onCreate(Main.kt:40) <1 internal line>\n", plain},
	} {
		traces, err := trace.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		i, err := trace.Choose(traces, trace.Hint{Package: "org.jam"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := ownFrames(traces[i]); got != c.want {
			t.Errorf("%s: %d traces\n got %s\nwant %s", name, len(traces), got, c.want)
		}
	}
}

// ownFrames lists the exceptions and the frames that are not the platform's.
func ownFrames(t trace.Trace) string {
	var all []string
	for _, th := range t.Chain {
		all = append(all, th.Class)
		for _, f := range th.Frames {
			if strings.HasPrefix(f.Class, "org.jam.") || !strings.Contains(f.Class, ".") && !strings.HasPrefix(f.Class, "$") && f.Class != "LSPHooker_" {
				all = append(all, f.Class+"."+f.Method+":"+strconv.Itoa(f.Line))
			}
		}
	}
	return strings.Join(all, " ")
}
