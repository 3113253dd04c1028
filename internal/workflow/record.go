package workflow

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/live"
	"talpa/internal/files"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/progress"
)

// RecordOptions say which app a person works, and where what is done is written.
type RecordOptions struct {
	APK  string
	Out  string // the script; it must not be there yet
	From string // a script, or the folder of a run, to go on with; "" = an app that was just installed
	Port int    // of this computer, for the page; 0 = any that is free
	Run  RunOptions
	// Open is told the address of the page once it is there.
	Open func(address string)
	// Progress is told how it goes; nil if nobody looks.
	Progress func(Progress)
}

// Recorded is the result of Record.
type Recorded struct {
	Script string `json:"script,omitempty"` // path; "" if nothing was done
	Events int    `json:"events"`
	// Crash is the first crash that the script leads to, "" if there was none.
	Crash    string   `json:"crash,omitempty"`
	Fidelity []string `json:"fidelity,omitempty"`
	apk      string
}

// Summary says it for people.
func (r *Recorded) Summary() string {
	if r.Script == "" {
		return "nothing was done, so there is no script\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "script: %s (%s)\n", r.Script, counted(r.Events, "event", "events"))
	if r.Crash != "" {
		fmt.Fprintf(&b, "crash: %s\n", r.Crash)
	}
	fmt.Fprintf(&b, "again: talpa replay %s %s\n", r.Script, r.apk)
	for _, note := range r.Fidelity {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	return b.String()
}

// Record shows a page on which a person works the app, until they say that it is enough or ctx ends, and writes what is
// done as a script after every event.
func Record(ctx context.Context, m Machine, o RecordOptions) (*Recorded, error) {
	a, err := input.OpenApp(ctx, o.APK)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(o.Run.checkAPI(), o.Run.checkADB(), input.CheckSeedData(o.Run.SeedData)); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(o.Out); err == nil {
		return nil, fmt.Errorf("%s is there already: name another file with --out", o.Out)
	}
	if err := files.CheckOutput(o.Out); err != nil {
		return nil, err
	}
	run, events, err := o.begin(a)
	if err != nil {
		return nil, err
	}
	log := progress.New(o.Progress, m.Log, m.Now)
	log.Say("starting the device", "")
	fleet, err := openFleet(ctx, m, run, 1)
	if err != nil {
		return nil, err
	}
	defer fleet.Close()
	dev, err := fleet.Open(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer dev.Close()
	app, err := dev.Install(ctx, o.APK)
	if err != nil {
		return nil, infra(err)
	}
	save := func(s *event.Script) error { return files.WriteOutput(o.Out, s.Encode()) }
	session := live.New(dev, fuzz.NewPlayer(dev, app, fuzz.ReplayOptions{InApp: a.Defines}),
		fuzz.NewScript(app, dev.Info(), run.Seed), save)
	log.Say("starting the app", "%s", counted(len(events), "event", "events"))
	if err = session.Begin(ctx, events); err == nil {
		err = o.serve(ctx, session, log)
	}
	recorded := &Recorded{Events: len(session.Script().Events), Fidelity: fidelity(dev), apk: o.APK}
	if recorded.Events > 0 {
		recorded.Script = o.Out
	}
	if c := session.Crash(); c != nil {
		recorded.Crash = c.Title()
	}
	if interrupted(ctx) {
		err = nil // that is how it ends
	}
	return recorded, infra(err)
}

// begin is how the device is, and what is done before the person's turn: the events of the script that is gone on with,
// else the start of the app.
func (o *RecordOptions) begin(a *input.App) (RunOptions, []event.Event, error) {
	run := o.Run
	if o.From == "" {
		return run, []event.Event{{Kind: event.Launch}}, nil
	}
	path, script, err := input.Script(o.From)
	if err != nil {
		return run, nil, err
	}
	if err := checkScript(path, script, a); err != nil {
		return run, nil, err
	}
	run.Seed = script.Seed
	if run.API == 0 && run.Serial == "" {
		run.API = script.API
	}
	run.Network = networkOf(script, run.Network)
	return run, script.Events, nil
}

// serve shows the page until the person, ctx or the device ends it.
func (o *RecordOptions) serve(ctx context.Context, session *live.Session, log *progress.Log) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", o.Port))
	if err != nil {
		return fmt.Errorf("the page has no port of this computer (choose another one with --port): %w", err)
	}
	page := live.NewServer(session)
	server := &http.Server{Handler: page.Handler(ctx), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute}
	defer server.Close()
	go func() { _ = server.Serve(listener) }()
	log.Say("recording", "until the page's button Done, or Ctrl-C")
	if o.Open != nil {
		o.Open("http://" + listener.Addr().String() + page.Path())
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-page.Ended():
		return err
	}
}
