package execx

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func sh(script string) Cmd { return Cmd{Name: "sh", Args: []string{"-c", script}} }

func TestRun(t *testing.T) {
	t.Parallel()
	c := sh("cat; echo $A; pwd; echo oops >&2")
	dir := t.TempDir()
	c.Stdin, c.Env, c.Dir = strings.NewReader("in "), []string{"A=b", "PATH=" + os.Getenv("PATH")}, dir
	res, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(res.Stdout), "in b\n"+dir+"\n"; got != want {
		t.Errorf("stdout %q, want %q", got, want)
	}
	if got := string(res.Stderr); got != "oops\n" {
		t.Errorf("stderr %q", got)
	}
	if res.Usage.MaxRSS <= 0 {
		t.Errorf("no memory figure: %+v", res.Usage)
	}
}

func TestRunFails(t *testing.T) {
	t.Parallel()
	_, err := Run(context.Background(), sh("echo first >&2; echo why it failed >&2; exit 3"))
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *Error", err)
	}
	if e.Result.ExitCode != 3 || err.Error() != "sh: exit status 3: why it failed" {
		t.Errorf("code %d, %q", e.Result.ExitCode, err)
	}

	trace := "Exception in thread main: java.io.IOException: full\n\tat a.B.c(B.java:1)\n\t... 2 more\n"
	_, err = Run(context.Background(), sh("printf '"+trace+"' >&2; exit 1"))
	if !strings.HasSuffix(err.Error(), "java.io.IOException: full") {
		t.Errorf("a Java stack trace becomes %q", err)
	}

	_, err = Run(context.Background(), Cmd{Name: "talpa-no-such-program"})
	if !errors.Is(err, ErrNotFound) {
		t.Errorf("missing program: %v", err)
	}
	if _, err := LookPath("talpa-no-such-program"); !errors.Is(err, ErrNotFound) {
		t.Errorf("LookPath: %v", err)
	}
}

func TestRunBoundsOutput(t *testing.T) {
	t.Parallel()
	c := sh("while :; do echo xxxxxxxxxxxxxxxx; done")
	c.MaxOutput = 1000
	res, err := Run(context.Background(), c)
	if !errors.Is(err, ErrOutput) {
		t.Fatalf("error %v, want ErrOutput", err)
	}
	if len(res.Stdout) != 1000 {
		t.Errorf("kept %d bytes, want 1000", len(res.Stdout))
	}

	res, err = Run(context.Background(), sh("yes y | head -c 200000 >&2; echo end >&2"))
	if err != nil || len(res.Stderr) != stderrKept || !bytes.HasSuffix(res.Stderr, []byte("end\n")) {
		t.Errorf("stderr: %d bytes, error %v; want the last %d", len(res.Stderr), err, stderrKept)
	}
}

// The grandchild must die too: it is what a wrapper script around a JVM leaves.
func TestRunKillsTheGroup(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, err := Run(ctx, sh("sleep 1000 & echo $! > "+file+".tmp; mv "+file+".tmp "+file+"; wait"))
		ended <- err
	}()
	pid := awaitPID(t, file)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	awaitGone(t, pid)
}

func TestProcessTalks(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	c := sh(`while read l; do echo "<$l>"; done; echo bye; echo log >&2`)
	c.Stderr, c.DieWithParent = &log, true
	p, err := Start(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(p.Stdout)
	for i := range 3 {
		fmt.Fprintf(p.Stdin, "%d\n", i)
		if line, err := out.ReadString('\n'); err != nil || line != fmt.Sprintf("<%d>\n", i) {
			t.Fatalf("answer %d: %q, %v", i, line, err)
		}
	}
	p.Stdin.Close()
	if _, err := p.Wait(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(out); err != nil || string(rest) != "bye\n" {
		t.Errorf("after the end: %q, %v", rest, err)
	}
	if log.String() != "log\n" {
		t.Errorf("stderr %q", log.String())
	}
	p.Kill() // no effect on a finished process
}

func TestProcessKill(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pid")
	p, err := Start(context.Background(), sh("sleep 1000 & echo $! > "+file+".tmp; mv "+file+".tmp "+file+"; wait"))
	if err != nil {
		t.Fatal(err)
	}
	pid := awaitPID(t, file)
	p.Kill()
	p.Kill()
	res, err := p.Wait()
	if err == nil || res.ExitCode != -1 {
		t.Errorf("killed: code %d, error %v", res.ExitCode, err)
	}
	awaitGone(t, pid)
}

func TestProcessContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	p, err := Start(ctx, Cmd{Name: "sleep", Args: []string{"1000"}})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-p.Done()
	if _, err := p.Wait(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if _, err := Start(context.Background(), Cmd{Name: "talpa-no-such-program"}); !errors.Is(err, ErrNotFound) {
		t.Errorf("missing program: %v", err)
	}
}

func TestCmdString(t *testing.T) {
	t.Parallel()
	c := Cmd{Name: "a", Args: []string{"b", "", "c d", "it's", "$x"}}
	if got, want := c.String(), `a b '' 'c d' 'it'\''s' '$x'`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func awaitPID(t *testing.T, file string) int {
	t.Helper()
	for range 1000 {
		if data, err := os.ReadFile(file); err == nil {
			pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the child did not start")
	return 0
}

// awaitGone waits until pid is dead; a zombie that nobody collected counts.
func awaitGone(t *testing.T, pid int) {
	t.Helper()
	for range 1000 {
		if syscall.Kill(pid, 0) != nil {
			return
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is still alive", pid)
}
