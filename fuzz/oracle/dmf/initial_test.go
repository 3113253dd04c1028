package dmf

import (
	"math/rand"
	"slices"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/oracletest"
)

// readNotesByName is the specification of the model app whose rows are told by their resource name.
func readNotesByName(t *testing.T) *Spec {
	t.Helper()
	spec := readNotes(t)
	for _, name := range []string{"row", "delete_name"} {
		spec.Functions[1].Widgets[name] = Widget{Name: name, ID: "notes:id/title"}
	}
	return spec
}

// launched has an oracle see the app's first screen.
func launched(t *testing.T, o *Oracle, app *oracletest.Notes) {
	t.Helper()
	o.Judge(oracle.Step{Event: event.Event{Kind: event.Launch}, Package: "notes", After: app.Screen(t), Alive: true})
}

// TestInitialObjects_read: rows are objects by the words of the functions that take them away, headers and
// what lies before the first row that any function takes are not.
func TestInitialObjects_read(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(spec *Spec)
		want   []string
	}{
		"rows_by_name":      {func(*Spec) {}, []string{"one", "two", "two"}},
		"first_is_a_header": {func(spec *Spec) { row(spec, func(w *Widget) { w.Nth = 1 }) }, []string{"two", "two"}},
		"first_of_two_functions": {func(spec *Spec) {
			more := spec.Functions[1]
			more.Widgets = map[string]Widget{"delete_name": {ID: "notes:id/title", Nth: 2}}
			spec.Functions = append(spec.Functions, more)
		}, []string{"one", "two", "two"}},
		"rows_by_class":           {func(spec *Spec) { row(spec, func(w *Widget) { w.ID, w.Class = "", "android.widget.TextView" }) }, nil},
		"named_on_a_later_screen": {func(spec *Spec) { row(spec, func(w *Widget) { w.Layout = 1 }) }, nil},
		"another_page": {func(spec *Spec) {
			spec.Functions[1].Before = []Condition{{Relation: In, Widget: "delete"}}
		}, nil},
	} {
		spec := readNotesByName(t)
		c.change(spec)
		o, app := New(spec, nil), oracletest.NewNotes("")
		app.List = []string{"one", "two", "two"}
		if launched(t, o, app); !slices.Equal(o.model["note"], c.want) {
			t.Errorf("%s: the model has %s, want %q", name, o.model, c.want)
		}
		if launched(t, o, app); !slices.Equal(o.model["note"], c.want) {
			t.Errorf("%s: seen again it has %s, want %q", name, o.model, c.want)
		}
	}
}

func row(spec *Spec, change func(w *Widget)) {
	w := spec.Functions[1].Widgets["delete_name"]
	change(&w)
	spec.Functions[1].Widgets["delete_name"] = w
}

// TestInitialObjects_until_data_changed: once a key view was used rows may be what functions made of them.
func TestInitialObjects_until_data_changed(t *testing.T) {
	t.Parallel()
	o, app := New(readNotesByName(t), nil), oracletest.NewNotes("")
	launched(t, o, app)
	app.Play(t, o, tapOn(t, app.Screen(t), "notes:id/add"))
	typed := tapOn(t, app.Screen(t), "notes:id/text")
	typed.Kind, typed.Value = event.Text, "milk"
	app.Play(t, o, typed)
	app.Play(t, o, tapOn(t, app.Screen(t), "notes:id/save"))
	app.List = append(app.List, "sync")
	app.Play(t, o, event.Event{Kind: event.Wait, Millis: 1})
	if want := []string{"milk"}; !slices.Equal(o.model["note"], want) || o.initial["note"] != 0 {
		t.Errorf("the model has %s, %d of them from the start, want %q", o.model, o.initial["note"], want)
	}
	o.Reset()
	if launched(t, o, app); len(o.model["note"]) != 2 || o.initial["note"] != 2 {
		t.Errorf("after data was cleared the model has %s", o.model)
	}
}

// TestInitialObjects_conditions: functions that need an object may begin at once, and those that may add to
// a few objects only count what functions added.
func TestInitialObjects_conditions(t *testing.T) {
	t.Parallel()
	o, app := New(readNotesByName(t), nil), oracletest.NewNotes("")
	app.List = []string{"1", "2", "3", "4", "5", "6", "7"}
	launched(t, o, app)
	var able []string
	for i := range o.spec.Functions {
		if fn := &o.spec.Functions[i]; o.listed(fn, app.Screen(t)) {
			if a, ok := o.begin(fn, app.Screen(t)); ok && o.holds(a, app.Screen(t), fn.Before) {
				able = append(able, fn.Name)
			}
		}
	}
	if want := []string{"add note", "delete note", "search note"}; !slices.Equal(able, want) {
		t.Errorf("%q may begin, want %q", able, want)
	}
}

// TestInitialObjects_right_app: an app that has notes from the start is not blamed, and the model is what
// it has.
func TestInitialObjects_right_app(t *testing.T) {
	t.Parallel()
	spec := readNotesByName(t)
	deleted := 0
	for seed := range int64(100) {
		rng := rand.New(rand.NewSource(seed))
		o, app := New(spec, rng), oracletest.NewNotes("")
		app.List = []string{"tour", "welcome", "news"}
		for _, p := range app.Search(t, o, rng, oracletest.Search{Length: 120}) {
			if len(p.Found) > 0 {
				t.Fatalf("seed %d: %+v", seed, p.Found)
			}
		}
		got, want := slices.Sorted(slices.Values(o.model["note"])), slices.Sorted(slices.Values(app.List))
		if !o.lost && !slices.Equal(got, want) {
			t.Fatalf("seed %d: the model has %s, the app %q", seed, o.model, app.List)
		}
		deleted += judged(o, "delete note")
	}
	if deleted < 100 {
		t.Errorf("%d notes were deleted in 100 runs", deleted)
	}
}
