package trace

import (
	"html"
	"iter"
	"strings"
	"unicode/utf8"
)

// textLine is one line of the pasted text, stripped of what Markdown, HTML and
// terminals put around it. Several may share a number.
type textLine struct {
	num  int // 1-based line of the text
	text string
}

const inlineTags = `pre|code|blockquote|details|summary|span|ul|ol|td|b|i|em|strong`

var (
	htmlBreak      = lazily(`(?i)</?(?:br|p|li|tr|div)\s*/?>`)
	htmlTag        = lazily(`(?i)</?(?:` + inlineTags + `)(?:\s[^<>]*)?>`)
	linkText       = lazily(`\[([^\[\]]+)\]\(https?://[^()\s]*\)`)
	markdownEscape = lazily(`\\([_$<>*.(){}\[\]#+!-])`)
	ansiColour     = lazily("\x1b\\[[0-9;]*[A-Za-z]")
	ansiRest       = lazily(`^\s*\[\d{1,2}(?:;\d{1,3})*m|\[0?m\s*$`) // its escape character was lost
	quoteMark      = lazily(`^\s*(?:(?:>|//)[ \t]?)+`).when(mayBeQuoted)
	bullet         = lazily(`^\s*(?:[-*+|•]|\d+[.)]|#\d+:?)\s+` +
		"(`{0,3}" + `(?:at\s|Caused by|Suppressed:|\.\.\. \d))`).when(mayBeItem)
	frameStart = lazily(`(?:^|[\s>])(?:at\s+[^\s()]+\.[^\s()]+\s?\([^()]*\)` +
		`|Caused by: |\.\.\. \d+ more)`).when(holds("at ", "at\t", "at\v", "at\f", "Caused by: ", "... "))
)

// cleanLines splits text into lines and undoes the wrapping that people and
// web forms add: quotes, bullets, HTML entities and breaks, escapes of a JSON
// string, many frames on one line.
func cleanLines(text string) iter.Seq[textLine] {
	return func(yield func(textLine) bool) {
		num := 0
		for raw := range strings.Lines(text) {
			num++
			for part := range strings.SplitSeq(cleanLine(strings.TrimRight(raw, "\r\n")), "\n") {
				for _, s := range splitFrames(part) {
					if !yield(textLine{num, s}) {
						return
					}
				}
			}
		}
	}
}

// cleanLine strips one line; the result holds line feeds where HTML broke it. The order
// matters: tags go before entities are resolved, so that the "<init>" of a frame, which is
// escaped there, is not taken for one; a quote's mark stands before what Markdown adds.
func cleanLine(s string) string {
	if !isPlain(s) {
		s = cleanRunes(s)
	}
	if strings.Contains(s, "\x1b") {
		s = ansiColour.ReplaceAllString(s, "")
	}
	if strings.HasSuffix(s, "m") || strings.HasPrefix(strings.TrimLeft(s, " "), "[") {
		s = ansiRest.ReplaceAllString(s, "")
	}
	if strings.ContainsRune(s, '<') {
		s = htmlBreak.ReplaceAllString(s, "\n")
		s = htmlTag.ReplaceAllString(s, "")
	}
	s = unescape(s)
	s = quoteMark.ReplaceAllString(s, "")
	s = bullet.ReplaceAllString(s, "$1")
	return cleanMarkdown(s)
}

// isPlain says that a line is ASCII without a carriage return.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == '\r' {
			return false
		}
	}
	return true
}

// cleanRunes makes blanks of all kinds one, drops what has no width, and replaces what
// is not UTF-8.
func cleanRunes(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\u00a0', '\u2007', '\u202f', '\u3000':
			return ' '
		case '\u200b', '\u2060', '\ufeff', '\u00ad', '\r':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// mayBeQuoted says that a line can begin with the mark of a quote or a comment.
func mayBeQuoted(s string) bool {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	return s != "" && (s[0] == '>' || s[0] == '/')
}

// mayBeItem says that a line can begin as the item of a list does.
func mayBeItem(s string) bool {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	rest := strings.TrimLeft(s, "0123456789")
	if len(rest) < len(s) {
		return rest != "" && (rest[0] == '.' || rest[0] == ')')
	}
	return s != "" && (strings.IndexByte("-*+|#", s[0]) >= 0 || s[0] >= utf8.RuneSelf)
}

// unescape undoes HTML's entities, also where a text was escaped twice.
func unescape(s string) string {
	for range 3 {
		if !strings.ContainsRune(s, '&') {
			break
		}
		s = html.UnescapeString(s)
	}
	return strings.ReplaceAll(s, "\u00a0", " ")
}

// cleanMarkdown undoes links, escapes, emphasis and code marks of a line.
func cleanMarkdown(s string) string {
	if strings.Contains(s, "](http") {
		s = linkText.ReplaceAllString(s, "$1")
	}
	if strings.ContainsRune(s, '\\') {
		s = markdownEscape.ReplaceAllString(s, "$1")
	}
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "`") || strings.HasPrefix(t, "**") {
		s = strings.Trim(t, "`*")
	}
	if t := strings.TrimRight(s, " \t"); strings.HasSuffix(t, ")`") || strings.HasSuffix(t, ")**") {
		s = strings.TrimRight(t, "`*")
	}
	return strings.TrimRight(s, " \t")
}

// splitFrames breaks a line that holds more than one frame before each frame
// and each cause.
func splitFrames(s string) []string {
	if len(s) < 40 || strings.Count(s, "(") < 2 {
		return []string{s}
	}
	found := frameStart.FindAllStringIndex(s, -1)
	if len(found) < 2 {
		return []string{s}
	}
	var parts []string
	start := 0
	for _, f := range found {
		if strings.TrimSpace(s[start:f[0]]) != "" {
			parts = append(parts, s[start:f[0]])
			start = f[0]
		}
	}
	return append(parts, s[start:])
}
