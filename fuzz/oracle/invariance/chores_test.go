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
// its list has a name, which opens the chore, and a box. It has traits of real apps, which
// are no bugs: "bar", a snackbar with UNDO after each tick, which lies over a row; "current",
// a line that says what was ticked last, until it is ticked again; "diary", both, and the line opens
// that chore; "progress", a bar that comes and goes; "alarm", a line that is there for some time,
// whatever is done.
type chores struct {
	bug   string
	trait string
	bar   string // the chore that the snackbar speaks of
	now   string // the chore that was ticked last
	was   string // the one before
	last  string // what the line opens
	time  int    // what an event takes: one, a wait its seconds
	alive bool
	page  string // "list", "new", "chore"
	list  []chore
	order []int // what each shown row is taken for
	draft string
	open  int
	added int
	// undone is the chore whose tick was undone first.
	undone string
	shown  *ui.Screen // what it shows, until the next event; nil if nobody has looked
}

type chore struct {
	name string
	done bool
}

func newChores(bug, trait string) *chores {
	c := &chores{bug: bug, trait: trait, list: []chore{{"Sweep", false}, {"Wash", false}, {"Iron", false}}}
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
	if c.shown == nil {
		c.shown = c.draw(t)
	}
	return c.shown
}

func (c *chores) draw(t *testing.T) *ui.Screen {
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
		c.extras(&b, node)
	case "new":
		node("EditText", "text", c.draft, "")
		node("Button", "save", "Save", "")
	case "chore":
		node("TextView", "body", c.list[c.open].name, "")
		node("Button", "delete", "Delete", "")
	}
	return parse(t, "chores", b.String())
}

// extras are what the traits add to the list.
func (c *chores) extras(b *strings.Builder, node func(class, id, text, more string)) {
	if c.trait == "diary" {
		node("TextView", "now", c.now, "")
	}
	switch {
	case c.trait == "current":
		node("TextView", "now", "Now: "+c.now, "")
	case c.trait == "alarm" && c.time >= 6 && c.time < 9:
		node("TextView", "alarm", "Time to iron", "")
	case c.trait == "progress" && c.now != "":
		node("ProgressBar", "busy", "", "")
	case c.bar != "":
		b.WriteString(`<node class="android.widget.FrameLayout" package="chores" enabled="true" bounds="[0,600][400,700]">` +
			`<node class="android.widget.TextView" resource-id="chores:id/snackbar_text" text="Ticked" package="chores"` +
			` enabled="true" bounds="[0,600][200,700]"/>` +
			`<node class="android.widget.Button" resource-id="chores:id/snackbar_action" text="UNDO" package="chores"` +
			` clickable="true" enabled="true" bounds="[200,600][400,700]"/></node>`)
	}
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
	c.shown = nil
	row := e.Y / 100
	c.time += 1 + e.Millis/1000
	switch {
	case e.Kind == event.ClearData:
		*c = *newChores(c.bug, c.trait)
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
	case e.Kind == event.Wait:
		c.bar = ""
	case e.Kind == event.Tap && c.page == "list" && c.bar != "" && row == 6:
		c.undo(e.X)
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
	case c.page == "list" && c.trait == "diary" && c.last != "" && row == 1+2*len(c.list):
		c.page, c.open = "chore", slices.IndexFunc(c.list, func(x chore) bool { return x.name == c.last })
	case c.page == "new" && row == 1:
		if c.draft != "" {
			c.list = append(c.list, chore{c.draft, false})
		}
		c.show()
	case c.page == "chore" && row == 1:
		if name := c.list[c.open].name; c.last == name {
			c.now, c.was, c.last = "", "", ""
		} else if c.was == name {
			c.was = ""
		}
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
	name := c.list[i].name
	if c.trait == "bar" || c.trait == "diary" {
		c.bar = name
	}
	c.was = c.now
	if c.now == name {
		name = ""
	}
	c.now, c.last = name, name
	if c.bug == "ticking sorts" {
		c.order = append(append(slices.Clone(c.order[:at]), c.order[at+1:]...), i)
	}
}

// undo is a touch on the snackbar. The bug "undo once": it works only for the first chore that
// is ticked. The bug "first stays": not for the line, where it was empty before. The bug "stale line":
// the line opens what was undone.
func (c *chores) undo(x int) {
	if x < 200 {
		return
	}
	if c.bug != "first stays" || c.was != "" {
		c.now = c.was
	}
	if c.bug != "stale line" {
		c.last = c.now
	}
	for i := range c.list {
		if c.list[i].name == c.bar && (c.bug != "undo once" || c.undone == "" || c.undone == c.bar) {
			c.list[i].done = !c.list[i].done
			c.undone = c.bar
		}
	}
	c.bar = ""
}
