package guided

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// account is an app whose plan is to press "go", and that crashes only after something else:
// in the fields' case what a link has shown was typed into, in that of boxes two of them are checked,
// in that of the dialog its choice was taken.
type account struct {
	shown, typed, dialog bool
	boxes                [4]bool
	chosen               int
}

func (a *account) view(t *testing.T) *ui.Screen {
	t.Helper()
	var nodes []string
	add := func(class, id, more string) {
		y := 100 * len(nodes)
		nodes = append(nodes, fmt.Sprintf(`<node class="android.widget.%s" package="p" resource-id="p:id/%s" `+
			`enabled="true" clickable="true" bounds="[60,%d][340,%d]" %s/>`, class, id, y, y+90, more))
	}
	if a.dialog {
		add("Button", "first", "")
		add("Button", "second", "")
		return dialog(t, nodes...)
	}
	for _, id := range []string{"help", "about", "link", "options", "go"} {
		add("Button", id, "")
	}
	for i, on := range a.boxes {
		add("CheckBox", fmt.Sprint("box", i), fmt.Sprintf(`checkable="true" checked="%v"`, on))
	}
	if a.shown {
		add("EditText", "server", "")
	}
	return uitest.Screen(t, "Main", nodes...)
}

// do plays an event and says whether "go" was pressed.
func (a *account) do(e event.Event) bool {
	switch {
	case e.Kind == event.Text:
		a.typed = a.typed || e.Value != ""
	case e.Kind == event.Back:
		a.dialog = false
	case e.Kind != event.Tap:
	case e.Target.ID == "p:id/link":
		a.shown = true
	case e.Target.ID == "p:id/options":
		a.dialog = true
	case e.Target.ID == "p:id/first", e.Target.ID == "p:id/second":
		a.dialog, a.chosen = false, len(e.Target.ID)
	case e.Target.ID == "p:id/go":
		return true
	}
	var box int
	if n, _ := fmt.Sscanf(e.Target.ID, "p:id/box%d", &box); n == 1 && e.Kind == event.Tap {
		a.boxes[box] = !a.boxes[box]
	}
	return false
}

func goGuide() *guide.Guide {
	return one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
		Role: guide.RoleClick, Method: "Lp/Main;->go()V", Widgets: []guide.Widget{{ID: "id/go"}}}}})
}

