package fleet_test

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"talpa/internal/workflow/fault"
	"talpa/internal/workflow/fleet"
)

// silent is a computer without the agent, whose log nobody reads.
func silent(t *testing.T) fleet.Machine {
	t.Helper()
	return fleet.Machine{AgentDir: filepath.Join(t.TempDir(), "absent"), CacheDir: t.TempDir(),
		Log: slog.New(slog.DiscardHandler)}
}

// TestOpen_fault states who is at fault where no device can be had, and what the message names.
func TestOpen_fault(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		options fleet.Options
		fault   fault.Fault
		message string
	}{
		{"no agent on this computer", fleet.Options{Count: 1}, fault.Infrastructure, "talpa device doctor"},
		{"address without a port", fleet.Options{Serial: "x", ADB: "localhost"}, fault.User, "want host:port"},
		{"port that is no number", fleet.Options{Serial: "x", ADB: "localhost:adb"}, fault.User, `"adb" is no port`},
		{"port that is too large", fleet.Options{Serial: "x", ADB: "localhost:65536"}, fault.User, `"65536" is no port`},
		{"nobody listens", fleet.Options{Serial: "x", ADB: closedPort(t)}, fault.Infrastructure, "refused"},
	} {
		_, err := fleet.Open(t.Context(), silent(t), test.options)
		if err == nil || fault.Of(err) != test.fault || !strings.Contains(err.Error(), test.message) {
			t.Errorf("%s: %v, want fault %d and %q", test.name, err, test.fault, test.message)
		}
	}
}

// TestServe_badOptions states that options which cannot be meant are the user's fault, told before a device starts.
func TestServe_badOptions(t *testing.T) {
	t.Parallel()
	for flag, o := range map[string]fleet.ServeOptions{"--count": {}, "--api": {Count: 1, API: 3}} {
		err := fleet.Serve(t.Context(), silent(t), o)
		if err == nil || fault.Of(err) != fault.User || !strings.Contains(err.Error(), flag) {
			t.Errorf("%v, want a fault of the user that names %s", err, flag)
		}
	}
}

// TestList_refused states that the message names the server which does not answer.
func TestList_refused(t *testing.T) {
	t.Parallel()
	server := closedPort(t)
	_, err := fleet.List(t.Context(), silent(t), server)
	if err == nil || fault.Of(err) != fault.Infrastructure || !strings.Contains(err.Error(), server) {
		t.Errorf("%v, want a fault of the infrastructure that names %s", err, server)
	}
}

// TestDoctor_noAgent states that what is missing is told with what to do, among the other checks.
func TestDoctor_noAgent(t *testing.T) {
	t.Parallel()
	checks := fleet.Doctor(t.Context(), silent(t))
	bad := 0
	for _, c := range checks {
		if !c.OK && c.Cure != "" {
			bad++
		}
	}
	if bad == 0 || len(checks) < 2 {
		t.Errorf("%+v, want a check that fails and says what to do, among others", checks)
	}
}

// closedPort is an address that nobody listens on. Its port stays bound, so that no test beside this one is given it.
func closedPort(t *testing.T) string {
	t.Helper()
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(socket) })
	if err := unix.Bind(socket, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	bound, err := unix.Getsockname(socket)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("127.0.0.1:%d", bound.(*unix.SockaddrInet4).Port)
}
