package virtual

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"talpa/device"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/wire"
	"talpa/fuzz/event"
)

// Defaults of events that do not say.
const (
	longTapMillis = 700
	swipeMillis   = 300
	pinchNear     = 100 // pixels between the fingers
	pinchFar      = 500
)

// do performs an event on an app. An app that dies of it, or does not run, is
// no error. d.mu is held.
func (d *Device) do(ctx context.Context, pkg string, e event.Event) error {
	a, err := d.find(pkg)
	if err != nil {
		return err
	}
	err = d.perform(ctx, a, e)
	var said *wire.Error
	switch {
	case errors.Is(err, runtime.ErrAppDied):
		return nil
	case errors.As(err, &said):
		if said.Kind == wire.KindAgent {
			d.notes.add(fmt.Sprintf("the device failed at an event: %s: %s", e.Kind, logcat.OneLine(said.Message)))
		}
		return fmt.Errorf("%w: %s: %s", device.ErrUnsupported, e.Kind, said.Message)
	}
	return err
}

func (d *Device) perform(ctx context.Context, a *app, e event.Event) error {
	switch e.Kind {
	case event.Launch:
		return d.launch(ctx, a)
	case event.Start:
		return d.intent(ctx, a, "start", e.Intent)
	case event.Broadcast:
		return d.intent(ctx, a, "broadcast", e.Intent)
	case event.Service:
		return d.intent(ctx, a, "service", e.Intent)
	case event.Restart:
		d.stop("it is started anew")
		return d.launch(ctx, a)
	case event.Kill:
		return d.killAndRestore(ctx, a)
	case event.ClearData:
		return d.reset(a)
	case event.Permission:
		return d.permission(ctx, a, e)
	case event.Config:
		if slices.Contains(surroundings, e.Arg) {
			return d.surround(ctx, e)
		}
		return d.set(ctx, e)
	case event.Answer, event.Rotate:
		return d.set(ctx, e)
	}
	p := d.alive()
	if p == nil || p.app != a {
		return nil // the home screen takes it, and does nothing
	}
	return d.gesture(ctx, p, e)
}

// gesture performs the events that go to the app's windows.
func (d *Device) gesture(ctx context.Context, p *process, e event.Event) error {
	at := map[string]any{"x": e.X, "y": e.Y}
	switch e.Kind {
	case event.Tap:
		return d.input(ctx, p, "tap", at)
	case event.DoubleTap:
		at["count"], at["gap"] = 2, e.Millis
		return d.input(ctx, p, "tap", at)
	case event.LongTap:
		at["ms"] = orDefault(e.Millis, longTapMillis)
		return d.input(ctx, p, "longtap", at)
	case event.Text, event.Clear:
		return d.text(ctx, p, e)
	case event.Scroll, event.Swipe:
		w, h := d.size()
		return d.swipe(ctx, p, event.FingerWay(e, w, h))
	case event.Pinch:
		at["from"], at["to"] = pinchNear, pinchFar
		if e.Arg == "in" {
			at["from"], at["to"] = pinchFar, pinchNear
		}
		return d.input(ctx, p, "pinch", at)
	case event.Back:
		return d.key(ctx, p, "BACK")
	case event.Menu:
		return d.key(ctx, p, "MENU")
	case event.Key:
		return d.key(ctx, p, e.Arg)
	case event.Home:
		if err := d.input(ctx, p, "home", nil); err != nil {
			return err
		}
		return d.launch(ctx, p.app)
	case event.Alarm:
		return d.timed(ctx, p, "alarm", nil)
	case event.Notification:
		return d.input(ctx, p, "notification", nil)
	case event.Wait:
		return d.input(ctx, p, "wait", map[string]any{"ms": e.Millis})
	}
	return fmt.Errorf("%w: event %q", device.ErrUnsupported, e.Kind)
}

func orDefault(v, def int) int {
	if v > 0 {
		return v
	}
	return def
}

func (d *Device) key(ctx context.Context, p *process, name string) error {
	return d.input(ctx, p, "key", map[string]any{"code": keyName(name)})
}

// keyName is a key as the agent takes it: its number, or its name without KEYCODE_.
func keyName(name string) any {
	if n, err := strconv.Atoi(name); err == nil {
		return n
	}
	const prefix = "KEYCODE_"
	if len(name) > len(prefix) && name[:len(prefix)] == prefix {
		return name[len(prefix):]
	}
	return name
}

// text taps the field if the event says where, empties it, and types.
func (d *Device) text(ctx context.Context, p *process, e event.Event) error {
	if e.X != 0 || e.Y != 0 {
		if err := d.input(ctx, p, "tap", map[string]any{"x": e.X, "y": e.Y}); err != nil {
			return err
		}
	}
	if err := d.input(ctx, p, "clear", nil); err != nil {
		return err
	}
	if e.Kind == event.Clear || e.Value == "" {
		return nil
	}
	return d.input(ctx, p, "text", map[string]any{"text": e.Value})
}

func (d *Device) swipe(ctx context.Context, p *process, e event.Event) error {
	return d.input(ctx, p, "swipe", map[string]any{
		"x1": e.X, "y1": e.Y, "x2": e.X2, "y2": e.Y2, "ms": orDefault(e.Millis, swipeMillis),
	})
}

// size is the display's present width and height. d.mu is held.
func (d *Device) size() (w, h int) {
	if d.state.rotation%2 == 1 {
		return d.opts.Height, d.opts.Width
	}
	return d.opts.Width, d.opts.Height
}

