package widget

import (
	"strconv"

	"talpa/dex/apk"
)

// Widget is something on the screen.
type Widget struct {
	ID     apk.ID // 0 if it has none, or a number that is no resource
	Name   string // resource name, "id/add"
	Class  string // Java name, "" if unknown
	Text   string // initial text, title, label of the button
	Screen int    // index of the activity, -1 if unknown
	Menu   bool   // an item of a menu
	// Number is what tells the widget apart where it is no resource: the id of a
	// menu item that code made, the position of a row of a dialog, -1 to -3 for
	// its buttons; for an entry of preferences the number of its key. HasNumber says that there is one.
	Number    int64
	HasNumber bool
}

// OfView describes an element of a layout.
func OfView(v *apk.View) Widget {
	text := v.Text
	if text == "" {
		text = v.Desc
	}
	return Widget{ID: v.ID.ID, Name: v.ID.Name, Class: v.Class, Text: text, Screen: -1}
}

// OfItem describes an item of a menu.
func OfItem(item *apk.MenuItem) Widget {
	return Widget{ID: item.ID.ID, Name: item.ID.Name, Text: item.Title, Screen: -1, Menu: true}
}

// String names the widget by the best that is known of it.
func (w Widget) String() string {
	switch {
	case w.Name != "":
		return w.Name
	case w.Text != "":
		return strconv.Quote(w.Text)
	}
	return w.Class
}
