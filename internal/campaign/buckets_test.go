package campaign

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestBuckets(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }
	outcome := func(id, app string, ended time.Time, findings ...Finding) *Outcome {
		return &Outcome{ID: id, Job: Job{App: app}, Ended: ended, Result: &Result{Findings: findings}}
	}
	got := buckets([]*Outcome{
		outcome("c", "b.apk", day(5), Finding{Title: "NPE 2", Signature: "s", Count: 4}),
		outcome("a", "a.apk", day(2), Finding{Title: "NPE 1", Signature: "s", Count: 1}, Finding{Title: "anr", Count: 2}),
		outcome("b", "a.apk", day(3), Finding{Title: "NPE 1", Signature: "s", Count: 1},
			Finding{Title: "NPE 3", Signature: "s", Count: 1}, Finding{Title: "more than 200 others"}),
		{ID: "d", Error: "given up"}, {ID: "e", Skipped: "cancelled"},
		{ID: "f", Job: Job{App: "a.apk"}, Ended: day(6), Result: &Result{Success: true,
			Met: &Finding{Title: "wanted", Signature: "w", Count: 1, Place: Place{Class: "a.B", Line: 7}}}},
	})
	want := []Bucket{
		{Title: "NPE 1", Signature: "s", Apps: []string{"a.apk", "b.apk"}, Jobs: 3, Count: 7, First: day(2), Last: day(5),
			FirstJob: "a"},
		{Title: "anr", Apps: []string{"a.apk"}, Jobs: 1, Count: 2, First: day(2), Last: day(2), FirstJob: "a"},
		{Title: "wanted", Signature: "w", Apps: []string{"a.apk"}, Jobs: 1, Count: 1, First: day(6), Last: day(6),
			FirstJob: "f", Wanted: true, Place: Place{Class: "a.B", Line: 7}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var b strings.Builder
	writeBuckets(&b, got)
	if row := "3     7      2026-03-02 12:00  2026-03-05 12:00  a.apk b.apk  NPE 1\n"; !strings.Contains(b.String(), row) {
		t.Errorf("no row %q in\n%s", row, b.String())
	}
	b.Reset()
	writeBuckets(&b, nil)
	if b.Len() != 0 {
		t.Errorf("of no findings: %q", b.String())
	}
}
