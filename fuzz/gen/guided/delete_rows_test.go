package guided

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// shelf is an app with a list of rows, which are deleted in one way: by a button on the list, by the menu that a long
// touch brings up, by a button on the screen that a row opens, by a swipe, or by the menu. Some ask for sure.
type shelf struct {
	way   string
	asks  bool
	rows  int
	state string // "", "context", "opened", "menu", "asked"
}

func (a *shelf) view(t *testing.T) gen.View {
	button := func(text string, y int) string {
		return node("Button", fmt.Sprintf("[60,%d][340,%d]", y, y+90), `text="`+text+`" clickable="true"`)
	}
	switch a.state {
	case "asked":
		return view(dialog(t, button("Cancel", 200), node("Button", "[60,300][340,390]",
			`text="Delete" clickable="true" resource-id="android:id/button1"`)))
	case "context", "menu":
		return view(dialog(t, button("Share", 200), button("Delete", 300)))
	case "opened":
		return view(uitest.Screen(t, "Row", button("Share", 200), button("Remove", 300)))
	}
	rows := `<node class="android.widget.ListView" package="p" enabled="true" bounds="[0,0][400,900]">`
	for i := range a.rows {
		rows += node("TextView", fmt.Sprintf("[0,%d][400,%d]", i*100, i*100+100),
			fmt.Sprintf(`text="row %d" clickable="true" long-clickable="true"`, i))
	}
	nodes := []string{rows + `</node>`, button("Clear cache", 1000)}
	if a.way == "button" {
		nodes = append(nodes, button("Trash", 1200))
	}
	return view(uitest.Screen(t, "Main", nodes...))
}

// do does what an event does. "Clear cache" is called as if it deleted, and does not.
func (a *shelf) do(t *testing.T, e event.Event) {
	text := ""
	if v := a.view(t); e.Kind == event.Tap {
		under := func(w ui.Widget) bool { return w.Clickable && w.Bounds.Contains(e.X, e.Y) }
		if i := slices.IndexFunc(v.Screen.Widgets, under); i >= 0 {
			text = v.Screen.Widgets[i].Text
		}
	}
	onRow := a.state == "" && e.Y < a.rows*100
	deletes := text == "Delete" && (a.state == "context" || a.state == "menu") || text == "Remove" || text == "Trash" ||
		onRow && e.Kind == event.Swipe && a.way == "swipe"
	switch {
	case a.state == "asked":
		if a.state = ""; text == "Delete" {
			a.rows--
		}
	case deletes && a.asks:
		a.state = "asked"
	case deletes:
		a.state = ""
		a.rows--
	case e.Kind == event.Back || a.state == "context" || a.state == "menu":
		a.state = ""
	case onRow && e.Kind == event.LongTap && a.way == "context":
		a.state = "context"
	case onRow && e.Kind == event.Tap && a.way == "opened":
		a.state = "opened"
	case a.state == "" && e.Kind == event.Menu && a.way == "menu":
		a.state = "menu"
	}
}

// Rows are deleted whatever way the app has for it, until none is left; where there is none, the plan goes on.
func TestDeleteRows(t *testing.T) {
	t.Parallel()
	empty := guide.Goal{Kind: guide.GoalHold, Achievers: []guide.Achiever{{Kind: guide.AchieveDeleteRows}}}
	for _, way := range []string{"button", "context", "opened", "swipe", "menu", "none"} {
		for _, asks := range []bool{false, true} {
			g := New(one(empty), rand.New(rand.NewSource(1)), "fill_form", "perturb_lifecycle", "inject_faults")
			app, events := &shelf{way: way, asks: asks, rows: 3}, 0
			g.Begin()
			for ; events < 40 && app.rows > 0; events++ {
				e, ok := g.Next(app.view(t))
				if !ok {
					break
				}
				app.do(t, e)
				g.Observe(gen.Outcome{Event: e, After: app.view(t)})
			}
			if gone := app.rows == 0; gone != (way != "none") {
				t.Errorf("%s, asks %v: %d rows are left after %d events", way, asks, app.rows, events)
			}
		}
	}
}
