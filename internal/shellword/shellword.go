// Package shellword writes text as words of a command line, so that a POSIX
// shell, the host's or a device's, reads them back as they are. It reads no
// command lines.
package shellword

import (
	"slices"
	"strings"
)

// plain are the characters that mean themselves in any word but a command's name.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,=+@%"

// Quote makes one word of s, in quotes only where it needs them. No word of a
// shell can hold a zero byte: they are dropped.
func Quote(s string) string {
	s = strings.ReplaceAll(s, "\x00", "")
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// keywords begin or end compound commands where the name of a command stands.
var keywords = []string{"case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
	"select", "then", "time", "until", "while"}

// Join makes a command line of words, the first of which is the name of the command,
// even where a shell would take it for a keyword or an assignment.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	if len(words) > 0 && quoted[0] == words[0] && !isName(words[0]) {
		quoted[0] = "'" + words[0] + "'"
	}
	return strings.Join(quoted, " ")
}

// isName says whether a shell takes a bare word for the name of a command.
func isName(word string) bool {
	return !strings.Contains(word, "=") && !slices.Contains(keywords, word)
}
