package workflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/gen/guided/team"
	"talpa/fuzz/oracle"
	"talpa/fuzz/report"
	"talpa/internal/workflow/checkpoint"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/judge"
	"talpa/internal/workflow/progress"
	"talpa/internal/workflow/slot"
	"talpa/internal/workflow/tally"
)

// FuzzOptions say what to fuzz.
type FuzzOptions struct {
	APK     string
	Run     RunOptions
	Oracles []string // names of package oracle
	// Progress is told how it goes; nil if nobody looks.
	Progress func(Progress)
}

// Finding is a distinct violation of a search without a trace.
type Finding struct {
	Oracle    string `json:"oracle"`
	Title     string `json:"title"`
	Signature string `json:"signature"`
	Count     int    `json:"count"`
	Events    int    `json:"events"` // when it happened first
	Script    string `json:"script"` // path
	Steps     int    `json:"steps"`  // events of the script
	// Confirmed says that the script did it again on a fresh device.
	Confirmed bool   `json:"confirmed"`
	Trace     string `json:"trace"` // path

	Crash *crash.Crash `json:"-"` // nil for what is none
}

// Findings is the result of Fuzz.
type Findings struct {
	Verdict report.Verdict `json:"verdict"`
	// Reason is why there is no verdict of the app, Fault what failed of ours; "" if nothing did.
	Reason     string    `json:"reason,omitempty"`
	Fault      string    `json:"fault,omitempty"`
	Dir        string    `json:"dir"`
	Report     string    `json:"report,omitempty"` // path of the page
	Findings   []Finding `json:"findings"`
	Events     int       `json:"events"`
	Seconds    float64   `json:"seconds"` // of the search
	Activities []string  `json:"activities"`
	Fidelity   []string  `json:"fidelity,omitempty"` // what the device only models
	// Properties is what became of each property of the oracles that have some.
	Properties []oracle.Tally `json:"properties,omitempty"`
	Notes      []string       `json:"notes,omitempty"` // other remarks for people
	// Run is all that is known of the job, for other formats.
	Run *report.Run `json:"-"`
}

// Summary says it for people.
func (f *Findings) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s in %s (%.0f s, %s)\n", words(f.Verdict), report.Counted(len(f.Findings), "finding"),
		report.Counted(f.Events, "event"), f.Seconds, counted(len(f.Activities), "activity", "activities"))
	// What broke it off the command tells beside the result.
	if why := cmp.Or(f.Run.BrokenOff(), f.Reason); why != "" {
		fmt.Fprintf(&b, "why: %s\n", why)
	}
	for _, x := range f.Findings {
		again := "it worked again"
		if !x.Confirmed {
			again = "not confirmed"
		}
		fmt.Fprintf(&b, "  %dx %s: %s\n     %s (%s, %s)\n", x.Count, x.Oracle, x.Title, x.Script,
			report.Counted(x.Steps, "event"), again)
	}
	for _, note := range slices.Concat(f.Fidelity, f.Notes) {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	if f.Report != "" {
		fmt.Fprintf(&b, "page: %s\n", f.Report)
	}
	if len(f.Properties) > 0 {
		b.WriteString("\n" + oracle.Table(f.Properties))
	}
	return b.String()
}

