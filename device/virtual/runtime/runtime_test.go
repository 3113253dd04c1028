package runtime

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/device/virtual/agenttest"
	"talpa/device/virtual/confine"
	"talpa/device/virtual/wire"
)

// The JVMs here are this test program: see agenttest.
func TestMain(m *testing.M) { agenttest.Main(m) }

// newConfig is what a server with a stand-in for the agent is started with.
func newConfig(t testing.TB) Config {
	t.Helper()
	setup := agenttest.New(t)
	c := Config{
		AgentDir: setup.AgentDir, JavaHome: setup.JavaHome, Launcher: setup.Launcher, CacheDir: t.TempDir(),
		CacheLimit: 1 << 30, Display: Display{720, 1280, 320}, Log: slog.New(slog.DiscardHandler),
	}
	var err error
	if c.AgentID, err = AgentID(c.AgentDir); err != nil {
		t.Fatal(err)
	}
	if c.Support, err = confine.Probe(t.Context(), c.Launcher); err != nil {
		t.Fatal(err)
	}
	return c
}

// newPool is a pool that is closed with the test.
func newPool(t testing.TB) *Pool {
	t.Helper()
	home := t.TempDir()
	for _, dir := range []string{"data", "device", "sdcard", "tmp"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	p := NewPool(newConfig(t), home, t.TempDir(), t.TempDir())
	t.Cleanup(p.Close)
	return p
}

// load takes a JVM and loads an app that does these actions.
func load(t testing.TB, p *Pool, recycles bool, actions ...string) *Process {
	t.Helper()
	j, err := p.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	process := NewProcess(j, Conversion{}, 4001, recycles)
	// The stand-in may read what is in the folder of APKs only.
	apk := filepath.Join(p.apps, "app.apk")
	if err := os.WriteFile(apk, []byte("p\n"+strings.Join(actions, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := process.Request(t.Context(), LoadTimeout, "load", map[string]any{"apk": apk}, nil); err != nil {
		t.Fatal(err)
	}
	return process
}

func TestPool(t *testing.T) {
	t.Parallel()
	t.Run("takes the spare and keeps no other", func(t *testing.T) {
		t.Parallel()
		p := newPool(t)
		p.Fill(2)
		if started, spares, _ := p.Counts(); started != 2 || spares != 2 {
			t.Errorf("started %d, spares %d", started, spares)
		}
		j, err := p.Take(t.Context())
		if err != nil || j.Hello.API != 35 || j.Ended() {
			t.Fatalf("%+v, %v", j, err)
		}
		if started, spares, _ := p.Counts(); started != 2 || spares != 1 {
			t.Errorf("started %d, spares %d", started, spares)
		}
	})
	t.Run("passes over a spare that died", func(t *testing.T) {
		t.Parallel()
		p := newPool(t)
		var first *JVM
		p.Fill(1)
		for asked := false; !asked; {
			var err error
			if asked, err = p.Borrow(t.Context(), func(j *JVM) error { first = j; return nil }); err != nil {
				t.Fatal(err)
			}
		}
		first.Kill("to see")
		first.Await()
		if j, err := p.Take(t.Context()); err != nil || j == first || j.Ended() {
			t.Errorf("took the dead one: %v, %v", j == first, err)
		}
	})
	t.Run("lends none if there is none", func(t *testing.T) {
		t.Parallel()
		asked, err := newPool(t).Borrow(t.Context(), func(*JVM) error { t.Error("lent"); return nil })
		if asked || err != nil {
			t.Errorf("%v, %v", asked, err)
		}
	})
	t.Run("gives none when closed", func(t *testing.T) {
		t.Parallel()
		p := newPool(t)
		j, err := p.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		if _, err := p.Take(t.Context()); !errors.Is(err, ErrClosed) || !j.Ended() {
			t.Errorf("%v, ended %v", err, j.Ended())
		}
		if left, _ := os.ReadDir(p.tmps); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	})
	t.Run("waits no longer than the context", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := newPool(t).Take(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
}

// TestRequest: how a request ends says whose fault it was.
func TestRequest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		action string
		dead   string // the reason, "" if the process lives
		want   error
	}{
		{"", "", nil},
		{"crash", "crashed", ErrAppDied},
		{"hang", "it does not respond", ErrAppDied},
		{"usage", "", &wire.Error{Kind: wire.KindUsage, Message: "not like this"}},
		{"fail", "", &wire.Error{Kind: wire.KindAgent, Message: "our fault"}},
	} {
		t.Run("action "+test.action, func(t *testing.T) {
			t.Parallel()
			p := load(t, newPool(t), false, "tap "+test.action)
			_, err := p.Request(t.Context(), 300*time.Millisecond, "tap", nil, nil)
			var said, want *wire.Error
			if errors.As(test.want, &want) {
				if !errors.As(err, &said) || *said != *want {
					t.Errorf("%v, want %v", err, want)
				}
			} else if !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
			if p.DeadReason() != test.dead {
				t.Errorf("dead of %q, want %q", p.DeadReason(), test.dead)
			}
			var hung *NotResponding
			if errors.As(err, &hung) != (test.action == "hang") {
				t.Fatalf("not responding: %v", err)
			}
			if hung != nil && (!strings.Contains(hung.Stacks, "p.Main.loop") || !strings.Contains(hung.Reason, "tap took longer")) {
				t.Errorf("%+v", hung)
			}
		})
	}
	t.Run("the process is gone", func(t *testing.T) {
		t.Parallel()
		p := load(t, newPool(t), false, "tap die")
		_, err := p.Request(t.Context(), AnswerTimeout, "tap", nil, nil)
		p.AwaitLoss()
		p.Await()
		if !errors.Is(err, ErrAppDied) || p.DeadReason() != "" || !strings.Contains(p.LossReason(), "dying words") {
			t.Errorf("%v, dead of %q, lost by %q", err, p.DeadReason(), p.LossReason())
		}
	})
	t.Run("the caller gives up", func(t *testing.T) {
		t.Parallel()
		p := load(t, newPool(t), false, "tap hang")
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		_, err := p.Request(ctx, AnswerTimeout, "tap", nil, nil)
		if !errors.Is(err, context.DeadlineExceeded) || p.DeadReason() != "" {
			t.Errorf("%v, dead of %q", err, p.DeadReason())
		}
	})
}

// TestUnload: a JVM serves the next app, but not one that was told to die.
func TestUnload(t *testing.T) {
	t.Parallel()
	pool := newPool(t)
	p := load(t, pool, true, "tap crash")
	if !p.Unload() || p.Loads() != 1 {
		t.Fatalf("not clean after %d loads", p.Loads())
	}
	next := NewProcess(p.JVM, Conversion{}, 4002, true)
	if _, err := next.Request(t.Context(), AnswerTimeout, "tap", nil, nil); err != nil || next.Loads() != 2 {
		t.Errorf("the next app: %v, %d loads", err, next.Loads())
	}
	next.Spoil()
	if next.Recyclable() {
		t.Error("spoilt, and yet to be used again")
	}
	next.Dying("it crashed")
	next.SetDied("later")
	next.AwaitLoss() // it is killed after its last words
	if next.DeadReason() != "it crashed" {
		t.Errorf("dead of %q", next.DeadReason())
	}
}

func TestThread(t *testing.T) {
	t.Parallel()
	p := &Process{PID: 4001}
	var got []int
	for _, tid := range []int{0, 77, 900, 800, 900} {
		got = append(got, p.Thread(wire.Notice{PID: 77, TID: tid}))
	}
	if want := []int{4001, 4001, 4002, 4003, 4002}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	c := Conversion{Classes: filepath.Join(t.TempDir(), "x.classes")}
	if _, known := c.Verdict(); known {
		t.Error("known before anybody asked")
	}
	want := Verdict{Code: "INSTALL_X", Reason: "so"}
	if err := c.KeepVerdict(want); err != nil {
		t.Fatal(err)
	}
	if got, known := c.Verdict(); !known || got != want {
		t.Errorf("%+v, %v", got, known)
	}
}

// TestAgentID/changes_with_the_agent: so conversions of another agent are not used.
func TestAgentID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := AgentID(dir); err == nil {
		t.Error("an empty folder has an agent")
	}
	id := func(text string) string {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "talpa-agent.jar"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		id, err := AgentID(dir)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	if a, b := id("aa"), id("bb"); a == b || a != id("aa") {
		t.Errorf("%s and %s", a, b)
	}
}

func TestConfigFlags(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	c.JavaFlags, c.Network = []string{"-Xprof"}, NetworkStandIn
	flags := c.flags("/jvm/1", "/at")
	for _, want := range []string{"-Xprof", "-Dtalpa.network=standin", AgentMain, "-cp", "/at/*",
		"-Drobolectric.dependency.dir=/at/sdk"} {
		if !slices.Contains(flags, want) {
			t.Errorf("%q lacks %s", flags, want)
		}
	}
	if flags[len(flags)-1] != AgentMain {
		t.Errorf("the main class is not last: %q", flags)
	}
	policy := c.policy([]string{"/home", "/tmp/own"}, "/apps")
	if !slices.Contains(policy.ReadOnly, "/apps") || slices.Contains(policy.ReadWrite, c.AgentDir) ||
		!slices.Contains(policy.Env, "HOME=/tmp/own") {
		t.Errorf("%+v", policy)
	}
	if got := flagLines("-a\n# no\n\n  -b c \n"); !slices.Equal(got, []string{"-a", "-b c"}) {
		t.Errorf("%q", got)
	}
}

// TestTunnel: what an app sends to a port of its loopback arrives with the port.
func TestTunnel(t *testing.T) {
	t.Parallel()
	p := load(t, newPool(t), false)
	met := make(chan string, 1)
	through := func(_ context.Context, port int, c net.Conn) {
		text, _ := io.ReadAll(c)
		if port != 8081 {
			text = append(text, " at another port"...)
		}
		met <- string(text)
	}
	for range 2 { // the second time the tunnel is there
		if err := p.Reverse(t.Context(), []int{8081}, through); err != nil {
			t.Fatal(err)
		}
	}
	c, err := net.Dial("unix", filepath.Join(p.tmp, tunnelFile))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = c.Write(append([]byte{8081 >> 8, 8081 & 0xff}, "hello"...))
	c.Close()
	if got := <-met; got != "hello" {
		t.Errorf("%q", got)
	}
}

func TestTail_keepsTheEnd(t *testing.T) {
	t.Parallel()
	tail := &tail{limit: 5}
	if tail.quoted() != "" {
		t.Error("nothing is quoted")
	}
	for _, text := range []string{"abc", "def", "gh\n"} {
		if n, err := tail.Write([]byte(text)); n != len(text) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got := tail.quoted(); got != "\nefgh" {
		t.Errorf("%q", got)
	}
}

// TestFreeBytes: what the system tells of disks is understood.
func TestFreeBytes(t *testing.T) {
	t.Parallel()
	if free, err := FreeBytes(t.TempDir()); err != nil || free <= 0 {
		t.Errorf("%d bytes free, %v", free, err)
	}
}
