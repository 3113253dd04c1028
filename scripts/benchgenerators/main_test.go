package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"talpa/fuzz"
)

// fakeBench is a bench of one app and two generators, whose searches run as many methods as their seed says. It
// counts them.
func fakeBench(t *testing.T) (b *bench, searches *int) {
	t.Helper()
	searches = new(int)
	return &bench{out: t.TempDir(), events: 10, seeds: 2, apps: []string{"apps/one.apk"},
		generators: []string{"random", "model"},
		search: func(_ context.Context, _ string, policy fuzz.Policy, seed int64) (*cell, error) {
			*searches++
			c := &cell{Events: 10, Methods: map[string]int{"a": 1}, Crashes: map[string]int{}}
			if seed > 1 {
				c.Methods["b"] = 2
			}
			if policy == fuzz.Model {
				c.Crashes["npe"] = 3
			}
			return c, nil
		}}, searches
}

const fakeTable = "| app | random | model |\n|---|---|---|\n| one | 1, 2; 0 | 1, 2; 1 |\n| sum | 3; 0 | 3; 1 |\n"

// TestRun_goes_on: what was measured is not measured again, and the table alone measures nothing.
func TestRun_goes_on(t *testing.T) {
	t.Parallel()
	b, searches := fakeBench(t)
	for _, step := range []struct {
		look     bool
		events   int
		table    string
		searches int // until now
	}{
		{true, 10, "| app | random | model |\n|---|---|---|\n| one | ; 0 | ; 0 |\n| sum | 0; 0 | 0; 0 |\n", 0},
		{false, 10, fakeTable, 4},
		{false, 10, fakeTable, 4},
		{true, 10, fakeTable, 4},
		{false, 20, fakeTable, 8}, // other events are other cells
	} {
		b.look, b.events = step.look, step.events
		var out strings.Builder
		if err := b.run(t.Context(), &out); err != nil || out.String() != step.table || *searches != step.searches {
			t.Errorf("%+v: %d searches, %v, and\n%s", step, *searches, err, out.String())
		}
	}
}

// TestRun_stopped: a search that was stopped is no cell, and the table has what was done before.
func TestRun_stopped(t *testing.T) {
	t.Parallel()
	b, searches := fakeBench(t)
	ctx, stop := context.WithCancel(t.Context())
	whole := b.search
	b.search = func(ctx context.Context, app string, policy fuzz.Policy, seed int64) (*cell, error) {
		if seed == 2 {
			stop()
		}
		return whole(ctx, app, policy, seed)
	}
	var out strings.Builder
	want := "| app | random | model |\n|---|---|---|\n| one | 1; 0 | 1; 1 |\n| sum | 1; 0 | 1; 1 |\n"
	if err := b.run(ctx, &out); err != nil || out.String() != want || *searches != 3 {
		t.Errorf("%d searches, %v, and\n%s", *searches, err, out.String())
	}
	out.Reset()
	if err := b.run(t.Context(), &out); err != nil || out.String() != fakeTable || *searches != 5 {
		t.Errorf("gone on with: %d searches, %v, and\n%s", *searches, err, out.String())
	}
}

// TestRun_failed: a failure ends the run and says of which search it is.
func TestRun_failed(t *testing.T) {
	t.Parallel()
	b, _ := fakeBench(t)
	lost := errors.New("device lost")
	b.search = func(context.Context, string, fuzz.Policy, int64) (*cell, error) { return nil, lost }
	err := b.run(t.Context(), &strings.Builder{})
	if !errors.Is(err, lost) || !strings.Contains(err.Error(), "one.apk, random, seed 1") {
		t.Errorf("%v", err)
	}
}
