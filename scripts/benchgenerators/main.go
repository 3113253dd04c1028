// Command benchgenerators measures what generators of events find without a trace: every app by every generator
// with several seeds, on one embedded device each, with the same number of events. It prints the methods of the app
// that ran and the distinct crashes, for docs/search-measured.md.
//
//	benchgenerators -out out/generators -events 3000 -seeds 3 APK...
//
// A cell that is done lies in OUT/EVENTS/APP/GENERATOR/SEED.json and is not run again, so a run that was stopped
// goes on where it was. Events count whoever chose them, those of a way back included, and none is free.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/gen"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/network"
	"talpa/scripts/cells"
)

func main() {
	var b bench
	var generators string
	flag.StringVar(&b.root, "root", ".", "folder with bin/talpa and lib/agent")
	flag.StringVar(&b.cache, "cache", "out/cache/talpa", "folder of converted apps")
	flag.StringVar(&b.out, "out", "out/generators", "folder of the cells")
	flag.IntVar(&b.events, "events", 3000, "events of each search")
	flag.Int64Var(&b.seeds, "seeds", 3, "seeds for each app and generator, from 1")
	flag.StringVar(&generators, "generators", "random,timetravel,model,guided", "what chooses the events")
	flag.BoolVar(&b.look, "table", false, "only print the table of the cells that are done")
	flag.Parse()
	b.search = b.searchApp
	b.apps, b.generators = flag.Args(), strings.Split(generators, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := b.run(ctx, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "benchgenerators: %v\n", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has run
	}
}

// bench is what is measured.
type bench struct {
	root, cache, out string
	events           int
	seeds            int64
	apps, generators []string
	look             bool
	// search measures a cell: searchApp, or what a test has in its place.
	search func(ctx context.Context, app string, policy fuzz.Policy, seed int64) (*cell, error)
}

// cell is what came of a search.
type cell struct {
	Events  int            `json:"events"`
	Methods map[string]int `json:"methods"` // that ran, and after how many events first
	Crashes map[string]int `json:"crashes"` // by signature
	Seconds float64        `json:"seconds"`
	CPU     float64        `json:"cpu"` // seconds of user and system time, of the device too
	Load    string         `json:"load"`
	// Strategies is what those of the generator did.
	Strategies []gen.StrategyCount `json:"strategies,omitempty"`
}

// run fills the cells that are missing and prints the table.
func (b *bench) run(ctx context.Context, out io.Writer) error {
	done := results{}
	for seed := int64(1); seed <= b.seeds; seed++ { // a stopped run has all apps for some seeds
		for _, app := range b.apps {
			for _, g := range b.generators {
				c, err := b.cell(ctx, app, g, seed)
				if err != nil {
					return fmt.Errorf("%s, %s, seed %d: %w", filepath.Base(app), g, seed, err)
				}
				if c != nil {
					done.add(app, g, seed, c)
				}
			}
		}
	}
	return done.write(out, b.apps, b.generators, b.seeds)
}

// cell returns a cell that is done, or else does it; nil if it is not done and is not to be.
func (b *bench) cell(ctx context.Context, app, generator string, seed int64) (*cell, error) {
	name := strings.TrimSuffix(filepath.Base(app), ".apk")
	path := filepath.Join(b.out, strconv.Itoa(b.events), name, generator, strconv.FormatInt(seed, 10)+".json")
	return cells.Get(path, b.look || ctx.Err() != nil, func() (*cell, error) {
		c, err := b.search(ctx, app, fuzz.Policy(generator), seed)
		if err != nil || ctx.Err() != nil {
			return nil, err // a search that was stopped is no cell
		}
		fmt.Fprintf(os.Stderr, "%s, %s, seed %d: %d events, %d methods, %d crashes, %.0f s of CPU in %.0f s\n", name,
			generator, seed, c.Events, len(c.Methods), len(c.Crashes), c.CPU, c.Seconds)
		return c, nil
	})
}

// searchApp runs one search on a device of its own.
func (b *bench) searchApp(ctx context.Context, path string, policy fuzz.Policy, seed int64) (*cell, error) {
	app, err := input.OpenApp(ctx, path)
	if err != nil {
		return nil, err
	}
	self, err := filepath.Abs(filepath.Join(b.root, "bin", "talpa"))
	if err != nil {
		return nil, err
	}
	began, cpu := time.Now(), cpuSeconds()
	log := slog.New(slog.DiscardHandler)
	m := fleet.Machine{AgentDir: filepath.Join(b.root, "lib", "agent"), CacheDir: b.cache,
		Confine: []string{self, "__confine"}, Now: time.Now, Log: log}
	devices, err := fleet.Open(ctx, m, fleet.Options{Count: 1, Network: network.Off, Seed: seed})
	if err != nil {
		return nil, err
	}
	r, err := fuzz.Run(ctx, fuzz.Options{APK: path, Open: devices.OpenRecycling, Policy: policy, Outside: app.Outside(),
		InApp: app.Defines, Coverage: true, Seed: seed, MaxEvents: b.events, Clock: time.Now, Log: log})
	devices.Close()
	if err != nil {
		return nil, err
	}
	c := &cell{Events: r.Progress.Events, Methods: r.Covered, Crashes: map[string]int{}, Strategies: r.Strategies,
		Seconds: time.Since(began).Seconds(), CPU: cpuSeconds() - cpu}
	for _, f := range r.Others {
		c.Crashes[f.Violation.Signature] = f.Events
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		c.Load, _, _ = strings.Cut(string(load), " ")
	}
	return c, nil
}

// cpuSeconds is the processor's time that this process and those that it started have spent.
func cpuSeconds() float64 {
	var sum float64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
		}
	}
	return sum
}
