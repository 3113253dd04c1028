// Package reporttest has runs for tests of what is made of them.
package reporttest

import (
	"time"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
)

// Crash is a crash of the app org.mole, two exceptions deep.
func Crash() crash.Crash {
	t := trace.Trace{Chain: []trace.Throwable{
		{Class: "java.lang.RuntimeException", Message: "wrapped", Frames: []trace.Frame{
			{Class: "android.os.Looper", Method: "loop", File: "Looper.java", Line: 136},
		}, Omitted: 3},
		{Class: "java.lang.IllegalStateException", Message: "a <b> & `c` | \x1b[0m", Frames: []trace.Frame{
			{Class: "java.util.Objects", Method: "requireNonNull", File: "Objects.java", Line: 12},
			{Class: "org.mole.Hill$1", Method: "onClick", File: "Hill.kt", Line: 40},
			{Class: "org.mole.Gone", Method: "a"},
		}},
	}}
	return crash.Crash{Kind: crash.Java, Trace: t, Signature: "s"}
}

// InApp says what of Crash is the app's.
func InApp(class string) bool { return len(class) > 9 && class[:9] == "org.mole." }

// finding is Crash as a finding.
func finding() report.Finding {
	c := Crash()
	return report.Finding{Kind: "java", Title: c.Title(), Crash: &c, Script: &event.Script{Package: "org.mole",
		Events: []event.Event{{Kind: event.Launch}, {Kind: event.Back}}}, Stability: &repro.Stability{Runs: 5, Hits: 5}}
}

// Runs are runs that end with each verdict, by name.
func Runs() map[string]*report.Run {
	run := func(job string, edit func(*report.Run)) *report.Run {
		r := &report.Run{Job: job, State: report.Done, Started: time.Date(2026, 11, 2, 3, 4, 5, 0, time.UTC), Seconds: 12.5,
			Seed: 7, Version: "v1", Command: "talpa " + job + " app.apk", InApp: InApp, Search: report.Search{Events: 100},
			App: report.App{File: "app.apk", Package: "org.mole", SHA256: "00ff"}, Notes: []string{"a note\x00"}}
		edit(r)
		return r
	}
	wanted, other := Crash().Trace, finding()
	other.Crash, other.Kind, other.Title, other.Detail = nil, "invariance", "a row is lost", "line 1\nline 2"
	level := trace.Match{Level: trace.Exact}
	return map[string]*report.Run{
		"reproduced": run("reproduce", func(r *report.Run) {
			f := finding()
			r.Wanted, f.Match = &wanted, &level
			r.Found = &f
		}),
		"not-reproduced": run("reproduce", func(r *report.Run) { r.Wanted = &wanted }),
		"other-build": run("reproduce", func(r *report.Run) {
			doubt := guide.Doubt{Kind: guide.DoubtNoMethod, Name: "org.mole.Hill.gone"}
			r.Wanted, r.Guide = &wanted, &guide.Guide{Target: guide.Target{Doubts: []guide.Doubt{doubt}}}
		}),
		"no-verdict": run("reproduce", func(r *report.Run) {
			r.Wanted, r.State, r.Fault = &wanted, report.Failed, "no Java"
		}),
		"interrupted": run("fuzz", func(r *report.Run) { r.State = report.Interrupted }),
		"findings": run("fuzz", func(r *report.Run) {
			r.Findings = []report.Finding{finding(), other, {Title: "]]>\xff", Kind: ""}}
		}),
		"no-findings": run("fuzz", func(*report.Run) {}),
		"replay":      run("replay", func(r *report.Run) { f := finding(); f.Match = &level; r.Found = &f }),
	}
}
