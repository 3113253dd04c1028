package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

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
