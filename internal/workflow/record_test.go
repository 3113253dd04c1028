package workflow

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/dex"
	"talpa/fuzz/record"
	"talpa/internal/workflow/input"
)

// TestRecord: what a search says that it ran are methods of the app, by the
// names of its DEX files, with lines that these methods have; and the event
// that crashed has the line of the crash.
func TestRecord(t *testing.T) {
	startsDevices(t)
	m := testMachine(t)
	file := filepath.Join(t.TempDir(), "record.jsonl")
	result, err := Replay(t.Context(), m, ReplayOptions{
		Script: writeScript(t, formScript), APK: burrow, Times: 1, Record: file,
	})
	if err != nil || !result.Happened {
		t.Fatalf("%+v, %v", result, err)
	}
	a, err := input.OpenApp(t.Context(), burrow)
	if err != nil {
		t.Fatal(err)
	}
	lines := definedLines(t, a.Code)
	seen, last := 0, record.Line{}
	for _, line := range readRecord(t, file) {
		last = line
		for _, got := range line.New {
			if got.Method == "" {
				continue
			}
			seen++
			defined, ok := lines[got.Method]
			if !ok {
				t.Errorf("event %d ran %s, which the app lacks", line.Event, got.Method)
			}
			for _, n := range got.Lines {
				if !defined[n] {
					t.Errorf("%s has no line %d", got.Method, n)
				}
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d methods", seen)
	}
	crashed := false
	for _, got := range last.New {
		crashed = crashed || strings.Contains(got.Method, "ConvertActivity$2;->onClick")
	}
	if !crashed {
		t.Errorf("the last event ran %+v", last)
	}
}

// definedLines are the lines of every method with code.
func definedLines(t *testing.T, code *dex.Set) map[string]map[int]bool {
	t.Helper()
	all := map[string]map[int]bool{}
	for _, c := range code.Classes() {
		for _, m := range c.Methods {
			if m.Code() == nil {
				continue
			}
			entries, err := m.Code().Lines()
			if err != nil {
				t.Fatal(err)
			}
			all[m.String()] = map[int]bool{}
			for _, e := range entries {
				all[m.String()][e.Line] = true
			}
		}
	}
	return all
}

// formScript ends in a NumberFormatException.
const formScript = `talpa script 1
package dev.talpa.burrow

launch
tap id=dev.talpa.burrow:id/open_convert class=android.widget.Button label=CONVERT at=360,256
tap id=dev.talpa.burrow:id/strict class=android.widget.CheckBox label=Strict at=360,235
tap id=dev.talpa.burrow:id/run_convert class=android.widget.Button label=RUN at=360,315
`

func writeScript(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script.talpa")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func readRecord(t *testing.T, file string) []record.Line {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []record.Line
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var line record.Line
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		all = append(all, line)
	}
	return all
}

// TestFuzz_Coverage: a search that is to count the methods of the app says how many had run after so many events.
func TestFuzz_Coverage(t *testing.T) {
	startsDevices(t)
	const events = 12
	result, err := Fuzz(t.Context(), testMachine(t), FuzzOptions{
		APK: burrow, Progress: func(Progress) {}, Oracles: []string{"anr"},
		Run: RunOptions{Out: t.TempDir(), Seed: 3, Generator: "random", Events: events, Time: 10 * time.Minute,
			Devices: 1, Coverage: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	curve := result.Run.Search.Methods
	if len(curve) == 0 || curve[len(curve)-1].Methods < 10 || curve[len(curve)-1].Events > events {
		t.Fatalf("the curve of methods is %v", curve)
	}
	for i, c := range curve[1:] {
		if c.Events <= curve[i].Events || c.Methods <= curve[i].Methods {
			t.Errorf("%v comes after %v", c, curve[i])
		}
	}
}
