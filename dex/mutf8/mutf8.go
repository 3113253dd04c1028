// Package mutf8 is modified UTF-8, the encoding of strings in DEX files
// (https://source.android.com/docs/core/runtime/dex-format#mutf-8). It differs from
// UTF-8 in two points: U+0000 is C0 80, and characters beyond U+FFFF are two
// surrogates of three bytes each.
package mutf8

import (
	"unicode/utf16"
	"unicode/utf8"
)

// Decode returns a string in UTF-8. Bytes that are no modified UTF-8, such as those
// of a surrogate without its other half, are kept as they are.
func Decode(s string) string {
	i := 0
	for i < len(s) && s[i] != 0xc0 && s[i] != 0xed {
		i++
	}
	if i == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)), s[:i]...)
	for i < len(s) {
		switch {
		case s[i] == 0xc0 && i+1 < len(s) && s[i+1] == 0x80:
			out = append(out, 0)
			i += 2
		case s[i] == 0xed && isSurrogate(s[i:], 0xa0) && isSurrogate(s[i+3:], 0xb0):
			hi, lo := surrogate(s[i:]), surrogate(s[i+3:])
			out = utf8.AppendRune(out, 0x10000+(hi-0xd800)<<10+(lo-0xdc00))
			i += 6
		default:
			out = append(out, s[i])
			i++
		}
	}
	return string(out)
}

// isSurrogate reports whether s begins with a surrogate whose second byte lies
// in the 16 values from half on: 0xa0 for high, 0xb0 for low surrogates.
func isSurrogate(s string, half byte) bool {
	return len(s) >= 3 && s[0] == 0xed && s[1]&0xf0 == half && s[2]&0xc0 == 0x80
}

func surrogate(s string) rune {
	return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f)
}

// Units is a string in UTF-16; surrogates in three-byte form are kept. DEX files count
// and order strings by it.
func Units(s string) []uint16 {
	var out []uint16
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xed {
			r, n = 0xd000|rune(s[1]&0x3f)<<6|rune(s[2]&0x3f), 3
			out = append(out, uint16(r))
		} else {
			out = utf16.AppendRune(out, r)
		}
		s = s[n:]
	}
	return out
}

// Encode returns a string in modified UTF-8.
func Encode(s string) []byte {
	var out []byte
	for _, u := range Units(s) {
		switch {
		case u != 0 && u < 0x80:
			out = append(out, byte(u))
		case u < 0x800:
			out = append(out, 0xc0|byte(u>>6), 0x80|byte(u)&0x3f)
		default:
			out = append(out, 0xe0|byte(u>>12), 0x80|byte(u>>6)&0x3f, 0x80|byte(u)&0x3f)
		}
	}
	return out
}
