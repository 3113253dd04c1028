package report_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
	"talpa/fuzz/ui"
)

const wantedText = `E/AndroidRuntime( 4711): FATAL EXCEPTION: main
E/AndroidRuntime( 4711): Process: org.example.jam, PID: 4711
E/AndroidRuntime( 4711): java.lang.RuntimeException: Unable to start activity ComponentInfo{org.example.jam/.Main}: x
E/AndroidRuntime( 4711): 	at android.app.ActivityThread.performLaunchActivity(ActivityThread.java:2298)
E/AndroidRuntime( 4711): 	at android.app.ActivityThread.handleLaunchActivity(ActivityThread.java:2360)
E/AndroidRuntime( 4711): 	at android.os.Looper.loop(Looper.java:135)
E/AndroidRuntime( 4711): 	at java.lang.reflect.Method.invoke(Native Method)
E/AndroidRuntime( 4711): 	at com.android.internal.os.ZygoteInit.main(ZygoteInit.java:694)
E/AndroidRuntime( 4711): Caused by: java.lang.IllegalStateException: the lid of jar 7 is stuck
E/AndroidRuntime( 4711): 	at java.util.Objects.requireNonNull(Objects.java:12)
E/AndroidRuntime( 4711): 	at org.example.jam.Jar.open(Jar.java:12)
E/AndroidRuntime( 4711): 	at org.example.jam.Shelf$1.onClick(Shelf.kt:40)
E/AndroidRuntime( 4711): 	at org.example.jam.Main.old(Main.kt:7)
E/AndroidRuntime( 4711): 	at android.view.View.performClick(View.java:4438)
E/AndroidRuntime( 4711): 	at android.view.View$PerformClick.run(View.java:18422)
E/AndroidRuntime( 4711): 	at android.os.Handler.handleCallback(Handler.java:733)
E/AndroidRuntime( 4711): 	at android.os.Looper.loop(Looper.java:136)
E/AndroidRuntime( 4711): 	at com.android.internal.os.ZygoteInit.main(ZygoteInit.java:694)
`

const gotText = `11-21 09:00:02.000   300   300 E AndroidRuntime: FATAL EXCEPTION: main
11-21 09:00:02.000   300   300 E AndroidRuntime: Process: org.example.jam, PID: 300
11-21 09:00:02.000   300   300 E AndroidRuntime: java.lang.IllegalStateException: the lid of jar 1 is stuck
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at java.util.Objects.requireNonNull(Objects.java:233)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at org.example.jam.Jar.open(Jar.java:12)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at org.example.jam.Shelf$1.onClick(Shelf.kt:41)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at org.example.jam.Main.fresh(Main.kt:9)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at android.view.View.performClick(View.java:7448)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at android.view.View.performClickInternal(View.java:7425)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at android.view.View$PerformClick.run(View.java:28305)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at android.os.Handler.handleCallback(Handler.java:938)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at android.os.Looper.loop(Looper.java:223)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at com.android.internal.os.ZygoteInit.main(ZygoteInit.java:947)
`

// screens keeps what screen drew.
var screens sync.Map

// screen draws an app's screen: a bar, rows and a button.
func screen(t testing.TB, rows int) []byte {
	t.Helper()
	if known, ok := screens.Load(rows); ok {
		return known.([]byte)
	}
	img := image.NewRGBA(image.Rect(0, 0, 1080, 1920))
	fill := func(r image.Rectangle, c color.RGBA) { draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src) }
	fill(img.Bounds(), color.RGBA{250, 250, 250, 255})
	fill(image.Rect(0, 0, 1080, 72), color.RGBA{48, 63, 159, 255})
	fill(image.Rect(0, 72, 1080, 240), color.RGBA{63, 81, 181, 255})
	for i := range rows {
		fill(image.Rect(48, 300+i*180, 840, 340+i*180), color.RGBA{60, 60, 60, 255})
		fill(image.Rect(48, 360+i*180, 600, 384+i*180), color.RGBA{170, 170, 170, 255})
		fill(image.Rect(0, 450+i*180, 1080, 453+i*180), color.RGBA{225, 225, 225, 255})
	}
	fill(image.Rect(864, 1704, 1032, 1872), color.RGBA{255, 64, 129, 255})
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	screens.Store(rows, out.Bytes())
	return out.Bytes()
}

func parse(t testing.TB, text string) trace.Trace {
	t.Helper()
	traces, err := trace.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return traces[0]
}

