package adb

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"

	"talpa/device"
	"talpa/device/session"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

const maxAnswer = 256 << 20 // bytes that follow an answer

// embedded is the embedded device, over a session that stays open.
type embedded struct {
	link *link
	info device.Info
	conn net.Conn // nil between sessions
	r    *bufio.Reader
	log  []byte // came, not yet asked for
	// registered is what the app had asked to be told of when it was last heard of.
	registered []string
	builds
}

func openEmbedded(ctx context.Context, l *link) (device.Device, error) {
	d := &embedded{link: l}
	a, _, err := d.call(ctx, session.Request{Op: session.OpInfo})
	if err != nil {
		return nil, err
	}
	if a.Info == nil {
		return nil, l.lost(errors.New("the device does not describe itself"))
	}
	d.info = *a.Info
	return d, nil
}

// call performs one request. A context that ends ends the session: the next
// call opens another.
func (d *embedded) call(ctx context.Context, r session.Request) (session.Answer, []byte, error) {
	var a session.Answer
	if err := ctx.Err(); err != nil {
		return a, nil, err
	}
	if d.conn == nil {
		// The session outlives this call, so its end is not bound to the context.
		c, err := d.link.open(context.WithoutCancel(ctx), "exec:"+session.Command)
		if err != nil {
			return a, nil, err
		}
		d.conn, d.r = c, bufio.NewReaderSize(c, 64<<10)
	}
	conn := d.conn
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	raw, err := d.exchange(r, &a)
	if err != nil {
		d.conn.Close()
		d.conn = nil
		if ctx.Err() != nil {
			return a, nil, ctx.Err()
		}
		return a, nil, d.link.lost(fmt.Errorf("%s: %w", r.Op, err))
	}
	if err := a.Err(); err != nil {
		return a, raw, err
	}
	return a, raw, nil
}

// exchange writes a request and reads its answer.
func (d *embedded) exchange(r session.Request, a *session.Answer) ([]byte, error) {
	line, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if _, err := d.conn.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	head, err := d.r.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(head, a); err != nil {
		return nil, fmt.Errorf("answer %.200q: %w", head, err)
	}
	if a.Bytes < 0 || a.Log < 0 || a.Bytes+a.Log > maxAnswer {
		return nil, fmt.Errorf("answer of %d and %d bytes", a.Bytes, a.Log)
	}
	raw := make([]byte, a.Bytes+a.Log)
	if _, err := io.ReadFull(d.r, raw); err != nil {
		return nil, err
	}
	d.log = append(d.log, raw[a.Bytes:]...)
	return raw[:a.Bytes:a.Bytes], nil
}

// Info implements device.Device.
func (d *embedded) Info() device.Info { return d.info }

// Install implements device.Device.
func (d *embedded) Install(ctx context.Context, apk string) (device.App, error) {
	a, err := d.put(ctx, apk, session.OpInstall)
	if err != nil {
		return device.App{}, err
	}
	d.builds = builds{app: apk}
	return a, errors.Join(d.Reset(ctx, a), d.link.pushSeeds(ctx))
}

// put installs an APK by one of the operations that do.
func (d *embedded) put(ctx context.Context, apk, op string) (device.App, error) {
	path, _, err := d.link.pushApp(ctx, apk, "")
	if err != nil {
		return device.App{}, err
	}
	a, _, err := d.call(ctx, session.Request{Op: op, Path: path})
	if err != nil {
		return device.App{}, err
	}
	if a.App == nil {
		return device.App{}, d.link.lost(errors.New("the device does not say what it installed"))
	}
	return *a.App, nil
}

// installOlder begins anew with the older build.
func (d *embedded) installOlder(ctx context.Context, app device.App) error {
	if err := d.link.checkOlder(); err != nil {
		return err
	}
	a, err := d.put(ctx, d.link.options.Older, session.OpInstall)
	if err != nil {
		return err
	}
	d.older = &a
	_, _, err = d.call(ctx, session.Request{Op: session.OpReset, Package: app.Package})
	return errors.Join(err, d.link.pushSeeds(ctx))
}

// update brings the app itself over what is installed. What the older build did is forgotten.
func (d *embedded) update(ctx context.Context) error {
	if d.older != nil {
		if _, err := d.Log(ctx); err != nil {
			return err
		}
		d.older = nil
	}
	_, err := d.put(ctx, d.builds.app, session.OpUpdate)
	return err
}

