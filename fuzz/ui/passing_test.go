package ui

import (
	"strings"
	"testing"
)

// TestPassing: a snackbar with all that is in it goes away by itself, whatever it is drawn in, and so does a
// bar of progress; what has the size of a page does not.
func TestPassing(t *testing.T) {
	t.Parallel()
	const bar = `<node class="Text" resource-id="x:id/snackbar_text" text="Gone" bounds="[0,900][300,1000]"/>`
	for name, c := range map[string]struct {
		nodes string
		want  string // the classes that pass
		bar   bool
		under bool // a touch on the first widget of the page, at its foot
	}{
		"nothing":        {`<node class="Row" bounds="[0,900][400,1000]"/>`, "", false, false},
		"snackbar":       {`<node class="Row" bounds="[0,900][400,1000]"/><node class="Bar" bounds="[0,900][400,1000]">` + bar + `</node>`, "Bar Text", true, true},
		"beside_the_row": {`<node class="Row" bounds="[0,0][400,100]"/><node class="Bar" bounds="[0,900][400,1000]">` + bar + `</node>`, "Bar Text", true, false},
		"in_a_page":      {`<node class="Page" bounds="[0,0][400,1000]">` + bar + `</node>`, "Text", true, false},
		"progress":       {`<node class="Row" bounds="[0,900][400,1000]"/><node class="a.ProgressBar" bounds="[0,900][400,1000]"/>`, "a.ProgressBar", false, true},
	} {
		s, err := Parse([]byte(`<hierarchy><node class="Root" bounds="[0,0][400,1000]">`+c.nodes+`</node></hierarchy>`), "p/p.M")
		if err != nil {
			t.Fatal(err)
		}
		in, there := s.Passing()
		var classes []string
		for i := range in {
			if in[i] {
				classes = append(classes, s.Widgets[i].Class)
			}
		}
		if got := strings.Join(classes, " "); got != c.want || there != c.bar {
			t.Errorf("%s: %q pass, a snackbar %v; want %q, %v", name, got, there, c.want, c.bar)
		}
		passing, _ := s.Passing()
		if _, got := s.Over(1, 200, s.Widgets[1].Bounds.Bottom-10, passing); got != c.under {
			t.Errorf("%s: the first widget is covered: %v", name, got)
		}
	}
}
