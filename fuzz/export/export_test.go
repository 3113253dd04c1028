package export_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/export"
	"talpa/internal/execx"
	"talpa/internal/golden"
	"talpa/internal/need"
)

// everything is a script with each kind of event and text that tries to break
// out of quotes.
func everything() *event.Script {
	add := event.Selector{ID: "org.example:id/add", Class: "android.widget.Button", Text: "Add (+)", Nth: 1}
	field := event.Selector{ID: "org.example:id/name", Text: "old"}
	return &event.Script{
		Package: "org.example", Device: "virtual api=35 1080x1920@420\n$(touch pwned)", Seed: 4,
		Events: []event.Event{
			{Kind: event.Launch},
			{Kind: event.Tap, Target: add, X: 100, Y: 200},
			{Kind: event.DoubleTap, Target: event.Selector{Desc: "More options"}, X: 5, Y: 6},
			{Kind: event.DoubleTap, X: 5, Y: 6, Millis: 60},
			{Kind: event.LongTap, X: 7, Y: 8},
			{Kind: event.Text, Target: field, X: 9, Y: 10, Value: "it's $(touch pwned) `id` \"x\" \\ é\nend"},
			{Kind: event.Text, Value: "it's $(touch pwned) `id` \"x\" \\ 5%s\nend"},
			{Kind: event.Clear, Target: field, X: 9, Y: 10},
			{Kind: event.Scroll, Arg: "down", X: 500, Y: 900, X2: 500, Y2: 300},
			{Kind: event.Swipe, X: 1, Y: 2, X2: 3, Y2: 4, Millis: 50},
			{Kind: event.Pinch, Arg: "in", X: 5, Y: 5},
			{Kind: event.Back}, {Kind: event.Home}, {Kind: event.Menu}, {Kind: event.Key, Arg: "ENTER"},
			{Kind: event.Key, Arg: "CAMERA"},
			{Kind: event.Rotate, Arg: "landscape"}, {Kind: event.Rotate, Arg: "portrait"},
			{Kind: event.Start, Intent: &event.Intent{
				Action: "android.intent.action.VIEW", Data: "geo:0,0?q='a'", Component: "org.example/.Main",
				Categories: []string{"android.intent.category.DEFAULT"}, Flags: 0x10000000,
				Extras: map[string]string{"z": "1", "a b": "it's"},
			}},
			{Kind: event.Start, Intent: &event.Intent{Data: "example://open"}},
			{Kind: event.Broadcast, Intent: &event.Intent{Action: "org.example.PING"}},
			{Kind: event.Service, Intent: &event.Intent{Component: "org.example/.Sync"}},
			{Kind: event.Permission, Arg: "grant", Value: "android.permission.CAMERA"},
			{Kind: event.Permission, Arg: "deny", Value: "android.permission.CAMERA"},
			{Kind: event.Answer, Arg: "cancelled"},
			{Kind: event.Config, Arg: "locale", Value: "de-DE"},
			{Kind: event.Config, Arg: "fontscale", Value: "1.3"},
			{Kind: event.Config, Arg: "night", Value: "yes"},
			{Kind: event.Wait, Millis: 10},
			{Kind: event.Config, Arg: "network", Value: "off"},
			{Kind: event.Config, Arg: "timezone", Value: "Asia/Kolkata"},
			{Kind: event.Config, Arg: event.Background, Value: event.BackgroundSlow},
			{Kind: event.Location, Arg: event.LocationFix, Value: "48.5,-9"},
			{Kind: event.Location, Arg: "off"},
			{Kind: event.Select, X: 10, Y: 20, X2: 10, Y2: 60, Value: "3"},
			{Kind: event.Scroll, Arg: "bottom"},
			{Kind: event.EditorAction, Arg: "done"},
			{Kind: event.Key, Arg: "CTRL_LEFT+A"},
			{Kind: event.TrimMemory, Arg: "COMPLETE"}, {Kind: event.Alarm}, {Kind: event.Notification}, {Kind: event.Boot},
			{Kind: event.Query, Arg: event.Alone, Value: "content://org.example/a?b='c'"},
			{Kind: event.Restart}, {Kind: event.Kill}, {Kind: event.StopProcess}, {Kind: event.Restricted},
			{Kind: event.ClearData},
			{Kind: event.SMS, Value: "+4712345 two words"}, {Kind: event.Call, Arg: event.CallRing, Value: "5551"},
			{Kind: event.Sensor, Arg: "acceleration", Value: "0,9.5,1"}, {Kind: event.Headset, Arg: "plug"},
			{Kind: event.Fingerprint, Arg: event.FingerOK}, {Kind: event.Fingerprint, Arg: event.FingerNone},
			{Kind: event.Speech, Arg: event.SpeechText, Value: "Hello"},
			{Kind: event.Tag, Arg: event.TagText, Value: "Hello"}, {Kind: event.Tag, Arg: event.TagEmpty},
			{Kind: event.Battery, Arg: event.BatteryLevel, Value: "5"}, {Kind: event.Battery, Arg: "usb"},
			{Kind: event.Config, Arg: event.Bluetooth, Value: "off"}, {Kind: event.Config, Arg: event.NFC, Value: event.RadioAbsent},
			{Kind: event.Config, Arg: "network", Value: event.NetworkMobile},
			{Kind: event.Older}, {Kind: event.Update}, {Kind: event.Job},
		},
	}
}

