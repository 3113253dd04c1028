// Package workflow holds the whole jobs of talpa that drive or rewrite an app: Prune, Reproduce, Replay and Fuzz. It is
// the only place that calls the static and the dynamic half side by side. It holds no algorithm of its own, only their
// order. The jobs that need no device are in package static, the devices of a job in package fleet.
package workflow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"talpa/device/virtual"
	"talpa/dex/apk/splits"
	"talpa/fuzz"
	"talpa/internal/workflow/fault"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/network"
	"talpa/internal/workflow/progress"
)

// Network is what an app finds behind its connections; see package network.
type Network = network.Network

// The networks.
const (
	NetworkOff     = network.Off
	NetworkOn      = network.On
	NetworkStandIn = network.StandIn
	NetworkAuto    = network.Auto
)

// Progress is how a job goes, for whoever looks; Phase a part of a job and how long it took.
type (
	Progress = progress.State
	Phase    = progress.Phase
)

// TraceInput is the text that somebody pasted.
type TraceInput = input.Text

// RunOptions are shared by the jobs that drive an app.
type RunOptions struct {
	Out string // run directory, "" = talpa-APP in the working directory
	// Command are the words of the command that the run is, for the page to name;
	// nil = those that say the files and the seed.
	Command   []string
	Seed      int64
	Time      time.Duration // of the search; 0 = no limit
	Limit     time.Duration // of the whole job, shortening and pictures included; 0 = no limit
	Events    int           // of the search; 0 = no limit
	Generator string        // one of Generators
	Without   []string      // strategies of the guided generator to leave out
	Devices   int           // embedded devices side by side; 0 = half of the processors
	// Member is the number of the search, from 0, of Members for the same crash that run elsewhere: it begins with
	// another part of what there is to try. Without others both are 0.
	Member, Members int
	Serial          string // "" = the embedded device
	ADB             string // host:port of the adb server that Serial is asked of
	Network         Network
	// API is the API level that embedded devices show; 0 = that of the framework in them, or where
	// a search may choose, that of the trace.
	API int
	// SeedData is a folder whose files the device has in shared storage; "" = none.
	SeedData string
	// UpgradeFrom is the APK of an older build, whose data the app is searched over; "" = none.
	UpgradeFrom string
	// Resume is the run directory that the job goes on with, "" = none: Out is then the same if
	// it is "", and Time and Events are those of the whole search. Settings and Budget are the
	// flags, with their values, that make the search what it is and that bound it.
	Resume           string
	Settings, Budget map[string]string
	Record           string // file for what every event ran, see package record; "" = none
	// Coverage has the methods counted that run in the search, on embedded devices: report.Search.Methods.
	Coverage bool
	resumed  int // commands before this one, whose searches had other seeds
}

// CheckLocal returns an error for an address of the web in place of a path.
func CheckLocal(path string) error {
	if scheme, _, ok := strings.Cut(path, "://"); ok && (scheme == "http" || scheme == "https") {
		return fmt.Errorf("%s is an address of the web: download it, and name the file", path)
	}
	return nil
}

// WholeApp is the path of one APK with all of an app, which may come in several; see
// package splits. That the cache folder cannot be written to is no fault of the app's.
func WholeApp(m Machine, path string) (string, error) {
	if err := CheckLocal(path); err != nil {
		return "", err
	}
	dir := filepath.Join(m.CacheDir, "joined")
	whole, err := splits.Cache{Dir: dir, Now: m.Now, Log: m.Log}.Whole(path)
	var place *fs.PathError
	if errors.As(err, &place) && (strings.HasPrefix(dir, place.Path) || strings.HasPrefix(place.Path, dir)) {
		return "", infra(fmt.Errorf("%w (choose another folder with --cache-dir)", err))
	}
	return whole, err
}

// Fault says whose fault an error is.
type Fault = fault.Fault

// The faults.
const (
	FaultUser  = fault.User
	FaultInfra = fault.Infrastructure
)

// Infra marks err as a fault of the infrastructure, for the packages around
// this one; nil stays nil.
func Infra(err error) error { return fault.Infra(err) }

// infra is Infra.
func infra(err error) error { return fault.Infra(err) }

// FaultOf tells whose fault err is.
func FaultOf(err error) Fault { return fault.Of(err) }

// check returns an error for options that cannot be meant.
func (r RunOptions) check() error {
	switch {
	case !slices.Contains(fuzz.Policies(), fuzz.Policy(r.Generator)):
		return fmt.Errorf("no generator %q: there are %s", r.Generator, strings.Join(Generators(), ", "))
	case len(r.unknownStrategies()) > 0:
		return fmt.Errorf("no strategy %q to leave out: there are %s", r.unknownStrategies()[0],
			strings.Join(Strategies(), ", "))
	case r.Time < 0 || r.Limit < 0 || r.Events < 0 || r.Devices < 0:
		return errors.New("--time, --limit, --events and --devices cannot be negative")
	case r.Member < 0 || r.Member > 0 && r.Member >= r.Members || r.Members > 1 && r.Devices > 1:
		return fmt.Errorf("search %d of %d on %d devices: each search of a portfolio has one", r.Member, r.Members, r.Devices)
	case r.Serial != "" && r.Devices > 1:
		return errors.New("--devices is for the embedded device; --device names one")
	}
	return errors.Join(r.checkAPI(), r.checkADB(), input.CheckSeedData(r.SeedData))
}

// checkADB returns an error for an address that is none, if an adb server is asked at all.
func (r RunOptions) checkADB() error {
	if r.Serial == "" {
		return nil
	}
	return fleet.CheckADB(r.ADB)
}

// checkAPI returns an error for an API level that no device can show.
func (r RunOptions) checkAPI() error {
	switch {
	case r.API == 0:
		return nil
	case r.Serial != "":
		return errors.New("--api is for the embedded device; the one that --device names has its own")
	}
	if err := virtual.CheckAPI(r.API); err != nil {
		return fmt.Errorf("--api: %w", err)
	}
	return nil
}

// unknownStrategies are those to leave out that there are not.
func (r RunOptions) unknownStrategies() []string {
	known := Strategies()
	return slices.DeleteFunc(slices.Clone(r.Without), func(name string) bool { return slices.Contains(known, name) })
}

// Strategies are the names of the guided generator's strategies.
func Strategies() []string { return fuzz.Strategies() }

// Generators are the names of the generators.
func Generators() []string {
	var names []string
	for _, p := range fuzz.Policies() {
		names = append(names, string(p))
	}
	return names
}

// bounded ends ctx when the time of the whole job is up.
func (r RunOptions) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.Limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, r.Limit)
}

// timeUp says whether the time of the whole job is up.
func timeUp(ctx context.Context) bool { return errors.Is(ctx.Err(), context.DeadlineExceeded) }

// beforeBegin says what the end of the job's time means before there is a result.
func beforeBegin(ctx context.Context, err error) error {
	if timeUp(ctx) {
		return infra(fmt.Errorf("the time for the whole job was up before the search began: more --limit (%w)", err))
	}
	return err
}

// interrupted says whether the job was stopped from outside, rather than by its
// own time limit.
func interrupted(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }
