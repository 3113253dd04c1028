package invariance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// drawn is a page of the app p by its dump, without the hierarchy around it.
func drawn(t *testing.T, nodes string) *page {
	t.Helper()
	return drawnOf(t, "p.Main", nodes)
}

func drawnOf(t *testing.T, activity, nodes string) *page {
	t.Helper()
	s, err := ui.Parse([]byte(`<hierarchy><node class="Root" package="p" enabled="true" bounds="[0,0][400,1000]">`+
		nodes+`</node></hierarchy>`), "p/"+activity)
	if err != nil {
		t.Fatal(err)
	}
	return read(s, "p")
}

const (
	button = `<node class="Button" resource-id="p:id/ok" text="OK" package="p" clickable="true" enabled="true" bounds="[0,900][400,1000]"/>`
	bar    = `<node class="Bar" package="p" enabled="true" bounds="[0,880][400,1000]">` +
		`<node class="Text" resource-id="android.support:id/snackbar_text" text="Gone" package="p" enabled="true" bounds="[0,880][300,1000]"/>` +
		`<node class="Button" resource-id="android.support:id/snackbar_action" text="UNDO" package="p" clickable="true" enabled="true" bounds="[300,880][400,1000]"/></node>`
)

// TestSnackbar: what a snackbar shows is no effect, what lies below it cannot be touched, and what it offers can.
func TestSnackbar(t *testing.T) {
	t.Parallel()
	bare, barred := drawn(t, button), drawn(t, button+bar)
	if len(barred.things) != len(bare.things) || !barred.clears() || bare.clears() {
		t.Errorf("things %v and %v, clears %v and %v", barred.things, bare.things, barred.clears(), bare.clears())
	}
	if barred.structure() != bare.structure() {
		t.Error("a snackbar makes another state")
	}
	press := event.Event{Kind: event.Tap, Target: event.Selector{ID: "p:id/ok", Class: "Button", Text: "OK"}, X: 200,
		Y: 950}
	if _, ok := bare.action(press); !ok {
		t.Error("the button cannot be pressed")
	}
	if _, ok := barred.action(press); ok {
		t.Error("the button is pressed through the snackbar")
	}
	d, _ := bare.action(press)
	if _, ok := barred.aim(d); ok {
		t.Error("the button is aimed at below the snackbar")
	}
	e, ok := barred.offered()
	undo, known := barred.action(e)
	if !ok || !known || !undo.passing || e.Target.Text != "UNDO" {
		t.Errorf("the snackbar offers %v", e)
	}
	if barred.independent(undo, nil) {
		t.Error("UNDO of what the seed did is independent of it")
	}
	var r run
	r.add(d, barred)
	r.add(undo, bare)
	if !r.uses(1) || r.uses(2) || r.uses(0) {
		t.Errorf("uses %v %v %v", r.uses(0), r.uses(1), r.uses(2))
	}
	var tr trial
	tr.add(oracle.Step{Event: event.Event{Kind: event.Launch}, After: barred.Screen, Alive: true, Package: "p"})
	tr.add(oracle.Step{Event: wait(), After: bare.Screen, Alive: true, Package: "p"})
	if now := tr.mutant.now(); len(tr.mutant.actions) != 1 || now.bar || now.clears() || tr.broken {
		t.Errorf("after a wait %d actions, a snackbar %v", len(tr.mutant.actions), now.bar)
	}
	tr.add(oracle.Step{Event: wait(), After: barred.Screen, Alive: true, Package: "p"})
	if tr.mutant.now().clears() {
		t.Error("a snackbar that stays is waited for again and again")
	}
}

