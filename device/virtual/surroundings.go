package virtual

import (
	"context"
	"fmt"
	"time"

	"talpa/device"
	"talpa/device/virtual/runtime"
	"talpa/fuzz/event"
)

// surroundings are the settings that are not the display's: what happens around
// the app.
var surroundings = []string{"network", "storage", "timezone", "clock"}

// maxShift bounds how far the clock is set at a time.
const maxShift = 10 * 365 * 24 * time.Hour

// surround changes what is around the app, and tells a running one. d.mu is held.
func (d *Device) surround(ctx context.Context, e event.Event) error {
	by := time.Duration(0)
	switch {
	case e.Arg == "network" && (e.Value == "on" || e.Value == "off"):
		d.state.offline = e.Value == "off"
	case e.Arg == "storage" && (e.Value == "low" || e.Value == "ok"):
		d.state.full = e.Value == "low"
	case e.Arg == "timezone":
		if _, err := time.LoadLocation(e.Value); err != nil || e.Value == "Local" {
			return fmt.Errorf("%w: time zone %q", device.ErrUnsupported, e.Value)
		}
		d.state.zone = e.Value
	case e.Arg == "clock":
		var err error
		if by, err = time.ParseDuration(e.Value); err != nil || by > maxShift || by < -maxShift {
			return fmt.Errorf("%w: setting the clock by %q", device.ErrUnsupported, e.Value)
		}
	default:
		return fmt.Errorf("%w: %s %q", device.ErrUnsupported, e.Arg, e.Value)
	}
	p := d.alive()
	if p == nil {
		d.wall += by.Milliseconds()
		return nil
	}
	switch e.Arg {
	case "network":
		return d.input(ctx, p, "network", map[string]any{"on": !d.state.offline})
	case "storage":
		return d.input(ctx, p, "storage", map[string]any{"low": d.state.full})
	case "timezone":
		return d.input(ctx, p, "zone", map[string]any{"id": d.state.zone})
	}
	return d.timed(ctx, p, "clock", map[string]any{"by": by.Milliseconds()})
}

// timed performs an input method that sets the clock. d.mu is held.
func (d *Device) timed(ctx context.Context, p *process, method string, params any) error {
	if err := d.input(ctx, p, method, params); err != nil {
		return err
	}
	var err error
	d.wall, err = d.readClock(ctx, p)
	return err
}

// readClock learns what time it is in a process, in ms since 1970. d.mu is held.
func (d *Device) readClock(ctx context.Context, p *process) (wall int64, err error) {
	var state struct{ Now, Wall int64 }
	if _, err := d.request(ctx, p, runtime.AnswerTimeout, "state", nil, &state); err != nil {
		return d.wall, err
	}
	p.offset = state.Wall - state.Now
	return state.Wall, nil
}

// environment makes a loaded app's surroundings what they have been set to. d.mu
// is held.
func (d *Device) environment(ctx context.Context, p *process) error {
	if d.state.offline {
		if err := d.input(ctx, p, "network", map[string]any{"on": false}); err != nil {
			return err
		}
	}
	if d.state.full {
		if err := d.input(ctx, p, "storage", map[string]any{"low": true}); err != nil {
			return err
		}
	}
	if d.state.zone != "" {
		return d.input(ctx, p, "zone", map[string]any{"id": d.state.zone})
	}
	return nil
}
