package guided

import (
	"fmt"
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/ui/uitest"
)

// page is the plan that a page number is not a number: the field is emptied, then the button is touched.
func page() *guide.Guide {
	return one(
		guide.Goal{Kind: guide.GoalHold, Screen: "p.Pages", Want: guide.Want{Class: guide.WantEmpty},
			Achievers: []guide.Achiever{{Kind: guide.AchieveText, Screen: "p.Pages", Want: guide.Want{Class: guide.WantEmpty},
				Widgets: []guide.Widget{{ID: "id/page"}}}}},
		guide.Goal{Kind: guide.GoalCrash, Screen: "p.Pages", Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
			Screen: "p.Pages", Role: guide.RoleClick, Method: "Lp/Pages;->go()V", Widgets: []guide.Widget{{ID: "id/go"}}}}})
}

// Where another strategy has led to the screen that the plan ends on, what it ends with is done at once: not before that
// screen, not while the guide's own plan is under way, and no more than maxFinishes times in a state.
func TestFinishing(t *testing.T) {
	t.Parallel()
	const field = `<node class="android.widget.EditText" package="p" text="1" resource-id="p:id/page" enabled="true"` +
		` clickable="true" bounds="[0,0][400,100]"/>`
	button := (&notes{}).node("Button", "Go", 100, usable+`resource-id="p:id/go"`)
	pages, elsewhere := uitest.Screen(t, "Pages", field, button), uitest.Buttons(t, "Main", "go")
	roam := &visit{here: true, stay: 100}
	for _, c := range []struct {
		name  string
		under bool // the guide's plan is under way
		main  bool // another screen is in front
		none  bool // no plan is under way
		want  []event.Kind
	}{
		{name: "another plan has led there", want: []event.Kind{event.Text, event.Tap}},
		{name: "the guide's plan has led there", under: true},
		{name: "another screen is in front", main: true},
		{name: "nothing has led there", none: true},
	} {
		g := New(page(), rand.New(rand.NewSource(3)), "fill_form", "perturb_lifecycle", "inject_faults")
		g.Begin()
		var plans []*active
		for _, r := range g.table {
			if f, ok := r.strategy.(*followGuide); ok && r.moment == drawn {
				f.present = &planned{} // the episode has begun with the plan
				if c.under {
					plans = []*active{{plan: roam, row: r, arm: noArm}}
				}
			}
			if r.strategy.Name() == "explore_frontier" && !c.under {
				plans = []*active{{plan: roam, row: r, arm: noArm}}
			}
		}
		front := view(pages)
		if c.main {
			front = view(elsewhere)
		}
		finishes := 0
		for range 12 {
			events := 2
			if g.plans = plans[:1:1]; c.none {
				g.plans, events = nil, 1
			}
			var done []event.Kind
			for range events {
				e, _ := g.Next(front)
				g.Observe(gen.Outcome{Event: e, After: front})
				if g.last != nil {
					if _, ok := g.last.strategy.(finishing); ok {
						done = append(done, e.Kind)
						if e.Kind == event.Text && e.Value != "" {
							t.Errorf("%s: types %q", c.name, e.Value)
						}
					}
				}
			}
			if len(done) > 0 {
				finishes++
				if fmt.Sprint(done) != fmt.Sprint(c.want) {
					t.Errorf("%s: %v, want %v", c.name, done, c.want)
				}
			}
		}
		if most := min(len(c.want), 1) * maxFinishes; finishes != most {
			t.Errorf("%s: finished %d times, want %d", c.name, finishes, most)
		}
	}
}