// Do implements device.Device.
func (d *embedded) Do(ctx context.Context, app device.App, e event.Event) error {
	switch e.Kind {
	case event.Older:
		return d.installOlder(ctx, app)
	case event.Update:
		return d.update(ctx)
	}
	a, _, err := d.call(ctx, session.Request{Op: session.OpDo, Package: app.Package, Event: &e})
	d.registered = a.Registered
	return err
}

// Registered implements device.Registrar.
func (d *embedded) Registered() []string { return append([]string{}, d.registered...) }

// Screen implements device.Device.
func (d *embedded) Screen(ctx context.Context) (*ui.Screen, error) {
	a, xml, err := d.call(ctx, session.Request{Op: session.OpLook})
	if err != nil {
		return nil, err
	}
	s, err := ui.Parse(xml, a.Top)
	if err != nil {
		return nil, fmt.Errorf("reading the screen of %s: %w", d.info.Serial, err)
	}
	return s, nil
}

// Screenshot implements device.Device.
func (d *embedded) Screenshot(ctx context.Context) ([]byte, error) {
	_, png, err := d.call(ctx, session.Request{Op: session.OpShot})
	return png, err
}

// Log implements device.Device.
func (d *embedded) Log(ctx context.Context) ([]byte, error) {
	if _, _, err := d.call(ctx, session.Request{Op: session.OpLog}); err != nil {
		return nil, err
	}
	log := d.log
	d.log = nil
	if d.older != nil {
		return nil, nil
	}
	return log, nil
}

// Alive implements device.Device.
func (d *embedded) Alive(ctx context.Context, app device.App) (bool, error) {
	a, _, err := d.call(ctx, session.Request{Op: session.OpAlive, Package: app.Package})
	return a.Alive, err
}

// Reset implements device.Device.
func (d *embedded) Reset(ctx context.Context, app device.App) error {
	if d.older != nil {
		d.older = nil
		if _, err := d.put(ctx, d.builds.app, session.OpInstall); err != nil {
			return err
		}
	}
	_, _, err := d.call(ctx, session.Request{Op: session.OpReset, Package: app.Package})
	return err
}

// Stop implements device.Device.
func (d *embedded) Stop(ctx context.Context, app device.App) error {
	_, _, err := d.call(ctx, session.Request{Op: session.OpStop, Package: app.Package})
	return err
}

// Save implements device.Saver. An older build is not kept.
func (d *embedded) Save(ctx context.Context, app device.App, number int) error {
	if d.older != nil {
		return fmt.Errorf("%w: keeping a moment of an older build", device.ErrUnsupported)
	}
	_, _, err := d.call(ctx, session.Request{Op: session.OpSave, Package: app.Package, Count: number})
	return err
}

// Restore implements device.Saver.
func (d *embedded) Restore(ctx context.Context, app device.App, number int) error {
	_, _, err := d.call(ctx, session.Request{Op: session.OpRestore, Package: app.Package, Count: number})
	return err
}

// Fidelity implements device.Fidelity.
func (d *embedded) Fidelity() []string {
	a, _, err := d.call(context.Background(), session.Request{Op: session.OpFidelity})
	if err != nil {
		return []string{"the device's remarks are lost: " + err.Error()}
	}
	return a.Notes
}

// Recycle implements device.Recycler.
func (d *embedded) Recycle(ctx context.Context, on bool) error {
	_, _, err := d.call(ctx, session.Request{Op: session.OpRecycle, On: on})
	return err
}

// Record implements device.Recorder.
func (d *embedded) Record(ctx context.Context, on bool) error {
	_, _, err := d.call(ctx, session.Request{Op: session.OpRecord, On: on})
	return err
}

// Executed implements device.Recorder.
func (d *embedded) Executed(ctx context.Context) (device.Executed, error) {
	var ran device.Executed
	_, raw, err := d.call(ctx, session.Request{Op: session.OpExecuted})
	if err != nil {
		return ran, err
	}
	if err := json.Unmarshal(raw, &ran); err != nil {
		return ran, d.link.lost(fmt.Errorf("reading what ran: %w", err))
	}
	if d.older != nil {
		return device.Executed{}, nil
	}
	return ran, nil
}

// Expect implements device.Forecaster.
func (d *embedded) Expect(ctx context.Context, starts int) error {
	_, _, err := d.call(ctx, session.Request{Op: session.OpExpect, Count: starts})
	return err
}

// Close implements device.Device.
func (d *embedded) Close() error {
	if d.conn == nil {
		return nil
	}
	err := d.conn.Close()
	d.conn = nil
	return err
}
