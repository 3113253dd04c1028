package virtual

import (
	"slices"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
)

// TestRecord: what runs is asked for only of processes that were to record it,
// each time once, also of one that crashed; of one that is gone it is lost.
func TestRecord(t *testing.T) {
	tests := []struct {
		name    string
		action  string
		record  bool
		methods int
		lost    bool
	}{
		{"not asked for", "", false, 0, false},
		{"asked for", "", true, 2, false},
		{"crashed", "tap crash", true, 2, false},
		{"gone", "tap die", true, 0, true},
		{"no answer", "recorded fail", true, 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, app := connect(t, startFake(t, fakeOptions(t)), tt.action)
			r := d.(device.Recorder)
			if err := r.Record(t.Context(), tt.record); err != nil {
				t.Fatal(err)
			}
			for _, kind := range []event.Kind{event.Launch, event.Tap} {
				if kind == event.Tap {
					if _, err := r.Executed(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				if err := d.Do(t.Context(), app, event.Event{Kind: kind}); err != nil {
					t.Fatal(err)
				}
			}
			ran, err := r.Executed(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(ran.Methods) != tt.methods || ran.Lost != tt.lost {
				t.Fatalf("got %+v", ran)
			}
			if tt.methods > 0 && !slices.Equal(ran.Methods[0].Lines, []int{1, 3}) {
				t.Errorf("lines %v", ran.Methods[0].Lines)
			}
		})
	}
}
