package workflow

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/internal/files"
	"talpa/internal/shellword"
	"talpa/internal/workflow/input"
)

// saveReport writes the run directory, and says in the result where.
func saveReport(
	ctx context.Context, j job, r results, result *Reproduction, dir *report.Dir, runErr error,
) error {
	run := describe(ctx, j, r, result, runErr)
	err := dir.Save(run)
	result.Verdict, result.Reason, result.Fault, result.Run = run.Verdict(), run.Reason(), run.Fault, run
	result.Reproduced = result.Verdict == report.Reproduced
	if r.unconfirmed != "" {
		result.Unconfirmed = dir.Path(r.unconfirmed)
	}
	if script := dir.Path(report.FileScript); run.Found != nil && files.IsFile(script) {
		result.Script = script // also where another file of the run could not be written
	}
	if err == nil {
		result.Report = dir.Path(report.FilePage)
	}
	return err
}

// ended tells the run how its job ended, err being what broke it off.
func ended(ctx context.Context, run *report.Run, err error) {
	switch {
	case interrupted(ctx):
		run.State = report.Interrupted
	case errors.Is(err, device.ErrInstall):
		run.State, run.Refusal = report.Refused, strings.TrimSpace(err.Error())
	case err != nil:
		run.State, run.Fault = report.Failed, strings.TrimSpace(err.Error())
	}
}

// saveBegun writes the run directory of a job that begins: whatever ends the job without a
// word leaves a folder that says which job it was.
func saveBegun(ctx context.Context, j job, r results, dir *report.Dir) error {
	run := describe(ctx, j, r, &Reproduction{}, nil)
	run.State = report.Running
	return dir.Save(run)
}

// describe puts all that is known of the run into the report's words.
func describe(ctx context.Context, j job, r results, result *Reproduction, runErr error) *report.Run {
	o, a := j.options, r.target.app
	run := &report.Run{
		Job:         "reproduce",
		Command:     o.Run.command("reproduce", o.APK, o.Trace.Name),
		State:       report.Done,
		Started:     j.Started,
		Seconds:     result.Seconds,
		Seed:        o.Run.Seed,
		Version:     j.machine.Version,
		App:         reportApp(a),
		Device:      reportDevice(r.searched.Device),
		Wanted:      &r.target.crash.Crash,
		WantedText:  o.Trace.Text,
		InApp:       a.Defines,
		Guide:       r.guide,
		Search:      r.searched.Search,
		MaxEvents:   o.Run.Events,
		OutOfLimit:  timeUp(ctx),
		Path:        result.Path,
		Near:        r.closest,
		Unconfirmed: r.unconfirmed,
		Fidelity:    result.Fidelity,
		Notes:       result.Notes,
	}
	// An app without a launcher is there for others to call: it need not come to the front.
	run.Search.Unseen = r.searched.Unseen() && a.Archive.Manifest().Launcher() != nil
	ended(ctx, run, runErr)
	if len(r.pruned) > 0 {
		run.Rewriter = r.pruned[0].Report.Rewriter
	}
	for _, p := range result.Phases {
		run.Phases = append(run.Phases, report.Phase{Name: p.Name, Seconds: p.Seconds})
	}
	for _, f := range r.searched.Others {
		run.Findings = append(run.Findings, reportFinding(f))
	}
	if r.best != nil {
		run.Found = describeFound(r.best, r.script())
	}
	return run
}

// describeFound describes the wanted crash.
func describeFound(r *reproducer, script *event.Script) *report.Finding {
	verdict := r.verdict()
	f := reportFinding(r.found)
	f.Crash, f.Match, f.Script, f.Stability = &verdict.Crash, &verdict.Match, script, r.stability
	f.Seconds = r.after // as everywhere: from the start of the command
	if r.minimal != nil {
		f.Shrunk = &report.Shrunk{
			From: len(r.found.Script.Events), Replays: r.minimal.Replays, Complete: r.minimal.Complete,
		}
	}
	if r.filmed != nil {
		f.Steps, f.End = steps(r.filmed), r.filmed.EndShot
	}
	return &f
}

// steps describes the steps of a replay.
func steps(out *fuzz.Outcome) []report.Step {
	var list []report.Step
	for _, s := range out.Steps {
		step := report.Step{Event: s.Event, Shot: s.Shot, Box: s.Bounds, Missing: s.Missing, Refused: s.Refused}
		if s.Before != nil {
			step.Activity = s.Before.Activity
		}
		list = append(list, step)
	}
	return list
}

// reportFinding describes a violation that the search met.
func reportFinding(f *fuzz.Finding) report.Finding {
	kind := f.Violation.Oracle
	if f.Violation.Crash != nil {
		kind = string(f.Crash.Kind)
	}
	return report.Finding{
		Kind: kind, Title: f.Violation.Title, Detail: f.Violation.Detail, Crash: f.Violation.Crash, Script: f.Script,
		Count: f.Count, Events: f.Events, Seconds: f.Elapsed.Seconds(),
	}
}

// reportApp describes an app.
func reportApp(a *input.App) report.App {
	m := a.Archive.Manifest()
	return report.App{
		File: a.Path, Package: m.Package, VersionName: m.VersionName, VersionCode: m.VersionCode,
		SHA256: a.Archive.SHA256(), MinSDK: m.MinSDK, TargetSDK: m.TargetSDK,
	}
}

// reportDevice describes a device.
func reportDevice(info device.Info) report.Device {
	return report.Device{
		Serial: info.Serial, Model: info.Model, API: info.API,
		Width: info.Width, Height: info.Height, Density: info.Density, Virtual: info.Virtual,
	}
}

// fidelity is what a device says of what it only models.
func fidelity(dev device.Device) []string {
	if f, ok := dev.(device.Fidelity); ok {
		return f.Fidelity()
	}
	return nil
}

// command is what a person types to run a job again.
func (o *RunOptions) command(job string, files ...string) string {
	words := o.Command
	if words == nil {
		words = append(append([]string{"talpa", job}, files...), "--seed", strconv.FormatInt(o.Seed, 10))
	}
	return shellword.Join(words)
}
