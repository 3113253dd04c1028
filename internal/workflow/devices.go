package workflow

import (
	"context"
	"errors"
	"runtime"
	"sync"

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

// bootFleets starts to open the devices of a job, a fleet for each search. The function that it returns waits for them.
func bootFleets(ctx context.Context, j job, all environment.Begin) func() ([]*fleet.Fleet, error) {
	var fleets []*fleet.Fleet
	done := make(chan error, 1)
	go func() {
		var err error
		fleets, err = openFleets(ctx, j, all)
		done <- err
	}()
	return func() ([]*fleet.Fleet, error) {
		err := <-done
		return fleets, err
	}
}

// openFleets opens a fleet of one device for each search. A device that cannot be had is an error, and ends the others.
func openFleets(ctx context.Context, j job, all environment.Begin) ([]*fleet.Fleet, error) {
	n := j.options.Run.workers()
	fleets, errs := make([]*fleet.Fleet, n), make([]error, n)
	var opened sync.WaitGroup
	for i := range fleets {
		opened.Go(func() {
			run := j.options.Run.in(all.Of(j.options.Run.Member + i)[0])
			if i > 0 {
				run.Record = "" // they write to that of the first
			}
			fleets[i], errs[i] = openFleet(ctx, j.machine, run, 1)
		})
	}
	opened.Wait()
	err := errors.Join(errs...)
	for _, f := range fleets {
		switch {
		case f == nil:
		case err != nil:
			f.Close()
		case f != fleets[0]:
			f.RecordWith(fleets[0])
		}
	}
	if err != nil {
		return nil, err
	}
	return fleets, nil
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
