package property

import (
	"math/rand"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// barred is a list of two rows; barred by a snackbar over the second one if bar says so.
func barred(t *testing.T, bar bool) *ui.Screen {
	t.Helper()
	dump := `<hierarchy><node class="Root" package="p" enabled="true" bounds="[0,0][400,1000]">` +
		`<node class="Row" package="p" text="a" enabled="true" clickable="true" bounds="[0,0][400,100]"/>` +
		`<node class="Row" package="p" text="b" enabled="true" clickable="true" bounds="[0,900][400,1000]"/>`
	if bar {
		dump += `<node class="Bar" package="p" enabled="true" bounds="[0,880][400,1000]">` +
			`<node class="Text" resource-id="p:id/snackbar_text" text="Gone" package="p" bounds="[0,880][300,1000]"/>` +
			`<node class="Button" resource-id="p:id/snackbar_action" text="UNDO" package="p" enabled="true"` +
			` clickable="true" bounds="[300,880][400,1000]"/></node>`
	}
	s, err := ui.Parse([]byte(dump+`</node></hierarchy>`), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSnackbars_are_waited_out: a touch that a snackbar would take comes after it is gone; a bar that stays
// breaks the rule off.
func TestSnackbars_are_waited_out(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		row         string
		bar, stays  bool
		want, broke string
	}{
		"row_below_it":         {"b", true, false, "wait tap", ""},
		"another_row":          {"a", true, false, "tap", ""},
		"no_snackbar":          {"b", false, false, "tap", ""},
		"what_it_offers":       {"UNDO", true, false, "tap", ""},
		"one_that_does_not_go": {"b", true, true, "wait wait", "a snackbar lay over the widget"},
	} {
		spec := parse(t, `
def f(app):
    app.tap(app.find(text = "`+c.row+`"))
    app.check(True)
rule("f", f, probability = 1)
`)
		o := New(spec, rand.New(rand.NewSource(1)))
		s := barred(t, c.bar)
		var played []string
		for range 2 {
			e, turn := o.Propose(s)
			if turn != oracle.Play {
				break
			}
			played = append(played, string(e.Kind))
			after := barred(t, c.stays)
			given(o, e, s, after)
			if s = after; e.Kind == event.Tap {
				break
			}
		}
		tally := o.Tallies()[0]
		broke := ""
		if len(tally.Reasons) > 0 {
			broke = tally.Reasons[0].Why
		}
		if got := strings.Join(played, " "); got != c.want || !strings.Contains(broke, c.broke) || (broke == "") != (c.broke == "") {
			t.Errorf("%s: played %q, broken off by %q, want %q and %q", name, got, broke, c.want, c.broke)
		}
		if judged := tally.Judged; (judged > 0) != (c.broke == "") {
			t.Errorf("%s: judged %d times", name, judged)
		}
	}
}

// TestCovered_widgets_are_not_tapped: a touch on what lies below a drawer would be the drawer's.
func TestCovered_widgets_are_not_tapped(t *testing.T) {
	t.Parallel()
	spec := parse(t, `
def f(app):
    app.tap(text = "tile")
    app.check(False, "tapped")
rule("f", f, probability = 1)
`)
	for drawer, want := range map[string]string{"[0,0][10,10]": "", "[0,0][400,1000]": `"Settings" lies over the widget`} {
		s, err := ui.Parse([]byte(`<hierarchy><node class="Root" package="p" enabled="true" bounds="[0,0][400,1000]">`+
			`<node class="Tile" text="tile" package="p" enabled="true" clickable="true" bounds="[0,0][400,100]"/>`+
			`<node class="Item" text="Settings" package="p" enabled="true" clickable="true" bounds="`+drawer+`"/>`+
			`</node></hierarchy>`), "p/p.Main")
		if err != nil {
			t.Fatal(err)
		}
		o := New(spec, rand.New(rand.NewSource(1)))
		_, turn := o.Propose(s)
		why := ""
		if tally := o.Tallies()[0]; len(tally.Reasons) > 0 {
			why = tally.Reasons[0].Why
		}
		if (turn == oracle.Play) != (want == "") || (want == "") != (why == "") || !strings.Contains(why, want) {
			t.Errorf("a drawer at %s: turn %v, %q", drawer, turn, why)
		}
	}
}
