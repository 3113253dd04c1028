package workflow

import (
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/team"
	"talpa/internal/workflow/input"
)

// TestCheckUpgrade: an update is of the same app, and does not go back.
func TestCheckUpgrade(t *testing.T) {
	t.Parallel()
	apps := filepath.Join("..", "..", "testdata", "apps")
	for name, c := range map[string]struct{ older, newer, want string }{
		"none":         {"", "lookout", ""},
		"older":        {"lookout-old", "lookout", ""},
		"same":         {"lookout", "lookout", ""},
		"newer":        {"lookout", "lookout-old", "refuses to go back"},
		"another app":  {"burrow", "lookout", "an update is of the same app"},
		"no such file": {"nowhere", "lookout", "--upgrade-from"},
	} {
		a, err := input.OpenApp(t.Context(), filepath.Join(apps, c.newer+".apk"))
		if err != nil {
			t.Fatal(err)
		}
		path := ""
		if c.older != "" {
			path = filepath.Join(apps, c.older+".apk")
		}
		err = input.CheckUpgrade(path, a)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestCheckOlder: a script that begins on an older build needs one.
func TestCheckOlder(t *testing.T) {
	t.Parallel()
	s := &event.Script{Package: "p", Events: []event.Event{{Kind: event.Update}}}
	if err := input.CheckOlder(s, ""); err != nil {
		t.Error(err)
	}
	s.Events = append(s.Events, event.Event{Kind: event.Older})
	if err := input.CheckOlder(s, ""); err == nil || !strings.Contains(err.Error(), "--upgrade-from") {
		t.Errorf("%v", err)
	}
	if err := input.CheckOlder(s, "old.apk"); err != nil {
		t.Error(err)
	}
}

// TestUpgrading: a search begins on the older build where there is one.
func TestUpgrading(t *testing.T) {
	t.Parallel()
	run := RunOptions{Generator: "model"}
	if fuzz.Policy(run.Generator).Upgrading(run.UpgradeFrom, nil, team.Member{}) != nil {
		t.Error("a generator for updates without an older build")
	}
	run.UpgradeFrom = "old.apk"
	g := fuzz.Policy(run.Generator).Upgrading(run.UpgradeFrom, nil, team.Member{})(rand.New(rand.NewSource(1)))
	g.Begin()
	if e, ok := g.Next(gen.View{}); !ok || e.Kind != event.Older {
		t.Errorf("%v, %v", e, ok)
	}
}
