// Package shell is the small command language behind `adb shell` on the
// embedded device: quoting, variables, command substitution, file name
// patterns, pipes, lists and redirects, with commands that are Go functions
// and files that lie inside the device's folder. It never runs a program of
// the host.
//
// A line is parsed by mvdan.cc/sh/v3/syntax in the dialect of mksh, Android's sh,
// and evaluated here. The interpreter of that module is not used: it asks the host
// itself (access(2) for cd and test, user names for ~NAME, the host's user id)
// past all of its handlers, and does not bound what a substitution prints.
//
// The evaluator knows if, for, while, until, case, [[ ]] and whole-number
// arithmetic, and the parameter expansions of POSIX. Left out are functions, positional
// parameters, traps, aliases, IFS, arrays, coprocesses, patterns in the folders of a
// path, and background jobs (a trailing & is a ;). What is left out and can be
// seen in the syntax is refused before the first command runs.
//
// Lines come from outside: their length, their nesting, what a word expands to, what a
// substitution prints and what a pattern costs are bounded; their time is by the context.
package shell

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"strings"
	"sync"
	"time"
)

// Exit codes of the shell itself.
const (
	exitMisuse   = 2
	exitNotFound = 127
	exitStopped  = 130 // the context ended
)

// Call is one run of a command.
type Call struct {
	Args []string // Args[0] is the command's name
	In   io.Reader
	Out  io.Writer
	Err  io.Writer
	s    *session
}

// FS is the files that the command may touch.
func (c *Call) FS() *FS { return c.s.sh.FS }

// Path makes a path that the command was given absolute.
func (c *Call) Path(name string) string { return c.s.path(name) }

// Env is the value of a variable, "" if it is not set.
func (c *Call) Env(name string) string { return c.s.env[name] }

// Fail prints "NAME: message" to Err and returns 1.
func (c *Call) Fail(format string, args ...any) int {
	fmt.Fprintf(c.Err, "%s: %s\n", c.Args[0], fmt.Sprintf(format, args...))
	return 1
}

// Func is a command. It returns the exit code, and soon after the context ended
// or Out fails.
type Func func(ctx context.Context, c *Call) int

// Shell runs command lines. It is safe for use by several goroutines.
type Shell struct {
	FS *FS
	// Commands are those of the device, beside the shell's own.
	Commands map[string]Func
	// Env are the variables that a line starts with.
	Env map[string]string
	// Pass has time pass on the device while a command sleeps; nil if it has no clock of its own.
	Pass func(ctx context.Context, long time.Duration) error
}

// Run runs a command line and returns its exit code. It writes to out and errw,
// which may be the same, one write at a time.
func (sh *Shell) Run(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int {
	stmts, err := parse(line)
	if err != nil {
		fmt.Fprintf(errw, "sh: %v\n", err)
		return exitMisuse
	}
	env := maps.Clone(sh.Env)
	if env == nil {
		env = map[string]string{}
	}
	s := &session{sh: sh, env: env, dir: "/"}
	var mu sync.Mutex
	s.stmts(ctx, stmts, stdio{in, turns{&mu, out}, turns{&mu, errw}})
	return s.status
}

// turns is a writer that the commands of a pipeline, which run side by side, use in
// turn. Writers with one mutex may be one writer.
type turns struct {
	mu *sync.Mutex
	w  io.Writer
}

func (t turns) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(p)
}

// session is the state of one line.
type session struct {
	sh      *Shell
	env     map[string]string
	dir     string
	status  int
	exiting bool
	loops   int  // that run around the present command
	leave   int  // loops to leave
	again   bool // the last of them goes on with its next round
}

// clone is the session of a subshell.
func (s *session) clone() *session {
	c := *s
	c.env = maps.Clone(s.env)
	return &c
}

// path makes a path absolute.
func (s *session) path(name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return path.Join(s.dir, name)
}

// fail prints a message and ends the line, as a shell does where an expansion fails.
func (s *session) fail(std stdio, format string, args ...any) {
	fmt.Fprintf(std.err, "sh: %s\n", fmt.Sprintf(format, args...))
	s.status, s.exiting = exitMisuse, true
}

// left says whether what runs is on its way out, of a loop or of the shell.
func (s *session) left() bool { return s.exiting || s.leave > 0 }

// leaveLoop ends a round of a loop: true if the loop is to be left.
func (s *session) leaveLoop() bool {
	if s.leave == 0 {
		return s.exiting
	}
	if s.leave--; s.leave == 0 && s.again {
		s.again = false
		return false
	}
	return true
}
