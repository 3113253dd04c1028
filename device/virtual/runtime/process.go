package runtime

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"talpa/device/virtual/wire"
	"talpa/internal/procfs"
)

// The limits of real time for one request to the agent. An app that keeps its main
// thread longer than answerTimeout does not respond; loadTimeout leaves room for the
// start of large apps.
const (
	AnswerTimeout = 30 * time.Second
	LoadTimeout   = 2 * time.Minute
	stackTimeout  = 5 * time.Second // for the stacks of an app that does not respond
	unloadTimeout = 5 * time.Second
	// recordTimeout is for one answer about what ran: the agent looks at the probes
	// without the app's help.
	recordTimeout = 10 * time.Second
	// lastWords is how long a dying process may go on to speak.
	lastWords = 500 * time.Millisecond
	// maxLogThreads is of how many threads log lines are told apart.
	maxLogThreads = 100_000
)

// A recycled JVM keeps a little of each app: after so many loads, or of so many
// bytes, a fresh one is quicker.
const (
	maxLoads   = 40
	maxUsedRSS = 1200 << 20
)

// ErrAppDied says that the app's process ended during a request. The log tells why.
var ErrAppDied = errors.New("the app's process has ended")

// NotResponding is why a request ended an app's process: the app did not answer in
// time. It wraps ErrAppDied.
type NotResponding struct {
	Reason string // in Android's words
	Stacks string // of the app's threads, "" if they could not be had
}

// Error says what was not answered.
func (e *NotResponding) Error() string { return e.Reason }

// Unwrap says that the process has ended.
func (e *NotResponding) Unwrap() error { return ErrAppDied }

// Process is one run of an app in a JVM. request and recorded are for one
// goroutine at a time, thread for that of the connection; all else is safe for use
// by several.
type Process struct {
	*JVM
	PID     int         // the device's own, not the host's
	probes  probeTables // of the code that it told of
	threads map[int]int // of its log lines, see thread

	mu       sync.Mutex
	died     string // why, "" while it lives
	top      string // activity in front, "pkg/cls"
	recycles bool   // its JVM may serve another app after it
}

// NewProcess is the next app's process in a JVM that has none.
func NewProcess(j *JVM, code Conversion, pid int, recycles bool) *Process {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.loads++
	j.code = code
	return &Process{JVM: j, PID: pid, recycles: recycles}
}

// SetDied notes why a process died; the first reason holds.
func (p *Process) SetDied(why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.died == "" {
		p.died = why
	}
}

// DeadReason is why a process died, "" while it lives or if it did not say.
func (p *Process) DeadReason() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.died
}

// Front is the activity in front, "pkg/cls"; "" if there is none.
func (p *Process) Front() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.top
}

// SetFront notes the activity in front.
func (p *Process) SetFront(top string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.top = top
}

// Recyclable says whether the JVM may serve another app afterwards.
func (p *Process) Recyclable() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.recycles
}

// Spoil forbids the JVM to serve another app.
func (p *Process) Spoil() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recycles = false
}

// Dying marks a process as dead and gives it a moment for its last words. Whoever
// looks for it next ends it sooner.
func (p *Process) Dying(why string) {
	p.SetDied(why)
	if !p.Recyclable() {
		time.AfterFunc(lastWords, func() { p.Kill(why) })
	}
}

// LossReason says why the JVM of a process is gone though the app did not die.
func (p *Process) LossReason() string {
	p.JVM.mu.Lock()
	reason := p.reason
	p.JVM.mu.Unlock()
	if reason != "" {
		return reason
	}
	return fmt.Sprintf("%v%s", p.Err(), p.stderr.quoted())
}

// Request calls the agent: params are sent as JSON, result is filled in from JSON,
// the raw bytes of the answer are returned. The app's death is ErrAppDied; an app
// that keeps the request longer than limit is a notResponding, and dead.
func (p *Process) Request(ctx context.Context, limit time.Duration, method string, params, result any) ([]byte, error) {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := p.afterFairShare(limit, cancel)
	raw, err := p.Call(limited, method, params, result)
	stop()
	var hung *NotResponding
	if err != nil && ctx.Err() == nil && errors.Is(err, context.Canceled) {
		hung = p.hung(method, limit)
	}
	var said *wire.Error
	if errors.As(err, &said) && said.Kind == wire.KindApp {
		p.SetDied(said.Message)
	}
	if errors.Is(err, wire.ErrProtocol) {
		p.Kill("it broke the protocol")
	}
	switch {
	case hung != nil:
		return nil, hung
	case p.DeadReason() != "" || errors.Is(err, wire.ErrGone) || errors.Is(err, wire.ErrProtocol):
		return nil, ErrAppDied
	}
	return raw, err
}

// hung marks an app that does not answer as dead and asks for its threads' stacks.
func (p *Process) hung(method string, limit time.Duration) *NotResponding {
	ctx, cancel := context.WithTimeout(context.Background(), min(stackTimeout, limit))
	defer cancel()
	var stacks struct{ Text string }
	_, _ = p.Call(ctx, "threads", nil, &stacks)
	p.SetDied("it does not respond")
	return &NotResponding{
		Reason: fmt.Sprintf("Input dispatching timed out (%s took longer than %v)", method, limit), Stacks: stacks.Text,
	}
}

// Recorded asks what the process ran since the last time and calls ran for each
// place. Its code must have probes.
func (p *Process) Recorded(ran func(method string, line int)) error {
	ctx, cancel := context.WithTimeout(context.Background(), recordTimeout)
	defer cancel()
	raw, err := p.Call(ctx, "recorded", nil, nil)
	if err != nil {
		return err
	}
	return p.probes.read(string(raw), ran)
}

// Thread is the number of the thread that a notification is of. Threads are
// numbered as they appear in the log, so that logs are the same in every run; those
// beyond a limit, which no app comes to, count as the main one.
func (p *Process) Thread(n wire.Notice) int {
	if n.TID == 0 || n.TID == n.PID {
		return p.PID
	}
	if p.threads[n.TID] == 0 {
		if len(p.threads) == maxLogThreads {
			return p.PID
		}
		if p.threads == nil {
			p.threads = map[int]int{}
		}
		p.threads[n.TID] = p.PID + 1 + len(p.threads)
	}
	return p.threads[n.TID]
}

// Unload has a JVM forget its app; false if it cannot be used again.
func (j *JVM) Unload() bool {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer j.afterFairShare(unloadTimeout, cancel)()
	j.Attach(nil)
	var r struct {
		Clean bool
		Names []string // of threads that go on
	}
	if _, err := j.Call(ctx, "unload", nil, &r); err != nil || !r.Clean {
		j.log.Debug("virtual device: a JVM is not used again", "err", err, "loads", j.Loads(), "threads", r.Names)
		return false
	}
	_, rss := procfs.Size(j.HostPID())
	return j.Loads() < maxLoads && rss < maxUsedRSS
}
