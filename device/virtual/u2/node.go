package u2

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	maxNodes = 20_000
	maxDepth = 500
)

// node is one view of a hierarchy. The root stands for the display.
type node struct {
	attrs    map[string]string
	index    int // among its siblings
	bounds   rect
	parent   *node
	children []*node
}

// rect is in pixels; right and bottom are outside.
type rect struct{ left, top, right, bottom int }

func (r rect) center() Point {
	return Point{float64(r.left+r.right) / 2, float64(r.top+r.bottom) / 2}
}

// parse reads a dump.
func parse(text string) (*node, error) {
	root := &node{attrs: map[string]string{}}
	at, count, depth := root, 0, 0
	dec := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return root, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the device's hierarchy: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local != "node" {
				continue
			}
			if count, depth = count+1, depth+1; count > maxNodes || depth > maxDepth {
				return nil, fmt.Errorf("hierarchy of more than %d views or %d levels", maxNodes, maxDepth)
			}
			n := &node{attrs: map[string]string{}, parent: at, index: len(at.children)}
			for _, a := range t.Attr {
				n.attrs[a.Name.Local] = a.Value
			}
			n.complete()
			at.children = append(at.children, n)
			at = n
		case xml.EndElement:
			if t.Name.Local == "node" {
				at, depth = at.parent, depth-1
			}
		}
	}
}

// complete reads what is no text, and gives an empty field the text that
// accessibility tells of it: its hint.
func (n *node) complete() {
	var r rect
	if _, err := fmt.Sscanf(n.attrs["bounds"], "[%d,%d][%d,%d]", &r.left, &r.top, &r.right, &r.bottom); err == nil {
		n.bounds = r
	}
	if i, err := strconv.Atoi(n.attrs["index"]); err == nil {
		n.index = i
	}
	if n.attrs["text"] == "" {
		n.attrs["text"] = n.attrs["hint"]
	}
}

func (n *node) is(attr string) bool { return n.attrs[attr] == "true" }

// walk calls f for the node and everything below, until f says stop.
func (n *node) walk(f func(*node) bool) bool {
	if !f(n) {
		return false
	}
	for _, c := range n.children {
		if !c.walk(f) {
			return false
		}
	}
	return true
}

// dumped are the attributes of a dump, in its order.
var dumped = []string{
	"index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable", "enabled",
	"focusable", "focused", "scrollable", "long-clickable", "password", "selected", "visible-to-user", "bounds",
	"drawing-order", "hint",
}

// document writes a hierarchy as the server does, levels deep at most.
func document(root *node, rotation, levels int) string {
	var b strings.Builder
	b.WriteString("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n")
	fmt.Fprintf(&b, "<hierarchy rotation=\"%d\">", rotation)
	for _, c := range root.children {
		c.write(&b, levels)
	}
	b.WriteString("</hierarchy>")
	return b.String()
}

func (n *node) write(b *strings.Builder, levels int) {
	if levels <= 0 {
		return
	}
	b.WriteString("<node")
	for _, name := range dumped {
		value := n.attrs[name]
		switch name {
		case "visible-to-user":
			value = "true" // others are not dumped
		case "drawing-order":
			value = strconv.Itoa(n.index + 1)
		}
		b.WriteString(" " + name + `="`)
		_ = xml.EscapeText(b, []byte(value))
		b.WriteString(`"`)
	}
	b.WriteString(">")
	for _, c := range n.children {
		c.write(b, levels-1)
	}
	b.WriteString("</node>")
}

// info is a view in the words of the server.
func (n *node) info() map[string]any {
	bounds := map[string]int{
		"left": n.bounds.left, "top": n.bounds.top, "right": n.bounds.right, "bottom": n.bounds.bottom,
	}
	return map[string]any{
		"bounds": bounds, "visibleBounds": bounds, "childCount": len(n.children),
		"className": n.attrs["class"], "contentDescription": n.attrs["content-desc"], "packageName": n.attrs["package"],
		"resourceName": orNull(n.attrs["resource-id"]), "text": n.attrs["text"],
		"checkable": n.is("checkable"), "checked": n.is("checked"), "clickable": n.is("clickable"),
		"enabled":   n.is("enabled"),
		"focusable": n.is("focusable"), "focused": n.is("focused"), "longClickable": n.is("long-clickable"),
		"scrollable": n.is("scrollable"), "selected": n.is("selected"),
	}
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
