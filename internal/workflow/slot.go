package workflow

import (
	"context"
	"errors"
	"log/slog"

	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/internal/workflow/fleet"
)

// slot is a replay slot: a device with an app on it, on which scripts are replayed. The device
// is opened when it is first needed, and replaced once a replay if it is lost.
type slot struct {
	fleet *fleet.Fleet
	apk   string
	log   *slog.Logger

	recycling bool
	dev       device.Device // nil: not opened
	app       device.App
}

// play replays a script.
func (s *slot) play(ctx context.Context, script *event.Script, o fuzz.ReplayOptions) (*fuzz.Outcome, error) {
	for attempt := 0; ; attempt++ {
		out, err := s.playOnce(ctx, script, o)
		if err == nil || attempt > 0 || ctx.Err() != nil || !errors.Is(err, device.ErrLost) {
			return out, err
		}
		s.log.Warn("device lost, trying another", "err", err)
		s.close()
	}
}

func (s *slot) playOnce(ctx context.Context, script *event.Script, o fuzz.ReplayOptions) (*fuzz.Outcome, error) {
	if err := s.open(ctx); err != nil {
		return nil, err
	}
	return fuzz.Replay(ctx, s.dev, s.app, script, o)
}

func (s *slot) open(ctx context.Context) error {
	if s.dev != nil {
		return nil
	}
	dev, err := s.fleet.Open(ctx, 0)
	if err != nil {
		return err
	}
	app, err := dev.Install(ctx, s.apk)
	if err == nil {
		err = fleet.Recycle(ctx, dev, s.recycling)
	}
	if err != nil {
		dev.Close()
		return err
	}
	s.dev, s.app = dev, app
	return nil
}

// recycle says whether one JVM may serve replay after replay: quicker, but no
// verdict is to be taken so.
func (s *slot) recycle(ctx context.Context, on bool) error {
	if s.dev == nil || s.recycling == on {
		s.recycling = on
		return nil
	}
	s.recycling = on
	return fleet.Recycle(ctx, s.dev, on)
}

// expect tells the device how many replays on fresh JVMs are going to come.
func (s *slot) expect(ctx context.Context, replays int) error {
	if err := s.open(ctx); err != nil {
		return err
	}
	if f, ok := s.dev.(device.Forecaster); ok {
		return infra(f.Expect(ctx, replays))
	}
	return nil
}

// moveTo has the next replay made on a device of another fleet.
func (s *slot) moveTo(f *fleet.Fleet) {
	if s.fleet != f {
		s.close()
		s.fleet = f
	}
}

// close gives the device back; the next replay opens another.
func (s *slot) close() {
	if s.dev != nil {
		s.dev.Close()
		s.dev = nil
	}
}
