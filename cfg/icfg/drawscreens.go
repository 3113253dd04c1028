package icfg

import (
	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/internal/diagram"
)

// DrawScreens draws activities, fragments and dialogs, and which widget or
// callback of one brings up another. The screens on which target runs (nil for
// none) are marked. Package, Target and Leading of the options are heeded.
func DrawScreens(p *Program, s *Screens, o DrawOptions) *diagram.Diagram {
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
			Target: o.Target != nil && s.runs(i, o.Target),
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
		if s.All[t.To].Kind == FragmentScreen && t.From >= 0 && s.All[t.From].Kind == ActivityScreen {
			kind = "parent"
		}
		for _, label := range p.reasons(t, o.Leading) {
			d.Edge(from, id(t.To), kind, label)
		}
	}
	return d
}

// reasons are the widgets of a callback that lead on, or else its name.
func (p *Program) reasons(t Transition, leading func(t Transition) []Widget) []string {
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

// runs says whether a method is of the screen: of its class, or a callback that
// runs on it.
func (s *Screens) runs(screen int, m *dex.Method) bool {
	id := s.p.Calls.ID(m)
	if id == callgraph.NoMethod {
		return false
	}
	if at := &s.All[screen]; at.Maker == id {
		return true
	}
	if own := s.ofClass(s.p.Calls.Owner(id)); own >= 0 {
		return own == screen
	}
	c := s.All[screen].Component
	return c >= 0 && s.p.Runs(c, id)
}
