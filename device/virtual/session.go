package virtual

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"talpa/device"
	"talpa/device/session"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
)

// maxSessionLine bounds a request, in bytes.
const maxSessionLine = 1 << 20

// serveSession is the command of package session: it serves one client until its input ends.
func (d *Device) serveSession(ctx context.Context, c *shell.Call) int {
	d.drive(ctx, 1)
	defer d.drive(context.WithoutCancel(ctx), -1)
	lines := bufio.NewScanner(c.In)
	lines.Buffer(make([]byte, 0, 4096), maxSessionLine)
	seq := d.log.End()
	for lines.Scan() {
		var r session.Request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
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
		a.App, err = d.installFrom(ctx, r.Path)
	case session.OpFidelity:
		a.Notes = d.notes.list()
	case session.OpLog:
	default:
		d.mu.Lock()
		defer d.mu.Unlock()
		raw, err = d.locked(ctx, r, &a)
		if p := d.alive(); p != nil {
			a.Alive = r.Package == "" || p.app.Package == r.Package
			a.Top = p.Front()
		}
	}
	a.SetErr(err)
	return a, raw
}

// locked performs the requests that need the device for themselves. d.mu is held.
func (d *Device) locked(ctx context.Context, r session.Request, a *session.Answer) ([]byte, error) {
	switch r.Op {
	case session.OpInfo:
		a.Info = &device.Info{
			Serial: d.serial, Model: "talpa virtual", API: api, Width: d.opts.Width, Height: d.opts.Height,
			Density: d.opts.Density, Virtual: true, StandIns: d.opts.Network == runtime.NetworkStandIn,
		}
		return nil, nil
	case session.OpDo:
		if r.Event == nil {
			return nil, errors.New("no event given")
		}
		return nil, d.do(ctx, r.Package, *r.Event)
	case session.OpLook:
		xml, _, err := d.dump(ctx)
		return []byte(xml), err
	case session.OpShot:
		return d.screenshot(ctx)
	case session.OpRecord:
		d.record = r.On
		return nil, nil
	case session.OpExecuted:
		return json.Marshal(d.executed())
	case session.OpAlive:
		return nil, nil
	case session.OpRecycle:
		d.recycle = r.On
		if d.used != nil && !r.On {
			d.used.Kill("it is not needed")
			d.used = nil
		}
		return nil, nil
	case session.OpExpect:
		d.expected = r.Count
		d.pool.Fill(d.spares())
		return nil, nil
	}
	app, err := d.find(r.Package)
	if err != nil {
		return nil, err
	}
	switch r.Op {
	case session.OpReset:
		return nil, d.reset(app)
	case session.OpStop:
		if p := d.alive(); p != nil && p.app == app {
			d.stop("it is stopped")
		}
		return nil, nil
	}
	return nil, fmt.Errorf("unknown operation %q", r.Op)
}

// installFrom installs a file of the device.
func (d *Device) installFrom(ctx context.Context, path string) (*device.App, error) {
	in, err := d.fs.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	a, err := d.installStream(ctx, in, -1, installation{grant: true})
	if err != nil {
		return nil, err
	}
	if !a.Signed && len(a.splits) == 0 {
		d.notes.add(a.Package + " is not signed: a phone would not install it")
	}
	_ = d.fs.Remove(path, false)
	return &device.App{Package: a.Package, Launcher: a.Launcher, SHA256: a.sha}, nil
}

// installStream installs the APK that r holds: size bytes, or all if size is
// negative.
func (d *Device) installStream(ctx context.Context, r io.Reader, size int64, how installation) (*app, error) {
	if size > maxAPK {
		return nil, fmt.Errorf("%w: %d bytes, limit %d", device.ErrInstall, size, int64(maxAPK))
	}
	file, err := d.store(r, size)
	if err != nil {
		return nil, err
	}
	a, err := d.install(ctx, file, how)
	if err != nil {
		_ = os.Remove(file)
	}
	return a, err
}
