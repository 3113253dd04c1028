package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/internal/files"
	"talpa/internal/golden"
	"talpa/internal/need"
	"talpa/internal/workflow/checkpoint"
)

// TestSignals ends reproduce by Ctrl-C at the beginning of each of its phases, and at random moments: text or JSON (in
// turn; both at each phase where the run is of the whole), run.json, page, exit code, JUnit, SARIF and Markdown have one
// verdict and nothing is left behind; and by kill -9, after which each file is whole and no process goes on.
// TALPA_SIGNALS says at how many random moments each, instead of one.
func TestSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the embedded device for minutes")
	}
	moments := 1
	if text := os.Getenv("TALPA_SIGNALS"); text != "" {
		var err error
		if moments, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	s := signalled{program: program(t)}
	whole := s.run(t, nil, moment{})
	if whole.code != 0 {
		t.Fatalf("without a signal: exit code %d\n%s", whole.code, whole.errors)
	}
	t.Logf("a run of its own takes %.1f s, in the phases %q", whole.took.Seconds(), whole.phases)
	if len(whole.phases) < 4 {
		t.Error("that are not all")
	}
	rng, ends := golden.Rand(t), map[string]int{}
	try := func(s signalled, signal syscall.Signal, at moment) {
		r := s.run(t, &signal, at)
		end := r.check(t, signal)
		t.Logf("%v at %v: %s", signal, at, end)
		ends[signal.String()+": "+end]++
		if t.Failed() {
			t.Fatalf("%v at %v: %s, exit code %d\n%s\n%s", signal, at, end, r.code, r.out, r.errors)
		}
	}
	people := signalled{program: s.program, text: true}
	for i, phase := range whole.phases {
		if i%2 == 0 || need.Whole() {
			try(s, syscall.SIGINT, moment{phase: phase})
		}
		if i%2 == 1 || need.Whole() {
			try(people, syscall.SIGINT, moment{phase: phase})
		}
	}
	for range moments {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
			try(s, signal, moment{after: time.Duration(rng.Int64N(int64(whole.took)))})
		}
	}
	t.Logf("ends: %v", ends)
}

// moment is when a signal is sent: at the beginning of a phase, or after some time.
type moment struct {
	phase string
	after time.Duration
}

func (m moment) String() string { return m.phase + m.after.Round(100*time.Millisecond).String() }

// due is closed when it has come.
func (m moment) due(begun <-chan string, r *ended, over chan<- struct{}) <-chan struct{} {
	come := make(chan struct{})
	if m.phase == "" {
		time.AfterFunc(m.after, func() { close(come) })
	}
	go func() {
		defer close(over)
		for phase := range begun {
			if slices.Contains(r.phases, phase) {
				continue
			}
			if r.phases = append(r.phases, phase); phase == m.phase {
				close(come)
			}
		}
	}()
	return come
}

// phases sends on the phases that a program tells of, and keeps what else it says.
func phases(from io.Reader, rest *bytes.Buffer) <-chan string {
	begun := make(chan string)
	go func() {
		defer close(begun)
		for lines := bufio.NewScanner(from); lines.Scan(); {
			var now struct{ Phase string }
			if json.Unmarshal(lines.Bytes(), &now) != nil {
				rest.Write(append(lines.Bytes(), '\n'))
			} else {
				begun <- now.Phase
			}
		}
	}()
	return begun
}

// signalled runs reproduce on a crash that is found in seconds.
type signalled struct {
	program string
	text    bool // for people, not as JSON
}

// ended is what is left of a run.
type ended struct {
	dir, tmp    string
	forms       string // folder of JUnit, SARIF and Markdown
	out, errors string
	code        int // -1: a signal ended it
	phases      []string
	took        time.Duration
}

