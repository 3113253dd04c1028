package guided

import (
	"fmt"
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/ui"
)

// Rows are picked for an item of an action mode; the entries of a menu or dialog in front are none.
func TestPick_rowsOfAScreenOnly(t *testing.T) {
	t.Parallel()
	const method = "Lp/Main$1;->onActionItemClicked(Landroid/view/ActionMode;Landroid/view/MenuItem;)Z"
	for left, want := range map[int]event.Kind{0: event.LongTap, 150: ""} {
		screen, err := ui.Parse(fmt.Appendf(nil, `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p"`+
			` bounds="[%d,0][400,800]"><node class="android.widget.ListView" package="p" enabled="true" bounds="[%[1]d,0][400,800]">`+
			`<node class="android.widget.LinearLayout" package="p" text="Settings" clickable="true" enabled="true"`+
			` bounds="[%[1]d,0][400,100]"/></node></node></hierarchy>`, left), "p/p.Main")
		if err != nil {
			t.Fatal(err)
		}
		g := New(nil, rand.New(rand.NewSource(1)))
		g.Begin()
		g.state.Look(view(screen))
		p := &planned{owner: newFollowGuide(nil, alone())}
		c, _ := p.pick(g.state, goals.Task{Achiever: &guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleMenu,
			Method: method, Widgets: []guide.Widget{{Text: "Delete"}}}})
		if c.event.Kind != want {
			t.Errorf("from %d on: %q, want %q", left, c.event, want)
		}
	}
}
