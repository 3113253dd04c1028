package crash_test

import (
	"strings"
	"testing"

	"talpa/fuzz/crash"
)

// TestMatcher_lines: where the app has the wanted line, a crash with another message on another line is another one.
// Lines of libraries do not count beside the app's own: the app may be built with another version of them.
func TestMatcher_lines(t *testing.T) {
	t.Parallel()
	const text = `java.lang.IllegalStateException: Page{1} not attached
	at androidx.fragment.app.Fragment.requireContext(Fragment.java:900)
	at org.shop.Offers.show(Offers.java:23)
	at android.os.Handler.handleCallback(Handler.java:873)`
	for name, test := range map[string]struct {
		met  string
		want bool
	}{
		"the same":                     {text, true},
		"another line of a library":    {strings.Replace(text, "900", "805", 1), true},
		"and another message":          {strings.NewReplacer("900", "805", "Page{1}", "[Page]").Replace(text), true},
		"another line of the app":      {strings.Replace(text, "23", "24", 1), true},
		"with another message as well": {strings.NewReplacer("23", "24", "Page{1}", "[Page]").Replace(text), false},
	} {
		m := crash.Matcher{Want: wanted(t, text), Lines: true, InApp: func(class string) bool {
			return !strings.HasPrefix(class, "android.") && !strings.HasPrefix(class, "java.")
		}}
		met := wanted(t, test.met)
		met.Fatal = true
		if v := m.Judge(crash.Crash{Trace: met}); v.Accepted != test.want {
			t.Errorf("%s: accepted %t, %s", name, v.Accepted, v.Match.Why)
		}
	}
}
