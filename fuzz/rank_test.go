package fuzz

import (
	"strings"
	"testing"

	"talpa/fuzz/oracle"
)

// Crashes keep their order; of what compares two runs the seldom met comes first.
func TestRank_crashesFirstThenSeldom(t *testing.T) {
	t.Parallel()
	finding := func(title string, count int, twice *oracle.Twice) *Finding {
		return &Finding{Violation: oracle.Violation{Title: title, Twice: twice}, Count: count}
	}
	found := []*Finding{finding("often", 9, &oracle.Twice{}), finding("crash", 5, nil),
		finding("once", 1, &oracle.Twice{}), finding("crash, later", 2, nil)}
	Rank(found)
	var titles []string
	for _, f := range found {
		titles = append(titles, f.Violation.Title)
	}
	if got := strings.Join(titles, "; "); got != "crash; crash, later; once; often" {
		t.Error(got)
	}
}