// wanted is the crash that the script causes.
var wanted = export.Wanted{Kind: crash.Java, Title: "no jam", Exception: "java.lang.IllegalStateException",
	Frame: "org.example.Main$1.onClick"}

// TestFiles holds each language's text, and the events that it lacks, against what is recorded.
func TestFiles(t *testing.T) {
	t.Parallel()
	var gaps strings.Builder
	for _, f := range export.Files(everything(), wanted) {
		if f.Text != nil {
			golden.Equal(t, filepath.Join("testdata", "everything."+f.Name), f.Text)
		}
		for _, g := range f.Gaps {
			fmt.Fprintf(&gaps, "%s lacks %v\n", f.Name, g)
		}
	}
	golden.Equal(t, filepath.Join("testdata", "gaps.txt"), []byte(gaps.String()))
}

// Every kind of event is in the table, so that none is dropped without a word.
func TestEveryKindIsInTheTable(t *testing.T) {
	t.Parallel()
	for _, kind := range event.Kinds() {
		script := &event.Script{Package: "p", Events: []event.Event{{Kind: kind, Intent: &event.Intent{Action: "a"}}}}
		for _, f := range export.Files(script, wanted) {
			for _, g := range f.Gaps {
				if strings.Contains(g.Why, "not known") || g.Step != 1 {
					t.Errorf("%s: %s: %v", kind, f.Name, g)
				}
			}
			if named := f.Text == nil || len(f.Gaps) == 0 || strings.Contains(string(f.Text), f.Gaps[0].Why); !named {
				t.Errorf("%s: %s does not say that it lacks it:\n%s", kind, f.Name, f.Text)
			}
		}
	}
}

// file is one of the files of a script.
func file(t *testing.T, script *event.Script, w export.Wanted, name string) string {
	t.Helper()
	for _, f := range export.Files(script, w) {
		if f.Name == name {
			return string(f.Text)
		}
	}
	t.Fatalf("no file %s", name)
	return ""
}

// fakeADB stands for adb: it runs what the device's shell would run with the
// device's commands replaced by ones that print their arguments.
const fakeADB = `#!/bin/sh
test -z "$LOST" || exit 1
case "$1" in
exec-out) printf '%s' "$DUMP" ;;
shell)
	case "$2" in
	"echo talpa"*) echo talpa; test -n "$ABSENT" || echo package:/data/app/base.apk; exit 0 ;;
	"wm size") echo "Physical size: 9x9"; echo "Override size: ${SIZE:-1080x1920}"; exit 0 ;;
	"settings get"* | getprop*) echo null; exit 0 ;;
	"cmd uimode night") echo "Night mode: auto"; exit 0 ;;
	esac
	for c in input am pm monkey settings cmd svc appops bmgr content; do
		eval "$c() { line=$c; for a; do line=\"\$line [\$a]\"; done; printf '%s\\n' \"\$line\"; }"
	done
	eval "$2" >>"$LOG" 2>&1 ;;
logcat)
	case "$*" in *-d*) printf '%s\n' "$CRASH" ;; esac ;;
esac
exit 0
`

