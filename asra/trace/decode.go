package trace

import (
	"encoding/binary"
	"html"
	"strings"
	"unicode/utf16"
)

// What stands before each line of a whole text is undone before its lines are
// looked at one by one: a single line does not tell a list's number from a message's.
var (
	numbered = lazily(`^\s*(\d{1,5})(?:\s*[|:)│]\s?|\.?\s)(.*)$`)
	marked   = lazily(`^[ \t]*([#+|│↳→·•])\s*(?:at\s+[\p{L}_$][^\s()]*\.[^\s()]+\s?\(|Caused by: )`).
			when(func(s string) bool { return strings.IndexAny(strings.TrimLeft(s, " \t"), "#+|│↳→·•") == 0 })
	unicodeEsc = lazily(`\\u00[0-9a-fA-F]{2}`)
)

// decode gives the text as it was before an editor, a mail or a serialiser
// dressed it: encoding, line ends, escapes, line numbers, marks.
func decode(text string) string {
	text = decodeUTF16(text)
	text = strings.TrimPrefix(text, "\ufeff")
	for _, from := range []func(string) (string, bool){fromJSON, fromCSV} {
		if printed, ok := from(text); ok {
			return printed
		}
	}
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	if strings.Contains(text, `\\n\\tat `) {
		text = strings.ReplaceAll(text, `\\`, `\`)
	}
	if isEscaped(text) {
		text = strings.NewReplacer(`\r\n`, "\n", `\n`, "\n", `\t`, "\t", `\"`, `"`, `\/`, "/").Replace(text)
		text = unicodeEsc.ReplaceAllStringFunc(text, func(s string) string {
			return html.UnescapeString("&#x" + s[2:] + ";")
		})
	}
	if strings.Contains(text, "<![CDATA[") {
		text = strings.NewReplacer("<![CDATA[", "\n", "]]>", "\n").Replace(text)
	}
	return dropMarks(dropNumbers(text))
}

// isEscaped says that the text is a string literal of JSON or a log: its line
// ends are written as backslash and n.
func isEscaped(text string) bool {
	return strings.Contains(text, `\n\tat `) || strings.Contains(text, `\n    at `) || strings.Contains(text, `\n at `)
}

// decodeUTF16 reads a text that some editors call Unicode: with a byte order mark, or
// without one if every second byte of its beginning is zero.
func decodeUTF16(text string) string {
	var order binary.ByteOrder
	switch {
	case strings.HasPrefix(text, "\xff\xfe"):
		order = binary.LittleEndian
	case strings.HasPrefix(text, "\xfe\xff"):
		order = binary.BigEndian
	default:
		if order = guessUTF16(text); order == nil {
			return text
		}
		text = "\xff\xfe" + text
	}
	raw := []byte(text[2:])
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = order.Uint16(raw[2*i:])
	}
	return string(utf16.Decode(units))
}

// guessUTF16 is the byte order of a text that is mostly Latin letters in UTF-16, nil if it
// is not.
func guessUTF16(text string) binary.ByteOrder {
	const sample = 512 // bytes
	head := text[:min(len(text), sample)&^1]
	var zeros [2]int
	for i := range len(head) {
		if head[i] == 0 {
			zeros[i%2]++
		}
	}
	half := len(head) / 2
	switch {
	case half < 8:
		return nil
	case zeros[1]*10 > half*9 && zeros[0]*10 < half:
		return binary.LittleEndian
	case zeros[0]*10 > half*9 && zeros[1]*10 < half:
		return binary.BigEndian
	}
	return nil
}

// dropNumbers takes the line numbers off a text in which every line has one, each
// one more than the one before.
func dropNumbers(text string) string {
	var kept []string
	last := -1
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			kept = append(kept, "")
			continue
		}
		m := numbered.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || last >= 0 && atoi(m[1]) != last+1 {
			return text
		}
		last = atoi(m[1])
		kept = append(kept, m[2])
	}
	if len(kept) < 2 {
		return text
	}
	return strings.Join(kept, "\n")
}

// dropMarks takes off the mark that stands before the frames: of a comment, a
// difference, a table, a list. The lines above the frames have it as well.
func dropMarks(text string) string {
	mark := markOf(text)
	if mark == "" {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), mark); ok {
			line = strings.TrimPrefix(rest, " ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// markOf is the mark before the first frame that has one, "" if none has.
func markOf(text string) string {
	for line := range strings.Lines(text) {
		if m := marked.FindStringSubmatch(line); m != nil {
			return m[1]
		}
	}
	return ""
}
