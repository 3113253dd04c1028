package draw

import (
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/screen"
	"talpa/internal/diagram"
)

// Screens draws activities, fragments and dialogs, and which widget or
// callback of one brings up another. The screens on which target runs (nil for
// none) are marked. Package, Target and Leading of the options are heeded.
// What is brought up from several screens, or from code of none, hangs on one node for all of it. A fragment
// that an activity shows is a part of it, not another screen: that edge is a parent's.
// The node of elsewhere is made when the first such transition is met, and by then only.
func Screens(p *icfg.Program, s *screen.Screens, o Options) *diagram.Diagram {
	d := diagram.New("screens", "screens, and what opens them")
	shown := func(i int) bool { return inPackage(s.All[i].Name, o.Package) }
	id := func(i int) string { return string(s.All[i].Kind) + " " + s.All[i].Name }
	for i := range s.All {
		at := &s.All[i]
		if !shown(i) {
			continue
		}
		d.Node(diagram.Node{
			ID: id(i), Kind: string(at.Kind), Label: at.Label(), Facts: map[string]string{"class": at.Name, "title": at.Title},
			Entry:  at.Component >= 0 && p.Components[at.Component].Launcher,
			Target: o.Target != nil && s.Runs(i, o.Target),
		})
	}
	for _, t := range s.Transitions {
		if !shown(t.To) {
			continue
		}
		from := "elsewhere"
		if t.From >= 0 {
			from = id(t.From)
		} else {
			d.Node(diagram.Node{ID: from, Kind: "callback", Label: "several screens, or none"})
		}
		kind := "opens"
		if s.All[t.To].Kind == screen.Fragment && t.From >= 0 && s.All[t.From].Kind == screen.Activity {
			kind = "parent"
		}
		for _, label := range reasons(p, t, o.Leading) {
			d.Edge(from, id(t.To), kind, label)
		}
	}
	return d
}

// reasons are the widgets of a callback that lead on, or else its name. Leading is asked for the
// widgets that are known to lead on (R16); without it all that the callback serves are named. Each
// label is one way to the screen, and an edge has all of them.
func reasons(p *icfg.Program, t screen.Transition, leading func(t screen.Transition) []icfg.Widget) []string {
	widgets := p.CallbackOf(t.Callback).Widgets
	if leading != nil {
		widgets = leading(t)
	}
	var all []string
	for _, w := range widgets {
		if text := w.String(); text != "" {
			all = append(all, text)
		}
	}
	if len(all) == 0 {
		all = []string{p.Calls.Method(t.Callback).Name}
	}
	return all
}
