package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestWrapped: on a terminal no line of the usage is wider, and none is broken where nobody counts columns.
func TestWrapped(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{0, 60, 100} {
		widest := 0
		each(newRoot(), func(c *cobra.Command) {
			c.Root().SetUsageTemplate(wrapped((&cobra.Command{}).UsageTemplate(), columns))
			_, flags, _ := strings.Cut(c.UsageString(), "\nFlags:\n")
			for line := range strings.Lines(flags) {
				if columns == 0 || strings.Contains(line, " ") && !strings.HasPrefix(line, "Use ") {
					widest = max(widest, len(strings.TrimSpace(line)))
				}
			}
		})
		if columns > 0 && widest > columns || columns == 0 && widest < 200 {
			t.Errorf("usage in %d columns has a line of %d", columns, widest)
		}
	}
}

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
