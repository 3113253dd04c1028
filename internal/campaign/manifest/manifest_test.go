package manifest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"talpa/internal/campaign"
)

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "m.json")
	text := `{"seeds": "1-3", "time": "5m", "generators": ["guided"], "untilSolved": true, "entries": [
		{"app": "a.apk", "traces": ["t/1.txt", "/abs/2.txt"], "mapping": "map.txt", "seeds": "7", "events": 9},
		{"app": "/abs/b.apk", "generators": ["random"], "attempts": 1, "oracles": ["crash", "dmf=o/d.json"]}]}`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	common := campaign.Submission{Seeds: campaign.Seeds{First: 1, Last: 1},
		Levels: []string{"asra"}, Generators: []string{"x"},
		Job: campaign.Job{Time: time.Minute, Attempts: 3, Match: "point"}}
	got, err := Read(file, common)
	if err != nil {
		t.Fatal(err)
	}
	first := campaign.Submission{APK: filepath.Join(dir, "a.apk"), Seeds: campaign.Seeds{First: 7, Last: 7},
		Levels:     []string{"asra"},
		Generators: []string{"guided"},
		Job:        campaign.Job{Time: 5 * time.Minute, Events: 9, Attempts: 3, Match: "point", UntilSolved: true}}
	second := first
	second.APK, second.Seeds, second.Generators = "/abs/b.apk", campaign.Seeds{First: 1, Last: 3}, []string{"random"}
	second.Job.Events, second.Job.Attempts, second.Job.UntilSolved = 0, 1, false
	second.Job.Oracles = []string{"crash", "dmf=" + filepath.Join(dir, "o/d.json")}
	want := []Request{
		{first, filepath.Join(dir, "t/1.txt"), filepath.Join(dir, "map.txt")},
		{first, "/abs/2.txt", filepath.Join(dir, "map.txt")},
		{Submission: second},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := Read(filepath.Join(dir, "none.json"), common); err == nil {
		t.Error("a manifest that there is not")
	}
}

func TestParse_BadOnes_Refused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{}`:                "no entries",
		`{"entries": [{}]}`: "entry 1: no app",
		`{"entries": [{"app": "a"}], "sedes": 1}`:                        "sedes",
		`{"entries": [{"app": "a", "seeds": "3-1"}]}`:                    "entry 1: seeds",
		`{"time": "long", "entries": [{"app": "a"}]}`:                    `time "long"`,
		`{"entries": [{"app": "a"}, {"app": "b", "time": "5 minutes"}]}`: "entry 2: time",
		`{"entries": [{"app": "a"}]} x`:                                  "after the end of the list",
		`[]`:                                                             "array",
	} {
		if _, err := parse([]byte(text), ".", campaign.Submission{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzParseManifest: what is read asks for apps, with seeds in order.
func FuzzParseManifest(f *testing.F) {
	f.Add([]byte(`{"seeds": "1-3", "entries": [{"app": "a.apk", "traces": ["t"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := parse(data, "d", campaign.Submission{Seeds: campaign.Seeds{First: 1, Last: 1}})
		if (err == nil) != (len(all) > 0) {
			t.Errorf("%d requests, %v", len(all), err)
		}
		for _, r := range all {
			if r.APK == "" || r.Seeds.First > r.Seeds.Last {
				t.Errorf("%+v", r)
			}
		}
	})
}
