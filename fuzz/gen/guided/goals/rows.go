package goals

import (
	"math"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/gen/guided/relevance"
)

// contextItem is in the name of what hears of an item of a context menu, of Activity and Fragment: what the menu
// belongs to, mostly a row, is touched long before.
const contextItem = "->onContextItemSelected("

// OfContextMenu says that the task is an item of a context menu.
func (t Task) OfContextMenu() bool {
	return t.Kind == guide.AchieveHandler && strings.Contains(t.Method, contextItem)
}

// OfRow says whether the handler is, by its class, one of a row's widgets: the class is an adapter or the holder of a
// row's views, or lies in one.
func (t Task) OfRow() bool {
	class, _, _ := strings.Cut(t.Method, "->")
	return strings.Contains(class, "Adapter") || strings.Contains(class, "ViewHolder")
}

// WaitsForRow says whether a task can be done only where there is a row.
func (t Task) WaitsForRow() bool {
	return t.Kind == guide.AchieveAddRows || t.Role == guide.RoleItem || t.Role == guide.RoleLongClick ||
		t.OfActionMode() || t.OfContextMenu() ||
		t.Role == guide.RoleClick && (t.OfRow() || !slices.ContainsFunc(t.Widgets, relevance.Named))
}

// Adders are the widgets that the guide says to add rows.
func Adders(g *guide.Guide) []guide.Widget {
	var all []guide.Widget
	for _, d := range g.Dependencies {
		if w := d.Trigger; d.Kind == guide.AddsRows && (w.ID != "" || w.Text != "") {
			all = append(all, w)
		}
	}
	return all
}

// AddingTasks are the handlers that the guide says to add rows, each as a task on a screen that it may run in. Their
// goals are about the tables that they add rows to.
func AddingTasks(g *guide.Guide) []Task {
	var all []Task
	for _, d := range g.Dependencies {
		i := slices.IndexFunc(g.Callbacks, func(cb guide.Callback) bool { return cb.Method == d.Setter })
		if d.Kind != guide.AddsRows || i < 0 || !g.Callbacks[i].Role.Prunable() || len(g.Callbacks[i].Components) == 0 {
			continue
		}
		cb := g.Callbacks[i]
		widgets := cb.Widgets
		if relevance.Named(d.Trigger) {
			widgets = []guide.Widget{d.Trigger}
		}
		same := func(t Task) bool { // two callbacks of one press
			return t.Goal.Subject == d.Subject && t.Screen == cb.Components[0] && t.Role == cb.Role &&
				slices.Equal(t.Widgets, widgets)
		}
		if !slices.ContainsFunc(all, same) {
			all = append(all, Task{guide.Goal{Kind: guide.GoalRun, Subject: d.Subject}, &guide.Achiever{
				Kind: guide.AchieveHandler, Screen: cb.Components[0], Method: cb.Method, Role: cb.Role, Widgets: widgets}})
		}
	}
	return all
}

// AddWeights are how much adding tasks promise rows for another task: each table as much as any other, however many
// add to it; of these what takes fewest presses most. What was done before counts less, what the plan does anyway, or
// is on the screen itself, not at all.
func (y *Tally) AddWeights(adding, planned []Task, wanting Task) []float64 {
	y.mu.Lock()
	defer y.mu.Unlock()
	weights, sums := make([]float64, len(adding)), map[string]float64{}
	for i, a := range adding {
		if a.Screen != wanting.Screen && !slices.ContainsFunc(planned, func(t Task) bool { return t.Method == a.Method }) {
			weights[i] = 1 / math.Pow(a.presses(), 2)
			sums[a.Goal.Subject.Name] += weights[i]
		}
	}
	for i, a := range adding {
		if weights[i] > 0 {
			weights[i] *= y.promise(a.Achiever) / sums[a.Goal.Subject.Name]
		}
	}
	return weights
}

// presses is how many presses the handler of a task mostly takes on its screen: a menu is opened first, or a dialog by
// what has to be found.
func (t Task) presses() float64 {
	switch {
	case t.Role == guide.RoleMenu:
		return 2
	case t.Role == guide.RoleDialog:
		return 3
	}
	return 1
}
