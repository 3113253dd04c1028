package workflow

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/judge"
	"talpa/internal/workflow/progress"
)

// ReplayOptions say which script to run on which app.
type ReplayOptions struct {
	Script    string // path
	APK       string
	TracePath string // "" = trace-got.txt beside the script if it is there, else any crash counts
	// Oracles judge in place of the crash: none are those that the script names, if any.
	Oracles     []string
	Times       int
	Serial      string // "" = the embedded device
	ADB         string
	Network     Network
	API         int    // the level that the embedded device shows; 0 = the script's
	SeedData    string // see RunOptions
	UpgradeFrom string
	Record      string // see RunOptions
	// Progress is told how it goes; nil if nobody looks.
	Progress func(Progress)
}

// Replayed is the result of Replay.
type Replayed struct {
	Verdict report.Verdict `json:"verdict"`
	// Reason is why there is no verdict of the app, Fault what failed of ours; "" if nothing did.
	Reason string `json:"reason,omitempty"`
	Fault  string `json:"fault,omitempty"`
	// Happened says that the crash happened every time.
	Happened bool   `json:"happened"`
	Runs     int    `json:"runs"`
	Hits     int    `json:"hits"`
	Crash    string `json:"crash,omitempty"` // of the first hit, else of the last other crash
	Level    string `json:"level,omitempty"` // how well the first hit agrees
	// Why says what happened instead, for the last miss.
	Why      string   `json:"why,omitempty"`
	Fidelity []string `json:"fidelity,omitempty"`
	// Report is all that is known of the runs, for other formats.
	Report *report.Run `json:"-"`

	met *report.Finding // what happened in the first hit, else in a run that was none
}

