package workflow

import (
	"context"
	"errors"
	"strings"
	"time"

	"talpa/asra/trace"
	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/repro"
	"talpa/internal/workflow/slot"
)

// Bounds of the work on the findings of a search: of each, and of all together.
const (
	findingReplays = 80
	findingTime    = time.Minute
	findingsTime   = 5 * time.Minute
)

// shortener makes the scripts of a search's findings as short as it can.
type shortener struct {
	slot    *slot.Slot
	oracles oracle.Make
	// named are the oracles as the user named them, files and all.
	named []string
	inApp func(class string) bool
	say   func(phase, format string, args ...any)
}

// shorten does all findings, as far as the time goes. A finding whose time did
// not come, or that did not happen again, has its script as found.
func (s *shortener) shorten(ctx context.Context, found []*fuzz.Finding) ([]*shortened, error) {
	all, cancel := context.WithTimeout(ctx, findingsTime)
	defer cancel()
	result := asMet(found)
	var failed error
	for i, f := range found {
		f.Script.Oracle = judgedBy(f.Violation, s.named)
		if all.Err() != nil || failed != nil {
			continue
		}
		s.say("shortening", "the script of finding %d of %d, %s", i+1, len(found),
			counted(len(f.Script.Events), "event", "events"))
		failed = s.one(all, f, result[i])
	}
	return result, failed
}

// asMet are scripts that nothing was done to.
func asMet(found []*fuzz.Finding) []*shortened {
	var all []*shortened
	for _, f := range found {
		all = append(all, &shortened{script: f.Script, violation: f.Violation})
	}
	return all
}

// judgedBy is how the user named the oracle of a violation; "" for crashes, whose traces
// lie beside their scripts.
func judgedBy(v oracle.Violation, named []string) string {
	if v.Crash != nil {
		return ""
	}
	for _, name := range named {
		if word, _, _ := strings.Cut(name, "="); strings.TrimSpace(word) == v.Oracle {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// shortened is the script of a finding after the work on it.
type shortened struct {
	script *event.Script
	// violation is what an oracle said of script: the words of the search may speak of
	// events that are gone.
	violation oracle.Violation
	shrunk    *repro.Minimal // nil if it did not happen again
	pictures  *fuzz.Outcome  // of a run of script that met it, nil if there are none
	// stability counts the runs of script on fresh processes; nil if there were none.
	stability *repro.Stability
}

// maxFilmed is the number of events of a script that is filmed: nobody looks at more.
const maxFilmed = 40

// one shortens on recycled processes, and confirms on a fresh one with the camera on.
func (s *shortener) one(ctx context.Context, f *fuzz.Finding, to *shortened) error {
	limited, cancel := context.WithTimeout(ctx, findingTime)
	defer cancel()
	if err := s.slot.Recycle(limited, true); err != nil {
		return ignoreEnd(limited, err)
	}
	w := &violationFinder{shortener: s, want: f.Violation}
	options := w.options()
	minimal, err := repro.Minimise(limited, options, f.Script)
	if err != nil && !errors.Is(err, repro.ErrGone) {
		return ignoreEnd(limited, err)
	}
	if err := s.slot.Recycle(ctx, false); err != nil {
		return ignoreEnd(ctx, err)
	}
	scripts := []*event.Script{f.Script}
	if minimal != nil && len(minimal.Script.Events) < len(f.Script.Events) {
		scripts = []*event.Script{minimal.Script, f.Script}
	}
	for _, script := range scripts {
		w.film = len(script.Events) <= maxFilmed
		stability, err := repro.Measure(ctx, options, script, 1, repro.Stability{})
		if err != nil {
			return ignoreEnd(ctx, err)
		}
		to.stability = &stability
		if stability.Hits > 0 {
			to.script, to.violation = script, w.seen
			if w.film {
				to.pictures = w.last
			}
			if minimal != nil && script == minimal.Script {
				to.shrunk = minimal
			}
			break
		}
	}
	return nil
}

// ignoreEnd returns err unless the time is up, which is no error here.
func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return infra(err)
}

// violationFinder looks for one violation in replays.
type violationFinder struct {
	*shortener
	want oracle.Violation
	film bool
	last *fuzz.Outcome    // of the last replay
	seen oracle.Violation // the wanted one, as the last replay that had it told of it
}

// options tell package repro how to look for the violation.
func (w *violationFinder) options() repro.Options {
	return repro.Options{
		MaxReplays: findingReplays,
		Log:        w.slot.Log,
		Replay: func(ctx context.Context, script *event.Script) (repro.Outcome, error) {
			out, err := w.slot.Play(ctx, script, fuzz.ReplayOptions{
				Screens: true, Screenshots: w.film, InApp: w.inApp, Oracles: w.oracles(nil),
				Until: func(c crash.Crash) bool { return w.want.Crash != nil && c.Signature == w.want.Signature },
			})
			w.last = out
			return outcome(out), err
		},
		Judge: func(out repro.Outcome) (crash.Verdict, bool) {
			for _, v := range out.Violations {
				if v.Key() == w.want.Key() {
					w.seen = v
					return verdictOf(v), true
				}
			}
			return crash.Verdict{}, false
		},
	}
}

// verdictOf accepts a violation that is the same as the wanted one.
func verdictOf(v oracle.Violation) crash.Verdict {
	verdict := crash.Verdict{Match: trace.Match{Level: trace.Exact}, Accepted: true}
	if v.Crash != nil {
		verdict.Crash = *v.Crash
	}
	return verdict
}
