package asra_test

import (
	"path/filepath"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/internal/golden"
)

// TestAnalyze_buttonsHiddenInXML states what initial values from XML are worth: of a number of buttons
// that a layout hides or disables, the handlers are dropped that nobody can run, and
// no others; and who shows the panel around the button that crashes is necessary.
func TestAnalyze_buttonsHiddenInXML(t *testing.T) {
	t.Parallel()
	p := sample(t, "curtain")
	g := analyzed(t, p, located(t, p, "../testdata/traces/curtain-go.txt"), guide.LevelASRA)
	dropped := map[string]bool{"Never": true, "Inside": true, "Off": true, "named": true}
	for _, cb := range g.Callbacks {
		if strings.Contains(cb.Method, "onCreate") {
			continue
		}
		class, method, _ := strings.Cut(strings.TrimPrefix(cb.Method, "Ldev/talpa/curtain/StageActivity"), ";->")
		name := strings.TrimPrefix(class, "$")
		if name == "" {
			name, _, _ = strings.Cut(method, "(")
		}
		switch is := cb.Verdict == guide.Irrelevant; {
		case is != dropped[name]:
			t.Errorf("%s: %s by %s (%s)", cb.Method, cb.Verdict, cb.Rule, cb.Reason)
		case is && cb.Rule != "R22":
			t.Errorf("%s is dropped by %s", cb.Method, cb.Rule)
		case name == "1" && cb.Verdict != guide.Necessary:
			t.Errorf("who shows the panel is %s", cb.Verdict)
		}
		delete(dropped, name)
	}
	for name := range dropped {
		t.Errorf("the guide lacks %s", name)
	}
	golden.Equal(t, filepath.Join("testdata", "curtain.guide"), []byte(render(g)))
}
