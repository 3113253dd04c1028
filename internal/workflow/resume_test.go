package workflow

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/internal/workflow/checkpoint"
	"talpa/internal/workflow/input"
)

// formRun are options for the bug of burrow's form.
func formRun(t *testing.T, run RunOptions) ReproduceOptions {
	t.Helper()
	run.Seed, run.Generator = 1, "guided"
	return ReproduceOptions{APK: burrow, Trace: read(t, "burrow-form"), Level: "asra", Rewriter: "dex", Confirm: 1,
		Match: "point", Run: run}
}

// TestResume: a search that is stopped goes on in its own folder with the time that is left, and
// ends with a script, none of the first command's files left in between.
func TestResume(t *testing.T) {
	startsDevices(t)
	m, dir := testMachine(t), t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	o := formRun(t, RunOptions{Out: dir, Time: 5 * time.Minute})
	o.Progress = func(p Progress) {
		if p.Phase == "searching" && p.Events > 0 {
			stop()
		}
	}
	first, err := Reproduce(ctx, m, o)
	if err != nil || first.Verdict != report.Stopped {
		t.Fatalf("%+v, %v", first, err)
	}
	past, err := checkpoint.Open(dir)
	if err != nil || past.Commands != 1 || past.Verdict != report.Stopped {
		t.Fatalf("%+v, %v", past, err)
	}
	second, err := Reproduce(t.Context(), m, formRun(t, RunOptions{Resume: dir, Time: 5 * time.Minute}))
	if err != nil || second.Verdict != report.Reproduced || second.Dir != filepath.Clean(dir) {
		t.Fatalf("%+v, %v", second, err)
	}
	if second.Events < past.Events || second.Stability != 1 {
		t.Errorf("%d events after %d, stability %d", second.Events, past.Events, second.Stability)
	}
	if past, err = checkpoint.Open(dir); err != nil || past.Commands != 2 || past.Verdict != report.Reproduced {
		t.Errorf("%+v, %v", past, err)
	}
	for _, gone := range []string{report.FileUnconfirmed, report.FileNear} {
		if _, err := os.Stat(filepath.Join(dir, gone)); err == nil {
			t.Errorf("%s is still there", gone)
		}
	}
	if _, err := Reproduce(t.Context(), m, formRun(t, RunOptions{Resume: dir})); err == nil ||
		!strings.Contains(err.Error(), "has reproduced the crash") {
		t.Errorf("a run that is over goes on: %v", err)
	}
}

// TestResume_unconfirmed: what was met and not tried again is confirmed before anything is searched.
func TestResume_unconfirmed(t *testing.T) {
	startsDevices(t)
	m, dir := testMachine(t), t.TempDir()
	left(t, dir, filepath.Join(root, "testdata", "scripts", "burrow-form.talpa"))
	result, err := Reproduce(t.Context(), m, formRun(t, RunOptions{Resume: dir, Time: time.Minute}))
	if err != nil || result.Verdict != report.Reproduced || result.Events != 77 {
		t.Fatalf("%+v, %v", result, err)
	}
	if !strings.Contains(strings.Join(result.Notes, "\n"), "goes on from one that had searched for 90 s, in 77 events") {
		t.Errorf("notes %q", result.Notes)
	}
}

// TestResume_kept: where no device can be had, what the earlier run had met is still there.
func TestResume_kept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	left(t, dir, filepath.Join(root, "testdata", "scripts", "burrow-form.talpa"))
	m := Machine{AgentDir: filepath.Join(dir, "absent"), CacheDir: t.TempDir(), Now: time.Now,
		Log: slog.New(slog.DiscardHandler)}
	result, err := Reproduce(t.Context(), m, formRun(t, RunOptions{Resume: dir, Time: 2 * time.Minute}))
	if err == nil || result == nil || result.Verdict != report.NoVerdict || result.Unconfirmed == "" || result.Events != 77 {
		t.Fatalf("%+v, %v", result, err)
	}
	past, err := checkpoint.Open(dir)
	if err != nil || past.Unconfirmed() == nil || past.Events != 77 || past.Commands != 2 {
		t.Errorf("%+v, %v", past, err)
	}
}

// left makes the folder that a run leaves which was killed after it had met the bug of burrow's
// form, by a script of path.
func left(t *testing.T, folder, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	script, err := event.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := input.OpenProgram(t.Context(), burrow, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := input.Wanted(read(t, "burrow-form"), a)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := report.Create(folder)
	if err != nil {
		t.Fatal(err)
	}
	run := &report.Run{Job: "reproduce", State: report.Running}
	if err := dir.Save(run); err != nil {
		t.Fatal(err)
	}
	checkpoint.NewWriter(dir, checkpoint.Checkpoint{Job: "reproduce", SHA256: a.Archive.SHA256(), Events: 77, Searched: 90,
		Crash: signature(wanted.Crash, a)}, time.Now, slog.New(slog.DiscardHandler))
	u := &checkpoint.Unconfirmed{Dir: dir}
	if err := u.Keep(script); err != nil {
		t.Fatal(err)
	}
}

// TestGoOn_seeds: the searches of a resumed run have seeds of their own, its devices that of the run.
func TestGoOn_seeds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	left(t, dir, filepath.Join(root, "testdata", "scripts", "burrow-form.talpa"))
	past, err := checkpoint.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	run := RunOptions{Resume: dir, Seed: 7, Time: 5 * time.Minute}
	if _, err := run.goOn(*past); err != nil {
		t.Fatal(err)
	}
	if run.Seed != 7 || run.searchSeed() != 7+resumeSeeds {
		t.Errorf("the devices have seed %d, the search %d", run.Seed, run.searchSeed())
	}
}
