package workflow

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz"
	"talpa/fuzz/report"
)

// coverage is how much of the path to the crash the searches of a job covered.
type coverage struct {
	screens []string // components that were in front
	probed  []string // methods that tell when they run
	ran     map[string]fuzz.Ran
	nearest *fuzz.Nearest // the closest miss; nil: no search came near
}

// add takes in one search, whose first event had the number before+1.
func (c *coverage) add(result *fuzz.Result, before int) {
	c.screens = union(c.screens, result.Activities)
	c.probed = union(c.probed, result.Observed)
	if n := result.Nearest; n != nil && (c.nearest == nil || n.Near > c.nearest.Near) {
		c.nearest = n
	}
	for _, r := range result.Ran {
		if c.ran == nil {
			c.ran = map[string]fuzz.Ran{}
		}
		old, ok := c.ran[r.Method]
		if !ok {
			old = fuzz.Ran{Method: r.Method, First: before + r.First}
		}
		old.Events += r.Events
		c.ran[r.Method] = old
	}
}

// path lists the milestones on the path to the crash as the guide has them, the
// milestones and then the frames of the trace from the outermost inwards, with
// what became of each.
func (c *coverage) path(g *guide.Guide) []report.Milestone {
	var milestones []report.Milestone
	frames := frames(g)
	screen := func(name string) {
		if name == "" || slices.ContainsFunc(milestones, func(x report.Milestone) bool {
			return x.Kind == report.MilestoneScreen && x.Name == name
		}) {
			return
		}
		milestones = append(milestones, report.Milestone{Kind: report.MilestoneScreen, Name: name,
			Reached: c.shown(g.App.Package, name)})
	}
	for _, m := range g.Milestones {
		screen(m.Activity)
		if m.Callback == "" || slices.Contains(frames, m.Callback) || m.Role == guide.RoleLifecycle {
			continue
		}
		milestone := c.method(report.MilestoneHandler, m.Callback)
		milestone.By = widgets(m)
		milestones = append(milestones, milestone)
	}
	for _, method := range frames {
		milestone := c.method(report.MilestoneFrame, method)
		for _, m := range g.Milestones {
			if m.Callback == method {
				milestone.By = widgets(m)
			}
		}
		milestones = append(milestones, milestone)
	}
	return milestones
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

// method is the milestone of a method.
func (c *coverage) method(kind, name string) report.Milestone {
	r, ran := c.ran[name]
	return report.Milestone{Kind: kind, Name: name, Reached: ran, Events: r.Events, First: r.First,
		Unprobed: !slices.Contains(c.probed, name)}
}

// shown says whether an activity was in front.
func (c *coverage) shown(pkg, name string) bool {
	return slices.ContainsFunc(c.screens, func(component string) bool {
		_, class, _ := strings.Cut(component, "/")
		if strings.HasPrefix(class, ".") {
			class = pkg + class
		}
		return class == name
	})
}
