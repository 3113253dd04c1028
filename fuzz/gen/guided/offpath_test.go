package guided

import (
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/gen/guided/goals"
)

// A handler on a screen from which nothing leads to the crash sets a field of another object; a setting that it stores
// is the same everywhere, and so does one on a screen that the plan opens first matter.
func TestOffPath(t *testing.T) {
	t.Parallel()
	f := newFollowGuide(&guide.Guide{Components: []guide.Component{{Name: "p.Main", Distance: 1}, {Name: "p.Far", Distance: -1}}},
		alone())
	for _, c := range []struct {
		of     guide.SubjectKind
		screen string
		needs  []int
		want   bool
	}{
		{guide.SubjectField, "p.Far", nil, true},
		{guide.SubjectField, "p.Main", nil, false},
		{guide.SubjectSetting, "p.Far", nil, false},
		{guide.SubjectField, "p.Far", []int{1}, false},
	} {
		task := goals.Task{
			Goal:     guide.Goal{Kind: guide.GoalHold, Subject: guide.Subject{Kind: c.of}},
			Achiever: &guide.Achiever{Kind: guide.AchieveHandler, Screen: c.screen, Needs: c.needs},
		}
		if got := f.offPath(task); got != c.want {
			t.Errorf("%s on %s: %v", c.of, c.screen, got)
		}
	}
}
