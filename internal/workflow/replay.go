package workflow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"talpa/asra/trace"
	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/report"
	"talpa/internal/workflow/input"
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
	SeedData    string // see RunOptions
	UpgradeFrom string
	Record      string // see RunOptions
}

// Replayed is the result of Replay.
type Replayed struct {
	Verdict report.Verdict `json:"verdict"`
	// Happened says that the crash happened every time.
	Happened bool   `json:"happened"`
	Runs     int    `json:"runs"`
	Hits     int    `json:"hits"`
	Crash    string `json:"crash,omitempty"` // of the first hit, else of the last other crash
	Level    string `json:"level,omitempty"` // how well the first hit agrees
	// Why says what happened instead, for the last miss.
	Why      string   `json:"why,omitempty"`
	Fidelity []string `json:"fidelity,omitempty"`
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
		fmt.Fprintf(&b, "interrupted: it happened %d times in %d runs\n", r.Hits, r.Runs)
	default:
		fmt.Fprintf(&b, "no verdict: talpa or its device failed after %d runs\n", r.Runs)
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
	if info, err := os.Stat(o.Script); err == nil && info.IsDir() {
		o.Script = filepath.Join(o.Script, report.FileScript)
	}
	text, err := os.ReadFile(o.Script)
	if err != nil {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	if bytes.HasPrefix(text, []byte("PK\x03\x04")) {
		return nil, fmt.Errorf("%s is a zip archive and no script: the script comes first, then the app", o.Script)
	}
	script, err := event.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Script, err)
	}
	a, err := input.OpenApp(ctx, o.APK)
	if err != nil {
		return nil, err
	}
	if pkg := a.Archive.Manifest().Package; script.Package != "" && script.Package != pkg {
		return nil, fmt.Errorf("%s is a script for %s, but %s is %s", o.Script, script.Package, o.APK, pkg)
	}
	matcher, err := replayMatcher(o, a)
	if err != nil {
		return nil, err
	}
	oracles, err := replayOracles(&o, script, m.Log)
	if err != nil {
		return nil, err
	}
	run := RunOptions{Serial: o.Serial, ADB: o.ADB, Network: o.Network, Seed: script.Seed, Record: o.Record,
		SeedData: o.SeedData, UpgradeFrom: o.UpgradeFrom}
	if err := errors.Join(input.CheckUpgrade(o.UpgradeFrom, a), input.CheckOlder(script, o.UpgradeFrom)); err != nil {
		return nil, err
	}
	if script.StandIns && (run.Network == "" || run.Network == NetworkOff) {
		run.Network = NetworkStandIn
	}
	result := &Replayed{}
	err = result.run(ctx, m, o, run, script, &judge{matcher, oracles, a.Defines})
	switch {
	case interrupted(ctx):
		result.Verdict, err = report.Stopped, nil
	case FaultOf(err) == FaultUser && err != nil:
		return nil, err
	case err != nil:
		result.Verdict = report.NoVerdict
	case result.Hits == result.Runs:
		result.Verdict, result.Happened = report.Reproduced, true
	default:
		result.Verdict = report.NotReproduced
	}
	return result, err
}

// run replays the script as often as asked.
func (r *Replayed) run(
	ctx context.Context, m Machine, o ReplayOptions, run RunOptions, script *event.Script, j *judge,
) error {
	fleet, err := openFleet(ctx, m, run, 1)
	if err != nil {
		return err
	}
	defer fleet.close()
	dev, err := fleet.open(ctx, 0)
	if err != nil {
		return err
	}
	defer dev.Close()
	installed, err := dev.Install(ctx, o.APK)
	if err != nil {
		return infra(err)
	}
	for range o.Times {
		options := fuzz.ReplayOptions{InApp: j.inApp}
		if j.oracles != nil {
			options.Screens, options.Oracles = true, j.oracles(nil)
		}
		out, err := fuzz.Replay(ctx, dev, installed, script, options)
		if err != nil {
			return infra(err)
		}
		if j.oracles != nil {
			r.countViolations(out.Violations)
		} else {
			r.count(out.Crashes, j.matcher)
		}
	}
	r.Fidelity = fidelity(dev)
	return nil
}

// countViolations takes in one run that oracles judged.
func (r *Replayed) countViolations(found []oracle.Violation) {
	r.Runs++
	if len(found) == 0 {
		r.Why = "the oracles saw nothing wrong"
		return
	}
	if r.Hits++; r.Hits == 1 {
		r.Crash = found[0].Title
	}
}

// judge is who says whether what is wanted happened: oracles, if they are not nil, else
// the matcher.
type judge struct {
	matcher *crash.Matcher
	oracles oracle.Make
	inApp   func(class string) bool
}

// replayOracles makes the oracles that the user named, or those of the script; nil if
// there are none. The file of an oracle that the script names is looked for beside the
// script, too.
func replayOracles(o *ReplayOptions, script *event.Script, log *slog.Logger) (oracle.Make, error) {
	switch {
	case len(o.Oracles) > 0:
	case o.TracePath != "" || script.Oracle == "":
		return nil, nil //nolint:nilnil // nil is that nobody but the matcher judges
	default:
		name, path, hasFile := strings.Cut(script.Oracle, "=")
		if _, err := os.Stat(path); hasFile && err != nil {
			beside := filepath.Join(filepath.Dir(o.Script), filepath.Base(path))
			if _, err := os.Stat(beside); err != nil {
				return nil,
					fmt.Errorf("%s was found by the oracle %s, whose file %s is not there: say where it is by --oracle %s=FILE",
						o.Script, name, path, name)
			}
			path = beside
		}
		o.Oracles = []string{name}
		if hasFile {
			o.Oracles[0] += "=" + path
		}
	}
	return namedOracles(o.Oracles, log)
}

// count takes in one run. A nil matcher accepts any crash.
func (r *Replayed) count(crashes []crash.Crash, matcher *crash.Matcher) {
	r.Runs++
	var verdict crash.Verdict
	ok := len(crashes) > 0
	switch {
	case ok && matcher == nil:
		i := max(0, slices.IndexFunc(crashes, crash.Crash.Fatal))
		verdict = crash.Verdict{Crash: crashes[i], Accepted: crashes[i].Fatal()}
	case ok:
		verdict, ok = matcher.Best(crashes)
	}
	switch {
	case !ok:
		r.Why = "the app did not crash"
	case !verdict.Accepted:
		r.Why = fmt.Sprintf("the app crashed with %s: %s", verdict.Crash.Title(), verdict.Match.Why)
	default:
		r.Hits++
		if r.Hits == 1 {
			r.Crash = verdict.Crash.Title()
			if matcher != nil {
				r.Level = verdict.Match.Level.String()
			}
		}
	}
}

// replayMatcher is the matcher of a replay; nil accepts any crash.
func replayMatcher(o ReplayOptions, a *input.App) (*crash.Matcher, error) {
	path := o.TracePath
	if path == "" {
		path = filepath.Join(filepath.Dir(o.Script), "trace-got.txt")
		if _, err := os.Stat(path); err != nil {
			return nil, nil //nolint:nilnil // nil is the matcher of any crash
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the trace: %w", err)
	}
	target, err := input.Wanted(TraceInput{Name: path, Text: string(text)}, a)
	if err != nil {
		return nil, err
	}
	return &crash.Matcher{Want: target.Expected, InApp: a.Defines, Least: trace.Point}, nil
}
