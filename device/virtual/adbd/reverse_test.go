package adbd

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"talpa/internal/execx"
	"talpa/internal/need"
)

// doors are the sockets of a phone: each is a port of the loopback.
type doors struct {
	mu  sync.Mutex
	all map[string]string // addresses to connect to, by those in adb's words
}

type door struct {
	net.Listener
	address string
}

func (d door) Addr() net.Addr  { return d }
func (d door) Network() string { return "phone" }
func (d door) String() string  { return d.address }

// Listen implements Device; port 9 is taken.
func (p phone) Listen(_ context.Context, address string) (net.Listener, error) {
	if address == "tcp:9" {
		return nil, syscall.EADDRINUSE
	}
	if address == "tcp:0" {
		address = "tcp:40000"
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p.doors.mu.Lock()
	defer p.doors.mu.Unlock()
	if p.doors.all == nil {
		p.doors.all = map[string]string{}
	}
	p.doors.all[address] = l.Addr().String()
	return door{l, address}, nil
}

// say is what comes back through a socket of the phone for a word; "" if it is closed.
func (p phone) say(t *testing.T, address, word string) string {
	t.Helper()
	p.doors.mu.Lock()
	to := p.doors.all[address]
	p.doors.mu.Unlock()
	c, err := net.Dial("tcp", to)
	if err != nil {
		return ""
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	if _, err := io.WriteString(c, word); err != nil {
		return ""
	}
	back := make([]byte, len(word))
	if _, err := io.ReadFull(c, back); err != nil {
		return ""
	}
	return string(back)
}

// shout answers in upper case at a port of the host.
func shout(t *testing.T) (address string) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				b := make([]byte, 100)
				for n, err := c.Read(b); err == nil; n, err = c.Read(b) {
					_, _ = io.WriteString(c, strings.ToUpper(string(b[:n])))
				}
			}()
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return "tcp:" + port
}

func TestReverse(t *testing.T) {
	t.Parallel()
	p, host := newPhone(t, "talpa-1"), shout(t)
	s := serve(t, p, newPhone(t, "talpa-2"))
	ask := func(request string) string {
		got := talk(t, s, req("host:transport:talpa-1", "reverse:"+request))
		return strings.TrimPrefix(got, "OKAYOKAY")
	}
	for _, test := range []struct{ request, want string }{
		{"list-forward", "0000"},
		{"forward:tcp:8081;" + host, "OKAY"},
		{"forward:norebind:tcp:8081;" + host, "FAIL001dcannot rebind existing socket"},
		{"forward:tcp:0;" + host, "OKAY000540000"},
		{"forward:tcp:9;" + host, "FAIL002ccannot bind listener: address already in use"},
		{"forward:tcp:8082", "FAIL0015bad forward: tcp:8082"},
		{"forward:localabstract:a;tcp:1", "FAIL002clocalabstract:a: only tcp ports are possible"},
		{"forward:tcp:1;tcp:70000", "FAIL001atcp:70000: bad port number"},
		{"killforward:tcp:1", "FAIL001alistener 'tcp:1' not found"},
		{"nonsense", "FAIL0020not a reverse forwarding command"},
	} {
		if got := ask(test.request); got != test.want {
			t.Errorf("%s: %q, want %q", test.request, got, test.want)
		}
	}
	if got, want := ask("list-forward"), "host-1 tcp:8081 "+host+"\nhost-1 tcp:40000 "+host+"\n"; got[4:] != want {
		t.Errorf("list: %q, want %q", got, want)
	}
	if got := talk(t, s, req("host:transport:talpa-2", "reverse:list-forward")); got != "OKAYOKAY0000" {
		t.Errorf("list of the other device: %q", got)
	}
	for _, address := range []string{"tcp:8081", "tcp:40000"} {
		if got := p.say(t, address, "mole"); got != "MOLE" {
			t.Errorf("through %s comes %q", address, got)
		}
	}
	if got := ask("forward:tcp:8081;tcp:1"); got != "OKAY" { // led elsewhere, where nobody is
		t.Errorf("rebind: %q", got)
	}
	if got := p.say(t, "tcp:8081", "mole"); got != "" {
		t.Errorf("from nobody comes %q", got)
	}
	if got := ask("killforward:tcp:8081") + ask("killforward-all") + ask("list-forward"); got != "OKAYOKAY0000" {
		t.Errorf("removed: %q", got)
	}
	if got := p.say(t, "tcp:40000", "mole"); got != "" {
		t.Errorf("through a removed reverse comes %q", got)
	}
}

