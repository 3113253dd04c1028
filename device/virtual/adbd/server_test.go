package adbd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"talpa/device/virtual/shell"
	"talpa/internal/execx"
	"talpa/internal/need"
)

// phone is a device made of the shell alone, and sockets that a test connects to
// in the place of programs.
type phone struct {
	serial string
	sh     *shell.Shell
	doors  *doors
}

func (p phone) Serial() string  { return p.serial }
func (p phone) Product() string { return "mole Mole_1 mole" }
func (p phone) Files() Files    { return p.sh.FS }

// Dial has an echo at tcp:7 and nothing else.
func (p phone) Dial(_ context.Context, address string) (net.Conn, error) {
	if address != "tcp:7" {
		return nil, errors.New("connection refused")
	}
	ours, theirs := net.Pipe()
	go func() {
		defer theirs.Close()
		_, _ = io.Copy(theirs, theirs)
	}()
	return ours, nil
}

func (p phone) Shell(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int {
	return p.sh.Run(ctx, line, in, out, errw)
}

func newPhone(t testing.TB, serial string) phone {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sdcard"), 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return phone{serial, &shell.Shell{FS: shell.NewFS(root, map[string]string{"/sdcard": "sdcard"})}, &doors{}}
}

func serve(t testing.TB, devices ...Device) *Server {
	t.Helper()
	s, err := Listen(0, devices, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// talk sends bytes and returns all that comes back.
func talk(t testing.TB, s *Server, send string) string {
	t.Helper()
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	if _, err := io.WriteString(c, send); err != nil {
		t.Fatal(err)
	}
	if !runs(send) {
		_ = c.(*net.TCPConn).CloseWrite()
	}
	got, _ := io.ReadAll(c)
	return string(got)
}

// runs says whether requests end with a service that runs until it ends by itself: a
// client that closes its side would end it.
func runs(send string) bool {
	last := "host"
	for send != "" {
		n, err := strconv.ParseUint(send[:min(4, len(send))], 16, 16)
		if err != nil || len(send) < 4+int(n) {
			return false
		}
		last, send = send[4:4+n], send[4+n:]
	}
	return strings.HasPrefix(last, "shell") || strings.HasPrefix(last, "exec:")
}

// req is a request of the server protocol.
func req(texts ...string) string {
	var b strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&b, "%04x%s", len(text), text)
	}
	return b.String()
}

func TestHostServices(t *testing.T) {
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"))
	for _, test := range []struct{ send, want string }{
		{req("host:version"), "OKAY00040029"},
		{req("host:devices"), "OKAY000ftalpa-1\tdevice\n"},
		{req("host:get-state"), "OKAY0006device"},
		{req("host-serial:talpa-1:get-serialno"), "OKAY0007talpa-1"},
		{req("host-serial:other:get-state"), "FAIL0018device 'other' not found"},
		{req("host-serial:talpa-1:features"), okayText(features)},
		{req("host-transport-id:1:get-state"), "OKAY0006device"},
		{req("host-transport-id:9:get-state"), "FAIL001fno device with transport id '9'"},
		{req("host-serial:talpa-1:wait-for-any-device"), "OKAYOKAY"},
		{req("host:transport:talpa-1", "shell:echo hi"), "OKAYOKAYhi\n"},
		{req("host:transport-any", "exec:echo hi; nope"), "OKAYOKAYhi\nsh: nope: inaccessible or not found\n"},
		{req("host:tport:any", "shell:echo hi"), "OKAY\x01\x00\x00\x00\x00\x00\x00\x00OKAYhi\n"},
		{req("host:transport-usb", "shell:echo hi"), "FAIL001ano devices/emulators found"},
		{req("host:transport-any", "framebuffer:"), "OKAYFAIL0006closed"},
		{req("host:transport-any", "shell,v2,raw:echo hi; exit 3"),
			"OKAYOKAY\x01\x03\x00\x00\x00hi\n\x03\x01\x00\x00\x00\x03"},
		{req("host:nonsense"), "FAIL0014unknown host service"},
		{req("host-serial:talpa-1:forward:unix:a;tcp:1"), "FAIL0025cannot forward unix:a: only tcp ports"},
		{"GET / HTTP/1.1\r\n\r\n", ""},
		{"", ""},
		{"zzzz", ""},
		{"00", ""},
		{"0fffhost:", ""},
	} {
		got := talk(t, s, test.send)
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.send, got, test.want)
		}
	}
}

