package virtual

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"talpa/device/virtual/confine"
	"talpa/device/virtual/wire"
	"talpa/internal/execx"

	"talpa/device/agent"
)

const (
	agentMain   = "talpa.agent.Main"
	protocol    = 1
	bootTimeout = 2 * time.Minute // a JVM start, on a machine that is busy with others
	stderrKept  = 8 << 10

	// epoch is the virtual wall clock at boot, in ms since 1970: a day in June,
	// so that the same seed gives the same run on any day.
	epoch = 1_750_000_000_000

	maxThreads  = 1000
	maxRSS      = 4 << 30 // bytes, as is minFree: of the disk
	minFree     = 256 << 20
	watchPeriod = 2 * time.Second
)

// launcherConfig is what every JVM of a server is started with.
type launcherConfig struct {
	opts    Options
	support confine.Support
	agentID string // identifies the agent's jars
}

// jvm is one running agent. It is born for a device, whose folders are all that
// it can write to.
type jvm struct {
	*wire.Conn
	proc *execx.Process
	tmp  string
	// mounted says that it sees the device's folders where a device has them.
	mounted bool
	// tunnelled says that connections can leave it, see tunnel. The device's lock guards it.
	tunnelled bool
	stderr    *tail
	log       *slog.Logger
	hello     helloResult
	gone      chan struct{} // closed when the process has ended and left nothing
	loads     int           // apps loaded so far

	mu     sync.Mutex
	notify func(wire.Notice) // nil until the JVM gets an app
	reason string            // why we killed it, "" if we did not
}

type helloResult struct {
	Protocol int    `json:"protocol"`
	Agent    string `json:"agent"`
	API      int    `json:"api"`
	PID      int    `json:"pid"`
	Java     string `json:"java"`
}

// flagLines are the lines of a file of JVM options: one a line, # begins a comment.
func flagLines(text string) []string {
	var flags []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			flags = append(flags, line)
		}
	}
	return flags
}

// flags are the options of an app's JVM.
func (c launcherConfig) flags(tmp string) []string {
	flags := append(flagLines(agent.JVMFlags), archiveFlags(c.opts.AgentDir, c.opts.JavaHome)...)
	dir := tmp
	if _, err := os.Stat(selfDir); err == nil {
		dir = selfDir
	}
	flags = append(flags, c.opts.Network.flags()...)
	return append(append(flags, c.opts.JavaFlags...),
		"-Drobolectric.dependency.dir="+filepath.Join(c.opts.AgentDir, "sdk"),
		"-Djava.io.tmpdir="+dir, "-Duser.home="+dir, "-Duser.dir="+dir, "-Duser.timezone=UTC",
		"-XX:ErrorFile="+filepath.Join(tmp, "hs_err.log"),
		"-cp", filepath.Join(c.opts.AgentDir, "*"), agentMain)
}

// policy is what a JVM with its own folders may touch. reads are read-only.
func (c launcherConfig) policy(writes []string, reads ...string) confine.Policy {
	p := confine.Java(c.opts.JavaHome, c.opts.Network == NetworkOn)
	p.ReadOnly = append(append(p.ReadOnly, c.opts.AgentDir), reads...)
	p.ReadOnly = append(p.ReadOnly, linked(c.opts.AgentDir)...)
	p.ReadWrite = append(p.ReadWrite, writes...)
	p.Env = []string{"LANG=C.UTF-8", "TZ=UTC", "HOME=" + writes[len(writes)-1], "PATH=/usr/bin:/bin",
		// Two arenas of the C library's: each keeps what it was once given.
		"MALLOC_ARENA_MAX=2"}
	return p
}

// linked is where the links among the agent's jars lead.
func linked(dir string) []string {
	var targets []string
	for _, pattern := range []string{"*", "sdk/*"} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, name := range names {
			if target, err := filepath.EvalSymlinks(name); err == nil && target != name {
				targets = append(targets, target)
			}
		}
	}
	return targets
}

// startJVM starts an agent for a device's folder and boots it: it is then warm
// and waits for its app. apps holds the APKs; tmp is made, and removed when the
// process has ended.
func startJVM(ctx context.Context, c launcherConfig, home, apps, tmp string, reads ...string) (*jvm, error) {
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		return nil, err
	}
	java := filepath.Join(c.opts.JavaHome, "bin", "java")
	if real, err := filepath.EvalSymlinks(java); err == nil {
		java = real
	}
	argv := append([]string{java}, c.flags(tmp)...)
	policy := c.policy([]string{home, tmp}, append([]string{apps}, reads...)...)
	policy.Places = places(home, apps)
	cmd, err := confine.Command(c.opts.Launcher, c.support, policy, argv)
	if err != nil {
		return nil, err
	}
	j := &jvm{
		tmp: tmp, mounted: c.support.Shows(policy), stderr: &tail{limit: stderrKept}, log: c.opts.Log,
		gone: make(chan struct{}),
	}
	cmd.Stderr, cmd.Dir = j.stderr, tmp
	// The JVM outlives the call that asks for it: its end is kill's business.
	if j.proc, err = execx.Start(context.WithoutCancel(ctx), cmd); err != nil {
		return nil, fmt.Errorf("starting the virtual device: %w", err)
	}
	j.Conn = wire.NewConn(j.proc.Stdout, j.proc.Stdin, j.notice)
	go j.reap()
	go j.watch()
	if err := j.boot(ctx, c); err != nil {
		j.kill("boot failed")
		<-j.gone
		return nil, fmt.Errorf("booting the virtual device: %w%s", err, j.stderr.quoted())
	}
	return j, nil
}

