package checkpoint

import (
	"log/slog"
	"slices"
	"sync"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/report"
	"talpa/internal/workflow/tally"
)

// each is how often what is spent is written while nothing else happens.
const each = 5 * time.Second

// Writer keeps the checkpoint of a run directory up to date. Where it cannot be written the
// search goes on: the end of the job tells of a full disk. Safe for use by several goroutines.
type Writer struct {
	dir *report.Dir
	now func() time.Time
	log *slog.Logger

	mu   sync.Mutex
	last time.Time
	is   Checkpoint
}

// NewWriter writes what a command begins with, and keeps it up to date from then on.
func NewWriter(dir *report.Dir, begin Checkpoint, now func() time.Time, log *slog.Logger) *Writer {
	w := &Writer{dir: dir, now: now, log: log, is: begin}
	w.is.Commands++
	w.is.Met = slices.Clone(begin.Met)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.write()
	return w
}

// Spent tells how many events have been tried, and in how many seconds: of this command and those
// before it.
func (w *Writer) Spent(events int, seconds float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.is.Events, w.is.Searched = events, seconds
	if w.now().Sub(w.last) >= each {
		w.write()
	}
}

// Stopped tells the same when a search ends, and writes it at once: what comes after a search may take
// long.
func (w *Writer) Stopped(events int, seconds float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.is.Events, w.is.Searched = events, seconds
	w.write()
}

// Met tells of a violation other than the wanted crash, whose script is kept if it is a new one.
func (w *Writer) Met(f *fuzz.Finding) {
	w.mu.Lock()
	defer w.mu.Unlock()
	v := violation(f)
	if slices.ContainsFunc(w.is.Met, func(old Violation) bool {
		return old.Oracle == v.Oracle && old.Signature == v.Signature
	}) {
		return
	}
	w.is.Met = append(w.is.Met, v)
	w.is.Waiting++
	w.write()
	if err := w.dir.Met(len(w.is.Met), f.Violation.Title, f.Script); err != nil {
		w.log.Warn("a finding was not written", "err", err)
	}
}

// End writes what the job came to: its verdict, what it met, how many of that were not tried again,
// and how much of the path was covered.
func (w *Writer) End(verdict report.Verdict, met []*fuzz.Finding, waiting int, path tally.Coverage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.is.Met = nil
	for _, f := range met {
		w.is.Met = append(w.is.Met, violation(f))
	}
	w.is.Verdict, w.is.Waiting, w.is.Coverage = verdict, waiting, path
	w.write()
}

// Nearer tells of the event that came nearest so far.
func (w *Writer) Nearer(n *fuzz.Nearest) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.is.Nearest = &Nearest{Waits: n.Waits, Events: n.Events, Script: string(n.Script.Encode())}
}

// Changed tells that from now on the devices of the search show this API level, 0 for that of their framework, and
// have stand-in servers or none. What came near on the devices before would show another run.
func (w *Writer) Changed(api int, standIns bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.is.API, w.is.StandIns, w.is.Nearest = api, standIns, nil
	w.write()
}

// write must be called with the lock held.
func (w *Writer) write() {
	w.last = w.now()
	data, err := w.is.Encode()
	if err == nil {
		err = w.dir.Write(report.FileCheckpoint, data)
	}
	if err != nil {
		w.log.Warn("the checkpoint of the search was not written", "err", err)
	}
}
