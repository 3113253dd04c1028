package workflow

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"talpa/device"
	"talpa/device/adb"
	"talpa/device/virtual"
	"talpa/device/virtual/doctor"
	"talpa/dex/apk/splits"
	"talpa/fuzz/record"
	"talpa/internal/bundle"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/tools"
)

// virtualOptions are the options of the embedded device on this machine.
func (m Machine) virtualOptions() virtual.Options {
	return virtual.Options{
		AgentDir: m.AgentDir,
		JavaHome: m.JavaHome,
		CacheDir: m.CacheDir, ImageDir: filepath.Join(m.CacheDir, "jvm"),
		Launcher: m.Confine, Unconfined: m.Unconfined,
		Manifest: input.Manifest,
		Join:     func(files []string, out string) error { _, err := splits.Join(files, out); return err },
		Extract:  splits.Extract,
		Sliced:   splits.Sliced, JoinSlices: splits.JoinSlices,
		Log: m.Log,
	}
}

// unpacked is m with the agent's folder as it is needed: where it came packed, it is unpacked now, if
// no run before has.
func (m Machine) unpacked(ctx context.Context) (Machine, error) {
	packed := filepath.Join(filepath.Dir(m.AgentDir), bundle.Name)
	if _, err := os.Stat(m.AgentDir); err == nil || m.AgentDir == "" {
		return m, nil
	}
	if _, err := os.Stat(packed); err != nil {
		return m, nil //nolint:nilerr // nothing is packed: the device says what is missing
	}
	m.Log.Info("unpacking the embedded device, once", "archive", packed, "to", m.CacheDir)
	var err error
	m.AgentDir, err = bundle.Unpack(ctx, packed, m.CacheDir)
	return m, err
}

// fleet is the devices of one job: embedded ones that it started, or one that
// somebody else runs.
type fleet struct {
	server  *virtual.Server // nil for a device of others
	options []adb.Options   // one a device
	record  *record.File    // nil unless it is asked for
}

