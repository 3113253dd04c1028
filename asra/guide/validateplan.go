package guide

import (
	"errors"
	"fmt"
	"slices"
)

var (
	crashKinds = []CrashKind{
		CrashNull, CrashEmpty, CrashNumber, CrashText, CrashIndex, CrashKey, CrashColumn, CrashResource,
		CrashClass, CrashDivision, CrashLifecycle, CrashWindow, CrashState, CrashArgument, CrashComponent,
		CrashConcurrent, CrashPermission, CrashProvider, CrashStatement, CrashDatabase, CrashFile,
		CrashNetwork, CrashThread, CrashMemory, CrashFormat, CrashLink, CrashOwn, CrashUnknown,
	}
	crashBases = []CrashBasis{
		BasisException, BasisMessage, BasisInstruction, BasisMethod, BasisData,
	}
	crashParts = []CrashPart{
		PartKind, PartInstruction, PartValue, PartSource,
	}
	wantClasses = []WantClass{
		WantNull, WantEmpty, WantText, WantNoText, WantNumber, WantSize, WantAbsent, WantPresent, WantChanged, WantEnded,
		WantLast,
	}
	goalKinds = []GoalKind{
		GoalScreen, GoalRun, GoalHold, GoalCrash,
	}
	achieverKinds = []AchieverKind{
		AchieveHandler, AchieveConfirm, AchieveText, AchievePreference, AchieveAddRows, AchieveDeleteRows,
		AchievePermission, AchieveLifecycle, AchieveAnswer, AchieveServer, AchieveStart, AchieveOrder,
		AchieveDevice, AchieveOutside, AchieveGesture,
		AchieveOpen,
	}
	changes = []Change{
		ChangeRotate, ChangeLeave, ChangeBack, ChangeLock, ChangeKill, ChangeDestroy, ChangeOffline, ChangeFull,
		ChangeEmptied, ChangeAbsent, ChangeSlow, ChangeNight,
		ChangeConfigure, ChangeAlarm, ChangeNotification, ChangeBroadcast, ChangeService, ChangeIntent,
		ChangeRestricted, ChangeWait,
	}
	gestures = []Gesture{
		GestureLongPress, GestureSwipe, GestureScroll, GesturePinch, GestureDoubleTap, GestureKey,
		GestureMenuKey, GestureType, GestureCheck, GesturePage,
	}
	answers = []Answer{
		AnswerNone, AnswerCanceled, AnswerEmpty, AnswerBroken, AnswerBare, AnswerError, AnswerData, AnswerGone,
		AnswerFile, AnswerMissing, AnswerNull, AnswerText, AnswerValue, AnswerSize,
	}
	doubtKinds = []DoubtKind{
		DoubtNoUse, DoubtNoCall, DoubtGuarded, DoubtNoFrame, DoubtNoMethod, DoubtMinified,
	}
)

// Nil is valid: guides of
// builds before there were conditions have none.
func (c *CrashCondition) validate() error {
	switch {
	case c == nil:
		return nil
	case !slices.Contains(crashKinds, c.Kind):
		return fmt.Errorf("kind %q is none of %v", c.Kind, crashKinds)
	case c.Offset < -1 || c.Offset >= 0 && c.Where == "":
		return fmt.Errorf("offset %d in method %q", c.Offset, c.Where)
	}
	if c.Subject != (Subject{}) {
		if err := c.Subject.validate(subjectKinds); err != nil {
			return err
		}
	}
	for _, b := range c.Basis {
		if !slices.Contains(crashBases, b) {
			return fmt.Errorf("basis %q is none of %v", b, crashBases)
		}
	}
	for _, part := range c.Unknown {
		if !slices.Contains(crashParts, part) {
			return fmt.Errorf("unknown part %q is none of %v", part, crashParts)
		}
	}
	for i := range c.Sources {
		if err := c.Sources[i].validate(); err != nil {
			return fmt.Errorf("source %d: %w", i, err)
		}
	}
	return errors.Join(c.Want.validate(), methodNames(c.Where))
}

func (s *Source) validate() error {
	if err := s.Subject.validate(subjectKinds); err != nil {
		return err
	}
	for i := range s.Conditions {
		if err := s.Conditions[i].validate(); err != nil {
			return fmt.Errorf("condition %d: %w", i, err)
		}
	}
	return errors.Join(s.Want.validate(), methodNames(append([]string{s.Where}, s.Writers...)...))
}

