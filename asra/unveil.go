package asra

import (
	"fmt"
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/icfg"
)

// unveil applies R22 to a handler that leads on: where the XML hides or disables each
// of its widgets at first, that they are shown and enabled is a condition, and R7
// names who makes it true.
func (a *analysis) unveil(cb *icfg.Callback, out *guide.Callback) {
	if !isEvent(cb.Role) {
		return
	}
	names := out.Accepts
	if len(names) == 0 {
		var known bool
		if names, known = appcode.WidgetNames(cb); !known {
			return
		}
	}
	if slices.ContainsFunc(names, func(name string) bool { return len(a.p.HiddenOrDisabled(name)) == 0 }) {
		return
	}
	for _, veil := range a.p.HiddenOrDisabled(names[0])[0] {
		wanted := int64(visible)
		if veil.Attribute == "enabled" {
			wanted = 1
		}
		c := guide.Condition{
			Subject: guide.Subject{
				Kind: guide.SubjectAttribute, Name: veil.Attribute, Widget: guide.Widget{ID: veil.Name, Class: veil.Class},
			},
			Min: &wanted, Max: &wanted, Where: out.Method,
		}
		if len(out.Conditions) < maxConditions {
			out.Conditions = append(out.Conditions, c)
		}
	}
}

// veilNotes says of the widgets of milestones which are hidden or disabled at first,
// and who changes that.
func (a *analysis) veilNotes() {
	for _, step := range a.g.Milestones {
		i := slices.IndexFunc(a.g.Callbacks, func(cb guide.Callback) bool { return cb.Method == step.Callback })
		if i < 0 {
			continue
		}
		for _, c := range a.g.Callbacks[i].Conditions {
			if c.Where != step.Callback || c.Subject.Widget == (guide.Widget{}) || len(a.p.HiddenOrDisabled(c.Subject.Widget.ID)) == 0 {
				continue
			}
			first := map[string]string{"visibility": "hidden", "enabled": "disabled"}[c.Subject.Name]
			var by []string
			for _, d := range a.g.Dependencies {
				if d.Kind == guide.Sets && d.Tester == c.Where && sameAttribute(d.Subject, c.Subject) {
					by = append(by, guide.ShortMethod(d.Setter))
				}
			}
			if first != "" && len(by) > 0 {
				a.noteOnce(fmt.Sprintf("%s is %s at first; %s changes that", c.Subject.Widget.ID, first, strings.Join(by, ", ")))
			}
		}
	}
}
