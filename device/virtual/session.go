package virtual

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"talpa/device"
	"talpa/device/session"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
)

// maxSessionLine bounds a request, in bytes.
const maxSessionLine = 1 << 20

// serveSession is the command of package session: it serves one client until its input
// ends. A client that goes while its request is performed ends the request, so that the
// next client does not wait for it.
func (d *Device) serveSession(ctx context.Context, c *shell.Call) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d.system.With(func(s *system) { s.drive(ctx, 1) })
	defer d.system.With(func(s *system) { s.drive(context.WithoutCancel(ctx), -1) })
	lines := make(chan []byte)
	go func() {
		defer cancel()
		defer close(lines)
		in := bufio.NewScanner(c.In)
		in.Buffer(make([]byte, 0, 4096), maxSessionLine)
		for in.Scan() {
			select {
			case lines <- bytes.Clone(in.Bytes()):
			case <-ctx.Done():
				return
			}
		}
	}()
	seq := d.log.End()
	for line := range lines {
		var r session.Request
		if err := json.Unmarshal(line, &r); err != nil {
			return c.Fail("bad request: %v", err)
		}
		a, raw := d.answer(ctx, r)
		var log bytes.Buffer
		var entries []logcat.Entry
		entries, seq, _ = d.log.Since(seq)
		for _, e := range entries {
			log.WriteString(e.Threadtime())
		}
		a.Bytes, a.Log = len(raw), log.Len()
		head, err := json.Marshal(a)
		if err != nil {
			return c.Fail("%v", err)
		}
		out := append(append(append(head, '\n'), raw...), log.Bytes()...)
		if _, err := c.Out.Write(out); err != nil {
			return 1
		}
	}
	return 0
}

// answer performs one request.
func (d *Device) answer(ctx context.Context, r session.Request) (session.Answer, []byte) {
	var a session.Answer
	var raw []byte
	var err error
	switch r.Op {
	case session.OpInstall:
		a.App, err = d.installFrom(ctx, r.Path, installation{grant: true})
	case session.OpUpdate:
		a.App, err = d.installFrom(ctx, r.Path, installation{grant: true, update: true})
	case session.OpFidelity:
		a.Notes = d.notes.All()
	case session.OpLog:
	default:
		d.system.With(func(s *system) {
			raw, err = s.answer(ctx, r, &a)
			if p := s.alive(); p != nil {
				a.Alive = r.Package == "" || p.app.Package == r.Package
				a.Top = p.Front()
				a.Registered = p.registered
			}
		})
	}
	a.SetErr(err)
	return a, raw
}

// answer performs the requests that need the device for themselves.
func (s *system) answer(ctx context.Context, r session.Request, a *session.Answer) ([]byte, error) {
	switch r.Op {
	case session.OpInfo:
		a.Info = &device.Info{
			Serial: s.serial, Model: "talpa virtual", API: s.opts.API, Width: s.opts.Width, Height: s.opts.Height,
			Density: s.opts.Density, Virtual: true, Older: s.opts.API < framework.API,
			StandIns: s.opts.Network == runtime.NetworkStandIn,
		}
		return nil, nil
	case session.OpDo:
		if r.Event == nil {
			return nil, errors.New("no event given")
		}
		return nil, s.do(ctx, r.Package, *r.Event)
	case session.OpLook:
		xml, _, err := s.hierarchy(ctx)
		return []byte(xml), err
	case session.OpShot:
		return s.screenshot(ctx)
	case session.OpRecord:
		s.record = r.On
		return nil, nil
	case session.OpExecuted:
		return json.Marshal(s.executed())
	case session.OpAlive:
		return nil, nil
	case session.OpRecycle:
		s.setRecycle(r.On)
		return nil, nil
	case session.OpExpect:
		s.expect(r.Count)
		return nil, nil
	}
	app, err := s.find(r.Package)
	if err != nil {
		return nil, err
	}
	switch r.Op {
	case session.OpReset:
		return nil, s.reset(app)
	case session.OpSave:
		return nil, s.save(app, r.Count)
	case session.OpRestore:
		return nil, s.restore(app, r.Count)
	case session.OpStop:
		if p := s.alive(); p != nil && p.app == app {
			s.stop("it is stopped")
		}
		return nil, nil
	}
	return nil, fmt.Errorf("unknown operation %q", r.Op)
}
