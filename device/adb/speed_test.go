package adb_test

import (
	"context"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/adb"
	"talpa/device/virtual"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
	"talpa/internal/corpus"
)

// BenchmarkLoop is the fuzz loop with random events on one embedded device: per
// app so many events (TALPA_EVENTS, 2000) from a cold start, without spare JVMs.
// The figures are of the time after the first screen; the processor's are of
// the JVMs that ran the app and of this process. TALPA_JAVA_FLAGS are further options of the JVM,
// TALPA_APPS the paths of other apps.
func BenchmarkLoop(b *testing.B) {
	for _, apk := range loopApps(b) {
		b.Run(appName(apk), func(b *testing.B) {
			for b.Loop() {
				loop(b, apk, envInt("TALPA_EVENTS", 2000))
			}
		})
	}
}

// loopApps are a plain app, one with a database and lists, and one of Jetpack Compose.
func loopApps(b *testing.B) []string {
	if paths := os.Getenv("TALPA_APPS"); paths != "" {
		return filepath.SplitList(paths)
	}
	dir := corpus.Dir(b)
	return []string{
		filepath.Join(dir, "cases", "ATimeTracker-34", "app.apk"),
		filepath.Join(dir, "cases", "ActivityDiary-118", "app.apk"),
		filepath.Join(dir, "apks", "pbfdroid", "notepad.apk"),
	}
}

func envInt(name string, def int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return def
}

