package dex

import (
	"testing"
	"unicode/utf8"
)

func TestDecodeMUTF8(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"ascii", "plain", "plain"},
		{"two and three bytes", "\xc3\xa9\xe2\x82\xac", "é€"},
		{"zero", "a\xc0\x80b", "a\x00b"},
		{"pair", "\xed\xa0\xbd\xed\xb8\x80!", "😀!"},
		{"last of all", "\xed\xaf\xbf\xed\xbf\xbf", "\U0010ffff"},
		{"hangul shares the first byte", "\xed\x95\x9c", "한"},
		{"lone high", "\xed\xa0\xbdx", "\xed\xa0\xbdx"},
		{"lone low", "\xed\xb8\x80", "\xed\xb8\x80"},
		{"low before high", "\xed\xb8\x80\xed\xa0\xbd", "\xed\xb8\x80\xed\xa0\xbd"},
		{"cut pair", "\xed\xa0\xbd\xed\xb8", "\xed\xa0\xbd\xed\xb8"},
		{"cut zero", "\xc0", "\xc0"},
	} {
		if got := decodeMUTF8(c.in); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLEB128(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in       string
		unsigned uint32
		signed   int32
	}{
		{"\x00", 0, 0},
		{"\x01", 1, 1},
		{"\x7f", 127, -1},
		{"\x80\x7f", 16256, -128},
		{"\xff\xff\xff\xff\x0f", 0xffffffff, -1},
		{"\x80\x80\x80\x80\x08", 0x80000000, -0x80000000},
	} {
		u := cursor{data: []byte(c.in)}
		s := cursor{data: []byte(c.in)}
		if got := u.uleb(); got != c.unsigned || u.err != nil || int(u.off) != len(c.in) {
			t.Errorf("uleb(%x) = %d, %v", c.in, got, u.err)
		}
		if got := s.sleb(); got != c.signed || s.err != nil || int(s.off) != len(c.in) {
			t.Errorf("sleb(%x) = %d, %v", c.in, got, s.err)
		}
	}
	for _, in := range []string{"", "\x80", "\x80\x80\x80\x80\x80\x01"} {
		c := cursor{data: []byte(in)}
		if c.uleb(); c.err == nil {
			t.Errorf("uleb(%x) gave no error", in)
		}
	}
}

func FuzzDecodeMUTF8(f *testing.F) {
	f.Add("a\xc0\x80\xed\xa0\xbd\xed\xb8\x80")
	f.Fuzz(func(t *testing.T, s string) {
		got := decodeMUTF8(s)
		if len(got) > len(s) {
			t.Errorf("%q grew to %q", s, got)
		}
		if again := decodeMUTF8(got); utf8.ValidString(got) && again != got {
			t.Errorf("decoding %q twice gave %q, then %q", s, got, again)
		}
	})
}
