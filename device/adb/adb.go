// Package adb drives Android devices over the adb protocol: phones, emulators,
// and talpa's own embedded device, which it meets through the same port and
// then speaks to in package session's words.
//
// Device discovery and file transfer are gadb's (v0.1.0). Around its faults:
// its device list leaves out devices that are offline, so the list of serials
// is read too; its Push drops a last block that comes together with the end of
// the file; its sockets know no context and die 60 seconds after the last
// status, so commands run over streams of this package; it has no exit codes,
// no quoting and no exec service.
package adb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/electricbubble/gadb"

	"talpa/device"
	"talpa/device/session"
	"talpa/internal/files"
)

// DefaultPort is where adb servers listen.
const DefaultPort = gadb.AdbServerPort

// Options says which device to open.
type Options struct {
	Host string // of the adb server; "" is this machine
	Port int    // of the adb server; 0 is DefaultPort
	// Serial names the device; "" is the only one there is.
	Serial string
	// Manifest reads the manifest of an APK. Phones and emulators need it; the
	// embedded device reads for itself.
	Manifest device.ReadManifest
	// SeedData is a folder whose files come to shared storage with an app; "" is none.
	SeedData string
	// Older is the APK of an older build of the app that event.Older installs; "" is none.
	Older string
	Log   *slog.Logger
}

func (o Options) complete() Options {
	if o.Host == "" {
		o.Host = "127.0.0.1"
	}
	if o.Port == 0 {
		o.Port = DefaultPort
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	return o
}

// absent is the error of a device that was never reached. It counts as lost, but does not say that it
// was: what it wraps names the cause.
type absent struct{ error }

func (e absent) Is(target error) bool { return target == device.ErrLost }
func (e absent) Unwrap() error        { return e.error }

// Found is a device that an adb server knows.
type Found struct {
	Serial string `json:"serial"`
	Model  string `json:"model,omitempty"` // "" if the server does not say
	Online bool   `json:"online"`
}

// List returns the devices of an adb server in its order.
func List(ctx context.Context, o Options) ([]Found, error) {
	o = o.complete()
	var found []Found
	err := within(ctx, func() error {
		client, err := gadb.NewClientWith(o.Host, o.Port)
		if err != nil {
			return fmt.Errorf("no adb server at %s:%d: start one with `adb start-server`, or name another with --adb (%w)",
				o.Host, o.Port, err)
		}
		serials, err := client.DeviceSerialList()
		if err != nil {
			return fmt.Errorf("listing adb devices: %w", err)
		}
		online, err := client.DeviceList()
		if err != nil {
			return fmt.Errorf("listing adb devices: %w", err)
		}
		for _, serial := range serials {
			f := Found{Serial: serial}
			for _, d := range online {
				if d.Serial() == serial {
					state, err := d.State()
					f.Online = err == nil && state == gadb.StateOnline
					f.Model, _ = d.Model()
				}
			}
			found = append(found, f)
		}
		return nil
	})
	if err != nil {
		return nil, absent{err}
	}
	return found, nil
}

// within runs a gadb call that knows no context: if ctx ends first, the call is
// left to its own time limit and its result is dropped.
func within(ctx context.Context, call func() error) error {
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Open connects to a device. Its errors wrap device.ErrLost.
func Open(ctx context.Context, o Options) (device.Device, error) {
	o = o.complete()
	found, err := List(ctx, o)
	if err != nil {
		return nil, err
	}
	if o.Serial, err = choose(found, o.Serial); err != nil {
		return nil, absent{err}
	}
	l := &link{addr: net.JoinHostPort(o.Host, strconv.Itoa(o.Port)), serial: o.Serial, options: o}
	if err := l.features(ctx); err != nil {
		return nil, err
	}
	virtual, err := l.run(ctx, "getprop", session.Property)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(virtual) == "1" {
		return openEmbedded(ctx, l)
	}
	return openPhone(ctx, l)
}

// choose is the serial meant among the devices found.
func choose(found []Found, serial string) (string, error) {
	var online []string
	for _, f := range found {
		if f.Online {
			online = append(online, f.Serial)
		}
		if f.Serial == serial && !f.Online {
			return "", fmt.Errorf("device %s is offline or not authorised: see its screen", serial)
		}
	}
	switch {
	case serial != "" && slices.Contains(online, serial):
		return serial, nil
	case serial != "":
		return "", fmt.Errorf("no device %q: there are %s", serial, orNone(online))
	case len(online) == 0:
		return "", errors.New("no device is online: connect one, or leave out --device for the embedded one")
	case len(online) > 1:
		return "", fmt.Errorf("more than one device, name one of: %s", orNone(online))
	}
	return online[0], nil
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// push sends a file to the device.
func (l *link) push(ctx context.Context, r io.Reader, path string) error {
	err := within(ctx, func() error {
		client, err := gadb.NewClientWith(l.options.Host, l.options.Port)
		if err != nil {
			return err
		}
		devices, err := client.DeviceList()
		if err != nil {
			return err
		}
		for _, d := range devices {
			if d.Serial() == l.serial {
				return d.Push(wholeReader{r}, path, time.Now(), 0o100644)
			}
		}
		return errors.New("the device is gone")
	})
	if err != nil {
		return fmt.Errorf("%w: sending %s: %w", device.ErrLost, path, err)
	}
	return nil
}

// pushApp sends an APK to where the device's tools expect one, under its digest,
// and returns the path there and the digest.
func (l *link) pushApp(ctx context.Context, apk, prefix string) (path, sum string, err error) {
	f, err := os.Open(apk)
	if err != nil {
		return "", "", fmt.Errorf("%w: %w", device.ErrInstall, err)
	}
	defer f.Close()
	sum, err = files.DigestOf(f)
	if err != nil {
		return "", "", fmt.Errorf("%w: %w", device.ErrInstall, err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", "", fmt.Errorf("%w: %w", device.ErrInstall, err)
	}
	path = "/data/local/tmp/" + prefix + sum + ".apk"
	return path, sum, l.push(ctx, f, path)
}

// pushSeeds puts the files of Options.SeedData into shared storage.
func (l *link) pushSeeds(ctx context.Context) error {
	if l.options.SeedData == "" {
		return nil
	}
	root := os.DirFS(l.options.SeedData)
	return fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		f, err := root.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return l.push(ctx, f, "/sdcard/"+name)
	})
}

// wholeReader never returns bytes together with an error: gadb's Push would
// drop them.
type wholeReader struct{ r io.Reader }

func (w wholeReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if n > 0 {
		return n, nil // the error comes again
	}
	return 0, err
}
