package workflow

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/dex"
	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/evidence"
	"talpa/fuzz/probe"
	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/static"
)

// TestReach measures how soon the guided generator runs methods that others run late, rarely or
// never: crashes that nobody has tuned for. TALPA_REACH names a file with a line for an app: its APK and, if
// they are chosen already, methods by DEX name. For others the generators random and model play
// TALPA_REACH_EVENTS events without a guide; of the app's own methods that one of them ran, but none
// early, a few are drawn by a hash of their names, each of another class. Each is the crash point of a
// trace of one frame, and the guided generator searches the pruned copy with TALPA_REACH_SEEDS seeds
// until the method runs. A line is printed for each: the events of random, of model with two seeds, and of
// guided; 0 if it did not run.
func TestReach(t *testing.T) {
	list := os.Getenv("TALPA_REACH")
	if list == "" {
		t.Skip("TALPA_REACH names no list of apps")
	}
	m := testMachine(t)
	data, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(line); len(fields) > 0 {
			if err := reachApp(t, m, fields[0], fields[1:]); err != nil {
				t.Errorf("%s: %v", fields[0], err)
			}
		}
	}
}

// earlyEvents is the number of events after which a method is late.
const earlyEvents = 60

// reachApp measures methods of an app; it draws them if there are none.
func reachApp(t *testing.T, m Machine, apk string, chosen []string) error {
	t.Helper()
	a, err := input.OpenProgram(t.Context(), apk, m.Log)
	if err != nil {
		return err
	}
	fleet, err := openFleet(t.Context(), m, RunOptions{Seed: 1}, 1)
	if err != nil {
		return err
	}
	defer fleet.Close()
	first := make([]map[string]int, 3) // by run
	if len(chosen) == 0 {
		if first, err = playBlindly(t, m, fleet, a); err != nil {
			return err
		}
		chosen = lateMethods(a, first)
	}
	for _, method := range chosen {
		var guided []int
		for seed := range number("TALPA_REACH_SEEDS", 2) {
			events, err := searchMethod(t, m, fleet, a, method, int64(seed+1))
			if err != nil {
				return fmt.Errorf("%s: %w", method, err)
			}
			guided = append(guided, events)
		}
		fmt.Printf("%s\t%s\trandom %d\tmodel %d %d\tguided %v\n", a.Archive.Manifest().Package, method, first[0][method],
			first[1][method], first[2][method], guided)
	}
	return nil
}

// playBlindly plays without a guide and returns which events of each run ran a method first.
func playBlindly(t *testing.T, m Machine, fleet *fleet.Fleet, a *input.App) ([]map[string]int, error) {
	t.Helper()
	methods := ownMethods(a)
	var first []map[string]int
	for i, policy := range []fuzz.Policy{fuzz.Random, fuzz.Model, fuzz.Model} {
		result, err := fuzz.Run(t.Context(), fuzz.Options{
			Clock: m.Now, APK: a.Path, Open: fleet.OpenRecycling, Policy: policy, Outside: a.Outside(),
			Watched: methods, InApp: a.Defines, Seed: int64(max(1, i)), MaxEvents: number("TALPA_REACH_EVENTS", 600),
		})
		if err != nil {
			return nil, err
		}
		ran := map[string]int{}
		for _, r := range result.Ran {
			ran[r.Method] = r.First
		}
		first = append(first, ran)
	}
	return first, nil
}

// ownMethods are the DEX names of the methods of the app's own packages.
func ownMethods(a *input.App) []string {
	prefix := strings.Split(a.Archive.Manifest().Package, ".")
	own := "L" + strings.Join(prefix[:min(2, len(prefix))], "/") + "/"
	var all []string
	for m := range methodsOf(a) {
		if strings.HasPrefix(m.Class.Descriptor, own) && appcode.Own(m) {
			all = append(all, m.String())
		}
	}
	return all
}

// methodsOf yields the methods with code.
func methodsOf(a *input.App) func(yield func(*dex.Method) bool) {
	return func(yield func(*dex.Method) bool) {
		for _, c := range a.Code.Classes() {
			for _, m := range c.Methods {
				if m.Code() != nil && !yield(m) {
					return
				}
			}
		}
	}
}

// lateMethods draws up to four methods that were met late.
func lateMethods(a *input.App, first []map[string]int) []string {
	var late []*dex.Method
	for m := range methodsOf(a) {
		met, early := false, false
		for _, ran := range first {
			met = met || ran[m.String()] > 0
			early = early || ran[m.String()] > 0 && ran[m.String()] <= earlyEvents
		}
		if met && !early && !strings.ContainsAny(m.Name, "<$") && m.Code().Line(0) > 0 {
			late = append(late, m)
		}
	}
	rank := func(m *dex.Method) uint32 {
		h := fnv.New32a()
		_, _ = h.Write([]byte(m.String()))
		return h.Sum32()
	}
	slices.SortFunc(late, func(x, y *dex.Method) int { return int(int64(rank(x)) - int64(rank(y))) })
	var all, classes []string
	for _, m := range late {
		if outer, _, _ := strings.Cut(m.Class.Descriptor, "$"); !slices.Contains(classes, outer) && len(all) < 4 {
			classes, all = append(classes, outer), append(all, m.String())
		}
	}
	return all
}

// searchMethod returns the events that the guided generator needs to run a method; 0: it does not.
func searchMethod(t *testing.T, m Machine, fleet *fleet.Fleet, a *input.App, method string, seed int64) (int, error) {
	t.Helper()
	class, name, _ := strings.Cut(method, "->")
	name, _, _ = strings.Cut(name, "(")
	line := 0
	for x := range methodsOf(a) {
		if x.String() == method {
			line = x.Code().Line(0)
		}
	}
	java := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(class, "L"), ";"), "/", ".")
	text := fmt.Sprintf("java.lang.IllegalStateException: planted\n\tat %s.%s(A.java:%d)\n", java, name, line)
	target, err := input.Wanted(TraceInput{Name: "trace.txt", Text: text}, a)
	if err != nil {
		return 0, err
	}
	g, err := static.Guide(t.Context(), m, a, target, "asra")
	if err != nil {
		return 0, err
	}
	watched := evidence.New(g).Watched()
	pruned, err := copies.Make(t.Context(), a.Path, t.TempDir()+"/pruned.apk", g, "asra", "dex", watched)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result, err := fuzz.Run(ctx, fuzz.Options{
		Clock: m.Now, APK: pruned.Path, Open: fleet.OpenRecycling, Guide: g, Watched: watched,
		Probes: probe.New(pruned.Report.Probes), Outside: a.Outside(),
		Wanted: &crash.Matcher{Want: target.Expected, InApp: a.Defines}, InApp: a.Defines, Seed: seed,
		MaxEvents: number("TALPA_REACH_GUIDED", 300),
		Progress: func(p fuzz.Progress) {
			if strings.Contains(p.Path, "ran without failing") {
				cancel()
			}
		},
	})
	if err != nil && ctx.Err() == nil {
		return 0, err
	}
	for _, r := range result.Ran {
		if r.Method == method {
			return r.First, nil
		}
	}
	return 0, nil
}
