package typed

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// SplitBy is the regular expression by which a text was split into the pieces of which an instruction reads one; "" for
// other instructions, and where the expression is not known.
func SplitBy(app *appcode.Reader, m callgraph.MethodID, pc uint32) string {
	an := app.OriginsOf(m)
	if an == nil || an.Graph.BlockAt(pc) == nil {
		return ""
	}
	in := an.Graph.Code.At(pc)
	if in.Op < dex.OpAget || in.Op >= dex.OpAput {
		return ""
	}
	from := an.At(in.Off, in.B())
	if len(from) != 1 || from[0].Kind != origin.Result || from[0].Owner+from[0].Name != "Ljava/lang/String;split" {
		return ""
	}
	split := an.Graph.Code.At(from[0].PC)
	return appcode.ConstantText(an, &split, 1)
}

// maxPieces is how many pieces of a text are worth typing.
const maxPieces = 20

// Pieces is a text that a regular expression splits into so many pieces (String.split, which leaves out empty ones at
// the end): with none of them it is the delimiter alone. False where the expression is not a plain delimiter.
func Pieces(expression string, n int) (string, bool) {
	delimiter, ok := delimiterOf(expression)
	if !ok || n < 0 || n > maxPieces {
		return "", false
	}
	if n == 0 {
		return delimiter, true
	}
	return strings.Join(slices.Repeat([]string{"1"}, n), delimiter), true
}

// delimiterOf is the text that a regular expression stands for, where it is one text or white space.
func delimiterOf(expression string) (string, bool) {
	const meta = `\.[]{}()*+-?^$|`
	switch expression {
	case `\s`, `\s+`, `\s*`, `\W+`, ` +`:
		return " ", true
	}
	var b strings.Builder
	for i := 0; i < len(expression); i++ {
		c := expression[i]
		switch {
		case c == '\\' && i+1 < len(expression) && strings.IndexByte(meta, expression[i+1]) >= 0:
			i++
			b.WriteByte(expression[i])
		case c == '[' && i+2 < len(expression) && expression[i+2] == ']' && expression[i+1] != '^':
			b.WriteByte(expression[i+1])
			i += 2
		case c != '-' && strings.IndexByte(meta, c) >= 0:
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), b.Len() > 0
}
