package settings

import (
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// Of settings with one title the nearest to the crash counts, and its screens come in that order.
func TestSettingsByDistance(t *testing.T) {
	t.Parallel()
	s := New(&guide.Guide{Settings: []guide.Setting{
		{Key: "near", Title: "Near", Screen: "xml/a", Distance: 1, Reader: "La/Shop;->buy()V"},
		{Key: "far", Title: "Far", Screen: "xml/a", Distance: -1},
		{Key: "other", Title: "Near", Screen: "xml/b", Distance: 3, Reader: "La/Shop;->buy()V"},
	}}, relevance.Mentions{})
	if len(s.Known) != 2 || s.titled["near"].Weight <= s.titled["far"].Weight {
		t.Errorf("%d settings, near %+v, far %+v", len(s.Known), s.titled["near"], s.titled["far"])
	}
	if n := len(s.titled["near"].Screens); n != 2 {
		t.Errorf("a title of two screens is on %d", n)
	}
}

// candidate is the press on a widget of a screen, with another verb if wanted.
func candidate(t *testing.T, s *ui.Screen, label string, verb ui.Verb) gen.Candidate {
	t.Helper()
	for _, c := range gen.Candidates(s) {
		if c.Label == label && c.Verb == ui.Press && c.Event.Kind == event.Tap {
			c.Verb = verb
			return c
		}
	}
	t.Fatalf("no %v on %q", verb, label)
	return gen.Candidate{}
}

// TestSettingOf states which widgets change a setting: by a title that the guide knows, else by
// their class, one for each kind of widget of an activity.
func TestSettingOf(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Settings: []guide.Setting{{Title: "Currency", Screen: "xml/a", Distance: 0,
		Choices: []string{"EURO"}}}}
	s := New(g, nil)
	box := func(activity, text string) *ui.Screen {
		return uitest.Screen(t, activity, `<node class="android.widget.CheckBox" package="p" text="`+text+`" enabled="true"`+
			` clickable="true" checkable="true" bounds="[0,0][400,100]"/>`)
	}
	button := uitest.Buttons(t, "Main", "Currency", "Other")
	press := candidate(t, button, "Currency", ui.Press)
	known := s.SettingOf(button, press, []string{"currency"})
	if known == nil || known != s.ByTitle("CURRENCY") || known.Weight != 1 || !slices.Equal(known.Choices,
		[]string{"euro"}) {
		t.Fatalf("the row of a known setting changes %+v", known)
	}
	if got := s.SettingOf(button, candidate(t, button, "Other", ui.Press), []string{"other"}); got != nil {
		t.Errorf("a button changes %+v", got)
	}
	if got := s.SettingOf(button, candidate(t, button, "Currency", ui.LongPress), []string{"currency"}); got != nil {
		t.Errorf("a long press changes %+v", got)
	}
	first := box("Main", "Sound")
	sound := s.SettingOf(first, candidate(t, first, "Sound", ui.Press), []string{"sound"})
	if sound == nil || sound == known || sound.Weight >= known.Weight || len(sound.Screens) != 0 {
		t.Fatalf("a box changes %+v", sound)
	}
	if again := s.SettingOf(first, candidate(t, first, "Sound", ui.Press), []string{"sound"}); again != sound {
		t.Error("one box is two settings")
	}
	other := box("Other", "Sound")
	if got := s.SettingOf(other, candidate(t, other, "Sound", ui.Press), []string{"sound"}); got == nil || got == sound {
		t.Error("boxes of two activities are one setting")
	}
	if len(s.Known) != 3 || s.Known[0] != known || s.Known[1] != sound {
		t.Errorf("%d settings known, in another order than met", len(s.Known))
	}
}

// TestOpensOf states what opens the screen of a setting: its id, its text, and the text of the
// item of that id, since the row of a menu does not bear the id.
func TestOpensOf(t *testing.T) {
	t.Parallel()
	s := New(&guide.Guide{
		Settings: []guide.Setting{
			{Title: "A", Screen: "xml/a", Openers: []guide.Widget{{ID: "id/prefs"}}},
			{Title: "B", Screen: "xml/b", Openers: []guide.Widget{{Text: "More"}, {ID: "id/prefs"}}},
			{Title: "A2", Screen: "xml/a", Openers: []guide.Widget{{ID: "id/prefs"}}},
		},
		Callbacks: []guide.Callback{{Widgets: []guide.Widget{{ID: "id/prefs", Text: "Options", Menu: true}}}},
	}, nil)
	screen := uitest.Buttons(t, "Main", "prefs", "other")
	prefs, other := candidate(t, screen, "prefs", ui.Press), candidate(t, screen, "other", ui.Press)
	for _, c := range []struct {
		name  string
		on    gen.Candidate
		texts []string
		want  []string
	}{
		{"by id", prefs, []string{"prefs"}, []string{"xml/a", "xml/b"}},
		{"by text", other, []string{"more"}, []string{"xml/b"}},
		{"by the text of a menu's item", other, []string{"options"}, []string{"xml/a", "xml/b"}},
		{"by none", other, []string{"other"}, nil},
		{"not by a long press", candidate(t, screen, "prefs", ui.LongPress), []string{"more"}, nil},
	} {
		if got := s.OpensOf(screen, c.on, c.texts); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Without a guide nothing is known by title; settings without a title are not found by none.
func TestByTitle_none(t *testing.T) {
	t.Parallel()
	if New(nil, nil).ByTitle("Sound") != nil {
		t.Error("a setting of no guide")
	}
	if s := New(&guide.Guide{Settings: []guide.Setting{{Screen: "xml/a"}}}, nil); s.ByTitle("") != nil {
		t.Error("a setting without a title is found by the empty title")
	}
}
