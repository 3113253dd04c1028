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
// read reads a line into variables, the rest of it into the last one. Without -r a
// backslash takes a separator as it is, and joins a line with the next.
func read(s *session, c *Call) int {
	set, names := flags(c.Args[1:])
	line, code := c.inputLine(set['r'])
	line = trimSpaces(line)
	for i, name := range names {
		if i == len(names)-1 {
			s.env[name] = plain(line)
			break
		}
		at := 0
		for at < len(line) && !line[at].separates() {
			at++
		}
		s.env[name], line = plain(line[:at]), trimSpaces(line[at:])
	}
	return code
}

// readByte is a byte that read has read.
type readByte struct {
	value byte
	taken bool // as it is, after a backslash
}

func (b readByte) separates() bool { return !b.taken && (b.value == ' ' || b.value == '\t') }

func plain(line []readByte) string {
	text := make([]byte, len(line))
	for i, b := range line {
		text[i] = b.value
	}
	return string(text)
}

func trimSpaces(line []readByte) []readByte {
	for len(line) > 0 && line[0].separates() {
		line = line[1:]
	}
	for len(line) > 0 && line[len(line)-1].separates() {
		line = line[:len(line)-1]
	}
	return line
}

// inputLine reads a line, byte by byte: what follows is for the next command. The code is
// 1 where the input ends.
func (c *Call) inputLine(raw bool) (line []readByte, code int) {
	escaped := false
	for len(line) < maxTextLine {
		var b [1]byte
		if _, err := io.ReadFull(c.In, b[:]); err != nil {
			return line, 1
		}
		switch {
		case escaped && b[0] == '\n': // the line goes on
			escaped = false
		case b[0] == '\n':
			return line, 0
		case b[0] == '\\' && !raw && !escaped:
			escaped = true
		default:
			line = append(line, readByte{b[0], escaped})
			escaped = false
		}
	}
	return line, 0
}
