package shell

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"sort"
	"strconv"
	"strings"
	"sync"
)

const (
	maxSubst  = 1 << 20 // bytes that a command substitution may print
	maxFields = 4096    // words that one command may expand to
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
func (c *Call) Path(name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return path.Join(c.s.dir, name)
}

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

// stdio is where a command reads and writes.
type stdio struct {
	in       io.Reader
	out, err io.Writer
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

// Run runs a command line and returns its exit code. It writes to out and errw,
// which may be the same, one write at a time.
func (sh *Shell) Run(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int {
	l, err := parse(line)
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
	s.list(ctx, l, stdio{in, turns{&mu, out}, turns{&mu, errw}})
	return s.status
}

// clone is the session of a subshell.
func (s *session) clone() *session {
	c := *s
	c.env = maps.Clone(s.env)
	return &c
}

func (s *session) list(ctx context.Context, l list, io stdio) {
	for _, j := range l {
		if s.left() {
			return
		}
		if ctx.Err() != nil {
			s.status, s.exiting = exitStopped, true
			return
		}
		if j.op == "&&" && s.status != 0 || j.op == "||" && s.status == 0 {
			continue
		}
		s.pipeline(ctx, j.pipe, io)
		if j.not && !s.exiting {
			if s.status == 0 {
				s.status = 1
			} else {
				s.status = 0
			}
		}
	}
}

// pipeline runs the commands of a pipe side by side, each in a subshell.
func (s *session) pipeline(ctx context.Context, pipe []command, std stdio) {
	if len(pipe) == 1 {
		s.command(ctx, pipe[0], std)
		return
	}
	done := make(chan int, len(pipe)) // exit code of the last, after all ended
	in := std.in
	for i, c := range pipe {
		stage, last := s.clone(), i == len(pipe)-1
		io2 := stdio{in, std.out, std.err}
		var next *io.PipeReader
		var w *io.PipeWriter
		if !last {
			next, w = io.Pipe()
			io2.out = w
		}
		go func(in io.Reader) {
			stage.command(ctx, c, io2)
			if w != nil {
				w.Close()
			}
			if r, ok := in.(*io.PipeReader); ok && r != nil && i > 0 {
				r.CloseWithError(io.ErrClosedPipe)
			}
			if last {
				done <- stage.status
			} else {
				done <- -1
			}
		}(in)
		in = next
	}
	for range pipe {
		if code := <-done; code >= 0 {
			s.status = code
		}
	}
}

// command runs a simple command or a group.
func (s *session) command(ctx context.Context, c command, std stdio) {
	std, closeAll, err := s.redirect(ctx, c.redirs, std)
	defer closeAll()
	if err != nil {
		fmt.Fprintf(std.err, "sh: %s\n", reason(err))
		s.status = 1
		return
	}
	if c.compound != nil {
		s.compound(ctx, c.compound, std)
		return
	}
	if c.group != nil {
		g := s
		if c.own {
			g = s.clone()
		}
		g.list(ctx, c.group, std)
		s.status = g.status
		return
	}
	env := s.env
	if len(c.words) > 0 {
		env = maps.Clone(s.env)
	}
	for _, a := range c.assigns {
		value := strings.Join(s.expand(ctx, a.value, std, false), " ")
		if len(value) > maxSubst {
			fmt.Fprintf(std.err, "sh: %s: value of %d bytes, limit %d\n", a.name, len(value), maxSubst)
			s.status, s.exiting = exitMisuse, true
			return
		}
		env[a.name] = value
	}
	var args []string
	for _, w := range c.words {
		args = append(args, s.expand(ctx, w, std, true)...)
		if len(args) > maxFields {
			fmt.Fprintln(std.err, "sh: argument list too long")
			s.status = exitMisuse
			return
		}
	}
	if s.exiting {
		return // an expansion failed
	}
	if len(args) == 0 {
		if len(c.words) == 0 {
			s.status = 0
		}
		return
	}
	s.call(ctx, args, env, std)
}

// call runs one command by name.
func (s *session) call(ctx context.Context, args []string, env map[string]string, std stdio) {
	for len(args) > 1 && (args[0] == "exec" || args[0] == "command" || args[0] == "busybox" || args[0] == "toybox") {
		args = args[1:]
	}
	name := path.Base(args[0])
	if f := shellBuiltins[name]; f != nil {
		s.status = f(s, &Call{Args: args, In: std.in, Out: std.out, Err: std.err, s: s})
		return
	}
	f := s.sh.Commands[name]
	if f == nil {
		f = fileCommands[name]
	}
	if f == nil {
		fmt.Fprintf(std.err, "sh: %s: inaccessible or not found\n", args[0])
		s.status = exitNotFound
		return
	}
	own := *s
	own.env = env
	s.status = f(ctx, &Call{Args: args, In: std.in, Out: std.out, Err: std.err, s: &own})
}

// redirect opens the targets of redirects; closeAll closes them.
func (s *session) redirect(ctx context.Context, redirs []redirect, std stdio) (stdio, func(), error) {
	var open []io.Closer
	closeAll := func() {
		for _, c := range open {
			c.Close()
		}
	}
	for _, r := range redirs {
		target := strings.Join(s.expand(ctx, r.target, std, false), " ")
		c := &Call{s: s}
		switch r.op {
		case "<<":
			std.in = strings.NewReader(target)
		case "<":
			if target == "/dev/null" {
				std.in = strings.NewReader("")
				continue
			}
			f, err := s.sh.FS.Open(c.Path(target))
			if err != nil {
				return std, closeAll, err
			}
			open = append(open, f)
			std.in = f
		case ">&":
			if target == "1" && r.fd == 2 {
				std.err = std.out
			} else if target == "2" && r.fd == 1 {
				std.out = std.err
			}
		default:
			f, err := s.sh.FS.Create(c.Path(target), r.op == ">>")
			if err != nil {
				return std, closeAll, err
			}
			open = append(open, f)
			if r.fd != 2 {
				std.out = f
			}
			if r.fd != 1 {
				std.err = f
			}
		}
	}
	return std, closeAll, nil
}

// expand is the texts that a word stands for; exactly one unless split.
func (s *session) expand(ctx context.Context, w word, std stdio, split bool) []string {
	var out []string
	for _, f := range s.fields(ctx, w, std, split) {
		if names := s.glob(f); split && len(names) > 0 {
			out = append(out, names...)
			continue
		}
		out = append(out, f.text)
	}
	return out
}

// text is what a part of a word stands for.
func (s *session) text(ctx context.Context, p part, std stdio) string {
	switch p.kind {
	case variable:
		return s.value(p.text)
	case subst:
		return s.substitute(ctx, p.list, std)
	case arith:
		v, err := s.arithmetic(p.text)
		if err != nil {
			fmt.Fprintf(std.err, "sh: %v\n", err)
			s.status, s.exiting = exitMisuse, true
		}
		return strconv.FormatInt(v, 10)
	case length:
		return strconv.Itoa(len([]rune(s.value(p.text))))
	case instead:
		if v := s.value(p.text); v != "" {
			return v
		}
		return p.other
	case besides:
		if s.value(p.text) != "" {
			return p.other
		}
		return ""
	}
	return p.text
}

// fields is expand before file names.
func (s *session) fields(ctx context.Context, w word, std stdio, split bool) []field {
	var fields []field
	current := field{}
	started := false
	for _, p := range w {
		text := s.text(ctx, p, std)
		if p.kind == literal || p.quoted || !split {
			current.add(text, !p.quoted && p.kind == literal)
			started = started || p.quoted || text != ""
			continue
		}
		words := strings.Fields(text)
		if len(words) > 0 && started && strings.ContainsAny(text[:1], " \t\n") {
			fields = append(fields, current)
			current = field{}
		}
		for i, word := range words {
			if i > 0 {
				fields = append(fields, current)
				current = field{}
			}
			current.add(word, true)
			started = true
		}
	}
	if started || !split {
		fields = append(fields, current)
	}
	return fields
}

// field is a word after expansion; pattern is the same with quoted specials escaped.
type field struct {
	text, pattern string
	special       bool
}

func (f *field) add(text string, active bool) {
	f.text += text
	if active {
		f.special = f.special || strings.ContainsAny(text, "*?[")
		f.pattern += text
		return
	}
	f.pattern += escaper.Replace(text)
}

// escaper takes the meaning from what is special in patterns.
var escaper = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

// glob is the files that a field's pattern matches in its last element.
func (s *session) glob(f field) []string {
	if !f.special {
		return nil
	}
	dir, pattern := path.Split(f.pattern)
	if strings.ContainsAny(dir, `*?[\`) {
		return nil // patterns in folders are not expanded
	}
	infos, err := s.sh.FS.ReadDir((&Call{s: s}).Path(dir))
	if err != nil {
		return nil
	}
	var names []string
	for _, info := range infos {
		hidden := strings.HasPrefix(info.Name(), ".") && !strings.HasPrefix(pattern, ".")
		if ok, _ := path.Match(pattern, info.Name()); ok && !hidden && len(names) < maxFields {
			names = append(names, dir+info.Name())
		}
	}
	sort.Strings(names)
	return names
}

func (s *session) value(name string) string {
	switch name {
	case "?":
		return strconv.Itoa(s.status)
	case "$":
		return "1"
	case "0":
		return "sh"
	}
	return s.env[name]
}

// substitute is what a list prints, without the newlines at its end.
func (s *session) substitute(ctx context.Context, l list, std stdio) string {
	out := &limited{limit: maxSubst}
	sub := s.clone()
	sub.list(ctx, l, stdio{std.in, out, std.err})
	s.status = sub.status
	return strings.TrimRight(out.buf.String(), "\n")
}

// limited keeps the first limit bytes.
type limited struct {
	buf   bytes.Buffer
	limit int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.buf.Len()+len(p) > l.limit {
		return 0, io.ErrShortWrite
	}
	return l.buf.Write(p)
}