// Summary says it for people.
func (r *Replayed) Summary() string {
	var b strings.Builder
	switch r.Verdict {
	case report.Reproduced:
		fmt.Fprintf(&b, "reproduced: it happened, %d of %d times: %s\n", r.Hits, r.Runs, r.Crash)
	case report.NotReproduced:
		fmt.Fprintf(&b, "not reproduced: it did not happen, %d of %d times: %s\n", r.Runs-r.Hits, r.Runs, r.Why)
	case report.Stopped:
		fmt.Fprintf(&b, "interrupted: it happened %s in %s\n", report.Counted(r.Hits, "time"),
			report.Counted(r.Runs, "run"))
	default:
		fmt.Fprintf(&b, "no verdict: %s after %s\n", r.Report.BrokenOff(), report.Counted(r.Runs, "run"))
	}
	for _, note := range r.Fidelity {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	return b.String()
}

// Replay runs a script and says whether its crash happened. The result is not nil once the
// device is asked for, unless the error is the input's.
func Replay(ctx context.Context, m Machine, o ReplayOptions) (*Replayed, error) {
	if o.Times < 1 {
		return nil, errors.New("--times must be at least 1")
	}
	path, script, err := input.Script(o.Script)
	if err != nil {
		return nil, err
	}
	o.Script = path
	a, err := input.OpenApp(ctx, o.APK)
	if err != nil {
		return nil, err
	}
	if err := checkScript(o.Script, script, a); err != nil {
		return nil, err
	}
	by, err := judge.New(judge.Script{Path: o.Script, Events: script, Trace: o.TracePath, Oracles: o.Oracles}, a, m.Log)
	if err != nil {
		return nil, err
	}
	run := RunOptions{Serial: o.Serial, ADB: o.ADB, Network: o.Network, Seed: script.Seed, Record: o.Record,
		SeedData: o.SeedData, UpgradeFrom: o.UpgradeFrom, API: o.API}
	if run.API == 0 && run.Serial == "" {
		run.API = script.API
		if err := run.checkAPI(); err != nil {
			return nil, fmt.Errorf("%s was found on a device that this talpa does not have: %w", o.Script, err)
		}
	}
	if err := errors.Join(run.checkAPI(), input.CheckSeedData(o.SeedData)); err != nil {
		return nil, err
	}
	if err := errors.Join(input.CheckUpgrade(o.UpgradeFrom, a), input.CheckOlder(script, o.UpgradeFrom)); err != nil {
		return nil, err
	}
	run.Network = networkOf(script, run.Network)
	log := progress.New(o.Progress, m.Log, m.Now)
	result := &Replayed{Report: &report.Run{Job: "replay", State: report.Done, Started: log.Started, Seed: script.Seed,
		Command: run.command("replay", o.Script, o.APK), Version: m.Version, App: reportApp(a), InApp: a.Defines}}
	err = result.run(ctx, m, o, run, script, by, log)
	if err != nil && FaultOf(err) == FaultUser && !interrupted(ctx) {
		return nil, err
	}
	if interrupted(ctx) {
		err = nil
	}
	result.conclude(ctx, script, log, err)
	return result, err
}

// checkScript returns an error for a script of another app.
func checkScript(path string, s *event.Script, a *input.App) error {
	if pkg := a.Archive.Manifest().Package; s.Package != "" && s.Package != pkg {
		return fmt.Errorf("%s is a script for %s, but %s is %s", path, s.Package, a.Path, pkg)
	}
	return nil
}

// networkOf is the network that a script is replayed with: the stand-in servers that it was made with, where no
// network is asked for.
func networkOf(s *event.Script, asked Network) Network {
	if s.StandIns && (asked == "" || asked == NetworkOff) {
		return NetworkStandIn
	}
	return asked
}

// conclude says what the runs came to.
func (r *Replayed) conclude(ctx context.Context, script *event.Script, log *progress.Log, err error) {
	ended(ctx, r.Report, err)
	r.Report.Seconds, r.Report.Fidelity = log.Elapsed().Seconds(), r.Fidelity
	if f := r.met; f != nil {
		f.Script, f.Count = script, r.Hits
		f.Stability = &repro.Stability{Runs: r.Runs, Hits: r.Hits}
		if r.Hits > 0 && r.Report.State == report.Done {
			r.Report.Found = f
		} else {
			r.Report.Findings = []report.Finding{*f}
		}
	}
	r.Verdict, r.Reason, r.Fault = r.Report.Verdict(), r.Report.Reason(), r.Report.Fault
	r.Happened = r.Verdict == report.Reproduced
}

// run replays the script as often as asked.
func (r *Replayed) run(
	ctx context.Context, m Machine, o ReplayOptions, run RunOptions, script *event.Script, by *judge.Judge,
	log *progress.Log,
) error {
	log.Say("starting the device", "")
	fleet, err := openFleet(ctx, m, run, 1)
	if err != nil {
		return err
	}
	defer fleet.Close()
	dev, err := fleet.Open(ctx, 0)
	if err != nil {
		return err
	}
	defer dev.Close()
	installed, err := dev.Install(ctx, o.APK)
	if err != nil {
		return infra(err)
	}
	r.Report.Device = reportDevice(dev.Info())
	for i := range o.Times {
		log.Say("replaying", "%d of %d times", i+1, o.Times)
		out, err := fuzz.Replay(ctx, dev, installed, script, by.Options())
		if err != nil {
			return infra(err)
		}
		r.count(by.Judge(out))
	}
	r.Fidelity = fidelity(dev)
	return nil
}

// count takes in the verdict of one run.
func (r *Replayed) count(v judge.Verdict) {
	r.Runs++
	first := v.Hit && r.Hits == 0
	switch {
	case !v.Hit:
		r.Why = v.Why
	default:
		r.Hits++
	}
	if first {
		r.Crash, r.Level = v.Title, v.Level
	}
	if v.Title != "" && (first || r.met == nil) {
		r.met = &report.Finding{Kind: v.Oracle, Title: v.Title, Detail: v.Detail, Crash: v.Crash, Match: v.Match}
	}
}
