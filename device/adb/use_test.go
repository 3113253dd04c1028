package adb_test

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/adb"
	"talpa/device/virtual"
	"talpa/dex/apk/splits"
	"talpa/fuzz"
	"talpa/fuzz/ui"
)

// used chooses the apps of TestSurveyUse unless TALPA_APPS does.
const used = `/cases/|/androtest/|/pbfdroid/|/recdroid/|/themis/`

// TestSurveyUse has each app met by events (TALPA_EVENTS, 300; seed TALPA_SEED,
// 1; generator TALPA_GENERATOR, random; level of the device TALPA_API, 35; with
// TALPA_NETWORK=standin there are stand-in servers) and leaves, in the folder that
// TALPA_SURVEY names, the trace of every distinct violation, the remarks of the
// device, the activities seen, and the screens after 20 events and at the end, with
// sheets of their pictures:
//
//	TALPA_SURVEY=out/use go test ./device/adb -run TestSurveyUse -timeout 2h
//
// Whose fault a crash is people judge. Apps that the folder has already are not
// run again. TALPA_APPS and TALPA_FOLDER choose apps as for TestSurvey.
func TestSurveyUse(t *testing.T) {
	out := os.Getenv("TALPA_SURVEY")
	if out == "" {
		t.Skip("TALPA_SURVEY names no folder: skipped")
	}
	pattern := os.Getenv("TALPA_APPS")
	if pattern == "" && os.Getenv("TALPA_FOLDER") == "" {
		pattern = used
	}
	for _, path := range surveyed(t, regexp.MustCompile(pattern)) {
		dir := filepath.Join(out, appName(path))
		if _, err := os.Stat(filepath.Join(dir, "use.txt")); err == nil {
			continue
		}
		t.Run(appName(path), func(t *testing.T) {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			verdict := use(t, path, dir)
			t.Log(verdict)
			save(t, dir, "use.txt", []byte(verdict))
		})
	}
	contactSheets(t, out, "early")
	contactSheets(t, out, "late")
}

// use drives one app and returns what is to be known of it.
func use(t *testing.T, path, dir string) string {
	s := embedded(t, func(o *virtual.Options) {
		o.Log, o.Sliced, o.JoinSlices, o.API = nil, splits.Sliced, splits.JoinSlices, envInt("TALPA_API", 0)
		if os.Getenv("TALPA_NETWORK") == "standin" {
			o.Network = virtual.NetworkStandIn
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	o := fuzz.Options{APK: path, Clock: time.Now, Seed: int64(envInt("TALPA_SEED", 1)),
		Policy:    fuzz.Policy(cmp.Or(os.Getenv("TALPA_GENERATOR"), string(fuzz.Random))),
		MaxEvents: envInt("TALPA_EVENTS", 300),
		Open: func(ctx context.Context, _ int) (device.Device, error) {
			host, port, err := net.SplitHostPort(s.Addr())
			if err != nil {
				return nil, err
			}
			n, err := strconv.Atoi(port)
			if err != nil {
				return nil, err
			}
			d, err := adb.Open(ctx, adb.Options{Host: host, Port: n, Manifest: manifest})
			if err != nil {
				return nil, err
			}
			if err := d.(device.Recycler).Recycle(ctx, true); err != nil {
				return nil, err
			}
			return &keeper{Device: d, t: t, dir: dir}, nil
		}}
	begin := time.Now()
	r, err := fuzz.Run(ctx, o)
	if r == nil {
		return fmt.Sprintf("not run: %v\n", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "events %d episodes %d states %d activities %d violations %d seconds %.0f error %v\n", r.Progress.Events,
		r.Progress.Episodes, r.Progress.States, len(r.Activities), len(r.Others), time.Since(begin).Seconds(), err)
	for _, a := range r.Activities {
		fmt.Fprintln(&b, "activity", a)
	}
	for _, f := range r.Fidelity {
		fmt.Fprintln(&b, "remark", f)
	}
	for _, v := range r.Others {
		fmt.Fprintf(&b, "\nviolation %s, %d times, first at event %d, script of %d\n%s\n", v.Violation.Title, v.Count, v.Events,
			len(v.Script.Events), v.Violation.Detail)
	}
	return b.String()
}

// keeper is a device that keeps its log and two of its screens.
type keeper struct {
	device.Device
	t     *testing.T
	dir   string
	log   []byte
	looks int
	last  *ui.Screen
}

// soon is the number of looks at the screen after which it is kept.
const soon = 20

func (k *keeper) Screen(ctx context.Context) (*ui.Screen, error) {
	screen, err := k.Device.Screen(ctx)
	if err != nil {
		return nil, err
	}
	k.last = screen
	if k.looks++; k.looks == soon {
		k.keep(ctx, "early")
	}
	return screen, nil
}

// keep saves the screen and its picture.
func (k *keeper) keep(ctx context.Context, name string) {
	save(k.t, k.dir, name+".txt", []byte(described(k.last)))
	if shot, err := k.Device.Screenshot(ctx); err == nil {
		save(k.t, k.dir, name+".png", shot)
	}
}

func (k *keeper) Log(ctx context.Context) ([]byte, error) {
	log, err := k.Device.Log(ctx)
	k.log = append(k.log, log...)
	return log, err
}

func (k *keeper) Close() error {
	if k.last != nil {
		ctx, cancel := context.WithTimeout(k.t.Context(), time.Minute)
		defer cancel()
		k.keep(ctx, "late")
	}
	save(k.t, k.dir, "log.txt", k.log)
	return k.Device.Close()
}

// Fidelity passes the remarks of the device on.
func (k *keeper) Fidelity() []string {
	if f, ok := k.Device.(device.Fidelity); ok {
		return f.Fidelity()
	}
	return nil
}
