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

	"talpa/device/virtual/agenttest"
	"talpa/device/virtual/wire"
)

// TestConvert_once: a device that wants an app which another one is converting waits for that.
func TestConvert_once(t *testing.T) {
	t.Parallel()
	v, err := NewConverter(newConfig(t))
	if err != nil {
		t.Fatal(err)
	}
	release, err := v.lock(t.Context(), "sha-"+v.config.AgentID)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan error)
	go func() {
		code, err := v.Convert(t.Context(), "no such file", "sha")
		if err == nil && code.Facts.Classes != 7 {
			err = fmt.Errorf("%+v", code)
		}
		got <- err
	}()
	select {
	case err := <-got:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(200 * time.Millisecond):
	}
	jar := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(jar, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store(filepath.Join(v.Dir, "sha-"+v.config.AgentID), []byte(`{"classes":7}`), jar); err != nil {
		t.Fatal(err)
	}
	release()
	if err := <-got; err != nil {
		t.Errorf("what another device has converted is converted again: %v", err)
	}
}

// TestConvert_sideBySide: devices that convert the same apps at once, over a cache that
// is too small for them, get whole results, and leave nothing but entries behind.
func TestConvert_sideBySide(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	c.CacheLimit = 3 * int64(len("classes")) // of the stand-in's: three apps
	apks := []string{agenttest.APK(t, "a"), agenttest.APK(t, "b"), agenttest.APK(t, "c")}
	odd := agenttest.APK(t, "p", "unconvertible")
	var wg sync.WaitGroup
	for device := range 4 {
		v, err := NewConverter(c)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for i := range apks {
				n := (i + device) % len(apks)
				code, err := v.Convert(t.Context(), apks[n], fmt.Sprint("sha-", n))
				if err != nil || code.Facts.Methods != 10 || !strings.Contains(code.Jar, fmt.Sprint("sha-", n)) {
					t.Errorf("device %d, app %d: %+v, %v", device, n, code, err)
				}
				if text, err := os.ReadFile(code.Jar); err != nil || string(text) != "classes" {
					t.Errorf("device %d, app %d: %q, %v", device, n, text, err)
				}
			}
			if _, err := v.Convert(t.Context(), odd, "odd"); err == nil {
				t.Errorf("device %d: odd code is converted", device)
			}
		})
	}
	wg.Wait()
	left, err := os.ReadDir(filepath.Join(c.CacheDir, "classes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		if name := e.Name(); !strings.HasPrefix(name, "sha-") ||
			!strings.HasSuffix(name, jarSuffix) && !strings.HasSuffix(name, factsSuffix) {
			t.Errorf("left: %s", name)
		}
	}
}

// TestCached_broken: an entry that is not whole counts as none.
func TestCached_broken(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	v, err := NewConverter(c)
	if err != nil {
		t.Fatal(err)
	}
	apk := agenttest.APK(t, "p")
	good, err := v.Convert(t.Context(), apk, "sha")
	if err != nil {
		t.Fatal(err)
	}
	facts := strings.TrimSuffix(good.Jar, jarSuffix) + factsSuffix
	for name, spoil := range map[string]func() error{
		"no facts":         func() error { return os.Remove(facts) },
		"half the facts":   func() error { return os.WriteFile(facts, []byte(`{"classes":`), 0o600) },
		"no classes":       func() error { return os.Remove(good.Jar) },
		"nothing in facts": func() error { return os.WriteFile(facts, nil, 0o600) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if code, err := v.Convert(t.Context(), apk, "sha"); err != nil || code.Facts.Methods != 10 {
			t.Errorf("%s: %+v, %v", name, code, err)
		}
	}
	if err := os.WriteFile(strings.TrimSuffix(good.Jar, jarSuffix)+verdictSuffix, []byte(`{"code":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if verdict, known := good.Verdict(); known {
		t.Errorf("half a verdict: %+v", verdict)
	}
}

// TestEvict: the entries that were used longest ago go first, with all that belongs to
// them, and never the one that was just made.
func TestEvict(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	v, err := NewConverter(c)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for i, name := range []string{"old", "older", "new", "kept"} {
		base := filepath.Join(v.Dir, name)
		for _, suffix := range []string{jarSuffix, factsSuffix, verdictSuffix} {
			if err := os.WriteFile(base+suffix, make([]byte, 100), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		age := []time.Duration{time.Hour, 2 * time.Hour, time.Minute, 3 * time.Hour}[i]
		if err := os.Chtimes(base+jarSuffix, now.Add(-age), now.Add(-age)); err != nil {
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
		v.evict(filepath.Join(v.Dir, "kept"+jarSuffix))
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
