package dmf

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/oracletest"
	"talpa/fuzz/oracle/xpath"
	"talpa/fuzz/ui"
	"talpa/internal/golden"
)

// TestModel_apply: what each operator does to the objects of its type, and to no others.
func TestModel_apply(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		operator Operator
		before   []string
		want     []string
	}{
		"add":                     {Put, []string{"a"}, []string{"a", "x"}},
		"add_again":               {Put, []string{"x"}, []string{"x", "x"}},
		"add_conflict":            {AddConflict, []string{"x", "a"}, []string{"a"}},
		"add_conflict_with_none":  {AddConflict, []string{"a"}, []string{"a", "x"}},
		"add_noduplicate":         {AddNoDuplicate, []string{"x"}, []string{"x"}},
		"add_noduplicate_of_none": {AddNoDuplicate, nil, []string{"x"}},
		"delete":                  {Remove, []string{"a", "x", "x"}, []string{"a", "x"}},
		"delete_of_none":          {Remove, []string{"a"}, []string{"a"}},
		"clear":                   {Clear, []string{"a", "x"}, nil},
	} {
		fn := &Function{Type: "note", Impacts: []Impact{{Operator: c.operator, Object: "w"}}}
		m := model{"note": c.before, "tag": {"x"}}
		kept := m.String()
		next := m.apply(fn, map[string]string{"w": "x"})
		if !slices.Equal(next["note"], c.want) || !slices.Equal(next["tag"], []string{"x"}) {
			t.Errorf("%s: %s, want %q", name, next, c.want)
		}
		if m.String() != kept {
			t.Errorf("%s: the model before changed to %s", name, m)
		}
	}
	edit := &Function{Type: "note", Impacts: []Impact{{Remove, "old"}, {Put, "new"}}}
	if got := (model{"note": {"a", "b"}}).apply(edit, map[string]string{"old": "a", "new": "c"}).String(); got != `note: ["b" "c"]` {
		t.Errorf("an edit makes it %s", got)
	}
}

// TestModel_equal: models are equal if they hold the same objects; a type without any is as
// good as none.
func TestModel_equal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b model
		want bool
	}{
		{model{}, model{}, true},
		{model{"note": nil}, model{}, true},
		{model{"note": {}}, model{"tag": nil}, true},
		{model{"note": {"a"}}, model{"note": {"a"}}, true},
		{model{"note": {"a"}}, model{"tag": {"a"}}, false},
		{model{"note": {"a"}}, model{"note": {"a", "a"}}, false},
		{model{"note": {"a"}}, model{}, false},
	} {
		if c.a.equal(c.b) != c.want || c.b.equal(c.a) != c.want {
			t.Errorf("%s and %s are equal: %v", c.a, c.b, !c.want)
		}
	}
	if (model{}).String() != "none" || !(model{"n": {"a"}}).has("a") || (model{"n": {"a"}}).has("b") {
		t.Error("what a model says of its objects is wrong")
	}
}

// TestStep_make_did: the event that is made of a step is recognised as that step, for each
// action, and as no other action.
func TestStep_make_did(t *testing.T) {
	t.Parallel()
	s := oracletest.NewNotes("").Screen(t)
	add := slices.IndexFunc(s.Widgets, func(w ui.Widget) bool { return w.ID == "notes:id/add" })
	anyText := func(string) bool { return true }
	events := map[Action]event.Event{}
	for action := range gestures {
		st := &Step{Action: action, Widget: "add", drag: [4]int{1, 2, 3, 4}, seconds: 2}
		e := st.make(s, add, "typed")
		if err := e.Validate(); err != nil {
			t.Errorf("%s makes %v: %v", action, e, err)
		}
		if !st.did(e, s, add, anyText) {
			t.Errorf("%s: %v is not recognised", action, e)
		}
		if st.did(e, s, add, func(string) bool { return false }) && action == Type {
			t.Errorf("%s: any text is taken for the one wanted", action)
		}
		if needsWidget(action) && st.did(e, s, -1, anyText) {
			t.Errorf("%s: recognised where its widget is not", action)
		}
		events[action] = e
	}
	for made, e := range events {
		for other := range gestures {
			st := &Step{Action: other, drag: [4]int{1, 2, 3, 4}, seconds: 2}
			alike := gestures[made] == gestures[other]
			if st.did(e, s, add, anyText) != alike {
				t.Errorf("%s is taken for %s: %v", made, other, !alike)
			}
		}
	}
}

