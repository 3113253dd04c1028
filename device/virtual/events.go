package virtual

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/gesture"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/permission"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/surroundings"
	"talpa/device/virtual/wire"
	"talpa/fuzz/event"
)

// do performs an event on an app. An app that dies of it, or does not run, is
// no error.
func (s *system) do(ctx context.Context, pkg string, e event.Event) error {
	a, err := s.find(pkg)
	if err != nil {
		return err
	}
	err = unlessDied(s.perform(ctx, a, e))
	var said *wire.Error
	if errors.As(err, &said) && !errors.Is(err, runtime.ErrBoot) {
		if said.Kind == wire.KindAgent {
			s.notes.Add(fmt.Sprintf("the device failed at an event: %s: %s", e.Kind, logcat.OneLine(said.Message)))
		}
		return fmt.Errorf("%w: %s: %s", device.ErrUnsupported, e.Kind, said.Message)
	}
	return err
}

// perform is do for an app that is installed; its errors are the agent's.
func (s *system) perform(ctx context.Context, a *app, e event.Event) error {
	if p := s.alive(); e.Arg == event.Alone && p != nil && p.app == a {
		if err := s.leave(ctx, p); err != nil {
			return err
		}
	}
	switch e.Kind {
	case event.Launch:
		return s.launch(ctx, a)
	case event.Start:
		return s.intent(ctx, a, "start", e.Intent)
	case event.Broadcast:
		return s.intent(ctx, a, "broadcast", e.Intent)
	case event.Service:
		return s.intent(ctx, a, "service", e.Intent)
	case event.Restart:
		s.stop("it is started anew")
		return s.launch(ctx, a)
	case event.Kill:
		return s.killAndRestore(ctx, a)
	case event.ClearData:
		return s.reset(a)
	case event.StopProcess:
		if p := s.alive(); p != nil && p.app == a {
			return s.kill(ctx, p)
		}
		return nil
	case event.Restricted:
		return s.startRestricted(ctx, a)
	case event.Boot:
		return s.boot(ctx, a)
	case event.Query:
		return s.queryProvider(ctx, a, e.Value)
	case event.Location:
		return s.tellWorld(ctx, e)
	case event.SMS, event.Call, event.Battery, event.Headset, event.Sensor, event.Fingerprint, event.Speech:
		return s.tellPhone(ctx, a, e)
	case event.Tag:
		return s.holdTag(ctx, a, e)
	case event.Tile, event.Widget, event.Shortcut:
		return s.home(ctx, a, e)
	case event.Permission:
		return s.permission(ctx, a, e)
	case event.Config, event.Answer, event.Rotate:
		return s.configure(ctx, e)
	case event.Document:
		return s.document(ctx, e)
	}
	if s.alive() == nil && s.outlasting(a).Starts(e) {
		if _, err := s.start(ctx, a, whole); err != nil {
			return err
		}
	}
	p := s.alive()
	if p == nil || p.app != a {
		return nil // the home screen takes it, and does nothing
	}
	return s.touch(ctx, p, e)
}

// touch performs the events that go to the app's windows.
func (s *system) touch(ctx context.Context, p *process, e event.Event) error {
	switch e.Kind {
	case event.Alarm:
		return s.timed(ctx, p, "alarm", nil)
	case event.Job:
		return s.input(ctx, p, "job", nil)
	}
	width, height := s.size()
	requests, err := gesture.Requests(e, width, height)
	if err != nil {
		return err
	}
	for _, r := range requests {
		if err := s.input(ctx, p, r.Method, r.Params); err != nil {
			return err
		}
	}
	if e.Kind == event.Home {
		if err := s.away(ctx, p, e.Millis); err != nil {
			return err
		}
		return s.launch(ctx, p.app)
	}
	return nil
}

// away has some time in ms pass while the app is not in front. Work in the background that is slow goes on then.
func (s *system) away(ctx context.Context, p *process, ms int) error {
	if ms == 0 {
		return nil
	}
	slow := func(yes bool) error {
		if !s.config.slow {
			return nil
		}
		return s.input(ctx, p, "background", map[string]any{"slow": yes})
	}
	err := slow(false)
	if err == nil {
		err = s.input(ctx, p, "wait", map[string]any{"ms": ms})
	}
	return errors.Join(err, slow(true))
}

