package virtual

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"talpa/device/session"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
)

// api is the API level of the framework that the agent runs.
const api = 35

// commands are the programs of the device.
func (d *Device) commands() map[string]shell.Func {
	return map[string]shell.Func{
		session.Command: d.serveSession,
		"am":            d.am, "pm": d.pm, "cmd": d.cmd, "input": d.inputCommand, "monkey": d.monkey,
		"uiautomator": d.uiautomator, "screencap": d.screencap, "wm": d.wm, "dumpsys": d.dumpsys,
		"logcat": d.logcat, "log": d.logCommand, "getprop": d.getprop, "setprop": d.setprop, "settings": d.settingsCommand,
		"ps": d.ps, "pidof": d.pidof, "kill": d.kill, "date": d.date, "id": id, "whoami": whoami, "uname": uname,
		"reboot": d.reboot, "svc": d.svc, "bugreport": bugreport, "bugreportz": bugreport,
		"ime": d.ime, "getenforce": says("Permissive\n"), "getevent": says(""),
		"app_process": d.appProcess, "app_process32": d.appProcess, "app_process64": d.appProcess, "atx-agent": atxAgent,
		"content": d.content, "start": done, "stop": done, "run-as": d.runAs,
		"screenrecord": screenrecord,
	}
}

func done(context.Context, *shell.Call) int { return 0 }

func says(text string) shell.Func {
	return func(_ context.Context, c *shell.Call) int {
		fmt.Fprint(c.Out, text)
		return 0
	}
}

func id(_ context.Context, c *shell.Call) int {
	if len(c.Args) > 1 && c.Args[1] == "-u" {
		fmt.Fprintln(c.Out, "2000")
		return 0
	}
	fmt.Fprintln(c.Out, "uid=2000(shell) gid=2000(shell) groups=2000(shell)")
	return 0
}

func whoami(_ context.Context, c *shell.Call) int {
	fmt.Fprintln(c.Out, "shell")
	return 0
}

func uname(_ context.Context, c *shell.Call) int {
	fmt.Fprintln(c.Out, "Linux")
	return 0
}

// properties are what getprop shows of a new device.
func (d *Device) properties() map[string]string {
	return map[string]string{
		session.Property:                 "1",
		"ro.build.version.sdk":           strconv.Itoa(api),
		"ro.build.version.release":       "15",
		"ro.build.type":                  "user",
		"ro.build.id":                    "TALPA",
		"ro.build.fingerprint":           "talpa/virtual/talpa:15/TALPA/1:user/release-keys",
		"ro.product.model":               "talpa virtual",
		"ro.product.name":                "talpa",
		"ro.product.device":              "talpa",
		"ro.product.brand":               "talpa",
		"ro.product.manufacturer":        "talpa",
		"ro.product.cpu.abi":             "none",
		"ro.product.cpu.abilist":         "",
		"ro.serialno":                    d.serial,
		"ro.sf.lcd_density":              strconv.Itoa(d.opts.Density),
		"ro.hardware":                    "talpa",
		"ro.debuggable":                  "0",
		"ro.secure":                      "1",
		"sys.boot_completed":             "1",
		"dev.bootcomplete":               "1",
		"init.svc.bootanim":              "stopped",
		"service.bootanim.exit":          "1",
		"persist.sys.timezone":           "UTC",
		"persist.sys.locale":             "en-US",
		"ro.build.version.codename":      "REL",
		"ro.build.characteristics":       "default",
		"ro.build.version.all_codenames": "REL",
	}
}

func (d *Device) getprop(_ context.Context, c *shell.Call) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(c.Args) > 1 {
		value := d.props[c.Args[1]]
		if value == "" && len(c.Args) > 2 {
			value = c.Args[2]
		}
		fmt.Fprintln(c.Out, value)
		return 0
	}
	var names []string
	for name := range d.props {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(c.Out, "[%s]: [%s]\n", name, d.props[name])
	}
	return 0
}

func (d *Device) setprop(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 3 {
		return c.Fail("needs a name and a value")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	name := c.Args[1]
	if strings.HasPrefix(name, "ro.") || len(d.props) > 1000 {
		return c.Fail("failed to set property '%s'", name)
	}
	d.props[name] = c.Args[2]
	if p := d.alive(); p != nil && name == answerProperty {
		if err := d.tellAnswer(ctx, p); err != nil && !errors.Is(err, runtime.ErrAppDied) {
			return c.Fail("%v", err)
		}
	}
	return 0
}

func (d *Device) logCommand(_ context.Context, c *shell.Call) int {
	e := logcat.Entry{Buffer: logcat.Main, Priority: 'I', Tag: "log", PID: systemPID, TID: systemPID}
	args := c.Args[1:]
	for len(args) > 1 && (args[0] == "-t" || args[0] == "-p") {
		if args[0] == "-t" {
			e.Tag = logcat.Tag(args[1])
		} else if p := strings.ToUpper(args[1]); p != "" && strings.Contains(logcat.Priorities, p[:1]) {
			e.Priority = p[0]
		}
		args = args[2:]
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	e.Wall, e.Msg = d.wall, strings.Join(args, " ")
	d.log.Add(e)
	return 0
}

// ps lists the device's processes: a few of the system's, and the app's.
func (d *Device) ps(_ context.Context, c *shell.Call) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	fmt.Fprintln(c.Out, "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME")
	line := func(user string, pid int, name string) {
		fmt.Fprintf(c.Out, "%-12s %5d %5d %7d %6d %-16s %4d S %s\n", user, pid, 1, 0, 0, "0", 0, name)
	}
	line("root", 1, "init")
	line("system", systemPID, "system_server")
	if p := d.alive(); p != nil {
		line("u0_a100", p.PID, p.app.Package)
	}
	return 0
}

func (d *Device) pidof(_ context.Context, c *shell.Call) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	code := 1
	for _, name := range c.Args[1:] {
		if p := d.alive(); p != nil && p.app.Package == name {
			fmt.Fprintln(c.Out, p.PID)
			code = 0
		}
		if name == "system_server" {
			fmt.Fprintln(c.Out, systemPID)
			code = 0
		}
	}
	return code
}

func (d *Device) kill(_ context.Context, c *shell.Call) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, arg := range c.Args[1:] {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		pid, err := strconv.Atoi(arg)
		p := d.alive()
		if err != nil || p == nil || p.PID != pid {
			return c.Fail("%s: No such process", arg)
		}
		d.stop("it is killed by the shell")
	}
	return 0
}

// date prints the virtual clock.
func (d *Device) date(_ context.Context, c *shell.Call) int {
	d.mu.Lock()
	wall := time.UnixMilli(d.wall).UTC()
	d.mu.Unlock()
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

// reboot ends the app's process; nothing else runs that could start anew.
func (d *Device) reboot(context.Context, *shell.Call) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stop("the device reboots")
	return 0
}