// sample is a run that found its crash and met another one.
func sample(t testing.TB) *report.Run {
	t.Helper()
	want, got := parse(t, wantedText), parse(t, gotText)
	match := trace.Compare(want, got, nil)
	script := &event.Script{
		Package: "org.example.jam", SHA256: "0a1b2c", Device: "virtual api=35 1080x1920@420", Seed: 7,
		Events: []event.Event{
			{Kind: event.Launch},
			{Kind: event.Tap, Target: event.Selector{ID: "org.example.jam:id/add"}, X: 948, Y: 1788},
			{Kind: event.Scroll, Arg: "down", X: 540, Y: 1300, X2: 540, Y2: 500},
			{Kind: event.LongTap, Target: event.Selector{Text: "Plum"}, X: 440, Y: 520},
			{Kind: event.Back},
			{Kind: event.Tap, Target: event.Selector{Text: "Open"}, X: 400, Y: 340},
		},
	}
	found := &report.Finding{
		Kind: "java", Title: "stuck", Match: &match, Script: script, Count: 1, Events: 212, Seconds: 18.4,
		Crash:     &crash.Crash{Kind: crash.Java, Trace: got, Text: gotText},
		Stability: &repro.Stability{Runs: 5, Hits: 5}, Shrunk: &report.Shrunk{From: 212, Replays: 61, Complete: true},
		End: screen(t, 0),
	}
	boxes := []ui.Rect{
		{}, {Left: 864, Top: 1704, Right: 1032, Bottom: 1872}, {Left: 0, Top: 240, Right: 1080, Bottom: 1920},
		{Left: 0, Top: 455, Right: 1080, Bottom: 630}, {}, {Left: 0, Top: 275, Right: 1080, Bottom: 450},
	}
	for i, e := range script.Events {
		found.Steps = append(found.Steps, report.Step{
			Event: e, Shot: screen(t, 2+i), Box: boxes[i], Activity: "org.example.jam/org.example.jam.Main", Missing: i == 3,
		})
	}
	other := parse(t, "java.lang.NullPointerException: no jam\n\tat org.example.jam.Glass.fill(Glass.java:3)\n")
	return &report.Run{
		Job: "reproduce", State: report.Done, Command: "talpa reproduce jam.apk trace.txt --seed 7 -o run",
		Started: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Seconds: 74.2, Seed: 7, Version: "0.1",
		Versions: []report.Item{{Name: "Android framework", Value: "15"}, {Name: "Java", Value: "17.0.15"}},
		App: report.App{
			File: "jam.apk", Package: "org.example.jam", VersionName: "1.2", VersionCode: 3, SHA256: "0a1b2c",
			MinSDK: 21, TargetSDK: 34,
		},
		Device: report.Device{Serial: "talpa-1", Model: "virtual", API: 35, Width: 1080, Height: 1920, Density: 420, Virtual: true},
		Wanted: &want, WantedText: wantedText, Found: found, Guide: sampleGuide(), Rewriter: "dex",
		Findings: []report.Finding{{
			Kind: "java", Title: "java.lang.NullPointerException: no jam at org.example.jam.Glass.fill(Glass.java:3)",
			Crash: &crash.Crash{Kind: crash.Java, Trace: other}, Count: 3, Events: 40, Seconds: 2.5, Script: script.Prefix(2),
		}},
		Search:   report.Search{Events: 512, Episodes: 4, States: 37, Activities: []string{"org.example.jam.Main"}},
		Fidelity: []string{"the native library libspoon.so is not run"},
		Notes:    []string{"The trace has lines that this APK does not have; methods were used instead."},
		Phases: []report.Phase{
			{Name: "reading", Seconds: 0.4}, {Name: "analysis", Seconds: 1.9}, {Name: "pruning", Seconds: 0.6},
			{Name: "search", Seconds: 48}, {Name: "minimising", Seconds: 17.3}, {Name: "pictures", Seconds: 6},
		},
	}
}

func sampleGuide() *guide.Guide {
	add := guide.Widget{ID: "id/add", Text: "Add", Screen: "org.example.jam.Main"}
	return &guide.Guide{
		Version: guide.Version, App: guide.App{Package: "org.example.jam"}, Level: guide.LevelASRA,
		Target: guide.Target{
			Exception: "java.lang.IllegalStateException", Precision: guide.PrecisionLine,
			Method: "Lorg/example/jam/Jar;->open()V", Callback: "Lorg/example/jam/Shelf$1;->onClick(Landroid/view/View;)V",
		},
		Components: []guide.Component{{Name: "org.example.jam.Main", Kind: guide.Activity, Launcher: true, Verdict: guide.Necessary}},
		Callbacks: []guide.Callback{
			{
				Method: "Lorg/example/jam/Shelf$1;->onClick(Landroid/view/View;)V", Role: guide.RoleClick, Verdict: guide.Necessary,
				Rule: "R1", Reason: guide.Reason{Kind: guide.ReasonLeads}, Widgets: []guide.Widget{add}, Distance: 1,
			},
			{
				Method: "Lorg/example/jam/Main;->onCreate(Landroid/os/Bundle;)V", Role: guide.RoleLifecycle,
				Verdict: guide.Unknown, Rule: "L1", Reason: guide.Reason{Kind: guide.ReasonRole}, Distance: 3,
			},
			{
				Method: "Lorg/example/jam/Main$2;->onLongClick(Landroid/view/View;)Z", Role: guide.RoleLongClick,
				Verdict: guide.Irrelevant, Rule: "R4", Reason: guide.Reason{Kind: guide.ReasonNoEffect}, Distance: -1,
			},
			{
				Method: "Lorg/example/jam/Help;->onClick(Landroid/view/View;)V", Role: guide.RoleClick,
				Verdict: guide.Irrelevant, Rule: "R2", Reason: guide.Reason{Kind: guide.ReasonUnreached}, Distance: -1,
			},
		},
		Milestones: []guide.Milestone{
			{Activity: "org.example.jam.Main", Callback: "Lorg/example/jam/Shelf$1;->onClick(Landroid/view/View;)V", Widgets: []guide.Widget{add}},
		},
		Inputs: []guide.Input{{
			Kind: guide.InputText, Cause: guide.CauseParsed, Widget: guide.Widget{ID: "id/jars"},
			Parser: "java.lang.Integer.parseInt", Values: []string{"", "0"},
		}},
		Dependencies: []guide.Dependency{{
			Kind: guide.Sets, Setter: "Lorg/example/jam/Main;->a()V", Tester: "Lorg/example/jam/Jar;->open()V",
			Subject: guide.Subject{Kind: guide.SubjectAttribute, Name: "visibility", Widget: add},
		}},
		Stats: guide.Stats{Classes: 812, Methods: 6120, Instructions: 90412, CallbacksPruned: 2, RelevantMethods: 44, AnalysisMillis: 1900},
	}
}
