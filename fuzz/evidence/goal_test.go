package evidence_test

import (
	"fmt"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/evidence"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// wanting is a guide whose plan has goals that must hold.
func wanting(goals ...guide.Goal) *guide.Guide {
	g := sample()
	for i := range goals {
		goals[i].ID, goals[i].Kind = i+1, guide.GoalHold
	}
	g.Plan = &guide.Plan{Goals: goals}
	return g
}

// state is an attribute of the widget id/name.
func state(attribute string) guide.Subject {
	return guide.Subject{Kind: guide.SubjectAttribute, Name: attribute, Widget: guide.Widget{ID: "id/name"}}
}

// between are numbers, or sizes, from min to max.
func between(class guide.WantClass, min, max int64) guide.Want {
	return guide.Want{Class: class, Min: &min, Max: &max}
}

// list is a screen of p.List with a list of so many rows; none if there are fewer than 0.
func list(t *testing.T, rows int) *ui.Screen {
	t.Helper()
	if rows < 0 {
		return uitest.Buttons(t, "List", "add")
	}
	row := `<node class="android.widget.TextView" package="p" text="row" bounds="[0,0][400,100]"/>`
	return uitest.Screen(t, "List", `<node class="android.widget.ListView" package="p" bounds="[0,0][400,900]">`+
		strings.Repeat(row, rows)+`</node>`)
}

// name is a screen with the widget id/name.
func name(t *testing.T, attributes string) *ui.Screen {
	t.Helper()
	return uitest.Screen(t, "Main", `<node class="android.widget.EditText" package="p" resource-id="p:id/name" `+
		attributes+` bounds="[0,0][400,100]"/>`)
}

// TestStanding: what a screen tells of a goal, as a share and in words.
func TestStanding(t *testing.T) {
	t.Parallel()
	table := guide.Subject{Kind: guide.SubjectTable, Name: "notes"}
	empty := guide.Want{Class: guide.WantEmpty}
	for _, c := range []struct {
		name    string
		subject guide.Subject
		want    guide.Want
		screen  *ui.Screen
		share   float64
		waits   string
	}{
		{"two rows, none wanted", table, empty, list(t, 2), 1.0 / 3, "waits for an empty list, there are 2 rows"},
		{"a row, none wanted", table, empty, list(t, 1), 1.0 / 2, "waits for an empty list, there is 1 row"},
		{"no rows", table, empty, list(t, 0), 1, ""},
		{"a list was never seen", table, empty, list(t, -1), 0, ""},
		{"too few rows", table, between(guide.WantSize, 3, 5), list(t, 1), 1.0 / 3,
			"waits for a list of size 3..5, there is 1 row"},
		{"rows enough", table, between(guide.WantSize, 3, 5), list(t, 4), 1, ""},
		{"a text, none wanted", state("text"), empty, name(t, `text="abc"`), 1.0 / 4,
			`waits for text of id/name to be empty, its text is "abc"`},
		{"no text", state("text"), empty, name(t, `text=""`), 1, ""},
		{"another text", state("text"), guide.Want{Class: guide.WantText, Text: "ab"}, name(t, `text="ax"`), 1.0 / 3,
			`waits for text of id/name to be "ab", its text is "ax"`},
		{"the text", state("text"), guide.Want{Class: guide.WantText, Text: "ab"}, name(t, `text="ab"`), 1, ""},
		{"a number too small", state("text"), between(guide.WantNumber, 10, 20), name(t, `text=" 7 "`), 1.0 / 4,
			`waits for text of id/name to be 10..20, its text is " 7 "`},
		{"no number where one is wanted", state("text"), between(guide.WantNumber, 10, 20), name(t, `text="ten"`), 0, ""},
		{"any length", state("length"), guide.Want{Class: guide.WantPresent}, name(t, `text="a"`), 1, ""},
		{"no length", state("length"), guide.Want{Class: guide.WantPresent}, name(t, `text=""`), 1.0 / 2,
			"waits for length of id/name to be present, its text has 0 letters"},
		{"not checked", state("checked"), between(guide.WantNumber, 1, 1), name(t, `checked="false"`), 1.0 / 2,
			"waits for checked of id/name to be 1, it is not checked"},
		{"checked", state("checked"), between(guide.WantNumber, 1, 1), name(t, `checked="true"`), 1, ""},
		{"disabled", state("enabled"), between(guide.WantNumber, 1, 1), name(t, `enabled="false"`), 1.0 / 2,
			"waits for enabled of id/name to be 1, it is disabled"},
		{"selected", state("selected"), between(guide.WantNumber, 1, 1), name(t, `selected="true"`), 1, ""},
		{"another screen", state("text"), empty, list(t, 2), 0, ""},
	} {
		s := evidence.New(wanting(guide.Goal{Subject: c.subject, Want: c.want})).NewStanding()
		s.Observe(c.screen, "p.List")
		if share, told := s.Goals(); !told || fmt.Sprintf("%.3f", share) != fmt.Sprintf("%.3f", c.share) ||
			s.Waits() != c.waits {
			t.Errorf("%s: %.3f, %v, %q; want %.3f, %q", c.name, share, told, s.Waits(), c.share, c.waits)
		}
	}
}

// TestStanding_remembers: what another screen showed counts until it is shown otherwise, and a
// list that is not drawn any more has no rows.
func TestStanding_remembers(t *testing.T) {
	t.Parallel()
	rows := guide.Goal{Subject: guide.Subject{Kind: guide.SubjectField, Name: "notes", Class: "p.Notes"},
		Want: guide.Want{Class: guide.WantEmpty}, Screen: "p.List",
		Achievers: []guide.Achiever{{Kind: guide.AchieveDeleteRows}}}
	text := guide.Goal{Subject: state("text"), Want: guide.Want{Class: guide.WantEmpty}}
	s := evidence.New(wanting(rows, text)).NewStanding()
	for i, c := range []struct {
		screen   *ui.Screen
		activity string
		share    float64
		waits    string
	}{
		{nil, "", 0, ""},
		{list(t, 3), "p.Other", 0, ""},
		{list(t, 3), "p.List", 0.125, "waits for an empty list, there are 3 rows"},
		{name(t, `text=""`), "p.Main", 0.625, "waits for an empty list, there are 3 rows"},
		{list(t, -1), "p.List", 1, ""},
		{name(t, `text="a"`), "p.Main", 0.75, `waits for text of id/name to be empty, its text is "a"`},
	} {
		s.Observe(c.screen, c.activity)
		if share, told := s.Goals(); !told || share != c.share || s.Waits() != c.waits {
			t.Errorf("screen %d: %v, %v, %q; want %v, %q", i, share, told, s.Waits(), c.share, c.waits)
		}
	}
}

// TestStanding_untold: goals of which no screen tells are left out, so that they do not count
// as missed for ever.
func TestStanding_untold(t *testing.T) {
	t.Parallel()
	g := wanting(
		guide.Goal{Subject: guide.Subject{Kind: guide.SubjectField, Name: "n"}, Want: guide.Want{Class: guide.WantNull}},
		guide.Goal{Subject: state("text"), Want: guide.Want{Class: guide.WantNoText}},
		guide.Goal{Subject: guide.Subject{Kind: guide.SubjectSetting, Name: "k"}, Want: guide.Want{Class: guide.WantEmpty}})
	for _, scale := range []*evidence.Scale{evidence.New(g), evidence.New(sample()), evidence.New(nil)} {
		s := scale.NewStanding()
		s.Observe(list(t, 2), "p.List")
		if share, told := s.Goals(); told || share != 0 || s.Waits() != "" {
			t.Errorf("%v, %v, %q", share, told, s.Waits())
		}
	}
}
