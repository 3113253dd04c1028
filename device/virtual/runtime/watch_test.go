package runtime

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/internal/procfs"
)

func TestExcess_ofEachLimit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		u    usage
		want string // "" for none
	}{
		{usage{}, "only 0 MiB are free"},
		{usage{free: -1}, ""},
		{usage{free: minFree, footprint: footprint{processes: maxProcesses, threads: maxThreads, rss: maxRSS},
			idle: maxIdleCPU, files: maxFiles, disk: maxDisk}, ""},
		{usage{free: -1, footprint: footprint{processes: 21}}, "it had 21 processes, limit 20"},
		{usage{free: -1, footprint: footprint{threads: 1001}}, "it had 1001 threads, limit 1000"},
		{usage{free: -1, footprint: footprint{rss: 5 << 30}}, "it took 5120 MiB of memory, limit 4096"},
		{usage{free: -1, idle: 90 * time.Second}, "it computed for 1m30s while nothing was asked of it, limit 1m0s"},
		{usage{free: -1, files: maxFiles + 1}, "more than 100000 files"},
		{usage{free: -1, disk: 3 << 30}, "took 3072 MiB, limit 2048"},
		{usage{free: 1 << 20}, "only 1 MiB are free in the temporary folder (TMPDIR chooses another)"},
	} {
		if got := test.u.excess(); !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%+v: %q, want %q", test.u, got, test.want)
		}
	}
}

func TestWrittenCountsFilesOfAllFolders(t *testing.T) {
	t.Parallel()
	one, two := t.TempDir(), t.TempDir()
	for name, size := range map[string]int{"a": 10, "deep/b": 20, "empty": 0} {
		file := filepath.Join(one, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/", filepath.Join(two, "elsewhere")); err != nil { // is not followed
		t.Fatal(err)
	}
	files, bytes := written(one, two, filepath.Join(two, "missing"))
	if files != 8 || bytes != 30 { // the folders and the link count as files
		t.Errorf("%d files, %d bytes", files, bytes)
	}
}

// TestTreeCountsChildren starts a shell with a child and a grandchild, which compute.
func TestTreeCountsChildren(t *testing.T) {
	t.Parallel()
	if !listsChildren() {
		t.Skip("this kernel does not list children")
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", "sh -c 'while :; do :; done & wait' & wait")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, child := range procfs.Children(cmd.Process.Pid) {
			for _, below := range procfs.Children(child) {
				end(below)
			}
			end(child)
		}
		_ = cmd.Wait()
	})
	limit := time.Now().Add(time.Minute)
	for {
		f := tree(cmd.Process.Pid)
		if f.processes == 3 && f.threads == 3 && f.rss > 0 && f.cpu > 0 {
			return
		}
		if time.Now().After(limit) {
			t.Fatalf("%+v", f)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func listsChildren() bool {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	return len(lists) > 0
}

func end(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}

func TestFootprintOfNoProcess(t *testing.T) {
	t.Parallel()
	if f := tree(-1); f != (footprint{processes: 1}) {
		t.Errorf("%+v", f)
	}
}
