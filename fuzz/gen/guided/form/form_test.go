package form

import (
	"math/rand"
	"slices"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/front"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

const (
	name = `<node class="android.widget.EditText" package="p" resource-id="p:id/add_name" enabled="true" clickable="true" bounds="[0,0][400,100]"/>`
	port = `<node class="android.widget.EditText" package="p" resource-id="p:id/port" enabled="true" clickable="true" bounds="[0,100][400,200]"/>`
	save = `<node class="android.widget.Button" package="p" text="Save" enabled="true" clickable="true" bounds="[0,200][400,300]"/>`
	no   = `<node class="android.widget.Button" package="p" text="Cancel" resource-id="p:id/add_cancel" enabled="true" clickable="true" bounds="[0,300][400,400]"/>`
)

// in is the screen of some widgets, each of which matters by a factor.
func in(t *testing.T, factor float64, widgets string) front.Front {
	t.Helper()
	s, err := ui.Parse([]byte(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p"`+
		` bounds="[0,0][400,800]">`+widgets+`</node></hierarchy>`), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	f := front.Front{Screen: s}
	for _, c := range gen.Candidates(s) {
		f.Offers = append(f.Offers, transition.Offer{Candidate: c, Factor: factor})
	}
	back := gen.Candidate{Event: event.Event{Kind: event.Back}, Weight: 1}
	back.Key = gen.KeyOf(back.Event)
	f.Offers = append(f.Offers, transition.Offer{Candidate: back, System: true, Factor: factor})
	return f
}

// Fields are mostly all of a form, the lowest first; what cannot matter is seldom filled.
func TestFields(t *testing.T) {
	t.Parallel()
	filled := func(factor float64) (both, fields int) {
		f := in(t, factor, name+port+save)
		for seed := range int64(200) {
			got := Fields(f, rand.New(rand.NewSource(seed)))
			if fields += len(got); len(got) < 2 {
				continue
			}
			both++
			if !slices.Equal(got, f.Fields()) {
				t.Fatalf("seed %d: %v, want the lowest first, %v", seed, got, f.Fields())
			}
		}
		return both, fields
	}
	if both, fields := filled(1); both < 120 || fields == 400 {
		t.Errorf("%d of 200 forms whole, %d of 400 fields", both, fields)
	}
	if _, fields := filled(0.01); fields > 80 {
		t.Errorf("%d of 400 fields that cannot matter", fields)
	}
}

// Fill types into each field first and presses what confirms last, unless it is interrupted. Odd texts are mostly in one
// field only.
func TestFill(t *testing.T) {
	t.Parallel()
	f := in(t, 1, name+port+save+no)
	fields := f.Fields()
	saved, odd := 0, 0
	for seed := range int64(200) {
		plan := Fill(f, fields, gen.EdgeValue, rand.New(rand.NewSource(seed)))
		if len(plan) < len(fields) || len(plan) > len(fields)+1 {
			t.Fatalf("seed %d: %d steps of %d fields", seed, len(plan), len(fields))
		}
		for i, key := range fields {
			if plan[i].Key != key {
				t.Fatalf("seed %d: step %d is %v, want %v", seed, i, plan[i].Key, key)
			}
			if plan[i].Class == gen.EdgeValue {
				odd++
			}
		}
		i := slices.IndexFunc(f.Offers, func(o transition.Offer) bool { return o.Key == plan[len(plan)-1].Key })
		if f.Offers[i].Label == "Save" {
			saved++
		}
	}
	if saved < 100 || odd < 200 || odd > 280 {
		t.Errorf("%d of 200 forms saved, %d odd texts", saved, odd)
	}
}

// Valid fills all fields with valid texts and confirms; it leaves a form that nothing confirms. Neither a field nor a
// button that cancels is taken for what confirms, whatever their ids say.
func TestValid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, widgets, last string }{
		{"a button that saves", name + port + no + save, "Save"},
		{"nothing that confirms", name + port + no, ""},
	} {
		f := in(t, 1, c.widgets)
		plan := Valid(f)
		if len(plan) != 3 || plan[0].Class != gen.ValidValue || plan[1].Class != gen.ValidValue {
			t.Fatalf("%s: %+v", c.name, plan)
		}
		i := slices.IndexFunc(f.Offers, func(o transition.Offer) bool { return o.Key == plan[2].Key })
		if i < 0 || f.Offers[i].Label != c.last || f.Offers[i].System != (c.last == "") {
			t.Errorf("%s: ends with %+v", c.name, f.Offers[max(i, 0)])
		}
	}
}
