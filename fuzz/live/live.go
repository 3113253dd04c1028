// Package live lets a person work an app through a web page: the page shows the app's screen, touches and texts become
// events, and the events become a script.
//
// A touch is told of the widget under it, so that the script finds the widget again where it has moved. The script is
// handed over after every event: what was done is not lost, whatever ends the page.
//
// Not there: two fingers, and input while the app is busy: an event ends when the app has come to rest.
package live

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Session is an app on a device that a person works. Its methods may be called from any goroutine; the device does one
// thing at a time.
type Session struct {
	dev    device.Device
	player *fuzz.Player
	save   func(*event.Script) error

	mu      sync.Mutex
	script  *event.Script
	screen  *ui.Screen // after the last event; nil if it could not be read
	picture []byte     // PNG of it
	version int        // of screen and picture
	remark  string     // what there is to say of the last event
	crash   *crash.Crash
}

// New returns a session with an app that is installed. script has what is known of the device, and no events; save is
// given it after each event.
func New(dev device.Device, player *fuzz.Player, script *event.Script, save func(*event.Script) error) *Session {
	return &Session{dev: dev, player: player, script: script.Prefix(0), save: save}
}

// Script is what was done so far.
func (s *Session) Script() *event.Script {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.script.Clone()
}

// Crash is the first crash that what was done led to, nil if there was none.
func (s *Session) Crash() *crash.Crash {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.crash
}

// Begin clears the app's data and performs events, such as those of a script that is gone on with.
func (s *Session) Begin(ctx context.Context, events []event.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begin(ctx, events)
}

func (s *Session) begin(ctx context.Context, events []event.Event) error {
	if err := s.player.Reset(ctx); err != nil {
		return err
	}
	s.script, s.crash, s.remark = s.script.Prefix(0), nil, ""
	for _, e := range events {
		if err := s.perform(ctx, e); err != nil {
			return err
		}
	}
	return s.look(ctx)
}

// errRefused says that an event was not added to the script.
type errRefused struct{ why string }

func (e errRefused) Error() string { return e.why }

// do performs one event, adds it to the script and reads the screen.
func (s *Session) do(ctx context.Context, e event.Event) error {
	s.remark = ""
	if err := s.perform(ctx, e); err != nil {
		return err
	}
	return s.look(ctx)
}

// perform performs one event and adds it to the script.
func (s *Session) perform(ctx context.Context, e event.Event) error {
	if err := e.Validate(); err != nil {
		return errRefused{err.Error()}
	}
	if len(s.script.Events) >= event.MaxEvents {
		return errRefused{fmt.Sprintf("a script has at most %d events", event.MaxEvents)}
	}
	if _, err := s.player.Perform(ctx, e); err != nil {
		return err
	}
	steps := s.player.Outcome().Steps
	step := steps[len(steps)-1]
	if step.Refused {
		return errRefused{fmt.Sprintf("this device cannot do it: %s", e.Describe())}
	}
	if step.Missing {
		s.remark = fmt.Sprintf("step %d: the widget that it names is not on the screen", len(s.script.Events)+1)
	}
	for i := range step.Crashes {
		if s.crash == nil && step.Crashes[i].Fatal() {
			s.crash = &step.Crashes[i]
		}
	}
	s.script.Events = append(s.script.Events, step.Event)
	return s.save(s.script)
}

// look reads what is shown after an event. A screen that cannot be read is told on the page, unless the device is lost.
func (s *Session) look(ctx context.Context) (err error) {
	s.version++
	if s.screen, err = s.dev.Screen(ctx); err != nil {
		s.screen, s.remark = nil, "the screen could not be read: "+err.Error()
		if ctx.Err() != nil || errors.Is(err, device.ErrLost) {
			return fmt.Errorf("reading the screen: %w", err)
		}
	}
	if s.picture, err = s.dev.Screenshot(ctx); err != nil {
		return fmt.Errorf("taking a screenshot: %w", err)
	}
	return nil
}

// undo does all but the last event anew, on cleared data: a device cannot take back what an app did.
func (s *Session) undo(ctx context.Context) error {
	if len(s.script.Events) == 0 {
		return errRefused{"there is nothing to take back"}
	}
	kept := s.script.Prefix(len(s.script.Events) - 1)
	if err := s.begin(ctx, kept.Events); err != nil {
		return err
	}
	return s.save(s.script)
}
