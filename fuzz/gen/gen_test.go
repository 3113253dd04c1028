package gen

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

func TestFieldOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w    ui.Widget
		want Field
	}{
		{ui.Widget{InputType: 0x2002}, FieldNumber},
		{ui.Widget{InputType: 0x21}, FieldMail},
		{ui.Widget{InputType: 0x11}, FieldURL},
		{ui.Widget{InputType: 3, ID: "a:id/name"}, FieldPhone},
		{ui.Widget{Password: true}, FieldPassword},
		{ui.Widget{ID: "com.foo:id/editServerUrl"}, FieldURL},
		{ui.Widget{ID: "com.foo:id/start_date"}, FieldDate},
		{ui.Widget{Hint: "Port"}, FieldNumber},
		{ui.Widget{ID: "com.foo:id/message", Hint: "Your message"}, FieldPlain},
		{ui.Widget{ID: "com.foo:id/support"}, FieldPlain},
	} {
		if got := FieldOf(&c.w); got != c.want {
			t.Errorf("%+v: field %d, want %d", c.w, got, c.want)
		}
	}
}

func TestValuesCoverTheKinds(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	seen := map[string]bool{}
	texts := &Texts{Wanted: []string{"wanted"}, Strings: []string{"constant"}}
	for range 2000 {
		seen[texts.Value(&ui.Widget{InputType: 2}, AnyValue, rng)] = true
	}
	for _, value := range []string{"", "wanted", "constant", "-1", "42", "O'Hara"} {
		if !seen[value] {
			t.Errorf("%q was never drawn for a number field", value)
		}
	}
}

// Of a field whose text is parsed as an address a well-made form has one with a scheme.
func TestValue_address(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	texts := &Texts{Fields: map[string]Hint{"id/input": {URL: true}}}
	for range 200 {
		if v := texts.Value(&ui.Widget{ID: "org.x:id/input"}, ValidValue, rng); !strings.HasPrefix(v, "http") {
			t.Fatalf("%q has no scheme", v)
		}
	}
}

// A text that a field has already changes nothing; an empty field may show its hint as its text.
func TestFinish_typesAnotherText(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	texts := &Texts{Fields: map[string]Hint{"f": {Numeric: true}}}
	for _, w := range []ui.Widget{{ID: "p:id/f"}, {ID: "p:id/f", Text: "Amount", Hint: "Amount"}} {
		same := 0
		for range 2000 {
			c := Candidate{Event: event.Event{Kind: event.Text}}
			if Finish(c, &ui.Screen{Widgets: []ui.Widget{w}}, texts, EdgeValue, rng).Value == "" {
				same++
			}
		}
		if same > 20 { // a tenth of the draws is the empty text
			t.Errorf("%q: the empty text was typed into the empty field %d times of 2000", w.Text, same)
		}
	}
}

