package report

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"talpa/asra/guide"
)

// Lengths of text on a page, in runes.
const (
	maxTitle = 300
	maxText  = 4000
)

// clean makes text fit to be shown: characters that have no shape or turn the
// direction of writing are replaced, and what is too long is cut. Escaping is
// the template's work.
func clean(s string, limit int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r):
			return '\uFFFD'
		}
		return r
	}, s)
	count := 0
	for i := range s {
		if count == limit {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

// duration says a time for people.
func duration(seconds float64) string {
	switch { // the bounds are those at which the rounded text would read as the next unit
	case math.IsNaN(seconds) || seconds < 0 || seconds > 1e9:
		return "?"
	case seconds < 0.0005:
		return "0 s"
	case seconds < 0.9995:
		return fmt.Sprintf("%.0f ms", seconds*1000)
	case seconds < 59.95:
		return fmt.Sprintf("%.1f s", seconds)
	case seconds < 3600:
		whole := max(int(seconds), 60)
		return fmt.Sprintf("%d min %d s", whole/60, whole%60)
	}
	return fmt.Sprintf("%d h %d min", int(seconds)/3600, int(seconds)/60%60)
}

// sentence begins s with a capital letter and ends it with a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:] + "."
}

// Counted writes a number with its noun as guides do: "1 event", "2 events".
func Counted(n int, noun string) string { return guide.Counted(n, noun) }
