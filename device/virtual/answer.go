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
var answers = []string{
	answersAlone, "ok", "empty", "bare", "several", "gone", "file", "cancelled", "none", answersScreen,
}

// answering is how other apps answer now.
func (s *processes) answering() string {
	switch {
	case s.config.answer != "":
		return s.config.answer
	case s.sessions > 0:
		return answersAlone
	case slices.Contains(answers, s.props[answerProperty]):
		return s.props[answerProperty]
	}
	return answersScreen
}

// tellAnswer tells a running app's process how other apps answer.
func (s *processes) tellAnswer(ctx context.Context, p *process) error {
	_, err := s.request(ctx, p, runtime.AnswerTimeout, "answer", map[string]any{"mode": s.answering()}, nil)
	return err
}

// drive notes that a session begins (1) or ends (-1).
func (s *processes) drive(ctx context.Context, change int) {
	s.sessions += change
	if p := s.alive(); p != nil {
		if err := s.tellAnswer(ctx, p); err != nil {
			s.opts.Log.Debug("virtual device: other apps answer as before", "err", err)
		}
	}
}