// TestShellRuns runs the script against a fake adb: every word reaches the device's commands
// as it should, nothing breaks out of its quotes, and the log decides.
func TestShellRuns(t *testing.T) {
	t.Parallel()
	sh := need.Program(t, "sh", "any POSIX shell")
	dir := t.TempDir()
	text := file(t, everything(), wanted, export.NameShell)
	for name, data := range map[string]string{"adb": fakeADB, "sleep": "#!/bin/sh\n", "repro.sh": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	const ours = "Process: org.example, PID: 1\njava.lang.IllegalStateException: x\n\tat org.example.Main$1.onClick(Main.kt:3)"
	for name, c := range map[string]struct {
		env  []string
		want int
		said string
	}{
		"the crash": {[]string{"CRASH=" + ours}, 0, "java.lang.IllegalStateException at org.example.Main$1.onClick"},
		"no crash":  {nil, 1, "did not crash"},
		"another exception": {[]string{"CRASH=" + strings.Replace(ours, "IllegalState", "NullPointer", 1)}, 1,
			"another crash"},
		"another frame": {[]string{"CRASH=" + strings.Replace(ours, "onClick", "onClicked", 1)}, 1, "another crash"},
		"another app":   {[]string{"CRASH=" + strings.ReplaceAll(ours, "org.example", "org.other")}, 1, "did not crash"},
		"not installed": {[]string{"ABSENT=yes"}, 2, ""},
		"no device":     {[]string{"LOST=yes"}, 3, ""},
	} {
		log := filepath.Join(dir, "log "+name)
		env := append(c.env, "PATH="+dir+":"+os.Getenv("PATH"), "PAUSE=0", "WAIT=0", "LOG="+log)
		res, err := execx.Run(t.Context(), execx.Cmd{Name: sh, Args: []string{"repro.sh"}, Dir: dir, Env: env})
		if res.ExitCode != c.want || !strings.Contains(string(res.Stdout), c.said) {
			t.Errorf("%s: exit status %d, want %d: %v\n%s%s", name, res.ExitCode, c.want, err, res.Stdout, res.Stderr)
		}
		if c.want > 1 {
			continue
		}
		got, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, filepath.Join("testdata", "everything.log"), got)
	}
	if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
		t.Error("text of the script was run as a command")
	}
}

// Pixels are scaled to the display that is met, turned or not, and a widget that moved is
// found by the dump.
func TestShellScales(t *testing.T) {
	t.Parallel()
	sh := need.Program(t, "sh", "any POSIX shell")
	dir := t.TempDir()
	script := &event.Script{Package: "org.example", Device: "virtual api=35 720x1280@320", Events: []event.Event{
		{Kind: event.Tap, X: 72, Y: 640},
		{Kind: event.Tap, Target: event.Selector{ID: "org.example:id/a", Text: `"b" & c`}, X: 1, Y: 1},
		{Kind: event.Tap, Target: event.Selector{Text: "gone"}, X: 36, Y: 64},
		{Kind: event.Rotate, Arg: "landscape"},
		{Kind: event.Swipe, X: 128, Y: 72, X2: 1279, Y2: 719, Millis: 100},
	}}
	for name, data := range map[string]string{"adb": fakeADB, "sleep": "#!/bin/sh\n", "repro.sh": file(t, script, wanted,
		export.NameShell)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(dir, "log")
	dump := `<node index="0" text="&quot;b&quot; &amp; c" resource-id="org.example:id/a" bounds="[100,200][300,400]"><node ` +
		`text="x" bounds="[0,0][9,9]" />`
	env := []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "PAUSE=0", "WAIT=0", "LOG=" + log, "SIZE=1080x2560",
		"DUMP=" + dump}
	if res, err := execx.Run(t.Context(), execx.Cmd{Name: sh, Args: []string{"repro.sh"}, Dir: dir,
		Env: env}); res.ExitCode != 1 {
		t.Fatalf("exit status %d: %v\n%s", res.ExitCode, err, res.Stderr)
	}
	got, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"input [tap] [108] [1280]", "input [tap] [200] [300]", "input [tap] [54] [128]",
		"input [swipe] [256] [108] [2558] [1078] [100]", "settings [delete] [system] [user_rotation]",
	} {
		if !strings.Contains(string(got), want+"\n") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if last := strings.TrimSpace(string(got)); !strings.HasSuffix(last,
		"settings [delete] [system] [accelerometer_rotation]") {
		t.Errorf("the rotation of the phone is not put back:\n%s", got)
	}
}

