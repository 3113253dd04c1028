// Package repro turns a script that met the wanted crash, or another violation,
// into one that people can use: it confirms the crash by replay, makes the script as short as it
// can, and says how often it works.
//
// Minimising is delta debugging (Zeller and Hildebrandt, "Simplifying and
// isolating failure-inducing input", TSE 2002), in its probabilistic form: the
// result is 1-minimal, no single event can be left out, unless the budget ends
// first. It simplifies the sequence of events, not the values inside them.
package repro

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
)

// Replay performs a script on the app, reset before, and says what it met. An
// error is a fault of the device or the end of ctx, never a crash of the app.
type Replay func(ctx context.Context, script *event.Script) (Outcome, error)

// Outcome is what a replay met.
type Outcome struct {
	Crashes []crash.Crash
	// Violations are what oracles saw, crashes among it, if they were asked.
	Violations []oracle.Violation
	// Done is the number of events performed; fewer than the script has if the
	// app died.
	Done int
	// States are abstract states of the screen after each event performed,
	// empty if unknown. Minimise cuts loops between equal ones first.
	States []string
}

// Options are shared by the steps.
type Options struct {
	Replay  Replay
	Matcher crash.Matcher
	// Judge says which crash of an outcome counts, and whether it is accepted;
	// false: there was nothing to judge. nil stands for Matcher's best. What is
	// looked for may be no crash: then the verdict has a level only.
	Judge func(Outcome) (crash.Verdict, bool)
	// Final, if set, replays what Minimise is about to return, where Replay is
	// quick but no verdict. If it fails there, all later replays are Final's.
	Final Replay
	// MaxReplays bounds the replays of Minimise; 0 stands for 300.
	MaxReplays int
	// Known is what Confirm returned for the script that Minimise is given, if
	// the caller has called it: one replay less.
	Known *Known
	// Progress, if set, is called after each replay of Minimise.
	Progress func(Progress)
	Log      *slog.Logger // nil: no log
}

// Known is the result of a successful Confirm.
type Known struct {
	Verdict crash.Verdict
	Outcome Outcome
}

// Progress tells how far Minimise is.
type Progress struct {
	Replays int // so far
	Events  int // of the shortest script so far
}

// ErrGone means that a replay did not meet the wanted crash.
var ErrGone = errors.New("the crash did not happen again")

// Confirm replays the script once. The verdict is of the crash that agrees
// best with the wanted one. The error wraps ErrGone if none is accepted.
func Confirm(ctx context.Context, o Options, script *event.Script) (crash.Verdict, Outcome, error) {
	out, err := o.Replay(ctx, script)
	if err != nil {
		return crash.Verdict{}, out, fmt.Errorf("replaying %d events: %w", len(script.Events), err)
	}
	judge := o.Judge
	if judge == nil {
		judge = func(out Outcome) (crash.Verdict, bool) { return o.Matcher.Best(out.Crashes) }
	}
	v, ok := judge(out)
	switch {
	case !ok:
		return v, out, fmt.Errorf("%w: nothing went wrong", ErrGone)
	case !v.Accepted:
		return v, out, fmt.Errorf("%w: %s: %s", ErrGone, v.Crash.Sentence(), v.Match.Why)
	}
	return v, out, nil
}

// Stability is how often a script worked.
type Stability struct {
	Runs int
	Hits int // runs that met the wanted crash
	// Levels counts the hits by level.
	Levels map[trace.Level]int
}

// count adds a run and, if it was a hit, its verdict.
func (s *Stability) count(v crash.Verdict, hit bool) {
	s.Runs++
	if !hit {
		return
	}
	s.Hits++
	if s.Levels == nil {
		s.Levels = map[trace.Level]int{}
	}
	s.Levels[v.Match.Level]++
}

// String says it for people: "5 of 5".
func (s Stability) String() string { return fmt.Sprintf("%d of %d", s.Hits, s.Runs) }

// Measure replays the script until it was run n times; before are the runs made
// already. If a replay fails, the runs before it are returned with the error.
func Measure(ctx context.Context, o Options, script *event.Script, n int, before Stability) (Stability, error) {
	s := before
	s.Levels = maps.Clone(before.Levels)
	for s.Runs < n {
		v, _, err := Confirm(ctx, o, script)
		if err != nil && !errors.Is(err, ErrGone) {
			return s, err
		}
		s.count(v, err == nil)
	}
	return s, nil
}
