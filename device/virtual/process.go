package virtual

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"time"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/surroundings"
	"talpa/device/virtual/wire"
)

// firstPID is the process id of the first app process; ids are the device's
// own, so that logs are the same in every run.
const firstPID = 4001

// A crash in the log, in Android's words.
const (
	runtimeTag = "AndroidRuntime"
	fatal      = "FATAL EXCEPTION"
)

// processes is the one app process that a device has at a time, the JVMs that it and
// its successors run in, and what a process is told at its start: how the device is
// set, and the time.
type processes struct {
	*hardware
	onLoss func(*runtime.JVM) // watches a JVM that gets an app

	proc     *process      // nil if no app runs; see alive
	spare    *runtime.JVM  // an unloaded JVM that serves next, nil if there is none
	recycle  bool          // an app's JVM serves the next one
	expected int           // starts on fresh JVMs that are coming, negative if unknown
	timeout  time.Duration // bounds every request to the agent; tests shorten it
	nextPID  int
	wall     int64 // the virtual wall clock as last seen, ms since 1970
	record   bool  // processes are to record what they run
	ran      execution
	config   configuration
	props    map[string]string
	sessions int                   // talpa's own clients
	deferred []framework.ContentOp // rows that wait for an app to start
	// left is the package whose process was killed in the background: its task waits for it.
	left string
	kept surroundings.Kept // of that process
}

// manner is how a process is started.
type manner int

const (
	whole manner = iota
	// restricted is as backup and restore start one before Android 16: with Android's own
	// Application in place of the app's and without the app's providers.
	restricted
)

// process is the running app of a device.
type process struct {
	*runtime.Process
	app     *app
	offset  int64 // wall clock less uptime, ms
	records bool  // its code has probes
	// registered is what the app has asked to be told of; see device.Registrar.
	registered []string
}

