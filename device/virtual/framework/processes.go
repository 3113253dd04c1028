package framework

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"talpa/device/virtual/logcat"
	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// ps lists the device's processes: a few of the system's, and the app's.
func ps(_ context.Context, d Device, c *shell.Call) int {
	return d.With(func(s System) int {
		fmt.Fprintln(c.Out, "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME")
		line := func(user string, pid int, name string) {
			fmt.Fprintf(c.Out, "%-12s %5d %5d %7d %6d %-16s %4d S %s\n", user, pid, 1, 0, 0, "0", 0, name)
		}
		line("root", 1, "init")
		line("system", SystemPID, "system_server")
		if p, ok := s.Process(); ok {
			line("u0_a100", p.PID, p.Package)
		}
		return 0
	})
}

// pidof is the command: the app's process and the system server are known.
func pidof(_ context.Context, d Device, c *shell.Call) int {
	return d.With(func(s System) int {
		var found []string
		for _, name := range c.Args[1:] {
			if p, ok := s.Process(); ok && p.Package == name {
				found = append(found, strconv.Itoa(p.PID))
			}
			if name == "system_server" {
				found = append(found, strconv.Itoa(SystemPID))
			}
		}
		if len(found) == 0 {
			return 1
		}
		fmt.Fprintln(c.Out, strings.Join(found, " "))
		return 0
	})
}

// kill is the command: a signal ends the app, but for the one that only asks whether it
// is there, and those that a process goes on after.
func kill(_ context.Context, d Device, c *shell.Call) int {
	signal, args := "TERM", c.Args[1:]
	switch {
	case len(args) > 1 && args[0] == "-s":
		signal, args = args[1], args[2:]
	case len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-':
		signal, args = args[0][1:], args[1:]
	}
	if len(args) == 0 {
		return c.Fail("needs 1 argument")
	}
	signal = strings.TrimPrefix(strings.ToUpper(signal), "SIG")
	if survived[signal] {
		return c.Fail("signal %s does nothing on this device", signal)
	}
	return d.With(func(s System) int {
		for _, arg := range args {
			pid, err := strconv.Atoi(arg)
			p, ok := s.Process()
			if err != nil || !ok || p.PID != pid {
				return c.Fail("%s: No such process", arg)
			}
			if signal != "0" {
				s.Stop("it is killed by the shell")
			}
		}
		return 0
	})
}

// survived are the signals that an app's process on a phone goes on after: it stops,
// continues, writes its stacks or collects garbage.
var survived = map[string]bool{
	"3": true, "QUIT": true, "10": true, "USR1": true, "17": true, "CHLD": true, "18": true, "CONT": true,
	"19": true, "STOP": true,
}

// reboot ends the app's process; nothing else runs that could start anew.
func reboot(ctx context.Context, d Device, c *shell.Call) int {
	return d.With(func(s System) int {
		s.Stop("the device reboots")
		apps := s.Apps()
		slices.SortFunc(apps, func(a, b *App) int { return strings.Compare(a.Package, b.Package) })
		for _, a := range apps {
			if err := s.Perform(ctx, a.Package, event.Event{Kind: event.Boot}); err != nil {
				return fail(c, err)
			}
		}
		return 0
	})
}

// date prints the virtual clock.
func date(_ context.Context, d Device, c *shell.Call) int {
	var now int64
	d.With(func(s System) int { now = s.Now(); return 0 })
	wall := time.UnixMilli(now).UTC()
	if len(c.Args) > 1 && strings.HasPrefix(c.Args[len(c.Args)-1], "+") {
		r := strings.NewReplacer("%s", strconv.FormatInt(wall.Unix(), 10), "%Y", wall.Format("2006"), "%m", wall.Format("01"),
			"%d", wall.Format("02"), "%H", wall.Format("15"), "%M", wall.Format("04"), "%S", wall.Format("05"),
			"%N", fmt.Sprintf("%09d", wall.Nanosecond()), "%F", wall.Format("2006-01-02"), "%T", wall.Format("15:04:05"),
			"%y", wall.Format("06"), "%e", wall.Format("_2"), "%a", wall.Format("Mon"), "%b", wall.Format("Jan"), "%Z", "UTC",
			"%z", "+0000", "%%", "%")
		fmt.Fprintln(c.Out, r.Replace(c.Args[len(c.Args)-1][1:]))
		return 0
	}
	fmt.Fprintln(c.Out, wall.Format("Mon Jan _2 15:04:05 UTC 2006"))
	return 0
}

// writeLog is the command log: it writes a line to the main log.
func writeLog(_ context.Context, d Device, c *shell.Call) int {
	e := logcat.Entry{Buffer: logcat.Main, Priority: 'I', Tag: "log", PID: SystemPID, TID: SystemPID}
	args := c.Args[1:]
	for len(args) > 1 && (args[0] == "-t" || args[0] == "-p") {
		if args[0] == "-t" {
			e.Tag = logcat.Tag(args[1])
		} else if p := strings.ToUpper(args[1]); p != "" && strings.Contains(logcat.Priorities, p[:1]) {
			e.Priority = p[0]
		}
		args = args[2:]
	}
	return d.With(func(s System) int {
		e.Wall, e.Msg = s.Now(), strings.Join(args, " ")
		d.Log().Add(e)
		return 0
	})
}
