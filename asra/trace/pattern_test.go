package trace

import "testing"

// TestPatterns compiles what is otherwise compiled when a trace needs it.
func TestPatterns(t *testing.T) {
	t.Parallel()
	if len(patterns) < 40 {
		t.Fatalf("%d patterns are known", len(patterns))
	}
	for _, p := range patterns {
		p.compiled()
	}
}
