package naming

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/ui"
)

func TestLikeness(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		names []string
		text  string
		want  float64
	}{
		{[]string{"PlantListFragment"}, "Plant list", 1},
		{[]string{"PlantAdapter"}, "My plants", 0.5},
		{[]string{"GardenActivity"}, "Plant list", 0},
		{[]string{"sound-enabled"}, "Sound", 1},
		{[]string{"deleteRow"}, "id/item_delete", 1},
		{[]string{"ItemAdapter.remove"}, "Delete", 1},
		{[]string{"PreferencesActivity"}, "Settings", 1},
		{[]string{"MainActivity", "MenuHelper"}, "Main menu", 0},
		{nil, "Settings", 0},
	} {
		if got := WordsOf(c.names...).Likeness(c.text); got != c.want {
			t.Errorf("%q is like %q by %v, want %v", c.text, c.names, got, c.want)
		}
	}
}

func TestConfirms(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]bool{"Save": true, "Log in": true, "OK": true, "Add all": true, "Cancel": false,
		"": false, "Settings": false, "Address": false, "Goals": false, "No": false,
		"Save a copy of everything elsewhere": false} {
		if got := Confirms(&ui.Widget{}, label); got != want {
			t.Errorf("%q: %v", label, got)
		}
	}
	for id, want := range map[string]bool{"android:id/button1": true, "android:id/button2": false, "p:id/pref_accept": true,
		"p:id/btnSave": true, "p:id/savebutton": true, "p:id/add_server_cancel": false, "p:id/address": false,
		"p:id/settings": false} {
		if got := Confirms(&ui.Widget{ID: id}, "Delete"); got != want {
			t.Errorf("%s: %v", id, got)
		}
	}
}

func TestSaysConfirm(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]bool{"Start": true, "Log in": true, "OK!": true, "Start time": false, "": false} {
		if got := SaysConfirm(label); got != want {
			t.Errorf("%q: %v", label, got)
		}
	}
}

func TestAdds(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Add activity": true, "New": true, "fab_add": true, "News": false,
		"address": false, "": false} {
		if got := Adds(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestDeletes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Delete": true, "Remove row": true, "item_delete": true, "Undelete": false,
		"Clearance": false, "": false} {
		if got := Deletes(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestOpensMenu: drawers and overflow buttons are told by what is read out of them.
func TestOpensMenu(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]bool{"Navigate up": true, "Open drawer": true, "More options": true,
		"Menu": true, "More": false, "Options": false, "": false} {
		if got := OpensMenu(description); got != want {
			t.Errorf("%q: %v", description, got)
		}
	}
}

// TestWordsOf: capitals and what is no letter part words; plurals and synonyms are one word.
func TestWordsOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"PlantListFragment": "list plant", "plant_lists2": "list plant", "URLParser": "urlparser", "erase": "delete",
		"SettingsActivity": "setting", "onClick": "", "a": "", "Bus": "bus", "": "",
	} {
		if got := strings.Join(slices.Sorted(maps.Keys(WordsOf(name))), " "); got != want {
			t.Errorf("%q has the words %q, want %q", name, got, want)
		}
	}
}

// TestSearches: what a search field is behind is told by its label or id.
func TestSearches(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Search": true, "menu_search": true, "Find in page": true, "Research": false, "": false} {
		if got := Searches(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
