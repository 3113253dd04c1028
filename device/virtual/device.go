package virtual

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"talpa/device"
	"talpa/device/virtual/adbd"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/permission"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
	"talpa/device/virtual/sockets"
	"talpa/device/virtual/u2"
	"talpa/internal/files"
)

// Folders of a device, below its own.
const (
	dirFiles = "fs"   // what the app can write: data/PACKAGE/, device/PACKAGE/, sdcard/, tmp/, providers/
	dirApps  = "apps" // installed APKs
	dirJVM   = "jvm"  // a folder for each running JVM
)

// dirAgent is the folder of the agent's files, below the server's own.
const dirAgent = "agent"

// firstPID is the process id of the first app process; ids are the device's
// own, so that logs are the same in every run.
const firstPID = 4001

// appUID is the user that apps are, u0_a100; the agent knows it too.
const appUID = 10100

// Device is one embedded device: its files, settings, log, installed apps, and
// at most one running app.
type Device struct {
	serial string
	opts   Options
	pool   *runtime.Pool
	conv   *runtime.Converter
	root   *os.Root
	dir    string
	fs     *shell.FS
	sh     *shell.Shell
	log    *logcat.Buffer
	notes  notes
	asked  notes // hosts that were not reached
	// sockets are what programs of the device listen on, u2 the one program that does.
	sockets  sockets.Table
	u2       *u2.Server
	reverses sockets.Reverses
	// patience bounds every request to the agent; tests shorten it.
	patience time.Duration

	mu       sync.Mutex // guards what follows, and is held while an app acts
	apps     map[string]*app
	proc     *process
	recycle  bool         // an app's JVM serves the next one
	expected int          // starts on fresh JVMs that are coming, negative if unknown
	used     *runtime.JVM // an unloaded JVM that serves next, nil if there is none
	record   bool         // processes are to record what they run
	ran      execution
	state    screenState
	sessions int // talpa's own clients
	staged   map[int]*staged
	// lastStaged is the number of the newest installation in steps.
	lastStaged int
	pending    []contentOp // rows that wait for an app to start
	settings   settings
	props      map[string]string
	nextPID    int
	made       time.Time // when the device was made, on the host's clock
	installs   int       // APKs installed so far
	wall       int64     // the virtual wall clock as last seen, ms since 1970
}

// screenState is the configuration that outlives a process.
type screenState struct {
	rotation  int
	locale    string
	fontScale float64
	night     bool
	answer    string // how other apps answer by the last event that said so; see answering
	offline   bool
	wifiOff   bool
	dataOff   bool
	full      bool // storage is low
	zone      string
	slow      bool   // work in the background is held back
	hasty     bool   // fingers do not wait for the app
	servers   string // how they answer; "" is the normal way
}

// app is an installed app.
type app struct {
	device.Manifest
	apk    string
	splits []string // paths of further APKs, which hold resources
	sha    string
	conv   runtime.Conversion
	grants *permission.Grants
}

func newDevice(opts Options, config runtime.Config, conv *runtime.Converter, base, serial string) (*Device, error) {
	dir := filepath.Join(base, serial)
	home := filepath.Join(dir, dirFiles)
	for _, sub := range []string{
		dirFiles + "/data", dirFiles + "/device", dirFiles + "/sdcard", dirFiles + "/tmp", dirFiles + "/" + dirProviders,
		dirApps, dirJVM,
	} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(home)
	if err != nil {
		return nil, err
	}
	d := &Device{
		serial: serial, opts: opts, conv: conv, root: root, dir: dir, log: logcat.NewBuffer(),
		apps: map[string]*app{}, nextPID: firstPID, wall: runtime.Epoch,
		state: screenState{fontScale: 1}, patience: runtime.LoadTimeout,
		expected: -1, made: time.Now(),
	}
	d.pool = runtime.NewPool(config, home, filepath.Join(dir, dirApps), filepath.Join(dir, dirJVM), conv.Dir)
	d.fs = shell.NewFS(root, map[string]string{
		"/sdcard": "sdcard", "/storage/emulated/0": "sdcard", "/storage/self/primary": "sdcard", "/mnt/sdcard": "sdcard",
		"/data/data": "data", "/data/user/0": "data", "/data/local/tmp": "tmp",
	})
	d.props = d.properties()
	d.sh = &shell.Shell{FS: d.fs, Commands: d.commands(), Env: map[string]string{
		"HOME": "/", "PATH": "/system/bin", "EXTERNAL_STORAGE": "/sdcard", "ANDROID_DATA": "/data", "SHELL": "/system/bin/sh",
	}}
	d.startAutomation()
	return d, nil
}

