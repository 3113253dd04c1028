package workflow

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz"
	"talpa/fuzz/evidence"
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
	if n := result.Nearest; n != nil && (c.nearest == nil || n.Score.Value() > c.nearest.Score.Value()) {
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

// path lists the steps on the path to the crash, with what became of each.
func (c *coverage) path(g *guide.Guide) []report.Milestone {
	var milestones []report.Milestone
	for _, step := range evidence.New(g).Path() {
		kind := milestoneKinds[step.Kind]
		if step.Kind == evidence.Screen {
			milestones = append(milestones, report.Milestone{Kind: kind, Name: step.Name,
				Reached: c.shown(g.App.Package, step.Name)})
			continue
		}
		milestone := c.method(kind, step.Name)
		milestone.By = step.By
		milestones = append(milestones, milestone)
	}
	return milestones
}

// milestoneKinds are the report's words for the kinds of steps.
var milestoneKinds = map[evidence.StepKind]string{
	evidence.Screen:  report.MilestoneScreen,
	evidence.Handler: report.MilestoneHandler,
	evidence.Frame:   report.MilestoneFrame,
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
