package trace_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"talpa/asra/trace"
)

// printed is the crash that the texts of TestParseServiceExports hold.
const printed = "java.lang.RuntimeException: Unable to start\n\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:2946)\n" +
	"Caused by: java.lang.IllegalStateException: lid\n\tat org.jam.Jar.open(Jar.kt:12)\n\tat org.jam.Main.onCreate(Main.kt:40)\n"

const sentryEvent = `{"event_id": "9f", "platform": "java", "exception": {"values": [
  {"type": "IllegalStateException", "module": "java.lang", "value": "lid", "stacktrace": {"frames": [
    {"module": "org.jam.Main", "function": "onCreate", "filename": "Main.kt", "lineno": 40, "in_app": true},
    {"module": "org.jam.Jar", "function": "open", "filename": "Jar.kt", "lineno": 12, "in_app": true}]}},
  {"type": "RuntimeException", "module": "java.lang", "value": "Unable to start", "stacktrace": {"frames": [
    {"module": "android.app.ActivityThread", "function": "performLaunchActivity", "filename": "ActivityThread.java", "lineno": 2946}]}}]}}`

// TestParseServiceExports reads what services and editors give as a file: one crash, the same in all.
func TestParseServiceExports(t *testing.T) {
	t.Parallel()
	bugsnagExceptions := `"exceptions": [
  {"errorClass": "java.lang.RuntimeException", "message": "Unable to start", "stacktrace": [
    {"method": "android.app.ActivityThread.performLaunchActivity", "file": "ActivityThread.java", "lineNumber": 2946}]},
  {"errorClass": "java.lang.IllegalStateException", "message": "lid", "stacktrace": [
    {"method": "org.jam.Jar.open", "file": "SourceFile/Jar.kt", "lineNumber": 12, "inProject": true},
    {"method": "org.jam.Main.onCreate", "file": "Main.kt", "lineNumber": 40, "inProject": true}]}]`
	for name, text := range map[string]string{
		"Sentry event": sentryEvent,
		"Sentry event of the API": `{"id": "9f", "entries": [{"type": "breadcrumbs", "data": {"values": []}}, {"type": "exception", "data": ` +
			strings.ReplaceAll(strings.TrimSuffix(strings.SplitN(sentryEvent, `"exception": `, 2)[1], "}"), "lineno", "lineNo") + `}]}`,
		"Sentry list of events": "[" + sentryEvent + "]",
		"Bugsnag event":         "{" + bugsnagExceptions + "}",
		"Bugsnag payload":       `{"apiKey": "0", "events": [{"severity": "error", ` + bugsnagExceptions + `}]}`,
		"Crashlytics row": `[{"event_id": "9f", "exceptions": [
  {"type": "java.lang.RuntimeException", "exception_message": "Unable to start", "nested": false, "frames": [
    {"symbol": "android.app.ActivityThread.performLaunchActivity", "file": "ActivityThread.java", "line": 2946, "owner": "SYSTEM"}]},
  {"type": "java.lang.IllegalStateException", "exception_message": "lid", "nested": true, "frames": [
    {"symbol": "org.jam.Jar.open", "file": "Jar.kt", "line": 12}, {"symbol": "org.jam.Main.onCreate", "file": "Main.kt", "line": 40}]}]}]`,
		"Play Console table":                "Date,Package Name,App Version Code,Stack Trace,Notes\n2026-01-02,org.jam,12,\"" + printed + "\",none\n",
		"UTF-16, little end first, no mark": utf16Text(printed, binary.LittleEndian),
		"UTF-16, big end first, no mark":    utf16Text(printed, binary.BigEndian),
		"UTF-16 with a mark":                utf16Text("\ufeff"+printed, binary.LittleEndian),
		"plain":                             printed,
	} {
		traces, err := trace.Parse(text)
		if err != nil || len(traces) != 1 {
			t.Errorf("%s: %d traces, %v", name, len(traces), err)
			continue
		}
		if got := traces[0].Format(); got != printed {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, printed)
		}
	}
}

func utf16Text(text string, order binary.AppendByteOrder) string {
	var data []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		data = order.AppendUint16(data, unit)
	}
	return string(data)
}

// TestParseServiceExports_several: each row of a table is a crash.
func TestParseServiceExports_several(t *testing.T) {
	t.Parallel()
	other := strings.ReplaceAll(printed, "lid", "cork")
	traces, err := trace.Parse("package_name,stack_trace\norg.jam,\"" + printed + "\"\norg.jam,\"" + other + "\"\n")
	if err != nil || len(traces) != 2 || traces[1].Chain[1].Message != "cork" {
		t.Errorf("%d traces, %v", len(traces), err)
	}
}

// TestParse_otherLanguages: stacks of other languages are named, not taken for Java's.
func TestParse_otherLanguages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"Flutter": {"E/flutter ( 47): [ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: Null check operator used on a null value\n" +
			"E/flutter ( 47): #0      _JarState.build (package:jam/main.dart:12:5)\nE/flutter ( 47): #1      StatefulElement.build (package:flutter/src/widgets/framework.dart:4870:27)\n",
			"Flutter"},
		"React Native, JavaScript only": {"TypeError: undefined is not an object (evaluating 'a.b')\n  at open (address at index.android.bundle:1:2345)\n  at onPress (index.android.bundle:40:12)\n",
			"React Native"},
		"React Native, as it dies": {"E/AndroidRuntime: FATAL EXCEPTION: mqt_native_modules\nE/AndroidRuntime: Process: org.jam, PID: 47\n" +
			"E/AndroidRuntime: com.facebook.react.common.JavascriptException: TypeError: undefined is not an object, stack:\nE/AndroidRuntime: open@1:2345\n" +
			"E/AndroidRuntime: \tat com.facebook.react.modules.core.ExceptionsManagerModule.reportException(ExceptionsManagerModule.java:71)\n" +
			"E/AndroidRuntime: \tat java.lang.reflect.Method.invoke(Native Method)\n", "React Native"},
		"iOS": {"Incident Identifier: 6156848E-344E-4D9E-84E0-87AFD0D0AE7B\nException Type:  EXC_BREAKPOINT (SIGTRAP)\n" +
			"Thread 0 Crashed:\n0   Jar   0x0000000102afb3d0 JarView.open(_:) + 62416 (JarView.swift:231)\n", "iOS"},
		"Unity": {"NullReferenceException: Object reference not set to an instance of an object\n" +
			"  at Jar.Open () [0x00012] in <4b1c1f9a2d>:0 \n  at Main.Update () [0x00000] in <4b1c1f9a2d>:0 \n", "Unity"},
		"Unity, development build": {"NullReferenceException: Object reference not set\nJar:Open() (at Assets/Jar.cs:12)\nMain:Update() (at Assets/Main.cs:40)\n", "Unity"},
	} {
		traces, err := trace.Parse(c.text)
		if !errors.Is(err, trace.ErrLanguage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d traces, %v; want one that names %s", name, len(traces), err, c.want)
		}
	}
	// A Java crash in an app of such a framework is one.
	if traces, err := trace.Parse("E/flutter ( 47): starting package:flutter/ main.dart:1\n" + printed); err != nil || len(traces) != 1 {
		t.Errorf("a Java crash of a Flutter app: %d traces, %v", len(traces), err)
	}
}