// A flow is YAML of documented commands with their documented fields, whatever texts the
// script has.
func TestMaestroCommands(t *testing.T) {
	t.Parallel()
	selector := []string{"id", "text", "index", "point"}
	documented := map[string][]string{
		"launchApp": {"clearState", "stopApp"}, "tapOn": selector, "doubleTapOn": selector, "longPressOn": selector,
		"swipe": {"start", "end", "duration"}, "repeat": {"times", "commands"}, "eraseText": nil, "inputText": nil,
		"back": nil, "pressKey": nil, "setOrientation": nil, "openLink": nil, "setPermissions": {"permissions"},
		"setAirplaneMode": nil, "setLocation": {"latitude", "longitude"}, "waitForAnimationToEnd": {"timeout"},
		"stopApp": nil, "killApp": nil, "clearState": nil, "assertVisible": {"id"}, "assertNotVisible": nil,
	}
	for name, script := range map[string]*event.Script{"everything": everything(), "hostile": {
		Package: "p: [\n- x", Events: []event.Event{{Kind: event.Tap,
			Target: event.Selector{Text: "- a: &b *c\n# \u2028\""}}},
	}} {
		decoder := yaml.NewDecoder(strings.NewReader(file(t, script, wanted, export.NameMaestro)))
		var head map[string]string
		var commands []any
		if err := errors.Join(decoder.Decode(&head), decoder.Decode(&commands)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if head["appId"] != script.Package || len(head) != 1 {
			t.Errorf("%s: head %v", name, head)
		}
		used := map[string]bool{}
		for _, c := range commands {
			word, fields := c, map[string]any{}
			if m, ok := c.(map[string]any); ok && len(m) == 1 {
				for k, v := range m {
					word = k
					fields, _ = v.(map[string]any)
				}
			}
			allowed, ok := documented[fmt.Sprint(word)]
			if !ok {
				t.Errorf("%s: no command %v", name, c)
			}
			used[fmt.Sprint(word)] = true
			for field := range fields {
				if !slices.Contains(allowed, field) {
					t.Errorf("%s: %v has no field %s", name, word, field)
				}
			}
		}
		if !used["assertNotVisible"] {
			t.Errorf("%s: the flow does not check the outcome", name)
		}
	}
}

// Python reads every text back as it was.
func TestPythonCompiles(t *testing.T) {
	t.Parallel()
	python := need.Program(t, "python3", "Python 3")
	path := filepath.Join(t.TempDir(), "repro.py")
	if err := os.WriteFile(path, []byte(file(t, everything(), wanted, export.NamePython)), 0o644); err != nil {
		t.Fatal(err)
	}
	const program = "import ast,sys\nt=ast.parse(open(sys.argv[1]).read())\n" +
		"print([n.value for n in ast.walk(t) if isinstance(n,ast.Constant)].count(sys.argv[2]))"
	value := everything().Events[5].Value
	res, err := execx.Run(t.Context(), execx.Cmd{Name: python, Args: []string{"-c", program, path, value}})
	if err != nil || strings.TrimSpace(string(res.Stdout)) != "1" {
		t.Errorf("%v: %s%s", err, res.Stdout, res.Stderr)
	}
}

func FuzzExport(f *testing.F) {
	f.Add("org.example", "it's", "id/x")
	f.Fuzz(func(t *testing.T, pkg, value, id string) {
		s := &event.Script{Package: pkg, Device: value, Events: []event.Event{
			{Kind: event.Text, Target: event.Selector{ID: id, Text: value}, X: 1, Y: 1, Value: value},
			{Kind: event.Start, Intent: &event.Intent{Data: value, Extras: map[string]string{id: value}}},
		}}
		plain := s.Clone()
		plain.Package, plain.Device = "p", "d"
		plain.Events[0].Target, plain.Events[0].Value = event.Selector{ID: "i", Text: "t"}, "v"
		plain.Events[1].Intent = &event.Intent{Data: "d", Extras: map[string]string{"e": "v"}}
		w := export.Wanted{Kind: crash.Java, Title: value, Exception: value, Frame: id}
		want := map[string]int{}
		for _, file := range export.Files(plain, wanted) {
			want[file.Name] = strings.Count(string(file.Text), "\n")
		}
		for _, file := range export.Files(s, w) {
			lines := strings.Count(string(file.Text), "\n") - strings.Count(value, "\n")
			if file.Name != export.NameShell && lines > want[file.Name]+3 { // a shell's words may have lines
				t.Errorf("%s has %d lines, want %d: text broke out of one:\n%s", file.Name, lines, want[file.Name], file.Text)
			}
		}
	})
}
