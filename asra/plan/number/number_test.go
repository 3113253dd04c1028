package number

import (
	"slices"
	"testing"

	"talpa/asra/guide"
)

func TestLanguage(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{
		"1.5": "", "-3": "", "": "", "one": "", "1,5": "de-DE", "1.234,5": "de-DE", "-0,25": "de-DE", " 2,5 ": "de-DE",
		"1,x": "", "a,5": "", "\u0663,5": "ar-EG", "\u06f3": "fa-IR",
	} {
		if got := Language(number); got != want {
			t.Errorf("%q is of %q, want %q", number, got, want)
		}
	}
}

func TestParsed(t *testing.T) {
	t.Parallel()
	for parser, want := range map[string]bool{
		"java.lang.Integer.parseInt": true, "java.lang.Double.valueOf": true, "java.math.BigDecimal.<init>": true,
		"java.text.DateFormat.parse": false, "java.lang.IntegerCache.of": false, "": false,
	} {
		if got := Parsed(parser); got != want {
			t.Errorf("%q takes a number: %v", parser, got)
		}
	}
}

func TestWanted(t *testing.T) {
	t.Parallel()
	if want, values := Wanted(guide.CrashNull); want.Text != "1" || !slices.Equal(values, []string{"1"}) {
		t.Errorf("any number: %+v, %q", want, values)
	}
	if want, values := Wanted(guide.CrashMemory); want.Min == nil || *want.Min != 20_000 || values[0] != "1000000" {
		t.Errorf("a number too big: %+v, %q", want, values)
	}
}