// TestReverseTransport has the peer of the daemon protocol connect to its host.
func TestReverseTransport(t *testing.T) {
	t.Parallel()
	p := newPhone(t, "talpa-1")
	s := serve(t, p)
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	client := &transport{c: c, streams: map[uint32]*muxed{}}
	send := func(cmd, arg0, arg1 uint32, data string) {
		t.Helper()
		if err := client.send(cmd, arg0, arg1, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	next := func(cmd uint32, data string) packet {
		t.Helper()
		got, err := readPacket(c)
		if err != nil || got.cmd != cmd || !strings.HasPrefix(string(got.data), data) {
			t.Fatalf("packet %#x %q, %v; want %#x %q", got.cmd, got.data, err, cmd, data)
		}
		return got
	}
	send(cmdCNXN, transportVersion, maxData, "host::")
	next(cmdCNXN, "device::")
	send(cmdOPEN, 1, 0, "reverse:forward:tcp:8081;tcp:5\x00")
	set := next(cmdOKAY, "").arg0
	next(cmdWRTE, "OKAY")
	send(cmdOKAY, 1, set, "")
	next(cmdCLSE, "")

	said := make(chan string, 1)
	go func() { said <- p.say(t, "tcp:8081", "mole") }()
	stream := next(cmdOPEN, "tcp:5\x00").arg0
	send(cmdOKAY, 2, stream, "")
	if got := next(cmdWRTE, "mole"); got.arg0 != stream || got.arg1 != 2 {
		t.Errorf("written from %d to %d, want %d to 2", got.arg0, got.arg1, stream)
	}
	send(cmdOKAY, 2, stream, "")
	send(cmdWRTE, 2, stream, "MOLE")
	next(cmdOKAY, "")
	if got := <-said; got != "MOLE" {
		t.Errorf("the program hears %q", got)
	}
	next(cmdCLSE, "")

	go func() { said <- p.say(t, "tcp:8081", "mole") }()
	send(cmdCLSE, 0, next(cmdOPEN, "tcp:5\x00").arg0, "") // nobody listens there
	if got := <-said; got != "" {
		t.Errorf("from nobody the program hears %q", got)
	}
}

// TestStockReverse sets, lists and removes reverses with the adb program.
func TestStockReverse(t *testing.T) {
	need.Program(t, "adb", need.Tools)
	p, host := newPhone(t, "talpa-1"), shout(t)
	s := serve(t, p)
	_, port, _ := net.SplitHostPort(s.Addr())
	adb := func(args ...string) string {
		res, err := execx.Run(t.Context(), execx.Cmd{Name: "adb", Args: append([]string{"-P", port, "reverse"}, args...)})
		if err != nil && res.ExitCode == 0 {
			t.Fatal(err)
		}
		return string(res.Stdout) + string(res.Stderr)
	}
	for _, test := range []struct{ args, want string }{
		{"tcp:8081 " + host, ""},
		{"--list", "host-1 tcp:8081 " + host + "\n\n"},
		{"--no-rebind tcp:8081 " + host, "cannot rebind existing socket"},
		{"tcp:0 " + host, "40000\n"},
		{"--remove tcp:8082", "listener 'tcp:8082' not found"},
		{"--remove tcp:40000", ""},
	} {
		if got := adb(strings.Fields(test.args)...); got != test.want && (test.want == "" || !strings.Contains(got, test.want)) {
			t.Errorf("adb reverse %s: %q, want %q", test.args, got, test.want)
		}
	}
	if got := p.say(t, "tcp:8081", "mole"); got != "MOLE" {
		t.Errorf("through the reverse comes %q", got)
	}
	if got := adb("--remove-all") + adb("--list"); strings.TrimSpace(got) != "" {
		t.Errorf("after all are removed: %q", got)
	}
}
