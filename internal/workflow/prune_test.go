package workflow

import (
	"testing"

	"talpa/asra/guide"
)

func TestPrunes(t *testing.T) {
	for name, c := range map[string]struct {
		callback guide.Callback
		want     bool
	}{
		"necessary":  {guide.Callback{Verdict: guide.Necessary}, false},
		"irrelevant": {guide.Callback{Verdict: guide.Irrelevant}, true},
		"guarded":    {guide.Callback{Verdict: guide.Necessary, Guard: &guide.Guard{}}, true},
	} {
		if got := prunes(&guide.Guide{Callbacks: []guide.Callback{c.callback}}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
