// Command cputime runs a command of talpa and prints where its processor time goes, as a table in
// Markdown: a column for each kind of process, a row for each part of the job. It looks at /proc
// every few milliseconds, and takes the parts from what talpa says with -vv.
//
//	go run ./scripts/bench/cputime bin/talpa reproduce APK TRACE -o DIR
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"talpa/internal/execx"
	"talpa/internal/procfs"
)

// period is how often /proc is looked at.
const period = 10 * time.Millisecond

// The kinds of processes.
const (
	talpa    = "talpa"
	convert  = "conversion"
	original = "JVM that is copied"
	process  = "app processes"
	other    = "other"
)

var kinds = []string{talpa, convert, original, process, other}

// The parts of a job, by the message that begins them.
var parts = regexp.MustCompile(`level=DEBUG msg=("[^"]*"|\S+) detail=`)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: cputime COMMAND ARGUMENT...")
		os.Exit(2)
	}
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "cputime:", err)
		os.Exit(1)
	}
}

func run(argv []string, w io.Writer) error {
	said, saying := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd, err := execx.Start(ctx, execx.Cmd{Name: argv[0], Args: append(slices.Clone(argv[1:]), "-vv"), Stderr: saying})
	if err != nil {
		return err
	}
	p := newProfile(cmd.PID())
	go p.watch(cmd.Done())
	go p.listen(said)
	go func() { _, _ = io.Copy(io.Discard, cmd.Stdout) }()
	res, err := cmd.Wait()
	saying.Close()
	fmt.Fprint(w, p.table())
	cpu := res.Usage.User + res.Usage.System
	fmt.Fprintf(w, "\nall: %.2f s of CPU, %.1f s\n", cpu.Seconds(), res.Usage.Wall.Seconds())
	return err
}

// profile adds up the processor time of a process and those below it.
type profile struct {
	root int

	mu    sync.Mutex
	part  string
	order []string // of the parts
	spent map[string]map[string]time.Duration
	seen  map[int]*seen
}

// seen is one process as it was when it was looked at last.
type seen struct {
	kind string
	used time.Duration
}

func newProfile(root int) *profile {
	p := &profile{root: root, spent: map[string]map[string]time.Duration{}, seen: map[int]*seen{}}
	p.enter("start")
	return p
}

// enter begins a part; one that was there before goes on.
func (p *profile) enter(part string) {
	p.part = part
	if p.spent[part] == nil {
		p.order = append(p.order, part)
		p.spent[part] = map[string]time.Duration{}
	}
}

// listen reads what talpa says until it ends.
func (p *profile) listen(r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		m := parts.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		if part := strings.Trim(m[1], `"`); part != p.part {
			p.look()
			p.mu.Lock()
			p.enter(part)
			p.mu.Unlock()
		}
	}
	_, _ = io.Copy(io.Discard, r)
}

func (p *profile) watch(ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case <-time.After(period):
			p.look()
		}
	}
}

// look charges the present part with what was used since the last look.
func (p *profile) look() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.visit(p.root, talpa)
}

// visit looks at a process and those below it. above is the kind of its parent.
func (p *profile) visit(pid int, above string) {
	used, s := procfs.CPUTime(pid), p.seen[pid]
	if s != nil && used < s.used {
		return // it has ended
	}
	if s == nil {
		s = &seen{kind: kindOf(pid, above)}
		p.seen[pid] = s
	}
	if s.kind == other || s.kind == talpa && pid != p.root {
		s.kind = kindOf(pid, above) // it may have become another program
	}
	p.spent[p.part][s.kind] += used - s.used
	s.used = used
	for _, child := range procfs.Children(pid) {
		p.visit(child, s.kind)
	}
}

// kindOf is what a process is.
func kindOf(pid int, above string) string {
	if above == original || above == process {
		return process // a copy
	}
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return other
	}
	return kindOfCommand(string(line))
}

func kindOfCommand(line string) string {
	arguments := strings.Split(line, "\x00")
	switch {
	case slices.Contains(arguments, "talpa.agent.convert.Main"):
		return convert
	case filepath.Base(arguments[0]) == "java":
		return original
	case filepath.Base(arguments[0]) == "talpa":
		return talpa // also before it becomes the program that it confines
	default:
		return other
	}
}

// table is the profile in Markdown, seconds of CPU.
func (p *profile) table() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	b.WriteString("| part |")
	for _, kind := range kinds {
		b.WriteString(" " + kind + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(kinds)) + "\n")
	sums := map[string]time.Duration{}
	for _, part := range p.order {
		fmt.Fprintf(&b, "| %s |", part)
		for _, kind := range kinds {
			fmt.Fprintf(&b, " %.2f |", p.spent[part][kind].Seconds())
			sums[kind] += p.spent[part][kind]
		}
		b.WriteString("\n")
	}
	b.WriteString("| all |")
	for _, kind := range kinds {
		fmt.Fprintf(&b, " %.2f |", sums[kind].Seconds())
	}
	b.WriteString("\n")
	return b.String()
}
