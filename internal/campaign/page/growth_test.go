package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/fuzz/report"
	"talpa/internal/campaign"
)

// TestHeights: the mean of two searches rises with each screen that one of them meets, also after the other has ended.
func TestHeights(t *testing.T) {
	t.Parallel()
	got := heights([]growth{screens(&campaign.Result{Growth: []int{1, 3}}), screens(&campaign.Result{Growth: []int{1, 4, 9}})})
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
	if newCoverage("screens", []string{"a"}, [][]growth{{{nil, 7}}}) != nil {
		t.Error("a drawing of nothing")
	}
	c := newCoverage("screens", []string{"a", "b"}, [][]growth{{{[]rise{{1, 1}, {100, 1}}, 100}}, nil})
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

// TestMethods: a search's curve of methods rises by what came new at each point.
func TestMethods(t *testing.T) {
	t.Parallel()
	got := heights([]growth{
		methods(&campaign.Result{Events: 9, Methods: []report.Covered{{Events: 1, Methods: 10}, {Events: 4, Methods: 14}}}),
		methods(&campaign.Result{Events: 9, Methods: []report.Covered{{Events: 4, Methods: 6}}}),
	})
	want := []height{{1, 5}, {4, 10}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(height{})); diff != "" {
		t.Error(diff)
	}
}

func TestRounded(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{1: 1, 2: 2, 3: 5, 5: 5, 6: 10, 11: 20, 1251: 2000} {
		if got := rounded(n); got != want {
			t.Errorf("%d: %d, want %d", n, got, want)
		}
	}
}