func TestDrawFollowsWeights(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	counts := [4]int{}
	weights := [4]float64{0, 1, 3, -1}
	for range 4000 {
		counts[Draw(rng, 4, func(i int) float64 { return weights[i] })]++
	}
	if counts[0] != 0 || counts[3] != 0 || counts[2] < 2*counts[1] || counts[2] > 4*counts[1] {
		t.Errorf("counts %v for weights %v", counts, weights)
	}
	if got := Draw(rng, 2, func(int) float64 { return 0 }); got != -1 {
		t.Errorf("drew %d of nothing", got)
	}
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	const dump = `<hierarchy><node class="android.widget.FrameLayout" enabled="true" bounds="[0,0][400,800]">
		<node class="android.widget.ListView" enabled="true" scrollable="true" bounds="[0,0][400,400]">
		<node class="android.widget.TextView" resource-id="p:id/row" text="One 1" long-clickable="true" enabled="true" bounds="[0,0][400,100]"/>
		<node class="android.widget.TextView" resource-id="p:id/row" text="Two 2" long-clickable="true" enabled="true" bounds="[0,100][400,200]"/></node>
		<node class="android.view.View" enabled="true" bounds="[0,400][400,700]"/>
		<node class="android.widget.EditText" resource-id="p:id/edit" clickable="true" enabled="true" bounds="[0,700][400,800]"/>
		</node></hierarchy>`
	s, err := ui.Parse([]byte(dump), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[event.Kind]int{}
	rows, keys := map[Key]bool{}, map[Key]bool{}
	rng := rand.New(rand.NewSource(1))
	for _, c := range Candidates(s) {
		e := Finish(c, s, &Texts{}, AnyValue, rng)
		if err := e.Validate(); err != nil {
			t.Errorf("%v: %v", e, err)
		}
		kinds[e.Kind]++
		if e.Kind == event.Tap && c.Listed {
			rows[c.Kind], keys[c.Key] = true, true
		}
		if e.Kind == event.Select {
			if e.Y != 50 || e.Y2 != 150 {
				t.Errorf("%v picks other rows than the two", e)
			}
			continue // it is of two widgets
		}
		if got, i, ok := event.Resolve(e, s); !ok || i != c.Widget {
			t.Errorf("%v resolves to widget %d (%v), want %d", got, i, ok, c.Widget)
		}
	}
	// Two rows and the drawing surface swipe both ways, a list scrolls by pages and to its ends.
	for kind, want := range map[event.Kind]int{event.Tap: 4, event.DoubleTap: 3, event.Swipe: 6, event.Scroll: 4,
		event.Text:  1,
		event.Pinch: 3, event.Select: 1, event.Drag: 1} {
		if kinds[kind] != want {
			t.Errorf("%d events of kind %s, want %d", kinds[kind], kind, want)
		}
	}
	if len(rows) != 1 || len(keys) != 2 {
		t.Errorf("two rows have %d kinds and %d keys", len(rows), len(keys))
	}
}

// TestDrags: the first row is dragged over the next and over the last, by its handle where rows have
// one; nothing is dragged where there is one row.
func TestDrags(t *testing.T) {
	t.Parallel()
	rows := func(n int, handles bool) string {
		b := strings.Builder{}
		for i := range n {
			top, handle := 100*i, ""
			if handles {
				handle = fmt.Sprintf(`<node class="android.widget.ImageView" content-desc="Drag here" clickable="true" `+
					`enabled="true" bounds="[350,%d][400,%d]"/>`, top, top+100)
			}
			fmt.Fprintf(&b, `<node class="android.widget.LinearLayout" clickable="true" enabled="true" `+
				`bounds="[0,%d][400,%d]">%s</node>`, top, top+100, handle)
		}
		return b.String()
	}
	for name, c := range map[string]struct{ rows, want string }{
		"rows":    {rows(4, false), "200,50 200,150; 200,50 200,350"},
		"two":     {rows(2, false), "200,50 200,150"},
		"one":     {rows(1, false), ""},
		"handles": {rows(3, true), "375,50 375,150; 375,50 375,250"},
	} {
		s, err := ui.Parse([]byte(`<hierarchy><node class="android.widget.FrameLayout" enabled="true" `+
			`bounds="[0,0][400,800]"><node class="android.widget.ListView" enabled="true" scrollable="true" `+
			`bounds="[0,0][400,800]">`+c.rows+"</node></node></hierarchy>"), "p/p.Main")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, candidate := range Candidates(s) {
			if e := candidate.Event; e.Kind == event.Drag {
				got = append(got, fmt.Sprintf("%d,%d %d,%d", e.X, e.Y, e.X2, e.Y2))
			}
		}
		if dragged := strings.Join(got, "; "); dragged != c.want {
			t.Errorf("%s: dragged %q, want %q", name, dragged, c.want)
		}
	}
}

func TestEdgesComeFromTheDisplaysBorder(t *testing.T) {
	t.Parallel()
	const dump = `<hierarchy><node class="%s" enabled="true" bounds="[0,0][400,800]"/></hierarchy>`
	weights := map[string]float64{}
	for _, class := range []string{"android.widget.FrameLayout", "androidx.drawerlayout.widget.DrawerLayout"} {
		s, err := ui.Parse(fmt.Appendf(nil, dump, class), "p/p.Main")
		if err != nil {
			t.Fatal(err)
		}
		keys := map[Key]bool{}
		for _, c := range Edges(s) {
			if err := c.Event.Validate(); err != nil {
				t.Error(err)
			}
			if e := c.Event; e.X > 2 && e.X < 397 && e.Y > 2 && e.Y < 797 {
				t.Errorf("%v does not begin at an edge", e)
			}
			keys[c.Key] = true
			weights[class] += c.Weight
		}
		if len(keys) != 4 {
			t.Errorf("%d edges have keys of their own, want 4", len(keys))
		}
	}
	if weights["androidx.drawerlayout.widget.DrawerLayout"] <= weights["android.widget.FrameLayout"] {
		t.Errorf("a drawer does not raise the edges: %v", weights)
	}
}