// An event that comes nearer than any before ends what knows nothing of it; the guide's own plan goes on.
func TestInterrupt_nearest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		strategy string
		ended    bool
	}{{"explore_frontier", true}, {"model", true}, {"follow_guide", false}} {
		g := New(page(), rand.New(rand.NewSource(1)))
		g.Begin()
		under := &active{plan: &visit{here: true, stay: 100}, arm: noArm}
		for _, r := range g.table {
			if r.strategy.Name() == c.strategy && r.moment == drawn {
				under.row = r
			}
		}
		g.plans, g.rose = []*active{under}, true
		g.Next(view(uitest.Buttons(t, "Main", "one", "two")))
		if ended := len(g.plans) == 0 || g.plans[0] != under; ended != c.ended {
			t.Errorf("%s: ended %v, want %v", c.strategy, ended, c.ended)
		}
	}
}

// A plan takes up a task again whose screen comes to the front late, and gives it its whole time there; but not a second
// time.
func TestPlanned_followsTheScreen(t *testing.T) {
	t.Parallel()
	task := func(screen string) goals.Task {
		return goals.Task{Goal: guide.Goal{Kind: guide.GoalRun, Screen: screen, Subject: guide.Subject{Kind: guide.SubjectMethod}},
			Achiever: &guide.Achiever{Kind: guide.AchieveHandler, Screen: screen, Role: guide.RoleClick,
				Method: "Lq/Other;->on()V", Widgets: []guide.Widget{{ID: "id/none"}}}}
	}
	all := []goals.Task{task("p.Main"), task("p.List"), task("p.Edit")}
	front := func(name string) *state {
		g := New(nil, rand.New(rand.NewSource(1)))
		g.Begin()
		g.state.Look(view(uitest.Buttons(t, name, "one")))
		return g.state
	}
	p := &planned{owner: newFollowGuide(nil, alone()), all: all, tasks: all[2:], present: progress{spent: 7},
		skipped: skips{2, []*guide.Achiever{all[0].Achiever, all[1].Achiever}}}
	p.resume(front("Other"))
	if len(p.tasks) != 1 || p.present.spent != 7 {
		t.Errorf("a screen of no task: %d tasks left, %d events spent", len(p.tasks), p.present.spent)
	}
	p.resume(front("List"))
	if len(p.tasks) != 2 || p.skipped.times != 0 {
		t.Errorf("the screen of a skipped task: %d tasks left, %d skipped", len(p.tasks), p.skipped.times)
	}
	p.tasks, p.present.spent = all[2:], 9
	p.resume(front("List"))
	if len(p.tasks) != 1 {
		t.Error("a task is taken up a second time")
	}
	if p.resume(front("Edit")); p.present.spent != 0 || !p.present.shown {
		t.Errorf("the screen of the present task: %d events spent", p.present.spent)
	}
}

// The plan goes on with a skipped task once its screen is in front.
func TestPlanned_takesUpWhatWasSkipped(t *testing.T) {
	t.Parallel()
	task := func(screen, id string) goals.Task {
		return goals.Task{Goal: guide.Goal{Kind: guide.GoalRun, Screen: screen, Subject: guide.Subject{Kind: guide.SubjectMethod}},
			Achiever: &guide.Achiever{Kind: guide.AchieveHandler, Screen: screen, Role: guide.RoleClick,
				Method: "Lq/Other;->on()V", Widgets: []guide.Widget{{ID: id}}}}
	}
	all := []goals.Task{task("p.List", "id/one"), task("p.Edit", "id/none")}
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	g.state.Look(view(uitest.Buttons(t, "List", "zero", "one", "two")))
	p := &planned{owner: newFollowGuide(nil, alone()), all: all, tasks: all[1:],
		skipped: skips{1, []*guide.Achiever{all[0].Achiever}}}
	if got, _ := p.next(g.state); got.kind != takeOffer || g.state.Offers[got.offer].Label != "one" {
		t.Errorf("%+v", got)
	}
}

