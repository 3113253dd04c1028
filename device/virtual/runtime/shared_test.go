package runtime

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"talpa/device/virtual/wire"
)

// TestEvict: the entries that were used longest ago go first, with all that belongs to
// them, and never the one that was just made. What earlier builds wrote is an entry, too.
func TestEvict(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	v, err := NewConverter(c)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for i, name := range []string{"old", "older", "new", "kept"} {
		base, classes := filepath.Join(v.Dir, name), storeSuffix
		if name == "older" {
			classes = oldSuffix
		}
		for _, suffix := range []string{classes, factsSuffix, verdictSuffix} {
			if err := os.WriteFile(base+suffix, make([]byte, 100), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		age := []time.Duration{time.Hour, 2 * time.Hour, time.Minute, 3 * time.Hour}[i]
		if err := os.Chtimes(base+classes, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		limit int64
		left  []string
	}{
		{400, []string{"kept", "new", "old", "older"}},
		{300, []string{"kept", "new", "old"}},
		{199, []string{"kept"}},
		{0, []string{"kept"}},
	} {
		v.config.CacheLimit = test.limit
		v.evict(filepath.Join(v.Dir, "kept"+storeSuffix))
		entries, err := os.ReadDir(v.Dir)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, e := range entries {
			left = append(left, strings.Split(e.Name(), ".")[0])
		}
		if len(left) != 3*len(test.left) || !slices.Equal(slices.Compact(left), test.left) {
			t.Errorf("limit %d leaves %q, want %q", test.limit, left, test.left)
		}
	}
}

// TestPool_sideBySide: each of those who take at once gets a JVM of its own, and a pool
// that is closed meanwhile leaves none.
func TestPool_sideBySide(t *testing.T) {
	t.Parallel()
	const takers = 6
	p := newPool(t)
	p.Fill(2)
	var wg sync.WaitGroup
	jvms := make(chan *JVM, takers)
	for range takers {
		wg.Go(func() {
			j, err := p.Take(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			jvms <- j
		})
	}
	wg.Wait()
	close(jvms)
	taken := map[int]bool{}
	var all []*JVM
	for j := range jvms {
		taken[j.HostPID()] = true
		all = append(all, j)
	}
	if len(taken) != takers {
		t.Errorf("%d JVMs for %d takers", len(taken), takers)
	}
	p.Fill(2) // they are still booting
	p.Close()
	for _, j := range all {
		if !j.Ended() {
			t.Error("a JVM runs on after its pool was closed")
		}
	}
	if left, err := os.ReadDir(p.tmps); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestRequest_sideBySide: requests and notifications of one process, from several
// goroutines, as a device has them when an app talks while its screen is asked for.
func TestRequest_sideBySide(t *testing.T) {
	t.Parallel()
	p := load(t, newPool(t), true, "tap log")
	var told atomic.Int64
	p.Attach(func(n wire.Notice) {
		if n.Event == wire.EventLog {
			told.Add(1)
		}
	})
	const callers, calls = 4, 20
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for range calls {
				var answer struct{ Now int }
				if _, err := p.Call(t.Context(), "tap", nil, &answer); err != nil || answer.Now != 100 {
					t.Errorf("%+v, %v", answer, err)
				}
				p.SetFront("p/p.Main")
				_ = p.Front()
				_ = p.DeadReason()
			}
		})
	}
	wg.Wait()
	if n := told.Load(); n != callers*calls {
		t.Errorf("%d notifications of %d", n, callers*calls)
	}
}

// TestThread_many: the threads of a log are told apart up to a limit.
func TestThread_many(t *testing.T) {
	t.Parallel()
	p := &Process{PID: 1}
	for i := range maxLogThreads + 10 {
		p.Thread(wire.Notice{PID: 5, TID: 10 + i})
	}
	if last := p.Thread(wire.Notice{PID: 5, TID: 9 + maxLogThreads}); last != 1+maxLogThreads || len(p.threads) != maxLogThreads {
		t.Errorf("the last thread is %d of %d", last, len(p.threads))
	}
	if beyond := p.Thread(wire.Notice{PID: 5, TID: 10 + maxLogThreads}); beyond != p.PID {
		t.Errorf("one beyond the limit is %d", beyond)
	}
}

// TestRecorded: rows of the agent about what ran, and those that it cannot mean.
func TestRecorded(t *testing.T) {
	t.Parallel()
	var tables probeTables
	for _, test := range []struct{ answer, want, err string }{
		{"+\tLp/A;\na\t()V\t1\t2\nb\t()V\t0\n=\t0\t1\t2\n", "Lp/A;->a()V:2 Lp/A;->b()V:0", ""},
		{"=\t0\t0\n", "Lp/A;->a()V:1", ""}, // the places were told before
		{"+\tLp/B;\nc\t(I)V\t7\n=\t1\t0\n=\t0\t2\n", "Lp/B;->c(I)V:7 Lp/A;->b()V:0", ""},
		{"", "", ""},
		{"=\t2\t0\n", "", `there is no class "2"`},
		{"=\t0\t3\n", "", `class 0 has no probe "3"`},
		{"=\t0\t-1\n", "", `class 0 has no probe "-1"`},
		{"a\t()V\t1\n", "", "a method without a class"},
		{"alone\n", "", `a row "alone\n"`},
		{"+\tLp/C;\nd\t()V\tx\n", "", "line of Lp/C;->d()V"},
	} {
		var ran []string
		err := tables.read(test.answer, func(method string, line int) { ran = append(ran, fmt.Sprintf("%s:%d", method, line)) })
		if got := strings.Join(ran, " "); got != test.want {
			t.Errorf("%q ran %q, want %q", test.answer, got, test.want)
		}
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%q: error %v, want %q", test.answer, err, test.err)
		}
	}
}
