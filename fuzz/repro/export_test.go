package repro_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/repro"
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
			{Kind: event.Restart}, {Kind: event.Kill}, {Kind: event.ClearData},
		},
	}
}

func TestShell(t *testing.T) {
	t.Parallel()
	text, gaps := repro.Shell(everything())
	golden.Equal(t, filepath.Join("testdata", "everything.sh"), text)
	if len(gaps) != 2 || !strings.HasPrefix(gaps[0], "step 10:") {
		t.Errorf("gaps %q, want the pinch and the answer", gaps)
	}
}

func TestMaestro(t *testing.T) {
	t.Parallel()
	text, gaps := repro.Maestro(everything())
	golden.Equal(t, filepath.Join("testdata", "everything.yaml"), text)
	if len(gaps) != 10 {
		t.Errorf("%d gaps %q, want 10", len(gaps), gaps)
	}
}

// fakeADB stands for adb: it runs what the device's shell would run with the
// device's commands replaced by ones that print their arguments.
const fakeADB = `#!/bin/sh
case "$1" in
shell)
	case "$2" in "pm path"*) test -z "$ABSENT" && echo package:/data/app/base.apk; exit 0 ;; esac
	for c in input am pm monkey settings cmd; do
		eval "$c() { line=$c; for a; do line=\"\$line [\$a]\"; done; printf '%s\\n' \"\$line\"; }"
	done
	eval "$2" >>"$LOG" 2>&1 ;;
logcat)
	case "$*" in *-d*) test -n "$CRASH" && echo "E AndroidRuntime: Process: org.example, PID: 1" ;; esac ;;
esac
exit 0
`

// TestShellRuns runs the script against a fake adb: every word reaches the
// device's commands as it should, and nothing breaks out of its quotes.
func TestShellRuns(t *testing.T) {
	t.Parallel()
	sh := need.Program(t, "sh", "any POSIX shell")
	dir := t.TempDir()
	text, _ := repro.Shell(everything())
	for name, data := range map[string]string{"adb": fakeADB, "repro.sh": string(text)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "PAUSE=0"}
	absent := execx.Cmd{Name: sh, Args: []string{"repro.sh"}, Dir: dir, Env: append(env, "ABSENT=yes")}
	if res, _ := execx.Run(t.Context(), absent); res.ExitCode != 2 {
		t.Errorf("exit status %d for an app that is not installed, want 2", res.ExitCode)
	}
	for _, crashes := range []string{"", "yes"} {
		log := filepath.Join(dir, "log"+crashes)
		env := append(env, "LOG="+log, "CRASH="+crashes)
		res, err := execx.Run(t.Context(), execx.Cmd{Name: sh, Args: []string{"repro.sh"}, Dir: dir, Env: env})
		want := map[string]int{"": 1, "yes": 0}[crashes]
		if res.ExitCode != want {
			t.Fatalf("exit status %d, want %d: %v\n%s", res.ExitCode, want, err, res.Stderr)
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

func FuzzExport(f *testing.F) {
	f.Add("org.example", "it's", "id/x")
	f.Fuzz(func(t *testing.T, pkg, value, id string) {
		s := &event.Script{Package: pkg, Device: value, Events: []event.Event{
			{Kind: event.Text, Target: event.Selector{ID: id, Text: value}, X: 1, Y: 1, Value: value},
			{Kind: event.Start, Intent: &event.Intent{Data: value, Extras: map[string]string{id: value}}},
		}}
		flow, _ := repro.Maestro(s)
		want := 12
		if value != "" {
			want++
		}
		if n := strings.Count(string(flow), "\n"); n > want {
			t.Errorf("the flow has %d lines, text broke out of one:\n%s", n, flow)
		}
		repro.Shell(s)
	})
}
