// Package markdown writes what a run came to as a page of Markdown, for the summary of a job of
// continuous integration or a comment in an issue: the verdict, what was wanted and met, the steps,
// and what a person does next. All text from the app is quoted: none of it is taken for Markdown.
package markdown

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"talpa/fuzz/report"
	"talpa/internal/shellword"
)

// Lengths of what is shown: hosts refuse summaries of more than a megabyte.
const (
	maxSteps, maxFindings = 60, 30
	maxNotes              = 30
	maxText               = 6000 // bytes of a trace
	maxLine               = 1000 // bytes of a title, a step or another line
	// enough is how many bytes are written before findings are only counted.
	enough = 500_000
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
	if r.Fault != "" {
		row("what failed", r.Fault)
	} else {
		row("why", r.Reason())
	}
	row("search", fmt.Sprintf("%s, %.0f s in all", report.Counted(r.Search.Events, "event"), r.Seconds))
	row("command", r.Command)
	if dir != "" {
		row("folder", dir)
	}
	if r.Found != nil {
		finding(&b, r, "What happened", *r.Found, replay(dir, "", r.App.File))
	}
	for i, f := range r.Findings {
		if i == maxFindings || b.Len() > enough {
			fmt.Fprintf(&b, "\nAnd %d more.\n", len(r.Findings)-i)
			break
		}
		finding(&b, r, fmt.Sprintf("Finding %d", i+1), f, replay(dir, fmt.Sprintf("findings/%d.talpa", i+1), r.App.File))
	}
	if line := report.Nearest(r.Path); r.Found == nil && line != "" {
		fmt.Fprintf(&b, "\nNearest: %s\n", code(line))
	}
	if r.Found == nil && r.Wanted != nil {
		for _, doubt := range report.Doubts(r.Guide) {
			fmt.Fprintf(&b, "\nAnother build? %s\n", code(doubt))
		}
	}
	for i, note := range append(append([]string{}, r.Fidelity...), r.Notes...) {
		if i == maxNotes {
			fmt.Fprintf(&b, "\n- and %d more", len(r.Fidelity)+len(r.Notes)-i)
			break
		}
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
	if script != "" {
		dir = strings.TrimSuffix(dir, "/") + "/" + script
	}
	return shellword.Join([]string{"talpa", "replay", dir, app})
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
	switch {
	case f.Script == nil:
	case command != "":
		fmt.Fprintf(b, "\nAgain: %s\n", code(command))
	default:
		b.WriteString("\n<!-- the steps end here -->\n")
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
	}, cut(s, maxLine))
	// Two backticks with nothing between them would begin code that goes on.
	return "`" + cmp.Or(plain(strings.TrimSpace(s)), " ") + "`"
}

// cut replaces what is no UTF-8 and shortens text to a number of bytes.
func cut(s string, most int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= most {
		return s
	}
	for !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "..."
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

// block quotes lines, indented, which nothing in them can end. What stands before must not be a
// list, whose last item would take them in as its own text.
func block(b *strings.Builder, text string) {
	b.WriteString("\n")
	for line := range strings.Lines(cut(text, maxText)) {
		b.WriteString("    " + plain(strings.TrimRight(line, "\r\n")) + "\n")
	}
}
