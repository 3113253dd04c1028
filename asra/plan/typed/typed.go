// Package typed says which texts are worth typing into a field of which something is wanted.
package typed

import (
	"strings"

	"talpa/asra/guide"
)

// most is the longest text that is worth typing: nobody types more.
const most = 1000

// Texts are texts for what a failure of a kind, by an exception, wants of one; none where any may do.
// Quotes break a statement that is put together of texts, a bracket or a star alone a regular expression; the empty
// text and a letter break every parser of numbers.
func Texts(want guide.Want, kind guide.CrashKind, exception string) []string {
	switch want.Class {
	case guide.WantText:
		return []string{want.Text}
	case guide.WantEmpty:
		return []string{""}
	case guide.WantSize:
		return OfLength(want)
	case guide.WantNoText:
		switch {
		case kind == guide.CrashStatement:
			return []string{"'", "\""}
		case guide.SimpleName(exception) == "PatternSyntaxException":
			return []string{"(", "[", "*"}
		}
		return []string{"", "x"}
	}
	return nil
}

// OfLength are texts with a wanted number of characters: digits, which fields for numbers take as well.
func OfLength(want guide.Want) []string {
	n := 0
	switch {
	case want.Min != nil && *want.Min > 0:
		n = int(min(*want.Min, most))
	case want.Max != nil && *want.Max > 0:
		n = int(min(*want.Max, most))
	}
	digits := strings.Repeat("1234567890", n/10+1)
	return []string{digits[:n]}
}
