package virtual

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/surroundings"
	"talpa/fuzz/event"
)

// configure changes how the device is set by an event, and tells a running app.
func (s *processes) configure(ctx context.Context, e event.Event) error {
	if e.Kind == event.Config && slices.Contains(environment, e.Arg) {
		return s.setEnvironment(ctx, e)
	}
	method, params := "config", map[string]any{}
	switch {
	case e.Kind == event.Rotate:
		s.config.rotation = 0
		if (e.Arg == "landscape") == (s.opts.Width <= s.opts.Height) {
			s.config.rotation = 1
		}
		method, params = "rotate", map[string]any{"rotation": s.config.rotation}
	case e.Arg == event.Phone:
		return s.setPhone(ctx, e)
	case e.Arg == event.Apps:
		s.config.apps = surroundings.WithoutApps(s.config.apps, e.Value)
		method, params = "apps", map[string]any{"gone": s.config.apps}
	case e.Kind == event.Answer:
		s.config.answer = e.Arg
	case e.Arg == "locale":
		s.config.locale = e.Value
		params["locale"] = e.Value
	case e.Arg == "fontscale":
		scale, err := strconv.ParseFloat(e.Value, 64)
		if err != nil || scale < 0.1 || scale > 10 {
			return fmt.Errorf("%w: font scale %q", device.ErrUnsupported, e.Value)
		}
		s.config.fontScale = scale
		params["fontScale"] = scale
	case e.Arg == "night":
		s.config.night = e.Value == "on" || e.Value == "yes" || e.Value == "true" || e.Value == "night"
		params["night"] = s.config.night
	case (e.Arg == event.Bluetooth || e.Arg == event.NFC) &&
		slices.Contains([]string{"on", "off", event.RadioAbsent}, e.Value):
		params := map[string]any{"name": e.Arg, "state": e.Value}
		return s.tell(ctx, e.Arg, framework.Request{Method: "radio", Params: params})
	case e.Arg == event.KeepActivities && (e.Value == "yes" || e.Value == "no"):
		const space, name = "global", "always_finish_activities"
		value := map[string]string{"yes": "0", "no": "1"}[e.Value]
		s.settings.Put(space, name, value)
		method, params = "setting", map[string]any{"space": space, "name": name, "value": value}
	case e.Arg == event.Background && (e.Value == event.BackgroundSlow || e.Value == event.BackgroundNormal):
		s.config.slow = e.Value == event.BackgroundSlow
		method, params = "background", map[string]any{"slow": s.config.slow}
	case e.Arg == event.InputSpeed && (e.Value == event.InputFast || e.Value == event.InputNormal):
		s.config.fast = e.Value == event.InputFast
		method, params = "inputspeed", map[string]any{"fast": s.config.fast}
	case e.Arg == event.Responses && s.opts.Network == runtime.NetworkStandIn:
		if _, err := event.ParseResponse(e.Value); err != nil {
			return fmt.Errorf("%w: %w", device.ErrUnsupported, err)
		}
		s.config.servers = e.Value
		method, params = "servers", map[string]any{"answer": e.Value}
	default:
		return fmt.Errorf("%w: configuration %q %q", device.ErrUnsupported, e.Arg, e.Value)
	}
	p := s.alive()
	if p == nil {
		return nil
	}
	if e.Kind == event.Answer { // a query, not an input
		return s.tellAnswer(ctx, p)
	}
	return s.input(ctx, p, method, params)
}

// rotate turns the display to so many quarter turns.
func (s *processes) rotate(ctx context.Context, quarters int) error {
	s.config.rotation = quarters
	return s.inputFront(ctx, "rotate", map[string]any{"rotation": quarters})
}
