package workflow

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/fuzz/event"
)

// TestChooseLevels states on which level a search begins, and which it tries then.
func TestChooseLevels(t *testing.T) {
	t.Parallel()
	kitkat := &guide.Android{Levels: []int{19}, Agree: 5, Frames: 5}
	needed := &guide.Android{Levels: []int{24, 25}, Agree: 5, Frames: 5, Needed: guide.NeedLacking}
	for name, test := range map[string]struct {
		run         RunOptions
		written     *guide.Android
		minSDK      int
		first, then int
		says        string
	}{
		"a trace that does not tell":          {RunOptions{}, nil, 16, 0, 0, ""},
		"an older one":                        {RunOptions{}, kitkat, 16, 0, 19, ""},
		"an older one that the crash needs":   {RunOptions{}, needed, 16, 25, 0, "--api 35"},
		"the user says which":                 {RunOptions{API: 35}, needed, 16, 35, 0, ""},
		"the app is not installed there":      {RunOptions{}, kitkat, 21, 0, 0, ""},
		"a phone has its own":                 {RunOptions{Serial: "x"}, needed, 16, 0, 0, ""},
		"the newest is that of the framework": {RunOptions{}, &guide.Android{Levels: []int{35}}, 16, 0, 0, ""},
		"no device of that level":             {RunOptions{}, &guide.Android{Levels: []int{15}}, 1, 0, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := chooseLevels(test.run, test.written, test.minSDK)
			if got.first != test.first || got.then != test.then || !strings.Contains(got.why, test.says) {
				t.Errorf("%+v, want %d, then %d", got, test.first, test.then)
			}
		})
	}
}

// TestLevels_resumed: who goes on with a search that had changed its level begins there.
func TestLevels_resumed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		begin levels
		last  int
		want  levels
	}{
		{"it had not come so far", levels{then: 19}, 0, levels{then: 19}},
		{"it had", levels{then: 19}, 19, levels{first: 19}},
		{"the user says which", levels{first: 35}, 19, levels{first: 35}},
		{"the trace tells of another now", levels{then: 23}, 19, levels{then: 23}},
	} {
		got := test.begin.resumed(test.last)
		if got.first != test.want.first || got.then != test.want.then || (got.why == "") != (got == test.begin) {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}

func TestCheckAPI(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		run  RunOptions
		want string
	}{
		{RunOptions{}, ""}, {RunOptions{API: 19}, ""}, {RunOptions{Serial: "x"}, ""},
		{RunOptions{API: 20}, "there are 16 to 19 and 21 to 35"}, {RunOptions{API: 19, Serial: "x"}, "--device"},
	} {
		err := test.run.checkAPI()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", test.run, err, test.want)
		}
	}
}

// TestReplay_unknownLevel: a script of a level that there is no device for is refused with the way out, before
// a device is asked.
func TestReplay_unknownLevel(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.talpa")
	script := &event.Script{API: 20, Package: "dev.talpa.burrow", Events: []event.Event{{Kind: event.Launch}}}
	if err := os.WriteFile(path, script.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	m := Machine{Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	for _, test := range []struct {
		api  int
		want string
	}{{0, "x.talpa was found on a device that this talpa does not have: --api: no Android of API level 20"},
		{99, "--api: no Android of API level 99"}} {
		_, err := Replay(t.Context(), m, ReplayOptions{Script: path, APK: burrow, Times: 1, API: test.api})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("--api %d: %v, want %q", test.api, err, test.want)
		}
	}
}
