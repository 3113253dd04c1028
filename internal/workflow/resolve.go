package workflow

import (
	"context"
	"fmt"
	"strings"

	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/fuzz/crash"
)

// target is the crash that is wanted, in the names of the app's build.
type target struct {
	app     *app
	trace   trace.Trace
	matcher crash.Matcher
}

// resolve reads the app and the trace, and finds out which crash is meant.
func resolve(ctx context.Context, j job) (target, error) {
	o := j.options
	least, err := matchLevel(o.Match)
	if err != nil {
		return target{}, err
	}
	j.say("reading the app and the trace")
	a, err := openProgram(ctx, j.machine, o.APK)
	if err != nil {
		return target{}, err
	}
	want, err := wanted(o.Trace, a)
	if err != nil {
		return target{}, err
	}
	if err := reproducible(want); err != nil {
		return target{}, err
	}
	matcher := crash.Matcher{Want: locate.Renumber(a.code, want), InApp: a.defines, Least: least}
	return target{app: a, trace: want, matcher: matcher}, nil
}

// located is the target after the analysis has said how precisely it is known.
func (t target) located(g *guide.Guide) target {
	t.matcher.Lines = g.Target.Precision == guide.PrecisionLine
	return t
}

// title names the wanted crash in a line: exception and crash point.
func (t target) title() string {
	throwable, frame, ok := t.trace.Point(t.app.defines)
	if ok {
		return throwable.Class + " at " + frame.String()
	}
	cause, _ := t.trace.Cause()
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
