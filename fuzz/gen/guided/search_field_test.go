package guided

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// library is an app with a search field behind an icon in its bar, or in the menu behind its button.
type library struct {
	menu          bool // the icon is in the menu
	dropped, open bool
	typed         string
	asked         bool
}

func (l *library) view(t *testing.T) gen.View {
	t.Helper()
	n := &notes{}
	list := `<node class="android.widget.ListView" package="p" enabled="true" scrollable="true" bounds="[0,500][400,900]">` +
		n.node("TextView", "Ash", 500, usable) + `</node>`
	bar := n.node("Button", "", 0, usable+`resource-id="p:id/find" content-desc="Find"`)
	if l.menu {
		bar = n.node("ImageButton", "", 0, usable+`content-desc="More options"`)
	}
	switch {
	case l.open:
		bar = n.node("AutoCompleteTextView", l.typed, 0, usable+`focused="true" resource-id="android:id/search_src_text"`)
		bar = `<node class="android.widget.SearchView" package="p" resource-id="p:id/find" bounds="[0,0][400,90]">` + bar + `</node>`
	case l.dropped:
		return view(uitest.Screen(t, "Main", n.node("TextView", "Find", 0, usable), n.node("TextView", "About", 100, usable)))
	}
	return view(uitest.Screen(t, "Main", bar, list))
}

func (l *library) do(e event.Event) {
	switch {
	case e.Kind == event.Tap && e.Target.Desc == "More options":
		l.dropped = true
	case e.Kind == event.Tap && (e.Target.Desc == "Find" || e.Target.Text == "Find"):
		l.open, l.dropped = true, false
	case e.Kind == event.Text:
		l.typed = e.Value
	case e.Kind == event.EditorAction && l.open:
		l.asked = l.typed == "["
	case e.Kind != event.Config:
		l.dropped = false
	}
}

// The text that a search is to be asked for is typed into its field, which is behind an icon or an entry of the menu,
// and sent with the keyboard's action key as it stands there.
func TestFollowGuide_opensASearchField(t *testing.T) {
	t.Parallel()
	field := []guide.Widget{{ID: "id/find", Text: "Find", Menu: true}}
	plan := one(
		guide.Goal{ID: 1, Kind: guide.GoalHold, Screen: "p.Main", Achievers: []guide.Achiever{{Kind: guide.AchieveText,
			Screen: "p.Main", Widgets: field, Values: []string{"["}}}},
		guide.Goal{ID: 2, Kind: guide.GoalCrash, Screen: "p.Main", After: []int{1}, Achievers: []guide.Achiever{{
			Kind: guide.AchieveHandler, Role: guide.RoleText, Screen: "p.Main", Method: "Lp/Main;->onQueryTextSubmit()Z", Widgets: field}}})
	for _, c := range []struct {
		name string
		app  library
		want string
	}{
		{"an icon", library{}, "tap text editoraction"},
		{"in the menu", library{menu: true}, "tap tap text editoraction"},
	} {
		g := New(plan, rand.New(rand.NewSource(1)), "perturb_lifecycle", "inject_faults", "fill_form")
		g.Begin()
		var did []string
		for range 12 {
			if e, ok := g.Next(c.app.view(t)); ok && !c.app.asked {
				did = append(did, string(e.Kind))
				c.app.do(e)
				g.Observe(gen.Outcome{Event: e, After: c.app.view(t)})
			}
		}
		if got := strings.Join(slices.DeleteFunc(did, func(k string) bool { return k == "launch" }), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
