package relevance

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// Serves says whether a candidate is a gesture that can call a callback of the role.
func Serves(role guide.Role, c gen.Candidate) bool {
	switch c.Event.Kind {
	case event.DoubleTap, event.Swipe, event.Pinch, event.Drag:
		return role == guide.RoleTouch
	}
	switch role {
	case guide.RoleItem, guide.RoleCheck, guide.RolePreference, guide.RoleOther, guide.RoleFocus, "":
		return c.Verb == ui.Press || c.Verb == ui.Slide && role == guide.RoleCheck
	}
	return Fits(role, c.Verb)
}

// OfClass says whether a row of a class may be one of widgets of which no more than the class is known.
// A dump tells the views of libraries by their own names or by the framework's class that they extend:
// only another name of a library is another class for sure.
func OfClass(widgets []guide.Widget, class string) bool {
	known := false
	for _, w := range widgets {
		known = known || w.Class != ""
		if guide.SimpleName(w.Class) == guide.SimpleName(class) {
			return true
		}
	}
	return !known || strings.HasPrefix(class, "android.")
}

// InRow says whether what calls a callback of the role may be the row of a list.
func InRow(role guide.Role) bool {
	return role == guide.RoleItem || role == guide.RoleLongClick || role == guide.RoleClick || role == guide.RoleDialog ||
		role == guide.RoleMenu
}

// HasID says whether a widget, or what it is in, has the id: the row's id sits on a child as often as
// on the row itself. The parts of a search field bear the id of the whole.
func HasID(screen *ui.Screen, widget int, id string) bool {
	for i, up := widget, 0; i >= 0 && up < 2; i = screen.Widgets[i].Parent {
		own := ShortID(screen.Widgets[i].ID)
		if own == id {
			return true
		}
		if !slices.Contains(searchParts, own) {
			up++
		}
	}
	return false
}

// SearchText and SearchButton are the ids of the field and of the icon of a SearchView, of the platform and of its
// libraries; searchParts those of what they are in.
const (
	SearchText   = "id/search_src_text"
	SearchButton = "id/search_button"
)

var searchParts = []string{SearchText, SearchButton, "id/search_plate", "id/search_edit_frame", "id/search_bar"}
