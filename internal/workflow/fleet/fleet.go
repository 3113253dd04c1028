package fleet

import (
	"context"
	"fmt"
	"net"
	"strconv"

	"talpa/device"
	"talpa/device/adb"
	"talpa/device/virtual"
	"talpa/fuzz/record"
	"talpa/internal/workflow/fault"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/network"
)

// Options say which devices a job wants.
type Options struct {
	Count    int    // of embedded devices
	Serial   string // "" = embedded devices
	ADB      string // host:port of the adb server that Serial is asked of
	Network  network.Network
	Seed     int64
	API      int    // the level that the devices show; 0 = that of the framework in them
	SeedData string // folder whose files the devices have in shared storage; "" = none
	Older    string // APK of an older build, for scripts that begin with it; "" = none
	Record   string // file for what every event ran, see package record; "" = none
}

// Fleet is the devices of one job: embedded ones that it started, or one that somebody else runs.
type Fleet struct {
	server  *virtual.Server // nil for a device of others
	options []adb.Options   // one a device
	record  *record.File    // nil unless it is asked for
	beside  bool            // the record is another fleet's
}

// RecordWith has what the devices run written to the record of another fleet, if that has one.
func (f *Fleet) RecordWith(other *Fleet) { f.record, f.beside = other.record, true }

// Open starts the embedded devices, or finds the one that is asked for.
func Open(ctx context.Context, m Machine, o Options) (*Fleet, error) {
	f, err := connect(ctx, m, o)
	if err != nil || o.Record == "" {
		return f, err
	}
	if f.record, err = record.Create(o.Record, m.Log); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// connect is Open without the record.
func connect(ctx context.Context, m Machine, o Options) (*Fleet, error) {
	if o.Serial != "" {
		return find(ctx, m, o)
	}
	server, err := start(ctx, m, func(v *virtual.Options) {
		v.Devices, v.SeedData = o.Count, o.SeedData
		v.Network, v.Seed, v.API = o.Network.Virtual(), o.Seed, o.API
	})
	if err != nil {
		return nil, err
	}
	f := &Fleet{server: server}
	host, port, err := splitAddr(server.Addr())
	if err != nil {
		server.Close()
		return nil, fault.Infra(err)
	}
	for _, serial := range server.Serials() {
		f.options = append(f.options, adb.Options{Host: host, Port: port, Serial: serial, Older: o.Older,
			Manifest: input.Manifest, Log: m.Log})
	}
	return f, nil
}

// find looks for the device of an adb server. A serial that the server does not have is an error now, not once an
// episode.
func find(ctx context.Context, m Machine, o Options) (*Fleet, error) {
	host, port, err := splitAddr(o.ADB)
	if err != nil {
		return nil, err
	}
	found := adb.Options{Host: host, Port: port, Serial: o.Serial, SeedData: o.SeedData, Older: o.Older,
		Manifest: input.Manifest, Log: m.Log}
	dev, err := adb.Open(ctx, found)
	if err != nil {
		return nil, fault.Infra(err)
	}
	if err := dev.Close(); err != nil {
		return nil, fault.Infra(err)
	}
	return &Fleet{options: []adb.Options{found}}, nil
}

// start starts embedded devices with the options of this machine and those that set adds.
func start(ctx context.Context, m Machine, set func(*virtual.Options)) (*virtual.Server, error) {
	m, err := m.unpacked(ctx)
	if err != nil {
		return nil, fault.Infra(err)
	}
	options := m.options()
	set(&options)
	server, err := virtual.Start(ctx, options)
	if err != nil {
		return nil, fault.Infra(fmt.Errorf("starting the embedded device (see `talpa device doctor`): %w", err))
	}
	return server, nil
}

// Replace ends the embedded devices and starts others. The record goes on.
func (f *Fleet) Replace(ctx context.Context, m Machine, o Options) error {
	f.server.Close()
	f.server = nil
	other, err := connect(ctx, m, o)
	if err != nil {
		return err
	}
	f.server, f.options = other.server, other.options
	return nil
}

// Unreached are the hosts that the app asked for where there is no network.
func (f *Fleet) Unreached() []string {
	if f.server == nil {
		return nil
	}
	return f.server.Unreached()
}

// Open connects to the n-th device.
func (f *Fleet) Open(ctx context.Context, n int) (device.Device, error) {
	dev, err := adb.Open(ctx, f.options[n%len(f.options)])
	if err != nil || f.record == nil {
		return dev, fault.Infra(err)
	}
	watched, err := f.record.Watch(ctx, dev)
	if err != nil {
		dev.Close()
		return nil, err
	}
	return watched, nil
}

// OpenRecycling connects to the n-th device and lets it use a JVM again for the next start of the app. That is
// quicker, but what one start left behind can show in the next, so its crashes have to be confirmed on devices
// from Open.
func (f *Fleet) OpenRecycling(ctx context.Context, n int) (device.Device, error) {
	dev, err := f.Open(ctx, n)
	if err != nil {
		return nil, err
	}
	if err := Recycle(ctx, dev, true); err != nil {
		dev.Close()
		return nil, err
	}
	return dev, nil
}

// Recycle switches recycling on or off on devices that know it.
func Recycle(ctx context.Context, dev device.Device, on bool) error {
	if r, ok := dev.(device.Recycler); ok {
		return fault.Infra(r.Recycle(ctx, on))
	}
	return nil
}

// Close ends the record and the devices that the fleet started.
func (f *Fleet) Close() {
	if f.record != nil && !f.beside {
		f.record.Close()
	}
	if f.server != nil {
		f.server.Close()
	}
}

// CheckADB returns an error for an address at which no adb server can be.
func CheckADB(addr string) error {
	_, _, err := splitAddr(addr)
	return err
}

// splitAddr takes host:port apart.
func splitAddr(addr string) (string, int, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, fmt.Errorf("--adb %q: want host:port, as in 127.0.0.1:5037", addr)
	}
	port, err := strconv.Atoi(text)
	if err != nil || port <= 0 || port > 65535 {
		return "", 0, fmt.Errorf("--adb %q: %q is no port", addr, text)
	}
	return host, port, nil
}
