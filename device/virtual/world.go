package virtual

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/runtime"
	"talpa/fuzz/event"
)

// telling is something that the world told, which holds for the processes that start
// later too. A later one of the same key takes its place.
type telling struct {
	key     string
	request framework.Request
}

// tell has the world tell a running app something, and the next ones at their start.
func (s *processes) tell(ctx context.Context, key string, r framework.Request) error {
	s.config.told = slices.DeleteFunc(s.config.told, func(t telling) bool { return t.key == key })
	s.config.told = append(s.config.told, telling{key, r})
	p := s.alive()
	if p == nil {
		return nil
	}
	return s.input(ctx, p, r.Method, r.Params)
}

// tellWorld performs the events that tell of the phone's surroundings.
func (s *processes) tellWorld(ctx context.Context, e event.Event) error {
	params := map[string]any{"how": e.Arg}
	switch e.Arg {
	case event.LocationFix:
		fix, err := event.ParseFix(e.Value)
		if err != nil {
			return fmt.Errorf("%w: %w", device.ErrUnsupported, err)
		}
		for name, v := range map[string]float64{
			"latitude": fix.Latitude, "longitude": fix.Longitude, "altitude": fix.Altitude, "accuracy": fix.Accuracy,
			"speed": fix.Speed,
		} {
			if !math.IsNaN(v) {
				params[name] = v
			}
		}
		return s.tell(ctx, "fix", framework.Request{Method: "location", Params: params})
	case event.LocationSatellites:
		params["count"], _ = strconv.Atoi(e.Value)
	case event.LocationNMEA:
		params["sentence"] = e.Value
	default:
		return s.tell(ctx, "location switch", framework.Request{Method: "location", Params: params})
	}
	return s.inputFront(ctx, "location", params)
}

// notification is what the user does to the newest notification, in the agent's words.
func notification(e event.Event) []framework.Request {
	params := map[string]any{"how": event.NotificationTap}
	if e.Arg != "" {
		params["how"] = e.Arg
	}
	if e.Arg == event.NotificationAction {
		params["index"], _ = strconv.Atoi(e.Value)
	}
	return []framework.Request{{Method: "notification", Params: params}}
}

// startRestricted starts the app's process as backup and restore do. It stays: what comes
// next is done in it.
func (s *system) startRestricted(ctx context.Context, a *app) error {
	s.stop("its data is backed up")
	s.left = ""
	_, err := s.start(ctx, a, restricted)
	return err
}

// The broadcasts of a phone that has been switched on.
const (
	actionLockedBoot = "android.intent.action.LOCKED_BOOT_COMPLETED"
	actionBoot       = "android.intent.action.BOOT_COMPLETED"
)

// boot switches the phone off and on. The app's process starts if it has asked to be told.
func (s *system) boot(ctx context.Context, a *app) error {
	s.stop("the phone is switched off")
	s.left = ""
	for _, action := range []string{actionLockedBoot, actionBoot} {
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
