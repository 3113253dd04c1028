package peercred

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// dialer has the test program connect to the address that the variable holds, and say
// what it reads.
const dialer = "TALPA_TEST_DIAL"

func TestMain(m *testing.M) {
	if addr := os.Getenv(dialer); addr != "" {
		c, err := net.Dial("tcp4", addr)
		if err != nil {
			os.Exit(2)
		}
		_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
		_, _ = io.Copy(os.Stdout, c)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// lines are of a machine with little-endian numbers, as all that are tested on.
const lines = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:13AE 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 31 1 0000000000000000 100 0 0 10 0
   1: 0100007F:C350 0100007F:13AE 01 00000000:00000000 00:00000000 00000000  1001        0 32 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:13AE 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 33 1 0000000000000000 20 4 30 10 -1
   3: 0100007F:C351 0100007F:13AE 05 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 20 4 30 10 -1
   4: 0100007F:C352 0100007F:13AE 01 00000000:00000000
`

func TestSearch(t *testing.T) {
	t.Parallel()
	server := netip.MustParseAddrPort("127.0.0.1:5038")
	tests := []struct {
		name, from string
		user       int
		err        error
	}{
		{"the client's end, not the server's", "127.0.0.1:50000", 1001, nil},
		{"closed by its program", "127.0.0.1:50001", 0, ErrUnknown},
		{"a line cut short", "127.0.0.1:50002", 0, ErrUnknown},
		{"not there", "127.0.0.1:50003", 0, ErrUnknown},
		{"the same port of another address", "127.0.0.2:50000", 0, ErrUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			user, err := search(strings.NewReader(lines), netip.MustParseAddrPort(tt.from), server)
			if user != tt.user || !errors.Is(err, tt.err) {
				t.Errorf("user %d, %v; want %d, %v", user, err, tt.user, tt.err)
			}
		})
	}
}

func TestAddressThatIsNotOfIPv4(t *testing.T) {
	t.Parallel()
	for _, a := range []net.Addr{&net.UnixAddr{Name: "x"}, &net.TCPAddr{IP: net.IPv6loopback, Port: 1}} {
		if got, err := address(a); err == nil {
			t.Errorf("%v is %v", a, got)
		}
	}
}

// TestListenerAnswersItsUserOnly connects as this user and as another one, by programs
// of theirs.
func TestListenerAnswersItsUserOnly(t *testing.T) {
	if !Supported() {
		t.Skip("this system does not tell who is at the other end")
	}
	t.Parallel()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refusals := make(chan error, 10)
	only := Only(l, os.Getuid(), func(err error) { refusals <- err })
	t.Cleanup(func() { only.Close() })
	go func() {
		for {
			c, err := only.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, "welcome")
			c.Close()
		}
	}()
	if got := dial(t, l.Addr().String(), nil); got != "welcome" {
		t.Errorf("this user reads %q", got)
	}
	if os.Getuid() != root {
		t.Skip("only root can be another user")
	}
	nobody := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if got := dial(t, l.Addr().String(), nobody); got != "" {
		t.Errorf("another user reads %q", got)
	}
	if err := <-refusals; !strings.Contains(err.Error(), "user 65534 is not user 0") {
		t.Error(err)
	}
}

// dial connects by a program of a user, and returns what that reads.
func dial(t *testing.T, addr string, as *syscall.SysProcAttr) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if as != nil { // which may not enter the folder of this program
		open, err := os.MkdirTemp("", "talpa-peercred-")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(open) })
		if err := os.Chmod(open, 0o755); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(self)
		if err != nil {
			t.Fatal(err)
		}
		self = open + "/dialer"
		if err := os.WriteFile(self, data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", []string{dialer + "=" + addr}, as
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func FuzzSearch(f *testing.F) {
	f.Add(lines, "127.0.0.1:50000")
	f.Add("\x00\n 0: : : ", "127.0.0.1:1")
	server := netip.MustParseAddrPort("127.0.0.1:5038")
	f.Fuzz(func(t *testing.T, text, from string) {
		a, err := netip.ParseAddrPort(from)
		if err != nil || !a.Addr().Is4() {
			return
		}
		if user, err := search(strings.NewReader(text), a, server); err != nil && user != 0 {
			t.Errorf("user %d and %v", user, err)
		}
	})
}
