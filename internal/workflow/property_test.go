package workflow

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/fuzz/report"
	"talpa/internal/corpus"
)

// TestPropertyOfRealApp_worked_example: the file that the guide to oracles shows is the one that is tried, and
// the script that it found judges itself on the app. UNDO of a second start works, and is not blamed.
func TestPropertyOfRealApp_worked_example(t *testing.T) {
	startsDevices(t)
	dir := filepath.Join(root, "testdata", "properties")
	rules, err := os.ReadFile(filepath.Join(dir, "diary.star"))
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile(filepath.Join(root, "docs", "oracle-properties.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(rules) {
		if line = bytes.TrimSpace(line); !bytes.Contains(guide, line) {
			t.Errorf("the guide lacks %q", line)
		}
	}
	script, err := os.ReadFile(filepath.Join(dir, "diary-undo.talpa"))
	if err != nil {
		t.Fatal(err)
	}
	const launch, tap = "\nlaunch\n", "tap id=de.rampro.activitydiary:id/activity_name" +
		" class=android.widget.TextView label=Cinema at=106,588\nwait ms=5000\n"
	second := filepath.Join(t.TempDir(), "second.talpa")
	text := strings.Replace(string(script), launch, launch+tap, 1)
	text = strings.Replace(text, "property=diary.star", "property="+filepath.Join(dir, "diary.star"), 1)
	if err := os.WriteFile(second, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	apk := filepath.Join(corpus.Dir(t), "cases", "ActivityDiary-285", "app.apk")
	m := testMachine(t)
	for path, want := range map[string]report.Verdict{
		filepath.Join(dir, "diary-undo.talpa"): report.Reproduced, second: report.NotReproduced,
	} {
		got, err := Replay(t.Context(), m, ReplayOptions{Script: path, APK: apk, Times: 1})
		if err != nil || got.Verdict != want || want == report.Reproduced && !strings.HasPrefix(got.Crash, "undo: ") {
			t.Errorf("%s: %+v, %v", filepath.Base(path), got, err)
		}
	}
}