// Fuzz drives an app until its budget is spent, keeps every distinct violation
// that an oracle sees, and shortens the script of each.
func Fuzz(ctx context.Context, m Machine, o FuzzOptions) (*Findings, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	ctx, cancel := o.Run.bounded(ctx)
	defer cancel()
	oracles, err := judge.Oracles(o.Oracles, m.Log)
	if err != nil {
		return nil, err
	}
	a, err := input.OpenApp(ctx, o.APK)
	if err = errors.Join(err, input.CheckUpgrade(o.Run.UpgradeFrom, a)); err != nil {
		return nil, err
	}
	past, err := o.Run.goOn(checkpoint.Checkpoint{Job: "fuzz", App: o.APK, SHA256: a.Archive.SHA256()})
	if err != nil {
		return nil, err
	}
	dir, err := o.Run.dir(o.APK)
	if err != nil {
		return nil, err
	}
	s := &fuzzing{machine: m, options: o, oracles: oracles, app: a, dir: dir, past: past,
		Log: progress.New(o.Progress, m.Log, m.Now), result: &fuzz.Result{Others: past.Findings()}}
	s.scripts = asMet(s.result.Others)
	s.count()
	begun := s.describe(ctx, nil)
	begun.State = report.Running
	if err := dir.Save(begun); err != nil {
		return nil, infra(err)
	}
	s.record = checkpoint.NewWriter(dir, *past, m.Now, m.Log)
	fleet, err := openFleet(ctx, m, o.Run, o.Run.workers())
	if err == nil {
		defer fleet.Close()
		err = s.run(ctx, fleet)
	}
	if ctx.Err() != nil {
		err = nil // what the interruption or the end of the time broke off is no fault
	}
	if timeUp(ctx) {
		s.Note("the time for the whole job (--limit) was up after %s", o.Run.Limit)
	}
	out := s.findings()
	run := s.describe(ctx, err)
	saveErr := s.dir.Save(run)
	if saveErr == nil {
		out.Report = dir.Path(report.FilePage)
	}
	err = errors.Join(err, infra(saveErr))
	out.Verdict, out.Reason, out.Fault, out.Run = run.Verdict(), run.Reason(), run.Fault, run
	s.record.End(out.Verdict, s.result.Others, s.waiting(), tally.Coverage{Screens: s.result.Activities})
	return out, err
}

// fuzzing is the state of one Fuzz.
type fuzzing struct {
	machine Machine
	options FuzzOptions
	oracles oracle.Make
	app     *input.App
	dir     *report.Dir
	*progress.Log
	past    *checkpoint.Checkpoint // what the job begins with
	record  *checkpoint.Writer
	result  *fuzz.Result
	scripts []*shortened // of result.Others
}

// run searches, and shortens the scripts of what was found: first those of the run that it goes on
// with, if any.
func (s *fuzzing) run(ctx context.Context, fleet *fleet.Fleet) error {
	short := &shortener{
		slot:    &slot.Slot{Fleet: fleet, APK: s.options.APK, Log: s.machine.Log},
		oracles: s.oracles, named: s.options.Oracles, inApp: s.app.Defines,
		say: s.Say,
	}
	defer short.slot.Close()
	var err error
	if s.scripts, err = short.shorten(ctx, s.result.Others); err != nil {
		return err
	}
	short.slot.Close() // the search installs the app anew
	known := len(s.scripts)
	searchErr := s.search(ctx, fleet)
	s.scripts = append(s.scripts, asMet(s.result.Others[known:])...)
	more, err := short.shorten(ctx, s.result.Others[known:])
	copy(s.scripts[known:], more)
	return errors.Join(searchErr, err)
}

// waiting is how many scripts were not tried again.
func (s *fuzzing) waiting() int {
	n := 0
	for _, short := range s.scripts {
		if short.stability == nil {
			n++
		}
	}
	return n
}

// search adds to the result what a search finds.
func (s *fuzzing) search(ctx context.Context, fleet *fleet.Fleet) error {
	run, before := s.options.Run, s.result.Others
	events := run.Events
	if events > 0 {
		if events -= s.past.Events; events <= 0 {
			return nil
		}
	}
	var err error
	s.result, err = fuzz.Run(ctx, fuzz.Options{
		APK:        s.options.APK,
		Open:       fleet.OpenRecycling,
		Workers:    run.workers(),
		Policy:     fuzz.Policy(run.Generator),
		Without:    run.Without,
		Generator:  fuzz.Policy(run.Generator).Upgrading(run.UpgradeFrom, nil, team.Member{}, run.Without...),
		Oracles:    s.oracles,
		Outside:    s.app.Outside(),
		InApp:      s.app.Defines,
		Coverage:   run.Coverage,
		Seed:       run.searchSeed(),
		DeviceSeed: run.Seed,
		MaxTime:    run.Time,
		MaxEvents:  events,
		Log:        s.machine.Log,
		Clock:      s.machine.Now,
		Met:        s.record.Met,
		Progress: func(p fuzz.Progress) {
			s.record.Spent(s.past.Events+p.Events, s.past.Searched+p.Elapsed.Seconds())
			s.Tell(Progress{Phase: "searching", Events: p.Events, Searched: p.Elapsed.Seconds(), Budget: run.Time.Seconds(),
				Detail: fmt.Sprintf("%.0f a second, %s, %s, %s", p.PerSecond(), report.Counted(p.States, "screen"),
					counted(p.Activities, "activity", "activities"), report.Counted(p.Violations, "finding"))})
		},
	})
	fuzz.Rank(s.result.Others)
	s.result.Others = fuzz.Merge(before, s.result.Others)
	s.count()
	s.record.Stopped(s.result.Progress.Events, s.result.Progress.Elapsed.Seconds())
	return infra(err)
}

