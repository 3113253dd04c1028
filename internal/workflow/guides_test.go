package workflow

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/internal/golden"
	"talpa/internal/workflow/static"
)

// TestRecordedGuides states that the guides of the planted crashes are those that are
// recorded. What changes one is a correction that can be named, or a regression:
//
//	go test ./internal/workflow -run TestRecordedGuides -update
func TestRecordedGuides(t *testing.T) {
	t.Parallel()
	still := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) // so that the analysis takes no time
	m := Machine{Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return still }}
	for _, c := range plantedCrashes(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a, err := static.Analyze(t.Context(), m, static.Options{APK: c.apk, Trace: c.trace, Level: "asra"})
			if err != nil {
				t.Fatal(err)
			}
			text, err := guide.Encode(a.Guide)
			if err != nil {
				t.Fatal(err)
			}
			golden.Equal(t, filepath.Join(root, "testdata", "guides", c.name+".json"), text)
		})
	}
}
