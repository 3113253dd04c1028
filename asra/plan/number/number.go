// Package number has what plans know of numbers in texts: what is worth typing, which parsers take it, and which
// language writes a number so.
//
// It does not know which field is meant, nor what the app does with the number.
package number

import (
	"slices"
	"strings"
	"unicode"

	"talpa/asra/guide"
)

// Wanted is the number for a field, and texts worth trying: any, or a big one where the crash is that too much
// is held, sent or nested. A million is more than a transaction has bytes and a stack has frames, and the side of a
// picture that no heap holds; where that is refused as no size at all, the second fits 32 bits as a square.
func Wanted(kind guide.CrashKind) (want guide.Want, values []string) {
	if kind == guide.CrashMemory {
		least := int64(20_000)
		return guide.Want{Class: guide.WantNumber, Min: &least}, []string{"1000000", "20000"}
	}
	return guide.Want{Class: guide.WantText, Text: "1"}, []string{"1"}
}

// Parsed says that a parser takes "1" and throws for what is no number: those of java.lang and java.math.
// Others, such as parsers of dates or addresses, throw for "1" too, and nothing is known of what they take.
func Parsed(parser string) bool {
	return slices.ContainsFunc([]string{
		"java.lang.Integer.", "java.lang.Long.", "java.lang.Short.", "java.lang.Byte.", "java.lang.Float.",
		"java.lang.Double.", "java.math.",
	}, func(class string) bool { return strings.HasPrefix(parser, class) })
}

// Language is a language in which a number is written as in a text; "" for one that English writes so, too, and for
// what is no number.
func Language(number string) string {
	number = strings.TrimSpace(number)
	whole, part, comma := strings.Cut(number, ",")
	digits := func(s string) bool {
		return s != "" && strings.TrimLeftFunc(strings.TrimPrefix(s, "-"), unicode.IsDigit) == ""
	}
	switch {
	case strings.IndexFunc(number, func(r rune) bool { return r >= 0x0660 && r <= 0x0669 }) >= 0:
		return "ar-EG"
	case strings.IndexFunc(number, func(r rune) bool { return r >= 0x06f0 && r <= 0x06f9 }) >= 0:
		return "fa-IR"
	case comma && digits(strings.ReplaceAll(whole, ".", "")) && digits(part):
		return "de-DE"
	}
	return ""
}
