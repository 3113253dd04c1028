package workflow

import (
	"strconv"
	"strings"

	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/internal/shellword"
)

// title names the wanted crash in a line: exception and crash point.
func (r *reproduction) title() string {
	throwable, frame, ok := r.want.Point(r.app.defines)
	if !ok {
		cause, _ := r.want.Cause()
		if message, _, _ := strings.Cut(cause.Message, "\n"); message != "" {
			return cause.Class + ": " + message
		}
		return cause.Class
	}
	return throwable.Class + " at " + frame.String()
}

// report writes the run directory.
func (r *reproduction) report(runErr error) error {
	run := r.describe(runErr)
	if err := r.result.dir.Save(run); err != nil {
		return err
	}
	r.result.Report = r.result.path("report.html")
	if r.result.Reproduced {
		r.result.Script = r.result.path("script.talpa")
	}
	return nil
}

// describe puts all that is known of the run into the report's words.
func (r *reproduction) describe(runErr error) *report.Run {
	o, result := r.options, r.result
	run := &report.Run{
		Job:        "reproduce",
		Command:    o.Run.command("reproduce", o.APK, o.Trace.Name),
		State:      report.Done,
		Started:    result.started,
		Seconds:    result.Seconds,
		Seed:       o.Run.Seed,
		Version:    r.machine.Version,
		App:        reportApp(r.app),
		Device:     reportDevice(result.device),
		Wanted:     &r.want,
		WantedText: o.Trace.Text,
		InApp:      r.app.defines,
		Guide:      r.guide,
		Search:     result.search,
		Way:        result.Way,
		Near:       r.near,
		Fidelity:   result.Fidelity,
		Notes:      result.Notes,
	}
	switch {
	case interrupted(r.ctx):
		run.State = report.Interrupted
	case runErr != nil:
		run.State, run.Fault = report.Failed, runErr.Error()
	}
	if r.pruned != nil {
		run.Rewriter = r.pruned.report.Rewriter
	}
	for _, p := range result.Phases {
		run.Phases = append(run.Phases, report.Phase{Name: p.Name, Seconds: p.Seconds})
	}
	for _, f := range result.others {
		run.Findings = append(run.Findings, reportFinding(f))
	}
	if r.kept != nil {
		run.Found = describeFound(r.kept, result.script)
	}
	return run
}

// describeFound describes the wanted crash.
func describeFound(p *proof, script *event.Script) *report.Finding {
	verdict := p.verdict()
	f := reportFinding(p.found)
	f.Crash, f.Match, f.Script, f.Stability = &verdict.Crash, &verdict.Match, script, p.stability
	if p.shrunk != nil {
		f.Shrunk = &report.Shrunk{From: len(p.found.Script.Events), Replays: p.shrunk.Replays, Complete: p.shrunk.Complete}
	}
	if p.pictures != nil {
		f.Steps, f.End = steps(p.pictures), p.pictures.EndShot
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
func reportApp(a *app) report.App {
	m := a.archive.Manifest()
	return report.App{
		File: a.path, Package: m.Package, VersionName: m.VersionName, VersionCode: m.VersionCode,
		SHA256: a.archive.SHA256(), MinSDK: m.MinSDK, TargetSDK: m.TargetSDK,
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
