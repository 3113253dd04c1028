package invariance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// chores is a small app that keeps chores, with a bug by name or none. Each row of
// its list has a name, which opens the chore, and a box.
type chores struct {
	bug   string
	alive bool
	page  string // "list", "new", "chore"
	list  []chore
	order []int // what each shown row is taken for
	draft string
	open  int
	added int
}

type chore struct {
	name string
	done bool
}

func newChores(bug string) *chores {
	c := &chores{bug: bug, list: []chore{{"Sweep", false}, {"Wash", false}, {"Iron", false}}}
	c.show()
	return c
}

// show goes to the list, drawn anew.
func (c *chores) show() {
	c.page, c.order = "list", nil
	for i := range c.list {
		c.order = append(c.order, i)
	}
}

// screen is what the app shows. Every widget has a row of 100 pixels.
func (c *chores) screen(t *testing.T) *ui.Screen {
	t.Helper()
	if !c.alive {
		return parse(t, "home", "")
	}
	var b strings.Builder
	row := 0
	node := func(class, id, text, more string) {
		fmt.Fprintf(&b, `<node class="android.widget.%s" resource-id="chores:id/%s" text="%s" package="chores"`+
			` clickable="true" enabled="true" bounds="[0,%d][400,%d]" %s/>`, class, id, text, row*100, row*100+100, more)
		row++
	}
	switch c.page {
	case "list":
		node("Button", "add", "Add", "")
		b.WriteString(`<node class="android.widget.ListView" package="chores" enabled="true" bounds="[0,100][400,1600]">`)
		for _, x := range c.list {
			fmt.Fprintf(&b, `<node class="android.widget.LinearLayout" package="chores" enabled="true" bounds="[0,%d][400,%d]">`,
				row*100, row*100+200)
			node("TextView", "name", x.name, "")
			node("CheckBox", "done", "", fmt.Sprintf(`content-desc="%s" checkable="true" checked="%t" `, x.name, x.done))
			b.WriteString("</node>")
		}
		b.WriteString("</node>")
	case "new":
		node("EditText", "text", c.draft, "")
		node("Button", "save", "Save", "")
	case "chore":
		node("TextView", "body", c.list[c.open].name, "")
		node("Button", "delete", "Delete", "")
	}
	return parse(t, "chores", b.String())
}

func parse(t *testing.T, pkg, nodes string) *ui.Screen {
	t.Helper()
	dump := `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="` + pkg +
		`" enabled="true" bounds="[0,0][400,1600]">` + nodes + `</node></hierarchy>`
	s, err := ui.Parse([]byte(dump), pkg+"/"+pkg+".Main")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// do plays an event: what it touches is found by its place.
func (c *chores) do(e event.Event) {
	row := e.Y / 100
	switch {
	case e.Kind == event.ClearData:
		*c = *newChores(c.bug)
	case e.Kind == event.Launch:
		c.alive = true
		c.show()
	case !c.alive:
	case e.Kind == event.Back && c.page == "list":
		c.alive = false
	case e.Kind == event.Back:
		c.leave()
	case e.Kind == event.Text && c.page == "new" && row == 0:
		c.draft = e.Value
	case e.Kind == event.Tap:
		c.tap(row)
	}
}

func (c *chores) tap(row int) {
	at := (row - 1) / 2
	switch {
	case c.page == "list" && row == 0:
		c.page, c.draft = "new", ""
	case c.page == "list" && row >= 1 && at < len(c.order) && row%2 == 1:
		c.page, c.open = "chore", c.order[at]
	case c.page == "list" && row >= 1 && at < len(c.order):
		c.tick(at)
	case c.page == "new" && row == 1:
		if c.draft != "" {
			c.list = append(c.list, chore{c.draft, false})
		}
		c.show()
	case c.page == "chore" && row == 1:
		c.list = slices.Delete(c.list, c.open, c.open+1)
		c.show()
	}
}

// leave goes back to the list. The bug "looking locks": who has looked at a chore
// can tick none any more.
func (c *chores) leave() {
	if c.page == "chore" && c.bug == "looking locks" {
		c.added = -1
	}
	c.show()
}

// tick ticks a box. The bug "ticking sorts": what is done goes to the end, but the
// rows on the screen stay where they are.
func (c *chores) tick(at int) {
	i := c.order[at]
	if c.added < 0 {
		return
	}
	c.list[i].done = !c.list[i].done
	if c.bug == "ticking sorts" {
		c.order = append(append(slices.Clone(c.order[:at]), c.order[at+1:]...), i)
	}
}
