package campaign

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// ends stores an outcome of the job with that seed, in place of an earlier one.
func ends(t *testing.T, c *Campaign, seed int64, round int, o Outcome) string {
	t.Helper()
	o.Job = Job{APK: "a", Seed: seed, Attempts: 1}
	o.ID, o.Round, o.Ended, o.Worker = o.Job.ID(), round, time.Unix(seed, 0).UTC(), "w"
	if first, err := c.conclude(t.Context(), &o); err != nil || !first {
		t.Fatalf("seed %d: %v, %v", seed, first, err)
	}
	return o.ID
}

// anew opens the campaign as another command does, with the files of that folder.
func anew(t *testing.T, o Options, cache string) *Campaign {
	t.Helper()
	o.Cache = cache
	c := open(t, o)
	c.ledger.every = 1
	return c
}

// TestStatus_Incremental: whoever asks, and whatever was kept of what was read before, the status is that of
// all outcomes, while they come, are replaced and are removed.
func TestStatus_Incremental(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	long := open(t, o)
	cache := t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	kinds := []Outcome{
		{Result: &Result{Success: true}}, {Result: &Result{}}, {Skipped: cancelled}, {Error: "it failed"},
	}
	rounds := map[int64]int{}
	kind := map[int64]int{}
	for step := range 60 {
		seed := r.Int64N(30)
		if round, over := rounds[seed]; over && r.IntN(3) == 0 {
			if err := long.notes.Purge(t.Context(), outcomes+(Job{APK: "a", Seed: seed}).ID()); err != nil {
				t.Fatal(err)
			}
			delete(kind, seed)
			rounds[seed] = round + 1
		} else {
			rounds[seed]++
			kind[seed] = r.IntN(len(kinds))
			ends(t, long, seed, rounds[seed], kinds[kind[seed]])
		}
		if step%4 != 0 {
			continue
		}
		want := &Status{Name: "test", Jobs: len(kind)}
		for seed, k := range kind {
			want.add([]ending{success, failed, skipped, dead}[k], Dead{ID: (Job{APK: "a", Seed: seed}).ID()})
		}
		for name, c := range map[string]*Campaign{"open": long, "anew": anew(t, o, ""), "kept": anew(t, o, cache)} {
			got := status(t, c)
			dead := len(got.Dead)
			got.Dead = nil
			same := *want
			same.Dead = nil
			if diff := cmp.Diff(&same, got); diff != "" || dead != len(want.Dead) {
				t.Fatalf("step %d, %s: %d given up, want %d: %s", step, name, dead, len(want.Dead), diff)
			}
		}
	}
}

// TestLedger_File: what was read is not read again, and a file that does not fit is not believed.
func TestLedger_File(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	c := open(t, o)
	cache := t.TempDir()
	ends(t, c, 1, 0, Outcome{Result: &Result{Success: true}})
	second := ends(t, c, 2, 0, Outcome{Error: "it failed"})
	first := anew(t, o, cache)
	if s := status(t, first); s.Done != 1 || len(s.Dead) != 1 || s.Dead[0].Error != "it failed" {
		t.Fatal(s.Summary())
	}
	kept, err := filepath.Glob(filepath.Join(cache, "campaigns", "test-*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatal(kept, err)
	}
	good, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(kept[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// With the last outcome as the mark the ones before are not asked for.
	p := first.ledger.pages
	write(fmt.Sprintf(`{"format":1,"created":%q,"mark":%d,"stored":%q,"ids":{"1":"0123456789abcdef01234567"}}`,
		p.Created.Format(time.RFC3339Nano), p.Mark, p.Stored.Format(time.RFC3339Nano)))
	if s := status(t, anew(t, o, cache)); s.Jobs != 1 || s.Done != 1 {
		t.Errorf("what was read is read again: %s", s.Summary())
	}
	for _, text := range []string{
		"", "{", string(good[:len(good)/2]), `{"format":2,"ids":{"1":"0123456789abcdef01234567"}}`,
		fmt.Sprintf(`{"format":1,"created":%q,"mark":%d,"stored":%q,"ids":{"1":"0123456789abcdef"}}`,
			p.Created.Format(time.RFC3339Nano), p.Mark, p.Stored.Format(time.RFC3339Nano)),
		fmt.Sprintf(`{"format":1,"created":%q,"mark":%d,"stored":%q,"ids":{"4":"0123456789abcdef01234567"}}`,
			p.Created.Format(time.RFC3339Nano), p.Mark, p.Stored.Format(time.RFC3339Nano)),
		fmt.Sprintf(`{"format":1,"created":%q,"mark":%d,"stored":%q,"ids":{"1":"0123456789abcdef01234567"}}`, p.Created.Format(time.RFC3339Nano),
			p.Mark+7, p.Stored.Format(time.RFC3339Nano)),
		fmt.Sprintf(`{"format":1,"created":%q,"mark":%d,"stored":%q,"ids":{"1":"0123456789abcdef01234567"}}`, p.Created.Format(time.RFC3339Nano),
			p.Mark, p.Stored.Add(time.Second).Format(time.RFC3339Nano)),
		fmt.Sprintf(`{"format":1,"created":%q,"mark":%d,"stored":%q,"ids":{"1":"0123456789abcdef01234567"}}`,
			p.Created.Add(time.Second).Format(time.RFC3339Nano), p.Mark, p.Stored.Format(time.RFC3339Nano)),
	} {
		write(text)
		if s := status(t, anew(t, o, cache)); s.Done != 1 || len(s.Dead) != 1 || s.Dead[0].ID != second {
			t.Errorf("%.60s: %s", text, s.Summary())
		}
	}
	// The campaign is removed and made anew.
	if _, err := c.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := open(t, o)
	ends(t, again, 3, 0, Outcome{Result: &Result{}})
	if s := status(t, anew(t, o, cache)); s.Jobs != 1 || s.Done != 1 || s.Success != 0 {
		t.Errorf("a campaign made anew: %s", s.Summary())
	}
}

// TestLedger_Sweep: files that no command has written for long are removed.
func TestLedger_Sweep(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	c := open(t, o)
	ends(t, c, 1, 0, Outcome{Result: &Result{}})
	cache := t.TempDir()
	dir := filepath.Join(cache, "campaigns")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	old, young := filepath.Join(dir, "old-1.json"), filepath.Join(dir, "young-1.json")
	for _, file := range []string{old, young} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-staleLedger - time.Hour)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	status(t, anew(t, o, cache))
	_, oldErr := os.Stat(old)
	_, youngErr := os.Stat(young)
	if !os.IsNotExist(oldErr) || youngErr != nil {
		t.Errorf("old: %v, young: %v", oldErr, youngErr)
	}
}
