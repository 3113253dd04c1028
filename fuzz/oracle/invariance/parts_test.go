package invariance

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// n writes a widget of the app p: its class, resource name and text, flags ("clickable"),
// and what lies in it.
type n struct {
	class, id, text, flags string
	in                     []n
}

// shown is a page of the app p.
func shown(t *testing.T, widgets ...n) *page {
	t.Helper()
	row := 0
	var write func(b *strings.Builder, w n)
	write = func(b *strings.Builder, w n) {
		id := ""
		if w.id != "" {
			id = "p:id/" + w.id
		}
		var in strings.Builder
		top := row
		for _, c := range w.in {
			write(&in, c)
		}
		if len(w.in) == 0 {
			row += 10
		}
		fmt.Fprintf(b, `<node class="%s" resource-id="%s" text="%s" package="p" enabled="true" bounds="[0,%d][400,%d]"`,
			w.class, id, w.text, top, row)
		for flag := range strings.FieldsSeq(w.flags) {
			fmt.Fprintf(b, ` %s="true"`, flag)
		}
		b.WriteString(">" + in.String() + "</node>")
	}
	var b strings.Builder
	b.WriteString("<hierarchy>")
	write(&b, n{class: "Root", in: widgets})
	s, err := ui.Parse([]byte(b.String()+"</hierarchy>"), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	return read(s, "p")
}

func row(text, flags string) n { return n{"Row", "row", text, "clickable " + flags, nil} }

// tap is the action of tapping the widget with a text, or with a resource name.
func tap(t *testing.T, p *page, text string) action {
	t.Helper()
	i := slices.IndexFunc(p.Widgets, func(w ui.Widget) bool { return w.Text == text || w.ID == "p:id/"+text })
	x, y := p.Point(i)
	d, ok := p.action(event.Event{Kind: event.Tap, Target: p.Selector(i), X: x, Y: y})
	if !ok {
		t.Fatalf("%s is not the only one of its name", text)
	}
	return d
}

// played is a run of actions that change nothing on a page.
func played(p *page, actions ...action) *run {
	r := &run{actions: actions, pages: []*page{p}}
	for range actions {
		r.pages = append(r.pages, p)
	}
	return r
}

// TestActive: rule D3: what the seed still uses is active, of a group what was used last before, and
// a button that opens a window is for nobody.
func TestActive(t *testing.T) {
	t.Parallel()
	box := n{"CheckBox", "on", "On", "checkable", nil}
	p := shown(t, row("one", ""), row("two", ""), row("three", ""), n{"Button", "add", "Add", "clickable", nil}, box)
	form := shown(t, n{"Button", "save", "Save", "clickable", nil})
	form.Activity = "p/p.Form"
	seed := played(p, tap(t, p, "one"), tap(t, p, "two"), tap(t, p, "Add"), tap(t, p, "On"), tap(t, p, "three"))
	seed.pages[3] = form
	for _, c := range []struct {
		from int
		want []string
	}{
		{0, []string{"On", "one", "three", "two"}},
		{2, []string{"On", "three", "two"}}, // the group's last one, not the one before
		{5, []string{"three"}},
	} {
		got := []string{}
		for _, i := range p.active(seed, c.from) {
			got = append(got, p.Widgets[i].Text)
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("from action %d on %q are active, want %q", c.from, got, c.want)
		}
	}
}

// TestIndependent: rule D2 and D3: which views are independent of those that the seed uses.
func TestIndependent(t *testing.T) {
	t.Parallel()
	rows := []n{row("one", ""), row("two", ""), row("three", "")}
	for name, c := range map[string]struct {
		page *page
		on   string // what is tapped
		seed string // what the seed taps; "" is nothing
		want bool
	}{
		"another_row":         {shown(t, rows...), "two", "one", true},
		"the_row_of_the_seed": {shown(t, rows...), "one", "one", false},
		"no_seed":             {shown(t, rows...), "one", "", true},
		"of_no_group":         {shown(t, row("one", ""), n{"Button", "ok", "OK", "clickable", nil}), "OK", "one", true},
		"radio_button": {shown(t, n{"android.widget.RadioButton", "a", "a", "clickable", nil},
			n{"android.widget.RadioButton", "b", "b", "clickable", nil}), "a", "b", false},
		"part_of_another_row": {shown(t, n{"Row", "", "", "", []n{{"Box", "box", "x", "clickable", nil}}}, n{"Row", "",
			"", "", []n{{"Box", "box", "y", "clickable", nil}}}), "x", "y", true},
		"another_part_of_the_row": {shown(t, n{"Row", "", "", "", []n{{"Box", "box", "x", "clickable", nil}, {"Name", "name",
			"m", "clickable", nil}}}, n{"Row", "", "", "", []n{{"Box", "box", "y", "clickable", nil}}}), "m", "x", false},
		"of_no_group_and_active": {shown(t, row("one", ""), n{"Button", "ok", "OK", "clickable", nil}), "OK", "OK", false},
	} {
		var active []int
		if c.seed != "" {
			active = c.page.active(played(c.page, tap(t, c.page, c.seed)), 0)
		}
		if got := c.page.independent(tap(t, c.page, c.on), active); got != c.want {
			t.Errorf("%s: independent %v, want %v", name, got, c.want)
		}
	}
	p := shown(t, rows...)
	back := action{event: event.Event{Kind: event.Back}}
	if p.independent(back, nil) {
		t.Error("Back begins on an independent view")
	}
}

// TestReturned: rule D5: when a page is the pivot again.
func TestReturned(t *testing.T) {
	t.Parallel()
	pivot := shown(t, row("one", ""), row("two", ""))
	for name, c := range map[string]struct {
		now  *page
		want bool
	}{
		"the_same":          {shown(t, row("one", ""), row("two", "")), true},
		"a_row_more":        {shown(t, row("one", ""), row("two", ""), row("three", "")), true},
		"half_of_the_words": {shown(t, row("one", ""), row("three", "")), false},
		"most_of_the_words": {shown(t, row("one", ""), row("two", ""), row("four", "")), true},
		"none_of_the_words": {shown(t, row("three", ""), row("four", "")), false},
		"another_structure": {shown(t, row("one", ""), row("two", ""), n{"Button", "ok", "OK", "clickable", nil}),
			false},
		"nothing_shown":           {nil, false},
		"the_app_is_not_in_front": {read(shown(t, row("one", "")).Screen, "q"), false},
	} {
		if got := returned(pivot, c.now); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestLostEffects: rule D7 and D8: what the seed added or took away and the mutant did not.
func TestLostEffects(t *testing.T) {
	t.Parallel()
	with := func(texts ...string) *page {
		var list []n
		for _, text := range texts {
			words, checked, _ := strings.Cut(text, "!")
			list = append(list, row(words, "checkable "+checked))
		}
		return shown(t, list...)
	}
	for name, c := range map[string]struct {
		seed, mutant [2]*page // before, after
		want         string
	}{
		"added_in_both":          {[2]*page{with("a"), with("a", "b")}, [2]*page{with("a"), with("a", "b")}, ""},
		"added_in_the_seed_only": {[2]*page{with("a"), with("a", "b")}, [2]*page{with("a"), with("a")}, `"b" (Row) appear`},
		"there_before_in_mutant": {[2]*page{with("a"), with("a", "b")}, [2]*page{with("a", "b"), with("a", "b")}, ""},
		"gone_in_both":           {[2]*page{with("a", "b"), with("a")}, [2]*page{with("a", "b"), with("a")}, ""},
		"gone_in_the_seed_only": {[2]*page{with("a", "b"), with("a")}, [2]*page{with("a", "b"), with("a", "b")},
			`"b" (Row) go away`},
		"checked_in_the_seed_only": {[2]*page{with("a"), with("a!checked")}, [2]*page{with("a"), with("a")},
			`"a" (Row) become checked`},
		"only_digits_differ": {[2]*page{with("a 1"), with("a 2")}, [2]*page{with("a 1"), with("a 1")}, ""},
		"nothing_changes":    {[2]*page{with("a"), with("a")}, [2]*page{with("a"), with("a")}, ""},
	} {
		lost := lostEffects(pair{c.seed[0], c.mutant[0]}, pair{c.seed[1], c.mutant[1]}, nil)
		slices.SortFunc(lost, func(a, b loss) int { return strings.Compare(a.order(), b.order()) })
		got := ""
		if len(lost) > 0 {
			got = lost[0].thing.String() + " " + lost[0].verb()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	before, after := with("a"), with("a", "b")
	if lost := lostEffects(pair{before, before}, pair{after, before}, map[thing]bool{{class: "Row",
		id: "p:id/row"}: true}); len(lost) > 0 {
		t.Errorf("what changes by itself is judged: %v", lost)
	}
	scroller := func(texts ...string) *page {
		var list []n
		for _, text := range texts {
			list = append(list, row(text, ""))
		}
		return shown(t, n{"List", "", "", "scrollable", append(list, row("z", ""))})
	}
	if lost := lostEffects(pair{scroller("a"), scroller("a")}, pair{scroller("a", "b"), scroller("a")},
		nil); len(lost) > 0 {
		t.Errorf("what scrolls is judged: %v", lost)
	}
}

// TestTrial_breaks: what a test may not have ends judging.
func TestTrial_breaks(t *testing.T) {
	t.Parallel()
	p := shown(t, row("one", ""), row("two", "")).Screen
	for name, c := range map[string]struct {
		step   oracle.Step
		broken bool
	}{
		"launch": {oracle.Step{Event: event.Event{Kind: event.Launch}, After: p, Alive: true, Package: "p"},
			false},
		"refused": {oracle.Step{Event: event.Event{Kind: event.Launch}, After: p, Alive: true, Refused: true},
			true},
		"death":     {oracle.Step{Event: event.Event{Kind: event.Launch}, After: p}, true},
		"no_screen": {oracle.Step{Event: event.Event{Kind: event.Launch}, Alive: true}, true},
		"rotation": {oracle.Step{Event: event.Event{Kind: event.Rotate, Arg: "landscape"}, After: p, Alive: true},
			true},
		"tap_on_a_pixel": {oracle.Step{Event: event.Event{Kind: event.Tap, X: 1, Y: 1}, After: p, Alive: true}, true},
		"tap_before_a_screen": {oracle.Step{Event: event.Event{Kind: event.Tap, Target: event.Selector{ID: "p:id/row"}},
			After: p, Alive: true}, true},
	} {
		var tr trial
		tr.add(c.step)
		if tr.broken != c.broken {
			t.Errorf("%s: broken %v, want %v", name, tr.broken, c.broken)
		}
		tr.broken = true
		if tr.judge() != nil {
			t.Errorf("%s: a broken trial is judged", name)
		}
	}
	var tr trial
	tr.add(oracle.Step{Event: event.Event{Kind: event.Launch}, After: p, Alive: true, Package: "p"})
	tr.add(oracle.Step{Event: event.Event{Kind: event.ClearData}, After: p, Alive: true, Package: "p"})
	if len(tr.seed.actions) != 1 || len(tr.mutant.actions) != 0 {
		t.Errorf("a clearing of the data does not end the seed: %d, %d", len(tr.seed.actions), len(tr.mutant.actions))
	}
	tr.add(oracle.Step{Event: event.Event{Kind: event.ClearData}, After: p, Alive: true, Package: "p"})
	if !tr.broken {
		t.Error("a second clearing is part of the mutant")
	}
}

// TestRun_effective: events that changed nothing are no part of a seed, but for the first.
func TestRun_effective(t *testing.T) {
	t.Parallel()
	a, b := shown(t, row("a", ""), row("z", "")), shown(t, row("b", ""), row("z", ""))
	var r run
	r.add(action{event: event.Event{Kind: event.Launch}}, a)
	r.add(tap(t, a, "a"), a)
	r.add(tap(t, a, "z"), b)
	r.add(action{event: event.Event{Kind: event.Back}}, b)
	g := r.effective()
	var kinds []string
	for _, d := range g.actions {
		kinds = append(kinds, string(d.event.Kind))
	}
	if strings.Join(kinds, " ") != "launch tap" || g.now() != b || len(g.pages) != 3 {
		t.Errorf("left are %q", kinds)
	}
	var nothing run
	if nothing.now() != nil || len(nothing.effective().actions) != 0 || nothing.effects() != 0 {
		t.Error("a run of no events has something")
	}
}

// TestModel_back: the first step of a shortest known path, none beyond the bound, and what is
// newest of an action counts.
func TestModel_back(t *testing.T) {
	t.Parallel()
	pages := make([]*page, 5)
	for i := range pages {
		pages[i] = shown(t, n{"Screen", fmt.Sprint("s", i), "x", "clickable", nil})
	}
	m, rng := model{}, rand.New(rand.NewSource(1))
	press := func(i int) action { return action{event: event.Event{Kind: event.Key, Arg: fmt.Sprint(i)}} }
	for i := range 3 {
		m.learn(pages[i], press(i), pages[i+1])
	}
	m.learn(pages[0], press(9), nil) // left the app
	for most, want := range map[int]bool{0: false, 2: false, 3: true, 8: true} {
		d, ok := m.back(pages[0].Structure(), pages[3].Structure(), most, rng)
		if ok != want || ok && d.event.Arg != "0" {
			t.Errorf("in %d steps: %v, %v", most, d.event, ok)
		}
	}
	if _, ok := m.back(pages[0].Structure(), pages[4].Structure(), 8, rng); ok {
		t.Error("a path to where nobody was")
	}
	m.learn(pages[0], press(0), pages[4])
	if _, ok := m.back(pages[0].Structure(), pages[3].Structure(), 8, rng); ok {
		t.Error("where an action led before counts, not where it leads now")
	}
	for i := range 3 * maxTransitions {
		m.learn(pages[1], press(100+i), pages[2])
	}
	if got := len(m[pages[1].Structure()]); got != maxTransitions {
		t.Errorf("%d transitions of one state are kept", got)
	}
}

// TestPage_names: which widget a name means, and what it does not depend on.
func TestPage_names(t *testing.T) {
	t.Parallel()
	p := shown(t, n{"Row", "", "", "", []n{{"Name", "", "milk", "", nil}, {"Box", "box", "", "clickable", nil}}},
		n{"Row", "", "", "", []n{{"Name", "", "bread 2", "", nil}, {"Box", "box", "", "clickable", nil}}},
		n{"android.widget.EditText", "field", "typed", "clickable", nil})
	q := shown(t, n{"Row", "", "", "", []n{{"Name", "", "bread 7", "", nil}, {"Box", "box", "", "clickable", nil}}},
		n{"Row", "", "", "", []n{{"Name", "", "milk", "", nil}, {"Box", "box", "", "clickable", nil}}},
		n{"android.widget.EditText", "field", "other", "clickable", nil})
	for i := range p.Widgets {
		w := &p.Widgets[i]
		if !w.Clickable {
			continue
		}
		x, y := p.Point(i)
		d, ok := p.action(event.Event{Kind: event.Tap, Target: p.Selector(i), X: x, Y: y})
		if !ok {
			t.Fatalf("widget %d has no name of its own", i)
		}
		e, ok := q.aim(d)
		if !ok {
			t.Fatalf("widget %d is not found where rows changed places", i)
		}
		j, _ := q.Find(e.Target, e.X, e.Y)
		if q.views[j] != d.view || !q.Widgets[j].Bounds.Contains(e.X, e.Y) {
			t.Errorf("widget %d with %+v became %+v", i, d.view, q.views[j])
		}
	}
	box := n{"Frame", "", "", "clickable", nil}
	frames := shown(t, n{"Frame", "stats", "", "", []n{box}}, n{"Frame", "notes", "", "", []n{box}})
	i, at := 4, event.Event{Kind: event.Tap, Target: event.Selector{Class: "Frame", Text: "since noon"}, X: 9, Y: 15}
	d, ok := frames.action(at)
	if !ok || d.view != frames.views[i] {
		t.Errorf("what has no name of its own is named %+v, want %+v by what it lies in", d.view, frames.views[i])
	}
	twins := shown(t, row("same", ""), row("same", ""))
	if _, ok := twins.action(event.Event{Kind: event.Tap, Target: twins.Selector(1), X: 5, Y: 5}); ok {
		t.Error("one of two that are alike has a name")
	}
}
