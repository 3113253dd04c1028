package asra

import (
	"fmt"
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/locate"
)

// maxNotes bounds the remarks of a guide.
const maxNotes = 40

// notes are the remarks for people, in the order of the stages. Remarks that matter most come
// first, since maxNotes cuts the last.
func (s *stages) notes(g *guide.Guide, explain string) []string {
	n := notes(targetNotes(s.target))
	if s.deeper {
		n = append(n, "nothing is pruned: the crash is deeper than the target")
	}
	n = append(n, s.app.Notes...)
	if b := s.reach.Begin; b >= 0 && !s.app.Components[b].Launcher {
		n = append(n, fmt.Sprintf("no path from the launcher to the target is known; the path starts at %s",
			s.app.Components[b].Name))
	}
	if s.reach.Routes.CutShort() {
		n = append(n, "the search for paths between components was cut short: distances may be too long")
	}
	if budget := s.relevance.Fallback(); budget != "" {
		n.once(fmt.Sprintf(
			"the budget of %s ran out: nothing is pruned, what does not lead to the target is unknown", budget))
	}
	for _, source := range s.relevance.Nulls() {
		in := guide.ShortMethod(s.name(source.In))
		if source.Call == "" {
			n.once("the null can be a constant in " + in)
		} else {
			n.once("the null can be a result of " + guide.ShortMethod(source.Call) + " in " + in)
		}
	}
	s.hiddenNotes(g, &n)
	if explain != "" && !slices.ContainsFunc(g.Callbacks, func(cb guide.Callback) bool { return explains(explain, &cb) }) {
		n.once(fmt.Sprintf("no callback is named %q: write a part of its name, or the id of a widget", explain))
	}
	return n
}

// targetNotes say what of the trace is not in the app.
func targetNotes(t *locate.Target) []string {
	var notes []string
	for _, n := range t.Notes {
		notes = append(notes, n.String())
	}
	return notes
}

// notes are remarks in the making.
type notes []string

// once adds a remark that is not there, while there is room. A remark that two stages make is said
// once.
func (n *notes) once(note string) {
	if len(*n) < maxNotes && !slices.Contains(*n, note) {
		*n = append(*n, note)
	}
}

// hiddenNotes says of the widgets of milestones which are hidden or disabled at first (R22), and
// who changes that. It is for people who would otherwise look for a button that is not there.
func (s *stages) hiddenNotes(g *guide.Guide, n *notes) {
	for _, step := range g.Milestones {
		i := slices.IndexFunc(g.Callbacks, func(cb guide.Callback) bool { return cb.Method == step.Callback })
		if i < 0 {
			continue
		}
		for _, c := range g.Callbacks[i].Conditions {
			if c.Where != step.Callback || c.Subject.Widget == (guide.Widget{}) ||
				len(s.app.HiddenOrDisabled(c.Subject.Widget.ID)) == 0 {
				continue
			}
			first := map[string]string{"visibility": "hidden", "enabled": "disabled"}[c.Subject.Name]
			var by []string
			for _, d := range g.Dependencies {
				if d.Kind == guide.Sets && d.Tester == c.Where && appcode.SameAttribute(d.Subject, c.Subject) {
					by = append(by, guide.ShortMethod(d.Setter))
				}
			}
			if first != "" && len(by) > 0 {
				n.once(fmt.Sprintf("%s is %s at first; %s changes that", c.Subject.Widget.ID, first, strings.Join(by, ", ")))
			}
		}
	}
}

// maxExplained bounds the callbacks that are explained.
const maxExplained = 12

// explain lists the chains of rules of the callbacks that a text names.
func (s *stages) explain(g *guide.Guide, text string) {
	left := maxExplained
	for i, cb := range s.callbacks {
		if out := &g.Callbacks[i]; text != "" && left > 0 && explains(text, out) {
			left--
			out.Why = s.relevance.Why(cb, len(out.Rejects) > 0)
		}
	}
}

// explains says that a callback is meant by a text: a part of its name in either
// form, or the id of one of its widgets.
func explains(text string, cb *guide.Callback) bool {
	return strings.Contains(guide.ShortMethod(cb.Method), text) || strings.Contains(cb.Method, text) ||
		slices.ContainsFunc(cb.Widgets, func(w guide.Widget) bool { return w.ID == text })
}
