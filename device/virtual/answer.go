package virtual

import (
	"context"
	"slices"

	"talpa/device/virtual/runtime"
)

// Stand-ins for other apps answer by themselves while talpa drives the device,
// since its events have no way into them. They show screens to everybody else,
// who works them by touch as on a phone.
const (
	answersAlone  = "auto"
	answersScreen = "screen"
	// answerProperty chooses for those who drive the device by adb.
	answerProperty = "debug.talpa.answer"
)

// answers are what the property may hold.
var answers = []string{answersAlone, "ok", "cancelled", "none", answersScreen}

// answering is how other apps answer now. d.mu is held.
func (d *Device) answering() string {
	switch {
	case d.state.answer != "":
		return d.state.answer
	case d.sessions > 0:
		return answersAlone
	case slices.Contains(answers, d.props[answerProperty]):
		return d.props[answerProperty]
	}
	return answersScreen
}

// tellAnswer tells a running app's process how other apps answer. d.mu is held.
func (d *Device) tellAnswer(ctx context.Context, p *process) error {
	_, err := d.request(ctx, p, runtime.AnswerTimeout, "answer", map[string]any{"mode": d.answering()}, nil)
	return err
}

// drive notes that a session begins (1) or ends (-1).
func (d *Device) drive(ctx context.Context, change int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sessions += change
	if p := d.alive(); p != nil {
		if err := d.tellAnswer(ctx, p); err != nil {
			d.opts.Log.Debug("virtual device: other apps answer as before", "err", err)
		}
	}
}