// A plan that lacks a press is done again with one more, and what that has brought up is dealt with.
func TestFollowGuide_insertsAPress(t *testing.T) {
	t.Parallel()
	checked := func(a *account) (n int) {
		for _, on := range a.boxes {
			if on {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		name  string
		fails func(a *account) bool
	}{
		{"a field that a link shows", func(a *account) bool { return a.typed }},
		{"two boxes", func(a *account) bool { return checked(a) >= 2 }},
		{"a choice of a dialog", func(a *account) bool { return a.chosen == len("p:id/second") }},
	} {
		const seeds, most = 20, 70
		met := 0
		for seed := range int64(seeds) {
			g, app := New(goGuide(), rand.New(rand.NewSource(seed))), &account{}
			g.Begin()
			for range most {
				e, ok := g.Next(view(app.view(t)))
				if !ok {
					*app = account{}
					g.Begin()
					continue
				}
				if app.do(e) && c.fails(app) {
					met++
					break
				}
				g.Observe(gen.Outcome{Event: e, After: view(app.view(t))})
			}
		}
		if met < seeds*9/10 {
			t.Errorf("%s: met with %d of %d seeds", c.name, met, seeds)
		}
	}
}

// Presses are inserted in turn, the plan's own is not, and a plan in which nothing else can be pressed is
// done as it is.
func TestInsert_takesTurns(t *testing.T) {
	t.Parallel()
	g := New(goGuide(), rand.New(rand.NewSource(1)))
	g.Begin()
	g.state.Look(view(uitest.Buttons(t, "Main", "go", "one", "two", "three")))
	f := newFollowGuide(goGuide(), alone())
	f.vain = insertFrom
	counts := map[string]int{}
	for range 30 {
		proposed, ok := f.Propose(g.state)
		if !ok {
			t.Fatal("no plan")
		}
		c, ok := proposed.next(g.state)
		if !ok {
			t.Fatal("the plan has no event")
		}
		if c.kind == giveEvent {
			counts[string(c.event.Kind)]++
			continue
		}
		counts[g.state.Offers[c.offer].Label]++
	}
	for _, label := range []string{"one", "two", "three"} {
		if counts[label] < 6 {
			t.Errorf("inserted: %v", counts)
		}
	}
	if counts[string(event.Rotate)] == 0 || len(counts) != 4 {
		t.Errorf("inserted: %v", counts)
	}
	g.state.Look(view(uitest.Buttons(t, "Main", "go")))
	proposed, _ := f.Propose(g.state)
	if c, ok := proposed.next(g.state); !ok || g.state.Offers[c.offer].Label != "go" {
		t.Errorf("chose %+v", c)
	}
}

// A screen that is made anew while another one is in front has lost what the one in front tells it of: the plan that
// only opens and deletes is done again with a turn in between.
func TestInsert_makesTheScreenBelowAnew(t *testing.T) {
	t.Parallel()
	press := func(id string) []guide.Achiever {
		return []guide.Achiever{{Kind: guide.AchieveHandler, Role: guide.RoleClick, Method: "Lp/Main;->" + id + "()V",
			Widgets: []guide.Widget{{ID: "id/" + id}}}}
	}
	g := &guide.Guide{Plan: &guide.Plan{Goals: []guide.Goal{
		{ID: 1, Kind: guide.GoalRun, Achievers: press("open")},
		{ID: 2, Kind: guide.GoalCrash, After: []int{1}, Achievers: press("delete")},
	}}}
	const seeds, most = 60, 40
	met := 0
	for seed := range int64(seeds) {
		gen0 := New(g, rand.New(rand.NewSource(seed)))
		app := &maze{at: "Main", leads: map[string]string{"open": "Above", "delete": "Main"},
			order: map[string][]string{"Main": {"open", "help", "about"}, "Above": {"delete", "share", "copy"}}}
		turned := false
		gen0.Begin()
		for range most {
			e, ok := gen0.Next(app.view(t))
			if !ok {
				app.at = "Main"
				gen0.Begin()
				continue
			}
			was := app.at
			app.do(e)
			if was == "Above" && turned && e.Target.ID == "p:id/delete" {
				met++
				break
			}
			turned = was == "Above" && app.at == was && (turned || e.Kind == event.Rotate)
			gen0.Observe(gen.Outcome{Event: e, After: app.view(t)})
		}
	}
	if met < seeds/2 {
		t.Errorf("met with %d of %d seeds", met, seeds)
	}
}

// A step that crashes in another way is not tried again and again in a plan that is done with one more press anyway: the
// press comes before it.
func TestUnblock_inAPlanWithAPress(t *testing.T) {
	t.Parallel()
	press := func(id string) []guide.Achiever {
		return []guide.Achiever{{Kind: guide.AchieveHandler, Role: guide.RoleClick, Method: "Lp/Main;->" + id + "()V",
			Widgets: []guide.Widget{{ID: "id/" + id}}}}
	}
	f := newFollowGuide(&guide.Guide{Plan: &guide.Plan{Goals: []guide.Goal{
		{ID: 1, Kind: guide.GoalRun, Achievers: press("library")},
		{ID: 2, Kind: guide.GoalCrash, After: []int{1}, Achievers: press("delete")},
	}}}, alone())
	f.vain = insertFrom
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	main := view(uitest.Buttons(t, "Main", "library", "zoom", "share"))
	proposed, ok := f.Propose(g.state)
	proposed.(*planned).extra = insertion{at: 1}
	var pressed []string
	for range 2 {
		g.state.Look(main)
		c, more := proposed.next(g.state)
		if !ok || !more || c.kind != takeOffer {
			t.Fatalf("after %v: %+v", pressed, c)
		}
		e := g.state.Play(c.offer, gen.ValidValue)
		o := gen.Outcome{Event: e, After: main}
		if pressed = append(pressed, g.state.Offers[c.offer].Label); pressed[len(pressed)-1] == "library" {
			o.Crash = "no pictures"
		}
		g.state.Observe(o)
	}
	if pressed[0] != "library" || pressed[1] == "library" {
		t.Errorf("pressed %v", pressed)
	}
}

// A screen that keeps its own orientation is turned from how the device was turned last, not from how it looks.
func TestTurn_ofTheDevice(t *testing.T) {
	t.Parallel()
	g := New(one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveLifecycle,
		Change: guide.ChangeRotate}}}), rand.New(rand.NewSource(1)), "fill_form", "perturb_lifecycle", "inject_faults")
	g.Begin()
	screen := uitest.Buttons(t, "Main", "one")
	screen.Rotation = 1 // it lies on its side whatever the device does
	if e, ok := g.Next(view(screen)); !ok || e.Kind != event.Rotate || e.Arg != "landscape" {
		t.Errorf("first: %v", e)
	}
	g.Observe(gen.Outcome{Event: event.Event{Kind: event.Rotate, Arg: "landscape"}, After: view(screen)})
	if e := gen.Turn(g.state.Turned); e.Arg != "portrait" {
		t.Errorf("then: %v", e)
	}
	if g.Begin(); g.state.Turned != "" {
		t.Errorf("another episode begins with the device in %s", g.state.Turned)
	}
}

