package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/ui"
)

// goal is a state that the plan or the crash condition wants and that a screen can tell of: an
// attribute of a widget with an id, or the number of rows of a list. What is in a field, a
// setting or a file no screen tells.
type goal struct {
	screen string // Java name of the activity that shows it; "" for any
	widget string // entry name of the widget's id; "" for the rows of the list
	what   string // the attribute
	want   guide.Want
}

// goalsOf are the goals of a guide's plan that a screen can tell of, each once.
func goalsOf(g *guide.Guide) []goal {
	var all []goal
	add := func(s guide.Subject, want guide.Want, screen string, rows bool) {
		x := goal{screen: screen, want: want}
		_, id, named := strings.Cut(s.Widget.ID, "/")
		switch {
		case s.Kind == guide.SubjectAttribute && named:
			x.widget, x.what = id, s.Name
		case s.Kind != guide.SubjectTable && s.Kind != guide.SubjectRows && !rows:
			return
		}
		if x.told() && !slices.ContainsFunc(all, x.same) {
			all = append(all, x)
		}
	}
	if g.Plan == nil {
		return nil
	}
	for i := range g.Plan.Goals {
		x := &g.Plan.Goals[i]
		if x.Kind == guide.GoalHold {
			rows := slices.ContainsFunc(x.Achievers, func(a guide.Achiever) bool {
				return a.Kind == guide.AchieveAddRows || a.Kind == guide.AchieveDeleteRows
			})
			add(x.Subject, x.Want, x.Screen, rows)
		}
	}
	return all
}

// same says that two goals are one, whatever bounds their numbers have.
func (x goal) same(y goal) bool {
	return x.screen == y.screen && x.widget == y.widget && x.what == y.what
}

// told says that what is on a screen decides whether the goal holds.
func (x goal) told() bool {
	switch x.want.Class {
	case guide.WantEmpty, guide.WantSize:
		return x.widget == "" || x.what == "text" || x.what == "length"
	case guide.WantText:
		return x.what == "text"
	case guide.WantPresent:
		return x.what == "text" || x.what == "length"
	case guide.WantNumber:
		return x.what == "text" || x.what == "length" || x.what == "checked" || x.what == "enabled" || x.what == "selected"
	}
	return false
}

// distance is how far a screen is from the goal, 0 if it holds, and the state that the screen
// shows, in words; ok is false if it shows nothing of it. It is the branch distance of the
// operand that the screen shows (Korel, "Automated software test data generation", TSE 1990):
// the difference of numbers, the letters by which texts differ, 1 for what is or is not.
func (x goal) distance(s *ui.Screen) (d float64, state string, ok bool) {
	if x.widget == "" {
		rows, ok := s.Rows()
		return x.size(rows), guide.Counted(rows, "row"), ok
	}
	i := slices.IndexFunc(s.Widgets, func(w ui.Widget) bool { return strings.HasSuffix(w.ID, ":id/"+x.widget) })
	if i < 0 {
		return 0, "", false
	}
	w := &s.Widgets[i]
	switch x.what {
	case "checked":
		d, state = x.truth(w.Checked, "it is checked", "it is not checked")
		return d, state, true
	case "enabled":
		d, state = x.truth(w.Enabled, "it is enabled", "it is disabled")
		return d, state, true
	case "selected":
		d, state = x.truth(w.Selected, "it is selected", "it is not selected")
		return d, state, true
	case "length":
		n := len([]rune(w.Text))
		return x.size(n), "its text has " + guide.Counted(n, "letter"), true
	}
	d, ok = x.text(w.Text)
	return d, fmt.Sprintf("its text is %q", clip(w.Text)), ok
}

// truth is distance for a state that is or is not; 1 stands for true.
func (x goal) truth(is bool, yes, no string) (d float64, state string) {
	n, state := 0.0, no
	if is {
		n, state = 1, yes
	}
	return interval(n, x.want), state
}

