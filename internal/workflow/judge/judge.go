// Package judge says whether the replay of a script did what the script is for: its crash happened,
// or the oracles that found what it shows see that again. It also knows all oracles by their names.
package judge

import (
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

// Judge judges the replays of one script.
type Judge struct {
	wanted  *crash.Matcher // nil accepts any crash
	oracles oracle.Make    // judge in place of the crash; nil: they do not
	inApp   func(class string) bool
}

// Script is what is replayed, and by whom the user wants it judged.
type Script struct {
	Path   string
	Events *event.Script
	Trace  string // path; "" = trace-got.txt beside the script if it is there, else any crash counts
	// Oracles judge in place of the crash: none are those that the script names, if any.
	Oracles []string
}

// Verdict is of one replay.
type Verdict struct {
	Hit   bool
	Title string // of what happened
	Why   string // it is no hit
	Level string // how well a hit agrees with the wanted crash, "" where any counts
	// Crash is what happened, the wanted crash or another; nil if it is none. Match compares it.
	Crash *crash.Crash
	Match *trace.Match
	// Oracle is the name of the one that saw it, Detail what it says.
	Oracle, Detail string
}

// New finds out who judges a script on an app.
func New(s Script, a *input.App, log *slog.Logger) (*Judge, error) {
	wanted, err := matcher(s, a)
	if err != nil {
		return nil, err
	}
	named, err := s.named()
	if err != nil || named == nil {
		return &Judge{wanted: wanted, inApp: a.Defines}, err
	}
	oracles, err := Oracles(named, log)
	if err != nil {
		return nil, err
	}
	return &Judge{wanted: wanted, oracles: oracles, inApp: a.Defines}, nil
}

// named are the oracles that the user named, or those of the script; nil if there are none. The
// file of an oracle that the script names is looked for beside the script, too.
func (s Script) named() ([]string, error) {
	if len(s.Oracles) > 0 {
		return s.Oracles, nil
	}
	if s.Trace != "" || s.Events.Oracle == "" {
		return nil, nil
	}
	name, path, hasFile := strings.Cut(s.Events.Oracle, "=")
	if !hasFile {
		return []string{name}, nil
	}
	if _, err := os.Stat(path); err != nil {
		beside := filepath.Join(filepath.Dir(s.Path), filepath.Base(path))
		if _, err := os.Stat(beside); err != nil {
			return nil, fmt.Errorf("%s was found by the oracle %s, whose file %s is not there: say where it is by "+
				"--oracle %s=FILE", s.Path, name, path, name)
		}
		path = beside
	}
	return []string{name + "=" + path}, nil
}

// Options are those of a replay that is judged.
func (j *Judge) Options() fuzz.ReplayOptions {
	o := fuzz.ReplayOptions{InApp: j.inApp}
	if j.oracles != nil {
		o.Screens, o.Oracles = true, j.oracles(nil)
	}
	return o
}

// Judge judges a replay.
func (j *Judge) Judge(out *fuzz.Outcome) Verdict {
	if j.oracles == nil {
		return j.crash(out.Crashes)
	}
	if len(out.Violations) == 0 {
		return Verdict{Why: "the oracles saw nothing wrong"}
	}
	v := out.Violations[0]
	return Verdict{Hit: true, Title: v.Title, Oracle: v.Oracle, Detail: v.Detail, Crash: v.Crash}
}

// crash judges the crashes of a replay.
func (j *Judge) crash(crashes []crash.Crash) Verdict {
	if len(crashes) == 0 {
		return Verdict{Why: "the app did not crash"}
	}
	if j.wanted == nil {
		c := crashes[max(0, slices.IndexFunc(crashes, crash.Crash.Fatal))]
		v := Verdict{Hit: c.Fatal(), Title: c.Title(), Crash: &c, Oracle: "crash"}
		if !v.Hit {
			v.Why = c.Sentence()
		}
		return v
	}
	best, ok := j.wanted.Best(crashes)
	if !ok {
		return Verdict{Why: "the app did not crash"}
	}
	v := Verdict{Hit: best.Accepted, Title: best.Crash.Title(), Crash: &best.Crash, Match: &best.Match, Oracle: "crash"}
	if v.Hit {
		v.Level = best.Match.Level.String()
	} else {
		v.Why = best.Crash.Sentence() + ": " + best.Match.Why
	}
	return v
}

// matcher is the matcher of a replay; nil accepts any crash.
func matcher(s Script, a *input.App) (*crash.Matcher, error) {
	path := s.Trace
	if path == "" {
		path = filepath.Join(filepath.Dir(s.Path), report.FileGot)
		if _, err := os.Stat(path); err != nil {
			return nil, nil //nolint:nilnil // nil is the matcher of any crash
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the trace: %w", err)
	}
	target, err := input.Wanted(input.Text{Name: path, Text: string(text)}, a)
	if err != nil {
		return nil, err
	}
	return &crash.Matcher{Want: target.Expected, InApp: a.Defines, Least: trace.Point}, nil
}