// A step of the path that crashes in another way waits until another press has made what it wants: here a picture,
// without which the library cannot be opened. Of 60 searches 40 meet the crash within 40 events, where 13 do
// if the step is only tried again.
func TestFollowGuide_unblocksAStep(t *testing.T) {
	t.Parallel()
	press := func(id string) []guide.Achiever {
		return []guide.Achiever{{Kind: guide.AchieveHandler, Role: guide.RoleClick, Method: "Lp/Main;->" + id + "()V",
			Widgets: []guide.Widget{{ID: "id/" + id}}}}
	}
	g := &guide.Guide{Plan: &guide.Plan{Goals: []guide.Goal{
		{ID: 1, Kind: guide.GoalRun, Achievers: press("library")},
		{ID: 2, Kind: guide.GoalCrash, After: []int{1}, Achievers: press("delete")},
	}}}
	const seeds, most = 60, 40
	met, crashes := 0, 0
	for seed := range int64(seeds) {
		gen1, pictures, inLibrary := New(g, rand.New(rand.NewSource(seed))), 0, false
		gen1.Begin()
		for n := 0; n < most; n++ {
			screen := uitest.Buttons(t, "Main", "library", "zoom", "share", "filter", "picture", "rate", "colour", "settings", "help")
			if inLibrary {
				screen = uitest.Buttons(t, "Library", "delete", "close")
			}
			e, ok := gen1.Next(view(screen))
			if !ok {
				pictures, inLibrary = 0, false
				gen1.Begin()
				continue
			}
			o := gen.Outcome{Event: e}
			switch pressed := strings.TrimPrefix(e.Target.ID, "p:id/"); {
			case e.Kind == event.Back || pressed == "close":
				inLibrary = false
			case e.Kind != event.Tap:
			case pressed == "picture":
				pictures++
			case pressed == "library" && pictures == 0:
				o.Crash = "no pictures"
				crashes++
			case pressed == "library":
				inLibrary = true
			case pressed == "delete":
				met, n = met+1, most
			}
			o.After = view(uitest.Buttons(t, "Main", "library", "zoom", "share", "filter", "picture", "rate", "colour", "settings", "help"))
			if inLibrary {
				o.After = view(uitest.Buttons(t, "Library", "delete", "close"))
			}
			gen1.Observe(o)
		}
	}
	if met < seeds/2 {
		t.Errorf("met with %d of %d seeds, after %d other crashes", met, seeds, crashes)
	}
}
