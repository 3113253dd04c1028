package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"talpa/device/virtual/doctor"
	"talpa/fuzz/report"
	"talpa/internal/workflow"
)

// each calls visit for every command of the tree.
func each(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, c := range cmd.Commands() {
		each(c, visit)
	}
}

// TestCommands_explain_themselves: every command says what it is for, and every flag.
func TestCommands_explain_themselves(t *testing.T) {
	t.Parallel()
	each(newRoot(), func(c *cobra.Command) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: short text %q", c.CommandPath(), c.Short)
		}
		if !c.HasSubCommands() && c.RunE == nil {
			t.Errorf("%s does nothing", c.CommandPath())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s is not explained", c.CommandPath(), f.Name)
			}
		})
		for line := range strings.Lines(c.Long) {
			if len(strings.TrimRight(line, "\n")) > 100 {
				t.Errorf("%s: a line of %d characters", c.CommandPath(), len(line))
			}
		}
	})
}

// TestCommands_completion: the words that the shell offers for a flag are those that its text
// names.
func TestCommands_completion(t *testing.T) {
	t.Parallel()
	offered := map[string]bool{}
	each(newRoot(), func(c *cobra.Command) {
		for name, words := range flagValues() {
			f := c.Flags().Lookup(name)
			if f == nil || f.Value.Type() == "bool" {
				continue
			}
			offered[name] = true
			complete, ok := c.GetFlagCompletionFunc(name)
			if !ok {
				t.Errorf("%s --%s has no completion", c.CommandPath(), name)
				continue
			}
			words = valuesOf(c, name, words)
			got, _ := complete(c, nil, "")
			if !slices.Equal(got, words) {
				t.Errorf("%s --%s offers %q, want %q", c.CommandPath(), name, got, words)
			}
			if name == "oracle" && c.Name() == "submit" || name == "generators" || name == "rewriter" && c.Name() == "prune" {
				continue // takes or names fewer
			}
			for _, word := range words {
				if !strings.Contains(f.Usage+f.DefValue, strings.TrimSuffix(word, "=")) {
					t.Errorf("%s --%s offers %q, which its text does not name: %s", c.CommandPath(), name, word, f.Usage)
				}
			}
		}
	})
	for command, want := range map[string]int{"analyze": 4, "prune": 5, "reproduce": 6} {
		c, _, err := newRoot().Find([]string{command})
		if got := valuesOf(c, "level", flagValues()["level"]); err != nil || len(got) != want {
			t.Errorf("%s --level offers %q, want %d words", command, got, want)
		}
	}
	for name := range flagValues() {
		if !offered[name] {
			t.Errorf("words for --%s, which no command has", name)
		}
	}
}

// TestCommands_wrong_arguments: no command goes on with more or fewer arguments than it takes.
func TestCommands_wrong_arguments(t *testing.T) {
	t.Parallel()
	each(newRoot(), func(c *cobra.Command) {
		if c.HasSubCommands() || c.Args == nil || !c.HasParent() {
			return
		}
		path := strings.Fields(c.CommandPath())[1:]
		root := newRoot()
		root.SetArgs(append(slices.Clone(path), "1", "2", "3", "4"))
		root.SetOut(&bytes.Buffer{})
		err := root.ExecuteContext(context.Background())
		if err == nil || !strings.Contains(err.Error(), "wrong number of arguments (4), usage: talpa "+strings.Join(path, " ")) {
			t.Errorf("%s with four arguments: %v", c.CommandPath(), err)
		}
	})
}

// said is a result with a text.
type said struct {
	Happened bool `json:"happened"`
}

func (s *said) Summary() string { return "in words\n" }

// TestOutcome: what is printed, and the exit code, by the verdict of a run.
func TestOutcome(t *testing.T) {
	t.Parallel()
	failed := errors.New("no device")
	for name, c := range map[string]struct {
		json    bool
		verdict report.Verdict
		err     error
		files   error
		out     string
		code    int
		said    string
	}{
		"reproduced":       {verdict: report.Reproduced, out: "in words\n"},
		"not reproduced":   {verdict: report.NotReproduced, out: "in words\n", code: 1},
		"failed":           {verdict: report.NoVerdict, err: failed, out: "in words\n", code: 3, said: "talpa: no device\n"},
		"too little tried": {verdict: report.NoVerdict, out: "in words\n", code: 3},
		"interrupted":      {verdict: report.Stopped, out: "in words\n", code: 130},
		"files not written": {verdict: report.Reproduced, files: failed, out: "in words\n", code: 3,
			said: "talpa: no device\n"},
		"found, then fault": {verdict: report.Reproduced, err: failed, out: "in words\n", said: "talpa: no device\n"},
		"for programs":      {json: true, verdict: report.Violated, out: "{\n  \"happened\": true\n}\n", code: 1},
	} {
		cmd, out, errs := &cobra.Command{}, &bytes.Buffer{}, &bytes.Buffer{}
		cmd.SetOut(out)
		cmd.SetErr(errs)
		g := &globals{json: c.json}
		err := g.outcome(cmd, &said{true}, c.verdict.ExitCode(), c.err, c.files)
		var code exitError
		if err != nil && !errors.As(err, &code) || int(code) != c.code || out.String() != c.out || errs.String() != c.said {
			t.Errorf("%s: %q, %q, %v; want %q, %q, %d", name, out, errs, err, c.out, c.said, c.code)
		}
	}
	if exitError(1).Error() != "exit 1" {
		t.Error("an exit code does not say itself")
	}
}