// What adds a row from a form is pressed when the form is filled, and so is what confirms it. Another step of the path is
// so when the plan is done again, what crashes never: that the form is empty may be why.
func TestHandler_fillsTheFormFirst(t *testing.T) {
	t.Parallel()
	form := func(button string) gen.View {
		n := &notes{}
		return view(uitest.Screen(t, "form", n.node("EditText", "", 0, usable+`resource-id="p:id/title"`)+
			n.node("Button", button, 100, usable)))
	}
	subject := map[string]guide.SubjectKind{"adds": guide.SubjectTable, "step": guide.SubjectMethod}
	for _, c := range []struct {
		name    string
		goal    guide.GoalKind
		subject string
		button  string
		plans   int
		want    int // of 20 seeds
	}{
		{"adds a row", guide.GoalRun, "adds", "Forward", 1, 20},
		{"a step", guide.GoalRun, "step", "Forward", 1, 0},
		{"a step, again", guide.GoalRun, "step", "Forward", 2, 8},
		{"a step that confirms", guide.GoalRun, "step", "Save", 1, 20},
		{"the crash", guide.GoalCrash, "step", "Save", 2, 0},
	} {
		filled := 0
		for seed := range int64(20) {
			g := New(nil, rand.New(rand.NewSource(seed)))
			g.Begin()
			g.state.Look(form(c.button))
			p := &planned{owner: newFollowGuide(nil, alone())}
			p.owner.plans = c.plans
			task := goals.Task{Goal: guide.Goal{Kind: c.goal, Subject: guide.Subject{Kind: subject[c.subject]}},
				Achiever: &guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleClick, Screen: "p.form",
					Method: "Lp/form;->on()V", Widgets: []guide.Widget{{Text: c.button}}}}
			p.tasks, p.all = []goals.Task{task}, []goals.Task{task}
			first, _ := p.next(g.state)
			second, _ := p.next(g.state)
			if g.state.Offers[first.offer].Event.Kind == event.Text {
				filled++
				if g.state.Offers[second.offer].Label != c.button {
					t.Errorf("%s, seed %d: then %+v", c.name, seed, second)
				}
			}
		}
		if filled != c.want && (c.want == 0 || c.want == 20 || filled == 0 || filled == 20) {
			t.Errorf("%s: filled first with %d of 20 seeds, want about %d", c.name, filled, c.want)
		}
	}
}

// A widget with a name that is not on its screen is scrolled to, before what is merely called like it is tried; one
// without a name, or in a menu, is not.
func TestApproach_scrollsFirst(t *testing.T) {
	t.Parallel()
	list := uitest.Screen(t, "Main", `<node class="android.widget.ListView" package="p" enabled="true" scrollable="true"`+
		` bounds="[0,0][400,700]"><node class="android.widget.TextView" package="p" text="Main entry" enabled="true"`+
		` clickable="true" bounds="[0,0][400,100]"/></node>`)
	for _, c := range []struct {
		name   string
		role   guide.Role
		widget guide.Widget
		want   bool
	}{
		{"named", guide.RoleClick, guide.Widget{Text: "Delete SMS"}, true},
		{"without a name", guide.RoleClick, guide.Widget{Class: "android.widget.Button"}, false},
		{"in a menu", guide.RoleMenu, guide.Widget{Text: "Delete SMS"}, false},
	} {
		first := 0
		for seed := range int64(10) {
			g := New(nil, rand.New(rand.NewSource(seed)))
			g.Begin()
			g.state.Look(view(list))
			p := &planned{owner: newFollowGuide(nil, alone()), present: progress{spent: 1}}
			task := goals.Task{Goal: guide.Goal{Kind: guide.GoalRun}, Achiever: &guide.Achiever{Kind: guide.AchieveHandler,
				Role: c.role, Screen: "p.Main", Method: "Lp/MainEntry;->on()V", Widgets: []guide.Widget{c.widget}}}
			got, _ := p.approach(g.state, task)
			if got.kind == takeOffer && g.state.Offers[got.offer].Event.Kind == event.Scroll {
				first++
			}
		}
		if first == 10 != c.want {
			t.Errorf("%s: scrolls first with %d of 10 seeds", c.name, first)
		}
	}
}
