package workflow

import (
	"strings"
	"testing"

	"talpa/fuzz/report"
	"talpa/internal/workflow/spec"
)

// TestChecked_Summary: whoever reads the text alone knows whether the check came to its end.
func TestChecked_Summary(t *testing.T) {
	t.Parallel()
	for verdict, want := range map[report.Verdict]string{
		report.Stopped:   "interrupted: 0 of 0 properties",
		report.NoVerdict: "no verdict: 0 of 0 properties",
		report.Clean:     "0 of 0 properties",
		report.Violated:  "0 of 0 properties",
	} {
		c := &Checked{Verdict: verdict, Checked: &spec.Checked{}}
		if got := c.Summary(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", verdict, got)
		}
	}
}
