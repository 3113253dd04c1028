// Package virtual is the embedded Android device: it needs no emulator, no
// system image and no virtualisation. A JVM runs the app's own code on the real
// framework classes (the agent, in agent/); this package is the front: it
// starts and confines JVMs, keeps warm spares, converts and caches apps, owns
// the device's files, settings and log, and shows all of it to the world as an
// adb server, so that the stock adb program and other people's tools work too.
//
// One JVM is one app process. A device has one app process at a time; an app
// that dies leaves the JVM unusable, the next start takes a spare. Everything
// in a JVM runs on a virtual clock: an event takes milliseconds, and the same
// seed gives the same run.
//
// What the device does not do it says (device.Fidelity): native code, web
// pages, Google services, other apps (stand-ins answer), several processes of
// one app, network unless asked for.
package virtual

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"talpa/device"
	"talpa/device/virtual/confine"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/relay"
	"talpa/device/virtual/runtime"
)

// ConfineMain is the hidden command that confines a JVM and becomes it; the
// result is an exit code. Options.Launcher names it.
func ConfineMain(args []string) int { return confine.Main(args, os.Stdout, os.Stderr) }

// Network is what an app finds behind its connections.
type Network = runtime.Network

// The networks.
const (
	NetworkOff     = runtime.NetworkOff     // nothing: no name has an address
	NetworkOn      = runtime.NetworkOn      // the networks that this computer is in, not the computer
	NetworkStandIn = runtime.NetworkStandIn // servers of the device's own, in the app's process
)

// Options says what to serve. The zero value of a field is its default.
type Options struct {
	// AgentDir holds the agent: *.jar and sdk/. Required.
	AgentDir string
	// JavaHome is the folder of a JDK 17 or later; "" finds java in PATH.
	JavaHome string
	// CacheDir keeps converted apps between runs; several processes may share it.
	// Required.
	CacheDir string
	// ImageDir keeps booted JVMs as files, so that the next server boots none; several processes
	// may share it. "" keeps none.
	ImageDir string
	// DataDir holds the devices' files, in a folder for each server that Close
	// removes; "" is the system's folder for temporary files.
	DataDir string
	// Launcher is the command that runs ConfineMain. nil leaves the app's code
	// unconfined, and the fidelity notes say so.
	Launcher []string
	// Unconfined runs apps also where this machine cannot keep them from its files:
	// else that is an error (confine.ErrOpen).
	Unconfined bool
	// Manifest reads the manifest of an APK. Required.
	Manifest device.ReadManifest
	// Join makes one APK of the APKs of an app in splits, in a new file; nil refuses
	// such apps. Extract writes the splits that such an APK holds into a folder and
	// returns their paths: the app finds their resources there.
	Join    func(files []string, out string) error
	Extract func(apk, dir string) ([]string, error)
	// Sliced says whether the code of an APK lies in slices (Instant Run's), and JoinSlices
	// writes one that has them among its DEX files to a new file; nil takes none for such.
	Sliced     func(apk string) bool
	JoinSlices func(apk, out string) error
	// SeedData is a folder whose files every device has in shared storage, beside those of a
	// phone in use; "" is none.
	SeedData string
	// API is the API level that the devices show, 0 is that of the framework: 35.
	API int
	// Devices is the number of devices; 0 is one.
	Devices int
	// Spares is the number of warm JVMs kept for each device; 0 is one, negative none.
	Spares int
	// Port is the port of the adb server on loopback; 0 is any free one.
	Port int
	// Network says what is behind the app's network connections.
	Network runtime.Network
	// Relay is by what rules connections leave with NetworkOn; the zero value lets none to this
	// computer.
	Relay relay.Relay
	// Timeout is how long an app may keep a request, in real time, before it counts as one
	// that does not respond; a request has a limit of its own where that is shorter. 0 is
	// 30 s, and two minutes for an app's start.
	Timeout time.Duration
	// Seed is what the app's random numbers start from.
	Seed int64
	// Width and Height are pixels in natural orientation, Density dots per inch;
	// 0 is 720x1280 at 320.
	Width, Height, Density int
	// CacheLimit bounds the converted apps in CacheDir, in bytes; 0 is 4 GiB.
	CacheLimit int64
	// JavaFlags are further options of the JVMs that run apps, for profiling.
	JavaFlags []string
	Log       *slog.Logger
}

