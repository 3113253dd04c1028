package board

import (
	"slices"
	"testing"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/gen/guided/team"
	"talpa/internal/workflow/environment"
	"talpa/internal/workflow/tally"
)

// TestMember: who joins a team first is its first member, in each environment and for each APK.
func TestMember(t *testing.T) {
	t.Parallel()
	s, older := New(3, 0, tally.Tally{}), environment.Environment{API: 23}
	for _, c := range []struct {
		number int
		e      environment.Environment
		apk    string
		want   int
	}{{0, environment.Environment{}, "a", 0}, {1, environment.Environment{}, "a", 1}, {2, older, "a", 0},
		{1, older, "a", 1}, {1, environment.Environment{}, "a", 1}, {2, environment.Environment{}, "b", 0}} {
		if got := s.Member(c.number, c.e, c.apk); got.Number != c.want || got.Team == nil {
			t.Errorf("%+v is member %d", c, got.Number)
		}
	}
	if a, b := s.Member(0, older, "a").Team, s.Member(2, older, "a").Team; a != b {
		t.Error("two members of one team have two")
	}
	if got := New(1, 0, tally.Tally{}).Member(0, older, "a"); got != (team.Member{}) {
		t.Errorf("a lone search is %+v", got)
	}
	if s.Exchange == nil || New(1, 0, tally.Tally{}).Exchange != nil {
		t.Error("what came near is for others, and a lone search has none")
	}
	if got := New(1, 2, tally.Tally{}).Member(0, older, "a"); got != (team.Member{Number: 2}) {
		t.Errorf("the third of some elsewhere is %+v", got)
	}
}

// TestEvents: events count once, while they are tried and when their search is over, and for all together.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := New(2, 0, tally.Tally{})
	s.Count(0, 7)
	if got := s.Count(1, 5); got != 12 {
		t.Errorf("%d events", got)
	}
	s.Over(0, &fuzz.Result{Progress: fuzz.Progress{Events: 8}})
	if got := s.Events(); got != 13 {
		t.Errorf("%d events", got)
	}
	s.Over(1, &fuzz.Result{Progress: fuzz.Progress{Events: 6}})
	if got := s.Tally().Search; got.Events != 14 || !slices.Equal(got.Members, []int{8, 6}) {
		t.Errorf("%d events, %v", got.Events, got.Members)
	}
	resumed := New(3, 0, s.Tally())
	resumed.Over(2, &fuzz.Result{Progress: fuzz.Progress{Events: 4}})
	resumed.Over(0, &fuzz.Result{Progress: fuzz.Progress{Events: 1}})
	for range 2 { // asking changes nothing
		if got := resumed.Tally().Search; got.Events != 19 || !slices.Equal(got.Members, []int{9, 6, 4}) {
			t.Errorf("resumed with one more %d events, %v", got.Events, got.Members)
		}
	}
	one := New(1, 0, tally.Tally{})
	one.Over(0, &fuzz.Result{Progress: fuzz.Progress{Events: 8}})
	if got := one.Tally().Search; got.Events != 8 || got.Members != nil {
		t.Errorf("alone %d events, %v", got.Events, got.Members)
	}
}

// TestProgress: what is told of all is the sum of events and rates, the most of states and crashes, the longest time,
// and the path of the member that came nearest.
func TestProgress(t *testing.T) {
	t.Parallel()
	var past tally.Tally
	past.Search.Events = 100
	s := New(2, 0, past)
	const far, near = "1 of 5", "3 of 5"
	s.Progress(0, fuzz.Progress{Events: 10, States: 7, Violations: 1, Elapsed: time.Second, Path: far}, 3)
	if !s.Nearer(1, 0.5) || s.Nearer(0, 0.4) || !s.Nearer(1, 0.5) {
		t.Error("the nearest is not the one of the highest value")
	}
	s.Progress(1, fuzz.Progress{Events: 20, States: 5, Violations: 2, Elapsed: 2 * time.Second, Path: near}, 2)
	all, rate, searched := s.Progress(0, fuzz.Progress{Events: 11, States: 8, Elapsed: time.Second, Path: far}, 4)
	if all.Events != 131 || all.States != 8 || all.Violations != 2 || all.Path != near {
		t.Errorf("%+v", all)
	}
	if rate != 21 || searched != 4 {
		t.Errorf("%v events a second in %v s", rate, searched)
	}
	if got := (fuzz.Progress{Events: 3, Elapsed: time.Millisecond}).PerSecond(); got != 0 {
		t.Errorf("a rate of %v before it can be told", got)
	}
}
