package campaign

import (
	"context"
	"fmt"
	"os"
	"strings"

	"talpa/fuzz/crash"
	"talpa/fuzz/report"
	"talpa/internal/workflow"
	"talpa/internal/workflow/fleet"
)

// Jobs returns the Runner of real jobs: reproduce for those with a crash, fuzz
// for the others, each on one embedded device of this computer.
func Jobs(m workflow.Machine) Runner {
	return func(ctx context.Context, t Task) (*Result, error) {
		if t.Job.Trace == "" {
			return fuzz(ctx, m, t)
		}
		return reproduce(ctx, m, t)
	}
}

// Ready returns what proves that jobs can be done on this computer: all that the embedded device
// needs is there, and one boots.
func Ready(m workflow.Machine) func(context.Context) error {
	return func(ctx context.Context) error {
		for _, c := range fleet.Doctor(ctx, m) {
			if !c.OK && !c.Warn {
				return fmt.Errorf("%s: %s; %s", c.Name, c.Detail, c.Cure)
			}
		}
		return ctx.Err()
	}
}

// reproduce does a job with a crash.
func reproduce(ctx context.Context, m workflow.Machine, t Task) (*Result, error) {
	text, err := os.ReadFile(t.Trace)
	if err != nil {
		return nil, workflow.Infra(err)
	}
	trace := workflow.TraceInput{Name: t.Job.TraceOf, Text: string(text), Crash: t.Job.Crash, Mapping: t.Mapping}
	r, err := workflow.Reproduce(ctx, m, *t.Job.reproducing(t.APK, trace, t.Out))
	if err != nil {
		return nil, err
	}
	out := &Result{
		Success: r.Reproduced, Match: r.Match, Steps: r.Steps, Stability: r.Stability,
		Events: r.Events, FoundAfter: r.FoundAfter, Seconds: r.Seconds, Fidelity: r.Fidelity,
	}
	if run := r.Run; run != nil && run.Found != nil && run.Found.Crash != nil {
		found := run.Found.Crash
		out.Met = &Finding{
			Title: cut(found.Title(), maxTitle), Signature: found.Signature, Count: 1, Place: placeOf(found, run),
		}
	}
	out.Growth, out.Methods = growthOf(r.Run), coverageOf(r.Run)
	for _, other := range r.Others {
		out.add(Finding{other.Title, other.Signature, other.Count, placeOf(other.Crash, r.Run)})
	}
	return out, nil
}

// fuzz does a job without a crash.
func fuzz(ctx context.Context, m workflow.Machine, t Task) (*Result, error) {
	options := t.Job.fuzzing(t.APK, t.Out)
	options.Oracles = t.Oracles
	f, err := workflow.Fuzz(ctx, m, *options)
	if err != nil {
		return nil, err
	}
	out := &Result{Success: len(f.Findings) > 0, Events: f.Events, Seconds: f.Seconds, Fidelity: f.Fidelity,
		Growth: growthOf(f.Run), Methods: coverageOf(f.Run)}
	for _, finding := range f.Findings {
		out.add(Finding{finding.Title, finding.Signature, finding.Count, placeOf(finding.Crash, f.Run)})
	}
	return out, nil
}

// growthOf is after how many events of a run each screen was met first.
func growthOf(run *report.Run) []int {
	if run == nil {
		return nil
	}
	all := run.Search.Growth
	return all[:min(len(all), maxGrowth)]
}

// coverageOf is how many methods of the app had run after so many events of a run: at most maxCovered points of
// that, the last one among them.
func coverageOf(run *report.Run) []report.Covered {
	if run == nil {
		return nil
	}
	all := run.Search.Methods
	step := 1 + (len(all)-1)/maxCovered
	var out []report.Covered
	for i := (len(all) - 1) % step; i < len(all) && i >= 0; i += step {
		out = append(out, all[i])
	}
	return out
}

// placeOf is where a crash of a run came from.
func placeOf(c *crash.Crash, run *report.Run) Place {
	if c == nil || run == nil {
		return Place{}
	}
	cause, frame, ok := c.Trace.Point(run.InApp)
	if !ok {
		cause, _ = c.Trace.Cause()
	}
	return Place{Exception: cut(cause.Class, maxName), Class: cut(frame.Class, maxName),
		Method: cut(frame.Method, maxName), File: cut(frame.File, maxName), Line: frame.Line}
}

// cut bounds a text that an app has made.
func cut(text string, most int) string { return strings.ToValidUTF8(text[:min(len(text), most)], "") }

// maxFindings bounds the findings in an outcome, which is one message; the run
// folder has them all. maxTitle and maxName bound what each says, in bytes.
const (
	maxGrowth   = 200 // screens
	maxCovered  = 200 // points of the curve of methods
	maxFindings = 200
	maxTitle    = 1000
	maxName     = 200
)

// add takes in a finding.
func (r *Result) add(f Finding) {
	switch {
	case len(r.Findings) > maxFindings:
	case len(r.Findings) == maxFindings:
		r.Findings = append(r.Findings, Finding{Title: fmt.Sprintf("more than %d others", maxFindings)})
	default:
		f.Title = cut(f.Title, maxTitle)
		r.Findings = append(r.Findings, f)
	}
}

// reproducing are the options of workflow.Reproduce for the job.
func (j Job) reproducing(apk string, trace workflow.TraceInput, out string) *workflow.ReproduceOptions {
	run := j.running(out)
	if run.Network == "" {
		run.Network = workflow.NetworkAuto
	}
	return &workflow.ReproduceOptions{
		APK: apk, Trace: trace, Run: run, Level: j.Configuration.Level, Rewriter: j.Rewriter,
		Confirm: j.Confirm, Match: j.Match,
	}
}

// fuzzing are the options of workflow.Fuzz for the job.
func (j Job) fuzzing(apk, out string) *workflow.FuzzOptions {
	return &workflow.FuzzOptions{APK: apk, Run: j.running(out), Oracles: j.Oracles, Progress: func(workflow.Progress) {}}
}

// running are the options that both share. A job has one device: many jobs side
// by side use a computer better than many devices at one job.
func (j Job) running(out string) workflow.RunOptions {
	r := workflow.RunOptions{
		Out: out, Seed: j.Seed, Time: j.Time, Events: j.Events, Generator: j.Configuration.Generator, Devices: 1,
		Coverage: j.Coverage, Member: j.Member, Members: j.Members,
	}
	if j.Network {
		r.Network = workflow.NetworkOn
	}
	return r
}
