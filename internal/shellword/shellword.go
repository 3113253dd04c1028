// Package shellword writes text as words of a command line, so that a POSIX
// shell, the host's or a device's, reads them back as they are. It reads no
// command lines.
package shellword

import "strings"

// plain are the characters that mean themselves anywhere in a command line.
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

// Join makes a command line of words.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	return strings.Join(quoted, " ")
}