// openFleet starts n embedded devices, or finds the one that is asked for.
func openFleet(ctx context.Context, m Machine, r RunOptions, n int) (*fleet, error) {
	f, err := connectFleet(ctx, m, r, n)
	if err != nil || r.Record == "" {
		return f, err
	}
	if f.record, err = record.Create(r.Record, m.Log); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func connectFleet(ctx context.Context, m Machine, r RunOptions, n int) (*fleet, error) {
	if r.Serial != "" {
		host, port, err := splitAddr(r.ADB)
		if err != nil {
			return nil, err
		}
		o := adb.Options{Host: host, Port: port, Serial: r.Serial, SeedData: r.SeedData, Older: r.UpgradeFrom,
			Manifest: input.Manifest, Log: m.Log}
		// A serial that nobody has is said now, not once an episode.
		dev, err := adb.Open(ctx, o)
		if err != nil {
			return nil, infra(err)
		}
		if err := dev.Close(); err != nil {
			return nil, infra(err)
		}
		return &fleet{options: []adb.Options{o}}, nil
	}
	m, err := m.unpacked(ctx)
	if err != nil {
		return nil, infra(err)
	}
	options := m.virtualOptions()
	options.Devices = n
	options.Network = r.Network.Virtual()
	options.Seed = r.Seed
	options.SeedData = r.SeedData
	options.API = r.API
	server, err := virtual.Start(ctx, options)
	if err != nil {
		return nil, infra(fmt.Errorf("starting the embedded device (see `talpa device doctor`): %w", err))
	}
	f := &fleet{server: server}
	host, port, err := splitAddr(server.Addr())
	if err != nil {
		server.Close()
		return nil, infra(err)
	}
	for _, serial := range server.Serials() {
		f.options = append(f.options, adb.Options{Host: host, Port: port, Serial: serial, Older: r.UpgradeFrom,
			Manifest: input.Manifest, Log: m.Log})
	}
	return f, nil
}

// bootFleet starts to open the devices of a job. The function that it returns waits
// for them.
func bootFleet(ctx context.Context, j job) func() (*fleet, error) {
	var f *fleet
	done := make(chan error, 1)
	go func() {
		var err error
		f, err = openFleet(ctx, j.machine, j.options.Run, j.options.Run.workers())
		done <- err
	}()
	return func() (*fleet, error) {
		err := <-done
		return f, err
	}
}

// replace ends the devices of the fleet and starts others. What it records goes on.
func (f *fleet) replace(ctx context.Context, m Machine, r RunOptions, n int) error {
	f.server.Close()
	f.server = nil
	other, err := connectFleet(ctx, m, r, n)
	if err != nil {
		return err
	}
	f.server, f.options = other.server, other.options
	return nil
}

// unreached are the hosts that the app asked for where there is no network.
func (f *fleet) unreached() []string {
	if f.server == nil {
		return nil
	}
	return f.server.Unreached()
}

// open connects to the n-th device.
func (f *fleet) open(ctx context.Context, n int) (device.Device, error) {
	dev, err := adb.Open(ctx, f.options[n%len(f.options)])
	if err != nil || f.record == nil {
		return dev, infra(err)
	}
	watched, err := f.record.Watch(ctx, dev)
	if err != nil {
		dev.Close()
		return nil, err
	}
	return watched, nil
}

// openRecycling connects to the n-th device and lets it use a JVM again for the
// next start of the app: quicker, but what one start left behind can show in
// the next, so that its crashes have to be confirmed on devices from open.
func (f *fleet) openRecycling(ctx context.Context, n int) (device.Device, error) {
	dev, err := f.open(ctx, n)
	if err != nil {
		return nil, err
	}
	if err := recycle(ctx, dev, true); err != nil {
		dev.Close()
		return nil, err
	}
	return dev, nil
}

// recycle switches recycling on devices that know it.
func recycle(ctx context.Context, dev device.Device, on bool) error {
	if r, ok := dev.(device.Recycler); ok {
		return infra(r.Recycle(ctx, on))
	}
	return nil
}

// close ends the devices that the fleet started.
func (f *fleet) close() {
	if f.record != nil {
		f.record.Close()
	}
	if f.server != nil {
		f.server.Close()
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

// splitAddr takes host:port apart.
func splitAddr(addr string) (string, int, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, fmt.Errorf("adb server %q: want host:port: %w", addr, err)
	}
	port, err := strconv.Atoi(text)
	if err != nil || port <= 0 || port > 65535 {
		return "", 0, fmt.Errorf("adb server %q: %q is no port", addr, text)
	}
	return host, port, nil
}

// ServeOptions say which embedded devices to serve.
type ServeOptions struct {
	Count   int
	Port    int    // of the adb server on loopback; 0 = any free one
	DataDir string // where the data lies while they run; "" = a temporary folder
	Network Network
	API     int // the level that the devices show; 0 = that of the framework in them
	Seed    int64
	// Ready is told the address and serials once clients can come.
	Ready func(addr string, serials []string)
}

// Serve runs embedded devices until ctx ends.
func Serve(ctx context.Context, m Machine, o ServeOptions) error {
	if o.Count < 1 {
		return errors.New("--count must be at least 1")
	}
	if o.API != 0 {
		if err := virtual.CheckAPI(o.API); err != nil {
			return fmt.Errorf("--api: %w", err)
		}
	}
	m, err := m.unpacked(ctx)
	if err != nil {
		return infra(err)
	}
	options := m.virtualOptions()
	options.Devices, options.Port, options.DataDir = o.Count, o.Port, o.DataDir
	options.Network, options.Seed, options.API = o.Network.Virtual(), o.Seed, o.API
	server, err := virtual.Start(ctx, options)
	if err != nil {
		return infra(fmt.Errorf("starting the embedded device (see `talpa device doctor`): %w", err))
	}
	defer server.Close()
	o.Ready(server.Addr(), server.Serials())
	<-ctx.Done()
	return nil
}

// Devices lists the devices of an adb server.
func Devices(ctx context.Context, m Machine, server string) ([]adb.Found, error) {
	host, port, err := splitAddr(server)
	if err != nil {
		return nil, err
	}
	found, err := adb.List(ctx, adb.Options{Host: host, Port: port, Log: m.Log})
	if err != nil {
		return nil, infra(fmt.Errorf("asking the adb server at %s (is one running? adb start-server): %w", server, err))
	}
	return found, nil
}

// Doctor checks what the embedded device needs of this computer, and says which programs of
// others are there, and what wants them.
func Doctor(ctx context.Context, m Machine) []doctor.Check {
	var checks []doctor.Check
	whole, err := m.unpacked(ctx)
	if err != nil {
		checks = append(checks, doctor.Check{Name: "agent's archive", Detail: err.Error(),
			Cure: "what does not find the agent below follows from this"})
	} else {
		m = whole
	}
	return slices.Concat(checks, doctor.Run(ctx, m.virtualOptions()), tools.Check(m.Layout))
}
