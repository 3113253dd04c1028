package goals

import (
	"slices"
	"testing"

	"talpa/asra/guide"
)

// What needs a row is told by its role, its class and its callback.
func TestWaitsForRow(t *testing.T) {
	t.Parallel()
	named := []guide.Widget{{ID: "id/one"}}
	handler := func(role guide.Role, method string, widgets []guide.Widget) guide.Achiever {
		return guide.Achiever{Kind: guide.AchieveHandler, Role: role, Method: method, Widgets: widgets}
	}
	for _, c := range []struct {
		name     string
		achiever guide.Achiever
		want     bool
	}{
		{"an item of a list", handler(guide.RoleItem, "La/A;->onItemClick()V", named), true},
		{"a button", handler(guide.RoleClick, "La/A$1;->onClick()V", named), false},
		{"a click on what has no name", handler(guide.RoleClick, "La/A$1;->onClick()V", nil), true},
		{"a button of a row", handler(guide.RoleClick, "La/NoteAdapter$1;->onClick()V", named), true},
		{"an item of a menu", handler(guide.RoleMenu, "La/A;->onOptionsItemSelected(Landroid/view/MenuItem;)Z", named), false},
		{"an item of a context menu", handler(guide.RoleMenu, "La/A;->onContextItemSelected(Landroid/view/MenuItem;)Z", named), true},
		{"rows", guide.Achiever{Kind: guide.AchieveAddRows}, true},
	} {
		if got := (Task{Achiever: &c.achiever}).WaitsForRow(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// What adds rows becomes a task on its screen, once for each widget; what sets a field does not, nor what no screen
// shows.
func TestAddingTasks(t *testing.T) {
	t.Parallel()
	table := guide.Subject{Kind: guide.SubjectTable, Name: "notes"}
	g := &guide.Guide{
		Callbacks: []guide.Callback{
			{Method: "La/A$1;->onClick()V", Role: guide.RoleClick, Components: []string{"a.A", "a.B"}, Widgets: []guide.Widget{{ID: "id/x"}}},
			{Method: "La/A$2;->onClick()V", Role: guide.RoleClick, Components: []string{"a.A"}, Widgets: []guide.Widget{{ID: "id/y"}}},
			{Method: "La/A$3;->onClick()V", Role: guide.RoleClick},
			{Method: "La/A$4;->onClick()V", Role: guide.RoleClick, Components: []string{"a.A"}, Widgets: []guide.Widget{{ID: "id/y"}}},
		},
		Dependencies: []guide.Dependency{
			{Kind: guide.AddsRows, Setter: "La/A$1;->onClick()V", Subject: table, Trigger: guide.Widget{Text: "New"}},
			{Kind: guide.Sets, Setter: "La/A$2;->onClick()V", Subject: table},
			{Kind: guide.AddsRows, Setter: "La/A$2;->onClick()V", Subject: table},
			{Kind: guide.AddsRows, Setter: "La/A$3;->onClick()V", Subject: table},
			{Kind: guide.AddsRows, Setter: "La/A$4;->onClick()V", Subject: table},
			{Kind: guide.AddsRows, Setter: "La/Db;->insert()V", Subject: table},
		}}
	var got []string
	for _, a := range AddingTasks(g) {
		got = append(got, a.Screen+" "+a.Widgets[0].ID+a.Widgets[0].Text)
	}
	if !slices.Equal(got, []string{"a.A New", "a.A id/y"}) {
		t.Errorf("%q", got)
	}
}

// Each table counts the same, what is behind a menu or was tried before less, what the plan does anyway or is on the
// screen itself nothing.
func TestAddWeights(t *testing.T) {
	t.Parallel()
	task := func(table, screen, method string) Task {
		return Task{guide.Goal{Subject: guide.Subject{Name: table}}, &guide.Achiever{Screen: screen, Method: method}}
	}
	adding := []Task{task("notes", "a.A", "m1"), task("notes", "a.A", "m2"), task("images", "a.A", "m3"), task("tags", "a.B", "m4"),
		task("links", "a.A", "m5"), task("files", "a.A", "m7"), task("files", "a.A", "m8")}
	adding[6].Role = guide.RoleMenu
	y := NewTally()
	y.Failed(adding[1:2])
	got := y.AddWeights(adding, []Task{task("", "a.A", "m5")}, task("", "a.B", "m6"))
	if !slices.Equal(got, []float64{0.5, 0.125, 1, 0, 0, 0.8, 0.2}) {
		t.Errorf("%v", got)
	}
}
