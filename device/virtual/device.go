package virtual

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"talpa/device/virtual/adbd"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/locked"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/notes"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
	"talpa/device/virtual/sockets"
	"talpa/device/virtual/u2"
)

// Folders of a device, below its own.
const (
	dirFiles = "fs"   // what the app can write: data/PACKAGE/, device/PACKAGE/, sdcard/, tmp/, providers/
	dirApps  = "apps" // installed APKs
	dirJVM   = "jvm"  // a folder for each running JVM
)

// dirProviders holds the rows of the system's content providers, below dirFiles.
const dirProviders = "providers"

// dirAgent is the folder of the agent's files, below the server's own.
const dirAgent = "agent"

// Device is one embedded device: its files, settings, log, installed apps, and
// at most one running app. It is safe for use by several goroutines: what one at a
// time may use is the system, which is reached under its lock only; everything else
// is fixed or locks itself.
type Device struct {
	*hardware
	sh       *shell.Shell
	u2       *u2.Server
	installs pendingInstalls
	system   *locked.Value[system]
}

// hardware is what of a device needs no lock of the device's: it never changes, or
// is safe for use by several goroutines. Processes tell it things while a request to
// them is under way.
type hardware struct {
	serial string
	opts   Options
	made   time.Time // on the host's clock
	dir    string    // holds everything of the device
	root   *os.Root  // of dirFiles
	fs     *shell.FS
	seeds  []string // files of Options.SeedData, by their paths in it
	conv   *runtime.Converter
	pool   *runtime.Pool

	log       *logcat.Buffer
	notes     notes.List
	unreached notes.List // hosts that apps asked for in vain
	settings  framework.Settings
	sockets   sockets.Table // what programs of the device listen on
	reverses  sockets.Reverses
}

func newDevice(opts Options, config runtime.Config, conv *runtime.Converter, base, serial string) (*Device, error) {
	h, err := newHardware(opts, config, conv, base, serial)
	if err != nil {
		return nil, err
	}
	d := &Device{hardware: h}
	d.system = locked.New(newSystem(h, d.watchExit))
	commands := framework.Table(d)
	commands[sessionCommand] = d.serveSession
	d.sh = &shell.Shell{FS: d.fs, Commands: commands, Env: map[string]string{
		"HOME": "/", "PATH": "/system/bin", "EXTERNAL_STORAGE": "/sdcard", "ANDROID_DATA": "/data", "SHELL": "/system/bin/sh",
	}}
	d.sh.Pass = (&automation{d: d}).Wait
	d.startAutomation()
	return d, nil
}

// newHardware makes a device's folders.
func newHardware(opts Options, config runtime.Config, conv *runtime.Converter, base, serial string) (*hardware, error) {
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
	h := &hardware{
		serial: serial, opts: opts, made: time.Now(), dir: dir, root: root, conv: conv, log: logcat.NewBuffer(),
		pool: runtime.NewPool(config, home, filepath.Join(dir, dirApps), filepath.Join(dir, dirJVM), conv.Dir),
	}
	h.fs = shell.NewFS(root, map[string]string{
		"/sdcard": "sdcard", "/storage/emulated/0": "sdcard", "/storage/self/primary": "sdcard", "/mnt/sdcard": "sdcard",
		"/data/data": "data", "/data/user/0": "data", "/data/local/tmp": "tmp",
	})
	if h.seeds, err = seedFiles(opts.SeedData); err == nil {
		err = h.stock()
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return h, nil
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

// Shell implements adbd.Device and framework.Device.
func (d *Device) Shell(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int {
	return d.sh.Run(ctx, line, in, out, errw)
}

// watchExit notices the end of a JVM even if nobody asks for anything: the log says
// so at once, and the next start of the app gets another one.
func (d *Device) watchExit(j *runtime.JVM) {
	j.AwaitLoss()
	d.system.With(func(s *system) { s.alive() })
}
