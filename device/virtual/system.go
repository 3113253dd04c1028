package virtual

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"talpa/device/session"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/surroundings"
)

// system is what one goroutine at a time may use of a device: who has a *system has
// the device for itself, because locked.Value hands it out under the lock only. An
// app acts while a request of its holder is under way, and then only.
type system struct {
	processes
	apps      map[string]*app // installed, by package
	versions  int             // APKs installed so far
	clipboard string          // while no app runs
	moments   moments         // what it can go back to
}

// app is an installed app.
type app struct {
	framework.App
	apk    string             // the host's file
	splits []string           // the host's files of further APKs, which hold resources
	sha    string             // of the APK as it came
	code   runtime.Conversion // without probes, as it was when it was installed
}

// configuration is how the device is set; it outlives a process.
type configuration struct {
	rotation  int // quarter turns, 0 to 3
	locale    string
	fontScale float64
	night     bool
	answer    string // how other apps answer by the last event that said so; see answering
	offline   bool
	mobile    bool // the network is not a WLAN's
	wifiOff   bool
	dataOff   bool
	room      surroundings.Room // in storage
	shared    sharedState       // of shared storage
	zone      string            // the time zone, "" is UTC
	slow      bool              // work in the background is held back
	fast      bool              // fingers do not wait for the app
	servers   string            // how they answer; "" is the normal way
	empty     bool              // there is nothing on the phone but the app
	apps      []string          // other apps that are gone, or event.AppsNone, AppsAll, AppsMore
	document  string            // the file that pickers give, "" is none in particular
	told      []telling         // what the world told last, in order
}

// newConfiguration is that of a new device.
func newConfiguration() configuration { return configuration{fontScale: 1} }

// newSystem is that of a new device. onLoss is called on a goroutine of its own with
// each JVM that an app is started in.
func newSystem(h *hardware, onLoss func(*runtime.JVM)) *system {
	return &system{
		processes: processes{
			hardware: h, onLoss: onLoss, config: newConfiguration(), nextPID: firstPID, wall: runtime.Epoch,
			timeout: h.opts.Timeout, expected: -1, props: newProperties(h),
		},
		apps: map[string]*app{},
	}
}

// newProperties are the system's properties on a new device.
func newProperties(h *hardware) map[string]string {
	props := framework.NewProperties(h.serial, h.opts.Density, h.opts.API)
	props[session.Property] = "1" // that it has the program of talpa's own client
	return props
}

// find is an installed app.
func (s *system) find(pkg string) (*app, error) {
	if a := s.apps[pkg]; a != nil {
		return a, nil
	}
	return nil, fmt.Errorf("unknown package: %s", pkg)
}

// uninstall removes an app, and its data unless keep says not to.
func (s *system) uninstall(a *app, keep bool) error {
	if s.proc != nil && s.proc.app == a {
		s.stop("it is uninstalled")
	}
	delete(s.apps, a.Package)
	s.moments = moments{}
	err := os.RemoveAll(filepath.Dir(a.apk))
	if keep {
		return err
	}
	return errors.Join(err, s.wipe(a.Package))
}

// clear stops an app and removes its data and permissions; with all it holds them
// as after an installation that grants all.
func (s *system) clear(a *app, all bool) error {
	if s.proc != nil && s.proc.app == a {
		s.stop("its data is cleared")
	}
	a.Grants.Reset(a.Manifest, s.opts.API, all)
	return s.wipe(a.Package)
}

// reset makes the device as it was before any app ran, with the apps still
// installed.
func (s *system) reset(a *app) error {
	s.stop("the device is reset")
	err := s.clear(a, true)
	if s.config.shared != sharedMounted {
		err = errors.Join(err, s.setShared(sharedMounted))
	}
	for _, dir := range userFolders() {
		err = errors.Join(err, empty(s.root, dir))
	}
	err = errors.Join(err, s.stock())
	s.config = newConfiguration()
	s.props = newProperties(s.hardware)
	s.settings.Clear()
	s.deferred, s.left, s.kept, s.clipboard = nil, "", surroundings.Kept{}, ""
	s.nextPID, s.wall = firstPID, runtime.Epoch
	return err
}
