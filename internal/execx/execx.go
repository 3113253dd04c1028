// Package execx runs other programs. It is the only package that imports
// os/exec, so that three promises hold for every child process of talpa:
//
//   - it runs in a process group of its own, and the whole group is killed when
//     the context ends, so a tool that forks (a shell wrapper around a JVM)
//     leaves nothing behind;
//   - what it prints is kept within bounds, and travels in the error when it fails;
//   - no shell is involved: a program and its arguments are never re-parsed.
//
// Run is for tools that do one job and end; Start is for children that one
// talks to over pipes. The package needs a Unix; Confinement needs Linux.
package execx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"talpa/internal/shellword"
)

// ErrNotFound is wrapped by the errors for a program that is not installed.
var ErrNotFound = exec.ErrNotFound

// ErrOutput is wrapped by the error for a program that printed more than
// Cmd.MaxOutput; the program was killed.
var ErrOutput = errors.New("output exceeds the limit")

const (
	// DefaultMaxOutput bounds the kept standard output, in bytes.
	DefaultMaxOutput = 64 << 20
	// stderrKept bounds the kept standard error, in bytes: its end is what tells why.
	stderrKept = 64 << 10
	// drainDelay bounds how long pipes may stay open after the program ended
	// (a daemon that it left behind may have inherited them).
	drainDelay = 2 * time.Second
)

// Cmd says what to run.
type Cmd struct {
	Name string   // program, looked up in PATH unless it holds a slash
	Args []string // arguments without the program's name
	Dir  string   // working folder; "" is the caller's
	Env  []string // "KEY=value"; nil inherits the caller's environment
	// Defaults are "KEY=value" for what the caller's environment has no value of. Not beside Env.
	Defaults []string
	// Stdin is fed to the program. nil means an empty input in Run, a pipe in Start.
	Stdin io.Reader
	// Stdout and Stderr, where not nil, receive the output as it comes; Run then
	// keeps no copy of that stream beyond the tail of Stderr for errors.
	Stdout, Stderr io.Writer
	// MaxOutput bounds the standard output that Run keeps, in bytes; 0 means
	// DefaultMaxOutput. A program that prints more is killed.
	MaxOutput int
	// Confine restricts the child; nil leaves it as it is. Linux only.
	Confine *Confinement
	// Group is the descriptor of a control group's folder (cgroup v2) in which the child is made; 0 is the caller's
	// group. Linux only.
	Group int
	// DieWithParent has the kernel kill the child when talpa dies. Linux only,
	// ignored elsewhere.
	DieWithParent bool
}

// String is the command as a shell would take it, for logs and messages.
func (c Cmd) String() string {
	return shellword.Join(append([]string{c.Name}, c.Args...))
}

// Result is what a finished program left.
type Result struct {
	Stdout   []byte
	Stderr   []byte // at most its last 64 KiB
	ExitCode int    // -1 if a signal ended it
	Usage    Usage
}

// Usage is what a finished child consumed, including the children that it waited for.
type Usage struct {
	Wall, User, System time.Duration
	MaxRSS             int64 // bytes; of the largest single process
}

// Error is the failure of a program that started: it ended with a non-zero
// status, by a signal, or because its context ended.
type Error struct {
	Cmd    Cmd
	Result Result
	Err    error // the context's error if that was the reason, else the status
}

// Error is one line: the program, the reason, and the last line that it printed.
func (e *Error) Error() string {
	said := lastLine(e.Result.Stderr)
	if said == "" {
		said = lastLine(e.Result.Stdout)
	}
	if said == "" {
		return fmt.Sprintf("%s: %v", e.Cmd.Name, e.Err)
	}
	return fmt.Sprintf("%s: %v: %s", e.Cmd.Name, e.Err, said)
}

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// LookPath finds a program in PATH. Its error wraps ErrNotFound.
func LookPath(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("looking for the program %s: %w", name, err)
	}
	return path, nil
}

// inherit gives a program the caller's environment with the defaults; without defaults os/exec does.
func (c Cmd) inherit(cmd *exec.Cmd) {
	if len(c.Defaults) == 0 {
		return
	}
	cmd.Env = append(slices.Clone(c.Defaults), cmd.Environ()...) // of two values the last one counts
}

// Run runs c to its end. The Result is valid whenever the program started,
// also beside an error; that error is then an *Error.
func Run(ctx context.Context, c Cmd) (Result, error) {
	limit := c.MaxOutput
	if limit <= 0 {
		limit = DefaultMaxOutput
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := &head{limit: limit, full: func() { cancel(ErrOutput) }}
	tail := &tail{limit: stderrKept}

	cmd := exec.CommandContext(ctx, c.Name, c.Args...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.Dir, c.Env, c.Stdin
	c.inherit(cmd)
	cmd.Stdout, cmd.Stderr = out, tail
	if c.Stdout != nil {
		cmd.Stdout = c.Stdout
	}
	if c.Stderr != nil {
		cmd.Stderr = io.MultiWriter(tail, c.Stderr)
	}
	attr, err := c.attr()
	if err != nil {
		return Result{}, err
	}
	cmd.SysProcAttr = attr
	cmd.WaitDelay = drainDelay
	cmd.Cancel = func() error { return killGroup(cmd.Process.Pid) }

	begin := time.Now()
	err = onThread(c.DieWithParent, cmd.Run)
	if cmd.Process == nil {
		return Result{}, fmt.Errorf("starting %s: %w", c.Name, err)
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // the program itself succeeded
	}
	res := Result{
		Stdout: out.buf.Bytes(), Stderr: tail.buf,
		ExitCode: cmd.ProcessState.ExitCode(),
		Usage:    usage(cmd.ProcessState, time.Since(begin)),
	}
	return res, c.failure(ctx, res, err)
}

// failure wraps the end of a program that started; nil if it succeeded.
func (c Cmd) failure(ctx context.Context, res Result, err error) error {
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return &Error{Cmd: c, Result: res, Err: err}
}

// head keeps the first limit bytes and calls full on the first byte beyond.
type head struct {
	buf   bytes.Buffer
	limit int
	full  func()
}

// Write never fails: a failing writer would make os/exec blame the copy, not
// the limit.
func (h *head) Write(p []byte) (int, error) {
	room := h.limit - h.buf.Len()
	if len(p) > room {
		h.buf.Write(p[:room])
		h.full()
		return len(p), nil
	}
	return h.buf.Write(p)
}

// tail keeps the last limit bytes.
type tail struct {
	buf   []byte
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - t.limit; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}

// lastLine is the last line of text that says something, at most 300 bytes of
// it. The frames of a Java stack trace say nothing to a user.
func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	last := ""
	for i := len(lines) - 1; i >= 0 && last == ""; i-- {
		last = strings.TrimSpace(lines[i])
		if strings.HasPrefix(last, "at ") || strings.HasPrefix(last, "... ") {
			last = ""
		}
	}
	if len(last) > 300 {
		last = last[:300] + "..."
	}
	return last
}
