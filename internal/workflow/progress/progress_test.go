package progress_test

import (
	"log/slog"
	"testing"
	"time"

	"talpa/internal/workflow/progress"
)

// What is told reaches who looks, and each part of a job is counted once.
func TestLog(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	var told []progress.State
	l := progress.New(func(s progress.State) { told = append(told, s) }, slog.New(slog.DiscardHandler),
		func() time.Time { return now })
	l.Say("reading", "")
	now = now.Add(2 * time.Second)
	l.Timed("reading")
	l.Tell(progress.State{Phase: "searching", Events: 3})
	now = now.Add(5 * time.Second)
	l.Timed("search")
	l.Say("shortening", "%d events", 7)
	now = now.Add(time.Second)
	l.Timed("search")
	l.Note("a %s", "remark")
	if len(told) != 3 || told[0] != (progress.State{Phase: "reading"}) || told[1].Events != 3 ||
		told[2] != (progress.State{Phase: "shortening", Detail: "7 events"}) {
		t.Errorf("told %+v", told)
	}
	if len(l.Phases) != 2 || l.Phases[0] != (progress.Phase{Name: "reading", Seconds: 2}) ||
		l.Phases[1] != (progress.Phase{Name: "search", Seconds: 6}) {
		t.Errorf("phases %+v", l.Phases)
	}
	if len(l.Notes) != 1 || l.Notes[0] != "a remark" || l.Elapsed() != 8*time.Second {
		t.Errorf("notes %q, elapsed %v", l.Notes, l.Elapsed())
	}
	progress.New(nil, slog.New(slog.DiscardHandler), time.Now).Say("nobody looks", "")
}