func okayText(text string) string { return fmt.Sprintf("OKAY%04x%s", len(text), text) }

func TestSeveralDevices(t *testing.T) {
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"), newPhone(t, "talpa-2"))
	if got := talk(t, s, req("host:transport-any", "shell:true")); !strings.Contains(got, "more than one device") {
		t.Errorf("any of two: %q", got)
	}
	talk(t, s, req("host:transport:talpa-2", "exec:echo two > /sdcard/f"))
	if got := talk(t, s, req("host:transport-id:2", "exec:cat /sdcard/f")); got != "OKAYOKAYtwo\n" {
		t.Errorf("second: %q", got)
	}
	if got := talk(t, s, req("host:transport-id:1", "exec:cat /sdcard/f")); !strings.Contains(got, "No such file") {
		t.Errorf("first: %q", got)
	}
}

func TestForward(t *testing.T) {
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"))
	got := talk(t, s, req("host-serial:talpa-1:forward:tcp:0;tcp:99"))
	if len(got) < 13 || got[:8] != "OKAYOKAY" {
		t.Fatalf("forward: %q", got)
	}
	local := "tcp:" + got[12:]
	if got := talk(t, s, req("host:list-forward")); !strings.Contains(got, "talpa-1 "+local+" tcp:99\n") {
		t.Errorf("list: %q", got)
	}
	c, err := net.Dial("tcp", "127.0.0.1:"+local[4:])
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Error("a forwarded connection with nobody behind it stays open")
	}
	if got := talk(t, s, req("host-serial:talpa-1:killforward:"+local)); got != "OKAYOKAY" {
		t.Errorf("kill: %q", got)
	}
	if got := talk(t, s, req("host:list-forward")); got != "OKAY0000" {
		t.Errorf("list after kill: %q", got)
	}
}

// TestStockClient drives the server with the adb program, over both protocols.
func TestStockClient(t *testing.T) {
	need.Program(t, "adb", need.Tools)
	s := serve(t, newPhone(t, "talpa-1"))
	_, port, _ := net.SplitHostPort(s.Addr())
	dir := t.TempDir()
	file, back := filepath.Join(dir, "file"), filepath.Join(dir, "back")
	content := bytes.Repeat([]byte("0123456789"), 50_000)
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
	adb := func(args ...string) (string, int) {
		res, err := execx.Run(t.Context(), execx.Cmd{Name: "adb", Args: append([]string{"-P", port}, args...)})
		if err != nil && res.ExitCode == 0 {
			t.Fatal(err)
		}
		return string(res.Stdout) + string(res.Stderr), res.ExitCode
	}
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"devices"}, "List of devices attached\ntalpa-1\tdevice\n\n", 0},
		{[]string{"devices", "-l"}, "model:Mole_1", 0},
		{[]string{"wait-for-device"}, "", 0},
		{[]string{"shell", "echo", "a", "b"}, "a b\n", 0},
		{[]string{"shell", "exit 5"}, "", 5},
		{[]string{"exec-out", "echo x | cat"}, "x\n", 0},
		{[]string{"push", file, "/sdcard/new/file"}, "1 file pushed", 0},
		{[]string{"pull", "/sdcard/new/file", back}, "1 file pulled", 0},
		{[]string{"push", file, "/system/file"}, "read-only file system", 1},
		{[]string{"ls", "/sdcard"}, "new", 0},
		{[]string{"shell", "ls -l /sdcard/new"}, "500000", 0},
	} {
		out, code := adb(test.args...)
		if !strings.Contains(out, test.want) || code != test.code {
			t.Errorf("adb %v: %q, exit %d; want %q, %d", test.args, out, code, test.want, test.code)
		}
	}
	if data, err := os.ReadFile(back); err != nil || !bytes.Equal(data, content) {
		t.Errorf("pushed and pulled: %d bytes of %d, %v", len(data), len(content), err)
	}
}

