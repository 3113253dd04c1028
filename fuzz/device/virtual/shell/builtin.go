package shell

import (
	"fmt"
	"path"
	"sort"
	"strconv"
)

// shellBuiltins are the commands that change the shell itself.
var shellBuiltins = map[string]func(s *session, c *Call) int{
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
	"env": env,
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
		return c.Fail("%s", reason(err))
	}
	if !info.IsDir() {
		return c.Fail("%s: Not a directory", to)
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
		if name := nameAt(arg); name != "" && len(arg) > len(name) && arg[len(name)] == '=' {
			s.env[name] = arg[len(name)+1:]
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