// TestReadInput: a file, standard input, and what is too large to be a trace.
func TestReadInput(t *testing.T) {
	t.Parallel()
	cmd := &cobra.Command{}
	cmd.SetIn(strings.NewReader("from the pipe"))
	if data, err := readInput(cmd, "-"); err != nil || string(data) != "from the pipe" {
		t.Errorf("standard input: %q, %v", data, err)
	}
	dir := t.TempDir()
	path, large := filepath.Join(dir, "t.txt"), filepath.Join(dir, "large")
	if err := errors.Join(os.WriteFile(path, []byte("trace"), 0o600), os.WriteFile(large, nil, 0o600), os.Truncate(large, 64<<20+1)); err != nil {
		t.Fatal(err)
	}
	if data, err := readInput(cmd, path); err != nil || string(data) != "trace" {
		t.Errorf("a file: %q, %v", data, err)
	}
	for name, want := range map[string]string{large: "larger than 64 MB: cut out the part around the crash", dir: "is a folder: name the file in it", filepath.Join(dir, "none"): "no such file"} {
		if _, err := readInput(cmd, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", filepath.Base(name), err, want)
		}
	}
}

// TestProgress: what a terminal, a file and a program are shown of the same job.
func TestProgress(t *testing.T) {
	t.Parallel()
	search := workflow.Progress{Phase: "searching", Events: 12, Searched: 61, Budget: 600, Evidence: "2 of 5 milestones",
		Detail: "3 a second"}
	for name, c := range map[string]struct {
		mode  mode
		width int
		want  string
	}{
		"terminal": {onTerminal, 80, "\r0:00 reading\r0:31 searching 1:01 of 10:00, 12 events; 2 of 5 milestones; 3 a second" +
			"\r" + strings.Repeat(" ", 70) + "\r"},
		"narrow terminal": {onTerminal, 21, "\r0:00 reading\r0:31 searching 1:01…\r" + strings.Repeat(" ", 20) + "\r"},
		"file":            {plainLines, 0, "0:31 searching 1:01 of 10:00, 12 events; 2 of 5 milestones; 3 a second\n"},
		"program": {jsonLines, 0, `{"elapsed":0,"phase":"reading"}` + "\n" + `{"elapsed":31,"phase":"searching",` +
			`"detail":"3 a second","events":12,"evidence":"2 of 5 milestones","searched":61,"budget":600}` + "\n"},
		"nobody": {hidden, 0, ""},
	} {
		var out bytes.Buffer
		now := time.Unix(1000, 0)
		p := &progress{w: &out, mode: c.mode, width: func() int { return c.width }, now: func() time.Time { return now },
			started: now, shown: now, over: make(chan struct{})}
		p.show(workflow.Progress{Phase: "reading"})
		now = now.Add(31 * time.Second)
		p.show(search)
		p.done()
		p.done()
		p.show(search) // too late
		if got := out.String(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestMachine: what flags and the environment say of this computer; the flag comes first.
func TestMachine(t *testing.T) {
	t.Setenv("TALPA_AGENT_DIR", "/env/agent")
	t.Setenv("JAVA_HOME", "/env/java")
	t.Setenv("XDG_CACHE_HOME", "/env/cache")
	m, err := (&globals{}).machine()
	if err != nil || m.AgentDir != "/env/agent" || m.JavaHome != "/env/java" || m.CacheDir != "/env/cache/talpa" {
		t.Errorf("by the environment: %+v, %v", m, err)
	}
	m, err = (&globals{agent: "a", java: "j", cache: "c"}).machine()
	if err != nil || m.AgentDir != "a" || m.JavaHome != "j" || m.CacheDir != "c" {
		t.Errorf("by flags: %+v, %v", m, err)
	}
	if len(m.Confine) != 2 || m.Confine[1] != confineVerb || m.Now == nil || m.Log == nil {
		t.Errorf("%+v", m)
	}
	t.Setenv("TALPA_AGENT_DIR", "")
	if m, err = (&globals{}).machine(); err != nil || !strings.HasSuffix(m.AgentDir, filepath.Join("lib", "agent")) {
		t.Errorf("by the program: %s, %v", m.AgentDir, err)
	}
	tmp := t.TempDir()
	for name, value := range map[string]string{"XDG_CACHE_HOME": "", "HOME": "", "TMPDIR": tmp} {
		t.Setenv(name, value)
	}
	own := filepath.Join(tmp, fmt.Sprintf("talpa-%d", os.Getuid()))
	if m, err = (&globals{}).machine(); err != nil || m.CacheDir != own {
		t.Errorf("without a home: %s, %v", m.CacheDir, err)
	}
	if err := os.Chmod(own, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err = (&globals{}).machine(); err == nil || !strings.Contains(err.Error(), "--cache-dir") {
		t.Errorf("a folder that others can write to: %v", err)
	}
}

// TestWorkerName: names of workers and words of checks.
func TestWorkerName(t *testing.T) {
	t.Parallel()
	if name, err := workerName("mine"); name != "mine" || err != nil {
		t.Errorf("a name that was asked for becomes %q, %v", name, err)
	}
	if name, err := workerName(""); err != nil || !strings.Contains(name, "-") {
		t.Errorf("%q, %v", name, err)
	}
	for want, c := range map[string]doctor.Check{"ok": {OK: true, Warn: true}, "warn": {Warn: true}, "FAIL": {}} {
		if got := word(c); got != want {
			t.Errorf("%+v is %q, want %q", c, got, want)
		}
	}
}
