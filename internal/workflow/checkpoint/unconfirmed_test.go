package checkpoint

import (
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
	u := &Unconfirmed{Dir: dir, SHA256: "of-the-app"}
	if err := u.Drop(); err != nil || u.Name != "" {
		t.Errorf("dropping nothing: %q, %v", u.Name, err)
	}
	found := &event.Script{Package: "org.mole", SHA256: "of-the-pruned-copy", Events: []event.Event{{Kind: event.Launch}}}
	if err := u.Keep(found); err != nil || u.Name != report.FileUnconfirmed {
		t.Fatalf("%q, %v", u.Name, err)
	}
	text, err := os.ReadFile(dir.Path(u.Name))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := event.Decode(text)
	if err != nil || kept.SHA256 != "of-the-app" || len(kept.Events) != 1 || found.SHA256 != "of-the-pruned-copy" {
		t.Errorf("%+v, %v; the one found has %s", kept, err, found.SHA256)
	}
	if err := u.Settle(found); err != nil || u.Name != report.FileUnconfirmed {
		t.Errorf("the job ended before it was refuted: kept is %q, %v", u.Name, err)
	}
	if err := u.Settle(nil); err != nil || u.Name != "" {
		t.Errorf("it is known how often it works: kept is %q, %v", u.Name, err)
	}
	if left, _ := filepath.Glob(dir.Path("*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
