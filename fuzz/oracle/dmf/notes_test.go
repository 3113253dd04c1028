package dmf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// notes is a small app that keeps notes, with a bug by name or none.
type notes struct {
	bug   string
	list  []string
	page  string // "list", "new", "note", "ask"
	draft string
	query string
	open  int
}

func newNotes(bug string) *notes { return &notes{bug: bug, page: "list"} }

// screen is what the app shows. Every widget has a row of 100 pixels.
func (n *notes) screen(t *testing.T) *ui.Screen {
	t.Helper()
	var b strings.Builder
	row := 0
	node := func(class, id, text, desc string) {
		fmt.Fprintf(&b, `<node class="android.widget.%s" resource-id="notes:id/%s" text="%s" content-desc="%s" package="notes"`+
			` clickable="true" enabled="true" bounds="[0,%d][400,%d]" />`, class, id, text, desc, row*100, row*100+100)
		row++
	}
	switch n.page {
	case "list":
		node("EditText", "query", n.query, "")
		node("Button", "add", "Add", "")
		b.WriteString(`<node class="android.widget.ListView" package="notes" enabled="true" bounds="[0,200][400,1500]">`)
		node("TextView", "header", "Notes", "")
		for _, x := range n.shown() {
			node("TextView", "title", x, "")
		}
		b.WriteString("</node>")
	case "new":
		node("EditText", "text", n.draft, "")
		node("Button", "save", "Save", "")
	case "note":
		node("TextView", "body", n.list[n.open], "")
		node("ImageButton", "delete", "", "Delete")
	case "ask":
		node("TextView", "message", "Really?", "")
		node("Button", "yes", "Yes", "")
		node("Button", "no", "No", "")
	}
	dump := `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="notes" enabled="true" bounds="[0,0][400,1600]">` +
		b.String() + `</node></hierarchy>`
	s, err := ui.Parse([]byte(dump), "notes/notes.Main")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shown are the notes that the list has room for.
func (n *notes) shown() []string {
	if n.query == "" {
		return n.list
	}
	return slices.DeleteFunc(slices.Clone(n.list), func(x string) bool {
		return !strings.Contains(x, n.query) || n.bug == "search misses short ones" && len(n.query) < 4
	})
}

// do plays an event: what it touches is found by its place.
func (n *notes) do(e event.Event) {
	row := e.Y / 100
	switch {
	case e.Kind == event.Back && n.page != "list":
		n.page = "list"
	case e.Kind == event.Text && n.page == "new" && row == 0:
		n.draft = e.Value
	case e.Kind == event.Text && n.page == "list" && row == 0:
		n.query = e.Value
	case e.Kind == event.Tap:
		n.tap(row)
	}
}

func (n *notes) tap(row int) {
	switch {
	case n.page == "list" && row == 1:
		n.page, n.draft = "new", ""
	case n.page == "list" && row >= 3 && row-3 < len(n.shown()):
		n.page, n.open = "note", slices.Index(n.list, n.shown()[row-3])
	case n.page == "new" && row == 1:
		n.page, n.query = "list", ""
		if n.draft != "" && (n.bug != "third note is lost" || len(n.list) != 2) {
			n.list = append(n.list, n.draft)
		}
	case n.page == "note" && row == 1:
		n.page = "ask"
		if n.bug != "asks always" && len(n.list) > 1 {
			n.delete()
		}
	case n.page == "ask" && row == 1:
		n.delete()
	case n.page == "ask" && row == 2:
		n.page = "note"
	}
}

func (n *notes) delete() {
	n.page, n.query = "list", ""
	at := n.open
	if n.bug == "deletes the last" {
		at = len(n.list) - 1
	}
	n.list = slices.Delete(n.list, at, at+1)
}
