package mutf8

import (
	"testing"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
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
		if got := Decode(c.in); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if got := string(Encode(c.want)); c.name != "cut zero" && c.name != "cut pair" && got != c.in {
			t.Errorf("%s: encoded %q, want %q", c.name, got, c.in)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("a\xc0\x80\xed\xa0\xbd\xed\xb8\x80")
	f.Fuzz(func(t *testing.T, s string) {
		got := Decode(s)
		if len(got) > len(s) {
			t.Errorf("%q grew to %q", s, got)
		}
		if again := Decode(string(Encode(got))); utf8.ValidString(got) && again != got {
			t.Errorf("%q becomes %q when it is written and read", got, again)
		}
		if again := Decode(got); utf8.ValidString(got) && again != got {
			t.Errorf("decoding %q twice gave %q, then %q", s, got, again)
		}
	})
}
