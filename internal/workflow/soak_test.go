package workflow

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/random"
)

// TestSoak drives an app for long, with restarts in JVMs that are used again
// and again: nothing grows. scripts/soak.sh asks for the whole figure, 20,000
// events and 100 restarts.
func TestSoak(t *testing.T) {
	events, restarts := number("TALPA_SOAK_EVENTS", 0), number("TALPA_SOAK_RESTARTS", 100)
	if events == 0 {
		t.Skip("TALPA_SOAK_EVENTS asks for none: skipped")
	}
	apk := burrow
	if path := os.Getenv("TALPA_SOAK_APP"); path != "" {
		apk = path
	}
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	fleet, err := openFleet(t.Context(), confined(t), RunOptions{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer fleet.Close()
	var first, last usage
	result, err := fuzz.Run(t.Context(), fuzz.Options{
		Clock: time.Now, APK: apk, Seed: 1, MaxEvents: events, Episode: max(1, events/max(1, restarts)),
		Open:      fleet.OpenRecycling,
		Log:       testMachine(t).Log,
		Generator: func(rng *rand.Rand) gen.Generator { return random.New(rng, &gen.Texts{}) },
		Progress: func(p fuzz.Progress) {
			last = measure(tmp)
			if first.jvms == 0 && p.Events > events/10 {
				first = last
			}
			if p.Events%1000 < 20 {
				t.Logf("%d events, %d episodes, %.0f s: %v", p.Events, p.Episodes, p.Elapsed.Seconds(), last)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d events, %d episodes, %d crashes; after a tenth: %v; at the end: %v",
		result.Progress.Events, result.Progress.Episodes, result.Progress.Violations, first, last)
	if result.Progress.Events < events {
		t.Errorf("only %d events", result.Progress.Events)
	}
	if last.threads > 2*first.threads || last.rss > first.rss+maxGrowth || last.folders > first.folders+2 ||
		last.files > first.files+10 || last.jvms > first.jvms+1 {
		t.Errorf("something grows: %v, then %v", first, last)
	}
}

// maxGrowth is what the JVMs of a device may grow by: one is replaced when it
// has taken 1200 MiB, so that a moment's value says little.
const maxGrowth = 900 << 20

// usage is what this process and its JVMs take.
type usage struct {
	jvms, threads, files, folders, goroutines int
	rss                                       int // bytes, of the JVMs
}

// String shows it in one line.
func (u usage) String() string {
	return fmt.Sprintf("%d JVMs, %d MiB, %d threads, %d files, %d temporary folders, %d goroutines",
		u.jvms, u.rss>>20, u.threads, u.files, u.folders, u.goroutines)
}

func measure(tmp string) usage {
	u := usage{goroutines: runtime.NumGoroutine()}
	files, _ := os.ReadDir("/proc/self/fd")
	u.files = len(files)
	folders, _ := filepath.Glob(filepath.Join(tmp, "*", "*", "jvm", "*"))
	u.folders = len(folders)
	for _, pid := range children("self") {
		status, _ := os.ReadFile("/proc/" + pid + "/status")
		u.jvms++
		u.rss += statusField(status, "VmRSS:") << 10
		u.threads += statusField(status, "Threads:")
	}
	return u
}

// children are the processes below one.
func children(pid string) []string {
	tasks, _ := filepath.Glob("/proc/" + pid + "/task/*/children")
	var all []string
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		for _, child := range strings.Fields(string(text)) {
			all = append(append(all, child), children(child)...)
		}
	}
	return all
}

// statusField is a number of a process's status.
func statusField(status []byte, name string) int {
	_, rest, _ := strings.Cut(string(status), name)
	if fields := strings.Fields(rest); len(fields) > 0 {
		n, _ := strconv.Atoi(fields[0])
		return n
	}
	return 0
}