// count adds to the result what the run that the job goes on with has spent.
func (s *fuzzing) count() {
	s.result.Progress.Events += s.past.Events
	s.result.Progress.Elapsed += time.Duration(s.past.Searched * float64(time.Second))
	s.result.Activities = slices.Compact(slices.Sorted(slices.Values(append(s.result.Activities, s.past.Screens...))))
}

// findings says what was found, and in which files it lies.
func (s *fuzzing) findings() *Findings {
	p := s.result.Progress
	out := &Findings{
		Dir: s.dir.Path(""), Events: p.Events, Seconds: p.Elapsed.Round(time.Millisecond).Seconds(),
		Activities: s.result.Activities, Fidelity: s.result.Fidelity,
		Properties: s.result.Tallies, Notes: s.notes(),
	}
	for i, f := range s.result.Others {
		short := s.scripts[i]
		out.Findings = append(out.Findings, Finding{
			Oracle: f.Violation.Oracle, Title: short.violation.Title, Signature: f.Violation.Signature,
			Count: f.Count, Events: f.Events, Steps: len(short.script.Events), Crash: f.Violation.Crash,
			Confirmed: short.stability != nil && short.stability.Hits > 0,
			Script:    s.dir.Path(fmt.Sprintf("findings/%d.talpa", i+1)),
			Trace:     s.dir.Path(fmt.Sprintf("findings/%d.txt", i+1)),
		})
	}
	return out
}

// notes are remarks for people on the app and the search.
func (s *fuzzing) notes() []string { return append(input.Remarks(s.app), s.Log.Notes...) }

// describe puts all that is known of the run into the report's words.
func (s *fuzzing) describe(ctx context.Context, runErr error) *report.Run {
	o := s.options
	var sum tally.Tally
	sum.Add(s.result)
	run := &report.Run{
		Job:     "fuzz",
		Command: o.Run.command("fuzz", o.APK),
		State:   report.Done, Started: s.Started, Seconds: s.machine.Now().Sub(s.Started).Seconds(), Seed: o.Run.Seed,
		Version: s.machine.Version, App: reportApp(s.app), Device: reportDevice(s.result.Device), InApp: s.app.Defines,
		Fidelity: s.result.Fidelity, Notes: s.notes(), MaxEvents: o.Run.Events, OutOfLimit: timeUp(ctx),
		Search: sum.Search, Properties: s.result.Tallies,
	}
	run.Search.Unseen = sum.Unseen()
	ended(ctx, run, runErr)
	for i, f := range s.result.Others {
		finding, short := reportFinding(f), s.scripts[i]
		finding.Title, finding.Detail = short.violation.Title, short.violation.Detail
		finding.Script, finding.Stability = short.script, short.stability
		if w := short.violation.Twice; w != nil {
			finding.Twice = &report.Twice{Pairs: w.Pairs, Lost: [2]report.Place{report.Place(w.Lost[0]),
				report.Place(w.Lost[1])}}
		}
		if out := short.pictures; out != nil {
			finding.Steps, finding.End = steps(out), out.EndShot
		}
		if m := short.shrunk; m != nil {
			finding.Shrunk = &report.Shrunk{From: len(f.Script.Events), Replays: m.Replays, Complete: m.Complete}
		}
		run.Findings = append(run.Findings, finding)
	}
	return run
}
