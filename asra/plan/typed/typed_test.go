package typed_test

import (
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/plan/typed"
)

// TestTexts: what is typed follows from what is wanted, and where that is no text from what failed.
func TestTexts(t *testing.T) {
	t.Parallel()
	three, huge := int64(3), int64(1)<<40
	for _, c := range []struct {
		want      guide.Want
		kind      guide.CrashKind
		exception string
		texts     []string
	}{
		{guide.Want{Class: guide.WantText, Text: "dark"}, guide.CrashOwn, "", []string{"dark"}},
		{guide.Want{Class: guide.WantEmpty}, guide.CrashNumber, "", []string{""}},
		{guide.Want{Class: guide.WantNoText}, guide.CrashNumber, "java.lang.NumberFormatException", []string{"", "x"}},
		{guide.Want{Class: guide.WantNoText}, guide.CrashStatement, "android.database.sqlite.SQLiteException", []string{"'", `"`}},
		{guide.Want{Class: guide.WantNoText}, guide.CrashText, "java.util.regex.PatternSyntaxException", []string{"(", "[", "*"}},
		{guide.Want{Class: guide.WantSize, Min: &three}, guide.CrashIndex, "", []string{"123"}},
		{guide.Want{Class: guide.WantChanged}, guide.CrashOwn, "", nil},
	} {
		if got := typed.Texts(c.want, c.kind, c.exception); !slices.Equal(got, c.texts) {
			t.Errorf("%+v after %s: %q, want %q", c.want, c.exception, got, c.texts)
		}
	}
	if got := typed.OfLength(guide.Want{Class: guide.WantSize, Min: &huge}); len(got) != 1 || len(got[0]) != 1000 {
		t.Errorf("a text of any length: %d texts", len(got))
	}
	if got := typed.OfLength(guide.Want{Class: guide.WantSize}); !slices.Equal(got, []string{""}) {
		t.Errorf("a text of no length: %q", got)
	}
}
