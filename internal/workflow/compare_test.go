package workflow

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/evidence"
	"talpa/fuzz/probe"
	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/static"
)

// TestGenerators compares the generators on a folder of crashes: TALPA_COMPARE names it. Each crash
// is a folder with trace.txt and app.apk, or a file apk that holds the path of the app. All
// generators search the app as `talpa reproduce` does, pruned; confirming is left out.
// TALPA_COMPARE_EVENTS bounds a search, TALPA_COMPARE_SEEDS is their number,
// TALPA_COMPARE_GENERATORS names some, TALPA_COMPARE_NETWORK is what the app finds behind its
// connections. It prints, for each crash and generator, the events to the crash by seed.
func TestGenerators(t *testing.T) {
	dir := os.Getenv("TALPA_COMPARE")
	if dir == "" {
		t.Skip("TALPA_COMPARE names no folder of crashes")
	}
	m := testMachine(t)
	traces, err := filepath.Glob(filepath.Join(dir, "*", "trace.txt"))
	if err != nil {
		t.Fatal(err)
	}
	policies := strings.Fields(os.Getenv("TALPA_COMPARE_GENERATORS"))
	if len(policies) == 0 {
		policies = Generators()
	}
	for _, path := range traces {
		if err := compare(t, m, filepath.Dir(path), policies); err != nil {
			t.Errorf("%s: %v", filepath.Base(filepath.Dir(path)), err)
		}
	}
}

// compare searches one crash with each generator and seed.
func compare(t *testing.T, m Machine, dir string, policies []string) error {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "trace.txt"))
	if err != nil {
		return err
	}
	apk := filepath.Join(dir, "app.apk")
	if path, err := os.ReadFile(filepath.Join(dir, "apk")); err == nil {
		apk = strings.TrimSpace(string(path))
	}
	a, err := input.OpenProgram(t.Context(), apk, m.Log)
	if err != nil {
		return err
	}
	target, err := input.Wanted(TraceInput{Name: "trace.txt", Text: string(text)}, a)
	if err != nil {
		return err
	}
	g, err := static.Guide(t.Context(), m, a, target, "asra")
	if err != nil {
		return err
	}
	pruned, err := copies.Make(t.Context(), apk, filepath.Join(t.TempDir(), "pruned.apk"), g, "asra", "dex",
		evidence.New(g).Watched())
	if err != nil {
		return err
	}
	fleet, err := openFleet(t.Context(), m, RunOptions{Seed: 1, Network: Network(os.Getenv("TALPA_COMPARE_NETWORK"))}, 1)
	if err != nil {
		return err
	}
	defer fleet.Close()
	for _, policy := range policies {
		var all strings.Builder
		for seed := range number("TALPA_COMPARE_SEEDS", 3) {
			started := time.Now()
			result, err := fuzz.Run(t.Context(), fuzz.Options{
				Clock: m.Now, APK: pruned.Path, Open: fleet.OpenRecycling, Guide: g, Policy: fuzz.Policy(policy),
				Watched: evidence.New(g).Watched(), Probes: probe.New(pruned.Report.Probes),
				Outside: a.Outside(), Wanted: &crash.Matcher{Want: target.Expected, InApp: a.Defines},
				InApp: a.Defines, Seed: int64(seed + 1), MaxEvents: number("TALPA_COMPARE_EVENTS", 500),
			})
			if err != nil {
				return err
			}
			if result.Found == nil {
				fmt.Fprintf(&all, " %6s", "-")
			} else {
				fmt.Fprintf(&all, " %6d", result.Found.Events)
			}
			fmt.Fprintf(&all, " (%3.0f s)", time.Since(started).Seconds())
		}
		fmt.Printf("%-44s %-10s%s\n", filepath.Base(dir), policy, all.String())
	}
	return nil
}