const (
	defaultWidth, defaultHeight, defaultDensity = 720, 1280, 320

	defaultCacheLimit = 4 << 30
	maxDevices        = 64
)

// complete checks the options and fills in the defaults.
func (o Options) complete() (Options, error) {
	switch {
	case o.AgentDir == "":
		return o, errors.New("virtual device: no agent folder is given")
	case o.CacheDir == "":
		return o, errors.New("virtual device: no cache folder is given")
	case o.Manifest == nil:
		return o, errors.New("virtual device: no manifest reader is given")
	case o.Devices < 0 || o.Devices > maxDevices:
		return o, fmt.Errorf("virtual device: %d devices asked for, limit %d", o.Devices, maxDevices)
	}
	if o.API == 0 {
		o.API = framework.API
	}
	if err := CheckAPI(o.API); err != nil {
		return o, err
	}
	var err error
	if o.AgentDir, err = filepath.Abs(o.AgentDir); err != nil {
		return o, err
	}
	if err := runtime.CheckAgent(o.AgentDir); err != nil {
		return o, err
	}
	if o.AgentDir, err = filepath.EvalSymlinks(o.AgentDir); err != nil {
		return o, err
	}
	if o.CacheDir, err = filepath.Abs(o.CacheDir); err != nil {
		return o, err
	}
	if o.ImageDir != "" {
		if o.ImageDir, err = filepath.Abs(o.ImageDir); err != nil {
			return o, err
		}
	}
	if o.JavaHome == "" {
		if o.JavaHome, err = runtime.FindJava(); err != nil {
			return o, fmt.Errorf("install a JRE 17 or later: %w", err)
		}
	}
	if o.JavaHome, err = filepath.Abs(o.JavaHome); err != nil { // its programs have other working directories
		return o, err
	}
	if err := runtime.CheckJava(o.JavaHome); err != nil {
		return o, fmt.Errorf("%w; name a JDK or JRE, 17 or later, with --java-home or JAVA_HOME", err)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	o.Devices = max(o.Devices, 1)
	switch {
	case o.Spares == 0:
		o.Spares = 1
	case o.Spares < 0:
		o.Spares = 0
	}
	if o.CacheLimit == 0 {
		o.CacheLimit = defaultCacheLimit
	}
	if o.Timeout == 0 {
		o.Timeout = runtime.LoadTimeout
	}
	return o.withDisplay(), nil
}

// API is the API level of the framework in the device.
const API = framework.API

// CheckAPI returns an error that says which API levels there are, for one that there is not.
func CheckAPI(level int) error {
	_, err := framework.Release(level)
	return err
}

// withDisplay fills in the screen.
func (o Options) withDisplay() Options {
	if o.Width == 0 || o.Height == 0 {
		o.Width, o.Height = defaultWidth, defaultHeight
	}
	if o.Density == 0 {
		o.Density = defaultDensity
	}
	return o
}

// config is what the options say of JVMs.
func (o Options) config() runtime.Config {
	release, _ := framework.Release(o.API)
	return runtime.Config{
		API: o.API, Release: release,
		AgentDir: o.AgentDir, JavaHome: o.JavaHome, JavaFlags: o.JavaFlags, CacheDir: o.CacheDir, CacheLimit: o.CacheLimit,
		Launcher: o.Launcher, Network: o.Network, Relay: o.Relay, Log: o.Log, ImageDir: o.ImageDir,
		Display: runtime.Display{Width: o.Width, Height: o.Height, Density: o.Density},
	}
}
