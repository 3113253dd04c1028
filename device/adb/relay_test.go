package adb_test

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/device/virtual/relay"
	"talpa/fuzz/event"
	"talpa/internal/need"
)

// echoes serves a port on all addresses of this computer, says what it hears, and tells at
// which of them it was met.
func echoes(t *testing.T) (port int, met func() []string) {
	t.Helper()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var mu sync.Mutex
	var at []string
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			at = append(at, c.LocalAddr().String())
			mu.Unlock()
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c)
			}()
		}
	}()
	return l.Addr().(*net.TCPAddr).Port, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return at
	}
}

// TestNetworkOn has an app connect to this computer by all of its names and addresses: with the
// network on it gets through to none of them, and to another computer, in whose place a port of
// this one is let through, it does.
func TestNetworkOn(t *testing.T) {
	startsJVMs(t)
	port, met := echoes(t)
	hosts := []string{
		"127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::", "localhost", "169.254.169.254",
		"64:ff9b::7f00:1", "::127.0.0.1",
	}
	if name, err := os.Hostname(); err == nil {
		hosts = append(hosts, name)
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range own {
		hosts = append(hosts, netip.MustParsePrefix(a.String()).Addr().String())
	}
	var targets []string
	for _, host := range hosts {
		targets = append(targets, fmt.Sprintf("%s %d", host, port))
	}
	for _, test := range []struct {
		name     string
		launcher string
	}{{"root of its own", confined}, {"without mounts", unmounted}} {
		t.Run(test.name, func(t *testing.T) {
			s := embedded(t, func(o *virtual.Options) {
				o.Network, o.Unconfined, o.Launcher[1] = virtual.NetworkOn, true, test.launcher
			})
			w := installed(t, s, "weasel")
			w.do(outside(w, targets))
			texts := w.texts()
			for _, target := range targets {
				if !strings.Contains(texts, target+": refused") {
					t.Errorf("not refused: %s", target)
				}
			}
			if at := met(); len(at) != 0 || t.Failed() {
				t.Errorf("the app got through to %q; screen: %s", at, texts)
			}
			notes := strings.Join(w.dev.(device.Fidelity).Fidelity(), "\n")
			for _, want := range []string{"which is this computer", "the other computers of the networks"} {
				if !strings.Contains(notes, want) {
					t.Errorf("not told: %q in %q", want, notes)
				}
			}
		})
	}
}

// TestNetworkOn_AnotherComputer has an app speak with a server beyond the relay: this computer
// takes the place of another one.
func TestNetworkOn_AnotherComputer(t *testing.T) {
	startsJVMs(t)
	port, met := echoes(t)
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	var other netip.Addr
	for _, a := range own {
		if at := netip.MustParsePrefix(a.String()).Addr(); at.Is4() && !at.IsLoopback() {
			other = at
		}
	}
	if !other.IsValid() {
		need.Missing(t, need.Kernel, "this computer has a loopback only")
	}
	s := embedded(t, func(o *virtual.Options) {
		o.Network = virtual.NetworkOn
		o.Relay.Refuse = func(a netip.Addr) error {
			if a == other {
				return nil
			}
			return relay.Refuse(a)
		}
	})
	w := installed(t, s, "weasel")
	target := fmt.Sprintf("%v %d", other, port)
	w.do(outside(w, []string{target, fmt.Sprintf("127.0.0.1 %d", port)}))
	if texts := w.texts(); !strings.Contains(texts, target+": DONE") || !strings.Contains(texts, "127.0.0.1") ||
		strings.Count(texts, "DONE") != 1 || len(met()) != 1 {
		t.Errorf("met at %q; screen: %s", met(), texts)
	}
}

// outside is the event that has weasel connect to these.
func outside(w *sky, targets []string) event.Event {
	return event.Event{Kind: event.Start, Intent: &event.Intent{
		Component: w.app.Launcher, Extras: map[string]string{"deed": "outside", "target": strings.Join(targets, ",")},
	}}
}
