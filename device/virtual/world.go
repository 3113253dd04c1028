package virtual

import (
	"context"
	"fmt"
	"slices"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/surroundings"
	"talpa/fuzz/event"
)

// telling is something that the world told, which holds for the processes that start
// later too. A later one of the same key takes its place.
type telling struct {
	key     string
	request framework.Request
}

// tell has the world tell a running app something, which is so when the next ones start.
func (s *processes) tell(ctx context.Context, key string, r framework.Request) error {
	if err := s.inputFront(ctx, r.Method, r.Params); err != nil {
		return err
	}
	s.config.told = slices.DeleteFunc(s.config.told, func(t telling) bool { return t.key == key })
	s.config.told = append(s.config.told, telling{key, r})
	return nil
}

// tellWorld performs the events that tell of the phone's surroundings.
func (s *processes) tellWorld(ctx context.Context, e event.Event) error {
	t, err := surroundings.Location(e)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", device.ErrUnsupported, err)
	case t.Key != "":
		return s.tell(ctx, t.Key, t.Request)
	}
	return s.inputFront(ctx, t.Method, t.Params)
}

// tellPhone performs the events of calls, messages, the battery, plugs and sensors.
func (s *system) tellPhone(ctx context.Context, a *app, e event.Event) error {
	if e.Kind == event.SMS {
		return s.message(ctx, a, e)
	}
	t, err := surroundings.Phone(e)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", device.ErrUnsupported, err)
	case e.Kind == event.Call:
		return s.wake(ctx, a, surroundings.ActionCall, t.Method, t.Params)
	}
	return s.tell(ctx, t.Key, t.Request)
}

// holdTag holds an NFC tag to the phone, which starts the process of an app whose manifest asks for tags.
func (s *system) holdTag(ctx context.Context, a *app, e event.Event) error {
	if a.ReadsTags && e.Arg != event.TagRemoved {
		if _, err := s.running(ctx, a); err != nil {
			return err
		}
	}
	r := surroundings.Tag(e)
	return s.inputFront(ctx, r.Method, r.Params)
}

// wake has the world tell an app something that starts its process if its manifest has a
// receiver for it.
func (s *system) wake(ctx context.Context, a *app, action, method string, params map[string]any) error {
	if slices.Contains(a.Receives, action) {
		if _, err := s.running(ctx, a); err != nil {
			return err
		}
	}
	return s.inputFront(ctx, method, params)
}

// message has a text message arrive: it is in the inbox before the app is told.
func (s *system) message(ctx context.Context, a *app, e event.Event) error {
	from, text := e.Message()
	row := surroundings.Inbox(e, s.wall)
	var result struct{}
	if s.alive() == nil {
		if len(s.deferred) < maxDeferred {
			s.deferred = append(s.deferred, row)
		}
	} else if err := s.query(ctx, "content", row, &result); err != nil {
		return err
	}
	return s.wake(ctx, a, surroundings.ActionSMS, "message", map[string]any{"from": from, "text": text})
}

// home performs what the home screen and the quick settings do with an app: its process starts
// for it.
func (s *system) home(ctx context.Context, a *app, e event.Event) error {
	t, err := surroundings.Home(e)
	if err != nil {
		return fmt.Errorf("%w: %w", device.ErrUnsupported, err)
	}
	if _, err := s.running(ctx, a); err != nil {
		return err
	}
	if t.Key != "" {
		return s.tell(ctx, t.Key, t.Request)
	}
	return s.inputFront(ctx, t.Method, t.Params)
}

// startRestricted starts the app's process as backup and restore do. It stays: what comes
// next is done in it.
func (s *system) startRestricted(ctx context.Context, a *app) error {
	s.stop("its data is backed up")
	s.left = ""
	_, err := s.start(ctx, a, restricted)
	return err
}

// boot switches the phone off and on. The app's process starts if it has asked to be told.
func (s *system) boot(ctx context.Context, a *app) error {
	s.stop("the phone is switched off")
	s.left = ""
	for _, action := range []string{surroundings.ActionLockedBoot, surroundings.ActionBoot} {
		if !slices.Contains(a.Receives, action) {
			continue
		}
		if err := s.intent(ctx, a, "broadcast", &event.Intent{Action: action}); err != nil {
			return err
		}
	}
	return nil
}

// queryProvider has another app ask a provider of the app's, which starts its process.
// What the provider throws goes to the other app.
func (s *system) queryProvider(ctx context.Context, a *app, uri string) error {
	p, err := s.running(ctx, a)
	if err != nil {
		return err
	}
	var rows struct{ Lines []string }
	_, err = s.request(ctx, p, runtime.AnswerTimeout, "content", framework.ContentOp{Op: "query", URI: uri}, &rows)
	return err
}
