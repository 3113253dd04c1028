package relevance_test

import (
	"fmt"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/relevance"
	"talpa/internal/golden"
)

// TestPublished has the cases of the level that is named after the paper: handlers whose
// classes begin with Yes are held by it, those that begin with No are not. They are written as
// those of TestRules; "want" has the verdicts of the level beside those of asra. No handler
// that plain reachability keeps is pruned, and none that asra prunes is kept.
func TestPublished(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/paper/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		in := ruleInput(t, files)
		paper := find(t, in, relevance.Options{Level: guide.LevelPaper, States: true})
		sound := find(t, in, asra)
		plain := find(t, in, relevance.Options{Level: guide.LevelReach, States: true})
		var want strings.Builder
		for _, cb := range in.Callbacks {
			m := in.App.Calls.Method(cb.Method)
			class := strings.TrimPrefix(m.Class.JavaName(), "t.")
			if class == "Main" || class == "Away" {
				continue
			}
			says := func(r relevance.Result) string {
				text := said(r.Of(cb.Method))
				for _, w := range r.Rejected(cb.Method) {
					text += " rejects " + w.Name
				}
				return text
			}
			fmt.Fprintf(&want, "%s.%s %s, asra %s\n", class, m.Name, says(paper), says(sound))
			pruned := func(r relevance.Result) bool { return r.Of(cb.Method).Verdict == guide.Irrelevant }
			if held := !pruned(paper); held == strings.HasPrefix(class, "No") {
				t.Errorf("%s is held: %v", class, held)
			}
			if pruned(paper) && !pruned(plain) || pruned(sound) && !pruned(paper) {
				t.Errorf("%s: reach prunes it: %v, paper: %v, asra: %v", class, pruned(plain), pruned(paper), pruned(sound))
			}
		}
		return map[string]string{"want": want.String()}
	})
}
