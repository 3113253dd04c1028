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

// kill is the command: any signal ends the app.
func kill(_ context.Context, d Device, c *shell.Call) int {
	return d.With(func(s System) int {
		for _, arg := range c.Args[1:] {
			if strings.HasPrefix(arg, "-") {
				continue
			}
			pid, err := strconv.Atoi(arg)
			p, ok := s.Process()
			if err != nil || !ok || p.PID != pid {
				return c.Fail("%s: No such process", arg)
			}
			s.Stop("it is killed by the shell")
		}
		return 0
	})
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
			"%N", fmt.Sprintf("%09d", wall.Nanosecond()))
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
