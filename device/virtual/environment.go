package virtual

import (
	"context"
	"fmt"
	"slices"
	"time"

	"talpa/device"
	"talpa/device/virtual/runtime"
	"talpa/fuzz/event"
)

// environment are the words of event.Config that are not the display's: what happens
// around the app.
var environment = []string{"network", "storage", "timezone", "clock"}

// maxShift bounds how far the clock is set at a time.
const maxShift = 10 * 365 * 24 * time.Hour

// setEnvironment changes what is around the app, and tells a running one.
func (s *processes) setEnvironment(ctx context.Context, e event.Event) error {
	by := time.Duration(0)
	switch {
	case e.Arg == "network" && (e.Value == "on" || e.Value == "off" || e.Value == event.NetworkMobile):
		s.config.offline, s.config.mobile = e.Value == "off", e.Value == event.NetworkMobile
	case e.Arg == event.Storage && slices.Contains(event.StorageStates(), e.Value):
		return setStorage(ctx, s, e.Value)
	case e.Arg == "timezone":
		if _, err := time.LoadLocation(e.Value); err != nil || e.Value == "Local" {
			return fmt.Errorf("%w: time zone %q", device.ErrUnsupported, e.Value)
		}
		s.config.zone = e.Value
	case e.Arg == "clock":
		var err error
		if by, err = time.ParseDuration(e.Value); err != nil || by > maxShift || by < -maxShift {
			return fmt.Errorf("%w: setting the clock by %q", device.ErrUnsupported, e.Value)
		}
	default:
		return fmt.Errorf("%w: %s %q", device.ErrUnsupported, e.Arg, e.Value)
	}
	p := s.alive()
	if p == nil {
		s.wall += by.Milliseconds()
		return nil
	}
	switch e.Arg {
	case "network":
		return s.input(ctx, p, "network", s.config.network())
	case "timezone":
		return s.input(ctx, p, "zone", map[string]any{"id": s.config.zone})
	}
	return s.timed(ctx, p, "clock", map[string]any{"by": by.Milliseconds()})
}

// network is the network that there is, in the agent's words.
func (c *configuration) network() map[string]any {
	params := map[string]any{"on": !c.offline}
	if c.mobile {
		params["mobile"] = true
	}
	return params
}

// timed performs an input method that sets the clock.
func (s *processes) timed(ctx context.Context, p *process, method string, params any) error {
	if err := s.input(ctx, p, method, params); err != nil {
		return err
	}
	var err error
	s.wall, err = s.readClock(ctx, p)
	return err
}

// readClock learns what time it is in a process, in ms since 1970.
func (s *processes) readClock(ctx context.Context, p *process) (wall int64, err error) {
	var state struct{ Now, Wall int64 }
	if _, err := s.request(ctx, p, runtime.AnswerTimeout, "state", nil, &state); err != nil {
		return s.wall, err
	}
	p.offset = state.Wall - state.Now
	return state.Wall, nil
}
