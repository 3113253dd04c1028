package fuzz

import (
	"context"
	"fmt"

	"talpa/device"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// ReplayOptions say what a replay records.
type ReplayOptions struct {
	// Screens records the screen before every step. Without it screens are
	// read only for events that name a widget.
	Screens bool
	// Screenshots records the picture before every step and at the end.
	Screenshots bool
	// ScreenshotsFrom is the step, counted from 0, from which on there are Screenshots.
	ScreenshotsFrom int
	// InApp says whether the APK defines a class; nil is a guess by names.
	InApp func(class string) bool
	// Until ends the replay when it returns true for a crash; nil = never.
	Until func(crash.Crash) bool
	// Oracles judge every step; what they propose is not asked. They see screens
	// if Screens is set.
	Oracles oracle.Panel
	// Step is called after every step, for progress; nil if nobody asks.
	Step func(done int)
}

// Outcome is what a replay led to.
type Outcome struct {
	// Steps are those performed; fewer than the script's events if Until said so.
	Steps []Step
	// Crashes are all crashes in order; Step.Crashes has them by step.
	Crashes []crash.Crash
	// Violations are what the oracles saw, in order.
	Violations []oracle.Violation
	// End is the screen after the last step, EndShot its picture; with
	// ReplayOptions.Screens and Screenshots.
	End     *ui.Screen
	EndShot []byte
	// Refused counts the events that the device cannot perform.
	Refused int
}

// Step is one performed event.
type Step struct {
	// Event is the event with the pixels where its widget was in this replay.
	Event event.Event
	// Widget is the index of the event's widget in Before, -1 if it names none
	// or the screen has none like it; Bounds are the widget's.
	Widget int
	Bounds ui.Rect
	// Missing says that the event names a widget that the screen lacked, so
	// that the recorded pixels were used.
	Missing bool
	Refused bool
	Before  *ui.Screen
	Shot    []byte // PNG
	Crashes []crash.Crash
}

// Replay clears the app's data and performs the script's events. An error is a
// fault of the device; the Outcome so far comes with it. A script that does not
// launch the app begins with whatever its first event starts.
func Replay(ctx context.Context, dev device.Device, app device.App, script *event.Script,
	o ReplayOptions) (*Outcome, error) {
	p := NewPlayer(dev, app, o)
	if err := p.Reset(ctx); err != nil {
		return p.out, err
	}
	for i, e := range script.Events {
		if err := ctx.Err(); err != nil {
			return p.out, err
		}
		stop, err := p.Perform(ctx, e)
		if err != nil {
			return p.out, fmt.Errorf("step %d: %w", i+1, err)
		}
		if o.Step != nil {
			o.Step(i + 1)
		}
		if stop {
			break
		}
	}
	return p.out, p.end(ctx)
}

// Player performs events on an app one after the other, for those who choose the next one by what the last one led to.
type Player struct {
	session *session
	options ReplayOptions
	out     *Outcome
	judged  int // steps that the oracles have judged
}

// NewPlayer returns a player of an app that is installed. Reset comes first.
func NewPlayer(dev device.Device, app device.App, o ReplayOptions) *Player {
	return &Player{session: newSession(dev, app, o.InApp), options: o, out: &Outcome{}}
}

// Reset clears the app's data, and forgets what was performed.
func (p *Player) Reset(ctx context.Context) error {
	p.options.Oracles.Reset()
	p.out, p.judged = &Outcome{}, 0
	return p.session.reset(ctx)
}

// Outcome is what was performed since the last Reset. It grows with every event.
func (p *Player) Outcome() *Outcome { return p.out }

// Perform performs one event, adds it to the outcome and says whether Until ends the replay.
func (p *Player) Perform(ctx context.Context, e event.Event) (stop bool, err error) {
	s := p.session
	step := Step{Event: e, Widget: -1}
	if p.options.Screens || !e.Target.IsZero() {
		if step.Before, err = s.dev.Screen(ctx); err != nil {
			if ctx.Err() != nil || p.options.Screens {
				return false, fmt.Errorf("reading the screen: %w", err)
			}
			step.Before = nil // the recorded pixels will do
		}
	}
	if err := p.judge(ctx, step.Before); err != nil {
		return false, err
	}
	if p.options.Screenshots && len(p.out.Steps) >= p.options.ScreenshotsFrom {
		if step.Shot, err = s.dev.Screenshot(ctx); err != nil {
			return false, fmt.Errorf("taking a screenshot: %w", err)
		}
	}
	if step.Before != nil {
		step.Event, step.Widget, _ = event.Resolve(e, step.Before)
		if step.Widget >= 0 {
			step.Bounds = step.Before.Widgets[step.Widget].Bounds
		}
		step.Missing = step.Widget < 0 && !e.Target.IsZero()
	}
	d, err := s.perform(ctx, step.Event)
	if err != nil {
		return false, err
	}
	step.Refused, step.Crashes = d.refused, d.crashes
	if d.refused {
		p.out.Refused++
	}
	if !p.options.Screens {
		step.Before = nil
	}
	p.out.Steps = append(p.out.Steps, step)
	p.out.Crashes = append(p.out.Crashes, d.crashes...)
	for _, c := range d.crashes {
		stop = stop || p.options.Until != nil && p.options.Until(c)
	}
	return stop, nil
}

// judge has the oracles judge the last step, now that the screen after it is
// known.
func (p *Player) judge(ctx context.Context, after *ui.Screen) error {
	if len(p.options.Oracles) == 0 || p.judged == len(p.out.Steps) {
		return nil
	}
	p.judged = len(p.out.Steps)
	last := &p.out.Steps[p.judged-1]
	step := oracle.Step{Event: last.Event, Package: p.session.app.Package, Before: last.Before, After: after,
		Refused: last.Refused, Crashes: last.Crashes}
	var err error
	if step.Alive, err = p.session.dev.Alive(ctx, p.session.app); err != nil {
		return fmt.Errorf("asking whether the app runs: %w", err)
	}
	p.out.Violations = append(p.out.Violations, p.options.Oracles.Judge(step)...)
	return nil
}

// end records what is shown after the last step.
func (p *Player) end(ctx context.Context) (err error) {
	if p.options.Screens {
		if p.out.End, err = p.session.dev.Screen(ctx); err != nil {
			return fmt.Errorf("reading the screen: %w", err)
		}
	}
	if err := p.judge(ctx, p.out.End); err != nil {
		return err
	}
	if p.options.Screenshots {
		if p.out.EndShot, err = p.session.dev.Screenshot(ctx); err != nil {
			return fmt.Errorf("taking a screenshot: %w", err)
		}
	}
	return nil
}
