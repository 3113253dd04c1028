package relay

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/netip"
	"testing"
	"time"
)

// hears takes datagrams on every address of this computer.
func hears(t *testing.T, network, address string) (*net.UDPConn, int) {
	t.Helper()
	c, err := net.ListenPacket(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*net.UDPConn), c.LocalAddr().(*net.UDPAddr).Port
}

func TestDatagrams_AddressesOfThisComputer_Unreachable(t *testing.T) {
	t.Parallel()
	c, port := hears(t, "udp", ":0")
	told := 0
	r := &Relay{Told: func(netip.AddrPort) { told++ }}
	targets := []string{
		"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::", "255.255.255.255", "224.0.0.251", "ff02::fb",
	}
	interfaces, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range interfaces {
		p := netip.MustParsePrefix(a.String())
		targets = append(targets, p.Addr().String())
		if all := broadcast(p); all.IsValid() {
			targets = append(targets, all.String())
		}
	}
	for _, a := range targets {
		if got := line(t, r, fmt.Sprintf("datagrams %s %d\n\x00\x01x", a, port)); got != "fail unreachable" {
			t.Errorf("%s: %q", a, got)
		}
	}
	if told != len(targets) {
		t.Errorf("told of %d of %d", told, len(targets))
	}
	if err := c.SetReadDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if _, from, err := c.ReadFrom(make([]byte, 1)); err == nil {
		t.Errorf("a datagram got through, by %v", from)
	}
}

func TestBroadcast(t *testing.T) {
	t.Parallel()
	for network, want := range map[string]string{
		"192.168.1.7/24": "192.168.1.255", "10.1.2.3/8": "10.255.255.255", "172.16.5.1/20": "172.16.15.255",
		"192.0.2.1/31": "invalid IP", "192.0.2.1/32": "invalid IP", "2001:db8::1/64": "invalid IP",
	} {
		if got := broadcast(netip.MustParsePrefix(network)).String(); got != want {
			t.Errorf("%s: %s, want %s", network, got, want)
		}
	}
}

func frame(text string) string {
	return string(binary.BigEndian.AppendUint16(nil, uint16(len(text)))) + text
}

func TestDatagrams_KeepTheirBounds_OtherSendersUnheard(t *testing.T) {
	t.Parallel()
	far, port := hears(t, "udp4", "127.0.0.1:0")
	big := string(bytes.Repeat([]byte{'x'}, 9000))
	in, c := ask(t, &Relay{Refuse: allow}, fmt.Sprintf("datagrams 127.0.0.1 %d\n%s%s", port, frame("one"), frame("")))
	if text, err := in.ReadString('\n'); err != nil || text != "ok\n" {
		t.Fatalf("%q, %v", text, err)
	}
	buffer := make([]byte, maxDatagram)
	var app net.Addr
	for _, want := range []string{"one", "", big} {
		if want == big {
			if _, err := io.WriteString(c, frame(big)); err != nil {
				t.Fatal(err)
			}
		}
		n, from, err := far.ReadFrom(buffer)
		if err != nil || string(buffer[:n]) != want {
			t.Fatalf("%d bytes, %v; want %q", n, err, want)
		}
		app = from
	}
	stranger, _ := hears(t, "udp4", "127.0.0.1:0")
	if _, err := stranger.WriteTo([]byte("lie"), app); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"two", "", big} {
		if _, err := far.WriteTo([]byte(text), app); err != nil {
			t.Fatal(err)
		}
	}
	want := frame("two") + frame("") + frame(big)
	got := make([]byte, len(want))
	if _, err := io.ReadFull(in, got); err != nil || string(got) != want {
		t.Errorf("%q, %v", got[:min(len(got), 20)], err)
	}
}

// A datagram that nobody takes is lost, and the next one is sent all the same.
func TestDatagrams_NobodyListens_NextOneIsSent(t *testing.T) {
	t.Parallel()
	first, port := hears(t, "udp4", "127.0.0.1:0")
	first.Close()
	in, c := ask(t, &Relay{Refuse: allow}, fmt.Sprintf("datagrams 127.0.0.1 %d\n%s", port, frame("lost")))
	if text, err := in.ReadString('\n'); err != nil || text != "ok\n" {
		t.Fatalf("%q, %v", text, err)
	}
	time.Sleep(20 * time.Millisecond)
	far, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
	if err != nil {
		t.Skipf("another program took the port: %v", err)
	}
	defer far.Close()
	if err := far.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 10)
	for range 3 { // the first of these may still be told that nobody was there
		if _, err := io.WriteString(c, frame("there")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if n, _, err := far.ReadFrom(buffer); err != nil || string(buffer[:n]) != "there" {
		t.Errorf("%q, %v", buffer[:n], err)
	}
}
