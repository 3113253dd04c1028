package order_test

import (
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/plan/order"
)

// touch is a handler by its name.
func touch(name string) guide.Achiever {
	return guide.Achiever{Kind: guide.AchieveHandler, Method: name}
}

// hold is a goal that a setting is some way.
func hold(name string, some ...guide.Achiever) guide.Goal {
	return guide.Goal{
		Kind: guide.GoalHold, Subject: guide.Subject{Kind: guide.SubjectSetting, Name: name}, Achievers: some,
	}
}

// names are the names of the subjects of goals, in their order, and "crash".
func names(all []guide.Goal) []string {
	var names []string
	for _, g := range all {
		if g.Kind == guide.GoalCrash {
			g.Subject.Name = "crash"
		}
		names = append(names, g.Subject.Name)
	}
	return names
}

// path is a plan of two steps, a and b, on screen S.
func path() *order.Goals {
	o := &order.Goals{}
	o.Last = o.Goal(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{touch("c")}})
	o.Step(order.Run("S", []guide.Achiever{touch("a")}))
	o.Step(order.Run("S", []guide.Achiever{touch("b")}))
	return o
}

// TestListed: a goal stands where the way of adding it says, and all numbers are those of the list.
func TestListed(t *testing.T) {
	tests := []struct {
		name string
		add  func(o *order.Goals)
		want []string
	}{
		{"first", func(o *order.Goals) { o.First(hold("x")) }, []string{"x", "a", "b", "crash"}},
		{"before a step", func(o *order.Goals) { o.Before(1, hold("x")) }, []string{"a", "x", "b", "crash"}},
		{"before the last step", func(o *order.Goals) { o.BeforeLast(hold("x")) }, []string{"a", "x", "b", "crash"}},
		{"after the path", func(o *order.Goals) { o.AfterPath(hold("x")) }, []string{"a", "b", "x", "crash"}},
		{"after another", func(o *order.Goals) {
			x := o.AfterPath(hold("x"))
			o.AfterPath(hold("y"), x)
		}, []string{"a", "b", "x", "y", "crash"}},
		{"gone as the handler of the crash runs", func(o *order.Goals) { o.Gone(hold("x")) },
			[]string{"a", "b", "x", "crash"}},
		{"gone as the last step runs", func(o *order.Goals) {
			o.Last.Achievers = nil
			o.Gone(hold("x"))
		}, []string{"a", "x", "b", "crash"}},
		{"needed by an achiever", func(o *order.Goals) {
			x := o.AfterPath(hold("x"))
			a := touch("y")
			a.Needs = []int{x}
			o.First(hold("y", a))
		}, []string{"a", "b", "x", "y", "crash"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := path()
			test.add(o)
			o.Finish()
			all := o.Listed()
			if got := names(all); !slices.Equal(got, test.want) {
				t.Fatalf("goals %v, want %v", got, test.want)
			}
			for i, g := range all {
				for _, after := range g.After {
					if g.ID != i+1 || after < 1 || after >= g.ID {
						t.Errorf("goal %d of %s is after %v", g.ID, names(all)[i], g.After)
					}
				}
			}
		})
	}
}

// TestFinish: the crash comes after all goals but for those that only an achiever needs, and an answer that is the
// crash's own moment is no goal.
func TestFinish(t *testing.T) {
	o := path()
	needed, free := o.First(hold("needed")), o.First(hold("free"))
	a := touch("d")
	a.Needs = []int{needed}
	o.Last.Achievers = append(o.Last.Achievers, a)
	o.AfterPath(guide.Goal{
		Kind: guide.GoalHold, Subject: guide.Subject{Kind: guide.SubjectResult}, Achievers: o.Last.Achievers,
	})
	o.Finish()
	if !slices.Contains(o.Last.After, free) || slices.Contains(o.Last.After, needed) {
		t.Errorf("the crash is after %v, want %d and not %d", o.Last.After, free, needed)
	}
	if len(o.Late) > 0 {
		t.Errorf("goals after the path %v", o.Late)
	}
}

// TestBounds: a goal has six achievers at most, a plan ten goals that something holds.
func TestBounds(t *testing.T) {
	o := &order.Goals{}
	if g := o.Goal(hold("x", make([]guide.Achiever, 9)...)); len(g.Achievers) != 6 || g.ID != 1 || o.Goal(g).ID != 1 {
		t.Errorf("%d achievers of goal %d, want 6 of 1", len(g.Achievers), g.ID)
	}
	n := 0
	for o.Room() && n < 100 {
		n++
	}
	if n != 10 {
		t.Errorf("room for %d goals, want 10", n)
	}
}

// TestEnds: what the last step of the path is, and where a screen was left last.
func TestEnds(t *testing.T) {
	o := path()
	if !o.EndsOn("S") || o.EndsOn("T") || !o.EndsWith([]guide.Achiever{touch("b")}) ||
		o.EndsWith([]guide.Achiever{touch("a")}) || o.Leaves("S") != 1 || o.Leaves("T") != -1 || o.Leaves("") != -1 {
		t.Error("the path ends with b on S")
	}
	o.Step(guide.Goal{Kind: guide.GoalScreen, Screen: "T", Subject: order.Activity("T")})
	if o.EndsOn("T") || o.EndsWithHandler() || o.Leaves("S") != 1 {
		t.Error("a screen ends the path that no handler leaves")
	}
	x := hold("x")
	id := o.First(x)
	if o.Holding(x.Subject) != id || o.Holding(hold("y").Subject) != 0 {
		t.Error("the goal of x is not found, or one of y is")
	}
}
