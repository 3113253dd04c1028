package workflow

import (
	"context"
	"runtime"

	"talpa/internal/workflow/environment"
	"talpa/internal/workflow/fleet"
)

// Machine says where the parts are that a job needs on this computer.
type Machine = fleet.Machine

// openFleet starts n embedded devices, or finds the one that is asked for.
func openFleet(ctx context.Context, m Machine, r RunOptions, n int) (*fleet.Fleet, error) {
	return fleet.Open(ctx, m, r.devices(n))
}

// devices are the devices that the options ask for, n of them if they are embedded ones.
func (r RunOptions) devices(n int) fleet.Options {
	return fleet.Options{Count: n, Serial: r.Serial, ADB: r.ADB, Network: r.Network, Seed: r.Seed, API: r.API,
		SeedData: r.SeedData, Older: r.UpgradeFrom, Record: r.Record}
}

// bootFleet starts to open the devices of a job, in an environment. The function that it returns waits for them.
func bootFleet(ctx context.Context, j job, e environment.Environment) func() (*fleet.Fleet, error) {
	var f *fleet.Fleet
	done := make(chan error, 1)
	go func() {
		var err error
		run := j.options.Run.in(e)
		f, err = openFleet(ctx, j.machine, run, run.workers())
		done <- err
	}()
	return func() (*fleet.Fleet, error) {
		err := <-done
		return f, err
	}
}

// workers is how many devices a job uses.
func (r RunOptions) workers() int {
	switch {
	case r.Serial != "":
		return 1
	case r.Devices > 0:
		return r.Devices
	}
	return max(1, runtime.NumCPU()/2)
}
