package workflow

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/report"
)

// What was met lies in the run directory under the name of the app as it is, until it has
// been tried again; whoever kills the job in between finds it there.
func TestUnconfirmedScriptIsKept(t *testing.T) {
	t.Parallel()
	dir, err := report.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	u := &unconfirmed{dir: dir, sha256: "of-the-app"}
	if err := u.drop(); err != nil || u.name != "" {
		t.Errorf("dropping nothing: %q, %v", u.name, err)
	}
	found := &event.Script{Package: "org.mole", SHA256: "of-the-pruned-copy", Events: []event.Event{{Kind: event.Launch}}}
	if err := u.keep(found); err != nil || u.name != report.FileUnconfirmed {
		t.Fatalf("%q, %v", u.name, err)
	}
	text, err := os.ReadFile(dir.Path(u.name))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := event.Decode(text)
	if err != nil || kept.SHA256 != "of-the-app" || len(kept.Events) != 1 || found.SHA256 != "of-the-pruned-copy" {
		t.Errorf("%+v, %v; the one found has %s", kept, err, found.SHA256)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		r    reproducer
		want string
	}{
		"confirmed on fresh processes":        {t.Context(), reproducer{script: found, fresh: true}, ""},
		"refuted there":                       {t.Context(), reproducer{script: found}, ""},
		"the job ended after it was":          {ended, reproducer{script: found, fresh: true}, ""},
		"the job ended before it was refuted": {ended, reproducer{script: found}, report.FileUnconfirmed},
	} {
		if err := u.keep(found); err != nil {
			t.Fatal(err)
		}
		if err := u.settle(c.ctx, &c.r); err != nil || u.name != c.want {
			t.Errorf("%s: kept is %q, %v; want %q", name, u.name, err, c.want)
		}
	}
	if err := u.drop(); err != nil || u.name != "" {
		t.Errorf("%q, %v", u.name, err)
	}
	if left, _ := filepath.Glob(dir.Path("*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
