package evidence

import (
	"fmt"
	"slices"
	"strings"

	"talpa/asra/guide"
)

// StepKind is a kind of place on the path to the crash.
type StepKind string

// The kinds of steps.
const (
	Screen  StepKind = "screen"
	Handler StepKind = "handler" // a callback on the path
	Frame   StepKind = "frame"   // a method of the wanted trace
)

// Step is a place on the path from the launcher to the crash point.
type Step struct {
	Kind StepKind
	// Name is the Java name of the activity, or the DEX name of the method.
	Name string
	// By names what triggers the handler, "" if that is not known.
	By string
}

// Path lists the steps on the path to the crash as the guide has them: the milestones, then
// the frames of the trace from the outermost inwards. Callers must not change it.
func (s *Scale) Path() []Step {
	if s == nil {
		return nil
	}
	return s.path
}

func pathOf(g *guide.Guide) []Step {
	var path []Step
	frames := stackOf(g)
	screen := func(name string) {
		if name != "" && !slices.ContainsFunc(path, func(x Step) bool { return x.Kind == Screen && x.Name == name }) {
			path = append(path, Step{Kind: Screen, Name: name})
		}
	}
	triggers := map[string]string{}
	for _, m := range g.Milestones {
		screen(m.Activity)
		triggers[m.Callback] = widgets(m)
		if m.Callback == "" || slices.Contains(frames, m.Callback) || m.Role == guide.RoleLifecycle {
			continue
		}
		path = append(path, Step{Kind: Handler, Name: m.Callback, By: widgets(m)})
	}
	for _, method := range frames {
		path = append(path, Step{Kind: Frame, Name: method, By: triggers[method]})
	}
	return path
}

// widgets names the widgets of a milestone.
func widgets(m guide.Milestone) string {
	const most = 3
	var names []string
	for _, w := range m.Widgets[:min(len(m.Widgets), most)] {
		names = append(names, w.String())
	}
	return strings.Join(names, ", ")
}

// stackOf are the methods of the wanted trace in this app, the outermost first.
func stackOf(g *guide.Guide) []string {
	var list []string
	for _, f := range slices.Backward(g.Target.Frames) {
		if f.InApp && len(f.Resolved) > 0 && !slices.Contains(list, f.Resolved[0]) {
			list = append(list, f.Resolved[0])
		}
	}
	if g.Target.Method != "" {
		list = slices.DeleteFunc(list, func(m string) bool { return m == g.Target.Method })
		list = append(list, g.Target.Method)
	}
	return list
}

// Trail is how far a search has come on the path. It is used by one goroutine at a time.
type Trail struct {
	scale   *Scale
	path    []Step
	reached int // steps up to the last one that was reached
	waits   string
}

// NewTrail returns the trail of a search that begins.
func (s *Scale) NewTrail() *Trail { return &Trail{scale: s, path: s.Path()} }

// Observe takes in the methods that an event ran, the Java name of the activity in front after
// it, and what the goals then wait for (Standing.Waits).
func (t *Trail) Observe(ran []string, activity, waits string) {
	t.waits = waits
	levels := t.scale.Levels(ran)
	for i := len(t.path) - 1; i >= t.reached; i-- {
		step := &t.path[i]
		var reached bool
		switch step.Kind {
		case Screen:
			reached = step.Name == activity
		case Handler:
			reached = slices.Contains(ran, step.Name)
		case Frame:
			reached = levels[step.Name] > aside
		}
		if reached {
			t.reached = i + 1
			return
		}
	}
}

// String says how far the search has come and what comes next, in a few words; "" where
// there is no path.
func (t *Trail) String() string {
	n := len(t.path)
	if n == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %d", t.reached, n)
	switch {
	case t.reached == n && t.waits != "":
		return fmt.Sprintf("%s: %s ran without failing, %s", text, guide.SimpleMethod(t.path[n-1].Name), t.waits)
	case t.reached == n:
		return fmt.Sprintf("%s: %s ran without failing", text, guide.SimpleMethod(t.path[n-1].Name))
	case t.waits != "":
		return fmt.Sprintf("%s: %s, next %s", text, t.waits, t.path[t.reached].text())
	}
	return fmt.Sprintf("%s, next %s", text, t.path[t.reached].text())
}

func (s Step) text() string {
	if s.Kind == Screen {
		return "the screen " + guide.SimpleName(s.Name)
	}
	if s.By != "" {
		return fmt.Sprintf("%s (%s)", guide.SimpleMethod(s.Name), s.By)
	}
	return guide.SimpleMethod(s.Name)
}
