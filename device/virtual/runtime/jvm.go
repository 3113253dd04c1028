package runtime

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"talpa/device/virtual/confine"
	"talpa/device/virtual/wire"
	"talpa/internal/execx"
)

const (
	// AgentMain is the agent's main class.
	AgentMain   = "talpa.agent.Main"
	protocol    = 1
	bootTimeout = 2 * time.Minute // a JVM start, on a machine that is busy with others
	stderrKept  = 8 << 10

	// Epoch is the virtual wall clock at boot, in ms since 1970: a day in June,
	// so that the same seed gives the same run on any day.
	Epoch = 1_750_000_000_000

	watchPeriod = 2 * time.Second
)

// JVM is one running agent. It is born for a device, whose folders are all that
// it can write to.
type JVM struct {
	*wire.Conn
	proc *execx.Process
	tmp  string
	home string // the device's folder
	// Mounted says that it sees the device's folders where a device has them.
	Mounted bool
	stderr  *tail
	log     *slog.Logger
	Hello   Hello         // what it said of itself
	gone    chan struct{} // closed when the process has ended and left nothing

	mu     sync.Mutex
	notify func(wire.Notice) // nil until the JVM gets an app
	reason string            // why we killed it, "" if we did not
	loads  int               // apps loaded so far
	// tunnelled says that connections can leave it, see tunnel.
	tunnelled bool
}

// Hello is how an agent introduces itself.
type Hello struct {
	Protocol int    `json:"protocol"`
	Agent    string `json:"agent"`
	API      int    `json:"api"`
	PID      int    `json:"pid"`
	Java     string `json:"java"`
}

// startJVM starts an agent for a device's folder and boots it: it is then warm
// and waits for its app. apps holds the APKs; tmp is made, and removed when the
// process has ended.
func startJVM(ctx context.Context, c Config, home, apps, tmp string, reads ...string) (*JVM, error) {
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		return nil, err
	}
	java := filepath.Join(c.JavaHome, "bin", "java")
	if real, err := filepath.EvalSymlinks(java); err == nil {
		java = real
	}
	argv := append([]string{java}, c.flags(tmp)...)
	policy := c.policy([]string{home, tmp}, append([]string{apps}, reads...)...)
	policy.Mounts = mounts(home, apps)
	cmd, err := confine.Command(c.Launcher, c.Support, policy, argv)
	if err != nil {
		return nil, err
	}
	j := &JVM{
		tmp: tmp, home: home, Mounted: c.Support.Shows(policy), stderr: &tail{limit: stderrKept}, log: c.Log,
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
		j.Kill("boot failed")
		<-j.gone
		return nil, fmt.Errorf("booting the virtual device: %w%s", err, j.stderr.quoted())
	}
	return j, nil
}

func (j *JVM) boot(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, bootTimeout)
	defer cancel()
	if _, err := j.Call(ctx, "hello", nil, &j.Hello); err != nil {
		return err
	}
	if j.Hello.Protocol != protocol {
		return fmt.Errorf("the agent speaks protocol %d, talpa %d: rebuild it with `make agent`", j.Hello.Protocol, protocol)
	}
	_, err := j.Call(ctx, "boot", map[string]any{
		"width": c.Display.Width, "height": c.Display.Height, "density": c.Display.Density,
		"qualifiers": c.Display.Qualifiers(), "seed": c.Seed, "epoch": int64(Epoch),
	}, nil)
	return err
}

// Attach gives the notifications to f from now on.
func (j *JVM) Attach(f func(wire.Notice)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.notify = f
}

func (j *JVM) notice(n wire.Notice) {
	j.mu.Lock()
	f := j.notify
	j.mu.Unlock()
	if f != nil {
		f(n)
	}
}

// Kill ends the process and its group. reason is for the log.
func (j *JVM) Kill(reason string) {
	j.mu.Lock()
	if j.reason == "" {
		j.reason = reason
	}
	j.mu.Unlock()
	j.proc.Kill()
}

// Await waits, a moment at most, until a killed process runs no more.
func (j *JVM) Await() {
	select {
	case <-j.proc.Done():
	case <-time.After(watchPeriod):
	}
}

// Loads is the number of apps that were loaded so far.
func (j *JVM) Loads() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.loads
}

// HostPID is the process on the host.
func (j *JVM) HostPID() int { return j.proc.PID() }

// AwaitLoss waits until the process is gone or cannot be spoken to.
func (j *JVM) AwaitLoss() {
	select {
	case <-j.proc.Done():
	case <-j.Done():
	}
}

// Ended says whether the process is gone or cannot be spoken to.
func (j *JVM) Ended() bool {
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
func (j *JVM) reap() {
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
