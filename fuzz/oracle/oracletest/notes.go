// Package oracletest has a model app, and searches of it, for the tests of oracles that judge what an app does
// with its data: it keeps notes, and has a bug by name or none.
package oracletest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Notes is a small app that keeps notes. Its screens are those of the activity notes.Main.
type Notes struct {
	bug   string
	List  []string
	Page  string // "list", "new", "note", "ask"
	Room  int    // how many notes the list shows at a time; 0: all
	top   int    // the first of them
	draft string
	query string
	open  int
}

// NewNotes returns the app without notes; bug is "" or one that its methods name.
func NewNotes(bug string) *Notes { return &Notes{bug: bug, Page: "list"} }

// Screen is what the app shows. Every widget has a row of 100 pixels.
func (n *Notes) Screen(t *testing.T) *ui.Screen {
	t.Helper()
	var b strings.Builder
	row := 0
	node := func(class, id, text, desc string) {
		fmt.Fprintf(&b,
			`<node class="android.widget.%s" resource-id="notes:id/%s" text="%s" content-desc="%s" package="notes"`+
				` clickable="true" enabled="true" bounds="[0,%d][400,%d]" />`, class, id, text, desc, row*100, row*100+100)
		row++
	}
	switch n.Page {
	case "list":
		node("EditText", "query", n.query, "")
		node("Button", "add", "Add", "")
		fmt.Fprintf(&b, `<node class="android.widget.ListView" package="notes" enabled="true" scrollable="%t" `+
			`bounds="[0,200][400,1500]">`, len(n.seen()) < len(n.shown()))
		node("TextView", "header", "Notes", "")
		for _, x := range n.seen() {
			node("TextView", "title", x, "")
		}
		b.WriteString("</node>")
	case "new":
		node("EditText", "text", n.draft, "")
		node("Button", "save", "Save", "")
	case "note":
		node("TextView", "body", n.List[n.open], "")
		node("ImageButton", "delete", "", "Delete")
	case "ask":
		node("TextView", "message", "Really?", "")
		node("Button", "yes", "Yes", "")
		node("Button", "no", "No", "")
	}
	dump := `<hierarchy rotation="0">` +
		`<node class="android.widget.FrameLayout" package="notes" enabled="true" bounds="[0,0][400,1600]">` +
		b.String() + `</node></hierarchy>`
	s, err := ui.Parse([]byte(dump), "notes/notes.Main")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// seen are the notes that the list shows where it is scrolled to.
func (n *Notes) seen() []string {
	all := n.shown()
	if n.Room == 0 || len(all) <= n.Room {
		return all
	}
	n.top = min(n.top, len(all)-n.Room)
	return all[n.top : n.top+n.Room]
}

// shown are the notes that the list has.
func (n *Notes) shown() []string {
	if n.query == "" {
		return n.List
	}
	return slices.DeleteFunc(slices.Clone(n.List), func(x string) bool {
		return !strings.Contains(x, n.query) || n.bug == "search misses short ones" && len(n.query) < 4
	})
}

// Do plays an event: what it touches is found by its place.
func (n *Notes) Do(e event.Event) {
	row := e.Y / 100
	if e.Kind == event.Clear {
		e.Kind, e.Value = event.Text, ""
	}
	switch {
	case e.Kind == event.Back && n.Page != "list":
		n.Page = "list"
	case e.Kind == event.Text && n.Page == "new" && row == 0:
		n.draft = e.Value
	case e.Kind == event.Text && n.Page == "list" && row == 0:
		n.query = e.Value
	case e.Kind == event.Scroll && n.Page == "list" && e.Arg == "top":
		n.top = 0
	case e.Kind == event.Scroll && n.Page == "list" && e.Arg == "down":
		n.top += n.Room
	case e.Kind == event.Tap:
		n.tap(row)
	}
}

func (n *Notes) tap(row int) {
	switch {
	case n.Page == "list" && row == 1:
		n.Page, n.draft = "new", ""
	case n.Page == "list" && row >= 3 && row-3 < len(n.seen()):
		n.Page, n.open = "note", slices.Index(n.List, n.seen()[row-3])
	case n.Page == "new" && row == 1:
		n.Page, n.query = "list", ""
		if n.draft != "" && (n.bug != "third note is lost" || len(n.List) != 2) {
			n.List = append(n.List, n.draft)
		}
	case n.Page == "note" && row == 1:
		n.Page = "ask"
		if n.bug != "asks always" && len(n.List) > 1 {
			n.delete()
		}
	case n.Page == "ask" && row == 1:
		n.delete()
	case n.Page == "ask" && row == 2:
		n.Page = "note"
	}
}

func (n *Notes) delete() {
	n.Page, n.query = "list", ""
	at := n.open
	if n.bug == "deletes the last" {
		at = len(n.List) - 1
	}
	n.List = slices.Delete(n.List, at, at+1)
}
