package workflow

import (
	"testing"

	"talpa/asra/trace"
	"talpa/fuzz"
)

// TestPortfolio_met: of those that met the crash at once the best match is confirmed first; the others' wait.
func TestPortfolio_met(t *testing.T) {
	t.Parallel()
	met := func(level trace.Level) *searcher {
		return &searcher{waiting: &candidate{found: &fuzz.Finding{Match: trace.Match{Level: level}}}}
	}
	exact := met(trace.Exact)
	p := &portfolio{members: []*searcher{{}, met(trace.Point), exact, met(trace.Method)}}
	if p.met() != exact {
		t.Error("another one is confirmed first")
	}
	exact.waiting = nil
	if got := p.met(); got != p.members[3] {
		t.Errorf("then %+v", got)
	}
	if (&portfolio{members: []*searcher{{}}}).met() != nil {
		t.Error("nobody met it")
	}
}
