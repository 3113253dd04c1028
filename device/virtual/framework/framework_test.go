package framework_test

import (
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"talpa/device/virtual"
	"talpa/device/virtual/agenttest"
	"talpa/device/virtual/framework"
)

// The commands are tested on a real device with its real shell; only the agent in its
// JVM is a stand-in.
func TestMain(m *testing.M) { agenttest.Main(m) }

// row is a command line and what it prints, errors included.
type row struct {
	line, want string
	code       int
}

// start serves a device. It gives the APKs of an app in splits as two.
func start(t *testing.T) *virtual.Device {
	t.Helper()
	setup := agenttest.New(t)
	s, err := virtual.Start(t.Context(), virtual.Options{
		AgentDir: setup.AgentDir, JavaHome: setup.JavaHome, Launcher: setup.Launcher, Manifest: agenttest.Manifest,
		CacheDir: t.TempDir(), DataDir: t.TempDir(), Log: slog.New(slog.DiscardHandler),
		Join: func(files []string, out string) error {
			return os.WriteFile(out, []byte("p\n"+strings.Repeat("x", len(files))), 0o644)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.Devices()[0]
}

// startWith serves a device with the app p, whose agent does these actions.
func startWith(t *testing.T, actions ...string) *virtual.Device {
	t.Helper()
	d := start(t)
	apk := "p\n" + strings.Join(actions, "\n")
	if err := d.Install(t.Context(), strings.NewReader(apk), int64(len(apk)), true); err != nil {
		t.Fatal(err)
	}
	return d
}

// run runs a command line.
func run(t *testing.T, d *virtual.Device, line string) (string, int) {
	t.Helper()
	var out strings.Builder
	code := d.Shell(t.Context(), line, strings.NewReader(""), &out, &out)
	return out.String(), code
}

// check runs the lines one after the other.
func check(t *testing.T, d *virtual.Device, rows []row) {
	t.Helper()
	for _, r := range rows {
		if out, code := run(t, d, r.line); out != r.want || code != r.code {
			t.Errorf("%s:\n%q, %d; want\n%q, %d", r.line, out, code, r.want, r.code)
		}
	}
}

// asked is what the app's agent was asked since the log was last cleared, a request
// a line; the app's actions must say "METHOD log".
func asked(t *testing.T, d *virtual.Device) string {
	t.Helper()
	out, _ := run(t, d, "logcat -d -v raw -s agent; logcat -c")
	return strings.TrimSuffix(out, "\n")
}

// TestUsage/in_order: tools list them, people read them.
func TestUsage(t *testing.T) {
	t.Parallel()
	d := start(t)
	names := []string{}
	for _, c := range framework.Commands() {
		names = append(names, c.Name)
		t.Run(c.Name, func(t *testing.T) {
			program, _, _ := strings.Cut(c.Usage, " ")
			if c.Usage == "" || program != c.Name && !strings.HasPrefix(c.Name, "app_process") {
				t.Errorf("its usage begins %q", program)
			}
			want := "usage: " + strings.ReplaceAll(c.Usage, "\n", "\n       ") + "\n"
			if out, code := run(t, d, c.Name+" --help"); out != want || code != 0 {
				t.Errorf("--help: %q, %d; want %q", out, code, want)
			}
		})
	}
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("not sorted, or twice: %q", names)
	}
}

// TestNoArguments: a command that needs some says so and fails.
func TestNoArguments(t *testing.T) {
	t.Parallel()
	d := start(t)
	check(t, d, []row{
		{"am", "am: needs a command\n", 1},
		{"cmd", "cmd: No service specified; use -l to list all running services. Use -w to start and wait for service.\n",
			20},
		{"content", "content: needs a command: insert, update, delete, query or gettype\n", 1},
		{"ime", "ime: needs a command\n", 1},
		{"input", "input: needs a command\n", 1},
		{"pm", "pm: needs a command\n", 1},
		{"run-as p", "run-as: usage: run-as PACKAGE COMMAND ARGUMENTS...\n", 1},
		{"setprop x", "setprop: needs a name and a value\n", 1},
		{"settings get", "settings: needs a verb and a namespace\n", 1},
		{"svc wifi", "svc: needs a service and a verb\n", 1},
		{"uiautomator", "uiautomator: only dump is supported\n", 1},
		{"wm", "wm: needs a command\n", 1},
	})
}

func TestFixedAnswers(t *testing.T) {
	t.Parallel()
	check(t, start(t), []row{
		{"id -u; id", "2000\nuid=2000(shell) gid=2000(shell) groups=2000(shell)\n", 0},
		{"whoami; uname; getenforce", "shell\nLinux\nPermissive\n", 0},
		{"start; stop; getevent", "", 0},
		{"screenrecord /sdcard/f.mp4", "screenrecord: this device makes no films: screencap takes pictures\n", 1},
		{"bugreportz", "bugreportz: this device makes no bug reports: logcat, dumpsys and screencap tell what there is\n", 1},
		{"cmd nothing", "cmd: Can't find service: nothing\n", 20},
		{"cmd statusbar expand", "", 0},
		{"su -c id; sh -c id; toybox nc", "sh: su: inaccessible or not found\nsh: sh: inaccessible or not found\n" +
			"sh: nc: inaccessible or not found\n", 127},
	})
}

func TestProperties(t *testing.T) {
	t.Parallel()
	check(t, start(t), []row{
		{"getprop ro.build.version.sdk", "35\n", 0},
		{"getprop ro.sf.lcd_density", "320\n", 0},
		{"getprop | grep boot_completed", "[sys.boot_completed]: [1]\n", 0},
		{"getprop | head -2", "[dev.bootcomplete]: [1]\n[init.svc.bootanim]: [stopped]\n", 0},
		{"setprop a.b c; getprop a.b", "c\n", 0},
		{"getprop none; getprop none other", "\nother\n", 0},
		{"setprop ro.x y", "setprop: failed to set property 'ro.x'\n", 1},
	})
}

func TestProcesses(t *testing.T) {
	t.Parallel()
	d := startWith(t)
	const app = "u0_a100       4001     1       0      0 0                   0 S p\n"
	check(t, d, []row{
		{"pidof p", "", 1},
		{"ps | tail -1 | grep -o 'S .*'", "S system_server\n", 0},
		{"am start -n p/.Main >/dev/null; pidof p; pidof system_server", "4001\n1200\n", 0},
		{"ps -A | grep p$", app, 0},
		{"kill 77", "kill: 77: No such process\n", 1},
		{"kill -9 4001; pidof p", "", 1},
		{"kill 4001", "kill: 4001: No such process\n", 1},
		{"am start -n p/.Main >/dev/null; pidof p", "4002\n", 0},
		{"reboot; pidof p", "", 1},
		{"logcat -d -v raw -s ActivityManager | grep Killing",
			"Killing 4001:p/u0a100: it is killed by the shell\nKilling 4002:p/u0a100: the device reboots\n", 0},
		{"date +%Y-%m-%dT%H:%M:%S", "2025-06-15T15:06:40\n", 0},
		{"date", "Sun Jun 15 15:06:40 UTC 2025\n", 0},
	})
}

func TestRunAs(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"run-as p mkdir -p 'a b'; run-as p touch 'a b/c'; run-as p ls 'a b'; ls '/data/data/p/a b'", "c\nc\n", 0},
		{"run-as p if", "sh: if: inaccessible or not found\n", 127},
		{"run-as p a=b ls", "sh: a=b: inaccessible or not found\n", 127},
		{"run-as q ls", "run-as: unknown package: q\n", 1},
	})
}
