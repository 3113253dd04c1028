package runtime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"talpa/device/virtual/cgroup"
	"talpa/device/virtual/confine"
	"talpa/device/virtual/wire"
	"talpa/device/virtual/zygote"
	"talpa/internal/execx"
	"talpa/internal/procfs"
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
	proc  program
	group *cgroup.Group // that it is in with the processes below it, nil for none
	tmp   string
	home  string // the device's folder
	// Mounted says that it sees the device's folders where a device has them.
	Mounted bool
	stderr  *tail
	log     *slog.Logger
	Hello   Hello         // what it said of itself
	gone    chan struct{} // closed when the process has ended and left nothing

	in  io.Closer // the JVM's standard input
	out io.Closer // and its output

	mu     sync.Mutex
	notify func(wire.Notice) // nil until the JVM gets an app
	reason string            // why we killed it, "" if we did not
	loads  int               // apps loaded so far
	code   Conversion        // of the app
	// classes says how long it waited for some.
	classes classWait
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

// program is the process of a JVM: one that was started, or a copy of one.
type program interface {
	PID() int
	Done() <-chan struct{} // closed when it has ended
	Kill()
}

// quarters are where a JVM lives.
type quarters struct {
	home  string   // the device's folder, which it writes
	apps  string   // folder of the APKs
	top   string   // folder of its own, which holds tmp
	tmp   string   // its working folder, removed when it has ended
	reads []string // what else it reads
}

// spawn starts the process of a JVM with its arguments.
func spawn(ctx context.Context, c Config, at quarters, policy confine.Policy, args []string) (*JVM, error) {
	if err := os.MkdirAll(at.tmp, 0o755); err != nil {
		return nil, err
	}
	cmd, err := confine.Command(c.Launcher, c.Support, policy, append([]string{c.java()}, args...))
	if err != nil {
		return nil, err
	}
	j := newJVM(c, at)
	j.Mounted = c.Support.Shows(policy)
	if j.group, err = c.group(); err != nil {
		return nil, err
	}
	cmd.Stderr, cmd.Dir, cmd.Group = j.stderr, at.tmp, j.group.FD()
	// The JVM outlives the call that asks for it: its end is kill's business.
	proc, err := execx.Start(context.WithoutCancel(ctx), cmd)
	if err != nil {
		return nil, fmt.Errorf("starting the virtual device: %w", errors.Join(err, j.group.Close()))
	}
	j.live(proc, proc.Stdin, proc.Stdout)
	return j, nil
}

// startJVM starts an agent and boots it: it is then warm and waits for its app, or, if it
// is to be copied, for copies.
func startJVM(ctx context.Context, c Config, at quarters, copied bool) (*JVM, error) {
	policy := c.jvmPolicy(at, copied)
	j, err := spawn(ctx, c, at, policy, c.flags(at.tmp, c.agentSeen(policy)))
	if err != nil {
		return nil, err
	}
	if !copied { // no code of an app runs in one that is copied
		go j.watch()
		if err := j.openNetwork(c); err != nil {
			return nil, err
		}
	}
	if err := j.boot(ctx, c, copied); err != nil {
		j.Kill("boot failed")
		<-j.gone
		err = fmt.Errorf("%w: %w%s", ErrBoot, err, j.stderr.quoted())
		if ctx.Err() == nil {
			err = tmpRoom(at.tmp).explain(err, FreeBytes)
		}
		return nil, err
	}
	return j, nil
}

func newJVM(c Config, at quarters) *JVM {
	return &JVM{
		tmp: at.tmp, home: at.home, stderr: &tail{limit: stderrKept}, log: c.Log, gone: make(chan struct{}),
	}
}

// live begins to speak with the JVM's process.
func (j *JVM) live(proc program, in io.WriteCloser, out io.ReadCloser) {
	j.proc, j.in, j.out = proc, in, out
	j.Conn = wire.NewConn(out, in, j.notice)
	go j.reap()
}

// ErrBoot is wrapped by the errors of a JVM that does not boot: it is not the app's fault.
var ErrBoot = errors.New("booting the virtual device")

// openNetwork has what the app finds behind its connections be there; a JVM for which it cannot
// be is ended.
func (j *JVM) openNetwork(c Config) error {
	if c.Network != NetworkOn {
		return nil
	}
	err := j.letOut(c.Relay)
	if err != nil {
		j.Kill("it has no network")
		<-j.gone
	}
	return err
}

// errSingle says that a JVM cannot be copied.
var errSingle = errors.New("the JVM cannot be copied")

// boot builds the agent's world; of a JVM that is to be copied only if it can be.
func (j *JVM) boot(ctx context.Context, c Config, copied bool) error {
	ctx, cancel := context.WithTimeout(ctx, bootTimeout)
	defer cancel()
	if _, err := j.Call(ctx, "hello", nil, &j.Hello); err != nil {
		return err
	}
	if j.Hello.Protocol != protocol {
		return fmt.Errorf("the agent speaks protocol %d, talpa %d: rebuild it with `make agent`", j.Hello.Protocol, protocol)
	}
	if copied {
		if err := zygote.Check(j.HostPID()); err != nil {
			return fmt.Errorf("%w: %w", errSingle, err)
		}
	}
	_, err := j.Call(ctx, "boot", c.bootParams(), nil)
	return err
}

// Attach gives the notifications to f from now on.
func (j *JVM) Attach(f func(wire.Notice)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.notify = f
}

func (j *JVM) notice(n wire.Notice) {
	if n.Event == wire.EventClass {
		j.classWanted(n.Name)
		return
	}
	j.mu.Lock()
	f := j.notify
	j.mu.Unlock()
	if f != nil {
		f(n)
	}
}

// Kill ends the process and its groups. reason is for the log.
func (j *JVM) Kill(reason string) {
	j.mu.Lock()
	if j.reason == "" {
		j.reason = reason
	}
	j.mu.Unlock()
	j.proc.Kill()
	if err := j.group.Kill(); err != nil {
		j.log.Warn("virtual device: ending a JVM", "err", err)
	}
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
	<-j.proc.Done()
	cpu := procfs.CPUTime(j.proc.PID()) // of a copy, whose original lives
	exit := "unknown"
	if started, ok := j.proc.(*execx.Process); ok {
		res, _ := started.Wait()
		cpu, exit = res.Usage.User+res.Usage.System, fmt.Sprint(res.ExitCode)
	}
	j.in.Close()
	<-j.Conn.Done() // all that was written has been read
	j.out.Close()
	j.mu.Lock()
	if j.reason == "" {
		j.reason = j.group.Exhausted()
	}
	reason := j.reason
	j.mu.Unlock()
	if err := j.group.Close(); err != nil {
		j.log.Warn("virtual device: ending what a JVM left", "err", err)
	}
	if reason == "" {
		j.log.Info("virtual device: a JVM ended by itself", "exit", exit, "err", j.Err(), "said", j.stderr.String())
	}
	j.log.Debug("virtual device: JVM ended", "reason", reason, "cpu", cpu)
	if err := os.RemoveAll(j.tmp); err != nil {
		j.log.Warn("virtual device: removing a temporary folder", "err", err)
	}
}
