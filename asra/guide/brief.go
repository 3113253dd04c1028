package guide

// briefLines bounds Brief.
const briefLines = 5

// Brief is the guide in at most five lines, for people who want to know what to do: the plan, or
// without one the nearest handler, where the crash is, and what it takes.
func (g *Guide) Brief() string {
	s := &summary{}
	if g.Target.Precision == PrecisionNone {
		s.line("plan       none: no frame of the trace is in this app")
		s.line("crash      %s", g.Target.Exception)
		for _, d := range g.Target.Doubts[:min(len(g.Target.Doubts), 1)] {
			s.line("other build? %s", d)
		}
	} else {
		s.todo(g)
	}
	s.line("analysis   %s, %s; all of it with -v", Counted(len(g.Callbacks), "callback"), g.verdicts())
	return s.text.String()
}

// todo says the plan, where the crash is and what it takes.
func (s *summary) todo(g *Guide) {
	var lines []string
	if g.Plan != nil {
		lines = wrapped(g.Plan.Steps(), 96)
	}
	if rest := briefLines - 2; len(lines) > rest {
		lines = append(lines[:rest-1], "...")
	}
	for i, line := range lines {
		s.line("%-10s %s", map[bool]string{true: "plan"}[i == 0], line)
	}
	if len(lines) == 0 {
		s.line("plan       none: what leads to the crash is listed with -v")
	}
	s.line("crash      %s in %s (matched to %s)", g.Target.Exception, ShortMethod(g.Target.Method),
		matched[g.Target.Precision])
	if g.Crash != nil && len(lines) < briefLines-2 {
		s.line("condition  %s", g.Crash)
	}
}
