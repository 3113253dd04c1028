package relay

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"
)

// own are the addresses of this computer's interfaces.
func own(t *testing.T) []netip.Addr {
	t.Helper()
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	var addresses []netip.Addr
	for _, a := range all {
		p, err := netip.ParsePrefix(a.String())
		if err != nil {
			t.Fatal(err)
		}
		addresses = append(addresses, p.Addr())
	}
	return addresses
}

func TestRefuse(t *testing.T) {
	t.Parallel()
	refused := own(t)
	for _, text := range []string{
		"127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:1::1",
		"0.0.0.0", "0.1.2.3", "::", "::ffff:0.0.0.0", "169.254.169.254", "::ffff:169.254.169.254", "fe80::1", "fe80::1%lo",
		"2001:db8::1%eth0", "224.0.0.251", "ff02::fb", "255.255.255.255", "64:ff9b::169.254.169.254",
	} {
		refused = append(refused, netip.MustParseAddr(text))
	}
	for _, a := range refused {
		if Refuse(a) == nil {
			t.Errorf("%v is not refused", a)
		}
		if a.Is4() && Refuse(netip.AddrFrom16(a.As16())) == nil {
			t.Errorf("%v as IPv6 is not refused", a)
		}
	}
	for _, text := range []string{
		"198.51.100.7", "::ffff:198.51.100.7", "10.200.201.202", "2001:db8::7", "64:ff9b::8.8.8.8",
	} {
		if err := Refuse(netip.MustParseAddr(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestRefused_addressRoutedToThisComputer: what no interface has, and the kernel keeps for this computer all the same.
func TestRefused_addressRoutedToThisComputer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"127.55.66.77": true, "127.0.0.1": true, "198.51.100.7": false} {
		if got := routedHere(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// ask sends a request to a relay, and is what comes back until the end.
func ask(t *testing.T, r *Relay, request string) (*bufio.Reader, net.Conn) {
	t.Helper()
	l, err := net.Listen("unix", t.TempDir()+"/s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		if c, err := l.Accept(); err == nil {
			r.Serve(t.Context(), c)
		}
	}()
	c, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	return bufio.NewReader(c), c
}

// line is the first line of an answer.
func line(t *testing.T, r *Relay, request string) string {
	t.Helper()
	in, _ := ask(t, r, request)
	text, err := in.ReadString('\n')
	if err != nil {
		t.Fatalf("%q: %v", request, err)
	}
	return strings.TrimSuffix(text, "\n")
}

// listen serves on every address of this computer, and counts who comes.
func listen(t *testing.T) (port int, came chan net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	came = make(chan net.Conn, 100)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			came <- c
		}
	}()
	return l.Addr().(*net.TCPAddr).Port, came
}

func TestConnect_AddressesOfThisComputer_Unreachable(t *testing.T) {
	t.Parallel()
	port, came := listen(t)
	told := 0
	r := &Relay{Told: func(netip.AddrPort) { told++ }}
	targets := []string{"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::"}
	for _, a := range own(t) {
		targets = append(targets, a.String())
	}
	for _, a := range targets {
		if got := line(t, r, fmt.Sprintf("connect %s %d 5000\n", a, port)); got != "fail unreachable" {
			t.Errorf("%s: %q", a, got)
		}
	}
	select {
	case c := <-came:
		t.Errorf("%v got through", c.LocalAddr())
	default:
	}
	if told != len(targets) {
		t.Errorf("told of %d of %d", told, len(targets))
	}
}

// allow lets everything out, as if this computer were another one.
func allow(netip.Addr) error { return nil }

func TestConnect_BytesGoBothWays(t *testing.T) {
	t.Parallel()
	port, came := listen(t)
	in, c := ask(t, &Relay{Refuse: allow}, fmt.Sprintf("connect 127.0.0.1 %d 5000\nhello", port))
	other := <-came
	defer other.Close()
	buffer := make([]byte, 5)
	if _, err := io.ReadFull(other, buffer); err != nil || string(buffer) != "hello" {
		t.Fatalf("%q, %v", buffer, err)
	}
	// One side ends, and the other still speaks.
	if err := c.(*net.UnixConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(other); err != nil || len(rest) != 0 {
		t.Fatalf("%q, %v", rest, err)
	}
	big := strings.Repeat("x", 1<<20)
	if _, err := io.WriteString(other, big); err != nil {
		t.Fatal(err)
	}
	other.Close()
	if text, err := io.ReadAll(in); err != nil || string(text) != "ok\n"+big {
		t.Fatalf("%d bytes, %v", len(text), err)
	}
}

func TestConnect_NobodyListens_Refused(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	if got := line(t, &Relay{Refuse: allow}, fmt.Sprintf("connect 127.0.0.1 %d 0\n", port)); got != "fail refused" {
		t.Errorf("%q", got)
	}
}

// A connection ends with the JVM that it belongs to.
func TestServe_ContextEnds_ConnectionEnds(t *testing.T) {
	t.Parallel()
	port, came := listen(t)
	app, agent := net.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() {
		(&Relay{Refuse: allow}).Serve(ctx, agent)
		close(done)
	}()
	if _, err := fmt.Fprintf(app, "connect 127.0.0.1 %d 0\n", port); err != nil {
		t.Fatal(err)
	}
	if text, err := bufio.NewReader(app).ReadString('\n'); err != nil || text != "ok\n" {
		t.Fatalf("%q, %v", text, err)
	}
	other := <-came
	cancel()
	if _, err := io.ReadAll(other); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Error(err)
	}
	<-done
}

func TestLookup(t *testing.T) {
	t.Parallel()
	got := line(t, &Relay{}, "lookup localhost\n")
	if got != "ok 127.0.0.1" && got != "ok ::1" && got != "ok ::1 127.0.0.1" && got != "ok 127.0.0.1 ::1" {
		t.Errorf("localhost: %q", got)
	}
	if got := line(t, &Relay{}, "lookup 198.51.100.7\n"); got != "ok 198.51.100.7" {
		t.Errorf("an address: %q", got)
	}
	if got := line(t, &Relay{}, "lookup nothing.invalid.\n"); got != "fail unknown" {
		t.Errorf("a name that there is not: %q", got)
	}
}

func TestServe_BadRequests_Refused(t *testing.T) {
	t.Parallel()
	for _, request := range []string{
		"\n", "lookup\n", "lookup a b\n", "connect\n", "connect localhost 80 0\n", "connect 127.0.0.1 65536 0\n",
		"connect 127.0.0.1 -1 0\n", "connect 127.0.0.1 80 x\n", "connect 127.0.0.1 80 99999999999999999999\n", "listen 80\n",
		"datagrams 127.0.0.1\n", "datagrams localhost 80\n", "datagrams 127.0.0.1 65536\n", "datagrams 127.0.0.1 80 0\n",
	} {
		if got := line(t, &Relay{}, request); got != "fail other" {
			t.Errorf("%q: %q", request, got)
		}
	}
	in, _ := ask(t, &Relay{}, strings.Repeat("x", 2*maxLine))
	if text, _ := io.ReadAll(in); len(text) != 0 {
		t.Errorf("a line too long: %q", text)
	}
}

func TestKind(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"timeout": fmt.Errorf("dial: %w", os.ErrDeadlineExceeded), "other": io.EOF,
		"unreachable": fmt.Errorf("x: %w", ErrRefused),
	} {
		if got := kind(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
}

// FuzzServe: whatever an agent asks for, there is an answer or an end, and no way to this computer.
func FuzzServe(f *testing.F) {
	f.Add([]byte("connect ::ffff:127.0.0.1 9 1\n"))
	f.Add([]byte("connect 64:ff9b::7f00:1 9 1\nmore"))
	f.Add([]byte("lookup 127.0.0.1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if strings.HasPrefix(strings.TrimSpace(string(data)), "lookup") {
			return // asks servers of names
		}
		r := &Relay{Refuse: func(a netip.Addr) error {
			if err := Refuse(a); err != nil {
				return err
			}
			return ErrRefused // beyond what a test may connect to
		}}
		app, agent := net.Pipe()
		done := make(chan bool)
		go func() {
			r.Serve(t.Context(), agent)
			close(done)
		}()
		_ = app.SetDeadline(time.Now().Add(10 * time.Second))
		go func() { _, _ = app.Write(append(data, '\n')) }()
		text, _ := io.ReadAll(app)
		if strings.HasPrefix(string(text), "ok") {
			t.Errorf("%q: %q", data, text)
		}
		<-done
	})
}