func (j *jvm) boot(ctx context.Context, c launcherConfig) error {
	ctx, cancel := context.WithTimeout(ctx, bootTimeout)
	defer cancel()
	if _, err := j.Call(ctx, "hello", nil, &j.hello); err != nil {
		return err
	}
	if j.hello.Protocol != protocol {
		return fmt.Errorf("the agent speaks protocol %d, talpa %d: rebuild it with `make agent`", j.hello.Protocol, protocol)
	}
	_, err := j.Call(ctx, "boot", map[string]any{
		"width": c.opts.Width, "height": c.opts.Height, "density": c.opts.Density,
		"qualifiers": c.opts.qualifiers(), "seed": c.opts.Seed, "epoch": int64(epoch),
	}, nil)
	return err
}

// attach gives the notifications to f from now on.
func (j *jvm) attach(f func(wire.Notice)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.notify = f
}

func (j *jvm) notice(n wire.Notice) {
	j.mu.Lock()
	f := j.notify
	j.mu.Unlock()
	if f != nil {
		f(n)
	}
}

// kill ends the process and its group. reason is for the log.
func (j *jvm) kill(reason string) {
	j.mu.Lock()
	if j.reason == "" {
		j.reason = reason
	}
	j.mu.Unlock()
	j.proc.Kill()
}

// await waits, a moment at most, until a killed process runs no more.
func (j *jvm) await() {
	select {
	case <-j.proc.Done():
	case <-time.After(watchPeriod):
	}
}

// ended says whether the process is gone or cannot be spoken to.
func (j *jvm) ended() bool {
	select {
	case <-j.proc.Done():
		return true
	case <-j.Done():
		return true
	default:
		return false
	}
}

// reap tidies up after the process.
func (j *jvm) reap() {
	defer close(j.gone)
	res, _ := j.proc.Wait()
	j.proc.Stdin.Close()
	<-j.Done() // all that was written has been read
	j.proc.Stdout.Close()
	j.mu.Lock()
	reason := j.reason
	j.mu.Unlock()
	if reason == "" {
		j.log.Warn("virtual device: a JVM ended by itself", "exit", res.ExitCode, "err", j.Err(), "said", j.stderr.String())
	}
	j.log.Debug("virtual device: JVM ended", "reason", reason,
		"cpu", res.Usage.User+res.Usage.System, "rss", res.Usage.MaxRSS)
	if err := os.RemoveAll(j.tmp); err != nil {
		j.log.Warn("virtual device: removing a temporary folder", "err", err)
	}
}

// watch kills a process that takes too much of the machine: Landlock has no
// say in it, the kernel counts the threads of a whole user, and address space
// is not memory.
func (j *jvm) watch() {
	tick := time.NewTicker(watchPeriod)
	defer tick.Stop()
	for {
		select {
		case <-j.proc.Done():
			return
		case <-j.Done():
			// The wire broke but the process lives: it is of no use any more.
			if errors.Is(j.Err(), wire.ErrProtocol) {
				j.kill("it broke the protocol")
			}
			time.AfterFunc(watchPeriod, func() { j.kill("its wire ended") })
			return
		case <-tick.C:
			threads, rss := processSize(j.proc.PID())
			switch {
			case threads > maxThreads:
				j.kill(fmt.Sprintf("it had %d threads, limit %d", threads, maxThreads))
			case rss > maxRSS:
				j.kill(fmt.Sprintf("it took %d MiB of memory, limit %d", rss>>20, maxRSS>>20))
			}
			if free, err := freeBytes(j.tmp); err == nil && free < minFree {
				j.kill(fmt.Sprintf("only %d MiB of disk are free", free>>20))
			}
		}
	}
}

// tail keeps the last bytes written. Safe for use by several goroutines.
type tail struct {
	mu    sync.Mutex
	buf   []byte
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - t.limit; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.buf))
}

// quoted is the text as the end of an error message.
func (t *tail) quoted() string {
	s := t.String()
	if len(s) > 1500 {
		s = "..." + s[len(s)-1500:]
	}
	if s == "" {
		return ""
	}
	return "\n" + s
}
