package workflow

import (
	"cmp"
	"path/filepath"
	"slices"

	"talpa/asra/trace"
	"talpa/fuzz"
	"talpa/fuzz/report"
	"talpa/internal/workflow/checkpoint"
	"talpa/internal/workflow/input"
)

// resumeSeeds keeps the seeds of a command that goes on with a run apart from those before it.
const resumeSeeds = 100_000

// goOn returns what a job begins with: about, or what the run directory that it goes on with has
// spent and met. That is taken off its time, and its searches have new seeds.
func (r *RunOptions) goOn(about checkpoint.Checkpoint) (*checkpoint.Checkpoint, error) {
	about.Settings, about.Budget = r.Settings, r.Budget
	if path, err := filepath.Abs(about.App); err == nil {
		about.App = path
	}
	if r.Resume == "" {
		return &about, nil
	}
	past, err := checkpoint.Open(r.Resume)
	if err != nil {
		return nil, err
	}
	if err := past.Check(r.Resume, &about); err != nil {
		return nil, err
	}
	if r.Time, err = past.Left(r.Resume, r.Time, r.Events); err != nil {
		return nil, err
	}
	past.App, past.Budget, past.Verdict = about.App, about.Budget, ""
	r.resumed = past.Commands
	r.Out = cmp.Or(r.Out, r.Resume)
	return past, nil
}

// searchSeed is the seed of the first search. The devices' is that of the first command: what it met is
// confirmed on devices like its own.
func (r RunOptions) searchSeed() int64 { return r.Seed + int64(r.resumed)*resumeSeeds }

// signature identifies the crash that a job is for.
func signature(t trace.Trace, a *input.App) string { return trace.Sign(t, a.Defines) }

// dir makes the folder of the run, or takes the one that it goes on with.
func (r *RunOptions) dir(apk string) (*report.Dir, error) {
	if r.Resume != "" && filepath.Clean(r.Out) == filepath.Clean(r.Resume) {
		return report.Open(r.Resume)
	}
	return newRunDir(r.Out, apk)
}

// resume has the search go on from what an earlier one met: the script that waits is confirmed
// first, then the one that came nearest is followed.
func (s *searcher) resume(past *checkpoint.Checkpoint) {
	s.totals = past.Tally()
	if past.Commands == 0 {
		return
	}
	s.Note("this run goes on from one that had searched for %.0f s, in %s", past.Searched, report.Counted(past.Events,
		"event"))
	if found := past.Unconfirmed(); found != nil {
		s.waiting = &candidate{found: found, by: s}
	}
	if near := past.Near(); near != nil {
		p := s.turns.Present().Of
		v := p.left[0]
		p.left = slices.Insert(p.left, 0, &variant{apk: v.apk, copy: v.copy, until: v.until, events: planEvents,
			seed: v.seed + planSeeds, plan: near, probed: v.probed, probes: v.probes})
	}
}

// nearer keeps what came nearer than what any search of the job did.
func (s *searcher) nearer(n *fuzz.Nearest) {
	if s.board.Nearer(s.number, n.Score.Value()) {
		s.record.Nearer(n)
	}
}

// met keeps what a search has just met, in case that it never comes to its end.
func (s *searcher) met(f *fuzz.Finding) {
	if f.Match.Level == trace.None {
		s.record.Met(f)
		return
	}
	if err := s.kept.Keep(f.Script); err != nil {
		s.machine.Log.Warn("the script that caused the crash was not written", "err", err)
	}
}