// TestCovered: what is drawn over a widget, or in another window, takes its touches, but not what takes none.
func TestCovered(t *testing.T) {
	t.Parallel()
	over := func(flags string) string {
		return `<node class="Over" package="p" enabled="true" bounds="[150,900][250,1000]" ` + flags + `/>`
	}
	for name, c := range map[string]struct {
		nodes string
		want  bool
	}{
		"alone":              {button, false},
		"below_a_button":     {button + over(`clickable="true"`), true},
		"below_a_picture":    {button + over(""), false},
		"above_a_button":     {over(`clickable="true"`) + button, false},
		"beside_a_button":    {button + `<node class="Over" package="p" clickable="true" enabled="true" bounds="[0,0][10,10]"/>`, false},
		"beneath_a_progress": {button + `<node class="android.widget.ProgressBar" package="p" enabled="true" bounds="[0,900][400,1000]"/>`, true},
	} {
		p := drawn(t, c.nodes)
		i := slices.IndexFunc(p.Widgets, func(w ui.Widget) bool { return w.Class == "Button" })
		if got := p.covered(i, 200, 950); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// list is a list of rows, each with a name and a box to tick ("a", "a!" is ticked); full says that it has more
// than it shows.
func list(t *testing.T, full bool, names ...string) *page {
	t.Helper()
	flags := "clickable"
	if full {
		flags += " scrollable"
	}
	var rows []n
	for _, name := range names {
		ticked := ""
		if name[len(name)-1] == '!' {
			name, ticked = name[:len(name)-1], "checked"
		}
		rows = append(rows, n{"Row", "row", "", "clickable", []n{
			{"Name", "name", name, "", nil}, {"Box", "box", "", "clickable checkable " + ticked, nil}}})
	}
	return shown(t, n{"android.widget.ListView", "list", "", flags, rows})
}

// TestRows: what is judged of rows in a list that has more than it shows, and of what lies in rows.
func TestRows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		full         bool
		seed, mutant [2][]string
		want         string
	}{
		"ticked_in_the_seed_only": {false, [2][]string{{"a", "b"}, {"a!", "b"}}, [2][]string{{"a", "b"}, {"a", "b"}},
			`box of "a" (Box) become checked`},
		"another_one_is_ticked": {false, [2][]string{{"a", "b"}, {"a!", "b"}}, [2][]string{{"a", "b"}, {"a", "b!"}},
			`box of "a" (Box) become checked`},
		"ticked_in_both": {false, [2][]string{{"a", "b"}, {"a!", "b"}}, [2][]string{{"a", "b!"}, {"a!",
			"b!"}}, ""},
		"ticked_before_by_insertion": {false, [2][]string{{"a", "b"}, {"a!", "b"}}, [2][]string{{"a!", "b"}, {"a", "b"}},
			""},
		"ticked_in_a_long_list": {true, [2][]string{{"a", "b"}, {"a!", "b"}}, [2][]string{{"a", "b"}, {"a", "b"}},
			`box of "a" (Box) become checked`},
		"ticked_at_the_edge_of_sight": {true, [2][]string{{"a", "b"}, {"a", "b!"}}, [2][]string{{"a", "b"}, {"a", "b"}}, ""},
		"row_out_of_sight": {true, [2][]string{{"a", "b"}, {"a!", "b"}}, [2][]string{{"a", "b"}, {"b", "c"}},
			""},
		"away_between_its_neighbours": {true, [2][]string{{"a", "b", "c"}, {"a", "c"}}, [2][]string{{"a", "b", "c"}, {"a",
			"b", "c"}}, `"b" (Name) go away`},
		"away_at_the_end_of_sight": {true, [2][]string{{"a", "b", "c"}, {"a", "b"}}, [2][]string{{"a", "b", "c"}, {"a",
			"b", "c"}}, ""},
		"missing_between_neighbours": {true, [2][]string{{"a", "c"}, {"a", "b", "c"}}, [2][]string{{"a", "c"}, {"a",
			"c"}}, `"b" (Name) appear`},
		"came_into_sight_in_the_seed": {true, [2][]string{{"a", "b"}, {"a", "c", "d"}}, [2][]string{{"a", "b"}, {"a", "d"}}, ""},
		"missing_where_others_are_seen": {true, [2][]string{{"a", "c"}, {"a", "b", "c"}}, [2][]string{{"a", "c"}, {"x",
			"y"}}, ""},
		"at_the_end_of_a_short_list": {false, [2][]string{{"a", "b"}, {"a"}}, [2][]string{{"a", "b"}, {"a", "b"}},
			`"b" (Name) go away`},
		"two_of_one_name": {false, [2][]string{{"a", "a"}, {"a!", "a"}}, [2][]string{{"a", "a"}, {"a", "a"}},
			""},
	} {
		lost := lostEffects(pair{list(t, c.full, c.seed[0]...), list(t, c.full, c.mutant[0]...)},
			pair{list(t, c.full, c.seed[1]...), list(t, c.full, c.mutant[1]...)}, nil)
		slices.SortFunc(lost, func(a, b loss) int {
			if a.order() < b.order() {
				return -1
			}
			return 1
		})
		got := ""
		if len(lost) > 0 {
			got = lost[0].thing.String() + " " + lost[0].verb()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestLostEffects_replaced: of a line that is there once, such as what is underway, only what the inserted events
// left alone is judged.
func TestLostEffects_replaced(t *testing.T) {
	t.Parallel()
	line := func(text string) *page { return shown(t, n{"Line", "now", text, "", nil}, row("z", "")) }
	for name, c := range map[string]struct {
		seed, mutant [2]string
		lost         int
	}{
		"replaced_in_both":     {[2]string{"none", "a"}, [2]string{"none", "a"}, 0},
		"inserted_one_is_left": {[2]string{"a", "none"}, [2]string{"b", "a"}, 0},
		"inserted_one_goes":    {[2]string{"none", "a"}, [2]string{"b", "b"}, 0},
		"stays":                {[2]string{"a", "none"}, [2]string{"a", "a"}, 2},
	} {
		lost := lostEffects(pair{line(c.seed[0]), line(c.mutant[0])}, pair{line(c.seed[1]), line(c.mutant[1])}, nil)
		if len(lost) != c.lost {
			t.Errorf("%s: %v", name, lost)
		}
	}
}

// TestLostEffects_heading: a line above a list is one of its kind, though rows have the same name.
func TestLostEffects_heading(t *testing.T) {
	t.Parallel()
	pageOf := func(now string) *page {
		tile := func(name string) n {
			return n{"Tile", "tile", "", "clickable", []n{{"Name", "name", name, "", nil}}}
		}
		return shown(t, n{"Name", "name", now, "", nil},
			n{"android.widget.ListView", "list", "", "", []n{tile("a"), tile("b"), tile("c")}})
	}
	for name, c := range map[string]struct {
		seed, mutant [2]string
		lost         int
	}{
		"stopped_what_is_underway":    {[2]string{"a", "none"}, [2]string{"b", "a"}, 0},
		"stopped_in_both":             {[2]string{"a", "none"}, [2]string{"a", "none"}, 0},
		"does_not_stop_in_the_mutant": {[2]string{"z", "none"}, [2]string{"z", "z"}, 2},
	} {
		lost := lostEffects(pair{pageOf(c.seed[0]), pageOf(c.mutant[0])}, pair{pageOf(c.seed[1]), pageOf(c.mutant[1])}, nil)
		if len(lost) != c.lost {
			t.Errorf("%s: %v", name, lost)
		}
	}
}

// TestHeading: pages of one activity are of one type if their heading and the chosen tab are the same.
func TestHeading(t *testing.T) {
	t.Parallel()
	at := func(title, chosen string) *page {
		tab := func(name string) n {
			flags := "clickable"
			if name == chosen {
				flags += " selected"
			}
			return n{"Tab", "tab", name, flags, nil}
		}
		return shown(t, n{"android.support.v7.widget.Toolbar", "bar", "", "", []n{{"Text", "", title, "", nil}}},
			n{"Tabs", "", "", "", []n{tab("one"), tab("two")}})
	}
	for name, c := range map[string]struct {
		other *page
		want  bool
	}{
		"same":          {at("Trees", "one"), true},
		"another_count": {at("Trees", "one"), true},
		"another_title": {at("New tree", "one"), false},
		"another_tab":   {at("Trees", "two"), false},
	} {
		if here := at("Trees", "one"); alike(here, c.other) != c.want || returned(here, c.other) != c.want {
			t.Errorf("%s: alike %v, returned %v", name, alike(here, c.other), returned(here, c.other))
		}
	}
}

// TestHeading_largerLabel: a bar of pages may tell the chosen one by another label alone; buttons of a row, and what is
// built alike, tell nothing.
func TestHeading_largerLabel(t *testing.T) {
	t.Parallel()
	at := func(chosen, small, large string, more ...string) *page {
		var items []n
		for _, name := range append([]string{"notes", "todo", "quick"}, more...) {
			label := small
			if name == chosen {
				label = large
			}
			items = append(items, n{"Item", "nav_" + name, "", "clickable", []n{{"Text", label, name, "", nil}}})
		}
		return shown(t, n{"Text", "page", "the same", "", nil}, n{"Bar", "nav", "", "", items})
	}
	here := at("notes", "small", "large")
	for name, c := range map[string]struct {
		other *page
		want  bool
	}{
		"the_same": {at("notes", "small", "large"), true},
		"another":  {at("todo", "small", "large"), false},
	} {
		if alike(here, c.other) != c.want || returned(here, c.other) != c.want {
			t.Errorf("%s: alike %v, returned %v", name, alike(here, c.other), returned(here, c.other))
		}
	}
	if _, chosen := at("todo", "label", "label").heading(); chosen != "" {
		t.Errorf("of items built alike %q is chosen", chosen)
	}
	if _, chosen := here.heading(); chosen != "|notes" {
		t.Errorf("%q is chosen", chosen)
	}
}

// TestTrial_typed: what the inserted events typed stands where the seed shows something else.
func TestTrial_typed(t *testing.T) {
	t.Parallel()
	p := shown(t, n{"Card", "card", "bado x1", "", nil})
	kind := thing{class: "Card", id: "p:id/card"}
	typing := func(words string) []action {
		return []action{{event: event.Event{Kind: event.Tap, Value: words}}, {event: event.Event{Kind: event.Text, Value: words}}}
	}
	for words, want := range map[string]bool{"bado": true, "bado x7": true, "melu": false, "": false} {
		if got := p.typed(kind, typing(words)); got != want {
			t.Errorf("%q: %v", words, got)
		}
	}
	if p.typed(thing{class: "Card", id: "p:id/other"}, typing("bado")) {
		t.Error("another kind is said to be typed")
	}
}

// TestSetting: no inserted event touches a setting: anything may depend on it.
func TestSetting(t *testing.T) {
	t.Parallel()
	settings := func(ids ...string) *page {
		var rows strings.Builder
		for i, name := range []string{"one", "two", "three"} {
			fmt.Fprintf(&rows, `<node class="Row" package="p" enabled="true" clickable="true" bounds="[0,%d][400,%d]">`, 100*i, 100*i+99)
			for _, id := range ids {
				fmt.Fprintf(&rows, `<node class="Text" resource-id="%s" text="%s" package="p" enabled="true" bounds="[0,%d][300,%d]"/>`,
					id, name, 100*i, 100*i+99)
			}
			rows.WriteString("</node>")
		}
		return drawn(t, `<node class="android.widget.ListView" package="p" enabled="true" bounds="[0,0][400,800]">`+rows.String()+`</node>`)
	}
	for name, c := range map[string]struct {
		ids  []string
		want bool
	}{
		"preference":       {[]string{"android:id/title", "android:id/summary"}, true},
		"row":              {[]string{"p:id/title", "p:id/summary"}, false},
		"title_of_a_row":   {[]string{"android:id/title"}, false},
		"switch_of_theirs": {[]string{"android:id/title", "p:id/on"}, false},
	} {
		p := settings(c.ids...)
		d := action{event: event.Event{Kind: event.Tap}}
		for i := range p.Widgets {
			if p.Widgets[i].Class == "Row" {
				d.view = p.views[i]
				break
			}
		}
		if p.disturbs(d, &run{pages: []*page{p}}, 0) != c.want || p.independent(d, nil) == c.want {
			t.Errorf("%s: disturbs %v, independent %v", name, !c.want, c.want)
		}
	}
}

// TestOpened: an action that opens a screen must not do nothing, nor open another row's.
func TestOpened(t *testing.T) {
	t.Parallel()
	from := list(t, false, "apple", "cherry", "pear")
	tree := func(name string) *page {
		return drawnOf(t, "p.Tree",
			`<node class="Text" resource-id="p:id/name" text="`+name+`" package="p" bounds="[0,0][9,9]"/>`)
	}
	for name, c := range map[string]struct {
		before, seed, mutant *page
		want                 string
	}{
		"its_own":           {from, tree("cherry"), tree("cherry"), ""},
		"another_row":       {from, tree("cherry"), tree("pear"), `"cherry" (Text) appear`},
		"no_row_s_words":    {from, tree("cherry"), tree("tree 1"), ""},
		"nothing":           {from, tree("cherry"), from, `"cherry" (Name) open anything`},
		"elsewhere":         {from, tree("cherry"), drawnOf(t, "p.Other", button), ""},
		"a_row_that_is_not": {list(t, false, "apple", "pear"), tree("cherry"), tree("pear"), ""},
		"its_own_window":    {from, from, from, ""},
	} {
		l, ok := opened(tap(t, from, "cherry"), pair{from, c.before}, pair{c.seed, c.mutant}, nil, nil)
		got := ""
		if ok {
			got = l.thing.String() + " " + l.verb()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestOpened_line: what is no row opens what the line outside of the rows says, not a row that the inserted events acted
// on; where the line says something else, what opens may be another.
func TestOpened_line(t *testing.T) {
	t.Parallel()
	from := func(line string) *page {
		return drawn(t, `<node class="Text" resource-id="p:id/now" text="`+line+`" package="p" clickable="true" `+
			`enabled="true" bounds="[0,500][400,600]"/>`+button)
	}
	entry := func(name string) *page {
		return drawnOf(t, "p.Entry",
			`<node class="Text" resource-id="p:id/name" text="`+name+`" package="p" bounds="[0,0][9,9]"/>`)
	}
	for name, c := range map[string]struct {
		line, entry, theirs string
		want                bool
	}{
		"the_line_s":       {"cherry", "cherry", "pear", false},
		"theirs":           {"cherry", "pear", "pear", true},
		"nobody_s":         {"cherry", "apple", "pear", false},
		"the_line_changed": {"pear", "pear", "pear", false},
	} {
		seed := from("cherry")
		_, got := opened(tap(t, seed, "OK"), pair{seed, from(c.line)}, pair{entry("cherry"), entry(c.entry)},
			map[string]bool{c.theirs: true}, nil)
		if got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestGoesBack: an activity that is open below the one in front is gone back to; one that was left is opened anew.
func TestGoesBack(t *testing.T) {
	t.Parallel()
	r := run{pages: []*page{nil}}
	for _, activity := range []string{"Main", "Main", "Entry", "Main", "Entry", "Note", "Main"} {
		r.pages = append(r.pages, drawnOf(t, activity, button))
	}
	var got []bool
	for k := range len(r.pages) - 1 {
		got = append(got, r.goesBack(k))
	}
	if want := []bool{false, false, false, true, false, false, true}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestUndone: after UNDO everything is as before the press that it takes back, but for what time alone does.
func TestUndone(t *testing.T) {
	t.Parallel()
	with := func(names ...string) *page { return list(t, false, names...) }
	press, back := action{view: view{words: "b"}}, action{view: view{words: "UNDO"}, passing: true}
	open := action{view: view{words: "OPEN"}, passing: true}
	for name, c := range map[string]struct {
		seed, was, is *page
		inserted      []action
		want          string
	}{
		"as_before":      {with("a", "b"), with("a", "b"), with("b", "a"), []action{press, back}, ""},
		"a_tick_stays":   {with("a", "b"), with("a", "b"), with("a", "b!"), []action{press, back}, `box of "b" (Box) appear`},
		"a_row_stays":    {with("a", "b"), with("a", "b"), with("a", "b", "c"), []action{press, back}, `"c" (Name) go away`},
		"time_does_so":   {with("a", "b!"), with("a", "b"), with("a", "b!"), []action{press, back}, ""},
		"no_UNDO":        {with("a", "b"), with("a", "b"), with("a", "b!"), []action{press, open}, ""},
		"nothing_undone": {with("a", "b"), with("a", "b"), with("a", "b!"), []action{press}, ""},
		"one_more_press": {with("a", "b"), with("a", "b"), with("a", "b!"), []action{press, back, press}, ""},
		"twice":          {with("a", "b"), with("a", "b"), with("a"), []action{press, back, press, back}, `"b" (Name) appear`},
		"out_of_sight":   {list(t, true, "a", "b"), list(t, true, "a", "b"), list(t, true, "a"), []action{press, back}, ""},
	} {
		in := insertion{0, len(c.inserted)}
		tr := trial{inserts: []insertion{in}, seed: run{pages: []*page{c.seed}}, mutant: run{actions: c.inserted,
			pages: slices.Concat([]*page{c.was}, slices.Repeat([]*page{c.is}, len(c.inserted)))}}
		got := ""
		if l, ok := tr.undone(in); ok {
			got = l.thing.String() + " " + l.verb()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestUndone_line: a line that is there once is owed by UNDO only if another one has brought it back, and if this one
// left it as the press had made it.
func TestUndone_line(t *testing.T) {
	t.Parallel()
	line := func(text string) *page { return shown(t, n{"Line", "now", text, "", nil}, row("z", "")) }
	press, back := action{view: view{words: "b"}}, action{view: view{words: "UNDO"}, passing: true}
	did := func(was, between, is string) run {
		return run{actions: []action{press, back}, pages: []*page{line(was), line(between), line(is)}}
	}
	for name, c := range map[string]struct {
		before run // of the same app
		mutant run
		told   bool
	}{
		"stays":                     {did("none", "a", "none"), did("none", "b", "b"), true},
		"comes_back":                {did("none", "a", "none"), did("none", "b", "none"), false},
		"says_what_was_done_last":   {did("none", "a", "none"), did("a", "b", "none"), false},
		"was_never_seen_to_go_back": {did("none", "a", "a"), did("none", "b", "b"), false},
	} {
		restored := map[thing]bool{}
		c.before.learnRestored(restored)
		in := insertion{0, 2}
		tr := trial{inserts: []insertion{in}, seed: run{pages: c.mutant.pages[:1]}, mutant: c.mutant, restored: restored}
		if l, ok := tr.undone(in); ok != c.told {
			t.Errorf("%s: %v %v, want %v", name, l.thing, ok, c.told)
		}
	}
}

// TestDisturbs: inserted events leave the rows of the seed alone everywhere, and its buttons on the pivot.
func TestDisturbs(t *testing.T) {
	t.Parallel()
	ok := n{"Button", "ok", "OK", "clickable", nil}
	rows := n{"android.widget.ListView", "list", "", "", []n{row("one", ""), row("two", "")}}
	tabs := n{"Tabs", "", "", "", []n{{"Tab", "", "first", "clickable", nil}, {"Tab", "", "second", "clickable", nil}}}
	head := func(name string) n { return n{"Head", "head", "", "clickable", []n{{"Line", "", name, "", nil}}} }
	pivot := shown(t, rows, tabs, ok, head("one"))
	other := shown(t, rows, tabs, ok, head("two"), n{"Line", "more", "x", "", nil})
	seed := played(pivot, tap(t, pivot, "one"), tap(t, pivot, "OK"), tap(t, pivot, "first"))
	for name, c := range map[string]struct {
		at   *page
		d    action
		want bool
	}{
		"another_row":      {pivot, tap(t, pivot, "two"), false},
		"its_row":          {pivot, tap(t, pivot, "one"), true},
		"its_row_later":    {other, tap(t, other, "one"), true},
		"its_button":       {pivot, tap(t, pivot, "OK"), true},
		"its_button_later": {other, tap(t, other, "OK"), false},
		"its_row_s_name":   {pivot, tap(t, pivot, "head"), true},
		"another_s_name":   {other, tap(t, other, "head"), false},
		"its_tab":          {pivot, tap(t, pivot, "first"), true},
		"its_tab_later":    {other, tap(t, other, "first"), false},
		"back":             {pivot, action{event: event.Event{Kind: event.Back}}, false},
	} {
		if got := c.at.disturbs(c.d, seed, 0); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestTrial_twiceDone: a button that the inserted events press, too, may refuse; one that they do not press may not.
func TestTrial_twiceDone(t *testing.T) {
	t.Parallel()
	from, open := drawn(t, button+`<node class="Row" resource-id="p:id/other" text="x" package="p" clickable="true" `+
		`enabled="true" bounds="[0,0][400,100]"/>`), drawnOf(t, "p.Other", button)
	press, other := tap(t, from, "OK"), tap(t, from, "x")
	for name, c := range map[string]struct {
		inserted []action
		want     bool
	}{"it_does": {[]action{other, press}, true}, "it_does_not": {[]action{other, other}, false}} {
		mutant := slices.Concat(c.inserted, []action{press})
		tr := trial{told: true, inserts: []insertion{{0, 2}}, seed: run{actions: []action{press}, pages: []*page{from, open}},
			mutant: run{actions: mutant, pages: []*page{from, open, from, from}}}
		if got := tr.twiceDone(0); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestTrial_twice: how the steps of a script correspond, inserted ones and waits aside, and where the two differ.
func TestTrial_twice(t *testing.T) {
	t.Parallel()
	before, after, other := list(t, false, "a", "b"), list(t, false, "a!", "b"), list(t, false, "a", "b!")
	box := func(p *page, row string) event.Event {
		i := slices.IndexFunc(p.Widgets, func(w ui.Widget) bool { return w.Text == row }) + 1
		x, y := p.Point(i)
		return event.Event{Kind: event.Tap, Target: p.Selector(i), X: x, Y: y}
	}
	launch := event.Event{Kind: event.Launch}
	var tr trial
	var lost *loss
	for _, s := range []struct {
		e  event.Event
		to *page
	}{
		{launch, before}, {box(before, "a"), after}, {event.Event{Kind: event.ClearData}, before},
		{launch, before}, {box(before, "b"), other}, {wait(), other}, {box(other, "a"), other},
	} {
		tr.add(oracle.Step{Event: s.e, After: s.to.Screen, Alive: true, Package: "p"})
		lost = tr.judge()
	}
	if lost == nil {
		t.Fatalf("nothing is lost, broken %v", tr.broken)
	}
	want := [][2]int{{0, 3}, {-1, 4}, {1, 6}, {2, 7}}
	if !slices.Equal(lost.twice.Pairs, want) {
		t.Errorf("pairs %v, want %v", lost.twice.Pairs, want)
	}
	for n, at := range []struct {
		p    *page
		step int
	}{{after, 2}, {other, 7}} {
		i, _ := at.p.Find(box(at.p, "a").Target, 0, 0)
		if got := lost.twice.Lost[n]; got.Step != at.step || got.Bounds != at.p.Widgets[i].Bounds {
			t.Errorf("run %d differs at %v, want step %d, %v", n, got, at.step, at.p.Widgets[i].Bounds)
		}
	}
}
