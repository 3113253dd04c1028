package virtual

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"time"

	"talpa/device"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/wire"
)

// systemPID is the process of the front's own log lines.
const systemPID = 1200

// A crash in the log, in Android's words.
const (
	runtimeTag = "AndroidRuntime"
	fatal      = "FATAL EXCEPTION"
)

// process is the running app of a device.
type process struct {
	*runtime.Process
	app     *app
	offset  int64 // wall clock less uptime, ms
	records bool  // its code has probes
}

// request calls the agent. The app's death is errAppDied, an app that keeps
// the request longer than limit does not respond and is killed. d.mu is held.
func (d *Device) request(
	ctx context.Context, p *process, limit time.Duration, method string, params, result any,
) ([]byte, error) {
	raw, err := p.Request(ctx, min(limit, d.patience), method, params, result)
	var hung *runtime.NotResponding
	if errors.As(err, &hung) {
		d.anr(p, hung.Reason, hung.Stacks, d.now())
	}
	if errors.Is(err, runtime.ErrAppDied) && d.proc == p {
		d.bury(p.DeadReason())
	}
	return raw, err
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

// alive is the running process, nil if there is none. d.mu is held.
func (d *Device) alive() *process {
	if d.proc == nil {
		return nil
	}
	if why := d.proc.DeadReason(); why != "" || d.proc.Ended() {
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
		why = p.LossReason()
		d.notes.add(fmt.Sprintf("the process of %s was lost: %s", p.app.Package, why))
	}
	p.SetDied(why)
	d.retire(p, why)
	d.system('I', "ActivityManager", fmt.Sprintf("Process %s (pid %d) has died: %s", p.app.Package, p.PID, why))
}

// mourn notices the end of a JVM even if nobody asks for anything: the log says
// so at once, and the next start of the app gets another one.
func (d *Device) mourn(j *runtime.JVM) {
	j.AwaitLoss()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.alive()
}

// stop ends the running process. d.mu is held.
func (d *Device) stop(why string) {
	p := d.alive()
	if p == nil {
		return
	}
	d.proc = nil
	p.SetDied(why)
	d.retire(p, why)
	d.system('I', "ActivityManager", fmt.Sprintf("Killing %d:%s/u0a100: %s", p.PID, p.app.Package, why))
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
	p := &process{Process: runtime.NewProcess(j, d.nextPID, d.recycle), app: a, records: d.record}
	if j.Loads() == 1 {
		go d.mourn(j)
	}
	d.nextPID++
	d.proc = p
	d.system('I', "ActivityManager", fmt.Sprintf("Start proc %d:%s/u0a100", p.PID, a.Package))
	j.Attach(func(n wire.Notice) { d.notice(p, n) })
	d.leadNew(ctx, p)
	_, err = d.request(ctx, p, runtime.LoadTimeout, "load", map[string]any{
		"pid": p.PID, "apk": a.apk, "splits": a.splits, "classes": code.Jar, "dataDir": d.pool.Home,
		"mounted": j.Mounted, "since": d.made.UnixMilli(),
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
	if _, err := d.request(ctx, p, runtime.AnswerTimeout, method, params, &r); err != nil {
		return err
	}
	if len(r.Losses) > 0 {
		d.opts.Log.Debug("virtual device: threads lost their turn: runs may differ from here on",
			"threads", r.Losses, "in", method)
	}
	p.SetFront(r.Top)
	if p.offset != 0 {
		d.wall = max(d.wall, p.offset+r.Now)
	}
	return nil
}

// runtime is a JVM without an app: the one that an app has just left, or a
// fresh one, whose place among the spares is filled at once. d.mu is held.
func (d *Device) runtime(ctx context.Context) (*runtime.JVM, error) {
	if j := d.used; j != nil {
		d.used = nil
		if d.recycle && !j.Ended() {
			return j, nil
		}
		j.Kill("it is not needed")
	}
	j, err := d.pool.Take(ctx)
	if d.expected > 0 {
		d.expected--
	}
	d.pool.Fill(d.spares())
	return j, err
}

// spares is the number of JVMs to have ready: as many as boot side by side at
// best, if it is known how many are going to be needed. d.mu is held.
func (d *Device) spares() int {
	if d.expected < 0 {
		return d.opts.Spares
	}
	return min(d.expected, max(d.opts.Spares, goruntime.NumCPU()))
}

// retire ends a process: its JVM is kept for the next one if that is wanted and
// it comes clean, else it is killed. d.mu is held.
func (d *Device) retire(p *process, why string) {
	d.collect(p)
	defer d.stamp()
	if p.Recyclable() && d.recycle && !p.Ended() && p.Unload() {
		if d.used != nil {
			d.used.Kill("another one is kept")
		}
		d.used = p.JVM
		return
	}
	p.Kill(why)
	p.Await() // what it would still write must not land in data that is cleared next
}