// running is the app's process, started if there is none.
func (s *system) running(ctx context.Context, a *app) (*process, error) {
	if p := s.alive(); p != nil && p.app == a {
		return p, nil
	}
	return s.start(ctx, a, whole)
}

// launch starts the launcher activity.
func (s *system) launch(ctx context.Context, a *app) error {
	if a.Launcher == "" {
		return fmt.Errorf("%w: %s has no launcher activity", device.ErrUnsupported, a.Package)
	}
	p, err := s.running(ctx, a)
	if err != nil {
		return err
	}
	if err := s.input(ctx, p, "launch", nil); err != nil || !s.showsNothing(ctx, p) {
		return err
	}
	// Something of the app before it was left in the JVM: this one gets its own.
	p.Spoil()
	s.stop("its runtime was not clean")
	if p, err = s.start(ctx, a, whole); err != nil {
		return err
	}
	return s.input(ctx, p, "launch", nil)
}

// showsNothing says whether a recycled JVM shows nothing of an activity in front.
func (s *system) showsNothing(ctx context.Context, p *process) bool {
	if p.Loads() < 2 || p.Front() == "" {
		return false
	}
	xml, _, err := s.hierarchy(ctx)
	return err == nil && s.proc == p && !strings.Contains(xml, "<node")
}

// intent starts an activity or a service, or sends a broadcast.
func (s *system) intent(ctx context.Context, a *app, method string, in *event.Intent) error {
	if in == nil {
		return fmt.Errorf("%w: %s without an intent", device.ErrUnsupported, method)
	}
	extras := map[string]any{}
	for k, v := range in.Extras {
		extras[k] = v
	}
	for k, v := range in.URIs {
		extras[k] = framework.URIExtra(v)
	}
	return s.send(ctx, a, method, framework.IntentParams(in, extras))
}

// send sends an intent, given as the agent's parameters, to an app.
func (s *system) send(ctx context.Context, a *app, method string, params map[string]any) error {
	p, err := s.running(ctx, a)
	if err != nil {
		return err
	}
	return s.input(ctx, p, method, params)
}

// killAndRestore lets the app save its state, kills it, and comes back to it.
func (s *system) killAndRestore(ctx context.Context, a *app) error {
	p := s.alive()
	if p == nil || p.app != a {
		return s.launch(ctx, a)
	}
	if err := s.leave(ctx, p); err != nil {
		return err
	}
	return s.launch(ctx, a)
}

// kill has the user leave the app, and the system kill its process. Where it had services
// that come back, the system starts it again for them.
func (s *system) kill(ctx context.Context, p *process) error {
	if err := s.leave(ctx, p); err != nil || len(s.kept.Services) == 0 {
		return err
	}
	again, err := s.start(ctx, p.app, whole)
	if err != nil {
		return err
	}
	return s.input(ctx, again, "wait", map[string]any{"ms": 0})
}

// leave has the user leave the app, and the system kill its process later. Its task is
// kept, with what the activities saved.
func (s *system) leave(ctx context.Context, p *process) error {
	if p.Front() != "" {
		if err := s.input(ctx, p, "home", nil); err != nil {
			return err
		}
	}
	var kept surroundings.Kept
	if _, err := s.request(ctx, p, runtime.AnswerTimeout, "outlasting", nil, &kept); err != nil {
		return err
	}
	s.stop("it is killed in the background")
	s.left, s.kept = p.app.Package, kept
	return nil
}

// permission performs the events on permissions. An app that loses one is killed
// in the background, as the system does, and comes back to what it showed.
func (s *system) permission(ctx context.Context, a *app, e event.Event) error {
	was, ok := a.Grants.Get(e.Value)
	if !ok {
		return fmt.Errorf("%w: %s is not a permission that a user decides on for %s",
			device.ErrUnsupported, e.Value, a.Package)
	}
	now := permission.Grant{}
	switch e.Arg {
	case "grant":
		now.Held = true
	case "ask":
		now.User = permission.UserAsked
	default:
		now.User = permission.UserRefuses
	}
	a.Grants.Set(e.Value, now)
	p := s.alive()
	switch {
	case p == nil || p.app != a:
		return nil
	case was.Held && !now.Held && p.Front() == "":
		s.stop("permissions revoked")
		return nil
	case was.Held && !now.Held:
		return s.killAndRestore(ctx, a)
	}
	return s.input(ctx, p, "permission", map[string]any{"grants": map[string]permission.Grant{e.Value: now}})
}
