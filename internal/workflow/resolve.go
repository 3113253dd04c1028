package workflow

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/internal/workflow/input"
)

// target is the crash that is wanted, and the app that it is wanted of.
type target struct {
	app     *input.App
	crash   locate.Target
	matcher crash.Matcher
}

// resolve reads the app and the trace, and finds out which crash is meant.
func resolve(ctx context.Context, j job) (target, error) {
	o := j.options
	least, err := matchLevel(o.Match)
	if err != nil {
		return target{}, err
	}
	j.Say("reading the app and the trace", "")
	a, err := input.OpenProgram(ctx, o.APK, j.machine.Log)
	if err != nil {
		return target{}, err
	}
	found, err := input.Wanted(o.Trace, a)
	if err = errors.Join(input.CheckUpgrade(o.Run.UpgradeFrom, a), err); err != nil {
		return target{}, err
	}
	return target{app: a, crash: found, matcher: crash.Matcher{
		Want: found.Expected, InApp: a.Defines, Least: least, Lines: found.Precision == locate.PrecisionLine,
	}}, nil
}

// title names the wanted crash in a line: exception and crash point.
func (t target) title() string {
	throwable, frame, ok := t.crash.Crash.Point(t.app.Defines)
	if ok {
		return throwable.Class + " at " + frame.String()
	}
	cause, _ := t.crash.Crash.Cause()
	if message, _, _ := strings.Cut(cause.Message, "\n"); message != "" {
		return cause.Class + ": " + message
	}
	return cause.Class
}

// matchLevel reads a level by its name.
func matchLevel(name string) (trace.Level, error) {
	for _, level := range []trace.Level{trace.Exact, trace.Method, trace.Point} {
		if level.String() == name {
			return level, nil
		}
	}
	return trace.None, fmt.Errorf("no match level %q: exact, method or point", name)
}
