//go:build linux && amd64

package zygote

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"talpa/internal/execx"
	"talpa/internal/need"
)

// counter is a JVM that counts, or a copy of one.
type counter struct {
	in  io.Writer
	out *bufio.Reader
}

func startCounter(t *testing.T) (*execx.Process, counter) {
	t.Helper()
	source, err := filepath.Abs("testdata/Counter.java")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "letters"), []byte("abcdef"), 0o644); err != nil {
		t.Fatal(err)
	}
	java := need.Program(t, "java", "a JDK 17")
	p, err := execx.Start(t.Context(), execx.Cmd{
		Name: java, Args: []string{"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", source}, Dir: dir, DieWithParent: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill(); <-p.Done() })
	return p, counter{p.Stdin, bufio.NewReader(p.Stdout)}
}

// ask sends a line and returns the answer.
func (c counter) ask(t *testing.T, line string) string {
	t.Helper()
	if _, err := fmt.Fprintln(c.in, line); err != nil {
		t.Fatal(err)
	}
	answer, err := c.out.ReadString('\n')
	if err != nil {
		t.Fatalf("%s: %q, %v", line, answer, err)
	}
	return strings.TrimSpace(answer)
}

// copyOf is a copy with a folder and streams of its own.
func copyOf(t *testing.T, pid int) (*Process, counter, string) {
	t.Helper()
	dir := t.TempDir()
	o := Order{Dir: dir}
	var files [3]*os.File
	for i := range files {
		o.Streams[i] = filepath.Join(dir, fmt.Sprint(i))
		if err := unix.Mkfifo(o.Streams[i], 0o600); err != nil {
			t.Fatal(err)
		}
		var err error
		if files[i], err = os.OpenFile(o.Streams[i], os.O_RDWR, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { files[i].Close() })
	}
	p, err := Copy(pid, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill(); <-p.Done() })
	return p, counter{files[0], bufio.NewReader(files[1])}, dir
}

// TestCopy: copies of a JVM count on from where it stood, each for itself, and read on in
// its files, each for itself.
func TestCopy(t *testing.T) {
	t.Parallel()
	original, first := startCounter(t)
	if got := first.ask(t, "read"); got != "aread 80000 false" {
		t.Fatal(got)
	}
	p, second, dir := copyOf(t, original.PID())
	_, third, _ := copyOf(t, original.PID())
	if err := os.WriteFile(filepath.Join(dir, "here"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name, line, want string
		of               counter
	}{
		{"a copy", "here", "here 160000 true", second},
		{"a copy", "gc", "gc 240000 false", second},
		{"a copy", "time", "time 320000 false", second},
		{"a copy", "read", "bread 400000 false", second},
		{"the other copy", "read", "bread 160000 false", third},
		{"the original", "read", "bread 160000 false", first},
	} {
		if got := step.of.ask(t, step.line); got != step.want {
			t.Errorf("%s says %q, want %q", step.name, got, step.want)
		}
	}
	if said, err := os.ReadFile("/proc/" + strconv.Itoa(p.PID()) + "/comm"); err != nil || string(said) != "java\n" {
		t.Errorf("a copy is called %q, %v", said, err)
	}
	p.Kill()
	select {
	case <-p.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("the copy lives on")
	}
	p.Kill()
	for name, c := range map[string]counter{"original": first, "other copy": third} {
		if got := c.ask(t, "read"); got != "cread 240000 false" {
			t.Errorf("after the end of a copy the %s says %q", name, got)
		}
	}
	copyOf(t, original.PID())
	if _, err := os.Stat(fmt.Sprintf("/proc/%d", p.PID())); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the next copy was made, and the one that has ended still counts as a process: %v", err)
	}
}

// TestCopy_refused: what cannot be copied is as before, and no copy is left.
func TestCopy_refused(t *testing.T) {
	t.Parallel()
	sleeper, err := execx.Start(t.Context(), execx.Cmd{Name: "sleep", Args: []string{"600"}, DieWithParent: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sleeper.Kill(); <-sleeper.Done() })
	jvm, c := startCounter(t)
	if got := c.ask(t, "a"); got != "a 80000 false" {
		t.Fatal(got)
	}
	nowhere := filepath.Join(t.TempDir(), "none")
	for _, test := range []struct {
		name string
		pid  int
		o    Order
		want error
	}{
		{"a single thread", sleeper.PID(), Order{}, ErrUnsupported},
		{"no process", math.MaxInt32, Order{}, os.ErrNotExist},
		{"no folder", jvm.PID(), Order{Dir: nowhere}, unix.ENOENT},
		{"no stream", jvm.PID(), Order{Dir: "/", Streams: [3]string{nowhere}}, unix.ENOENT},
		{"a filter that is none", jvm.PID(), Order{Dir: "/", Streams: [3]string{os.DevNull, os.DevNull, os.DevNull},
			Filter: make([]byte, 8)}, unix.EINVAL},
	} {
		if _, err := Copy(test.pid, test.o); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	if got := c.ask(t, "b"); got != "b 160000 false" {
		t.Errorf("after copies that failed the original says %q", got)
	}
	if left, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", jvm.PID(), jvm.PID())); err != nil {
		t.Error(err)
	} else if alive := living(t, string(left)); len(alive) > 0 {
		t.Errorf("copies are left: %v", alive)
	}
	if err := Check(jvm.PID()); err != nil {
		t.Errorf("checked: %v", err)
	}
	if err := Check(sleeper.PID()); !errors.Is(err, ErrUnsupported) {
		t.Errorf("checked: %v", err)
	}
}

// living are those of the processes that have not ended.
func living(t *testing.T, pids string) []string {
	t.Helper()
	var alive []string
	for _, pid := range strings.Fields(pids) {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err == nil && !strings.Contains(string(stat), ") Z ") && !strings.Contains(string(stat), ") X ") {
			alive = append(alive, pid)
		}
	}
	return alive
}
