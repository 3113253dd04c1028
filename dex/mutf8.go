package dex

import "unicode/utf8"

// decodeMUTF8 turns the modified UTF-8 of string_data_item into UTF-8. It
// differs from UTF-8 in two points: U+0000 is C0 80, and characters beyond
// U+FFFF are two surrogates of three bytes each. Any other byte is kept as it is.
func decodeMUTF8(s string) string {
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
