package trace_test

import (
	"errors"
	"fmt"
	"html"
	"strings"
	"testing"

	"talpa/asra/trace"
)

// wild is a crash as the runtime prints it; the tests put around it what people,
// logs and web pages do.
const wild = `java.lang.RuntimeException: Unable to start activity ComponentInfo{org.jam/org.jam.Main}: java.lang.IllegalStateException: lid <7> & "co"
	at android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3270)
	at android.os.Handler.dispatchMessage(Handler.java:106)
	at java.lang.reflect.Method.invoke(Native Method)
	at com.android.internal.os.ZygoteInit.main(ZygoteInit.java:947)
Caused by: java.lang.IllegalStateException: lid <7> & "co"
	at org.jam.Jar.<init>(Jar.java:12)
	at org.jam.Jar$$ExternalSyntheticLambda0.run(Unknown Source:2)
	at org.jam.Main.onCreate(Main.kt:40)
	at android.app.Activity.performCreate(Activity.java:7802)
	... 4 more
`

// eachLine puts a line of wild into form.
func eachLine(form func(i int, line string) string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(wild, "\n"), "\n") {
		b.WriteString(form(i, line))
	}
	return b.String()
}

// prefixed puts a log prefix before each line of the crash and of what the runtime
// prints above it.
func prefixed(prefix string) string {
	return prefix + "FATAL EXCEPTION: main\n" + prefix + "Process: org.jam, PID: 4711\n" +
		eachLine(func(_ int, line string) string { return prefix + line + "\n" })
}

