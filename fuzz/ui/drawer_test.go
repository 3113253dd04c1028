package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What a drawer that is out has behind it cannot be touched; what it has in it, and what makes room for it, can.
func TestBehind(t *testing.T) {
	t.Parallel()
	const whole, left, right, rest, low = "[0,0][400,800]", "[0,0][300,800]", "[100,0][400,800]", "[300,0][400,800]", "[0,700][300,800]"
	for _, c := range []struct {
		name, layout, content, drawer string
		want                          bool
	}{
		{"a drawer from the left", "androidx.drawerlayout.widget.DrawerLayout", whole, left, true},
		{"a drawer from the right", "android.support.v4.widget.DrawerLayout", whole, right, true},
		{"content beside a drawer that stays", "androidx.drawerlayout.widget.DrawerLayout", rest, left, false},
		{"other layouts", "android.widget.FrameLayout", whole, left, false},
		{"a bar", "androidx.drawerlayout.widget.DrawerLayout", whole, low, false},
		{"a second content", "androidx.drawerlayout.widget.DrawerLayout", whole, whole, false},
	} {
		node := func(class, bounds, in string) string {
			return fmt.Sprintf(`<node class="%s" package="p" enabled="true" clickable="true" bounds="%s">%s</node>`, class, bounds, in)
		}
		button := func(bounds string) string { return node("android.widget.Button", bounds, "") }
		s, err := Parse([]byte(`<hierarchy rotation="0">`+node(c.layout, whole,
			node("android.widget.LinearLayout", c.content, button("[320,0][380,90]"))+
				node("android.widget.ListView", c.drawer, button(c.drawer)))+`</hierarchy>`), "p/p.Main")
		if err != nil {
			t.Fatal(err)
		}
		var behind []bool
		for i := range s.Widgets {
			if strings.HasSuffix(s.Widgets[i].Class, "Button") {
				behind = append(behind, !slices.ContainsFunc(s.Actions(), func(a Action) bool { return a.Widget == i }))
			}
		}
		if len(behind) != 2 || behind[0] != c.want || behind[1] {
			t.Errorf("%s: %v", c.name, behind)
		}
	}
}
