package golden

import "testing"

func TestDiff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, want, got, diff string }{
		{"equal", "a\nb\n", "a\nb\n", ""},
		{"changed", "a\nb\nc\n", "a\nx\nc\n", "-b\n+x\n"},
		{"added", "a\nc\n", "a\nb\nc\n", "+b\n"},
		{"removed", "a\nb\nc\n", "a\nc\n", "-b\n"},
		{"no newline at the end", "a\n", "a", "-a\n-\n+a\n"},
	} {
		if diff := Diff(c.want, c.got); diff != c.diff {
			t.Errorf("%s: got %q, want %q", c.name, diff, c.diff)
		}
	}
}

func TestRandRepeats(t *testing.T) {
	*seed = 7
	defer func() { *seed = 0 }()
	if a, b := Rand(t).Uint64(), Rand(t).Uint64(); a != b {
		t.Errorf("the same seed gave %d and %d", a, b)
	}
}