// TestParseSurroundings states that a crash is read the same in every dress that it is found in.
func TestParseSurroundings(t *testing.T) {
	t.Parallel()
	same := func(i int, line string) string { return line + "\n" }
	for name, text := range map[string]string{
		"plain":                    eachLine(same),
		"windows":                  eachLine(func(_ int, l string) string { return l + "\r\n" }),
		"blank lines between":      eachLine(func(_ int, l string) string { return l + "\n\n" }),
		"tabs are spaces":          strings.ReplaceAll(wild, "\t", "    "),
		"no indent":                strings.ReplaceAll(wild, "\t", ""),
		"brief":                    prefixed("E/AndroidRuntime( 4711): "),
		"brief, padded tag":        prefixed("E/AndroidRuntime ( 4711): "),
		"time":                     prefixed("11-21 15:31:02.123 E/AndroidRuntime( 4711): "),
		"threadtime":               prefixed("11-21 15:31:02.123  4711  4711 E AndroidRuntime: "),
		"threadtime, year":         prefixed("2025-11-21 15:31:02.123  4711  4711 E AndroidRuntime: "),
		"threadtime, usec, zone":   prefixed("11-21 15:31:02.123456 +0100  4711  4711 E AndroidRuntime: "),
		"threadtime, uid":          prefixed("11-21 15:31:02.123 10123  4711  4711 E AndroidRuntime: "),
		"threadtime, uid name":     prefixed("11-21 15:31:02.123 u0_a123  4711  4711 E AndroidRuntime: "),
		"epoch":                    prefixed("1763735462.123  4711  4711 E AndroidRuntime: "),
		"epoch, padded":            prefixed("         1763735462.123  4711  4711 E AndroidRuntime: "),
		"monotonic":                prefixed("    12345.678  4711  4711 E AndroidRuntime: "),
		"thread":                   prefixed("E( 4711: 4711) "),
		"tag":                      prefixed("E/AndroidRuntime: "),
		"tag, padded":              prefixed("E AndroidRuntime: "),
		"colour":                   prefixed("\x1b[38;5;196m11-21 15:31:02.123  4711  4711 E AndroidRuntime: ") + "\x1b[0m",
		"colour around":            eachLine(func(_ int, l string) string { return "\x1b[31m" + l + "\x1b[0m\n" }),
		"colour without escape":    eachLine(func(_ int, l string) string { return "[31m" + l + "[0m\n" }),
		"studio, old":              prefixed("11-21 15:31:02.123 4711-4711/org.jam E/AndroidRuntime: "),
		"studio, old with year":    prefixed("2025-11-21 15:31:02.123 4711-4711/org.jam E/AndroidRuntime: "),
		"studio, old, process ?":   prefixed("11-21 15:31:02.123 4711-4711/? E/AndroidRuntime: "),
		"studio, new":              prefixed("2025-11-21 15:31:02.123  4711-4711  AndroidRuntime          org.jam                              E  "),
		"studio, new, no process":  prefixed("2025-11-21 15:31:02.123  4711-4711  AndroidRuntime          pid-4711                             E  "),
		"studio, compact":          prefixed("15:31:02.123  E  "),
		"studio, compact with tag": prefixed("15:31:02.123 AndroidRuntime           E  "),
		"studio, first line only": "2025-11-21 15:31:02.123  4711-4711  AndroidRuntime          org.jam                              E  FATAL EXCEPTION: main\n" +
			strings.Repeat(" ", 100) + "Process: org.jam, PID: 4711\n" + eachLine(func(_ int, l string) string { return strings.Repeat(" ", 100) + l + "\n" }),
		"eclipse": prefixed("11-21 15:31:02.123: E/AndroidRuntime(4711): "),
		"long": "[ 11-21 15:31:02.123  4711: 4711 E/AndroidRuntime ]\nFATAL EXCEPTION: main\nProcess: org.jam, PID: 4711\n" +
			wild + "\n",
		"adb long, one line a header": eachLine(func(_ int, l string) string {
			return "[ 11-21 15:31:02.123  4711: 4711 E/AndroidRuntime ]\n" + l + "\n\n"
		}),
		"matlog":            prefixed("11-21 15:31:02.123 E/AndroidRuntime(4711): "),
		"GitHub fence":      "It dies:\n```java\n" + wild + "```\n",
		"GitHub indent":     "It dies:\n\n" + eachLine(func(_ int, l string) string { return "    " + l + "\n" }),
		"GitHub quote":      "It dies:\n\n" + eachLine(func(_ int, l string) string { return "> " + l + "\n" }),
		"quoted twice":      eachLine(func(_ int, l string) string { return "> > " + l + "\n" }),
		"mail quote":        eachLine(func(_ int, l string) string { return ">" + l + "\n" }),
		"GitHub details":    "<details><summary>Log</summary>\n\n```\n" + wild + "```\n</details>\n",
		"details, pre":      "<details>\n<summary>Click</summary>\n<pre><code>" + html.EscapeString(wild) + "</code></pre></details>",
		"HTML":              "<p>" + strings.ReplaceAll(html.EscapeString(wild), "\n", "<br>\n") + "</p>",
		"HTML, one line":    strings.ReplaceAll(html.EscapeString(wild), "\n", "<br/>"),
		"HTML, spaces":      strings.ReplaceAll(strings.ReplaceAll(html.EscapeString(wild), "\t", "&nbsp;&nbsp;&nbsp;&nbsp;"), "\n", "<br />\n"),
		"escaped twice":     html.EscapeString(html.EscapeString(wild)),
		"inline code":       eachLine(func(_ int, l string) string { return "`" + l + "`\n" }),
		"inline code, hard": eachLine(func(_ int, l string) string { return "`" + l + "`  \n" }),
		"bold":              eachLine(func(_ int, l string) string { return "**" + strings.TrimSpace(l) + "**\n" }),
		"bullets":           eachLine(func(_ int, l string) string { return "* " + strings.TrimSpace(l) + "\n" }),
		"list of numbers":   eachLine(func(i int, l string) string { return fmt.Sprintf("%d. %s\n", i+1, strings.TrimSpace(l)) }),
		"line numbers":      eachLine(func(i int, l string) string { return fmt.Sprintf("%d\t%s\n", i+1, strings.TrimSpace(l)) }),
		"line numbers, bar": eachLine(func(i int, l string) string { return fmt.Sprintf("%3d | %s\n", i+1, strings.TrimSpace(l)) }),
		"comment":           eachLine(func(_ int, l string) string { return "// " + l + "\n" }),
		"comment, star":     "/*\n" + eachLine(func(_ int, l string) string { return " * " + l + "\n" }) + " */\n",
		"comment, hash":     eachLine(func(_ int, l string) string { return "# " + l + "\n" }),
		"diff":              eachLine(func(_ int, l string) string { return "+" + l + "\n" }),
		"JSON":              `{"stacktrace":"` + strings.NewReplacer("\n", `\n`, "\t", `\t`, `"`, `\"`, "<", `<`).Replace(wild) + `","x":1}`,
		"JSON, angle":       `{"stacktrace": "` + strings.NewReplacer("\n", `\n`, "\t", `\t`, `"`, `\"`, "<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(wild) + `"}`,
		"XML attribute":     `<crash trace="` + strings.NewReplacer("\n", "&#10;", "\t", "&#9;", `"`, "&quot;", "<", "&lt;", ">", "&gt;", "&", "&amp;").Replace(wild) + `"/>`,
		"CDATA":             "<system-out><![CDATA[" + wild + "]]></system-out>",
		"one line":          strings.ReplaceAll(wild, "\n", " "),
		"one line, at ":     strings.ReplaceAll(strings.ReplaceAll(wild, "\t", ""), "\n", " "),
		"Play Console":      "FATAL EXCEPTION: main\nProcess: org.jam, PID: 4711\n" + strings.NewReplacer("\tat", "  at", "(", " (").Replace(strings.ReplaceAll(wild, "{org.jam/org.jam.Main}", "{org.jam/org.jam.Main}")),
		"Play vitals":       "Exception " + strings.NewReplacer("\tat", "  at", ">(", "> (").Replace(wild),
		"Crashlytics":       "# Crashlytics - Stack trace\n# Application: org.jam\n# Platform: android\n# Version: 1.0 (1)\n# Issue: 0a1b\n# Session: 0c1d\n# Date: Fri Nov 21 2025 15:31:02 GMT+0100\n\nFatal Exception: " + strings.ReplaceAll(wild, "\t", "       "),
		"Crashlytics, web": "Fatal Exception: " + strings.NewReplacer("\tat ", "", "\t...", "...").Replace(wild) +
			"main:\n  at android.os.MessageQueue.nativePollOnce(MessageQueue.java)\n",
		"no at":          strings.ReplaceAll(wild, "\tat ", "\t"),
		"ACRA mail":      "Report ID: 12\nPACKAGE_NAME: org.jam\nAPP_VERSION_NAME: 1.0\nSTACK_TRACE: " + wild + "BUILD: a\n",
		"ACRA, old":      "PACKAGE_NAME=org.jam\nSTACK_TRACE=" + wild + "\nLOGCAT=\n",
		"ACRA, JSON":     "{\"PACKAGE_NAME\":\"org.jam\",\"STACK_TRACE\":\"" + strings.NewReplacer("\n", `\n`, "\t", `\t`, `"`, `\"`).Replace(wild) + "\"}",
		"Android vitals": "Type: crash\n" + wild,
		"cause below":    "Stacktrace:\n" + wild,
		"uncaught":       "Uncaught exception: " + wild,
		"in thread":      `Exception in thread "main" ` + wild,
		"dropbox":        "Process: org.jam\nPID: 4711\nFlags: 0x38\nPackage: org.jam v1 (1.0)\nForeground: Yes\nBuild: x/y:9/z:user/release-keys\n\n" + wild,
		"monkey":         "// CRASH: org.jam (pid 4711)\n// Short Msg: java.lang.IllegalStateException\n// Long Msg: java.lang.IllegalStateException: lid\n// Build Label: x\n// Build Changelist: 1\n// Build Time: 2\n" + eachLine(func(_ int, l string) string { return "// " + l + "\n" }) + "//\n** Monkey aborted due to error.\n",
		"nbsp":           strings.ReplaceAll(strings.ReplaceAll(wild, "\t", "\u00a0\u00a0"), " ", "\u00a0"),
		"bullet sign":    strings.ReplaceAll(wild, "\tat", "• at"),
		"arrow":          strings.ReplaceAll(wild, "\tat ", "↳ at "),
		"capital At":     strings.ReplaceAll(wild, "\tat ", "\tAt "),
		"bundled":        strings.ReplaceAll(wild, "android.os.Handler.dispatch", "android.os.Handler.dispatch"),
		"jar note":       strings.ReplaceAll(wild, ")\n", ") ~[app.jar:1.0]\n"),
		"jar note, no ~": strings.ReplaceAll(wild, ")\n", ") [app.jar:?]\n"),
		"library dots":   strings.ReplaceAll(wild, "... 4 more", "... 4 common frames omitted"),
		"ellipsis":       strings.ReplaceAll(wild, "... 4 more", "… 4 more"),
		"links":          strings.ReplaceAll(wild, "(Jar.java:12)", "([Jar.java:12](https://example.org/Jar.java#L12))"),
		"backslashes":    strings.NewReplacer("<", `\<`, ">", `\>`, "_", `\_`, "$", `\$`).Replace(wild),
		"zero width":     strings.ReplaceAll(wild, ".", ".\u200b"),
		"soft hyphen":    strings.ReplaceAll(wild, ".", ".\u00ad"),
		"wrapped at 60":  wrap(wild, 60),
		"wrapped at 72":  wrap(wild, 72),
		"CR only":        strings.ReplaceAll(wild, "\n", "\r"),
		"UTF-16":         utf16LE(wild),
		"Loader":         strings.ReplaceAll(wild, "at java.", "at java.base@17.0.1/java."),
		"Loader, app":    strings.ReplaceAll(wild, "at org.jam.", "at app//org.jam."),
	} {
		traces, err := trace.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		i, err := trace.Choose(traces, trace.Hint{Package: "org.jam"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, want := shape(traces[i]), shapeOfWild; got != want {
			t.Errorf("%s: %d traces, chosen %d\n%s", name, len(traces), i, got)
		}
	}
}

const shapeOfWild = `java.lang.RuntimeException
  android.app.ActivityThread.performLaunchActivity:3270
  android.os.Handler.dispatchMessage:106
  java.lang.reflect.Method.invoke:0
  com.android.internal.os.ZygoteInit.main:947
java.lang.IllegalStateException
  org.jam.Jar.<init>:12
  org.jam.Jar$$ExternalSyntheticLambda0.run:2
  org.jam.Main.onCreate:40
  android.app.Activity.performCreate:7802
  4 more
`

// shape is what has to survive any dress.
func shape(t trace.Trace) string {
	var b strings.Builder
	for _, th := range t.Chain {
		b.WriteString(th.Class + "\n")
		for _, f := range th.Frames {
			fmt.Fprintf(&b, "  %s.%s:%d\n", f.Class, f.Method, f.Line)
		}
		if th.Omitted > 0 {
			fmt.Fprintf(&b, "  %d more\n", th.Omitted)
		}
	}
	return b.String()
}

// wrap breaks lines as mail programs do: at the last space before the width, or
// hard where there is none.
func wrap(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for len(line) > width {
			at := strings.LastIndexByte(line[:width], ' ')
			if at <= 0 {
				at = width
			}
			b.WriteString(line[:at] + "\n")
			line = strings.TrimSpace(line[at:])
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// utf16LE is what Notepad calls Unicode.
func utf16LE(s string) string {
	b := []byte{0xff, 0xfe}
	for _, c := range []byte(s) {
		b = append(b, c, 0)
	}
	return string(b)
}

// TestParseWrappedLines states that it does not matter how wide the lines of a mail are, as long
// as no name is broken.
func TestParseWrappedLines(t *testing.T) {
	t.Parallel()
	for width := 50; width < 130; width++ {
		traces, err := trace.Parse(wrap(wild, width))
		if err != nil || len(traces) != 1 {
			t.Errorf("%d wide: %d traces, %v", width, len(traces), err)
			continue
		}
		if got := shape(traces[0]); got != shapeOfWild {
			t.Errorf("%d wide:\n%s", width, got)
		}
	}
}

// TestParseServiceFrames reads the frames of services that do not print Java's form.
func TestParseServiceFrames(t *testing.T) {
	t.Parallel()
	const want = "java.lang.IllegalStateException: lid\n\tat org.jam.Jar$1.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n"
	for name, text := range map[string]string{
		"in, at line":       "java.lang.IllegalStateException: lid\norg.jam.Jar$1 in open at line 12\norg.jam.Main in onCreate (Main.kt) at line 40\n",
		"within":            "java.lang.IllegalStateException: lid\norg.jam.Jar$1 in open at line 12 within jam\nMain.kt in org.jam.Main.onCreate at line 40\n",
		"file first":        "java.lang.IllegalStateException: lid\n  Jar.java:12 org.jam.Jar$1.open\n  Main.kt:40 org.jam.Main.onCreate\n",
		"file first, dash":  "java.lang.IllegalStateException: lid\n  Jar.java:12 - org.jam.Jar$1.open\n  Main.kt line 40 in org.jam.Main.onCreate()\n",
		"file last":         "java.lang.IllegalStateException: lid\n  org.jam.Jar$1.open Jar.java:12\n  org.jam.Main.onCreate - Main.kt:40\n",
		"line in words":     "java.lang.IllegalStateException: lid\n  org.jam.Jar$1.open (Jar.java, line 12)\n  at org.jam.Main.onCreate(Main.kt) line 40\n",
		"message below":     "java.lang.IllegalStateException\nlid\norg.jam.Jar$1.open (Jar.java:12)\norg.jam.Main.onCreate (Main.kt:40)\n",
		"dash for a colon":  "java.lang.IllegalStateException - lid\n\tat org.jam.Jar$1.open(Jar.java:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n",
		"other threads":     "java.lang.IllegalStateException: lid\n  at org.jam.Jar$1.open(Jar.java:12)\n  at org.jam.Main.onCreate(Main.kt:40)\n\nmain:\n  at a.b.c(D.java:1)\n\nPool 1 (native):\n  at a.b.e(D.java:1)\n",
		"threads with tid":  "java.lang.IllegalStateException: lid\n  at org.jam.Jar$1.open(Jar.java:12)\n  at org.jam.Main.onCreate(Main.kt:40)\n\nmain (native):tid=1 systid=99\n  at a.b.c(D.java:1)\n",
		"the app's own log": "I/jam: java.lang.IllegalStateException: lid\nI/jam: \tat org.jam.Jar$1.open(Jar.java:12)\nI/jam: \tat org.jam.Main.onCreate(Main.kt:40)\nI/jam: done\n",
	} {
		traces, err := trace.Parse(text)
		if err != nil || traces[0].Format() != want {
			t.Errorf("%s: %v, %s", name, err, describe(traces, err))
		}
	}
}

// TestParseMessageOnItsOwnLine keeps a message that stands on a line of its own.
func TestParseMessageOnItsOwnLine(t *testing.T) {
	t.Parallel()
	got := one(t, "IllegalStateException\nlid 7\norg.jam.Jar in open at line 12\n")
	if want := "IllegalStateException: lid 7\n\tat org.jam.Jar.open(Jar.java:12)\n"; got.Format() != want {
		t.Errorf("%s, want %s", got.Format(), want)
	}
}

// TestParseOtherFaults tells apart what is no exception, and what StrictMode logs.
func TestParseOtherFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"\"main\" tid=1 Blocked\n  at org.jam.Jar.open(Jar.java:12)\n  - waiting to lock <0x0a> (a org.jam.Lid)\n  at org.jam.Main.onResume(Main.kt:4)\n":                                                                                                                                                          trace.ErrANR,
		"DALVIK THREADS (12):\n\"main\" prio=5 tid=1 Native\n  | group=\"main\" sCount=1\n  native: #00 pc 000534c8  /system/lib/libc.so (epoll_wait+12)\n  at android.os.MessageQueue.nativePollOnce(Native method)\n":                                                                                            trace.ErrANR,
		"*** *** *** *** ***\npid: 12, tid: 12, name: org.jam  >>> org.jam <<<\nsignal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\nbacktrace:\n      #00 pc 0000a1b2  /data/app/org.jam/lib/arm64/libjam.so (Java_org_jam_Jar_open+12)\n      #01 pc 000c1d2e  [anon:dalvik] (org.jam.Main.onCreate+40)\n": trace.ErrNative,
	} {
		traces, err := trace.Parse(text)
		if err == nil {
			_, err = trace.Choose(traces, trace.Hint{})
		}
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v:\n%s", err, want, text)
		}
	}
	violation := one(t, "D/StrictMode( 12): StrictMode policy violation; ~duration=37 ms: android.os.strictmode.DiskReadViolation\n"+
		"D/StrictMode( 12): \tat android.os.StrictMode$AndroidBlockGuardPolicy.onReadFromDisk(StrictMode.java:1504)\n"+
		"D/StrictMode( 12): \tat org.jam.Jar.open(Jar.java:12)\n")
	if cause, _ := violation.Cause(); cause.Class != "android.os.strictmode.DiskReadViolation" || len(cause.Frames) != 2 || violation.Fatal {
		t.Errorf("a violation is read as %s", describe([]trace.Trace{violation}, nil))
	}
}
