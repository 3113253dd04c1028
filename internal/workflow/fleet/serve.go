package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"talpa/device/adb"
	"talpa/device/virtual"
	"talpa/device/virtual/doctor"
	"talpa/internal/workflow/fault"
	"talpa/internal/workflow/network"
	"talpa/internal/workflow/tools"
)

// ServeOptions say which embedded devices to serve.
type ServeOptions struct {
	Count   int
	Port    int    // of the adb server on loopback; 0 = any free one
	DataDir string // where the data lies while they run; "" = a temporary folder
	Network network.Network
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
	if o.Port < 0 || o.Port > 65535 {
		return fmt.Errorf("--adb-port %d: a port is 1 to 65535, or 0 for any free one", o.Port)
	}
	if o.API != 0 {
		if err := virtual.CheckAPI(o.API); err != nil {
			return fmt.Errorf("--api: %w", err)
		}
	}
	server, err := start(ctx, m, func(v *virtual.Options) {
		v.Devices, v.Port, v.DataDir = o.Count, o.Port, o.DataDir
		v.Network, v.Seed, v.API = o.Network.Virtual(), o.Seed, o.API
	})
	if err != nil {
		return err
	}
	defer server.Close()
	o.Ready(server.Addr(), server.Serials())
	<-ctx.Done()
	return nil
}

// List lists the devices of an adb server.
func List(ctx context.Context, m Machine, server string) ([]adb.Found, error) {
	host, port, err := splitAddr(server)
	if err != nil {
		return nil, err
	}
	found, err := adb.List(ctx, adb.Options{Host: host, Port: port, Log: m.Log})
	if err != nil {
		return nil, fault.Infra(err)
	}
	return found, nil
}

// Doctor checks what the embedded device needs of this computer, and says which programs of others are there, and
// what wants them.
func Doctor(ctx context.Context, m Machine) []doctor.Check {
	var checks []doctor.Check
	whole, err := m.unpacked(ctx)
	if err != nil {
		checks = append(checks, doctor.Check{Name: "agent's archive", Detail: err.Error(),
			Cure: "what does not find the agent below follows from this"})
	} else {
		m = whole
	}
	return slices.Concat(checks, doctor.Run(ctx, m.options()), tools.Check(m.Layout))
}
