package framework_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"talpa/device/adb/answer"
	"talpa/device/virtual"
	"talpa/internal/corpus"
)

// said is what a command line prints on both streams.
func said(t *testing.T, d *virtual.Device, line string) string {
	t.Helper()
	out, _ := run(t, d, line)
	return out
}

// TestReadAsPhones: what reads a phone's answers reads those of the device, before an app runs,
// while one does, and on a turned display.
func TestReadAsPhones(t *testing.T) {
	t.Parallel()
	d := startWith(t)
	if got := answer.Front(said(t, d,
		"dumpsys window; dumpsys activity activities")); got != "talpa.home/talpa.home.Home" {
		t.Errorf("before an app runs %q is in front", got)
	}
	if answer.Running(said(t, d, "ps -A"), "p") {
		t.Error("the app runs before it was started")
	}
	if err := answer.Start(said(t, d, "am start -W -n p/.Main")); err != nil {
		t.Errorf("a start that works: %v", err)
	}
	if got := answer.Front(said(t, d, "dumpsys window; dumpsys activity activities")); got != "p/p.Main" {
		t.Errorf("%q is in front", got)
	}
	if list := said(t, d, "ps -A"); !answer.Running(list, "p") || answer.Running(list, "q") {
		t.Errorf("the processes are\n%s", list)
	}
	if xml, err := answer.Hierarchy([]byte(said(t, d, "uiautomator dump /dev/tty"))); err != nil ||
		!strings.Contains(string(xml), "a.B") {
		t.Errorf("the screen shows %s, %v", xml, err)
	}
	if png, err := answer.Picture([]byte(said(t, d, "screencap -p"))); err != nil || len(png) < 100 {
		t.Errorf("a picture of %d bytes, %v", len(png), err)
	}
	for _, turn := range []string{"wm user-rotation lock 0", "wm user-rotation lock 1"} { // wm tells of the natural way
		w, h, err := answer.Size(said(t, d, turn+"; wm size"))
		if err != nil || w != 720 || h != 1280 {
			t.Errorf("%s: %d x %d, %v", turn, w, h, err)
		}
	}
	if got := answer.Density(said(t, d, "wm density")); got != 320 {
		t.Errorf("%d dots per inch", got)
	}
}

// TestErrorsReadAsPhones: what is refused is read as a refusal, in the words that a phone has.
func TestErrorsReadAsPhones(t *testing.T) {
	t.Parallel()
	d := startWith(t, "start usage")
	for line, want := range map[string]string{
		"am start -n q/.Main":       "Activity class {q/q.Main} does not exist",
		"am start -a x -p q":        "unable to resolve Intent { act=x",
		"am startservice -n q/.S":   "no service started",
		"am start -n p/.Main":       "not like this",
		"am start -W -n q/.Main":    "does not exist",
		"am start-activity -n q/.M": "does not exist",
	} {
		if err := answer.Start(said(t, d, line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %v, want %q", line, err, want)
		}
	}
	const file = "/sdcard/a.apk"
	for content, want := range map[string]string{
		`p\nx`:             "",
		`unsigned\nx`:      "INSTALL_PARSE_FAILED_NO_CERTIFICATES",
		`../x\nx`:          "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME",
		`q\nunconvertible`: "INSTALL_FAILED_DEXOPT",
		`no APK`:           "INSTALL_FAILED_INVALID_APK",
	} {
		err := answer.Install(said(t, d, "printf '"+content+"' > "+file+"; pm install -r -t "+file))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q is installed with %v, want %q", content, err, want)
		}
	}
	if err := answer.Install(said(t, d, "pm install "+file+".none")); err == nil || errors.Is(err,
		answer.ErrUserRestricted) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// shape is a line without what differs from phone to phone.
func shape(line string) string {
	line = strings.TrimSpace(line)
	for _, r := range []struct{ what, by string }{
		{`\[[^]]*\]: \[[^]]*\]`, "[NAME]: [VALUE]"}, {`[\w.]+/[\w.$]+`, "COMPONENT"}, {`^package:[\w.]+$`, "package:NAME"},
		{`\{[0-9a-f]+ `, "{ID "}, {`\b[0-9]+\b|\b[0-9]+x[0-9]+\b`, "N"}, {`NxN|\bt[0-9]+\b`, "N"}, {` +`, " "},
	} {
		line = regexp.MustCompile(r.what).ReplaceAllString(line, r.by)
	}
	return line
}

// TestShapesOfPhones: each line of these answers has the shape of a line that a phone answered
// to the same command.
func TestShapesOfPhones(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(corpus.Dir(t), "transcripts")
	d := startWith(t)
	run(t, d, "am start -n p/.Main")
	for _, c := range []struct{ transcripts, line string }{
		{"wm-size", "wm size"},
		{"wm-density", "wm density"},
		{"getprop", "getprop"},
		{"pm-list", "pm list packages"},
		{"ps", "ps -A | head -1"},
		{"dumpsys-window-focus", "dumpsys window | grep -E 'mCurrentFocus'"},
		{"dumpsys-activity-activities", "dumpsys activity activities | grep -E 'topResumed|mResumed|^ACTIVITY'"},
		{"am-start",
			"am start -n p/.Main; am start -n q/.Main; am start -W -n p/.Main | grep -E 'Starting|Status|LaunchState|Time|Complete'"},
	} {
		files, err := filepath.Glob(filepath.Join(dir, c.transcripts, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no transcript is %s: %v", c.transcripts, err)
		}
		known := map[string]bool{}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				known[shape(line)] = true
			}
		}
		lines := strings.Split(strings.TrimSpace(said(t, d, c.line)), "\n")
		for _, line := range lines {
			if !known[shape(line)] {
				t.Errorf("%s: no phone says %q (%s)", c.line, line, shape(line))
			}
		}
	}
}