// TestTransport speaks the daemon protocol.
func TestTransport(t *testing.T) {
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"))
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	client := &transport{c: c, streams: map[uint32]*muxed{}}
	must := func(p packet, cmd uint32) packet {
		t.Helper()
		if p.cmd != 0 {
			if err := client.send(p.cmd, p.arg0, p.arg1, p.data); err != nil {
				t.Fatal(err)
			}
		}
		answer, err := readPacket(c)
		if err != nil || answer.cmd != cmd {
			t.Fatalf("packet %#x, %v; want %#x", answer.cmd, err, cmd)
		}
		return answer
	}
	banner := must(packet{cmdCNXN, transportVersion, maxData, []byte("host::")}, cmdCNXN)
	if !strings.Contains(string(banner.data), "ro.product.model=Mole_1") {
		t.Errorf("banner %q", banner.data)
	}
	ready := must(packet{cmdOPEN, 7, 0, []byte("exec:cat\x00")}, cmdOKAY)
	local := ready.arg0
	must(packet{cmdWRTE, 7, local, []byte("hello")}, cmdOKAY)
	echo := must(packet{}, cmdWRTE)
	if string(echo.data) != "hello" || echo.arg1 != 7 {
		t.Errorf("echo %q for %d", echo.data, echo.arg1)
	}
	if err := client.send(cmdOKAY, 7, local, nil); err != nil {
		t.Fatal(err)
	}
	if err := client.send(cmdCLSE, 7, local, nil); err != nil {
		t.Fatal(err)
	}
	must(packet{cmdOPEN, 8, 0, []byte("jdwp:1\x00")}, cmdCLSE)
}

func TestSync(t *testing.T) {
	t.Parallel()
	s := serve(t, newPhone(t, "talpa-1"))
	le32 := func(id string, n int) string { return string(le.AppendUint32([]byte(id), uint32(n))) }
	session := func(parts ...string) string {
		return strings.TrimPrefix(talk(t, s, req("host:transport-any", "sync:")+strings.Join(parts, "")), "OKAYOKAY")
	}
	got := session(le32("SEND", 13), "/sdcard/f,420", le32("DATA", 2), "hi", le32("DONE", 1000000),
		le32("RECV", 9), "/sdcard/f", le32("RECV", 9), "/sdcard/x", le32("QUIT", 0))
	want := "OKAY\x00\x00\x00\x00" + le32("DATA", 2) + "hi" + le32("DONE", 0)
	if !strings.HasPrefix(got, want+"FAIL") {
		t.Errorf("%q", got)
	}
	for _, bad := range []string{le32("EVIL", 0), le32("SEND", 1<<30), le32("STAT", maxSyncPath+1),
		le32("SEND", 13) + "/sdcard/f,420" + le32("DATA", 1<<30), le32("SEND", 15) + "/sdcard/f,41471" + le32("DONE", 0)} {
		if got := session(bad); strings.HasPrefix(got, "OKAY") {
			t.Errorf("%q is answered with %q", bad, got)
		}
	}
}

// FuzzServer: no bytes make the server panic or hang.
func FuzzServer(f *testing.F) {
	f.Add([]byte(req("host:transport-any", "shell,v2:cat") + "\x00\x02\x00\x00\x00hi\x04\x00\x00\x00\x00"))
	f.Add([]byte(req("host:transport-any", "sync:") + "SEND\x0d\x00\x00\x00/sdcard/f,420DATA\x01\x00\x00\x00xDONE\x00\x00\x00\x00LIST\x07\x00\x00\x00/sdcard"))
	f.Add([]byte(req("host-serial:talpa-1:features")))
	f.Add([]byte(req("host:track-devices")))
	cnxn := &bytes.Buffer{}
	for _, v := range []uint32{cmdCNXN, transportVersion, maxData, 0, 0, cmdCNXN ^ 0xffffffff,
		cmdOPEN, 1, 0, 5, 0, cmdOPEN ^ 0xffffffff} {
		cnxn.Write(le.AppendUint32(nil, v))
	}
	f.Add(append(cnxn.Bytes(), "exec:"...))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Contains(data, []byte("sleep")) || bytes.Contains(data, []byte("forward")) {
			t.Skip("takes its time, or a port, by design")
		}
		s := serve(t, newPhone(t, "talpa-1"))
		c, err := net.Dial("tcp", s.Addr())
		if err != nil {
			t.Skip(err)
		}
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
		_, _ = c.Write(data)
		_ = c.(*net.TCPConn).CloseWrite()
		if _, err := io.Copy(io.Discard, c); err != nil && os.IsTimeout(err) {
			t.Fatalf("%q: the server hangs", data)
		}
	})
}
