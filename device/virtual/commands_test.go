package virtual

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/internal/execx"
	"talpa/internal/need"
)

// sh runs a command line on a server's first device.
func sh(t testing.TB, s *Server, line string) (string, int) {
	t.Helper()
	var out strings.Builder
	code := s.devices[0].Shell(t.Context(), line, strings.NewReader(""), &out, &out)
	return out.String(), code
}

// TestInstallMultiple joins the APKs that come in several steps.
func TestInstallMultiple(t *testing.T) {
	t.Parallel()
	o := fakeOptions(t)
	o.Join = func(files []string, out string) error {
		return os.WriteFile(out, []byte(fmt.Sprintf("p\n%d files", len(files))), 0o644)
	}
	o.Extract = func(_, dir string) ([]string, error) {
		split := filepath.Join(dir, "split0.apk")
		return []string{split}, os.WriteFile(split, nil, 0o644)
	}
	s := startFake(t, o)
	const session = "printf 'a\nb' > /sdcard/a; pm install-create -g; pm install-write 1 base /sdcard/a; "
	out, _ := sh(t, s, session+"pm install-write 1 split /sdcard/a; pm install-commit 1; pm path p | wc -l")
	if want := "Success: created install session [1]\nSuccess: streamed bytes\nSuccess: streamed bytes\nSuccess\n2\n"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
}

// TestStockClient installs and drives an app with the adb program.
func TestStockClient(t *testing.T) {
	need.Program(t, "adb", need.Tools)
	o := fakeOptions(t)
	o.Devices = 2
	s := startFake(t, o)
	_, port, _ := net.SplitHostPort(s.Addr())
	file := filepath.Join(t.TempDir(), "app.apk")
	if err := os.WriteFile(file, []byte("p\n"+strings.Repeat("x", 200_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.apk")
	if err := os.WriteFile(bad, []byte("bad"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"devices"}, "talpa-2\tdevice", 0},
		{[]string{"-s", "talpa-2", "install", "-r", file}, "Success", 0},
		{[]string{"-s", "talpa-2", "install", bad}, "INSTALL_FAILED", 1},
		{[]string{"-s", "talpa-2", "shell", "monkey", "-p", "p", "-c", "android.intent.category.LAUNCHER", "1"}, "injected: 1", 0},
		{[]string{"-s", "talpa-2", "shell", "pidof", "p"}, "4001", 0},
		{[]string{"-s", "talpa-1", "shell", "pidof", "p"}, "", 1},
		{[]string{"-s", "talpa-2", "exec-out", "screencap", "-p"}, "PNG", 0},
		{[]string{"-s", "talpa-2", "logcat", "-d"}, "Start proc 4001:p", 0},
		{[]string{"-s", "talpa-2", "uninstall", "p"}, "Success", 0},
	} {
		res, err := execx.Run(t.Context(), execx.Cmd{Name: "adb", Args: append([]string{"-P", port}, test.args...)})
		out := string(res.Stdout) + string(res.Stderr)
		if !strings.Contains(out, test.want) || res.ExitCode != test.code {
			t.Errorf("adb %v: %q, exit %d (%v); want %q, %d", test.args, out, res.ExitCode, err, test.want, test.code)
		}
	}
}
