package adb_test

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/device/virtual/relay"
	"talpa/fuzz/event"
	"talpa/internal/need"
)

// echoes serves a port on all addresses of this computer, for TCP and UDP, says what it hears, and
// tells at which of them it was met.
func echoes(t *testing.T) (port int, met func() []string) {
	t.Helper()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	port = l.Addr().(*net.TCPAddr).Port
	u, err := net.ListenPacket("udp", fmt.Sprintf(":%d", port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { u.Close() })
	var mu sync.Mutex
	var at []string
	meet := func(who string) {
		mu.Lock()
		defer mu.Unlock()
		at = append(at, who)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			meet(c.LocalAddr().String())
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c)
			}()
		}
	}()
	go func() {
		buffer := make([]byte, 100)
		for {
			n, from, err := u.ReadFrom(buffer)
			if err != nil {
				return
			}
			meet("a datagram from " + from.String())
			_, _ = u.WriteTo(buffer[:n], from)
		}
	}()
	return port, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(at)
	}
}

// ways are those in which weasel speaks with each address, see its Ways.
var ways = []string{
	"", " by channel", " by selector", " by datagram", " by connected datagram", " by datagram channel",
	" by selected datagram",
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
		targets = append(targets, fmt.Sprintf("%s %d 100", host, port))
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
			for _, host := range hosts {
				for _, way := range ways {
					if !strings.Contains(texts, host+way+": refused") {
						t.Errorf("not refused: %s%s", host, way)
					}
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
	for name, launcher := range map[string]string{"root of its own": confined, "without mounts": unmounted} {
		t.Run(name, func(t *testing.T) {
			before := len(met())
			s := embedded(t, func(o *virtual.Options) {
				o.Network, o.Unconfined, o.Launcher[1] = virtual.NetworkOn, true, launcher
				o.Relay.Refuse = func(a netip.Addr) error {
					if a == other {
						return nil
					}
					return relay.Refuse(a)
				}
			})
			w := installed(t, s, "weasel")
			w.do(outside(w, []string{fmt.Sprintf("%v %d 10000", other, port), fmt.Sprintf("127.0.0.1 %d 100", port)}))
			texts := w.texts()
			for _, way := range ways {
				if !strings.Contains(texts, other.String()+way+": DONE") {
					t.Errorf("not done: %v%s", other, way)
				}
			}
			if strings.Count(texts, "DONE") != len(ways) || len(met()) != before+len(ways) {
				t.Errorf("met at %q; screen: %s", met(), texts)
			}
		})
	}
}

// outside is the event that has weasel connect to these.
func outside(w *sky, targets []string) event.Event {
	return event.Event{Kind: event.Start, Intent: &event.Intent{
		Component: w.app.Launcher, Extras: map[string]string{"deed": "outside", "target": strings.Join(targets, ",")},
	}}
}
