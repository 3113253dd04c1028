package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStopOn_says: what is written is said of commands that write something when they are stopped.
func TestStopOn_says(t *testing.T) {
	t.Parallel()
	const writes = "stopping, and writing what was found"
	for line, want := range map[string]bool{
		"reproduce app.apk trace.txt": true, "fuzz app.apk --time 5m": true,
		"device serve": false, "device doctor": false, "analyze a.apk t.txt": false, "nosuch": false, "": false,
	} {
		var said strings.Builder
		signals := make(chan os.Signal, 1)
		signals <- os.Interrupt
		close(signals)
		stopOn(signals, ending{stop: func() {}, exit: func(int) {}, now: time.Now, w: &said,
			finds: finds(newRoot(), strings.Fields(line))})
		if got := strings.Contains(said.String(), writes); got != want {
			t.Errorf("talpa %s: %q", line, said.String())
		}
	}
}

// TestStopOn: the first signal asks the command to stop, whichever it is; a Ctrl-C after it ends the
// process, but neither its echo nor a SIGTERM does.
func TestStopOn(t *testing.T) {
	t.Parallel()
	type sent struct {
		signal os.Signal
		after  time.Duration
	}
	for name, c := range map[string]struct {
		sent []sent
		code int // 0: the process goes on
	}{
		"one":   {[]sent{{os.Interrupt, 0}}, 0},
		"echo":  {[]sent{{os.Interrupt, 0}, {os.Interrupt, 20 * time.Millisecond}}, 0},
		"twice": {[]sent{{os.Interrupt, 0}, {os.Interrupt, time.Second}}, 130},
		"echo, then again": {[]sent{{os.Interrupt, 0}, {os.Interrupt, 9 * time.Millisecond}, {os.Interrupt, time.Second}},
			130},
		"asked to end":      {[]sent{{os.Interrupt, 0}, {syscall.SIGTERM, time.Second}}, 0},
		"closed, then keys": {[]sent{{syscall.SIGHUP, 0}, {os.Interrupt, time.Second}}, 130},
	} {
		var stopped, code int
		var said strings.Builder
		signals := make(chan os.Signal, len(c.sent))
		var asked []time.Duration // when the clock is asked: at the first signal, and at each Ctrl-C after it
		for i, s := range c.sent {
			signals <- s.signal
			if i == 0 || s.signal == os.Interrupt {
				asked = append(asked, s.after)
			}
		}
		close(signals)
		stopOn(signals, ending{
			stop: func() { stopped++ },
			exit: func(n int) { code = n },
			now: func() time.Time {
				after := asked[0]
				asked = asked[1:]
				return time.Unix(0, 0).Add(after)
			},
			w: &said,
		})
		if stopped != 1 || code != c.code || strings.Count(said.String(), "Ctrl-C again") != 1 {
			t.Errorf("%s: stopped %d times, exit code %d, want %d; %q", name, stopped, code, c.code, said.String())
		}
	}
}

// TestDoctor_interrupted: what was not asked to its end is not told as missing.
func TestDoctor_interrupted(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out strings.Builder
	root := newRoot()
	root.SetArgs([]string{"device", "doctor"})
	root.SetOut(&out)
	if err := root.ExecuteContext(ctx); !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("%v, and it says %q", err, out.String())
	}
}
