package virtual

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"talpa/device"
	"talpa/device/virtual/wire"
)

const (
	// answerTimeout is real time: an app that keeps its main thread longer
	// does not respond. loadTimeout leaves room for the start of large apps.
	answerTimeout = 30 * time.Second
	loadTimeout   = 2 * time.Minute
	stackTimeout  = 5 * time.Second // for the stacks of an app that does not respond
	unloadTimeout = 5 * time.Second
	// A recycled JVM keeps a little of each app: after so many loads, or of so
	// many bytes, a fresh one is quicker.
	maxLoads   = 40
	maxUsedRSS = 1200 << 20
	// lastWords is how long a dying process may go on to speak.
	lastWords = 500 * time.Millisecond
	systemPID = 1200 // of the front's own log lines

	// A crash in the log, in Android's words.
	runtimeTag = "AndroidRuntime"
	fatal      = "FATAL EXCEPTION"
)

// errAppDied says that the app's process ended during a request. The log tells why.
var errAppDied = errors.New("the app's process has ended")

// process is one run of an app in a JVM.
type process struct {
	*jvm
	app    *app
	pid    int
	offset int64 // wall clock less uptime, ms
	// recycled says that its JVM may serve another app after it.
	recycled bool
	records  bool        // its code has probes
	probes   probeTables // of the code that it told of
	threads  map[int]int // of its log lines, see thread

	mu   sync.Mutex
	died string // why, "" while it lives
	top  string // activity in front, "pkg/cls"
}

// inputResult is what every input method answers.
type inputResult struct {
	Idle bool   `json:"idle"`
	Now  int64  `json:"now"`
	Top  string `json:"top"`
	// Losses are threads that lost their turn because they did not get on:
	// from there on the host decides on the order of threads, and runs may differ.
	Losses []string `json:"losses"`
}

func (p *process) setDied(why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.died == "" {
		p.died = why
	}
}

func (p *process) deadReason() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.died
}

func (p *process) front() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.top
}

// alive is the running process, nil if there is none. d.mu is held.
func (d *Device) alive() *process {
	if d.proc == nil {
		return nil
	}
	if why := d.proc.deadReason(); why != "" || d.proc.ended() {
		d.bury(why)
		return nil
	}
	return d.proc
}

// bury ends a process that died by itself. d.mu is held.
func (d *Device) bury(why string) {
	p := d.proc
	d.proc = nil
	if why == "" {
		why = p.lossReason()
		d.notes.add(fmt.Sprintf("the process of %s was lost: %s", p.app.Package, why))
	}
	p.setDied(why)
	d.retire(p, why)
	d.system('I', "ActivityManager", fmt.Sprintf("Process %s (pid %d) has died: %s", p.app.Package, p.pid, why))
}

