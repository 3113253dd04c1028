// Package slot has a place where scripts are replayed: a device with an app on it, which is replaced when it is lost.
package slot

import (
	"context"
	"errors"
	"log/slog"

	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/internal/workflow/fault"
	"talpa/internal/workflow/fleet"
)

// Slot is a device with an app on it, on which scripts are replayed. The device is opened when it is first needed, and
// replaced once a replay if it is lost.
type Slot struct {
	Fleet *fleet.Fleet
	APK   string
	Log   *slog.Logger

	// Recycling says that one JVM may serve replay after replay: see Recycle.
	Recycling bool

	dev device.Device // nil: not opened
	app device.App
}

// Play replays a script.
func (s *Slot) Play(ctx context.Context, script *event.Script, o fuzz.ReplayOptions) (*fuzz.Outcome, error) {
	for attempt := 0; ; attempt++ {
		out, err := s.playOnce(ctx, script, o)
		if err == nil || attempt > 0 || ctx.Err() != nil || !errors.Is(err, device.ErrLost) {
			return out, err
		}
		s.Log.Warn("device lost, trying another", "err", err)
		s.Close()
	}
}

func (s *Slot) playOnce(ctx context.Context, script *event.Script, o fuzz.ReplayOptions) (*fuzz.Outcome, error) {
	if err := s.open(ctx); err != nil {
		return nil, err
	}
	return fuzz.Replay(ctx, s.dev, s.app, script, o)
}

func (s *Slot) open(ctx context.Context) error {
	if s.dev != nil {
		return nil
	}
	dev, err := s.Fleet.Open(ctx, 0)
	if err != nil {
		return err
	}
	app, err := dev.Install(ctx, s.APK)
	if err == nil {
		err = fleet.Recycle(ctx, dev, s.Recycling)
	}
	if err != nil {
		dev.Close()
		return err
	}
	s.dev, s.app = dev, app
	return nil
}

// Recycle says whether one JVM may serve replay after replay: quicker, but no
// verdict is to be taken so.
func (s *Slot) Recycle(ctx context.Context, on bool) error {
	if s.dev == nil || s.Recycling == on {
		s.Recycling = on
		return nil
	}
	s.Recycling = on
	return fleet.Recycle(ctx, s.dev, on)
}

// Expect tells the device how many replays on fresh JVMs are going to come.
func (s *Slot) Expect(ctx context.Context, replays int) error {
	if err := s.open(ctx); err != nil {
		return err
	}
	if f, ok := s.dev.(device.Forecaster); ok {
		return fault.Infra(f.Expect(ctx, replays))
	}
	return nil
}

// MoveTo has the next replay made on a device of another fleet.
func (s *Slot) MoveTo(f *fleet.Fleet) {
	if s.Fleet != f {
		s.Close()
		s.Fleet = f
	}
}

// Close gives the device back; the next replay opens another.
func (s *Slot) Close() {
	if s.dev != nil {
		s.dev.Close()
		s.dev = nil
	}
}
