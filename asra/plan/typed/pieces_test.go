package typed_test

import (
	"strings"
	"testing"

	"talpa/asra/plan/typed"
)

// TestPieces: what is typed is split into as many pieces, by the delimiters that code mostly has.
func TestPieces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expression string
		n          int
		want       string
	}{
		{",", 0, ","}, {",", 1, "1"}, {",", 3, "1,1,1"}, {`\.`, 0, "."}, {`\.`, 2, "1.1"}, {"[|]", 2, "1|1"},
		{`\s+`, 2, "1 1"}, {" - ", 2, "1 - 1"}, {"", 2, ""}, {"[a-z]+", 2, ""}, {".", 2, ""}, {"a|b", 2, ""},
		{",", 21, ""}, {",", -1, ""},
	} {
		got, ok := typed.Pieces(c.expression, c.n)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q in %d: %q %v, want %q", c.expression, c.n, got, ok, c.want)
		}
		if ok && c.n > 0 && c.expression == "," && len(strings.Split(got, ",")) != c.n {
			t.Errorf("%q has not %d pieces", got, c.n)
		}
	}
}
