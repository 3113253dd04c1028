// Package markdown writes what a run came to as a page of Markdown, for the summary of a job of
// continuous integration or a comment in an issue: the verdict, what was wanted and met, the steps,
// and what a person does next. All text from the app is quoted: none of it is taken for Markdown.
package markdown

import (
	"fmt"
	"strings"
	"unicode"

	"talpa/fuzz/report"
)

// Lengths of what is shown: hosts cut summaries off at a megabyte.
const (
	maxSteps, maxFindings = 60, 30
	maxText               = 6000 // bytes of a trace
)

// Encode writes a run that is over; dir is its folder, "" if it has none.
func Encode(r *report.Run, dir string) []byte {
	var b strings.Builder
	verdict := r.Verdict()
	fmt.Fprintf(&b, "## talpa %s: %s\n\n", r.Job, strings.ReplaceAll(string(verdict), "-", " "))
	fmt.Fprintf(&b, "| | |\n|---|---|\n")
	row := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "| %s | %s |\n", name, code(value))
		}
	}
	row("app", strings.TrimSpace(r.App.Package+" "+r.App.VersionName))
	if r.Wanted != nil {
		if cause, frame, ok := r.Wanted.Point(r.InApp); ok {
			row("wanted", cause.Class+" at "+frame.String())
		}
	}
	row("what failed", r.Fault)
	row("search", fmt.Sprintf("%d events, %.0f s in all", r.Search.Events, r.Seconds))
	row("command", r.Command)
	if dir != "" {
		row("folder", dir)
	}
	if verdict == report.NoVerdict && r.Fault == "" {
		b.WriteString("\nToo little was tried to say that it does not happen: give it more `--time`.\n")
	}
	if r.Found != nil {
		finding(&b, r, "What happened", *r.Found, replay(dir, "", r.App.File))
	}
	for i, f := range r.Findings {
		if i == maxFindings {
			fmt.Fprintf(&b, "\nAnd %d more.\n", len(r.Findings)-i)
			break
		}
		finding(&b, r, fmt.Sprintf("Finding %d", i+1), f, replay(dir, fmt.Sprintf("findings/%d.talpa", i+1), r.App.File))
	}
	if line := report.Nearest(r.Path); r.Found == nil && line != "" {
		fmt.Fprintf(&b, "\nNearest: %s\n", code(line))
	}
	for _, note := range append(append([]string{}, r.Fidelity...), r.Notes...) {
		fmt.Fprintf(&b, "\n- %s", code(note))
	}
	b.WriteString("\n")
	return []byte(b.String())
}

// replay is the command that runs a script again.
func replay(dir, script, app string) string {
	if dir == "" || app == "" {
		return ""
	}
	if script == "" {
		return "talpa replay " + dir + " " + app
	}
	return "talpa replay " + strings.TrimSuffix(dir, "/") + "/" + script + " " + app
}

// finding tells of one crash or violation.
func finding(b *strings.Builder, r *report.Run, heading string, f report.Finding, command string) {
	title := f.Title
	if f.Crash != nil {
		title = f.Crash.Title()
	}
	fmt.Fprintf(b, "\n### %s\n\n%s\n", heading, code(title))
	if s := f.Stability; s != nil {
		fmt.Fprintf(b, "\nIt happened in %d of %d runs on fresh devices.\n", s.Hits, s.Runs)
	}
	if f.Script != nil {
		b.WriteString("\n")
		for i, e := range f.Script.Events {
			if i == maxSteps {
				fmt.Fprintf(b, "%d. and %d more\n", i+1, len(f.Script.Events)-i)
				break
			}
			fmt.Fprintf(b, "%d. %s\n", i+1, code(e.Describe()))
		}
	}
	if command != "" && f.Script != nil {
		fmt.Fprintf(b, "\nAgain: %s\n", code(command))
	}
	if f.Detail != "" {
		block(b, f.Detail)
	}
	if f.Crash != nil {
		block(b, f.Crash.Trace.Format())
	}
}

// code quotes a line: as code, without what would end the code or the row of a table.
func code(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case r == '`':
			return '\''
		case r == '|':
			return '¦'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return "`" + plain(strings.TrimSpace(s)) + "`"
}

// plain replaces the characters that have no shape, but for tabs.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return '\uFFFD'
		}
		return r
	}, s)
}

// block quotes lines, indented, which nothing in them can end.
func block(b *strings.Builder, text string) {
	if len(text) > maxText {
		text = text[:maxText] + "\n..."
	}
	b.WriteString("\n")
	for line := range strings.Lines(strings.ToValidUTF8(text, "\uFFFD")) {
		b.WriteString("    " + plain(strings.TrimRight(line, "\r\n")) + "\n")
	}
}
