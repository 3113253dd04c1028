package guide

import "testing"

// TestWantString: what a goal wants, in the words of the plan.
func TestWantString(t *testing.T) {
	t.Parallel()
	n := func(v int64) *int64 { return &v }
	for want, w := range map[string]Want{
		"any value":           {},
		`"1,5"`:               {Class: WantText, Text: "1,5"},
		"what cannot be read": {Class: WantNoText},
		"of size 0..2":        {Class: WantSize, Min: n(0), Max: n(2)},
		"3":                   {Class: WantNumber, Min: n(3), Max: n(3)},
		"..-1":                {Class: WantNumber, Max: n(-1)},
		"another value":       {Class: WantChanged},
		string(WantNull):      {Class: WantNull},
	} {
		if got := w.String(); got != want {
			t.Errorf("%+v: %q, want %q", w, got, want)
		}
	}
}

// TestShort: a text of the app is cut between characters, not within one.
func TestShort(t *testing.T) {
	t.Parallel()
	long := ""
	for range maxWords {
		long += "é"
	}
	got := short(long)
	if got != long[:maxWords]+"..." || short("é") != "é" {
		t.Errorf("%q", got)
	}
	if got := short("x" + long); got != "x"+long[:maxWords-2]+"..." {
		t.Errorf("cut within a character: %q", got)
	}
}
