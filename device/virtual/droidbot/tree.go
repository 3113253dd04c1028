package droidbot

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
)

// view is a view as DroidBot's app tells of it.
type view struct {
	Class       string  `json:"class"`
	Package     string  `json:"package"`
	Text        *string `json:"text"` // null where there is none, and so on
	Description *string `json:"content_description"`
	ID          *string `json:"resource_id"`
	Bounds      [4]int  `json:"bounds"`
	Visible     bool    `json:"visible"`
	Checkable   bool    `json:"checkable"`
	Checked     bool    `json:"checked"`
	Clickable   bool    `json:"clickable"`
	LongClick   bool    `json:"long_clickable"`
	Enabled     bool    `json:"enabled"`
	Focusable   bool    `json:"focusable"`
	Focused     bool    `json:"focused"`
	Scrollable  bool    `json:"scrollable"`
	Selected    bool    `json:"selected"`
	Password    bool    `json:"is_password"`
	Editable    bool    `json:"editable"`
	ChildCount  int     `json:"child_count"`
	Children    []*view `json:"children"`
}

// node is an element of a dump.
type node struct {
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []node     `xml:"node"`
}

var errEmpty = errors.New("a hierarchy without views")

// message is the text of the message about a hierarchy: of the window on top, as services are told of the active one.
func message(hierarchy string) ([]byte, error) {
	var all struct {
		Windows []node `xml:"node"`
	}
	if err := xml.Unmarshal([]byte(hierarchy), &all); err != nil {
		return nil, fmt.Errorf("reading the device's hierarchy: %w", err)
	}
	if len(all.Windows) == 0 {
		return nil, errEmpty
	}
	top := all.Windows[len(all.Windows)-1]
	body, err := json.Marshal(map[string]any{"root_node": top.view()})
	if err != nil {
		return nil, err
	}
	return append([]byte("AccEvent >>> "), body...), nil
}

// view is the node in DroidBot's words.
func (n *node) view() *view {
	attrs := map[string]string{}
	for _, a := range n.Attrs {
		attrs[a.Name.Local] = a.Value
	}
	is := func(name string) bool { return attrs[name] == "true" }
	text := func(name string) *string {
		if s := attrs[name]; s != "" {
			return &s
		}
		return nil
	}
	_, editable := attrs["input-type"]
	v := &view{
		Class: attrs["class"], Package: attrs["package"],
		Text: text("text"), Description: text("content-desc"), ID: text("resource-id"),
		Visible: attrs["visible-to-user"] != "false", Checkable: is("checkable"), Checked: is("checked"),
		Clickable: is("clickable"), LongClick: is("long-clickable"), Enabled: is("enabled"), Focusable: is("focusable"),
		Focused: is("focused"), Scrollable: is("scrollable"), Selected: is("selected"), Password: is("password"),
		Editable: editable, ChildCount: len(n.Children), Children: []*view{},
	}
	b := &v.Bounds
	if _, err := fmt.Sscanf(attrs["bounds"], "[%d,%d][%d,%d]", &b[0], &b[1], &b[2], &b[3]); err != nil {
		*b = [4]int{}
	}
	for i := range n.Children {
		v.Children = append(v.Children, n.Children[i].view())
	}
	return v
}
