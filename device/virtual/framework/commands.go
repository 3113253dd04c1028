package framework

import (
	"context"
	"fmt"
	"strings"

	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// Command is a program of the device.
type Command struct {
	Name string
	// Usage is what `NAME --help` prints, a form of the command a line.
	Usage string
	// Run runs the command and returns its exit code, soon after ctx ended.
	Run func(ctx context.Context, d Device, c *shell.Call) int
}

// Commands are the programs of the device, beside the shell's own, by name.
func Commands() []Command {
	return []Command{
		{"am", amUsage, am},
		{"app_process", appProcessUsage, appProcess},
		{"app_process32", appProcessUsage, appProcess},
		{"app_process64", appProcessUsage, appProcess},
		{"appops", appopsUsage, appops},
		{"atx-agent", "atx-agent version", atxAgent},
		{"bmgr", "bmgr backupnow|fullbackup PACKAGE (starts its process as a backup does)", bmgr},
		{"bugreport", "bugreport (makes none on this device)", bugreport},
		{"bugreportz", "bugreportz (makes none on this device)", bugreport},
		{"cmd", cmdUsage, cmd},
		{"content", contentUsage, content},
		{"date", "date [+FORMAT] (of the virtual clock; %Y %y %m %b %d %e %a %H %M %S %N %s %F %T %Z %z)", date},
		{"dumpsys", dumpsysUsage, dumpsys},
		{"emu", emuUsage, emu},
		{"getenforce", "getenforce", prints("Permissive\n")},
		{"getevent", "getevent (there are no input drivers)", prints("")},
		{"getprop", "getprop [NAME [DEFAULT]]", getprop},
		{"id", "id [-u]", id},
		{"ime", imeUsage, ime},
		{"input", inputUsage, input},
		{"kill", "kill [-SIGNAL] PID...", kill},
		{"log", "log [-p PRIORITY] [-t TAG] MESSAGE...", writeLog},
		{"logcat", logcatUsage, runLogcat},
		{"monkey", "monkey -p PACKAGE [-s SEED] COUNT", monkey},
		{"pidof", "pidof NAME...", pidof},
		{"pm", pmUsage, pm},
		{"ps", "ps (of the system server and the app)", ps},
		{"reboot", "reboot (ends the app, and tells those that asked that the phone has started)", reboot},
		{"run-as", "run-as PACKAGE COMMAND ARGUMENTS...", runAs},
		{"screencap", "screencap [-p] [FILE]", screencap},
		{"screenrecord", "screenrecord (makes no films on this device)", screenrecord},
		{"setprop", "setprop NAME VALUE", setprop},
		{"settings", settingsUsage, settings},
		{"sm", "sm mount|unmount 'emulated;0'; sm list-volumes", sm},
		{"start", "start", prints("")},
		{"stop", "stop", prints("")},
		{"svc", "svc wifi|data|bluetooth|nfc enable|disable", svc},
		{"uiautomator", "uiautomator dump [FILE]", uiautomator},
		{"uname", "uname", prints("Linux\n")},
		{"whoami", "whoami", prints("shell\n")},
		{"wm", wmUsage, wm},
	}
}

// The forms of the larger commands.
const (
	amUsage = `am start [-W] [-S] INTENT
am broadcast INTENT
am startservice|start-foreground-service INTENT
am force-stop|kill|stop-app PACKAGE
am kill-all
am send-trim-memory PROCESS LEVEL
am get-current-user
INTENT: [-a ACTION] [-d URI] [-t TYPE] [-c CATEGORY] [-n COMPONENT] [-p PACKAGE] [-f FLAGS]
        [--es|--ez|--ei|--el|--ef|--ed|--eu|--ecn|--esn KEY VALUE] [URI|PACKAGE|COMPONENT]`
	appProcessUsage = `CLASSPATH=JAR app_process / com.wetest.uia2.Main [-p PORT]
(serves uiautomator2; runs no other program)`
	cmdUsage = `cmd package ... (as pm)
cmd activity ... (as am)
cmd settings ... (as settings)
cmd uimode night [yes|no]
cmd connectivity airplane-mode [enable|disable]
cmd battery unplug|reset
cmd battery set level|ac|usb|wireless NUMBER
cmd bluetooth_manager enable|disable
cmd jobscheduler run [-f] PACKAGE ID
cmd statusbar add-tile|click-tile|remove-tile COMPONENT`
	contentUsage = `content insert --uri URI --bind NAME:TYPE:VALUE...
content update --uri URI --bind NAME:TYPE:VALUE... [--where CLAUSE]
content delete --uri URI [--where CLAUSE]
content query --uri URI [--projection NAME:...] [--where CLAUSE] [--sort ORDER]
content gettype --uri URI
TYPE: b (boolean), s, i, l, f, d, n (null)`
	dumpsysUsage = `dumpsys -l
dumpsys activity [activities|top|services]
dumpsys package PACKAGE
dumpsys window|display|input|input_method|battery|power
dumpsys battery unplug|reset|set ... (as cmd battery)`
	emuUsage = `emu geo fix LONGITUDE LATITUDE [ALTITUDE [SATELLITES [KNOTS]]]
emu geo nmea SENTENCE
emu gsm call|accept|cancel NUMBER
emu sms send NUMBER TEXT...
emu finger touch NUMBER
emu finger remove
emu power capacity PERCENT
emu power ac on|off
emu sensor set NAME VALUE[:VALUE...]
(an emulator's console, adb emu there)`
	imeUsage = `ime list [-s]
ime set|enable|disable ID
ime reset`
	inputUsage = `input [SOURCE] tap X Y
input [SOURCE] swipe|draganddrop X1 Y1 X2 Y2 [MILLISECONDS]
input [SOURCE] motionevent DOWN|MOVE|UP|CANCEL X Y
input [SOURCE] text TEXT
input [SOURCE] keyevent KEY...
input [SOURCE] keycombination [-t MILLISECONDS] KEY...
input [SOURCE] press|roll`
	logcatUsage = `logcat [-d] [-b BUFFERS] [-v FORMAT] [-t LINES|TIME] [-T LINES|TIME] [-e REGEX]
       [--pid PID] [-s] [TAG:PRIORITY...]
logcat -c
logcat -g`
	pmUsage = `pm list packages [-f] [FILTER]
pm list permissions [-g] | features | users
pm path|dump|clear PACKAGE
pm install [-g] [-S SIZE] [FILE]
pm install-create [-g]
pm install-write -S SIZE SESSION NAME [FILE|-]
pm install-commit|install-abandon SESSION
pm uninstall [-k] PACKAGE
pm grant|revoke PACKAGE PERMISSION
pm set-permission-flags|clear-permission-flags PACKAGE PERMISSION user-set|user-fixed...
pm resolve-activity [--brief] PACKAGE`
	settingsUsage = `settings list system|secure|global
settings get|delete system|secure|global NAME
settings put system|secure|global NAME VALUE`
	wmUsage = `wm size|density
wm user-rotation lock QUARTERS
wm dismiss-keyguard`
)

// Table are the commands of a device as its shell takes them.
func Table(d Device) map[string]shell.Func {
	table := map[string]shell.Func{}
	for _, command := range Commands() {
		table[command.Name] = func(ctx context.Context, c *shell.Call) int {
			if len(c.Args) == 2 && c.Args[1] == "--help" {
				fmt.Fprintln(c.Out, "usage: "+strings.ReplaceAll(command.Usage, "\n", "\n       "))
				return 0
			}
			return command.Run(ctx, d, c)
		}
	}
	return table
}

// exitNoService is the exit code of cmd where there is no such service.
const exitNoService = 20

// cmd is the command: the services that other commands are about, and two of its own.
func cmd(ctx context.Context, d Device, c *shell.Call) int {
	if len(c.Args) < 2 {
		c.Fail("No service specified; use -l to list all running services. Use -w to start and wait for service.")
		return exitNoService
	}
	sub := *c
	sub.Args = c.Args[1:]
	switch sub.Args[0] {
	case "package":
		return pm(ctx, d, &sub)
	case "activity":
		return am(ctx, d, &sub)
	case "settings":
		return settings(ctx, d, &sub)
	case "uimode":
		return uimode(ctx, d, &sub)
	case "connectivity":
		return connectivity(ctx, d, &sub)
	case "location":
		return location(ctx, d, &sub)
	case "battery":
		return battery(ctx, d, &sub)
	case "jobscheduler":
		return jobScheduler(ctx, d, &sub)
	case "bluetooth_manager":
		sub.Args = append([]string{"svc", event.Bluetooth}, sub.Args[1:]...)
		return svc(ctx, d, &sub)
	case "statusbar":
		return statusBar(ctx, d, &sub)
	case "appops":
		return appops(ctx, d, &sub)
	case "notification", "wifi", "overlay", "window", "input_method":
		return 0
	}
	c.Fail("Can't find service: %s", sub.Args[0])
	return exitNoService
}

// prints is a command that prints a text whatever it is asked.
func prints(text string) func(context.Context, Device, *shell.Call) int {
	return func(_ context.Context, _ Device, c *shell.Call) int {
		fmt.Fprint(c.Out, text)
		return 0
	}
}

// id is the command: the user that adb's shell is.
func id(_ context.Context, _ Device, c *shell.Call) int {
	if len(c.Args) > 1 && c.Args[1] == "-u" {
		fmt.Fprintln(c.Out, "2000")
		return 0
	}
	fmt.Fprintln(c.Out, "uid=2000(shell) gid=2000(shell) groups=2000(shell)")
	return 0
}

// screenrecord is the command: refused.
func screenrecord(_ context.Context, _ Device, c *shell.Call) int {
	return c.Fail("this device makes no films: screencap takes pictures")
}

// bugreport is the command: refused.
func bugreport(_ context.Context, _ Device, c *shell.Call) int {
	return c.Fail("this device makes no bug reports: logcat, dumpsys and screencap tell what there is")
}
