// Command benchsearch measures the search: every case by every variant (the guided generator
// whole, without each of its strategies, and the other generators) with several seeds, each
// one `talpa reproduce` with a bound in time or events. It prints a table for docs/search-measured.md.
//
//	benchsearch -talpa bin/talpa -cases ../shared/cases -out out/search -seeds 5 -time 5m
//
// With -levels it repeats the experiment of Mole's paper instead: a generator that knows
// nothing of the crash, on the app as it is and on the copies that each level prunes.
//
//	benchsearch -levels -out out/levels -seeds 10 -events 1000
//
// A cell that is done lies in OUT/CASE/VARIANT/SEED.json and is not run again, so a run that
// was stopped goes on where it was; two runs on one OUT share the work as long as they are
// given other cases (-only). A cell that failed for the infrastructure is not kept.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"talpa/fuzz"
	"talpa/internal/execx"
	"talpa/scripts/cells"
)

func main() {
	var b bench
	flag.StringVar(&b.talpa, "talpa", "bin/talpa", "the program")
	flag.StringVar(&b.cases, "cases", "../shared/cases", "folder with a folder for each case: app.apk, trace.txt")
	flag.StringVar(&b.out, "out", "out/search", "folder of the cells")
	flag.Int64Var(&b.seeds, "seeds", 5, "seeds for each case and variant, from 1")
	flag.DurationVar(&b.time, "time", 5*time.Minute, "bound of a search")
	flag.StringVar(&b.only, "only", "", "regular expression of the cases to run")
	flag.StringVar(&b.variants, "variants", "", "regular expression of the variants to run (the first always is)")
	flag.IntVar(&b.events, "events", 0,
		"bound of a search in events, so that load does not matter (-time still holds); 0: none")
	flag.BoolVar(&b.levels, "levels", false, "compare levels of pruning, by the generator random")
	table := flag.Bool("table", false, "only print the table of the cells that are done")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := b.run(ctx, os.Stdout, *table); err != nil {
		fmt.Fprintf(os.Stderr, "benchsearch: %v\n", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has run
	}
}

// bench is what is measured.
type bench struct {
	talpa, cases, out, only, variants string
	seeds                             int64
	time                              time.Duration
	events                            int
	levels                            bool
}

// variant is a way to search.
type variant struct {
	name  string
	flags []string
}

// plain is the name of the guided generator as it is.
const plain = "plain"

// allVariants are plain first, then without each strategy, then the other generators.
func allVariants() []variant {
	list := []variant{{plain, nil}}
	for _, s := range fuzz.Strategies() {
		list = append(list, variant{"without " + s, []string{"--without", s}})
	}
	for _, p := range fuzz.Policies() {
		if p != fuzz.Guided {
			list = append(list, variant{string(p), []string{"--generator", string(p)}})
		}
	}
	return list
}

// levelVariants are the levels of the paper's experiment: the app as it is first, then a copy
// that logs, which shows what logging costs, then those that prune, the strongest first.
func levelVariants() []variant {
	var list []variant
	for _, level := range []string{"none", "log", "reach", "paper", "asra"} {
		// Servers that answer half of the time would be a second variable.
		flags := []string{"--generator", string(fuzz.Random), "--network=off", "--level", level}
		list = append(list, variant{level, flags})
	}
	return list
}

// cell is what came of a search.
type cell struct {
	Reproduced bool    `json:"reproduced"`
	Events     int     `json:"events"` // of the search
	CPU        float64 `json:"cpu"`    // seconds of user and system time, of the device too
	Seconds    float64 `json:"seconds"`
	FoundBy    string  `json:"foundBy,omitempty"`
}

// run fills the cells that are missing and prints the table.
func (b *bench) run(ctx context.Context, out io.Writer, tableOnly bool) error {
	cases, variants, err := b.choose()
	if err != nil {
		return err
	}
	results := map[string]map[string][]cell{}       // by variant and case
	for seed := int64(1); seed <= b.seeds; seed++ { // a stopped run has all cases for some seeds
		for _, c := range cases {
			for _, v := range variants {
				done, err := b.cell(ctx, c, v, seed, tableOnly)
				switch {
				case err != nil:
					return err
				case done == nil:
					continue
				case results[v.name] == nil:
					results[v.name] = map[string][]cell{}
				}
				results[v.name][c] = append(results[v.name][c], *done)
			}
		}
	}
	if err := writeTable(out, variants, cases, results); err != nil || !b.levels {
		return err
	}
	return writeCases(out, variants, cases, results)
}

// choose returns the cases and the variants.
func (b *bench) choose() ([]string, []variant, error) {
	only, err := regexp.Compile(b.only)
	if err != nil {
		return nil, nil, fmt.Errorf("-only: %w", err)
	}
	some, err := regexp.Compile(b.variants)
	if err != nil {
		return nil, nil, fmt.Errorf("-variants: %w", err)
	}
	apps, err := filepath.Glob(filepath.Join(b.cases, "*", "app.apk"))
	if err != nil {
		return nil, nil, fmt.Errorf("looking for cases: %w", err)
	}
	var cases []string
	for _, app := range apps {
		if name := filepath.Base(filepath.Dir(app)); only.MatchString(name) {
			cases = append(cases, name)
		}
	}
	if len(cases) == 0 {
		return nil, nil, fmt.Errorf("no case in %s", b.cases)
	}
	variants := allVariants()
	if b.levels {
		variants = levelVariants()
	}
	first := variants[0].name
	variants = slices.DeleteFunc(variants, func(v variant) bool { return v.name != first && !some.MatchString(v.name) })
	return cases, variants, nil
}

// cell returns a cell that is done, or else does it; nil if it is not done and is not to be.
func (b *bench) cell(ctx context.Context, name string, v variant, seed int64, look bool) (*cell, error) {
	path := filepath.Join(b.out, name, strings.ReplaceAll(v.name, " ", "-"), strconv.FormatInt(seed, 10)+".json")
	return cells.Get(path, look, func() (*cell, error) {
		done, err := b.search(ctx, name, v, seed, strings.TrimSuffix(path, ".json"))
		if done != nil {
			fmt.Fprintf(os.Stderr, "%s, %s, seed %d: %v in %d events, %.0f s of CPU\n", name, v.name, seed,
				done.Reproduced, done.Events, done.CPU)
		}
		return done, err
	})
}

// The program's exit codes where the crash did not happen, or its input was at fault; others
// are the infrastructure's, or somebody stopped it.
const (
	exitNot   = 1
	exitInput = 2
)

// grace is what a job may take beside its search: boot, analysis, replays.
const grace = 5 * time.Minute

// search runs the program once; nil if the case is not one that it takes.
func (b *bench) search(ctx context.Context, name string, v variant, seed int64, dir string) (*cell, error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of the cells: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // what is left is overwritten by the next run
	folder := filepath.Join(b.cases, name)
	args := append([]string{"reproduce", filepath.Join(folder, "app.apk"), filepath.Join(folder, "trace.txt"),
		"--seed", strconv.FormatInt(seed, 10), "--time", b.time.String(), "--devices", "1", "--confirm", "1", "-q",
		"--events", strconv.Itoa(b.events), "-o", dir}, v.flags...)
	limited, cancel := context.WithTimeout(ctx, b.time+grace)
	defer cancel()
	ran, err := execx.Run(limited, execx.Cmd{Name: b.talpa, Args: args, DieWithParent: true})
	var failure *execx.Error
	switch {
	case err == nil:
	case !errors.As(err, &failure), limited.Err() != nil, ran.ExitCode != exitNot && ran.ExitCode != exitInput:
		return nil, fmt.Errorf("%s, %s, seed %d: %w", name, v.name, seed, err)
	case ran.ExitCode == exitInput:
		fmt.Fprintf(os.Stderr, "%s is left out: %v\n", name, err)
		return nil, nil //nolint:nilnil // the case is refused
	}
	used := ran.Usage
	done := &cell{Reproduced: err == nil, Seconds: used.Wall.Seconds(), CPU: (used.User + used.System).Seconds()}
	var run struct {
		Search struct {
			Events  int    `json:"events"`
			FoundBy string `json:"foundBy"`
		} `json:"search"`
	}
	data, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil {
		return nil, fmt.Errorf("reading the run: %w", err)
	}
	if err := json.Unmarshal(data, &run); err != nil {
		return nil, fmt.Errorf("reading the run: %w", err)
	}
	done.Events, done.FoundBy = run.Search.Events, run.Search.FoundBy
	return done, nil
}
