package workflow

import (
	"cmp"
	"log/slog"
	"slices"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/instrument"
	"talpa/internal/workflow/board"
	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/environment"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/progress"
	"talpa/internal/workflow/tally"
)

// testClock is a clock that only the test moves.
type testClock struct{ at time.Time }

func newTestClock() *testClock { return &testClock{at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (c *testClock) now() time.Time { return c.at }

// testJob is a job whose clock is c.
func testJob(c *testClock) job {
	return job{Log: progress.New(nil, slog.New(slog.DiscardHandler), c.now)}
}

// searching is a job with an hour and 1000 events, of which the pruned app and the app
// as it is are still to be searched.
func searching(c *testClock) *searcher {
	run := RunOptions{Time: time.Hour, Events: 1000}
	until := c.at.Add(run.Time)
	s := &searcher{job: testJob(c), target: target{app: &input.App{Path: "app"}}, run: run, begun: c.at,
		fleet: &fleet.Fleet{},
		board: board.New(1, 0, tally.Tally{})}
	s.turns = environment.NewTurns([]environment.Environment{{}}, func(int) *place {
		return &place{left: []*variant{{apk: "pruned", copy: &copies.Copy{}, until: until}, {apk: "app", until: until}}}
	})
	return s
}

// variantsLeft are those of the present environment.
func (s *searcher) variantsLeft() []*variant { return s.turns.Present().Of.left }

// What works on the pruned app only is followed on the app as it is next, for a while; then the pruned app's turn comes
// again, until too much was lost.
func TestUnconfirmed_isFollowedOnTheAppAsItIs(t *testing.T) {
	t.Parallel()
	s := searching(newTestClock())
	short := &event.Script{Events: make([]event.Event, 3)}
	for lost := 1; lost <= maxLost; lost++ {
		s.unconfirmed(short)
		plan := s.variantsLeft()[0]
		if plan.plan != short || plan.copy != nil || plan.apk != "app" {
			t.Fatalf("after %d: %+v", lost, plan)
		}
		if left, events, ok := s.budget(plan); !ok || left != time.Hour || events != planEvents {
			t.Errorf("budget of the plan: %v, %d, %v", left, events, ok)
		}
		s.unconfirmed(nil) // nor does what was found by the plan work
	}
	if left := s.variantsLeft(); len(left) != 1 || left[0].copy != nil || left[0].plan != nil {
		t.Fatalf("%d variants are left, the first is %+v", len(left), left[0])
	}
	s.unconfirmed(short)
	if left := s.variantsLeft(); len(left) != 1 || left[0].plan != nil {
		t.Error("the app as it is follows what was found on it")
	}
}

// TestBudget: a variant has what is left of the job's time and events.
func TestBudget(t *testing.T) {
	t.Parallel()
	const unlimited = 0
	for name, c := range map[string]struct {
		time     time.Duration // of the job
		events   int           // of the job
		spent    int           // events of the searches before
		elapsed  time.Duration
		variant  *variant // nil: one without bounds of its own
		wantTime time.Duration
		want     int
		wantNone bool
	}{
		"all": {time: time.Hour, events: 1000, wantTime: time.Hour, want: 1000},
		"the variant's own": {time: time.Hour, events: 1000, variant: &variant{events: 400}, wantTime: time.Hour,
			want: 400},
		"the rest of the job's": {time: time.Hour, events: 1000, spent: 900, variant: &variant{events: 400},
			wantTime: time.Hour, want: 100},
		"no event is left": {time: time.Hour, events: 1000, spent: 1000, wantNone: true},
		"the rest of the time": {time: time.Hour, events: 1000, elapsed: 50 * time.Minute,
			wantTime: 10 * time.Minute, want: 1000},
		"no time is left":                {time: time.Hour, events: 1000, elapsed: time.Hour, wantNone: true},
		"no limit":                       {time: unlimited, events: unlimited, elapsed: time.Hour, spent: 5000},
		"no limit, but of the variant's": {variant: &variant{events: extraEvents}, want: extraEvents},
	} {
		clock := newTestClock()
		s := searching(clock)
		s.run.Time, s.run.Events = c.time, c.events
		s.board = board.New(1, 0, tally.Earlier(c.spent, nil, tally.Coverage{}))
		v := cmp.Or(c.variant, &variant{})
		v.until = clock.at.Add(c.time)
		clock.at = clock.at.Add(c.elapsed)
		left, events, ok := s.budget(v)
		if left != c.wantTime || events != c.want || ok == c.wantNone {
			t.Errorf("%s: %v, %d events, %v", name, left, events, ok)
		}
	}
}

// TestLimit: the search for a better script ends after some time and, in a job without
// limits, after some events.
func TestLimit(t *testing.T) {
	t.Parallel()
	clock := newTestClock()
	s := searching(clock)
	left := s.variantsLeft()
	left[1].events = 7
	s.limit(time.Minute)
	for i, events := range []int{extraEvents, 7} {
		if v := left[i]; v.events != events || !v.until.Equal(clock.at.Add(time.Minute)) {
			t.Errorf("variant %d: %d events, until %v", i, v.events, v.until)
		}
	}
	s.limit(time.Hour)
	if !left[0].until.Equal(clock.at.Add(time.Minute)) {
		t.Error("a limit was loosened")
	}
}

// TestVariants: the copies of a ladder come one after the other, the one that does least
// first, and leave the app as it is a third of the time; of the events each step has as many.
func TestVariants(t *testing.T) {
	t.Parallel()
	type step struct {
		apk    string
		until  time.Duration
		events int
	}
	less := func(path string) *copies.Copy {
		return &copies.Copy{Path: path, Prunes: true, Report: &instrument.Report{}}
	}
	for name, c := range map[string]struct {
		copies []*copies.Copy
		want   []step
	}{
		"no copy": {nil, []step{{"app", time.Hour, 0}}},
		"a copy":  {[]*copies.Copy{less("asra")}, []step{{"asra", 40 * time.Minute, 0}, {"app", time.Hour, 0}}},
		"a copy that logs": {[]*copies.Copy{{Path: "log", Report: &instrument.Report{}}}, []step{{"log", time.Hour, 0},
			{"app", time.Hour, 0}}},
		"two, one below other": {[]*copies.Copy{less("paper"), less("asra")}, []step{{"paper", 20 * time.Minute, 333}, {"asra",
			40 * time.Minute, 333}, {"app", time.Hour, 0}}},
	} {
		clock := newTestClock()
		s := searching(clock)
		s.pruned = c.copies
		var got []step
		seeds := map[int64]bool{}
		for _, v := range s.place(0).left {
			got = append(got, step{v.apk, v.until.Sub(clock.at), v.events})
			if (v.copy != nil) != (v.apk != "app") || seeds[v.seed] {
				t.Errorf("%s: %s is a copy: %v, seed %d of %v", name, v.apk, v.copy != nil, v.seed, seeds)
			}
			seeds[v.seed] = true
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestPlace_otherSeedsInOtherEnvironments: the variants of an environment have seeds that no other has.
func TestPlace_otherSeedsInOtherEnvironments(t *testing.T) {
	t.Parallel()
	s := searching(newTestClock())
	none := &instrument.Report{}
	s.pruned = []*copies.Copy{{Path: "most", Report: none, Prunes: true}, {Path: "app", Report: none}}
	seen := map[int64]bool{}
	for i := range 3 {
		for _, v := range s.place(i).left {
			if seen[v.seed] {
				t.Errorf("environment %d: %s has seed %d again", i, v.apk, v.seed)
			}
			seen[v.seed] = true
		}
	}
}

// TestNext_staysWhereACrashWasMet: while a better script is looked for no other environment has its turn.
func TestNext_staysWhereACrashWasMet(t *testing.T) {
	t.Parallel()
	s := searching(newTestClock())
	list := []environment.Environment{{}, {API: 23}}
	s.turns.Set(list, s.place)
	at := s.turns.Present()
	at.Spend(at.Left())
	if !s.hasOther(false) {
		t.Error("there is no other environment")
	}
	if next, err := s.next(t.Context(), false); err != nil || next != at {
		t.Errorf("the search goes on in %v, %v", next, err)
	}
	at.Of.left = nil
	if next, err := s.next(t.Context(), false); err != nil || next != nil {
		t.Errorf("nothing is left, and the search goes on in %v, %v", next, err)
	}
}

// TestNext_timeIsUp: no devices are changed for an environment whose time is up, too.
func TestNext_timeIsUp(t *testing.T) {
	t.Parallel()
	clock := newTestClock()
	s := searching(clock)
	s.turns.Set([]environment.Environment{{}, {API: 23}}, s.place)
	at := s.turns.Present()
	at.Spend(at.Left())
	at.Of.seen = true
	clock.at = clock.at.Add(2 * s.run.Time)
	if s.hasOther(false) {
		t.Error("another environment has a turn after the time is up")
	}
	if next, err := s.next(t.Context(), true); err != nil || next != nil {
		t.Errorf("the search goes on in %v, %v", next, err)
	}
}

// TestToNearest_here: what came nearest in the present environment is shown there.
func TestToNearest_here(t *testing.T) {
	t.Parallel()
	s := searching(newTestClock())
	s.turns.Set([]environment.Environment{{}, {API: 23}}, s.place)
	near := func(approach float64) *fuzz.Nearest { return &fuzz.Nearest{Score: evidence.Score{Approach: approach}} }
	s.totals.Nearest, s.turns.All()[1].Of.nearest = near(0.5), near(0.4)
	if err := s.toNearest(t.Context()); err != nil || s.turns.Present() != s.turns.All()[0] {
		t.Errorf("went to %v, %v", s.turns.Present(), err)
	}
}

// TestSearchTime: a crash that seems to be of another build is searched for a short time, never for a longer one than
// was asked for, and the result says so.
func TestSearchTime(t *testing.T) {
	t.Parallel()
	doubt := []guide.Doubt{{Kind: guide.DoubtNoMethod, Name: "com.foo.Main.gone"}}
	for name, c := range map[string]struct {
		doubts          []guide.Doubt
		asked, doubtful time.Duration
		want            time.Duration
		notes           int
	}{
		"this build":             {nil, 10 * time.Minute, 2 * time.Minute, 10 * time.Minute, 0},
		"another build":          {doubt, 10 * time.Minute, 2 * time.Minute, 2 * time.Minute, 1},
		"no limit":               {doubt, 0, 2 * time.Minute, 2 * time.Minute, 1},
		"asked for a shorter":    {doubt, time.Minute, 2 * time.Minute, time.Minute, 0},
		"asked for just as long": {doubt, 10 * time.Minute, 0, 10 * time.Minute, 0},
	} {
		j := testJob(newTestClock())
		j.options.Run.Time, j.options.DoubtTime = c.asked, c.doubtful
		got := searchTime(j, &guide.Guide{Target: guide.Target{Doubts: c.doubts}})
		if got != c.want || len(j.Notes) != c.notes {
			t.Errorf("%s: %s, notes %q; want %s and %d", name, got, j.Notes, c.want, c.notes)
		}
	}
}
