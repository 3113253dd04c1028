package runtime

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	maxExtensions = 4
	// A thread that waits for a processor for more than this share of the time
	// is starved by others: its slowness says nothing of the app.
	starvedShare  = 0.3
	starvedSample = 500 * time.Millisecond
)

// afterFairShare calls f when limit has passed, unless the process is starved
// of processor time then, or has waited for more than that share of the time for
// classes to be converted, one after the other: it gets more, a few times. stop ends the wait.
func (j *JVM) afterFairShare(limit time.Duration, f func()) (stop func()) {
	done := make(chan struct{})
	before := j.waitedForClasses()
	go func() {
		for range maxExtensions {
			select {
			case <-done:
				return
			case <-time.After(limit):
			}
			waited := j.waitedForClasses()
			awaited := waited - before
			before = waited
			if float64(awaited) < starvedShare*float64(limit) && !starved(j.proc.PID()) {
				break
			}
			j.log.Debug("virtual device: waiting longer: the machine is busy", "limit", limit, "classes", awaited)
		}
		select {
		case <-done:
		default:
			f()
		}
	}()
	return sync.OnceFunc(func() { close(done) })
}

// starved says whether a thread of the process now waits for a processor most
// of the time.
func starved(pid int) bool {
	before := runDelays(pid)
	time.Sleep(starvedSample)
	for task, delay := range runDelays(pid) {
		if base, ok := before[task]; ok && float64(delay-base) > starvedShare*float64(starvedSample) {
			return true
		}
	}
	return false
}

// runDelays is how long each thread of a process was ready to run but did not,
// in nanoseconds; empty where the system does not tell.
func runDelays(pid int) map[string]int64 {
	delays := map[string]int64{}
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		var run, wait int64
		if _, err := fmt.Fscan(strings.NewReader(string(data)), &run, &wait); err == nil {
			delays[file] = wait
		}
	}
	return delays
}