// running is the app's process, started if there is none.
func (d *Device) running(ctx context.Context, a *app) (*process, error) {
	if p := d.alive(); p != nil && p.app == a {
		return p, nil
	}
	return d.start(ctx, a, false)
}

// launch starts the launcher activity.
func (d *Device) launch(ctx context.Context, a *app) error {
	if a.Launcher == "" {
		return fmt.Errorf("%w: %s has no launcher activity", device.ErrUnsupported, a.Package)
	}
	p, err := d.running(ctx, a)
	if err != nil {
		return err
	}
	if err := d.input(ctx, p, "launch", nil); err != nil || !d.blind(ctx, p) {
		return err
	}
	// Something of the app before it was left in the JVM: this one gets its own.
	p.Spoil()
	d.stop("its runtime was not clean")
	if p, err = d.start(ctx, a, false); err != nil {
		return err
	}
	return d.input(ctx, p, "launch", nil)
}

// blind says whether a recycled JVM shows nothing of an activity in front.
func (d *Device) blind(ctx context.Context, p *process) bool {
	if p.Loads() < 2 || p.Front() == "" {
		return false
	}
	xml, _, err := d.dump(ctx)
	return err == nil && d.proc == p && !strings.Contains(xml, "<node")
}

// intent starts an activity or a service, or sends a broadcast.
func (d *Device) intent(ctx context.Context, a *app, method string, in *event.Intent) error {
	if in == nil {
		return fmt.Errorf("%w: %s without an intent", device.ErrUnsupported, method)
	}
	extras := map[string]any{}
	for k, v := range in.Extras {
		extras[k] = v
	}
	return d.send(ctx, a, method, intentParams(in, extras))
}

// send sends an intent, given as the agent's parameters, to an app.
func (d *Device) send(ctx context.Context, a *app, method string, params map[string]any) error {
	p, err := d.running(ctx, a)
	if err != nil {
		return err
	}
	return d.input(ctx, p, method, params)
}

// intentParams is an intent in the agent's words, without what is empty.
func intentParams(in *event.Intent, extras map[string]any) map[string]any {
	params := map[string]any{}
	for k, v := range map[string]string{
		"action": in.Action, "data": in.Data, "type": in.Type, "component": in.Component,
	} {
		if v != "" {
			params[k] = v
		}
	}
	if len(in.Categories) > 0 {
		params["categories"] = in.Categories
	}
	if in.Flags != 0 {
		params["flags"] = in.Flags
	}
	if len(extras) > 0 {
		params["extras"] = extras
	}
	return params
}

// killAndRestore lets the app save its state, kills it, and comes back to it.
func (d *Device) killAndRestore(ctx context.Context, a *app) error {
	p := d.alive()
	if p == nil || p.app != a {
		return d.launch(ctx, a)
	}
	if err := d.input(ctx, p, "home", nil); err != nil {
		return err
	}
	d.stop("it is killed in the background")
	p, err := d.start(ctx, a, true)
	if err != nil {
		return err
	}
	return d.input(ctx, p, "launch", nil)
}

// set changes what the device is set to, and tells a running app.
func (d *Device) set(ctx context.Context, e event.Event) error {
	method, params := "config", map[string]any{}
	switch {
	case e.Kind == event.Rotate:
		d.state.rotation = 0
		if (e.Arg == "landscape") == (d.opts.Width <= d.opts.Height) {
			d.state.rotation = 1
		}
		method, params = "rotate", map[string]any{"rotation": d.state.rotation}
	case e.Kind == event.Answer:
		d.state.answer = e.Arg
	case e.Arg == "locale":
		d.state.locale = e.Value
		params["locale"] = e.Value
	case e.Arg == "fontscale":
		scale, err := strconv.ParseFloat(e.Value, 64)
		if err != nil || scale < 0.1 || scale > 10 {
			return fmt.Errorf("%w: font scale %q", device.ErrUnsupported, e.Value)
		}
		d.state.fontScale = scale
		params["fontScale"] = scale
	case e.Arg == "night":
		d.state.night = e.Value == "on" || e.Value == "yes" || e.Value == "true" || e.Value == "night"
		params["night"] = d.state.night
	case e.Arg == event.KeepActivities && (e.Value == "yes" || e.Value == "no"):
		const space, name = "global", "always_finish_activities"
		value := map[string]string{"yes": "0", "no": "1"}[e.Value]
		d.settings.put(space, name, value)
		method, params = "setting", map[string]any{"space": space, "name": name, "value": value}
	case e.Arg == event.Background && (e.Value == event.BackgroundSlow || e.Value == event.BackgroundNormal):
		d.state.slow = e.Value == event.BackgroundSlow
		method, params = "background", map[string]any{"slow": d.state.slow}
	case e.Arg == event.InputSpeed && (e.Value == event.InputFast || e.Value == event.InputNormal):
		d.state.hasty = e.Value == event.InputFast
		method, params = "pace", map[string]any{"hasty": d.state.hasty}
	case e.Arg == event.Responses && d.opts.Network == runtime.NetworkStandIn &&
		(e.Value == event.ResponsesNormal || slices.Contains(event.FaultyResponses(), e.Value)):
		d.state.servers = e.Value
		method, params = "servers", map[string]any{"answer": e.Value}
	default:
		return fmt.Errorf("%w: configuration %q %q", device.ErrUnsupported, e.Arg, e.Value)
	}
	p := d.alive()
	if p == nil {
		return nil
	}
	if e.Kind == event.Answer { // a query, not an input
		return d.tellAnswer(ctx, p)
	}
	return d.input(ctx, p, method, params)
}
