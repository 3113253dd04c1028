package workflow

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz"
	"talpa/fuzz/report"
)

// sight is what the searches of a job saw of the way to the crash.
type sight struct {
	screens []string // components that were in front
	seen    []string // methods that told when they ran
	ran     map[string]fuzz.Ran
	nearest *fuzz.Nearest // nil: no search came near
}

// add takes in one search, whose first event had the number before+1.
func (s *sight) add(result *fuzz.Result, before int) {
	for _, name := range result.Activities {
		if !slices.Contains(s.screens, name) {
			s.screens = append(s.screens, name)
		}
	}
	for _, m := range result.Observed {
		if !slices.Contains(s.seen, m) {
			s.seen = append(s.seen, m)
		}
	}
	if n := result.Nearest; n != nil && (s.nearest == nil || n.Near > s.nearest.Near) {
		s.nearest = n
	}
	for _, r := range result.Ran {
		if s.ran == nil {
			s.ran = map[string]fuzz.Ran{}
		}
		old, ok := s.ran[r.Method]
		if !ok {
			old = fuzz.Ran{Method: r.Method, First: before + r.First}
		}
		old.Events += r.Events
		s.ran[r.Method] = old
	}
}

// way lists the stops on the way to the crash as the guide has them, the
// milestones and then the frames of the trace from the outermost inwards, with
// what became of each.
func (s *sight) way(g *guide.Guide) []report.Stop {
	var stops []report.Stop
	frames := frames(g)
	screen := func(name string) {
		if name == "" || slices.ContainsFunc(stops, func(x report.Stop) bool {
			return x.Kind == report.StopScreen && x.Name == name
		}) {
			return
		}
		stops = append(stops, report.Stop{Kind: report.StopScreen, Name: name, Reached: s.shown(g.App.Package, name)})
	}
	for _, m := range g.Milestones {
		screen(m.Activity)
		if m.Callback == "" || slices.Contains(frames, m.Callback) || m.Role == guide.RoleLifecycle {
			continue
		}
		stop := s.method(report.StopHandler, m.Callback)
		stop.By = trigger(m)
		stops = append(stops, stop)
	}
	for _, method := range frames {
		stop := s.method(report.StopFrame, method)
		for _, m := range g.Milestones {
			if m.Callback == method {
				stop.By = trigger(m)
			}
		}
		stops = append(stops, stop)
	}
	return stops
}

// trigger names the widgets of a milestone.
func trigger(m guide.Milestone) string {
	const most = 3
	var names []string
	for _, w := range m.Widgets[:min(len(m.Widgets), most)] {
		names = append(names, w.String())
	}
	return strings.Join(names, ", ")
}

// frames are the methods of the wanted trace in this app, the outermost first.
func frames(g *guide.Guide) []string {
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

// method is the stop of a method.
func (s *sight) method(kind, name string) report.Stop {
	r, ran := s.ran[name]
	return report.Stop{Kind: kind, Name: name, Reached: ran, Events: r.Events, First: r.First,
		Unseen: !slices.Contains(s.seen, name)}
}

// shown says whether an activity was in front.
func (s *sight) shown(pkg, name string) bool {
	return slices.ContainsFunc(s.screens, func(component string) bool {
		_, class, _ := strings.Cut(component, "/")
		if strings.HasPrefix(class, ".") {
			class = pkg + class
		}
		return class == name
	})
}
