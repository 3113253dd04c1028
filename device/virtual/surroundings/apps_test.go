package surroundings

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestWithoutApps: the words that take other apps away and bring them back, one after the other.
func TestWithoutApps(t *testing.T) {
	t.Parallel()
	all := event.OtherApps()
	last := all[len(all)-1]
	for _, test := range []struct {
		words string
		want  []string
	}{
		{"a", []string{"a"}},
		{"a a b", []string{"a", "b"}},
		{"a +a", nil},
		{"+a", nil},
		{"a " + event.AppsNone, []string{event.AppsNone}},
		{event.AppsNone + " a", []string{event.AppsNone}},
		{event.AppsNone + " +" + last, all[:len(all)-1]},
		{event.AppsNone + " " + event.AppsAll, nil},
		{"a " + event.AppsMore, []string{event.AppsMore}},
	} {
		var gone []string
		for word := range strings.FieldsSeq(test.words) {
			gone = WithoutApps(gone, word)
		}
		if strings.Join(gone, " ") != strings.Join(test.want, " ") {
			t.Errorf("%s: %q, want %q", test.words, gone, test.want)
		}
	}
}
