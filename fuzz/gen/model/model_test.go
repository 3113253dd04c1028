package model

import (
	"fmt"
	"html"
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// widget is a row of a screen of the app p.
type widget struct {
	id, text string
	field    bool
}

// app is a scripted app: what is shown, and what an event does. Rows are 100
// pixels high.
type app interface {
	show() (activity string, widgets []widget)
	do(row int, e event.Event)
}

func screen(t *testing.T, a app) gen.View {
	t.Helper()
	activity, widgets := a.show()
	dump := `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,2000]">`
	for i, w := range widgets {
		class := "Button"
		if w.field {
			class = "EditText"
		}
		dump += fmt.Sprintf(`<node class="android.widget.%s" package="p" resource-id="p:id/%s" text="%s" enabled="true"`+
			` clickable="true" bounds="[0,%d][400,%d]"/>`, class, w.id, html.EscapeString(w.text), i*100, i*100+100)
	}
	s, err := ui.Parse([]byte(dump+`</node></hierarchy>`), "p/p."+activity)
	if err != nil {
		t.Fatal(err)
	}
	return gen.View{Screen: s, Package: "p", Alive: true}
}

// play plays n events, the app made anew for each episode.
func play(t *testing.T, g *Generator, n int, start func() app) {
	t.Helper()
	a := start()
	g.Begin()
	for range n {
		e, ok := g.Next(screen(t, a))
		if !ok {
			a = start()
			g.Begin()
			continue
		}
		a.do(e.Y/100, e)
		g.Observe(gen.Outcome{Event: e, After: screen(t, a)})
	}
}

// tree has 3 levels of 3 buttons; Back goes up.
type tree struct {
	path string
	met  map[string]bool
}

func (m *tree) show() (string, []widget) {
	if len(m.path) == 3 {
		return "Leaf" + m.path, []widget{{id: "nothing"}}
	}
	return "Node" + m.path, []widget{{id: "a"}, {id: "b"}, {id: "c"}}
}

func (m *tree) do(row int, e event.Event) {
	switch {
	case e.Kind == event.Back:
		m.path = m.path[:max(0, len(m.path)-1)]
	case gen.Cold(e) || e.Kind == event.Launch:
		m.path = ""
	case e.Kind == event.Tap && row < 3 && len(m.path) < 3:
		m.path += string("abc"[row])
		m.met[m.path] = true
	}
}

func TestVisitsEverything(t *testing.T) {
	t.Parallel()
	for seed := range int64(5) {
		g, met := New(rand.New(rand.NewSource(seed)), &gen.Texts{}), map[string]bool{}
		play(t, g, 600, func() app { return &tree{met: met} })
		if len(met) != 3+9+27 {
			t.Errorf("seed %d: %d of 39 places in 600 events", seed, len(met))
		}
	}
}

// toggle shows a button whose word decides where the other one leads.
type toggle struct {
	at string
	on bool
}

func (m *toggle) show() (string, []widget) {
	if m.at != "" {
		return m.at, []widget{{id: "nothing"}}
	}
	return "Main", []widget{{id: "switch", text: map[bool]string{true: "on", false: "off"}[m.on]}, {id: "go", text: "Go"}}
}

func (m *toggle) do(row int, e event.Event) {
	switch {
	case e.Kind == event.Back:
		m.at = ""
	case e.Kind != event.Tap || m.at != "":
	case row == 0:
		m.on = !m.on
	case row == 1:
		m.at = map[bool]string{true: "Bright", false: "Dark"}[m.on]
	}
}

// form lets one pass only when its field is filled.
type form struct {
	text string
	done bool
}

func (m *form) show() (string, []widget) {
	if m.done {
		return "Done", []widget{{id: "nothing"}}
	}
	return "Form", []widget{{id: "name", text: m.text, field: true}, {id: "ok", text: "OK"}}
}

func (m *form) do(row int, e event.Event) {
	switch {
	case e.Kind == event.Back && m.done:
		*m = form{}
	case e.Kind == event.Text && row == 0:
		m.text = e.Value
	case e.Kind == event.Tap && row == 1 && m.text != "":
		m.done = true
	}
}

// dice leads anywhere, whatever is shown, and never shows the same twice.
type dice struct {
	rng *rand.Rand
	at  int
}

func (m *dice) show() (string, []widget) {
	return fmt.Sprint("Face", m.at), []widget{{id: "roll", text: fmt.Sprintf("%c%c", 'a'+m.rng.Intn(26), 'a'+m.rng.Intn(26))}}
}

func (m *dice) do(_ int, e event.Event) {
	if e.Kind == event.Tap {
		m.at = m.rng.Intn(4)
	}
}

func TestRefines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		start        func() app
		least, most  int // states
		refined, max int
	}{
		{"a label decides", func() app { return &toggle{} }, 4, 4, 1, 1},
		{"a filled field decides", func() app { return &form{} }, 3, 3, 1, 1},
		{"nothing to see decides", func() app { return &dice{rng: rand.New(rand.NewSource(1))} }, 4, 4 + 4*maxParts, 0, 2},
		{"nothing to decide", func() app { return &tree{met: map[string]bool{}} }, 39, 40, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for seed := range int64(4) {
				g := New(rand.New(rand.NewSource(seed)), &gen.Texts{})
				play(t, g, 600, c.start)
				if n := g.States(); n < c.least || n > c.most {
					t.Errorf("seed %d: %d states, want %d to %d", seed, n, c.least, c.most)
				}
				if n := len(g.graph.refined); n < c.refined || n > c.max {
					t.Errorf("seed %d: %d states are refined, want %d to %d", seed, n, c.refined, c.max)
				}
			}
		})
	}
}

func TestSplits(t *testing.T) {
	t.Parallel()
	try := func(part, target ui.State) transition {
		return transition{from: print{1, part}, to: print{target}}
	}
	for _, c := range []struct {
		name  string
		tries []transition
		want  bool
	}{
		{"explained", []transition{try(1, 7), try(2, 8), try(1, 7)}, true},
		{"one outcome", []transition{try(1, 7), try(2, 7), try(1, 7)}, false},
		{"one part", []transition{try(1, 7), try(1, 8), try(1, 7)}, false},
		{"each screen once", []transition{try(1, 7), try(2, 8), try(3, 7)}, false},
		{"as mixed as before", []transition{try(1, 7), try(1, 8), try(2, 7), try(2, 8)}, false},
		{"less mixed", []transition{try(1, 7), try(1, 8), try(2, 9), try(2, 9)}, true},
	} {
		if got := splits(c.tries, 1, func(t transition) ui.State { return t.to[0] }); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestCrashesAreNotSoughtAgain has the first button of a tree crash the app.
func TestCrashesAreNotSoughtAgain(t *testing.T) {
	t.Parallel()
	g := New(rand.New(rand.NewSource(1)), &gen.Texts{})
	m, crashes, n := &tree{met: map[string]bool{}}, 0, 600
	g.Begin()
	for range n {
		e, ok := g.Next(screen(t, m))
		if !ok {
			m.path = ""
			g.Begin()
			continue
		}
		before := m.path
		m.do(e.Y/100, e)
		o := gen.Outcome{Event: e, After: screen(t, m)}
		if before == "" && m.path == "a" {
			crashes++
			m.path = ""
			o.Crash, o.After = "boom", gen.View{Package: "p"}
		}
		g.Observe(o)
	}
	if crashes == 0 || crashes > n/20 {
		t.Errorf("%d crashes by one button in %d events", crashes, n)
	}
}
