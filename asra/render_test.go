package asra_test

import (
	"fmt"
	"strings"

	"talpa/asra/guide"
)

// render writes what matters of a guide, a line for each fact, for comparison
// with a file.
func render(g *guide.Guide) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
	}
	line("target %s %s", g.Target.Precision, guide.ShortMethod(g.Target.Method))
	line("callback %s", guide.ShortMethod(g.Target.Callback))
	for _, c := range g.Components {
		line("component %d %s %s %s opens %s", c.Distance, c.Verdict, c.Kind, c.Name, strings.Join(c.Opens, " "))
	}
	for _, m := range g.Milestones {
		line("milestone %s %s %s %s", m.Activity, m.Role, guide.ShortMethod(m.Callback), widgets(m.Widgets))
	}
	for _, c := range g.Callbacks {
		line("%s %s %s %s %d %s", c.Role, guide.ShortMethod(c.Method), c.Verdict, c.Rule, c.Distance, widgets(c.Widgets))
		if len(c.Accepts)+len(c.Rejects) > 0 {
			line("  accepts %v rejects %v", c.Accepts, c.Rejects)
		}
		for _, cond := range c.Conditions {
			line("  if %s", conditionText(cond))
		}
	}
	for _, in := range g.Inputs {
		line("input %s %q %q in %s", in.Kind, g.Asks(&in), in.Offers(), guide.ShortMethod(in.Where))
	}
	for _, d := range g.Dependencies {
		what := what(d.Subject)
		if d.Kind == guide.LeadsToNull {
			what = "null"
		}
		if d.Trigger != (guide.Widget{}) {
			what += " of " + d.Trigger.String()
		}
		line("dependency %s sets %s for %s", guide.ShortMethod(d.Setter), what, guide.ShortMethod(d.Tester))
	}
	for _, s := range g.Strings {
		line("string %q", s)
	}
	for _, n := range g.Notes {
		line("note %s", n)
	}
	return b.String()
}

func widgets(all []guide.Widget) string {
	var names []string
	for _, w := range all {
		names = append(names, w.String())
	}
	return strings.Join(names, ", ")
}

// what names a subject, and the widget only where it is known.
func what(s guide.Subject) string {
	text := s.String()
	if s.Kind == guide.SubjectAttribute {
		text = s.Name
	}
	if s.Widget != (guide.Widget{}) {
		text += " of " + s.Widget.String()
	}
	return text
}

// conditionText writes a condition; ids are left out, as they differ between
// builds of an app.
func conditionText(c guide.Condition) string {
	text := what(c.Subject)
	bound := func(n *int64) string {
		switch {
		case n == nil:
			return ""
		case *n > 0xffffff:
			return "#"
		}
		return fmt.Sprint(*n)
	}
	if c.Text != "" {
		return fmt.Sprintf("%s is %q", text, c.Text)
	}
	return fmt.Sprintf("%s in %s..%s not %v", text, bound(c.Min), bound(c.Max), c.Not)
}
