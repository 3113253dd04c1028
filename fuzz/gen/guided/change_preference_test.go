package guided

import (
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen/guided/goals"
)

// A button that is disabled: the fields are filled, the other buttons pressed, each once, and no field; it is left
// then. One that is enabled, or not there, is none of its business.
func TestAwaken(t *testing.T) {
	t.Parallel()
	button := func(id, bounds, enabled string) string {
		return `<node class="android.widget.Button" package="p" resource-id="p:id/` + id + `" text="` + id + `" clickable="true"` +
			` enabled="` + enabled + `" bounds="` + bounds + `"/>`
	}
	screen := []string{
		node("EditText", "[0,0][400,100]", `clickable="true" focusable="true" resource-id="p:id/name"`),
		button("ok", "[0,100][200,200]", "false"), button("test", "[200,100][400,200]", "true"), button("far", "[0,600][400,700]", "true"),
	}
	for id, want := range map[string][]string{"ok": {"name", "test", "far"}, "test": nil, "gone": nil} {
		g := inFront(t, screen...)
		p := &planned{owner: newFollowGuide(nil, alone())}
		task := goals.Task{Goal: guide.Goal{Kind: guide.GoalRun}, Achiever: &guide.Achiever{
			Kind: guide.AchieveHandler, Role: guide.RoleClick, Widgets: []guide.Widget{{ID: "id/" + id}},
		}}
		for i, name := range want {
			c, ok := p.awaken(g.state, task)
			if !ok {
				t.Fatalf("%s: nothing in place of %s", id, name)
			}
			o := g.state.Offers[c.offer]
			if got := g.state.View.Screen.Widgets[o.Widget].ID; got != "p:id/"+name || (o.Event.Kind == event.Text) != (i == 0) {
				t.Errorf("%s: %s of %s, want %s", id, o.Event.Kind, got, name)
			}
		}
		if c, ok := p.awaken(g.state, task); ok {
			t.Errorf("%s: %+v is left", id, c)
		}
	}
}
