package report

import (
	"fmt"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
)

// maxSteps bounds the steps shown of one script.
const maxSteps = 150

// stepView is a step on the page: a picture with marks, and a caption.
type stepView struct {
	Number  int
	ID      string // anchor
	Back    string // anchor of the finding
	Text    string
	Code    string // the line of the script
	Where   string // activity in front
	Flags   []string
	Shot    shot
	Box     *box
	Lost    *box // what two runs differ in
	Touch   *touch
	Last    bool // the screen after the last step
	Crashed bool
	Badge   string // for events without a place: "BACK"
}

// box is the widget touched, in pixels of the screen.
type box struct {
	X, Y, W, H int
	Open       bool // the inside is not tinted: the finger moves in it
}

// pairView is a row of the table that compares two runs: steps that correspond.
type pairView struct {
	First, Second *stepView // nil where a run has none
	Class         string    // "inserted", "differs", or ""
}

// pairs lays the steps of two runs side by side; none if the script is one run, or was not filmed as a whole.
func pairs(f Finding, steps []stepView) []pairView {
	if f.Twice == nil || len(f.Steps) == 0 {
		return nil
	}
	at := func(n int) *stepView {
		if n < 0 || n >= len(steps) {
			return nil
		}
		return &steps[n]
	}
	for _, lost := range f.Twice.Lost {
		if s, r := at(lost.Step), lost.Bounds; s != nil && !r.Empty() {
			s.Lost = &box{X: r.Left, Y: r.Top, W: r.Width(), H: r.Height(), Open: true}
		}
	}
	var views []pairView
	for _, p := range f.Twice.Pairs {
		v := pairView{First: at(p[0]), Second: at(p[1])}
		switch {
		case v.First == nil && v.Second == nil:
			continue
		case v.First == nil:
			v.Class = "inserted"
		case p[0] == f.Twice.Lost[0].Step:
			v.Class = "differs"
		}
		views = append(views, v)
	}
	return views
}

// touch is where the finger was. A swipe has an end.
type touch struct {
	X, Y, X2, Y2 int
	Swipe        bool
	Rings        int // 1 for a tap, 2 for a long or double one
	// Radius and Outer are those of the rings, in pixels of the screen.
	Radius, Outer int
}

// finding makes the view of a finding; id is its anchor.
func (b *builder) finding(f Finding, id string) findingView {
	v := findingView{
		Title: clean(f.Title, maxTitle), Kind: clean(f.Kind, maxTitle), Detail: clean(f.Detail, maxText), ID: id,
	}
	if f.Crash != nil {
		v.Trace = clean(f.Crash.Trace.Format(), 4*maxText)
	}
	fact := func(name, value string) {
		if value != "" {
			v.Facts = append(v.Facts, Item{name, clean(value, maxTitle)})
		}
	}
	fact("happened", times(f.Count))
	if f.Events > 0 {
		fact("first", fmt.Sprintf("after %s, %s", Counted(f.Events, "event"), duration(f.Seconds)))
	}
	if f.Stability != nil {
		fact("script worked", f.Stability.String()+" times")
	}
	if f.Match != nil && b.run.Found == nil {
		fact("agrees with the wanted crash", f.Match.Level.String())
	}
	if f.Script != nil {
		fact("script", Counted(len(f.Script.Events), "event"))
		var lines []string
		for _, e := range f.Script.Events[:min(len(f.Script.Events), maxSteps)] {
			lines = append(lines, e.String())
		}
		v.Script = clean(strings.Join(lines, "\n"), 4*maxText)
	}
	v.Steps = b.steps(f, id)
	v.Pairs = pairs(f, v.Steps)
	return v
}

func times(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// steps makes the views of a finding's steps. A script that was not replayed
// with pictures is shown without them.
func (b *builder) steps(f Finding, id string) []stepView {
	steps := f.Steps
	if len(steps) == 0 && f.Script != nil && id == foundID {
		for _, e := range f.Script.Events {
			steps = append(steps, Step{Event: e})
		}
	}
	crashes := f.Crash != nil && f.Crash.Fatal()
	var views []stepView
	for i, s := range steps {
		if i == maxSteps {
			break
		}
		v := b.step(s)
		v.Number, v.ID, v.Back = i+1, fmt.Sprintf("%s-%d", id, i+1), id
		v.Crashed = crashes && i == len(steps)-1
		views = append(views, v)
	}
	if shown := b.album.add(f.End); shown.Source != "" && len(steps) <= maxSteps {
		views = append(views, stepView{
			Number: len(steps) + 1, ID: id + "-end", Back: id, Text: "After the last step", Shot: shown, Last: true,
		})
	}
	return views
}

func (b *builder) step(s Step) stepView {
	v := stepView{
		Text: clean(s.Event.Describe(), maxTitle), Code: clean(s.Event.String(), maxTitle),
		Where: clean(guide.SimpleName(s.Activity), maxTitle), Shot: b.album.add(s.Shot),
	}
	if s.Missing {
		v.Flags = append(v.Flags, "the widget was not found, its recorded place was used")
	}
	if s.Refused {
		v.Flags = append(v.Flags, "this device cannot do it")
	}
	if s.Note != "" {
		v.Flags = append(v.Flags, clean(s.Note, maxTitle))
	}
	if s.Box.Right > s.Box.Left && s.Box.Bottom > s.Box.Top {
		v.Box = &box{X: s.Box.Left, Y: s.Box.Top, W: s.Box.Right - s.Box.Left, H: s.Box.Bottom - s.Box.Top}
	}
	v.Touch = touched(s.Event)
	if v.Touch != nil {
		v.Touch.Radius, v.Touch.Outer = v.Shot.Width/30, v.Shot.Width/20
	}
	if v.Box != nil && v.Touch != nil {
		v.Box.Open = v.Touch.Swipe
	}
	if v.Touch == nil {
		v.Badge = badge(s.Event)
	}
	return v
}

// touched says where the finger was; nil for events without a place.
func touched(e event.Event) *touch {
	if e.X == 0 && e.Y == 0 {
		return nil
	}
	t := &touch{X: e.X, Y: e.Y, X2: e.X2, Y2: e.Y2, Rings: 1}
	switch e.Kind {
	case event.Swipe, event.Scroll, event.Drag:
		t.Swipe = e.X2 != 0 || e.Y2 != 0
	case event.LongTap, event.DoubleTap, event.Pinch:
		t.Rings = 2
	}
	return t
}

// badge is a word laid over the picture of an event without a place.
func badge(e event.Event) string {
	switch e.Kind {
	case event.Launch:
		return "start"
	case event.Key:
		return clean(strings.ToLower(e.Arg), 20)
	}
	return clean(string(e.Kind), 20)
}
