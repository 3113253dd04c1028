package workflow

import (
	"testing"
	"time"
)

func TestSpent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		time   time.Duration
		limit  int
		events int
		starts time.Duration
		want   func(float64) bool
	}{
		{"no limit", 0, 0, 1_000_000, 0, func(p float64) bool { return p == 0 }},
		{"half of the events", 0, 100, 50, 0, func(p float64) bool { return p == 0.5 }},
		{"more than all events", 0, 100, 150, 0, func(p float64) bool { return p == 1 }},
		{"all the time", time.Minute, 0, 1, 0, func(p float64) bool { return p == 1 }},
		{"little time, half of the events", 1000 * time.Hour, 100, 50, 0, func(p float64) bool { return p == 0.5 }},
		{"some time, few events", 10 * time.Hour, 100, 1, 0, func(p float64) bool { return p >= 0.1 && p < 1 }},
		{"half of the time, as the device took long to start", time.Hour, 0, 1, 30 * time.Minute, func(p float64) bool { return p == 0.5 }},
	}
	for _, tt := range tests {
		clock := newTestClock()
		s := searching(clock)
		s.run = RunOptions{Time: tt.time, Events: tt.limit}
		s.begun = s.begun.Add(tt.starts)
		if got := s.spent(tt.events, clock.at.Add(time.Hour)); !tt.want(got) {
			t.Errorf("%s: %g", tt.name, got)
		}
	}
}

// Only stand-in servers can be told how to answer, and all that they are told is valid.
func TestServerResponses(t *testing.T) {
	t.Parallel()
	for network, want := range map[Network]int{NetworkOff: 0, NetworkOn: 0, NetworkAuto: 0, NetworkStandIn: 5} {
		list := serverResponses(network)
		if len(list) != want {
			t.Errorf("%s: %d events, want %d", network, len(list), want)
		}
		for _, e := range list {
			if err := e.Validate(); err != nil {
				t.Errorf("%s: %v", network, err)
			}
		}
	}
}