// size is distance for a number of things.
func (x goal) size(n int) float64 {
	switch x.want.Class {
	case guide.WantEmpty:
		return float64(n)
	case guide.WantPresent:
		return max(0, 1-float64(n))
	}
	return interval(float64(n), x.want)
}

// text is distance for a text; ok is false for one that is no number where a number is wanted.
func (x goal) text(text string) (d float64, ok bool) {
	switch x.want.Class {
	case guide.WantText:
		a, b := []rune(text), []rune(x.want.Text)
		return float64(len(a) + len(b) - 2*longestCommon(a, b)), true
	case guide.WantNumber:
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		return interval(n, x.want), err == nil
	}
	return x.size(len([]rune(text))), true
}

// interval is how far a number is from the wanted ones.
func interval(n float64, want guide.Want) float64 {
	switch {
	case want.Min != nil && n < float64(*want.Min):
		return float64(*want.Min) - n
	case want.Max != nil && n > float64(*want.Max):
		return n - float64(*want.Max)
	}
	return 0
}

// words say what the goal waits for.
func (x goal) words() string {
	if x.widget != "" {
		return fmt.Sprintf("%s of id/%s to be %s", x.what, x.widget, x.want)
	}
	if x.want.Class == guide.WantEmpty {
		return "an empty list"
	}
	return "a list " + x.want.String()
}

// clip shortens a text for a line.
func clip(text string) string {
	const most = 24
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}

// Standing is how the goals of the plan stand in one episode, as its screens showed last. It is
// used by one goroutine at a time. One that no screen has shown counts as not holding.
type Standing struct {
	goals []goal
	// held is, by goal, 1 if it holds and less the farther it is; shown what the screen
	// showed, "" for nothing as yet.
	held    []float64
	shown   []string
	listing map[string]bool // by activity: it has shown a list
}

// NewStanding is the standing at the begin of an episode.
func (s *Scale) NewStanding() *Standing {
	t := &Standing{listing: map[string]bool{}}
	if s != nil {
		t.goals = s.goals
		t.held, t.shown = make([]float64, len(s.goals)), make([]string, len(s.goals))
	}
	return t
}

// Observe takes in the screen of the app that is shown, nil for none, of the activity with a Java
// name. A list without rows is often not drawn: it is missing where there was one. A distance d
// counts as 1/(1+d), the complement of d/(d+1) by which Arcuri (2013) bounds distances without an
// upper bound.
func (t *Standing) Observe(s *ui.Screen, activity string) {
	if s == nil {
		return
	}
	if _, list := s.Rows(); list {
		t.listing[activity] = true
	}
	for i, x := range t.goals {
		if x.screen != "" && x.screen != activity {
			continue
		}
		d, state, ok := x.distance(s)
		if !ok && x.widget == "" && t.listing[activity] && !s.Floating() {
			d, state, ok = x.size(0), guide.Counted(0, "row"), true
		}
		if ok {
			t.held[i], t.shown[i] = 1/(1+d), state
		}
	}
}

// Goals is the share of the goals that hold, from 0 to 1, those that nearly do in part; ok is
// false if there are none that a screen tells of.
func (t *Standing) Goals() (share float64, ok bool) {
	for _, h := range t.held {
		share += h / float64(len(t.held))
	}
	return share, len(t.held) > 0
}

// Waits says which goal a screen has shown not to hold, and how it stands: "waits for an empty
// list, there are 2 rows"; "" if there is none.
func (t *Standing) Waits() string {
	for i, x := range t.goals {
		if t.shown[i] != "" && t.held[i] < 1 {
			shown := t.shown[i]
			if x.widget == "" {
				shown = "there are " + shown
				if strings.HasPrefix(t.shown[i], "1 ") {
					shown = "there is " + t.shown[i]
				}
			}
			return fmt.Sprintf("waits for %s, %s", x.words(), shown)
		}
	}
	return ""
}
