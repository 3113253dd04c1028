package shell

import (
	"fmt"
	"io"
	"path"
	"sort"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// builtins are the commands that change the shell itself.
var builtins = map[string]func(s *session, c *Call) int{
	"cd":     cd,
	"exit":   exit,
	"export": export,
	"set":    func(*session, *Call) int { return 0 },
	"unset": func(s *session, c *Call) int {
		for _, name := range c.Args[1:] {
			delete(s.env, name)
		}
		return 0
	},
	"break":    func(s *session, c *Call) int { return leave(s, c, false) },
	"continue": func(s *session, c *Call) int { return leave(s, c, true) },
	"read":     read,
	"env":      env,
	"pwd": func(s *session, c *Call) int {
		fmt.Fprintln(c.Out, s.dir)
		return 0
	},
}

func cd(s *session, c *Call) int {
	to := "/"
	if len(c.Args) > 1 {
		to = c.Path(c.Args[1])
	}
	info, err := s.sh.FS.Stat(to)
	if err != nil {
		return c.Fail("%s", reason(err)) + 1
	}
	if !info.IsDir() {
		return c.Fail("%s: Not a directory", to) + 1
	}
	s.dir = path.Clean(to)
	return 0
}

func exit(s *session, c *Call) int {
	s.exiting = true
	if len(c.Args) > 1 {
		n, err := strconv.Atoi(c.Args[1])
		if err != nil {
			return exitMisuse
		}
		return n & 0xff
	}
	return s.status
}

func export(s *session, c *Call) int {
	for _, arg := range c.Args[1:] {
		if name, value, ok := strings.Cut(arg, "="); ok && syntax.ValidName(name) {
			s.env[name] = value
		}
	}
	return 0
}

func env(s *session, c *Call) int {
	var lines []string
	for name, value := range s.env {
		lines = append(lines, name+"="+value)
	}
	sort.Strings(lines)
	for _, l := range lines {
		fmt.Fprintln(c.Out, l)
	}
	return 0
}

// leave is break and continue, of so many loops.
func leave(s *session, c *Call, again bool) int {
	n := 1
	if len(c.Args) > 1 {
		var err error
		if n, err = strconv.Atoi(c.Args[1]); err != nil || n < 1 {
			return c.Fail("bad number %q", c.Args[1])
		}
	}
	s.leave, s.again = min(n, s.loops), again
	return 0
}

// read reads a line of the input into variables; the last one gets the rest. It
// takes no byte beyond the line, which the next command may want.
func read(s *session, c *Call) int {
	_, names := flags(c.Args[1:])
	var line []byte
	var b [1]byte
	code := 0
	for len(line) < maxTextLine {
		if _, err := io.ReadFull(c.In, b[:]); err != nil {
			code = 1
			break
		}
		if b[0] == '\n' {
			break
		}
		line = append(line, b[0])
	}
	rest := strings.Trim(string(line), " \t")
	for i, name := range names {
		if i == len(names)-1 {
			s.env[name] = rest
			break
		}
		cut := strings.IndexAny(rest+" ", " \t")
		s.env[name], rest = rest[:cut], strings.TrimLeft(rest[cut:], " \t")
	}
	return code
}
