package dmf

import (
	"fmt"
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// attempt is a function of which some steps were taken.
type attempt struct {
	fn *Function
	at int // steps taken or left out
	// names are the texts that its widgets showed, and the object that was chosen
	// for each "type::random".
	names map[string]string
	// scrolls is how often the ScrollTo that is next has scrolled.
	scrolls int
	// keyed says that data may have been changed: a key view was used.
	keyed bool
	// begun says that an event was a step of it; waited that the next step's widget was given time to appear.
	begun, waited bool
	// why is why it could not go on, "" while it does.
	why string
}

// random is the suffix of a text that stands for an object of the model.
const random = "::random"

// begin returns the function before its first step, false if a text that it needs
// is not on the screen.
func (o *Oracle) begin(fn *Function, s *ui.Screen) (*attempt, bool) {
	a := &attempt{fn: fn, names: map[string]string{}}
	return a, o.capture(a, s)
}

// capture notes the texts of the widgets that the function refers to and that are
// on the screen at this stage; false if one is not there.
func (o *Oracle) capture(a *attempt, s *ui.Screen) bool {
	for _, name := range a.fn.referred {
		w := a.fn.Widgets[name]
		if w.Layout != a.at {
			continue
		}
		i, ok := w.find(s, "", o.means(a, w.Text))
		if !ok {
			a.why = fmt.Sprintf("after step %d: no widget %s, whose text is wanted", a.at, describe(&w, o.text(a, w.Text)))
			return false
		}
		a.names[name] = s.Widgets[i].Text
	}
	return true
}

// means judges texts by what a widget's or step's text says: "" is any.
func (o *Oracle) means(a *attempt, text string) func(string) bool {
	if text == "" || text == "random" {
		return func(string) bool { return true }
	}
	if name, ok := reference(text); ok {
		if _, ok := a.fn.Widgets[name]; ok {
			known, ok := a.names[name]
			return func(got string) bool { return ok && got == known }
		}
	}
	if kind, ok := strings.CutSuffix(text, random); ok {
		if chosen, ok := a.names[text]; ok {
			return func(got string) bool { return got == chosen }
		}
		return func(got string) bool { return slices.Contains(o.model[kind], got) }
	}
	return func(got string) bool { return got == text }
}

// where finds the widget of a step.
func (o *Oracle) where(a *attempt, st *Step, s *ui.Screen) (int, bool) {
	w, ok := a.fn.Widgets[st.Widget]
	if !ok {
		return -1, false
	}
	i, there := w.find(s, "", o.means(a, w.Text))
	if name, ok := a.object(&w); ok && (!there || s.Widgets[i].Text != name) {
		w.Nth = 0
		return w.find(s, "", func(text string) bool { return text == name })
	}
	return i, there
}

// object is the text of the object that the function removes or renames, where a widget is described as
// the object's is: "the first row" of one page is not that of another, so the row of that name is meant.
func (a *attempt) object(w *Widget) (string, bool) {
	if w.ID == "" || w.Text != "" || w.XPath != "" {
		return "", false
	}
	for _, im := range a.fn.Impacts {
		if name, ok := a.names[im.Object]; ok && im.Operator == Remove && a.fn.Widgets[im.Object].ID == w.ID {
			return name, true
		}
	}
	return "", false
}

// skips says whether the next step has nothing to do on the screen.
func (o *Oracle) skips(a *attempt, s *ui.Screen) bool {
	st := &a.fn.Steps[a.at]
	if st.Action == ScrollTo {
		return shows(s, st.Text)
	}
	if !st.Optional || !needsWidget(st.Action) {
		return false
	}
	_, there := o.where(a, st, s)
	return !there
}

// skip leaves out the steps that have nothing to do; false if a text that the
// function needs is not on the screen.
func (o *Oracle) skip(a *attempt, s *ui.Screen) bool {
	for a.at < len(a.fn.Steps) && o.skips(a, s) {
		if !o.pass(a, s) {
			return false
		}
	}
	return true
}

// pass goes on to the next step; false if a text that the function needs is not on
// the screen.
func (o *Oracle) pass(a *attempt, s *ui.Screen) bool {
	a.at++
	a.scrolls, a.waited = 0, false
	return o.capture(a, s)
}

// advance says whether the event was what the function wants next, and notes it.
func (o *Oracle) advance(a *attempt, s oracle.Step) bool {
	if !o.skip(a, s.Before) || a.at == len(a.fn.Steps) {
		return false
	}
	st := &a.fn.Steps[a.at]
	if st.Action == ScrollTo {
		a.scrolls++
		return s.Event.Kind == event.Scroll && a.scrolls <= maxScrolls && o.skip(a, s.After)
	}
	widget, there := o.where(a, st, s.Before)
	if s.Event.Kind == event.Wait && s.Event.Millis >= graceMillis && !there && needsWidget(st.Action) && a.begun &&
		!a.waited {
		a.waited = true
		return o.skip(a, s.After)
	}
	if !st.did(s.Event, s.Before, widget, o.means(a, st.Text)) {
		return false
	}
	if st.Action == Type && strings.HasSuffix(st.Text, random) {
		a.names[st.Text] = s.Event.Value
	}
	a.begun = true
	return o.pass(a, s.After) && o.skip(a, s.After)
}

// holds says whether all conditions hold on a screen.
func (o *Oracle) holds(a *attempt, s *ui.Screen, conditions []Condition) bool {
	for i := range conditions {
		if !o.hold(a, s, &conditions[i]) {
			return false
		}
	}
	return true
}

func (o *Oracle) hold(a *attempt, s *ui.Screen, c *Condition) bool {
	objects := o.model[c.Type]
	switch c.Relation {
	case Empty:
		return len(objects) == 0
	case NotEmpty:
		return len(objects) > 0
	case Smaller:
		return len(objects)-o.initial[c.Type] <= fewObjects
	}
	w := a.fn.Widgets[c.Widget]
	means := o.means(a, w.Text)
	if c.Type != "" {
		means = func(text string) bool { return slices.Contains(objects, text) }
	}
	_, there := w.find(s, o.pkg, means)
	return there == (c.Relation == In)
}
