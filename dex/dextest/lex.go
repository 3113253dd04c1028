package dextest

import (
	"fmt"
	"strings"
)

// words is one line of text in tokens. Strings and characters keep their
// quotes; braces and "=" are tokens of their own; commas only separate.
type words struct {
	line int
	toks []string
}

func (w words) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", w.line, fmt.Sprintf(format, args...))
}

// lex splits text into lines of tokens; empty lines are left out.
func lex(text string) ([]words, error) {
	var out []words
	for i, line := range strings.Split(text, "\n") {
		w := words{line: i + 1}
		var err error
		if w.toks, err = tokens(line); err != nil {
			return nil, w.errorf("%v", err)
		}
		if len(w.toks) > 0 {
			out = append(out, w)
		}
	}
	return out, nil
}

func tokens(line string) ([]string, error) {
	var toks []string
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == '#':
			return toks, nil
		case c == ' ' || c == '\t' || c == ',' || c == '\r':
			i++
		case c == '{' || c == '}':
			toks = append(toks, line[i:i+1])
			i++
		case c == '"' || c == '\'':
			end := closing(line, i)
			if end < 0 {
				return nil, fmt.Errorf("no closing %c", c)
			}
			toks = append(toks, line[i:end])
			i = end
		default:
			end := word(line, i)
			toks = append(toks, line[i:end])
			i = end
		}
	}
	return toks, nil
}

// closing is the position after the quote that closes the one at i, -1 if none.
func closing(line string, i int) int {
	for j := i + 1; j < len(line); j++ {
		switch line[j] {
		case '\\':
			j++
		case line[i]:
			return j + 1
		}
	}
	return -1
}

// word is the end of the token at i. A call site, name(...)@..., is one token:
// inside its parentheses blanks, commas and strings do not separate.
func word(line string, i int) int {
	depth := 0
	for ; i < len(line); i++ {
		switch c := line[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '"' && depth > 0:
			end := closing(line, i)
			if end < 0 {
				return len(line)
			}
			i = end - 1
		case depth <= 0 && strings.IndexByte(" \t\r,{}#", c) >= 0:
			return i
		}
	}
	return i
}
