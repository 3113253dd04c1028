package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHeights: the mean of two searches rises with each screen that one of them meets, also after the other has ended.
func TestHeights(t *testing.T) {
	t.Parallel()
	got := heights([]growth{{[]int{1, 3}, 5}, {[]int{1, 4, 9}, 20}})
	want := []height{{1, 1}, {3, 1.5}, {4, 2}, {9, 2.5}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(height{})); diff != "" {
		t.Error(diff)
	}
	if got := heights(nil); got != nil {
		t.Errorf("of no search: %v", got)
	}
}

// TestNewCoverage: a curve a configuration, within the drawing, and no drawing where no screen is known.
func TestNewCoverage(t *testing.T) {
	t.Parallel()
	if newCoverage([]string{"a"}, [][]growth{{{nil, 7}}}) != nil {
		t.Error("a drawing of nothing")
	}
	c := newCoverage([]string{"a", "b"}, [][]growth{{{[]int{1, 100}, 100}}, nil})
	if c == nil || len(c.Curves) != 2 {
		t.Fatalf("%+v", c)
	}
	want := "M46.0 212.0 L46.0 212.0 L46.0 144.7 L392.0 144.7 L392.0 77.3 L392.0 77.3"
	if c.Curves[0].Line != want {
		t.Errorf("the curve is %s, want %s", c.Curves[0].Line, want)
	}
	if !strings.Contains(c.Says, "a: 2.0 screens in the end; b: 0.0") || c.Up[len(c.Up)-1].Text != "3" {
		t.Errorf("%s, %v", c.Says, c.Up)
	}
}
