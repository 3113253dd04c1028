package virtual

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"talpa/device/virtual/adbd"
	"talpa/device/virtual/cgroup"
	"talpa/device/virtual/confine"
	"talpa/device/virtual/runtime"
)

// Server is a set of embedded devices behind one adb port. Safe for use by
// several goroutines.
type Server struct {
	dir     string   // holds everything of this server, removed by Close
	lock    *os.File // says that this server lives
	adb     *adbd.Server
	devices []*Device
	close   sync.Once
	groups  *cgroup.Tree // of the JVMs; nil where there are none
	conv    *runtime.Converter
	err     error
}

// Start makes the devices and serves them. Their spare JVMs boot while Start
// has already returned.
func Start(ctx context.Context, opts Options) (*Server, error) {
	opts, err := opts.complete()
	if err != nil {
		return nil, err
	}
	s := &Server{}
	if s.dir, err = serverDir(opts.DataDir); err != nil {
		return nil, err
	}
	if s.lock, err = hold(s.dir); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.start(ctx, opts); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// serverDir makes a server's folder in that of the devices' files.
func serverDir(parent string) (string, error) {
	if parent == "" {
		parent = os.TempDir()
	} else if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", err
	}
	sweep(parent)
	if err := runtime.CheckRoom(parent); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(parent, serverPrefix)
	if err != nil {
		return "", fmt.Errorf("making a folder for the device's files in %s (choose another with TMPDIR): %w", parent, err)
	}
	return dir, nil
}

// start serves from the server's folder.
func (s *Server) start(ctx context.Context, opts Options) error {
	agentDir, older := runtime.AgentFor(opts.AgentDir, opts.API)
	opts.AgentDir = agentDir
	private := filepath.Join(s.dir, dirAgent)
	if err := runtime.CopyAgent(opts.AgentDir, private); err != nil {
		opts.Log.Debug("virtual device: the agent is used where it lies", "err", err)
		_ = os.RemoveAll(private)
	} else {
		opts.AgentDir = private
	}
	config := opts.config()
	var err error
	if config.AgentID, err = runtime.AgentID(opts.AgentDir); err != nil {
		return err
	}
	gaps := []string{"the app's code is not confined: no launcher is given"}
	if len(opts.Launcher) > 0 {
		if config.Support, err = confine.Probe(ctx, opts.Launcher); err != nil {
			return err
		}
		if err := config.Support.Essential(os.Geteuid() == 0); err != nil && !opts.Unconfined {
			return fmt.Errorf("%w; run talpa as a user of its own, see `talpa device doctor`, "+
				"or say --unconfined for an app that you trust", err)
		}
		if config.Groups, err = confine.Groups(ctx, opts.Launcher); err != nil {
			opts.Log.Debug("virtual device: no control groups", "err", err)
		}
		s.groups = config.Groups
		gaps = append(config.Support.Gaps(), s.groups.State().Gaps()...)
	}
	if opts.Network == runtime.NetworkOn {
		gaps = append(gaps, "the network is on: the app's code can reach the other computers of the networks that this one "+
			"is in")
	}
	if s.conv, err = runtime.NewConverter(config); err != nil {
		return err
	}
	return s.serve(opts, config, append(gaps, older...))
}

// serve makes the devices and the adb server.
func (s *Server) serve(opts Options, config runtime.Config, gaps []string) error {
	var served []adbd.Device
	for i := range opts.Devices {
		d, err := newDevice(opts, config, s.conv, s.dir, fmt.Sprintf("talpa-%d", i+1))
		if err != nil {
			return err
		}
		d.notes.Add(gaps...)
		s.devices = append(s.devices, d)
		served = append(served, d)
	}
	var err error
	if s.adb, err = adbd.Listen(opts.Port, served, opts.Log); err != nil {
		return err
	}
	for _, d := range s.devices {
		d.pool.Fill(opts.Spares)
	}
	return nil
}

// Addr is the adb server's "127.0.0.1:PORT".
func (s *Server) Addr() string { return s.adb.Addr() }

// Devices are those that are served, in the order of their serials.
func (s *Server) Devices() []*Device { return slices.Clone(s.devices) }

// Serials names the devices.
func (s *Server) Serials() []string {
	var serials []string
	for _, d := range s.devices {
		serials = append(serials, d.Serial())
	}
	return serials
}

// Boot boots a JVM that serves nobody, to show that this machine can, and returns what its agent says of
// itself. Close ends it.
func (s *Server) Boot(ctx context.Context) (runtime.Hello, error) {
	j, err := s.devices[0].pool.Take(ctx)
	if err != nil {
		return runtime.Hello{}, err
	}
	return j.Hello, nil
}

// Close ends all JVMs and clients and removes the devices' files. It returns
// when they are gone.
func (s *Server) Close() error {
	s.close.Do(func() {
		var errs []error
		for _, d := range s.devices {
			d.pool.Close() // first: a command that waits for its JVM then ends
		}
		if s.adb != nil {
			errs = append(errs, s.adb.Close())
		}
		for _, d := range s.devices {
			d.sockets.Close()
			errs = append(errs, d.root.Close())
		}
		errs = append(errs, s.conv.Close(), s.groups.Close(), removeAll(s.dir))
		if s.lock != nil {
			errs = append(errs, s.lock.Close())
		}
		s.err = errors.Join(errs...)
	})
	return s.err
}
