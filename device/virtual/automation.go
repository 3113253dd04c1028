package virtual

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"talpa/device/virtual/droidbot"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/u2"
	"talpa/device/virtual/wire"
)

// automation is the device as package u2 drives it.
type automation struct{ d *Device }

// startAutomation serves what clients expect to find on a prepared phone.
func (d *Device) startAutomation() {
	d.u2 = u2.New(&automation{d: d}, d.opts.Log)
	l, err := d.sockets.Listen("tcp:" + strconv.Itoa(u2.PortAgent))
	if err != nil {
		return // a new device has no listeners
	}
	go d.serveHTTP(context.Background(), l, d.u2.Handler())
	if l, err = d.sockets.Listen("tcp:" + strconv.Itoa(droidbot.Port)); err == nil {
		go droidbot.Serve(context.Background(), l, &automation{d: d})
	}
}

// ServiceRuns implements droidbot.Device.
func (a *automation) ServiceRuns() (runs bool) {
	a.d.system.With(func(s *system) { runs = framework.AccessibilityRuns(commandSystem{s}) })
	return runs
}

// Hierarchy implements droidbot.Device.
func (a *automation) Hierarchy(ctx context.Context) (xml string, err error) {
	a.d.system.With(func(s *system) { xml, _, err = s.hierarchy(ctx) })
	return xml, err
}

// Serial implements u2.Device.
func (a *automation) Serial() string { return a.d.serial }

// Shell implements u2.Device.
func (a *automation) Shell(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int {
	return a.d.Shell(ctx, line, in, out, errw)
}

var rotationAttr = regexp.MustCompile(`<hierarchy rotation="(\d)"`)

// Screen implements u2.Device.
func (a *automation) Screen(ctx context.Context) (screen u2.Screen, err error) {
	a.d.system.With(func(s *system) {
		var xml, front string
		if xml, front, err = s.hierarchy(ctx); err != nil {
			return
		}
		display := s.screen()
		if m := rotationAttr.FindStringSubmatch(xml); m != nil { // an app may have turned the display itself
			display.Rotation, _ = strconv.Atoi(m[1])
		}
		screen = u2.Screen{
			XML: xml, Front: front, Density: display.Density, API: a.d.opts.API, Rotation: display.Rotation,
		}
		screen.Width, screen.Height = display.Size()
	})
	return screen, err
}

// Screenshot implements u2.Device.
func (a *automation) Screenshot(ctx context.Context) (png []byte, err error) {
	a.d.system.With(func(s *system) { png, err = s.screenshot(ctx) })
	return png, err
}

// act performs an input method on the running app. The home screen takes what
// comes while there is none.
func (a *automation) act(ctx context.Context, method string, params map[string]any) (err error) {
	a.d.system.With(func(s *system) { err = s.inputFront(ctx, method, params) })
	return inOwnWords(err)
}

// inOwnWords is an error without the words around the agent's.
func inOwnWords(err error) error {
	var said *wire.Error
	if errors.As(err, &said) {
		return errors.New(said.Message)
	}
	return err
}

// Press implements u2.Device.
func (a *automation) Press(ctx context.Context, at u2.Point, long time.Duration) error {
	if long <= 0 {
		return a.act(ctx, "tap", map[string]any{"x": at.X, "y": at.Y})
	}
	return a.act(ctx, "longtap", map[string]any{"x": at.X, "y": at.Y, "ms": long.Milliseconds()})
}

// Fingers implements u2.Device.
func (a *automation) Fingers(ctx context.Context, paths [][]u2.Point, hold, long time.Duration) error {
	var all [][]float64
	for _, path := range paths {
		var flat []float64
		for _, p := range path {
			flat = append(flat, p.X, p.Y)
		}
		all = append(all, flat)
	}
	return a.act(ctx, "fingers", map[string]any{"paths": all, "hold": hold.Milliseconds(), "ms": long.Milliseconds()})
}

// Touch implements u2.Device.
func (a *automation) Touch(ctx context.Context, action string, at u2.Point) error {
	return a.act(ctx, "motion", map[string]any{"action": action, "x": at.X, "y": at.Y})
}

// Key implements u2.Device.
func (a *automation) Key(ctx context.Context, name string, meta int) error {
	return a.act(ctx, "key", map[string]any{"code": framework.KeyName(name), "meta": meta})
}

// Type implements u2.Device.
func (a *automation) Type(ctx context.Context, text string, clear bool) (err error) {
	a.d.system.With(func(s *system) { err = framework.Type(ctx, commandSystem{s}, u2.Typed{Text: text, Clear: clear}) })
	return inOwnWords(err)
}

// Rotate implements u2.Device.
func (a *automation) Rotate(ctx context.Context, rotation int) (err error) {
	a.d.system.With(func(s *system) { err = s.rotate(ctx, rotation) })
	return inOwnWords(err)
}

// Wait implements u2.Device.
func (a *automation) Wait(ctx context.Context, long time.Duration) (err error) {
	a.d.system.With(func(s *system) {
		if s.alive() == nil {
			s.wall += long.Milliseconds()
			return
		}
		err = s.inputFront(ctx, "wait", map[string]any{"ms": long.Milliseconds()})
	})
	return inOwnWords(err)
}

// Clipboard implements u2.Device.
func (a *automation) Clipboard(ctx context.Context, text *string) (now string, err error) {
	a.d.system.With(func(s *system) {
		params := map[string]any{}
		if text != nil {
			s.clipboard, params["text"] = *text, *text
		}
		if s.alive() == nil {
			now = s.clipboard
			return
		}
		var r struct{ Text string }
		err = s.query(ctx, "clipboard", params, &r)
		now = r.Text
	})
	return now, err
}

// Toast implements u2.Device.
func (a *automation) Toast(ctx context.Context) (string, int, error) {
	var r struct {
		Text  string
		Count int
	}
	var err error
	a.d.system.With(func(s *system) { err = s.query(ctx, "toast", nil, &r) })
	return r.Text, r.Count, err
}

// ServeAutomation implements framework.Device.
func (d *Device) ServeAutomation(ctx context.Context, port int) error {
	l, err := d.sockets.Listen("tcp:" + strconv.Itoa(port))
	if err != nil {
		return err
	}
	d.serveHTTP(ctx, l, d.u2.Handler())
	return nil
}

// serveHTTP serves a handler on a listener of the device until the context ends or the
// listener is closed.
func (d *Device) serveHTTP(ctx context.Context, l net.Listener, h http.Handler) {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(d.opts.Log.Handler(), slog.LevelDebug),
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	_ = server.Serve(l) // ends when the address is closed, and says only that
	server.Close()
}

// Limits of the device's own HTTP servers.
const (
	headTimeout = 20 * time.Second
	idleTimeout = 2 * time.Minute
	maxHead     = 64 << 10 // bytes of a request's head
)