// TestParseDrag: four pixels and nothing else.
func TestParseDrag(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1,2,3,4": "[1 2 3 4]", " 1, 2,3 ,4 ": "[1 2 3 4]", "0,0,65536,0": "[0 0 65536 0]",
		"1,2,3": "", "1,2,3,4,5": "", "": "", "1,2,3,x": "", "-1,2,3,4": "", "1,2,3,65537": "", "1.5,2,3,4": "",
	} {
		drag, err := parseDrag(text)
		if (err == nil) != (want != "") || err == nil && fmt.Sprint(drag) != want {
			t.Errorf("%q: %v, %v; want %s", text, drag, err, want)
		}
	}
}

// TestWidget_find: which widgets a description fits, and which of them it means.
func TestWidget_find(t *testing.T) {
	t.Parallel()
	s, err := ui.Parse([]byte(`<hierarchy><node class="L" package="p" bounds="[0,0][9,9]">`+
		`<node class="android.widget.TextView" resource-id="p:id/t" text="a" content-desc="one" package="p" bounds="[0,0][9,9]"/>`+
		`<node class="android.widget.TextView" resource-id="p:id/t" text="b" package="q" bounds="[0,0][9,9]"/>`+
		`<node class="android.widget.MultiAutoCompleteTextView" text="c" package="p" bounds="[0,0][9,9]"/></node></hierarchy>`), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		w    Widget
		pkg  string
		text string // what is meant; "" is any
		want string
	}{
		"by_class":                 {Widget{Class: "android.widget.TextView"}, "", "", "[1 2] 1"},
		"by_name":                  {Widget{ID: "p:id/t"}, "", "", "[1 2] 1"},
		"the_second":               {Widget{ID: "p:id/t", Nth: 1}, "", "", "[1 2] 2"},
		"the_third_of_two":         {Widget{ID: "p:id/t", Nth: 2}, "", "", "[1 2] -1"},
		"by_name_and_text":         {Widget{ID: "p:id/t", Text: "b"}, "", "b", "[2] 2"},
		"of_one_app":               {Widget{ID: "p:id/t"}, "q", "", "[2] 2"},
		"by_description":           {Widget{Desc: "one"}, "", "", "[1] 1"},
		"field_of_older_Androids":  {Widget{Class: "android.widget.EditText"}, "", "", "[3] 3"},
		"by_path":                  {Widget{XPath: "//android.widget.TextView[@text='b']"}, "", "", "[2] 2"},
		"by_path_and_name":         {Widget{XPath: "//*[@text='c']", ID: "p:id/t"}, "", "", "[] -1"},
		"by_path_to_a_parent":      {Widget{XPath: "//*[@text='b']/.."}, "", "", "[0] 0"},
		"by_path_counted":          {Widget{XPath: "/L/*[3]"}, "", "", "[3] 3"},
		"description_of_no_widget": {Widget{}, "", "", "[] -1"},
	} {
		if c.w.XPath != "" {
			var err error
			if c.w.path, err = xpath.Compile(c.w.XPath); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		means := func(got string) bool { return c.text == "" || got == c.text }
		at, ok := c.w.find(s, c.pkg, means)
		if got := fmt.Sprintf("%v %d", c.w.findAll(s, c.pkg, means), at); got != c.want || ok != (at >= 0) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestAttempt_means: which texts a text of the specification stands for.
func TestAttempt_means(t *testing.T) {
	t.Parallel()
	o := New(&Spec{}, nil)
	o.model = model{"note": {"milk", "bread"}}
	a := &attempt{fn: &Function{Widgets: map[string]Widget{"old": {}, "unseen": {}}}, names: map[string]string{"old": "before"}}
	for text, want := range map[string]string{
		"":             "milk bread before x unseen.text",
		"random":       "milk bread before x unseen.text",
		"x":            "x",
		"old.text":     "before",
		"unseen.text":  "", // its text is not known
		"note::random": "milk bread",
		"tag::random":  "",
		"other.text":   "", // no widget of that name: the text as it stands
	} {
		var got []string
		means := o.means(a, text)
		for _, candidate := range []string{"milk", "bread", "before", "x", "unseen.text"} {
			if means(candidate) {
				got = append(got, candidate)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q stands for %q, want %q", text, got, want)
		}
	}
	a.names["note::random"] = "milk"
	if means := o.means(a, "note::random"); !means("milk") || means("bread") {
		t.Error("an object that was chosen is not the same in all of the function")
	}
}

// TestOracle_hold: conditions on the screen and on the model.
func TestOracle_hold(t *testing.T) {
	t.Parallel()
	app := oracletest.NewNotes("")
	app.List = []string{"milk"}
	s := app.Screen(t)
	o := New(&Spec{}, nil)
	fn := &Function{Widgets: map[string]Widget{"row": {ID: "notes:id/title"}, "milk": {Text: "milk"}, "gone": {Text: "gone"}}}
	many := []string{"1", "2", "3", "4", "5", "6"}
	for name, c := range map[string]struct {
		c       Condition
		objects []string
		want    bool
	}{
		"widget_there":                {Condition{Relation: In, Widget: "milk"}, nil, true},
		"widget_not_there":            {Condition{Relation: In, Widget: "gone"}, nil, false},
		"widget_gone":                 {Condition{Relation: NotIn, Widget: "gone"}, nil, true},
		"row_of_an_object":            {Condition{Relation: In, Widget: "row", Type: "note"}, []string{"milk"}, true},
		"row_of_another_object":       {Condition{Relation: In, Widget: "row", Type: "note"}, []string{"bread"}, false},
		"empty":                       {Condition{Relation: Empty, Type: "note"}, nil, true},
		"not_empty":                   {Condition{Relation: NotEmpty, Type: "note"}, []string{"a"}, true},
		"empty_with_an_object":        {Condition{Relation: Empty, Type: "note"}, []string{"a"}, false},
		"few_enough":                  {Condition{Relation: Smaller, Type: "note"}, many[:fewObjects], true},
		"too_many":                    {Condition{Relation: Smaller, Type: "note"}, many, false},
		"objects_of_another_type":     {Condition{Relation: NotEmpty, Type: "tag"}, many, false},
		"not_there_of_such_an_object": {Condition{Relation: NotIn, Widget: "row", Type: "note"}, []string{"milk"}, false},
	} {
		o.model = model{"note": c.objects}
		if got := o.hold(&attempt{fn: fn, names: map[string]string{}}, s, &c.c); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestOracle_word: what is typed is new, on the screen and among the objects, however many
// there are.
func TestOracle_word(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	o := New(&Spec{}, rand.New(rand.NewSource(int64(r.Uint64()))))
	s := oracletest.NewNotes("").Screen(t)
	seen := map[string]bool{}
	for range 2000 {
		w := o.word(s)
		if seen[w] || shows(s, w) || w == "" {
			t.Fatalf("%q is not new", w)
		}
		seen[w] = true
		o.model["note"] = append(o.model["note"], w)
	}
}

// TestParseKeys: a node of a dump, of which the attributes that say something count.
func TestParseKeys(t *testing.T) {
	t.Parallel()
	keys, err := ParseKeys([]byte(`{"keyviews":[{"view":"<node text=\"Save\" class=\"#any#\" resource-id=\"\" clickable=\"true\" bounds=\"[0,0][9,9]\" />"}]}`))
	if err != nil || len(keys) != 1 || len(keys[0]) != 3 {
		t.Fatalf("%v, %v", keys, err)
	}
	w := ui.Widget{Text: "Save", Clickable: true, Bounds: ui.Rect{Right: 9, Bottom: 9}}
	if !keys[0].fits(&w) {
		t.Error("the widget itself does not fit")
	}
	for name, change := range map[string]func(w *ui.Widget){
		"text": func(w *ui.Widget) { w.Text = "save" }, "flag": func(w *ui.Widget) { w.Clickable = false }, "bounds": func(w *ui.Widget) { w.Bounds.Left = 1 },
	} {
		other := w
		change(&other)
		if keys[0].fits(&other) {
			t.Errorf("one of another %s fits", name)
		}
	}
}

// TestTalliesSayWhy is for functions that were never judged: what no screen had, and the step that
// broke them off.
func TestTalliesSayWhy(t *testing.T) {
	t.Parallel()
	const function = `{"name": %q, "type": "view", "datatype": "note", "proportion": "1000", "widgets": [
		{"name": "add", "resource-id": "notes:id/add"}, {"name": "gone", "UI_layout_num": "1", "text": "Gone"},
		{"name": "never", "text": "Nowhere"}],
		"events": [{"widget": "add", "action": "click", "force": true}, {"widget": "gone", "action": "click", "force": true}],
		"preconditions": [{"widget": %q, "relation": "in"}]}`
	spec, err := Parse([]byte(`{"dmfs": [` + fmt.Sprintf(function, "no step", "add") + "," +
		fmt.Sprintf(function, "no screen", "never") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewSource(1))
	o := New(spec, rng)
	if lacking := o.Tallies()[1].Lacking; len(lacking) > 0 {
		t.Errorf("no screen was looked at, and none had %q", lacking)
	}
	oracletest.NewNotes("").Search(t, o, rng, oracletest.Search{Length: 60})
	step, screen := o.Tallies()[0], o.Tallies()[1]
	if step.BrokenOff == 0 || step.BrokenOff != step.Begun || step.Judged > 0 ||
		step.Reasons[0].Why != `step 2, click: no widget gone (text "Gone")` {
		t.Errorf("%+v", step)
	}
	if screen.Held > 0 || len(screen.Lacking) != 1 || screen.Lacking[0] != `never (text "Nowhere")` {
		t.Errorf("%+v", screen)
	}
}

// TestWidgetsGetTime has a step wait once for a widget that comes late, and a replay take the wait for
// part of the function.
func TestWidgetsGetTime(t *testing.T) {
	t.Parallel()
	spec, err := Parse([]byte(`{"dmfs": [{"name": "add", "type": "add", "datatype": "note", "proportion": "1000", "widgets": [
		{"name": "add", "resource-id": "notes:id/add"}, {"name": "save", "UI_layout_num": "1", "resource-id": "notes:id/save"}],
		"events": [{"widget": "add", "action": "click", "force": true}, {"widget": "save", "action": "click", "force": true}],
		"preconditions": [{"widget": "add", "relation": "in"}], "post-conditions": [{"widget": "add", "relation": "in"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	app := oracletest.NewNotes("")
	list := app.Screen(t)
	app.Do(tapOn(t, list, "notes:id/add"))
	form := app.Screen(t)
	for name, rng := range map[string]*rand.Rand{"search": rand.New(rand.NewSource(1)), "replay": nil} {
		o := New(spec, rng)
		steps := []struct {
			e             event.Event
			before, after *ui.Screen
		}{
			{tapOn(t, list, "notes:id/add"), list, list},
			{event.Event{Kind: event.Wait, Millis: graceMillis}, list, form},
			{tapOn(t, form, "notes:id/save"), form, list},
		}
		for i, s := range steps {
			for rng != nil {
				e, turn := o.Propose(s.before)
				if turn == oracle.Pass {
					continue // chance chose nothing
				}
				if e.Kind != s.e.Kind {
					t.Errorf("%s: step %d is %s, want %s", name, i, e, s.e)
				}
				break
			}
			o.Judge(oracle.Step{Event: s.e, Package: "notes", Before: s.before, After: s.after, Alive: true})
		}
		if got := judged(o, "add"); got != 1 {
			t.Errorf("%s: judged %d times, %+v", name, got, o.Tallies())
		}
	}
}

// TestStepsActOnTheirObject: a function that reads the name of one row and touches "the first" one means
// the row of that name, as where the pages of the two list things in different orders.
func TestStepsActOnTheirObject(t *testing.T) {
	t.Parallel()
	spec, err := Parse([]byte(`{"dmfs": [{"name": "delete", "type": "delete", "datatype": "note", "proportion": "1000",
		"widgets": [{"name": "row", "resource-id": "notes:id/title"}, {"name": "doomed", "resource-id": "notes:id/title",
			"instance": "1"}, {"name": "delete", "UI_layout_num": "1", "resource-id": "notes:id/delete"},
			{"name": "gone", "UI_layout_num": "2", "resource-id": "notes:id/title", "text": "doomed.text"}],
		"events": [{"widget": "row", "action": "click", "force": true}, {"widget": "delete", "action": "click", "force": true}],
		"impacts": [{"operator": "delete", "object": "doomed.text"}], "preconditions": [{"widget": "row", "relation": "in"}],
		"post-conditions": [{"widget": "gone", "relation": "not in"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	app := oracletest.NewNotes("")
	app.List = []string{"first", "second", "third"}
	o := NewEager(spec, rand.New(rand.NewSource(1)))
	for played := 0; played < 3; { // two steps, and the wait that a doubt would ask for
		e, turn := o.Propose(app.Screen(t))
		if turn != oracle.Play {
			if judged(o, "delete") > 0 {
				break
			}
			continue
		}
		played++
		if found := app.Play(t, o, e).Found; len(found) > 0 {
			t.Errorf("%+v", found)
		}
	}
	if judged(o, "delete") != 1 || !slices.Equal(app.List, []string{"first", "third"}) {
		t.Errorf("the app has %q, %+v", app.List, o.Tallies())
	}
}