// request calls the agent. The app's death is runtime.ErrAppDied, an app that keeps
// the request longer than limit does not respond and is killed.
func (s *processes) request(
	ctx context.Context, p *process, limit time.Duration, method string, params, result any,
) ([]byte, error) {
	raw, err := p.Request(ctx, min(limit, s.timeout), method, params, result)
	var hung *runtime.NotResponding
	if errors.As(err, &hung) {
		s.anr(p, hung.Reason, hung.Stacks, s.wall)
	}
	if errors.Is(err, runtime.ErrAppDied) && s.proc == p {
		s.processDied(p.DeadReason())
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
	// Registered is what the app has asked to be told of.
	Registered []string `json:"registered"`
}

// alive is the running process, nil if there is none.
func (s *processes) alive() *process {
	if s.proc == nil {
		return nil
	}
	if why := s.proc.DeadReason(); why != "" || s.proc.Ended() {
		s.processDied(why)
		return nil
	}
	return s.proc
}

// processDied ends a process that died by itself.
func (s *processes) processDied(why string) {
	p := s.proc
	s.proc = nil
	if why == "" {
		why = p.LossReason()
		s.notes.Add(fmt.Sprintf("the process of %s was lost: %s", p.app.Package, why))
	}
	p.SetDied(why)
	s.retire(p, why)
	s.logSystem('I', "ActivityManager", fmt.Sprintf("Process %s (pid %d) has died: %s", p.app.Package, p.PID, why))
}

// stop ends the running process.
func (s *processes) stop(why string) {
	p := s.alive()
	if p == nil {
		return
	}
	s.proc = nil
	p.SetDied(why)
	s.retire(p, why)
	s.logSystem('I', "ActivityManager", fmt.Sprintf("Killing %d:%s/u0a100: %s", p.PID, p.app.Package, why))
}

// start loads an app into a warm JVM, in place of what ran before. It comes to know the
// task of a process that was killed in the background. An app that dies of it is
// runtime.ErrAppDied.
func (s *processes) start(ctx context.Context, a *app, how manner) (*process, error) {
	if p := s.alive(); p != nil {
		s.stop("another process takes its place")
	}
	code, err := s.code(ctx, a)
	if err != nil {
		return nil, err
	}
	j, err := s.take(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", device.ErrLost, err)
	}
	p := &process{Process: runtime.NewProcess(j, code, s.nextPID, s.recycle), app: a, records: s.record}
	if j.Loads() == 1 {
		go s.onLoss(j)
	}
	s.nextPID++
	s.proc = p
	s.logSystem('I', "ActivityManager", fmt.Sprintf("Start proc %d:%s/u0a100", p.PID, a.Package))
	h := s.hardware
	j.Attach(func(n wire.Notice) { h.notice(p, n) })
	s.leadNew(ctx, p)
	_, err = s.request(ctx, p, runtime.LoadTimeout, "load", map[string]any{
		"pid": p.PID, "apk": a.apk, "splits": a.splits, "classes": code.Classes, "dataDir": s.pool.Home,
		"mounted": j.Mounted, "since": s.made.UnixMilli(),
		"saved": s.left == a.Package, "restricted": how == restricted,
		"slow": s.config.slow, "fast": s.config.fast, "servers": s.config.servers,
		"wall": s.wall, "seed": s.opts.Seed,
		"permissions": a.Grants.List(), "settings": s.settings.List(),
		"content": s.deferred, "empty": s.config.empty, "document": s.config.document, "brought": s.seeds,
		"storage": s.config.shared.word(), "apps": s.config.apps, "outlasting": s.outlasting(a),
		"told": s.stands(),
	}, nil)
	if err != nil {
		return nil, err
	}
	s.deferred, s.left, s.kept = nil, "", surroundings.Kept{}
	if _, err := s.readClock(ctx, p); err != nil {
		return nil, err
	}
	return p, nil
}

// outlasting are the alarms and jobs of an app whose process was killed.
func (s *processes) outlasting(a *app) surroundings.Kept {
	if s.left != a.Package {
		return surroundings.Kept{}
	}
	return s.kept
}

// stands is how the device stands when a process starts, in the requests that say so to a
// running one: it is done before the app's providers and its Application.onCreate.
func (s *processes) stands() []framework.Request {
	c := &s.config
	all := []framework.Request{{Method: "answer", Params: map[string]any{"mode": s.answering()}}}
	add := func(method string, params map[string]any) {
		all = append(all, framework.Request{Method: method, Params: params})
	}
	if c.rotation != 0 {
		add("rotate", map[string]any{"rotation": c.rotation})
	}
	if c.locale != "" || c.fontScale != 1 || c.night {
		params := map[string]any{"fontScale": c.fontScale, "night": c.night}
		if c.locale != "" {
			params["locale"] = c.locale
		}
		add("config", params)
	}
	if c.offline || c.mobile {
		add("network", c.network())
	}
	if c.room != surroundings.RoomEnough {
		add("storage", c.room.Params())
	}
	if c.zone != "" {
		add("zone", map[string]any{"id": c.zone})
	}
	for _, t := range c.told {
		all = append(all, t.request)
	}
	return all
}

// input performs an input method and notes what is in front afterwards.
func (s *processes) input(ctx context.Context, p *process, method string, params any) error {
	var r inputResult
	if _, err := s.request(ctx, p, runtime.AnswerTimeout, method, params, &r); err != nil {
		return err
	}
	if len(r.Losses) > 0 {
		s.opts.Log.Debug("virtual device: threads lost their turn: runs may differ from here on",
			"threads", r.Losses, "in", method)
	}
	p.SetFront(r.Top)
	p.registered = r.Registered
	if p.offset != 0 {
		s.wall = max(s.wall, p.offset+r.Now)
	}
	return nil
}

// take is a JVM without an app: the one that an app has just left, or a
// fresh one, whose place among the spares is filled at once.
func (s *processes) take(ctx context.Context) (*runtime.JVM, error) {
	if j := s.spare; j != nil {
		s.spare = nil
		if s.recycle && !j.Ended() {
			return j, nil
		}
		j.Kill("it is not needed")
	}
	j, err := s.pool.Take(ctx)
	if s.expected > 0 {
		s.expected--
	}
	s.pool.Fill(s.wanted())
	return j, err
}

// wanted is the number of JVMs to have ready: as many as boot side by side at
// best, if it is known how many are going to be needed.
func (s *processes) wanted() int {
	if s.expected < 0 {
		return s.opts.Spares
	}
	return min(s.expected, max(s.opts.Spares, goruntime.NumCPU()))
}

// retire ends a process: its JVM is kept for the next one if that is wanted and
// it comes clean, else it is killed.
func (s *processes) retire(p *process, why string) {
	s.collect(p)
	defer func() { s.stamp(s.wall) }()
	if p.Recyclable() && s.recycle && !p.Ended() && p.Unload() {
		if s.spare != nil {
			s.spare.Kill("another one is kept")
		}
		s.spare = p.JVM
		return
	}
	p.Kill(why)
	p.Await() // what it would still write must not land in data that is cleared next
}

// logSystem writes a log line of the device's own.
func (s *processes) logSystem(priority byte, tag, msg string) {
	s.log.Add(logcat.Entry{
		Wall: s.wall, Buffer: logcat.System, Priority: priority, Tag: tag, PID: framework.SystemPID,
		TID: framework.SystemPID, Msg: msg,
	})
}

// inputFront performs an input method on the app that runs. An app that dies of it is
// no error; the home screen takes what comes while there is none.
func (s *processes) inputFront(ctx context.Context, method string, params map[string]any) error {
	p := s.alive()
	if p == nil {
		return nil
	}
	return unlessDied(s.input(ctx, p, method, params))
}

// query asks the app that runs; nothing is asked while there is none.
func (s *processes) query(ctx context.Context, method string, params, result any) error {
	p := s.alive()
	if p == nil {
		return nil
	}
	_, err := s.request(ctx, p, runtime.AnswerTimeout, method, params, result)
	return unlessDied(err)
}

// unlessDied is the error if it is not the app's death, which the log tells.
func unlessDied(err error) error {
	if errors.Is(err, runtime.ErrAppDied) {
		return nil
	}
	return err
}

// size is the display's present width and height.
func (s *processes) size() (w, h int) { return s.screen().Size() }

// screen is the display as the device has turned it.
func (s *processes) screen() framework.Screen {
	return framework.Screen{
		Width: s.opts.Width, Height: s.opts.Height, Density: s.opts.Density, Rotation: s.config.rotation,
	}
}

// setRecycle says whether the JVMs of apps that end from now on serve the next ones.
func (s *processes) setRecycle(on bool) {
	s.recycle = on
	if s.spare != nil && !on {
		s.spare.Kill("it is not needed")
		s.spare = nil
	}
}

// expect makes ready for so many starts on fresh JVMs, negative if it is not known.
func (s *processes) expect(starts int) {
	s.expected = starts
	s.pool.Fill(s.wanted())
}