// run runs the command and sends a signal, if not nil, at a moment.
func (s signalled) run(t *testing.T, signal *syscall.Signal, at moment) ended {
	t.Helper()
	r := ended{dir: filepath.Join(t.TempDir(), "run"), tmp: t.TempDir()}
	args := append(reproduceArgs(t, r.dir), "--time=5m", "--confirm=2", "--progress=json")
	if args = append(args, r.formats(t)...); !s.text {
		args = append(args, "--json")
	}
	cmd := exec.CommandContext(t.Context(), s.program, args...)
	cmd.Env = append(os.Environ(), "TMPDIR="+r.tmp)
	var out, errs bytes.Buffer
	cmd.Stdout = &out
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	due := at.due(phases(said, &errs), &r, over)
	if signal != nil {
		select {
		case <-over:
		case <-due:
			if err := cmd.Process.Signal(*signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
		}
	}
	select {
	case <-over:
	case <-time.After(5 * time.Minute): // others may keep the machine busy
		t.Errorf("five minutes later it still runs")
		_ = cmd.Process.Kill()
		<-over
	}
	_ = cmd.Wait() // how it ended is in its state
	r.took, r.code = time.Since(begun), cmd.ProcessState.ExitCode()
	r.out, r.errors = out.String(), errs.String()
	return r
}

// check demands that what is left is right, and says what it is.
func (r ended) check(t *testing.T, signal syscall.Signal) string {
	t.Helper()
	r.idle(t)
	state, page := r.files(t)
	if signal == syscall.SIGKILL && r.code == -1 {
		return "run.json " + string(state)
	}
	var result struct{ Verdict, Script, Unconfirmed string }
	if word, _, ok := strings.Cut(r.out, ": "); ok && !strings.HasPrefix(r.out, "{") {
		result.Verdict = strings.ReplaceAll(word, " ", "-")
	} else if err := json.Unmarshal([]byte(r.out), &result); err != nil {
		t.Errorf("standard output is no JSON: %v", err)
	}
	verdict := report.Verdict(result.Verdict)
	r.inFormats(t, verdict)
	if r.code != verdict.ExitCode() || verdict != report.Reproduced && verdict != report.Stopped {
		t.Errorf("verdict %q, exit code %d", verdict, r.code)
	}
	if state != "" && state != verdict {
		t.Errorf("verdict %q, run.json has %q", verdict, state)
	}
	if heading := map[report.Verdict]string{report.Reproduced: "Reproduced",
		report.Stopped: "Interrupted"}[verdict]; page != "" &&
		!strings.Contains(page, "<strong>"+heading) {
		t.Errorf("verdict %q, the page does not say %s", verdict, heading)
	}
	for _, script := range []string{result.Script, result.Unconfirmed} {
		if _, err := os.Stat(script); script != "" && err != nil {
			t.Error(err)
		}
	}
	if script := filepath.Join(r.dir, report.FileScript); verdict == report.Reproduced && !files.IsFile(script) {
		t.Error("reproduced without a script")
	}
	left, err := filepath.Glob(filepath.Join(r.tmp, "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v, %v", left, err)
	}
	if result.Unconfirmed != "" {
		return result.Verdict + " with a script"
	}
	return result.Verdict
}

// unfinished says that a file is one that a killed run had not finished writing.
func unfinished(name string) bool {
	ok, err := filepath.Match(files.Unfinished, name)
	return ok && err == nil
}

// files reads all files of the run directory; each must be whole. It returns the verdict in run.json,
// "running" for none, and the page; "" without the folder.
func (r ended) files(t *testing.T) (report.Verdict, string) {
	t.Helper()
	var state report.Verdict
	var page string
	err := filepath.WalkDir(r.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || unfinished(e.Name()) {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch {
		case e.Name() == report.FileRun:
			var run struct {
				State   report.State   `json:"state"`
				Verdict report.Verdict `json:"verdict"`
			}
			err = json.Unmarshal(data, &run)
			if state = run.Verdict; run.State == report.Running {
				state = "running"
			}
		case e.Name() == report.FilePage:
			page = string(data)
			if !strings.HasSuffix(strings.TrimSpace(page), "</html>") {
				t.Errorf("the page is cut off")
			}
		case e.Name() == report.FileCheckpoint:
			_, err = checkpoint.Decode(data)
		case filepath.Ext(path) == ".talpa":
			_, err = event.Decode(data)
		case len(data) == 0:
			t.Errorf("%s is empty", path)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	return state, page
}

// idle waits until no process has a file of the run's temporary folder on its command line.
func (r ended) idle(t *testing.T) {
	t.Helper()
	var left []string
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		left = nil
		lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range lines {
			if line, err := os.ReadFile(name); err == nil && bytes.Contains(line, []byte(r.tmp)) {
				left = append(left, name)
			}
		}
		if len(left) == 0 {
			return
		}
	}
	t.Errorf("still running: %v", left)
}
