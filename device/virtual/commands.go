package virtual

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"talpa/device/session"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/logcat"
	"talpa/fuzz/event"
)

// sessionCommand is the program that talpa's own client starts.
const sessionCommand = session.Command

// maxProperties bounds the system's properties.
const maxProperties = 1000

// maxDeferred bounds the rows that wait for the next start of an app.
const maxDeferred = 10_000

// With implements framework.Device.
func (d *Device) With(f func(framework.System) int) (code int) {
	d.system.With(func(s *system) { code = f(commandSystem{s}) })
	return code
}

// Log implements framework.Device.
func (d *Device) Log() *logcat.Buffer { return d.log }

// commandSystem is the system as the framework's commands see it.
type commandSystem struct{ s *system }

var (
	_ framework.Device = (*Device)(nil)
	_ framework.System = commandSystem{}
)

// App implements framework.Packages.
func (c commandSystem) App(pkg string) *framework.App {
	if a := c.s.apps[pkg]; a != nil {
		return &a.App
	}
	return nil
}

// Apps implements framework.Packages.
func (c commandSystem) Apps() []*framework.App {
	var all []*framework.App
	for _, a := range c.s.apps {
		all = append(all, &a.App)
	}
	return all
}

// Uninstall implements framework.Packages.
func (c commandSystem) Uninstall(pkg string, keep bool) error {
	a, err := c.s.find(pkg)
	if err != nil {
		return err
	}
	return c.s.uninstall(a, keep)
}

// ClearData implements framework.Packages.
func (c commandSystem) ClearData(pkg string) error {
	a, err := c.s.find(pkg)
	if err != nil {
		return err
	}
	return c.s.clear(a, false)
}

// Process implements framework.Processes.
func (c commandSystem) Process() (framework.Process, bool) {
	p := c.s.alive()
	if p == nil {
		return framework.Process{}, false
	}
	return framework.Process{PID: p.PID, Package: p.app.Package, Front: p.Front()}, true
}

// Start implements framework.Processes.
func (c commandSystem) Start(ctx context.Context, pkg string) error {
	a, err := c.s.find(pkg)
	if err != nil {
		return err
	}
	_, err = c.s.start(ctx, a, whole)
	return err
}

// Stop implements framework.Processes.
func (c commandSystem) Stop(reason string) { c.s.stop(reason) }

// Perform implements framework.Processes.
func (c commandSystem) Perform(ctx context.Context, pkg string, e event.Event) error {
	return c.s.do(ctx, pkg, e)
}

// Send implements framework.Processes.
func (c commandSystem) Send(ctx context.Context, pkg, method string, params map[string]any) error {
	a, err := c.s.find(pkg)
	if err != nil {
		return err
	}
	return unlessDied(c.s.send(ctx, a, method, params))
}

// Input implements framework.Processes.
func (c commandSystem) Input(ctx context.Context, method string, params map[string]any) error {
	return c.s.inputFront(ctx, method, params)
}

// Query implements framework.Processes.
func (c commandSystem) Query(ctx context.Context, method string, params, result any) error {
	return c.s.query(ctx, method, params, result)
}

// Screen implements framework.Display.
func (c commandSystem) Screen() framework.Screen { return c.s.screen() }

// Hierarchy implements framework.Display.
func (c commandSystem) Hierarchy(ctx context.Context) (string, error) {
	xml, _, err := c.s.hierarchy(ctx)
	return xml, err
}

// Screenshot implements framework.Display.
func (c commandSystem) Screenshot(ctx context.Context) ([]byte, error) { return c.s.screenshot(ctx) }

// Rotate implements framework.Display.
func (c commandSystem) Rotate(ctx context.Context, quarters int) error {
	return c.s.rotate(ctx, quarters)
}

// Now implements framework.Configuration.
func (c commandSystem) Now() int64 { return c.s.wall }

// Settings implements framework.Configuration.
func (c commandSystem) Settings() *framework.Settings { return &c.s.settings }

// Properties implements framework.Configuration.
func (c commandSystem) Properties() map[string]string { return maps.Clone(c.s.props) }

// SetProperty implements framework.Configuration.
func (c commandSystem) SetProperty(ctx context.Context, name, value string) error {
	if strings.HasPrefix(name, "ro.") || len(c.s.props) > maxProperties {
		return fmt.Errorf("failed to set property '%s'", name)
	}
	c.s.props[name] = value
	p := c.s.alive()
	if p == nil || name != answerProperty {
		return nil
	}
	return unlessDied(c.s.tellAnswer(ctx, p))
}

// Night implements framework.Configuration.
func (c commandSystem) Night() bool { return c.s.config.night }

// Airplane implements framework.Configuration.
func (c commandSystem) Airplane() bool { return c.s.config.offline }

// Radio implements framework.Configuration.
func (c commandSystem) Radio(name string, on bool) bool {
	switch name {
	case "wifi":
		c.s.config.wifiOff = !on
	case "data":
		c.s.config.dataOff = !on
	}
	return !c.s.config.wifiOff || !c.s.config.dataOff
}

// Configure implements framework.Configuration.
func (c commandSystem) Configure(ctx context.Context, e event.Event) error {
	return unlessDied(c.s.configure(ctx, e))
}

// Defer implements framework.Configuration.
func (c commandSystem) Defer(op framework.ContentOp) error {
	if len(c.s.deferred) >= maxDeferred {
		return fmt.Errorf("%d rows wait for an app to start", len(c.s.deferred))
	}
	c.s.deferred = append(c.s.deferred, op)
	return nil
}
