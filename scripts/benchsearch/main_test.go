package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fake is a program in talpa's place: it reproduces the crash but without exploit_target, counts its
// runs, fails as infrastructure for the case "broken" and refuses the case "refused".
const fake = `#!/bin/sh
echo run >> "$RUNS"
for a; do [ "$last" = -o ] && out=$a; last=$a; done
mkdir -p "$out"
echo '{"search":{"events":40,"foundBy":"random"}}' > "$out/run.json"
case "$*" in
*broken*) exit 3 ;;
*refused*) exit 2 ;;
*exploit_target*) exit 1 ;;
esac
`

// setup makes a bench of the given cases with two seeds and two variants.
func setup(t *testing.T, cases ...string) (b *bench, runs func() int) {
	t.Helper()
	dir := t.TempDir()
	talpa, log := filepath.Join(dir, "talpa"), filepath.Join(dir, "runs")
	if err := os.WriteFile(talpa, []byte(strings.ReplaceAll(fake, "$RUNS", log)), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		folder := filepath.Join(dir, "cases", c)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "app.apk"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b = &bench{talpa: talpa, cases: filepath.Join(dir, "cases"), out: filepath.Join(dir, "out"), seeds: 2,
		time: time.Minute, variants: "exploit_target"}
	return b, func() int {
		data, _ := os.ReadFile(log) // there is none before the first run
		return strings.Count(string(data), "\n")
	}
}

// A run goes on where another was stopped, and both print one table.
func TestRun_keepsCellsThatAreDone(t *testing.T) {
	t.Parallel()
	b, runs := setup(t, "one", "two")
	b.seeds = 1
	var table strings.Builder
	if err := b.run(t.Context(), &table, false); err != nil || runs() != 4 {
		t.Fatalf("%d runs, want 4: %v", runs(), err)
	}
	b.seeds = 2
	table.Reset()
	if err := b.run(t.Context(), &table, false); err != nil || runs() != 8 {
		t.Fatalf("%d runs, want 8: %v", runs(), err)
	}
	var again strings.Builder
	if err := b.run(t.Context(), &again, true); err != nil || runs() != 8 || again.String() != table.String() {
		t.Errorf("the table alone, %d runs, %v:\n%s", runs(), err, again.String())
	}
	for _, want := range []string{"| plain | 4 of 4 |", "| without exploit_target | 0 of 4 |", "| 1.00 | 1.00 to 1.00 |"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q in\n%s", want, table.String())
		}
	}
}

// A cell that fails for the infrastructure ends the run and is not kept; a case that is refused is left out.
func TestRun_faults(t *testing.T) {
	t.Parallel()
	b, runs := setup(t, "broken")
	var table strings.Builder
	if err := b.run(t.Context(), &table, false); err == nil || runs() != 1 {
		t.Errorf("%d runs, %v", runs(), err)
	}
	if kept, _ := filepath.Glob(filepath.Join(b.out, "*", "*", "*")); len(kept) != 0 {
		t.Errorf("kept %q", kept)
	}
	b, _ = setup(t, "refused", "one")
	if err := b.run(t.Context(), &table, false); err != nil || !strings.Contains(table.String(), "| plain | 2 of 2 |") {
		t.Errorf("%v:\n%s", err, table.String())
	}
	b, _ = setup(t)
	if err := b.run(t.Context(), &table, false); err == nil {
		t.Error("no error without any case")
	}
}

func TestA12_effectSizes(t *testing.T) {
	t.Parallel()
	met := func(events ...int) (cells []cell) {
		for _, e := range events {
			cells = append(cells, cell{Reproduced: e > 0, Events: e})
		}
		return cells
	}
	for _, c := range []struct {
		name         string
		ours, theirs []cell
		want         float64
	}{
		{"always fewer", met(1, 2), met(3, 4), 1},
		{"always more", met(3, 4), met(1, 2), 0},
		{"the same", met(5, 5), met(5, 5), 0.5},
		{"a failure needs more than any", met(1000), met(0), 1},
		{"two failures", met(0), met(0), 0.5},
		{"one of two", met(1, 9), met(5, 5), 0.5},
	} {
		if got := a12(c.ours, c.theirs); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The interval holds the share, and gets narrower with more runs.
func TestWilson_holdsTheShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hits, n   int
		low, high float64 // by the formula, to two digits
	}{{0, 10, 0, 0.28}, {10, 10, 0.72, 1}, {5, 10, 0.24, 0.76}, {50, 100, 0.40, 0.60}, {0, 0, 0, 1}} {
		low, high := wilson(c.hits, c.n)
		if math.Abs(low-c.low) > 0.005 || math.Abs(high-c.high) > 0.005 {
			t.Errorf("%d of %d: %.3f to %.3f, want %v to %v", c.hits, c.n, low, high, c.low, c.high)
		}
	}
}

// The levels are compared with the app as it is, by case; a case that only this reproduces is lost.
func TestRun_levels(t *testing.T) {
	t.Parallel()
	b, _ := setup(t, "one", "two")
	if err := os.WriteFile(b.talpa, []byte(fakeLevels), 0o755); err != nil {
		t.Fatal(err)
	}
	b.levels, b.variants, b.events = true, "reach|paper", 77
	var table strings.Builder
	if err := b.run(t.Context(), &table, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| none | 4 of 4 |", "| reach | 2 of 4 |", "| case | none | reach | paper |",
		"| one | 2 of 2, 40 | 0 of 2 | 2 of 2, 40 |",
		"| two | 2 of 2, 40 | 2 of 2, 40 | 2 of 2, 40 |", "| lost | 0 | 1 | 0 |", "A12 of none",
	} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q in\n%s", want, table.String())
		}
	}
}

// fakeLevels reproduces the crash but for the case "one" at the level reach, and wants to be asked
// for random events of a bounded number.
const fakeLevels = `#!/bin/sh
for a; do [ "$last" = -o ] && out=$a; last=$a; done
mkdir -p "$out"
echo '{"search":{"events":40}}' > "$out/run.json"
case "$*" in
*"--events 77"*"--generator random"*) ;;
*) exit 3 ;;
esac
case "$*" in
*/one/*"--level reach"*) exit 1 ;;
esac
`

// Patterns choose cases and variants; plain is always there, since others are compared with it.
func TestChoose(t *testing.T) {
	t.Parallel()
	b, _ := setup(t, "one", "two", "three")
	b.only, b.variants = "^t", "^random$"
	cases, variants, err := b.choose()
	if err != nil || strings.Join(cases, " ") != "three two" || len(variants) != 2 || variants[0].name != plain {
		t.Errorf("cases %q, %d variants, %v", cases, len(variants), err)
	}
	for _, broken := range []*bench{{only: "("}, {variants: "("}, {cases: filepath.Join(b.cases, "[")}} {
		if _, _, err := broken.choose(); err == nil {
			t.Errorf("%+v is taken", broken)
		}
	}
}

// A cell that was cut off is said by its name, not taken for one that is missing.
func TestCell_broken(t *testing.T) {
	t.Parallel()
	b, runs := setup(t, "one")
	folder := filepath.Join(b.out, "one", plain)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "1.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := b.run(t.Context(), &table, false); err == nil || !strings.Contains(err.Error(), "1.json") || runs() != 0 {
		t.Errorf("%d runs, %v", runs(), err)
	}
}
