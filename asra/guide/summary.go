package guide

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Bounds of the summary, in entries: it is for people; the JSON has the rest.
const (
	summaryCallbacks = 20
	summaryOthers    = 12
)

// Summary returns the guide as a page of plain text. Names that come out of
// the app are stripped of control characters.
// It is written for a terminal: each line stands for itself, and the longest lists are cut, with the number of
// what is left out.
func (g *Guide) Summary() string {
	s := &summary{}
	s.line("app        %s", g.App.title())
	s.target(&g.Target)
	for _, d := range g.Target.Doubts {
		s.line("other build? %s", d)
	}
	s.plan(g)
	s.line("analysis   level %s: %s, %s", g.Level, Counted(len(g.Callbacks), "callback"), g.verdicts())
	s.line("           %d of %d methods relevant, %d call edges, %d facts; %d of %d instructions cannot run any more",
		g.Stats.RelevantMethods, g.Stats.Methods, g.Stats.CallEdges, g.Stats.Facts,
		g.Stats.PrunedInstructions, g.Stats.Instructions)
	s.components(g.Components)
	s.milestones(g.Milestones)
	if s.explained(g.Callbacks) {
		return s.text.String()
	}
	s.nearest(g.Callbacks)
	s.dropped(g)
	s.kept(g.Callbacks)
	s.inputs(g)
	for _, note := range g.Notes {
		s.line("note       %s", note)
	}
	return s.text.String()
}

type summary struct{ text strings.Builder }

// Every line goes through here, so that no name of the app can move the cursor or hide what follows.
func (s *summary) line(format string, args ...any) {
	s.text.WriteString(printable(strings.TrimRight(fmt.Sprintf(format, args...), " ")))
	s.text.WriteByte('\n')
}

// matched says what the trace was matched to, by precision.
var matched = map[Precision]string{
	PrecisionLine: "the line", PrecisionMethod: "the method", PrecisionChain: "an outer frame",
}

func (s *summary) target(t *Target) {
	defer s.android(t.Android)
	if t.Precision == PrecisionNone {
		s.line("crash      %s: no frame of the trace is in this app", t.Exception)
		return
	}
	s.line("crash      %s", t.Exception)
	s.line("target     %s (matched to %s)", ShortMethod(t.Method), matched[t.Precision])
	if t.Callback != "" && t.Callback != t.Method {
		s.line("called in  %s", ShortMethod(t.Callback))
	}
}

func (s *summary) android(a *Android) {
	if a != nil {
		s.line("trace      %s", a)
	}
}

// planLines bounds what is said of crash condition and plan.
const planLines = 5

// plan says the crash condition and the plan, in few lines.
// planLines keeps the head of the summary on one screen.
func (s *summary) plan(g *Guide) {
	if g.Crash != nil {
		s.line("condition  %s", g.Crash)
	}
	if g.Plan == nil {
		return
	}
	for i, line := range wrapped(g.Plan.Steps(), 96) {
		if i == planLines-1 {
			s.line("           ...")
			break
		}
		s.line("%-10s %s", map[bool]string{true: "plan"}[i == 0], line)
	}
}

// wrapped joins steps with two spaces between them, in lines of a width where that can be.
// A step that is longer than the width has a line of its own.
func wrapped(steps []string, width int) []string {
	var lines []string
	for _, step := range steps {
		if n := len(lines); n > 0 && len(lines[n-1])+2+len(step) <= width {
			lines[n-1] += "  " + step
		} else {
			lines = append(lines, step)
		}
	}
	return lines
}

func (s *summary) components(all []Component) {
	near := slices.DeleteFunc(slices.Clone(all), func(c Component) bool { return c.Distance < 0 })
	slices.SortStableFunc(near, func(a, b Component) int { return a.Distance - b.Distance })
	s.line("components %d, %d lead to the target", len(all), len(near))
	for i, c := range near {
		if i == summaryOthers {
			s.line("           and %d more", len(near)-i)
			break
		}
		s.line("  %2d       %s %s", c.Distance, c.Kind, c.Name)
	}
}

func (s *summary) milestones(all []Milestone) {
	if len(all) == 0 {
		s.line("path       not known")
		return
	}
	s.line("path")
	for i, m := range all {
		s.line("  %2d       %s %s %s %s", i+1, m.Activity, m.Role, ShortMethod(m.Callback), widgetList(m.Widgets))
	}
}

// Equal distances stay in the order of the methods.
func (s *summary) nearest(all []Callback) {
	near := slices.DeleteFunc(slices.Clone(all), func(c Callback) bool { return c.Distance < 0 })
	slices.SortStableFunc(near, func(a, b Callback) int { return a.Distance - b.Distance })
	if len(near) == 0 {
		return
	}
	s.line("callbacks  nearest to the target")
	for i, c := range near[:min(len(near), summaryCallbacks)] {
		s.line("  %2d       %s %s %s", near[i].Distance, c.Role, ShortMethod(c.Method), widgetList(c.Widgets))
		if len(c.Accepts) > 0 {
			s.line("           only for %s", strings.Join(c.Accepts, " "))
		}
	}
}

// explained writes the chains of rules that were asked for, and nothing else.
// Who asks for an explanation wants nothing else of the page.
func (s *summary) explained(all []Callback) bool {
	some := false
	for i := range all {
		c := &all[i]
		if len(c.Why) == 0 {
			continue
		}
		some = true
		s.line("callback   %s %s %s", c.Role, ShortMethod(c.Method), widgetList(c.Widgets))
		s.line("verdict    %s by %s: %s", c.Verdict, c.Rule, c.Explanation())
		for i := range c.Why {
			s.line("  %-4s     %s", c.Why[i].Rule, c.step(&c.Why[i]))
		}
	}
	return some
}