// loop runs the events and reports what they cost.
func loop(b *testing.B, apk string, events int) {
	s := embedded(b, func(o *virtual.Options) {
		o.Spares = -1
		o.JavaFlags = strings.Fields(os.Getenv("TALPA_JAVA_FLAGS"))
		if os.Getenv("TALPA_UNCONFINED") != "" {
			o.Launcher = nil
		}
	})
	base, _, _ := usage()
	m := &meter{base: base, kinds: map[event.Kind]kindCost{}}
	o := fuzz.Options{APK: apk, Clock: time.Now, Policy: fuzz.Random, Seed: int64(envInt("TALPA_SEED", 1)), MaxEvents: events,
		Open: func(ctx context.Context, _ int) (device.Device, error) {
			host, port, err := net.SplitHostPort(s.Addr())
			if err != nil {
				return nil, err
			}
			n, _ := strconv.Atoi(port)
			d, err := adb.Open(ctx, adb.Options{Host: host, Port: n, Manifest: manifest})
			if err != nil {
				return nil, err
			}
			m.Device = d
			return m, d.(device.Recycler).Recycle(ctx, true)
		}}
	r, err := fuzz.Run(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	m.report(b)
	b.ReportMetric(float64(r.Progress.States), "states")
	b.ReportMetric(float64(r.Progress.Violations), "violations")
	if command := os.Getenv("TALPA_AT_END"); command != "" {
		holdFor(b, command)
	}
}

// holdFor waits as long as the file exists: so that a profiler can be asked.
func holdFor(b *testing.B, file string) {
	b.Logf("waiting for %s to go away", file)
	for {
		if _, err := os.Stat(file); err != nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// meter is a device that measures itself.
type meter struct {
	device.Device
	events     int
	begin      time.Time
	base       time.Duration // processor time of children before the first one's
	jvm, self  time.Duration // processor time at begin
	act, look  time.Duration
	log, reset time.Duration
	resets     int
	marks      []mark
	kinds      map[event.Kind]kindCost
}

// kindCost is what events of a kind took.
type kindCost struct {
	count int
	took  time.Duration
}

// mark is what had been used when so many events were done.
type mark struct {
	events int
	at     time.Time
	jvm    time.Duration
}

const markEvery = 500

func (m *meter) Do(ctx context.Context, app device.App, e event.Event) error {
	begin := time.Now()
	err := m.Device.Do(ctx, app, e)
	if m.events++; m.events == 1 {
		m.begin = time.Now()
		m.jvm, m.self, _ = usage()
		m.marks = append(m.marks, mark{0, m.begin, m.jvm})
		return err
	}
	took := time.Since(begin)
	m.act += took
	k := m.kinds[e.Kind]
	m.kinds[e.Kind] = kindCost{k.count + 1, k.took + took}
	if m.events%markEvery == 0 {
		jvm, _, _ := usage()
		m.marks = append(m.marks, mark{m.events, time.Now(), jvm})
	}
	return err
}

func (m *meter) Screen(ctx context.Context) (*ui.Screen, error) {
	begin := time.Now()
	s, err := m.Device.Screen(ctx)
	m.look += time.Since(begin)
	return s, err
}

func (m *meter) Log(ctx context.Context) ([]byte, error) {
	begin := time.Now()
	text, err := m.Device.Log(ctx)
	m.log += time.Since(begin)
	return text, err
}

func (m *meter) Reset(ctx context.Context, app device.App) error {
	begin := time.Now()
	err := m.Device.Reset(ctx, app)
	m.reset += time.Since(begin)
	m.resets++
	return err
}

func (m *meter) report(b *testing.B) {
	jvm, self, rss := usage()
	n := float64(m.events - 1)
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / n }
	b.ReportMetric(n/time.Since(m.begin).Seconds(), "events/s")
	b.ReportMetric(each(jvm-m.jvm), "jvm-cpu-ms/event")
	b.ReportMetric(each(self-m.self), "go-cpu-ms/event")
	b.ReportMetric(each(m.act), "act-ms/event")
	b.ReportMetric(each(m.look), "look-ms/event")
	b.ReportMetric(each(m.log), "log-ms/event")
	b.ReportMetric(each(m.reset), "reset-ms/event")
	b.ReportMetric(float64(m.resets), "resets")
	b.ReportMetric(float64((m.jvm - m.base).Milliseconds()), "first-cpu-ms")
	b.ReportMetric(float64(rss>>20), "rss-MB")
	for _, kind := range slices.Sorted(maps.Keys(m.kinds)) {
		k := m.kinds[kind]
		b.Logf("%s: %d times, %.1f ms each, %.1f ms an event of all", kind, k.count,
			float64(k.took.Microseconds())/1000/float64(k.count), each(k.took))
	}
	for i := 1; i < len(m.marks); i++ {
		from, to := m.marks[i-1], m.marks[i]
		k := float64(to.events - from.events)
		b.Logf("events %d to %d: %.1f a second, %.1f ms of the JVM each", from.events, to.events,
			k/to.at.Sub(from.at).Seconds(), float64((to.jvm-from.jvm).Microseconds())/1000/k)
	}
}

// usage is the processor time of all processes below this one, ended or not, and of this
// process, and the resident bytes of the largest below it.
func usage() (jvm, self time.Duration, rss int64) {
	var own, ended syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	_ = syscall.Getrusage(syscall.RUSAGE_CHILDREN, &ended)
	jvm = time.Duration(ended.Utime.Nano() + ended.Stime.Nano())
	self = time.Duration(own.Utime.Nano() + own.Stime.Nano())
	processes := map[int][]string{} // by number, their fields from the state on
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if f := strings.Fields(rest); len(f) >= 22 {
			processes[pid] = f
		}
	}
	for pid, f := range processes {
		if !below(processes, pid) {
			continue
		}
		user, _ := strconv.ParseInt(f[11], 10, 64)
		system, _ := strconv.ParseInt(f[12], 10, 64)
		pages, _ := strconv.ParseInt(f[21], 10, 64)
		jvm += time.Duration(user+system) * (time.Second / 100)
		rss = max(rss, pages*int64(os.Getpagesize()))
	}
	return jvm, self, rss
}

// below says whether a process is a child of this one, or of one that is: copies of a JVM
// are its children.
func below(processes map[int][]string, pid int) bool {
	for pid > 1 && processes[pid] != nil {
		if pid, _ = strconv.Atoi(processes[pid][1]); pid == os.Getpid() {
			return true
		}
	}
	return false
}