// Serial implements adbd.Device.
func (d *Device) Serial() string { return d.serial }

// Product implements adbd.Device.
func (d *Device) Product() string { return "talpa talpa_virtual talpa" }

// Dial implements adbd.Device.
func (d *Device) Dial(ctx context.Context, address string) (net.Conn, error) {
	return d.sockets.Dial(ctx, address)
}

// Files implements adbd.Device.
func (d *Device) Files() adbd.Files { return d.fs }

// Shell implements adbd.Device.
func (d *Device) Shell(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int {
	return d.sh.Run(ctx, line, in, out, errw)
}

// installation says how an app is installed.
type installation struct {
	signed bool // it has to be signed
	grant  bool // it gets all the permissions that it asks for
}

// find is an installed app. d.mu is held.
func (d *Device) find(pkg string) (*app, error) {
	if a := d.apps[pkg]; a != nil {
		return a, nil
	}
	return nil, fmt.Errorf("unknown package: %s", pkg)
}

// install makes the APK in the host's file an app of the device. Data of an
// older copy is kept. The file is taken over.
func (d *Device) install(ctx context.Context, file string, how installation) (*app, error) {
	manifest, err := d.opts.Manifest(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", device.ErrInstall, err)
	}
	if err := acceptable(manifest, how.signed); err != nil {
		return nil, err
	}
	sha, err := files.Digest(file)
	if err != nil {
		return nil, err
	}
	conv, err := d.conv.Convert(ctx, file, sha)
	if err != nil {
		return nil, &device.Refusal{Code: device.RefusedCode, Reason: err}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.checkManifest(ctx, file, conv); err != nil {
		return nil, err
	}
	if d.proc != nil && d.proc.app.Package == manifest.Package {
		d.stop("it is installed anew")
	}
	// A folder of its own for each version: a JVM may still have the old one open.
	d.installs++
	dir := filepath.Join(d.dir, dirApps, fmt.Sprintf("%s-%d", manifest.Package, d.installs))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	apk := filepath.Join(dir, "base.apk")
	if err := os.Rename(file, apk); err != nil {
		return nil, err
	}
	installed := time.UnixMilli(d.wall)
	if err := os.Chtimes(apk, installed, installed); err != nil {
		return nil, err
	}
	var splits []string
	if d.opts.Extract != nil {
		if splits, err = d.opts.Extract(apk, dir); err != nil {
			return nil, &device.Refusal{Code: device.RefusedInvalid, Reason: err}
		}
	}
	a := &app{Manifest: manifest, apk: apk, splits: splits, sha: sha, conv: conv, grants: permission.New(manifest, how.grant)}
	if old := d.apps[manifest.Package]; old != nil {
		a.grants.Inherit(old.grants, how.grant)
		_ = os.RemoveAll(filepath.Dir(old.apk))
	}
	d.apps[manifest.Package] = a
	if n := len(conv.Facts.Native); n > 0 {
		d.notes.add(fmt.Sprintf("native libraries of %s are not run: %s",
			manifest.Package, strings.Join(baseNames(conv.Facts.Native), ", ")))
	}
	if conv.Facts.Failed > 0 {
		d.notes.add(fmt.Sprintf("%d of %d methods of %s could not be converted; they throw VerifyError",
			conv.Facts.Failed, conv.Facts.Methods, manifest.Package))
	}
	return a, nil
}

// acceptable says whether a device of this API level takes the app.
func acceptable(m device.Manifest, signed bool) error {
	switch {
	case !packageName(m.Package):
		return &device.Refusal{Code: device.RefusedPackageName, Reason: fmt.Errorf("bad package name %q", m.Package)}
	case m.MinSDK > api:
		return &device.Refusal{Code: device.RefusedOlderSDK, Reason: fmt.Errorf(
			"requires newer sdk version #%d (current version is #%d)", m.MinSDK, api)}
	case signed && !m.Signed:
		return &device.Refusal{Code: device.RefusedNoCertificates, Reason: errors.New("the APK is not signed")}
	}
	return nil
}

// checkManifest has Android's own parser say whether it takes an APK; a verdict
// is kept with the app's conversion. Without a spare JVM nobody is asked: then
// the app's first start fails with the same words. d.mu is held.
func (d *Device) checkManifest(ctx context.Context, file string, conv runtime.Conversion) error {
	verdict, known := conv.Verdict()
	if !known {
		asked, err := d.pool.Borrow(ctx, func(j *runtime.JVM) error {
			ctx, cancel := context.WithTimeout(ctx, runtime.LoadTimeout)
			defer cancel()
			_, err := j.Call(ctx, "check", map[string]any{"apk": file}, &verdict)
			return err
		})
		if !asked || err != nil {
			d.opts.Log.Debug("virtual device: a manifest is not checked at the installation", "asked", asked, "err", err)
			return ctx.Err()
		}
		if err := conv.KeepVerdict(verdict); err != nil {
			return err
		}
	}
	if verdict.Code == "" {
		return nil
	}
	return &device.Refusal{Code: verdict.Code, Reason: fmt.Errorf(
		"%s; Android installs no app with such a manifest, so the build of the app is at fault", verdict.Reason)}
}

// uninstall removes an app with its data. d.mu is held.
func (d *Device) uninstall(a *app) error {
	if d.proc != nil && d.proc.app == a {
		d.stop("it is uninstalled")
	}
	delete(d.apps, a.Package)
	return errors.Join(os.RemoveAll(filepath.Dir(a.apk)), d.wipe(a))
}

// clear stops an app and removes its data and permissions; with all it holds them
// as after an installation that grants all. d.mu is held.
func (d *Device) clear(a *app, all bool) error {
	if d.proc != nil && d.proc.app == a {
		d.stop("its data is cleared")
	}
	a.grants.Reset(a.Manifest, all)
	return d.wipe(a)
}

// wipe removes the data of an app.
func (d *Device) wipe(a *app) error {
	var err error
	for _, dir := range []string{"data/", "device/", "sdcard/Android/data/"} {
		err = errors.Join(err, d.root.RemoveAll(dir+a.Package))
	}
	return err
}

// reset makes the device as it was before any app ran, with the apps still
// installed. d.mu is held.
func (d *Device) reset(a *app) error {
	err := d.clear(a, true)
	for _, dir := range []string{"data", "device", "sdcard", "tmp", dirProviders} {
		err = errors.Join(err, empty(d.root, dir))
	}
	d.state = screenState{fontScale: 1}
	d.settings.clear()
	d.pending = nil
	d.nextPID, d.wall = firstPID, runtime.Epoch
	return err
}

// packageName says whether s can be a package, and so a file name.
func packageName(s string) bool {
	if s == "" || len(s) > 200 || strings.Contains(s, "..") || s[0] == '.' {
		return false
	}
	for _, r := range s {
		if r != '.' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}

func baseNames(paths []string) []string {
	var names []string
	for _, p := range paths {
		if name := filepath.Base(p); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// notes are remarks, each once. Safe for use by several goroutines.
type notes struct {
	mu  sync.Mutex
	all []string
}

const maxNotes = 200

func (n *notes) add(texts ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, t := range texts {
		if len(n.all) < maxNotes && !slices.Contains(n.all, t) {
			n.all = append(n.all, t)
		}
	}
}

func (n *notes) list() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.all)
}