// Bounds of a class that has none are let pass: they say nothing, and cost nothing.
func (w *Want) validate() error {
	switch {
	case w.IsZero():
		return nil
	case !slices.Contains(wantClasses, w.Class):
		return fmt.Errorf("value class %q is none of %v", w.Class, wantClasses)
	case w.Min != nil && w.Max != nil && *w.Min > *w.Max:
		return fmt.Errorf("minimum %d above maximum %d", *w.Min, *w.Max)
	case w.Text != "" && w.Class != WantText:
		return fmt.Errorf("text %q for class %s", w.Text, w.Class)
	}
	return nil
}

// methodNames checks names of which each may be empty.
func methodNames(names ...string) error {
	for _, name := range names {
		if name != "" && !IsMethodName(name) {
			return fmt.Errorf("%q is not a DEX method name", name)
		}
	}
	return nil
}

// validate checks that goals come after those that they name, so that the order has no
// cycle, and that the crash is the last.
// A search may so do the goals in the order of the list, without sorting them first.
func (p *Plan) validate() error {
	if p == nil {
		return nil
	}
	known := map[int]bool{}
	for i := range p.Goals {
		g := &p.Goals[i]
		switch {
		case g.ID < 1 || known[g.ID]:
			return fmt.Errorf("goal %d of %d has the number %d", i+1, len(p.Goals), g.ID)
		case (g.Kind == GoalCrash) != (i == len(p.Goals)-1):
			return fmt.Errorf("goal %d of %d is a %s: the last is the crash", g.ID, len(p.Goals), g.Kind)
		}
		if err := g.validate(known); err != nil {
			return fmt.Errorf("goal %d: %w", g.ID, err)
		}
		known[g.ID] = true
	}
	return nil
}

// validate checks a goal that may name the goals known.
// The goal of the crash alone may be without a subject.
func (g *Goal) validate(known map[int]bool) error {
	if !slices.Contains(goalKinds, g.Kind) {
		return fmt.Errorf("kind %q is none of %v", g.Kind, goalKinds)
	}
	before := slices.Clone(g.After)
	for i := range g.Achievers {
		if err := g.Achievers[i].validate(); err != nil {
			return fmt.Errorf("achiever %d: %w", i, err)
		}
		before = append(before, g.Achievers[i].Needs...)
	}
	for _, id := range before {
		if !known[id] {
			return fmt.Errorf("goal %d is not before it", id)
		}
	}
	if g.Kind == GoalCrash && g.Subject == (Subject{}) {
		return nil // no frame of the trace is in the app
	}
	return errors.Join(g.Want.validate(), g.Subject.validate(subjectKinds))
}

func (a *Achiever) validate() error {
	switch {
	case !slices.Contains(achieverKinds, a.Kind):
		return fmt.Errorf("kind %q is none of %v", a.Kind, achieverKinds)
	case a.Role != "" && !slices.Contains(roles, a.Role):
		return fmt.Errorf("role %q is none of %v", a.Role, roles)
	case a.Change != "" && !slices.Contains(changes, a.Change):
		return fmt.Errorf("change %q is none of %v", a.Change, changes)
	case a.Gesture != "" && !slices.Contains(gestures, a.Gesture):
		return fmt.Errorf("gesture %q is none of %v", a.Gesture, gestures)
	case a.Answer != "" && !slices.Contains(answers, a.Answer):
		return fmt.Errorf("answer %q is none of %v", a.Answer, answers)
	case a.Rows < 0:
		return fmt.Errorf("%d rows", a.Rows)
	}
	if lacks := a.lacks(); lacks != "" {
		return fmt.Errorf("%s without %s", a.Kind, lacks)
	}
	return errors.Join(a.Want.validate(), methodNames(a.Method, a.First))
}

// lacks names the field that the kind speaks of, if it is not set.
// Fields that only add to a way, such as a label, may be missing.
func (a *Achiever) lacks() string {
	switch {
	case a.Kind == AchieveHandler && a.Method == "":
		return "method"
	case a.Kind == AchieveText && len(a.Widgets) == 0:
		return "widgets"
	case a.Kind == AchievePreference && a.Key == "":
		return "key"
	case slices.Contains([]AchieverKind{AchieveLifecycle, AchieveDevice, AchieveOutside}, a.Kind) && a.Change == "":
		return "change"
	case a.Kind == AchieveGesture && a.Gesture == "":
		return "gesture"
	case (a.Kind == AchieveAnswer || a.Kind == AchieveServer) && a.Answer == "":
		return "answer"
	case a.Answer.OfField() && a.Key == "":
		return "key"
	case a.Answer == AnswerValue && len(a.Values) == 0:
		return "values"
	case a.Kind == AchieveStart && a.Screen == "":
		return "screen"
	}
	return ""
}