// mourn notices the end of a JVM even if nobody asks for anything: the log says
// so at once, and the next start of the app gets another one.
func (d *Device) mourn(j *jvm) {
	select {
	case <-j.proc.Done():
	case <-j.Done():
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.alive()
}

// lossReason says why the JVM of a process is gone though the app did not die.
func (p *process) lossReason() string {
	p.jvm.mu.Lock()
	reason := p.reason
	p.jvm.mu.Unlock()
	if reason != "" {
		return reason
	}
	return fmt.Sprintf("%v%s", p.Err(), p.stderr.quoted())
}

// stop ends the running process. d.mu is held.
func (d *Device) stop(why string) {
	p := d.alive()
	if p == nil {
		return
	}
	d.proc = nil
	p.setDied(why)
	d.retire(p, why)
	d.system('I', "ActivityManager", fmt.Sprintf("Killing %d:%s/u0a100: %s", p.pid, p.app.Package, why))
}

// start loads an app into a warm JVM, in place of what ran before. saved asks
// for the state that the app saved when it left the screen. An app that dies of
// it is errAppDied. d.mu is held.
func (d *Device) start(ctx context.Context, a *app, saved bool) (*process, error) {
	if p := d.alive(); p != nil {
		d.stop("another process takes its place")
	}
	code, err := d.code(ctx, a)
	if err != nil {
		return nil, err
	}
	j, err := d.runtime(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", device.ErrLost, err)
	}
	j.loads++
	if j.loads == 1 {
		go d.mourn(j)
	}
	p := &process{jvm: j, app: a, pid: d.nextPID, recycled: d.recycle, records: d.record}
	d.nextPID++
	d.proc = p
	d.system('I', "ActivityManager", fmt.Sprintf("Start proc %d:%s/u0a100", p.pid, a.Package))
	j.attach(func(n wire.Notice) { d.notice(p, n) })
	d.leadNew(ctx, p)
	_, err = d.request(ctx, p, loadTimeout, "load", map[string]any{
		"pid": p.pid, "apk": a.apk, "splits": a.splits, "classes": code.jar, "dataDir": d.pool.home,
		"mounted": j.mounted, "since": d.made.UnixMilli(),
		"saved": saved, "slow": d.state.slow, "hasty": d.state.hasty, "servers": d.state.servers,
		"wall": d.wall, "seed": d.opts.Seed,
		"permissions": a.grants.List(), "settings": d.settings.list(),
		"content": d.pending,
	}, nil)
	if err != nil {
		return nil, err
	}
	d.pending = nil
	if _, err := d.readClock(ctx, p); err != nil {
		return nil, err
	}
	return p, d.configure(ctx, p)
}

// configure makes a loaded app's display what the device has been set to; there
// is no display before an app is loaded.
func (d *Device) configure(ctx context.Context, p *process) error {
	s := d.state
	if s.rotation != 0 {
		if err := d.input(ctx, p, "rotate", map[string]any{"rotation": s.rotation}); err != nil {
			return err
		}
	}
	if s.locale != "" || s.fontScale != 1 || s.night {
		params := map[string]any{"fontScale": s.fontScale, "night": s.night}
		if s.locale != "" {
			params["locale"] = s.locale
		}
		if err := d.input(ctx, p, "config", params); err != nil {
			return err
		}
	}
	if err := d.tellAnswer(ctx, p); err != nil {
		return err
	}
	return d.environment(ctx, p)
}

// input performs an input method and notes what is in front afterwards. d.mu is held.
func (d *Device) input(ctx context.Context, p *process, method string, params any) error {
	var r inputResult
	if _, err := d.request(ctx, p, answerTimeout, method, params, &r); err != nil {
		return err
	}
	if len(r.Losses) > 0 {
		d.opts.Log.Debug("virtual device: threads lost their turn: runs may differ from here on",
			"threads", r.Losses, "in", method)
	}
	p.mu.Lock()
	p.top = r.Top
	p.mu.Unlock()
	if p.offset != 0 {
		d.wall = max(d.wall, p.offset+r.Now)
	}
	return nil
}

// runtime is a JVM without an app: the one that an app has just left, or a
// fresh one, whose place among the spares is filled at once. d.mu is held.
func (d *Device) runtime(ctx context.Context) (*jvm, error) {
	if j := d.used; j != nil {
		d.used = nil
		if d.recycle && !j.ended() {
			return j, nil
		}
		j.kill("it is not needed")
	}
	j, err := d.pool.take(ctx)
	if d.expected > 0 {
		d.expected--
	}
	d.pool.fill(d.spares())
	return j, err
}

// spares is the number of JVMs to have ready: as many as boot side by side at
// best, if it is known how many are going to be needed. d.mu is held.
func (d *Device) spares() int {
	if d.expected < 0 {
		return d.opts.Spares
	}
	return min(d.expected, max(d.opts.Spares, runtime.NumCPU()))
}

// retire ends a process: its JVM is kept for the next one if that is wanted and
// it comes clean, else it is killed. d.mu is held.
func (d *Device) retire(p *process, why string) {
	d.collect(p)
	defer d.stamp()
	if p.recycled && d.recycle && !p.ended() && d.unload(p.jvm) {
		if d.used != nil {
			d.used.kill("another one is kept")
		}
		d.used = p.jvm
		return
	}
	p.kill(why)
	p.await() // what it would still write must not land in data that is cleared next
}

// unload has a JVM forget its app; false if it cannot be used again.
func (d *Device) unload(j *jvm) bool {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer j.afterFairShare(unloadTimeout, cancel)()
	j.attach(nil)
	var r struct {
		Clean bool
		Names []string // of threads that go on
	}
	if _, err := j.Call(ctx, "unload", nil, &r); err != nil || !r.Clean {
		d.opts.Log.Debug("virtual device: a JVM is not used again", "err", err, "loads", j.loads, "threads", r.Names)
		return false
	}
	_, rss := processSize(j.proc.PID())
	return j.loads < maxLoads && rss < maxUsedRSS
}

// request calls the agent. The app's death is errAppDied, an app that keeps
// the request longer than limit does not respond and is killed. d.mu is held.
func (d *Device) request(
	ctx context.Context, p *process, limit time.Duration, method string, params, result any,
) ([]byte, error) {
	limit = min(limit, d.patience)
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := p.afterFairShare(limit, cancel)
	raw, err := p.Call(limited, method, params, result)
	stop()
	if err != nil && ctx.Err() == nil && errors.Is(err, context.Canceled) {
		d.unresponsive(p, method, limit)
	}
	var said *wire.Error
	if errors.As(err, &said) && said.Kind == wire.KindApp {
		p.setDied(said.Message)
	}
	if errors.Is(err, wire.ErrProtocol) {
		p.kill("it broke the protocol")
	}
	if p.deadReason() != "" || errors.Is(err, wire.ErrGone) || errors.Is(err, wire.ErrProtocol) {
		if d.proc == p {
			d.bury(p.deadReason())
		}
		return nil, errAppDied
	}
	return raw, err
}

// unresponsive reports an app that does not answer, with its main thread's stack.
func (d *Device) unresponsive(p *process, method string, limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), min(stackTimeout, d.patience))
	defer cancel()
	var stacks struct{ Text string }
	_, _ = p.Call(ctx, "threads", nil, &stacks)
	d.anr(p, fmt.Sprintf("Input dispatching timed out (%s took longer than %v)", method, limit), stacks.Text, d.now())
	p.setDied("it does not respond")
}
