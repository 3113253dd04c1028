package virtual

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"talpa/device/virtual/logcat"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/shell"
	"talpa/device/virtual/u2"
	"talpa/device/virtual/wire"
)

const (
	// u2Class is what clients of uiautomator2 start with app_process.
	u2Class = "com.wetest.uia2.Main"
	// ownKeyboard is the input method that the device has by itself.
	ownKeyboard   = "talpa/.Keyboard"
	defaultMethod = "default_input_method"
)

// automation is the device as package u2 drives it.
type automation struct {
	d    *Device
	clip string // the clipboard while no app runs; guarded by d.mu
}

// startAutomation serves what clients expect to find on a prepared phone.
func (d *Device) startAutomation() {
	d.u2 = u2.New(&automation{d: d}, d.opts.Log)
	go func() {
		_ = d.serveHTTP(context.Background(), "tcp:"+strconv.Itoa(u2.PortAgent), d.u2.Handler())
	}()
}

// Serial implements u2.Device.
func (a *automation) Serial() string { return a.d.serial }

// Shell implements u2.Device.
func (a *automation) Shell(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int {
	return a.d.Shell(ctx, line, in, out, errw)
}

var rotationAttr = regexp.MustCompile(`<hierarchy rotation="(\d)"`)

// Screen implements u2.Device.
func (a *automation) Screen(ctx context.Context) (u2.Screen, error) {
	d := a.d
	d.mu.Lock()
	defer d.mu.Unlock()
	xml, front, err := d.dump(ctx)
	if err != nil {
		return u2.Screen{}, err
	}
	s := u2.Screen{
		XML: xml, Front: front, Width: d.opts.Width, Height: d.opts.Height, Density: d.opts.Density, API: api,
		Rotation: d.state.rotation,
	}
	if m := rotationAttr.FindStringSubmatch(xml); m != nil { // an app may have turned the display itself
		s.Rotation, _ = strconv.Atoi(m[1])
	}
	if s.Rotation%2 == 1 {
		s.Width, s.Height = s.Height, s.Width
	}
	return s, nil
}

// Screenshot implements u2.Device.
func (a *automation) Screenshot(ctx context.Context) ([]byte, error) {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	return a.d.screenshot(ctx)
}

// act performs an input method on the running app. The home screen takes what
// comes while there is none.
func (a *automation) act(ctx context.Context, method string, params map[string]any) error {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	return a.d.actOnFront(ctx, method, params)
}

// actOnFront is act with d.mu held.
func (d *Device) actOnFront(ctx context.Context, method string, params map[string]any) error {
	p := d.alive()
	if p == nil {
		return nil
	}
	err := d.input(ctx, p, method, params)
	var said *wire.Error
	switch {
	case errors.Is(err, runtime.ErrAppDied):
		return nil
	case errors.As(err, &said):
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
	return a.act(ctx, "key", map[string]any{"code": keyName(name), "meta": meta})
}

// Type implements u2.Device.
func (a *automation) Type(ctx context.Context, text string, clear bool) error {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	return a.d.typed(ctx, u2.Typed{Text: text, Clear: clear})
}

// typed does what a keyboard was asked for. d.mu is held.
func (d *Device) typed(ctx context.Context, t u2.Typed) error {
	if t.Clear {
		if err := d.actOnFront(ctx, "clear", nil); err != nil {
			return err
		}
	}
	if t.Action {
		t.Text += "\n"
	}
	if t.Text == "" {
		return nil
	}
	return d.actOnFront(ctx, "text", map[string]any{"text": t.Text})
}

// Rotate implements u2.Device.
func (a *automation) Rotate(ctx context.Context, rotation int) error {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	a.d.state.rotation = rotation
	return a.d.actOnFront(ctx, "rotate", map[string]any{"rotation": rotation})
}

// Wait implements u2.Device.
func (a *automation) Wait(ctx context.Context, long time.Duration) error {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	if a.d.alive() == nil {
		a.d.wall += long.Milliseconds()
		return nil
	}
	return a.d.actOnFront(ctx, "wait", map[string]any{"ms": long.Milliseconds()})
}

// Clipboard implements u2.Device.
func (a *automation) Clipboard(ctx context.Context, text *string) (string, error) {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	if text != nil {
		a.clip = *text
	}
	p := a.d.alive()
	if p == nil {
		return a.clip, nil
	}
	params := map[string]any{}
	if text != nil {
		params["text"] = *text
	}
	var r struct{ Text string }
	if _, err := a.d.request(ctx, p, runtime.AnswerTimeout, "clipboard", params, &r); err != nil && !errors.Is(err, runtime.ErrAppDied) {
		return "", err
	}
	return r.Text, nil
}

// Toast implements u2.Device.
func (a *automation) Toast(ctx context.Context) (string, int, error) {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	p := a.d.alive()
	if p == nil {
		return "", 0, nil
	}
	var r struct {
		Text  string
		Count int
	}
	_, err := a.d.request(ctx, p, runtime.AnswerTimeout, "toast", nil, &r)
	if errors.Is(err, runtime.ErrAppDied) {
		err = nil
	}
	return r.Text, r.Count, err
}

// appProcess is the command app_process: it runs no code, but knows the one
// program of test tools that the device imitates. It serves until its client goes.
func (d *Device) appProcess(ctx context.Context, c *shell.Call) int {
	port := u2.PortServer
	class := ""
	for i, arg := range c.Args[1:] {
		switch {
		case arg == u2Class:
			class = arg
		case arg == "-p" && class != "" && i+2 < len(c.Args):
			n, err := strconv.Atoi(c.Args[i+2])
			if err != nil || n < 1 || n > 65535 {
				return c.Fail("bad port %q", c.Args[i+2])
			}
			port = n
		}
	}
	if class == "" {
		return c.Fail("programs in DEX do not run on this device, only the server of uiautomator2 is imitated")
	}
	if jar := c.Env("CLASSPATH"); jar != "" {
		if _, err := d.fs.Stat(c.Path(jar)); err != nil {
			return c.Fail("%s: could not find class %s", jar, class)
		}
	}
	if err := d.serveHTTP(ctx, "tcp:"+strconv.Itoa(port), d.u2.Handler()); err != nil {
		return c.Fail("%v", err)
	}
	return 0
}

// atxAgent is the program of that name: it is built in and always runs.
func atxAgent(_ context.Context, c *shell.Call) int {
	if len(c.Args) > 1 && (c.Args[1] == "version" || c.Args[1] == "-v") {
		fmt.Fprintln(c.Out, u2.AgentVersion)
	}
	return 0
}

// ime is the command: the device's own keyboard and those of uiautomator2.
func (d *Device) ime(_ context.Context, c *shell.Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a command")
	}
	known := append([]string{ownKeyboard}, u2.Keyboards...)
	id := c.Args[len(c.Args)-1]
	d.mu.Lock()
	defer d.mu.Unlock()
	switch verb := c.Args[1]; {
	case verb == "list":
		suffix := ":"
		if slices.Contains(c.Args, "-s") {
			suffix = ""
		}
		for _, k := range known {
			fmt.Fprintln(c.Out, k+suffix)
		}
	case verb == "reset":
		d.settings.put("secure", defaultMethod, ownKeyboard)
	case !slices.Contains(known, id):
		return c.Fail("Unknown input method %s", id)
	case verb == "set":
		d.settings.put("secure", defaultMethod, id)
		fmt.Fprintf(c.Out, "Input method %s selected\n", id)
	case verb == "disable" && d.inputMethod() == id:
		d.settings.put("secure", defaultMethod, ownKeyboard)
	case verb == "enable", verb == "disable":
	default:
		return c.Fail("unknown or unsupported command '%s'", verb)
	}
	return 0
}

var focusedField = regexp.MustCompile(`focused="true"[^<]*input-type=`)

// dumpKeyboard says which keyboard is chosen and whether it is shown. Those of
// uiautomator2 have no window: they count as shown when a text field has the
// focus. d.mu is held.
func (d *Device) dumpKeyboard(ctx context.Context, w io.Writer) {
	method := d.inputMethod()
	shown := false
	if method == "" || method == ownKeyboard {
		method = ownKeyboard
		shown = d.keyboardShown(ctx)
	} else if xml, _, err := d.dump(ctx); err == nil {
		shown = focusedField.MatchString(xml)
	}
	fmt.Fprintf(w, "Current Input Method Manager state:\n  mCurMethodId=%s mInputShown=%v\n", method, shown)
}

// keyboardShown asks the app's process for the soft keyboard. d.mu is held.
func (d *Device) keyboardShown(ctx context.Context) bool {
	var state struct {
		Keyboard bool `json:"keyboard"`
	}
	p := d.alive()
	if p == nil {
		return false
	}
	_, err := d.request(ctx, p, runtime.AnswerTimeout, "state", nil, &state)
	return err == nil && state.Keyboard
}

// keyboardBroadcast types what a broadcast asks a keyboard for; false if it is
// not one of those. d.mu is held.
func (d *Device) keyboardBroadcast(ctx context.Context, c *shell.Call, a amArgs) (int, bool) {
	t, ok, err := u2.Keyboard(a.Action, a.extras)
	if !ok {
		return 0, false
	}
	fmt.Fprintf(c.Out, "Broadcasting: Intent { %s }\n", describe(a))
	if err == nil {
		err = d.typed(ctx, t)
	}
	if err != nil {
		fmt.Fprintf(c.Out, "Broadcast completed: result=0, data=%q\n", strings.ReplaceAll(logcat.OneLine(err.Error()), `"`, "'"))
		return 1, true
	}
	fmt.Fprintln(c.Out, `Broadcast completed: result=-1, data="success"`)
	return 0, true
}

// inputMethod is the keyboard that was chosen, "" for the device's own.
func (d *Device) inputMethod() string {
	id, _ := d.settings.get("secure", defaultMethod)
	return id
}

// serveHTTP serves a handler on an address of the device until the context ends
// or the address is closed.
func (d *Device) serveHTTP(ctx context.Context, address string, h http.Handler) error {
	l, err := d.sockets.Listen(address)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(d.opts.Log.Handler(), slog.LevelDebug),
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	_ = server.Serve(l) // ends when the address is closed, and says only that
	server.Close()
	return nil
}

// Limits of the device's own HTTP servers.
const (
	headTimeout = 20 * time.Second
	idleTimeout = 2 * time.Minute
	maxHead     = 64 << 10 // bytes of a request's head
)
