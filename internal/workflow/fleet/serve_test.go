package fleet_test

import (
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"talpa/internal/need"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/fleet/fleettest"
)

// TestFourDevices works four devices of one server at once: all are listed, each gets its app
// and random events, none fails, and no port is open but on loopback.
func TestFourDevices(t *testing.T) {
	port := served(t, 4)
	list, err := fleet.List(t.Context(), fleettest.Machine(t, root), "127.0.0.1:"+port)
	if err != nil || len(list) != 4 || !list[3].Online || list[3].Serial != "talpa-4" {
		t.Errorf("listed are %+v, %v; want talpa-1 to talpa-4, online", list, err)
	}
	var wg sync.WaitGroup
	for n := 1; n <= 4; n++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			workDevice(t, port, fmt.Sprintf("talpa-%d", n))
		}()
	}
	wg.Wait()
	for _, addr := range listening(t) {
		if !addr.Addr().IsLoopback() {
			t.Errorf("a port is open to others: %v", addr)
		}
	}
}

// workDevice has one device run an app for a while. The app may crash, it has planted bugs.
func workDevice(t *testing.T, port, serial string) {
	adb := func(args ...string) string {
		out, code := stockAdb(t, port, append([]string{"-s", serial}, args...)...)
		if code != 0 && !strings.Contains(out, "// CRASH: dev.talpa.burrow") {
			t.Errorf("%s: adb %v: exit %d: %.300s", serial, args, code, out)
		}
		return out
	}
	if got := strings.TrimSpace(adb("shell", "getprop", "ro.serialno")); got != serial {
		t.Errorf("%s calls itself %s", serial, got)
	}
	adb("install", burrow)
	adb("forward", "tcp:0", "tcp:7912")
	for seed := 1; seed <= 2; seed++ {
		out := adb("shell", "monkey", "-p", "dev.talpa.burrow", "-s", strconv.Itoa(seed), "40")
		if !strings.Contains(out, "Events injected: ") {
			t.Errorf("%s: %.300s", serial, out)
		}
		adb("shell", "echo "+serial+" > /sdcard/mine")
		if got := strings.TrimSpace(adb("shell", "cat", "/sdcard/mine")); got != serial {
			t.Errorf("%s reads the file of %q", serial, got)
		}
		if dump := adb("exec-out", "uiautomator", "dump", "/dev/tty"); !strings.Contains(dump, "<hierarchy") {
			t.Errorf("%s shows %.300s", serial, dump)
		}
		if shot := adb("exec-out", "screencap", "-p"); !strings.HasPrefix(shot, "\x89PNG") {
			t.Errorf("%s: the picture is %.20q", serial, shot)
		}
	}
	if notes := adb("logcat", "-d", "-b", "system"); strings.Contains(notes, "was lost") {
		t.Errorf("%s lost its runtime: %.300s", serial, notes)
	}
}

// listening are the addresses on which this process takes connections.
func listening(t *testing.T) []netip.AddrPort {
	t.Helper()
	fds, err := filepath.Glob("/proc/self/fd/*")
	if err != nil || len(fds) == 0 {
		need.Missing(t, need.Kernel, "/proc, for the open ports")
	}
	ours := map[string]bool{}
	for _, fd := range fds {
		if link, err := os.Readlink(fd); err == nil {
			ours[strings.TrimSuffix(strings.TrimPrefix(link, "socket:["), "]")] = true
		}
	}
	var all []netip.AddrPort
	for _, table := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		data, err := os.ReadFile(table)
		if err != nil {
			continue // no such protocol here
		}
		for _, line := range strings.Split(string(data), "\n") {
			const local, state, inode, listen = 1, 3, 9, "0A"
			if f := strings.Fields(line); len(f) > inode && f[state] == listen && ours[f[inode]] {
				all = append(all, hexAddr(t, f[local]))
			}
		}
	}
	if len(all) == 0 {
		t.Error("no open port was found: the test looks in the wrong place")
	}
	return all
}

// hexAddr reads an address as the kernel prints it: words of the machine's
// order, here little-endian.
func hexAddr(t *testing.T, s string) netip.AddrPort {
	t.Helper()
	host, port, _ := strings.Cut(s, ":")
	var ip []byte
	for ; len(host) >= 8; host = host[8:] {
		for i := 6; i >= 0; i -= 2 {
			b, err := strconv.ParseUint(host[i:i+2], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			ip = append(ip, byte(b))
		}
	}
	n, err := strconv.ParseUint(port, 16, 16)
	addr, ok := netip.AddrFromSlice(ip)
	if err != nil || !ok {
		t.Fatalf("address %q of the kernel's table", s)
	}
	return netip.AddrPortFrom(addr.Unmap(), uint16(n))
}
