package fuzz

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"talpa/asra/trace"
	"talpa/device"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// session is an app on a device and what is known of it now.
type session struct {
	dev      device.Device
	app      device.App
	inApp    func(class string) bool
	scanner  *crash.Scanner
	screen   *ui.Screen // nil if it could not be read
	alive    bool
	blind    int // screens in a row that could not be read
	outside  []event.Event
	feedback feedback
}

func newSession(dev device.Device, app device.App, inApp func(class string) bool) *session {
	return &session{dev: dev, app: app, inApp: inApp}
}

// done is what came of an event.
type done struct {
	refused bool
	crashes []crash.Crash
	ran     []string // watched methods
	covered []string // all of the app's, where they are counted
	code    gen.Code
}

// signature returns that of the first fatal crash, "" if there is none.
func (d done) signature() string {
	for _, c := range d.crashes {
		if c.Fatal() {
			return c.Signature
		}
	}
	return ""
}

// traces are those of the exceptions that were thrown.
func (d done) traces() []trace.Trace {
	var list []trace.Trace
	for i := range d.crashes {
		list = append(list, d.crashes[i].Trace)
	}
	return list
}

// component is the Java name of an activity, from "package/.Activity".
func component(activity string) string {
	pkg, class, _ := strings.Cut(activity, "/")
	if strings.HasPrefix(class, ".") {
		return pkg + class
	}
	return class
}

// reset clears the app's data.
func (s *session) reset(ctx context.Context) error {
	if err := s.dev.Reset(ctx, s.app); err != nil {
		return fmt.Errorf("clearing the app's data: %w", err)
	}
	return s.forget(ctx)
}

// forget takes the app to be stopped, and forgets what the log held.
func (s *session) forget(ctx context.Context) error {
	if _, err := s.dev.Log(ctx); err != nil {
		return fmt.Errorf("reading the log: %w", err)
	}
	s.scanner = crash.NewScanner(s.app.Package, s.inApp)
	s.screen, s.alive = nil, false
	return nil
}

// do performs one event and reads log and screen.
func (s *session) do(ctx context.Context, e event.Event) (done, error) {
	d, err := s.perform(ctx, e)
	if err != nil || d.refused {
		return d, err
	}
	return d, s.look(ctx, d.signature() != "")
}

// perform performs one event and reads the log.
func (s *session) perform(ctx context.Context, e event.Event) (done, error) {
	if err := s.dev.Do(ctx, s.app, e); err != nil {
		if errors.Is(err, device.ErrUnsupported) {
			return done{refused: true}, nil
		}
		return done{}, fmt.Errorf("performing %q: %w", e, err)
	}
	log, err := s.dev.Log(ctx)
	if err != nil {
		return done{}, fmt.Errorf("reading the log: %w", err)
	}
	ran, covered, code, err := s.feedback.executed(ctx, log)
	crashes := append(s.scanner.Feed(log), s.scanner.Flush()...)
	return done{crashes: crashes, ran: ran, covered: covered, code: code}, err
}

// maxBlind is the number of screens in a row that may be unreadable: an
// animation can keep uiautomator from reading one, not several.
const maxBlind = 10

// look reads the screen and whether the app runs.
func (s *session) look(ctx context.Context, crashed bool) error {
	screen, err := s.dev.Screen(ctx)
	if err != nil {
		if s.blind++; s.blind > maxBlind || errors.Is(err, device.ErrLost) || ctx.Err() != nil {
			return fmt.Errorf("reading the screen: %w", err)
		}
		screen = nil
	} else {
		s.blind = 0
	}
	s.screen = screen
	if screen != nil && screen.Package == s.app.Package && !crashed {
		s.alive = true
		return nil
	}
	if s.alive, err = s.dev.Alive(ctx, s.app); err != nil {
		return fmt.Errorf("asking whether the app runs: %w", err)
	}
	return nil
}

// view is what a generator sees.
func (s *session) view() gen.View {
	v := gen.View{Screen: s.screen, Package: s.app.Package, Alive: s.alive, Outside: s.outside}
	if r, ok := s.dev.(device.Registrar); ok {
		v.Registered = r.Registered()
	}
	return v
}
