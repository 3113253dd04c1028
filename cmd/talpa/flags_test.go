package main

import "testing"

func TestEdits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"time", "time", 0}, {"", "abc", 3}, {"abc", "", 3}, {"time", "tine", 1}, {"confirm", "confrim", 1},
		{"oracle", "oracles", 1}, {"seed", "sed", 1}, {"level", "limit", 4}, {"ab", "ba", 1}, {"kitten", "sitting", 3},
	} {
		if got := edits(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := edits(c.b, c.a); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