// dropped lists what returns at once, and why.
// The reasons of R17 are not repeated for each: that nothing depends on them is one sentence.
func (s *summary) dropped(g *Guide) {
	var all []*Callback
	guarded := 0
	for i := range g.Callbacks {
		if c := &g.Callbacks[i]; c.Verdict == Irrelevant {
			all = append(all, c)
		} else if len(c.Rejects) > 0 {
			guarded++
		}
	}
	some := ""
	if guarded > 0 {
		some = fmt.Sprintf("; %s for some widgets only", Counted(guarded, "other"))
	}
	s.line("dropped    %s that cannot run, or change nothing that the path depends on%s",
		Counted(len(all), "callback"), some)
	if g.Stats.Fallback != "" {
		s.line("           the budget of %s ran out", g.Stats.Fallback)
	}
	for i, c := range all {
		if i == summaryOthers {
			s.line("           and %d more", len(all)-i)
			break
		}
		s.line("  %-4s     %s %s %s", c.Rule, c.Role, ShortMethod(c.Method), widgetList(c.Widgets))
	}
	for i := range g.Callbacks {
		if c := &g.Callbacks[i]; len(c.Rejects) > 0 && guarded > 0 {
			if guarded--; guarded < 0 {
				break
			}
			s.line("  R16      %s %s not for %s", c.Role, ShortMethod(c.Method), strings.Join(c.Rejects, " "))
		}
	}
}

// kept lists callbacks that do not reach the crash point and are kept, and why.
// Callbacks of R18 are counted and not listed: each app has hundreds.
func (s *summary) kept(all []Callback) {
	count, listed := map[string]int{}, 0
	for i := range all {
		if c := &all[i]; c.Verdict == Unknown || c.Verdict == Necessary && c.Distance < 0 {
			count[c.Rule]++
		}
	}
	if len(count) == 0 {
		return
	}
	total := 0
	for _, n := range count {
		total += n
	}
	s.line("kept       %s that do not reach the crash point%s", Counted(total, "callback"), unhandled(count["R18"]))
	for i := range all {
		c := &all[i]
		if c.Rule == "R18" || c.Verdict == Irrelevant || c.Verdict == Necessary && c.Distance >= 0 {
			continue
		}
		if listed++; listed > summaryOthers {
			s.line("           and %d more", total-count["R18"]-summaryOthers)
			break
		}
		s.line("  %-4s     %s %s %s", c.Rule, c.Role, ShortMethod(c.Method), widgetList(c.Widgets))
		s.line("           %s", c.Explanation())
	}
}

// unhandled says how many of the callbacks are kept by R18, and why.
func unhandled(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "; 1 of them handles no event of the user's, so it is never dropped (R18)"
	}
	return fmt.Sprintf("; %d of them handle no event of the user's, so they are never dropped (R18)", n)
}

// Counted is a number of things in words: "1 event", "3 events".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Values are told with the input that they are for; the texts that code compares with stand alone.
func (s *summary) inputs(g *Guide) {
	for i := range g.Inputs {
		if i == summaryOthers {
			s.line("           and %d more inputs", len(g.Inputs)-i)
			break
		}
		in := &g.Inputs[i]
		s.line("input      %s %s %s", in.Kind, g.Asks(in), strings.Join(in.Offers(), " "))
	}
	if len(g.Strings) > 0 {
		quoted := make([]string, 0, summaryOthers)
		for _, text := range g.Strings[:min(len(g.Strings), summaryOthers)] {
			quoted = append(quoted, fmt.Sprintf("%q", text))
		}
		s.line("strings    %s", strings.Join(quoted, " "))
	}
}

// verdicts counts the callbacks by verdict.
func (g *Guide) verdicts() string {
	count := map[Verdict]int{}
	for _, c := range g.Callbacks {
		count[c.Verdict]++
	}
	return fmt.Sprintf("%d necessary, %d irrelevant, %d unknown",
		count[Necessary], count[Irrelevant], count[Unknown])
}

func (a *App) title() string {
	title := a.Package
	if a.VersionName != "" {
		title += " " + a.VersionName
	}
	if a.SHA256 != "" {
		title += " sha256 " + a.SHA256[:min(12, len(a.SHA256))]
	}
	return title
}

// Four are enough to know a callback by.
func widgetList(all []Widget) string {
	names := make([]string, 0, len(all))
	for i, w := range all {
		if i == 4 {
			names = append(names, "...")
			break
		}
		names = append(names, w.String())
	}
	return strings.Join(names, " ")
}

// String names the widget by the best that is known of it.
func (w Widget) String() string {
	switch {
	case w.ID != "" && w.Text != "":
		return fmt.Sprintf("%s %q", w.ID, w.Text)
	case w.ID != "":
		return w.ID
	case w.Text != "":
		return fmt.Sprintf("%q", w.Text)
	}
	return w.Class
}

// ShortMethod returns a DEX method name as people write it,
// "com.foo.Main.onClick"; anything else comes back as it is, a method of an array too.
// The descriptor is left out: overloads look alike to people, who see them beside a widget or a line.
func ShortMethod(dexName string) string {
	if !IsMethodName(dexName) || dexName[0] == '[' {
		return dexName
	}
	_, rest, _ := strings.Cut(dexName, ";->")
	name, _, _ := strings.Cut(rest, "(")
	return JavaClass(dexName) + "." + name
}

// printable replaces what would disturb a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return '?'
		}
		return r
	}, s)
}
