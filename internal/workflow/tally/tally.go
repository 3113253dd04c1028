// Package tally adds up what the searches of a job did and met, and says how much of the path to the
// crash they covered. It knows results only, not how they came about.
package tally

import (
	"maps"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
	"talpa/fuzz/report"
)

// Tally is the sum of some searches. The zero value is that of none.
type Tally struct {
	Search   report.Search
	Device   device.Info     // of the last search
	Others   []*fuzz.Finding // other crashes than the wanted one
	Fidelity []string
	Nearest  *fuzz.Nearest // the closest miss; nil: no search came near

	probed []string // methods that tell when they run
	ran    map[string]fuzz.Ran
	// covered are the methods of Search.Methods.
	covered map[string]bool
}

// Add takes in one search. Its events have the numbers after those of the searches before.
func (t *Tally) Add(result *fuzz.Result) {
	t.addRan(result.Ran)
	t.probed = union(t.probed, result.Observed)
	if n := result.Nearest; n != nil && (t.Nearest == nil || n.Score.Value() > t.Nearest.Score.Value()) {
		t.Nearest = n
	}
	for activity, events := range result.Met {
		if !slices.Contains(t.Search.Activities, activity) {
			t.Search.Growth = append(t.Search.Growth, t.Search.Events+events)
		}
	}
	slices.Sort(t.Search.Growth)
	t.addCovered(result.Covered)
	t.Search.Events += result.Progress.Events
	t.Search.Episodes += result.Progress.Episodes
	t.Search.States = max(t.Search.States, result.Progress.States)
	t.Search.Activities = union(t.Search.Activities, result.Activities)
	t.Search.Strategies = addStrategies(t.Search.Strategies, result.Strategies)
	if result.Found != nil && t.Search.FoundBy == "" {
		t.Search.FoundBy = result.Found.Strategy
	}
	t.Device = result.Device
	t.Others = fuzz.Merge(t.Others, result.Others)
	t.Fidelity = union(t.Fidelity, result.Fidelity)
}

// addCovered takes in the methods of the app that the next search ran first, and after how many of its events.
func (t *Tally) addCovered(methods map[string]int) {
	fresh := map[int]int{} // by the number of the event
	for method, events := range methods {
		if !t.covered[method] {
			fresh[t.Search.Events+events]++
		}
	}
	if t.covered == nil && len(methods) > 0 {
		t.covered = map[string]bool{}
	}
	for method := range methods {
		t.covered[method] = true
	}
	sum := 0
	if n := len(t.Search.Methods); n > 0 {
		sum = t.Search.Methods[n-1].Methods
	}
	for _, events := range slices.Sorted(maps.Keys(fresh)) {
		sum += fresh[events]
		t.Search.Methods = append(t.Search.Methods, report.Covered{Events: events, Methods: sum})
	}
}

// Coverage is how much of the path to the crash some searches covered, as data: the components that
// were in front, the methods that tell when they run, and those that did.
type Coverage struct {
	Screens []string   `json:"screens,omitempty"`
	Probed  []string   `json:"probed,omitempty"`
	Ran     []fuzz.Ran `json:"ran,omitempty"`
}

// Coverage is that of the searches so far.
func (t *Tally) Coverage() Coverage {
	c := Coverage{Screens: t.Search.Activities, Probed: t.probed}
	for _, name := range slices.Sorted(maps.Keys(t.ran)) {
		c.Ran = append(c.Ran, t.ran[name])
	}
	return c
}

// Unseen says that events were tried and the app showed nothing for them: no screen of it came to the front, and
// none of the methods that tell when they run has run.
func (t *Tally) Unseen() bool {
	return t.Search.Events > 0 && len(t.Search.Activities) == 0 && len(t.ran) == 0
}

// Earlier is the sum of searches of which only this is known.
func Earlier(events int, others []*fuzz.Finding, covered Coverage) Tally {
	t := Tally{Others: others, probed: covered.Probed}
	t.addRan(covered.Ran)
	t.Search.Events, t.Search.Activities = events, covered.Screens
	return t
}

// addRan adds up what ran. Search.Events is still the sum of the searches before.
func (t *Tally) addRan(ran []fuzz.Ran) {
	for _, r := range ran {
		if t.ran == nil {
			t.ran = map[string]fuzz.Ran{}
		}
		old, ok := t.ran[r.Method]
		if !ok {
			old = fuzz.Ran{Method: r.Method, First: t.Search.Events + r.First}
		}
		old.Events += r.Events
		t.ran[r.Method] = old
	}
}

// addStrategies adds up what strategies did.
func addStrategies(all []report.Strategy, counts []gen.StrategyCount) []report.Strategy {
	for _, c := range counts {
		i := slices.IndexFunc(all, func(old report.Strategy) bool { return old.Name == c.Name })
		if i < 0 {
			i, all = len(all), append(all, report.Strategy{Name: c.Name})
		}
		all[i].Plans, all[i].Events, all[i].Raised = all[i].Plans+c.Plans, all[i].Events+c.Events, all[i].Raised+c.Raised
	}
	return all
}

// union appends those of b that a lacks.
func union(a, b []string) []string {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

// Path lists the steps on the path to the crash, with what became of each.
func (t *Tally) Path(g *guide.Guide) []report.Milestone {
	var milestones []report.Milestone
	for _, step := range evidence.New(g).Path() {
		kind := milestoneKinds[step.Kind]
		if step.Kind == evidence.Screen {
			milestones = append(milestones, report.Milestone{Kind: kind, Name: step.Name,
				Reached: t.shown(g.App.Package, step.Name)})
			continue
		}
		milestone := t.method(kind, step.Name)
		milestone.By = step.By
		milestones = append(milestones, milestone)
	}
	if n := len(milestones); n > 0 {
		milestones[n-1].Outer = g.Target.Precision == guide.PrecisionChain
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
func (t *Tally) method(kind, name string) report.Milestone {
	r, ran := t.ran[name]
	return report.Milestone{Kind: kind, Name: name, Reached: ran, Events: r.Events, First: r.First,
		Unprobed: !slices.Contains(t.probed, name)}
}

// shown says whether an activity was in front.
func (t *Tally) shown(pkg, name string) bool {
	return slices.ContainsFunc(t.Search.Activities, func(component string) bool {
		_, class, _ := strings.Cut(component, "/")
		if strings.HasPrefix(class, ".") {
			class = pkg + class
		}
		return class == name
	})
}
