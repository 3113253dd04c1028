package guided

import (
	"math/rand"
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// A plan that is done again begins with servers that answer as they should, where it has them answer otherwise later:
// a login before needs them. Where the odd answer lasts from the begin, it stays.
func TestFollowGuide_beginsWithRightAnswers(t *testing.T) {
	t.Parallel()
	press := func(id int, text string, kind guide.GoalKind, after ...int) guide.Goal {
		return guide.Goal{ID: id, Kind: kind, After: after, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
			Role: guide.RoleClick, Widgets: []guide.Widget{{Text: text}}}}}
	}
	odd := func(id int, after ...int) guide.Goal {
		return guide.Goal{ID: id, Kind: guide.GoalHold, After: after, Achievers: []guide.Achiever{
			{Kind: guide.AchieveServer, Answer: guide.AnswerMissing, Key: "name"}}}
	}
	main := view(uitest.Buttons(t, "Main", "login", "load"))
	for name, c := range map[string]struct {
		guide *guide.Guide
		want  []string
	}{
		"placed": {one(press(1, "login", guide.GoalRun), odd(2, 1), press(3, "load", guide.GoalCrash, 1, 2)),
			[]string{"missing name", "normal", "missing name", "normal", "missing name"}},
		"at the begin": {one(odd(1), press(2, "login", guide.GoalRun), press(3, "load", guide.GoalCrash, 1, 2)),
			[]string{"missing name", "missing name", "missing name"}},
	} {
		g := New(c.guide, rand.New(rand.NewSource(1)), "perturb_lifecycle", "inject_faults", "fill_form")
		g.Begin()
		var got []string
		for range 40 {
			e, _ := g.Next(main)
			if e.Kind == event.Config && e.Arg == event.Responses {
				got = append(got, e.Value)
			}
			g.Observe(gen.Outcome{Event: e, After: main})
		}
		if len(got) < len(c.want) || !slices.Equal(got[:len(c.want)], c.want) {
			t.Errorf("%s: servers answer %q, want %q", name, got, c.want)
		}
	}
}

// What lies in shared storage is there as a plan begins again, where the plan takes it away later only: the list of
// songs is made before one of them is gone. What is taken away from the begin stays so.
func TestFollowGuide_beginsWithFiles(t *testing.T) {
	t.Parallel()
	press := func(id int, text string, kind guide.GoalKind, after ...int) guide.Goal {
		return guide.Goal{ID: id, Kind: kind, After: after, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
			Role: guide.RoleClick, Widgets: []guide.Widget{{Text: text}}}}}
	}
	gone := func(id int, after ...int) guide.Goal {
		return guide.Goal{ID: id, Kind: guide.GoalHold, Subject: guide.Subject{Kind: guide.SubjectFile}, After: after,
			Achievers: []guide.Achiever{{
				Kind: guide.AchieveDevice, Change: guide.ChangeAbsent, Values: []string{guide.PartStorage}}}}
	}
	main := view(uitest.Buttons(t, "Main", "song", "next"))
	for name, c := range map[string]struct {
		guide *guide.Guide
		want  []string
	}{
		"placed": {one(press(1, "song", guide.GoalRun), gone(2, 1), press(3, "next", guide.GoalCrash, 1, 2)),
			[]string{"song", "removed", "ok", "removed", "ok", "removed"}},
		"at the begin": {one(gone(1), press(2, "song", guide.GoalRun), press(3, "next", guide.GoalCrash, 1, 2)),
			[]string{"removed", "removed", "removed"}},
	} {
		g := New(c.guide, rand.New(rand.NewSource(1)), "perturb_lifecycle", "inject_faults", "fill_form")
		g.Begin()
		var got []string
		for range 40 {
			e, _ := g.Next(main)
			if e.Kind == event.Config && e.Arg == event.Storage {
				got = append(got, e.Value)
			} else if len(got) == 0 && e.Target.Text == "song" {
				got = append(got, "song")
			}
			g.Observe(gen.Outcome{Event: e, After: main})
		}
		if len(got) < len(c.want) || !slices.Equal(got[:len(c.want)], c.want) {
			t.Errorf("%s: %q, want %q first", name, got, c.want)
		}
	}
}
