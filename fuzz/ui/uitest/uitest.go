// Package uitest makes small screens for tests.
package uitest

import (
	"fmt"
	"strings"
	"testing"

	"talpa/fuzz/ui"
)

// Screen parses nodes of a view dump, in order and without a frame around them, as a screen of
// p's activity: "Main" becomes p/p.Main. The root is 400 pixels wide.
func Screen(t testing.TB, activity string, nodes ...string) *ui.Screen {
	t.Helper()
	s, err := ui.Parse([]byte(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p"`+
		` bounds="[0,0][400,2000]">`+strings.Join(nodes, "")+`</node></hierarchy>`), "p/p."+activity)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Buttons is a screen of p with buttons of these ids, one below the other, 100 pixels high. A
// button bears its id.
func Buttons(t testing.TB, activity string, ids ...string) *ui.Screen {
	t.Helper()
	nodes := make([]string, 0, len(ids))
	for i, id := range ids {
		nodes = append(nodes, fmt.Sprintf(`<node class="android.widget.Button" package="p" resource-id="p:id/%s" text="%s"`+
			` enabled="true" clickable="true" bounds="[0,%d][400,%d]"/>`, id, id, i*100, i*100+100))
	}
	return Screen(t, activity, nodes...)
}
